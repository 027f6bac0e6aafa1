// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
import RenderProtocol
package import YAML

/// The encoding settings of outputs.
extension ProjectParser {
  /// `video: hevc`, or `video: {codec: hevc, crf: 22}`; nil where it cannot be read, or for another kind of file.
  package mutating func video(_ node: YAMLNode, in format: OutputFormat?) -> VideoSettings? {
    if encoders == nil { needsEncoders = true }
    var settings = VideoSettings(at: node.kind == .mapping ? firstPlace(in: node) : node.span)
    guard node.kind == .mapping else {
      settings.codec = filmCodec(node, in: format)
      if let codec = settings.codec { findEncoder(codec.value.traits.encoder, codec) }
      return settings.codec == nil ? nil : settings
    }
    let fields = fields(of: node, KeyTable.video.shape)
    if let field = fields.first(where: { $0.name == "codec" }) {
      settings.codec = filmCodec(field.value, in: format)
      guard settings.codec != nil else { return nil }
    }
    guard let codec = settings.codec?.value ?? format?.pictures?.codec else { return nil }
    let traits = codec.traits
    findEncoder(traits.encoder, settings.codec ?? Located(codec, at: settings.span))
    var draft = KeyTable.VideoDraft(settings: settings, traits: traits)
    let taken = takes(fields, codec.rawValue, traits.keys)
    KeyTable.video.read(taken, &self, into: &draft)
    return draft.settings
  }

  /// `audio: opus`, or `audio: {codec: opus, bitrate: 128k}`; nil where it cannot be read, or for another kind of file.
  package mutating func audio(
    _ node: YAMLNode, in format: OutputFormat?, isLossless: Bool
  ) -> AudioSettings? {
    if encoders == nil { needsEncoders = true }
    var settings = AudioSettings(at: node.kind == .mapping ? firstPlace(in: node) : node.span)
    guard node.kind == .mapping else {
      settings.codec = soundCodec(node, in: format)
      return settings.codec == nil ? nil : settings
    }
    let fields = fields(of: node, KeyTable.audio.shape)
    if let field = fields.first(where: { $0.name == "codec" }) {
      settings.codec = soundCodec(field.value, in: format)
      guard settings.codec != nil else { return nil }
    }
    guard let sound = format?.sound else { return nil }
    let usual = isLossless ? sound.lossless ?? sound.codec : sound.codec
    let form = settings.codec.flatMap { sound.form(of: $0.value, isLossless: isLossless) } ?? usual
    let codec = form.codec
    findEncoder(form.encoder, Located(codec, at: settings.codec?.span ?? settings.span))
    var draft = KeyTable.AudioDraft(settings: settings, form: form)
    let taken = takes(fields, codec.rawValue, codec.keys)
    KeyTable.audio.read(taken, &self, into: &draft)
    return draft.settings
  }

  // MARK: Codecs

  private mutating func filmCodec(
    _ node: YAMLNode, in format: OutputFormat?
  ) -> Located<FilmCodec>? {
    guard
      let name = word(
        node, of: FilmCodec.allCases.map(\.rawValue), "a codec of pictures",
        synonyms: KeySynonym.codecs), let codec = FilmCodec(rawValue: name)
    else { return nil }
    if let format, let pictures = format.pictures, !pictures.codecs.contains(codec) {
      report(
        .notHeld(
          name, format, holds: pictures.codecs.map(\.rawValue),
          others: OutputFormat.list("or") { $0.pictures?.codecs.contains(codec) ?? false },
          at: node.span))
      return nil
    }
    return Located(codec, at: node.span)
  }

  private mutating func soundCodec(
    _ node: YAMLNode, in format: OutputFormat?
  ) -> Located<AudioCodec>? {
    guard
      let name = word(
        node, of: AudioCodec.allCases.map(\.rawValue), "a codec of sound",
        synonyms: KeySynonym.codecs), let codec = AudioCodec(rawValue: name)
    else { return nil }
    if let format, let sound = format.sound, !sound.codecs.contains(codec) {
      report(
        .notHeld(
          name, format, holds: sound.codecs.map(\.rawValue),
          others: OutputFormat.list("or") { $0.sound?.codecs.contains(codec) ?? false },
          at: node.span))
      return nil
    }
    return Located(codec, at: node.span)
  }

  /// Reports an encoder that this machine's library lacks.
  private mutating func findEncoder<Codec: RawRepresentable<String>>(
    _ name: String, _ codec: Located<Codec>
  ) {
    guard let encoders, encoders.encoder(name) == nil else { return }
    let films = FilmCodec.allCases.filter { encoders.encoder($0.traits.encoder) != nil }
      .map(\.rawValue)
    let sounds = AudioForm.allCases.filter { encoders.encoder($0.encoder) != nil }
      .map(\.codec.rawValue)
    let there = Codec.self == FilmCodec.self ? films : sounds
    var names: [String] = []
    for name in there where !names.contains(name) { names.append(name) }
    report(
      .noEncoder, "this libavcodec has no encoder '\(name)' for \(codec.value.rawValue)",
      at: codec.span, hint: "it has those for " + names.joined(separator: ", "))
  }

  /// Those of `fields` that `codec` has, which are among `keys`; the others are reported.
  private mutating func takes(_ fields: [Field], _ codec: String, _ keys: [String]) -> [Field] {
    fields.filter { field in
      if keys.contains(field.name) { return true }
      if field.name != "codec" {
        report(
          .exclusiveKeys, "\(codec) has no '\(field.name)'", at: field.key.span,
          hint: "it has " + keys.dropFirst().joined(separator: ", "))
      }
      return false
    }
  }

  // MARK: Values

  mutating func quality(_ node: YAMLNode, _ traits: CodecTraits) -> Double? {
    guard let bounds = traits.crf else { return nil }
    // x264 and x265 take fractions.
    if traits.speeds.contains("medium") {
      guard let text = node.text, let value = Double(text), value.isFinite else {
        return integer(node, "a quality", in: bounds).map { Double($0.value) }
      }
      guard value >= Double(bounds.lowerBound), value <= Double(bounds.upperBound) else {
        return refused(
          .outOfRange,
          "a quality of \(traits.title) must be between \(bounds.lowerBound) and \(bounds.upperBound)",
          at: node.span, hint: "18 is nearly without loss, 28 small")
      }
      return value
    }
    return integer(node, "a quality of \(traits.title)", in: bounds).map { Double($0.value) }
  }

  mutating func grain(_ node: YAMLNode, _ traits: CodecTraits) -> Int? {
    guard case .drawn(let range) = traits.grain else {
      return flag(node).flatMap { $0 ? 1 : nil }
    }
    if FlagWord.value(of: node.text) == false { return nil }
    return integer(node, "a strength of grain", in: range)?.value
  }

  mutating func pixelFormat(
    _ node: YAMLNode, _ traits: CodecTraits
  ) -> Located<PixelName>? {
    if let text = node.text, let name = PixelName(named: text), traits.pixelFormats.contains(name) {
      return Located(name, at: node.span)
    }
    return word(
      node, of: traits.pixelFormats.map(\.rawValue), "a pixel format of \(traits.title)"
    ).flatMap { PixelName(named: $0) }.map { Located($0, at: node.span) }
  }

  /// Bits per second: `6M`, `2500k`, `2500 kbit/s` or a number.
  mutating func bits(
    _ node: YAMLNode, in bounds: ClosedRange<Int>, steps: [Int] = [], example: String
  ) -> Int? {
    let units: [String: Int64] = [
      "": 1, "k": 1000, "kbit/s": 1000, "kbps": 1000, "kb/s": 1000, "m": 1_000_000,
      "mbit/s": 1_000_000, "mbps": 1_000_000, "mb/s": 1_000_000, "bit/s": 1,
    ]
    guard
      let (quantity, unit) = quantity(
        node, in: units, "a bit rate", example: example, hint: "write \(example)")
    else { return nil }
    let bits = Int((quantity.value * Time(unit)).rounded)
    func shown(_ bits: Int) -> String {
      bits >= 1_000_000 && bits % 1_000_000 == 0 ? "\(bits / 1_000_000)M" : "\(bits / 1000)k"
    }
    guard bounds.contains(bits) else {
      return refused(
        .outOfRange,
        "a bit rate must be between \(shown(bounds.lowerBound)) and \(shown(bounds.upperBound))",
        at: node.span,
        hint: quantity.unit.isEmpty && bits < bounds.lowerBound && bounds.contains(bits * 1000)
          ? "write \(shown(bits * 1000)): without a unit it is bits per second"
          : "write \(example): k is a thousand bits per second, M a million")
    }
    guard steps.isEmpty || steps.contains(bits) else {
      return refused(
        .badValue, "there is no bit rate of \(shown(bits)) here", at: node.span,
        hint: "one of " + steps.map(shown).joined(separator: ", "))
    }
    return bits
  }
}

extension DiagnosticCode {
  /// An encoder that this machine's libavcodec lacks.
  static let noEncoder = error("no-encoder")
  /// A codec that a container does not hold.
  fileprivate static let notHeld = error("codec-format")
}

extension Diagnostic {
  fileprivate static func notHeld(
    _ codec: String, _ format: OutputFormat, holds: [String], others: String, at span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .notHeld, message: "a .\(format.name) file holds no \(codec)", span: span,
      hint: "it holds \(holds.joined(separator: ", ")); \(codec) goes into \(others)")
  }
}
