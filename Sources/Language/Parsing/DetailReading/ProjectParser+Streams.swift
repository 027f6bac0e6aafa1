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
    for field in fields(of: node, KeyTable.streams) {
      switch field.name {
      case "audio": choice.sounds = soundStreams(field.value)
      case "video": choice.picture = stream(field.value, KeyTable.pictureStream)?.name
      default: break
      }
    }
    return choice == StreamChoice() ? nil : choice
  }

  private mutating func soundStreams(_ node: YAMLNode) -> [StreamChoice.Sound] {
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
  private mutating func stream(_ node: YAMLNode, _ shape: ObjectShape) -> StreamChoice.Sound? {
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
    var name: Located<StreamChoice.Name>?
    var volume = 1.0
    let own = fields(of: node, shape)
    for field in own {
      switch field.name {
      case "stream":
        name = integer(field.value, "the number of a stream", in: StreamChoice.numbers)
          .map { Located(.number($0.value), at: $0.span) }
      case "language": name = languageOfStream(field.value)
      case "title":
        name = text(field.value, "the title of a stream", example: "title: Commentary")
          .map { Located(.title($0.value), at: $0.span) }
      case "volume": volume = value(field.value, .volume) ?? volume
      default: break
      }
    }
    if name == nil, !own.contains(where: { $0.name != "volume" }), own.count == node.count {
      report(
        .missingKey, "a stream needs 'stream', 'language' or 'title'", at: node.span,
        hint: "write {stream: 0}")
    }
    return name.map { StreamChoice.Sound($0, volume: volume) }
  }

  private mutating func languageOfStream(_ node: YAMLNode) -> Located<StreamChoice.Name>? {
    guard let text = text(node, "a language", example: "language: de") else { return nil }
    guard LanguageCodes.long(text.value) != nil else {
      return refused(
        .badValue, "\(quoted(text.value)) is not a language by ISO 639", at: text.span,
        hint: "write a code such as en, eng, de, deu, ja or jpn")
    }
    return Located(.language(text.value), at: text.span)
  }
}
