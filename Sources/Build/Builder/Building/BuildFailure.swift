// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
package import RenderProtocol

/// Something that could not be made, and where in the film it belongs.
package struct BuildFailure: Error, Sendable {
  /// The failure reported by the worker or the disk.
  package var failure: RenderFailure
  /// The output it was made for first.
  var output: String
  /// The name in events of the failed piece; nil for the output itself.
  var piece: String?
  /// The film time of the failure: of its frame if that is known, else of the start of the segment.
  var filmTime: Time?
  /// The clips that were being rendered, when the failure itself names none.
  var suspects: [Origin]
  /// True if it was made from stored pieces, which may have been damaged since.
  var isOfReuse = false
  /// The place in the project that asks for the output, when the failure is about that.
  var span: Span?

  /// A failure at a place of an output.
  package init(
    failure: RenderFailure, output: String, piece: String? = nil, filmTime: Time? = nil,
    suspects: [Origin], isOfReuse: Bool = false, span: Span? = nil
  ) {
    self.failure = failure
    self.output = output
    self.piece = piece
    self.filmTime = filmTime
    self.suspects = suspects
    self.isOfReuse = isOfReuse
    self.span = span
  }
}

/// A note on an error that did not stop rendering, and where in the film it belongs.
package struct BuildNote: Hashable, Sendable, Codable {
  /// The worker's note.
  var note: RenderNote
  /// The time in the film.
  var filmTime: Time?
  /// The output whose sound as a whole it is about; nil where it is about a clip.
  var output: String?

  /// A note of a worker, at a time of the film.
  package init(note: RenderNote, filmTime: Time?, output: String? = nil) {
    self.note = note
    self.filmTime = filmTime
    self.output = output
  }

  /// The note without its output.
  var ofAnyOutput: BuildNote { BuildNote(note: note, filmTime: filmTime) }
}
