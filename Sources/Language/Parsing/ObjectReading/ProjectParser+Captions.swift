// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import ProjectModel
import Subtitles
package import YAML

/// Captions of clips and outputs.
extension ProjectParser {
  /// The captions of footage, a path or a mapping; gives their index in ``captionFiles``.
  package mutating func captionFile(_ node: YAMLNode) -> Int? {
    guard node.kind == .mapping else {
      return textFile(node).map { place(of: CaptionFile(path: $0)) }
    }
    var draft = KeyTable.CaptionsDraft(captions: OutputCaptions(at: node.span))
    let fields = read(node, KeyTable.captions, into: &draft)
    if fields.count == node.count, node["file"] == nil, node["stream"] == nil {
      report(
        .missingKey, "captions need 'file' or 'stream'", at: firstPlace(in: node),
        hint: "write {file: talk.srt}, or {stream: 0} for a text stream of the footage")
    }
    return draft.file.map { place(of: $0) }
  }

  /// A path, a mapping, or a list of these.
  package mutating func captions(_ node: YAMLNode) -> [OutputCaptions] {
    guard node.kind == .sequence else { return track(node).map { [$0] } ?? [] }
    guard node.count <= OutputCaptions.limit else {
      report(.outOfRange, "an output has at most \(OutputCaptions.limit) captions", at: node.span)
      return []
    }
    if node.count == 0 {
      report(
        .badValue, "there are no captions here", at: node.span,
        hint: "write captions: clips, or leave it out")
    }
    let tracks = node.items.compactMap { track($0) }
    let shown = tracks.filter(\.isDefault)
    if shown.count > 1 {
      report(
        .warning("several-defaults"), "players show one track at first", at: shown[1].span,
        notes: [Diagnostic.Note(message: "this is another one", span: shown[0].span)],
        hint: "write default: true for one of them")
    }
    return tracks
  }

  /// The path of a file of texts with times; assets are pictures and sound.
  ///
  /// - Parameters:
  ///   - example: An example of such a path.
  ///   - hint: The text to write in place of an asset; nil for a path.
  package mutating func textFile(
    _ node: YAMLNode, example: String = "media/talk.srt", hint: ((String) -> String)? = nil
  ) -> Located<String>? {
    guard let path = text(node, "the path of a file", example: example),
      checkPath(path)
    else { return nil }
    guard assetIndices[path.value] != nil else { return path }
    return refused(
      .badValue, "\(quoted(path.value)) is an asset, and texts are named by their path",
      at: path.span,
      hint: hint?(path.value) ?? "write the path of the file here, such as \(example)")
  }

  private mutating func track(_ node: YAMLNode) -> OutputCaptions? {
    var captions = OutputCaptions(at: node.span)
    guard node.kind == .mapping else {
      if node.text == "clips" { return captions }
      if node.text == "clip" {
        return refused(
          .unknownValue, "'clip' is not a source of captions", at: node.span,
          hint: "write captions: clips, or the path of a file")
      }
      guard let path = textFile(node) else { return nil }
      captions.file = place(of: CaptionFile(path: path))
      return captions
    }
    var draft = KeyTable.CaptionsDraft(captions: captions)
    let fields = read(node, KeyTable.outputCaptions, into: &draft)
    captions = draft.captions
    if fields.contains(where: { $0.name == "from" }) { return draft.isOfClips ? captions : nil }
    captions.file = draft.file.map { place(of: $0) }
    if captions.file == nil, fields.count == node.count, node["file"] == nil {
      report(
        .missingKey, "captions need 'file' or 'from'", at: firstPlace(in: node),
        hint: "write {file: rome.srt, language: ita}, or {from: clips}")
    }
    return captions.file.map { _ in captions }
  }

  /// Reads a character encoding; a wrong one gives an encoding in which no file is wrong, too.
  mutating func encoding(_ node: YAMLNode) -> TextEncoding {
    word(node, of: TextEncoding.allCases.map(\.rawValue), "an encoding")
      .flatMap { TextEncoding(rawValue: $0) } ?? .latin1
  }

  private mutating func place(of file: CaptionFile) -> Int {
    captionFiles.append(file)
    return captionFiles.count - 1
  }
}
