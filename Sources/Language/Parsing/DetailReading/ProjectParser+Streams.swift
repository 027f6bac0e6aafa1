// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
package import YAML

/// Which streams of a file are used.
extension ProjectParser {
  /// `{audio: 1, video: 0}`; nil where it chooses nothing.
  package mutating func streams(_ node: YAMLNode) -> StreamChoice? {
    var choice = StreamChoice()
    read(node, KeyTable.streams, into: &choice)
    return choice == StreamChoice() ? nil : choice
  }

  mutating func soundStreams(_ node: YAMLNode) -> [StreamChoice.Sound] {
    guard node.kind == .sequence else {
      return stream(node, KeyTable.soundStream).map { [$0] } ?? []
    }
    guard node.count > 0, node.count <= StreamChoice.mostSounds else {
      report(
        .outOfRange, "from 1 to \(StreamChoice.mostSounds) streams are heard together",
        at: node.span, hint: "write audio: off on the clip for none")
      return []
    }
    var sounds: [StreamChoice.Sound] = []
    for item in node.items {
      guard let sound = stream(item, KeyTable.soundStream) else { continue }
      if let other = sounds.first(where: { $0.name.value == sound.name.value }) {
        report(
          .duplicateName, "the stream \(sound.name.value) is chosen twice", at: sound.name.span,
          notes: [Diagnostic.Note(message: "it is chosen here", span: other.name.span)],
          hint: "write its volume once: {stream: 0, volume: 6dB}")
        continue
      }
      sounds.append(sound)
    }
    return sounds
  }

  /// A number, or what a stream is known by; nil where that is wrong, which is reported.
  mutating func stream(
    _ node: YAMLNode, _ object: ObjectKeys<KeyTable.StreamDraft>
  ) -> StreamChoice.Sound? {
    guard node.kind == .mapping else {
      if let text = node.text, Int(text) == nil {
        let key = LanguageCodes.long(text) == nil ? "title" : "language"
        return refused(
          .badValue, "\(quoted(text)) is not the number of a stream", at: node.span,
          hint: "write {\(key): \(text)}")
      }
      return integer(node, "the number of a stream", in: StreamChoice.numbers)
        .map { StreamChoice.Sound(Located(.number($0.value), at: $0.span)) }
    }
    var draft = KeyTable.StreamDraft()
    let own = read(node, object, into: &draft)
    if draft.name == nil, !own.contains(where: { $0.name != "volume" }), own.count == node.count {
      report(
        .missingKey, "a stream needs 'stream', 'language' or 'title'", at: node.span,
        hint: "write {stream: 0}")
    }
    return draft.name.map { StreamChoice.Sound($0, volume: draft.volume) }
  }

  mutating func languageOfStream(_ node: YAMLNode) -> Located<StreamChoice.Name>? {
    guard let text = text(node, "a language", example: "language: de") else { return nil }
    guard LanguageCodes.long(text.value) != nil else {
      return refused(
        .badValue, "\(quoted(text.value)) is not a language by ISO 639", at: text.span,
        hint: "write a code such as en, eng, de, deu, ja or jpn")
    }
    return Located(.language(text.value), at: text.span)
  }
}
