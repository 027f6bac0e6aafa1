// SPDX-License-Identifier: Apache-2.0

import Catalog
import ProjectModel
package import RenderProtocol

/// A codec in the listing of `reel codecs`; also its form in JSON.
package struct CodecEntry: Encodable {
  /// An option of its encoder that can be set.
  struct Option: Encodable {
    var name: String
    var summary: String
    var values: String
  }

  /// The name that projects use.
  package var name: String
  /// True if it is an audio codec.
  var sound: Bool
  var title: String
  /// The formats that hold it.
  var formats: [String]
  /// libavcodec's name of its encoder.
  var encoder: String
  /// True if this libavcodec has the encoder.
  var available: Bool
  /// The keys beside `codec`, each with the values that it may have.
  var keys: [String: String]
  /// The order of `keys`.
  var order: [String]
  var options: [Option]

  private enum CodingKeys: String, CodingKey {
    case name, sound, title, formats, encoder, available, keys, options
  }

  /// All codecs, those of pictures first, on a machine with `encoders`.
  package static func all(_ encoders: EncoderCatalogue) -> [CodecEntry] {
    FilmCodec.allCases.map { CodecEntry($0, encoders) }
      + AudioCodec.allCases.map { CodecEntry($0, encoders) }
  }

  private init(_ codec: FilmCodec, _ encoders: EncoderCatalogue) {
    let traits = codec.traits
    (name, title, encoder, sound) = (codec.rawValue, traits.title, traits.encoder, false)
    formats = OutputFormat.all.filter { $0.pictures?.codecs.contains(codec) ?? false }.map(\.name)
    available = encoders.encoder(encoder) != nil
    var keys: [String: String] = [:]
    if let crf = traits.crf {
      keys["crf"] = "\(crf.lowerBound) to \(crf.upperBound), smaller is better"
    }
    keys["bitrate"] = traits.hasBitrate ? "such as 6M" : nil
    keys["speed"] = traits.speeds.joined(separator: ", ")
    keys["profile"] = traits.profiles.map(\.name).joined(separator: ", ")
    keys["level"] = traits.levels.joined(separator: ", ")
    keys["keyframes"] = "a time, such as 2s"
    keys["pixel-format"] = traits.pixelFormats.map(\.rawValue).joined(separator: ", ")
    switch traits.grain {
    case .none: break
    case .kept: keys["grain"] = "true to keep it"
    case .drawn(let range):
      keys["grain"] = "\(range.lowerBound) to \(range.upperBound), drawn anew by players"
    }
    order = traits.keys.filter { !["codec", "options"].contains($0) }
    self.keys = keys.filter { traits.keys.contains($0.key) }
    options = CodecEntry.options(traits.rules, encoders.encoder(encoder))
  }

  private init(_ codec: AudioCodec, _ encoders: EncoderCatalogue) {
    let form = AudioForm.allCases.first { $0.codec == codec } ?? .aac
    (name, title, encoder, sound) = (codec.rawValue, codec.title, form.encoder, true)
    formats = OutputFormat.all.filter { $0.sound?.codecs.contains(codec) ?? false }.map(\.name)
    available = encoders.encoder(encoder) != nil
    order = codec.bitrates == nil ? [] : ["bitrate"]
    keys = [:]
    if let range = codec.bitrates {
      keys["bitrate"] = "\(range.lowerBound / 1000)k to \(range.upperBound / 1000)k"
    }
    options = CodecEntry.options(codec.rules, encoders.encoder(encoder))
  }

  private static func options(_ rules: EncoderRules, _ facts: EncoderFacts?) -> [Option] {
    let own = rules.allowed.compactMap { name in
      facts?.option(name).map { option in
        Option(name: name, summary: option.summary, values: values(option, rules.words[name]))
      }
    }
    guard let owner = rules.own else { return own }
    return own + [
      Option(
        name: owner, summary: "settings of its library",
        values: rules.settings.map(\.name).joined(separator: ", "))
    ]
  }

  private static func values(_ option: FilterOption, _ words: [String]?) -> String {
    let names = words ?? option.constants.map(\.name)
    return names.isEmpty ? option.kind.rawValue : names.joined(separator: ", ")
  }

  /// One line: what holds it, and its keys.
  package var line: String {
    let missing = available ? "" : "; this libavcodec lacks \(encoder)"
    let keys = order.isEmpty ? "" : ": " + order.joined(separator: ", ")
    return "\(formats.joined(separator: ", "))\(keys)\(missing)"
  }

  /// All there is to know, for people.
  package var lines: [String] {
    var lines = [
      "\(name): \(title), by \(encoder)" + (available ? "" : ", which this libavcodec lacks"),
      "  formats: " + formats.joined(separator: ", "),
    ]
    for key in order { lines.append("  \(key): \(keys[key] ?? "")") }
    if !options.isEmpty { lines.append("  options:") }
    for option in options {
      let summary = option.summary.isEmpty ? "" : "; \(option.summary)"
      lines.append("    \(option.name): \(option.values)\(summary)")
    }
    return lines
  }
}
