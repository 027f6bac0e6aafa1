// SPDX-License-Identifier: Apache-2.0

/// The kind of an event of `--json`, in its field `event`.
package enum EventKind: String, Encodable, Hashable, Sendable, CaseIterable {
  case stretch, focus, waiting, planned, progress, stored, fetched, unneeded, verified, linking
  case finished, warned, failed, changed, watching, done

  /// The occasion and the contents, in Markdown.
  var meaning: String {
    switch self {
    case .stretch:
      """
      with `--explain`, the treatment of a part of an output, and the reason; `isCopied` and \
      `copyObstacles` where it is to be copied
      """
    case .focus:
      """
      of `reel explain`, the place of the focus of a clip with `focus: auto`, as keyframes that a \
      project can write; `within` a nested project or a track with a `speed`
      """
    case .waiting: "another build of the same folder is running"
    case .planned: "the amounts to render, to reuse and to copy"
    case .progress: "`done` of `total`"
    case .stored: "a segment or some sound is rendered: `name`"
    case .fetched:
      """
      a segment came from the \
      [shared store](../cache-and-sharing.md#sharing-with-a-team---store): `name`, `key`
      """
    case .unneeded: "a segment is in the shared store, and so is all that needs it: `name`, `key`"
    case .verified:
      """
      with `--verify`, a stored segment was rendered again, or decoded if it is copied: `name`, `key`, \
      `verdict` (`same`, `repaired`, `different`)
      """
    case .linking: "an output is linked: `name`"
    case .finished: "an output is complete: `name`, `file`, `bytes`, `reason`"
    case .warned:
      """
      a warning, a [diagnostic](diagnostics.md): `code`, `message`, `hint`; where known `kind`, \
      `output`, `piece`, `filmTime`, `clip`, `sourceTime`, `file`, `line`
      """
    case .failed: "an error, with the fields of a warning"
    case .changed: "of `reel watch`, the cause of a build: `files`"
    case .watching: "of `reel watch`, the build is done and changes are awaited"
    case .done:
      """
      the last of a project: exit `status`, `failures`, the complete `outputs`, the rendered and reused \
      amounts, and the amount that the shared store saved
      """
    }
  }
}
