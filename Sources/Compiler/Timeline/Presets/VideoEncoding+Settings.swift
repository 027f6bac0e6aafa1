// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
package import Diagnostics
package import ProjectModel
package import RenderProtocol

/// A setting of an output that its canvas, its preset or its codec cannot hold.
package struct EncodingConflict: Error {
  /// The description of the conflict.
  package var message: String
  /// The place in the project.
  package var span: Span
  /// The suggested remedy.
  package var hint: String?
  /// The code of the message.
  package var code = "codec-settings"
}

extension VideoSettings {
  /// The encoding of pictures of `output` as the project says, composed in `color`.
  ///
  /// - Parameters:
  ///   - rate: The film's.
  ///   - isClear: True if the film has alpha.
  package func encoding(
    of output: Output, size: PixelSize, color: CanvasColor, rate: FrameRate, isClear: Bool
  ) throws(EncodingConflict) -> VideoEncoding? {
    guard let codec = output.codec else { return nil }
    guard output.profile == nil else {
      let fitted = try fitted(
        to: output, codec, size: size, color: color, rate: rate, isClear: isClear)
      return try fitted.encoding(of: codec, output, size, color, rate, isClear: isClear)
    }
    return try encoding(of: codec, output, size, color, rate, isClear: isClear)
  }

  private func encoding(
    of codec: FilmCodec, _ output: Output, _ size: PixelSize, _ color: CanvasColor,
    _ rate: FrameRate, isClear: Bool
  ) throws(EncodingConflict) -> VideoEncoding? {
    let traits = codec.traits
    guard size.width >= traits.smallest.width, size.height >= traits.smallest.height else {
      let (width, height) = traits.smallest
      throw EncodingConflict(
        message: "pictures of \(size.width)x\(size.height) are too small for \(traits.title)",
        span: codecSpan, hint: "it codes \(width)x\(height) and more")
    }
    if isClear { return try clear(codec, output) }
    let isLossless = output.preset.isLossless
    if isLossless { try checkLossless(traits) }
    let format = try pixelFormat(
      traits, codec, output.preset, color, isLossless: isLossless)
    var encoding = VideoEncoding(encoder: traits.encoder, pixelFormat: format, options: [])
    // JPEG has levels from 0 to 255, of which libavutil makes formats of their own.
    if codec == .mjpeg { encoding.pixelFormat.replace("yuv4", with: "yuvj4") }
    encoding.options = usual(codec, output.preset, format, color, size)
    if let keyframes {
      encoding.set("g", "\(max(1, (keyframes.value * rate.perSecond).floor))")
    }
    addOptions(to: &encoding, traits)
    return encoding
  }

  private var codecSpan: Span { codec?.span ?? span }

  /// Films with alpha have the usual encoding of the only codec of their format that holds it, and its speed or profile.
  private func clear(
    _ codec: FilmCodec, _ output: Output
  ) throws(EncodingConflict) -> VideoEncoding? {
    guard let clear = output.format.pictures?.clear else { return nil }
    guard codec == clear || self.codec == nil else {
      throw EncodingConflict(
        message: "the film's background is not opaque, and \(codec.rawValue) has no alpha here",
        span: codecSpan, hint: "write codec: \(clear.rawValue), or an opaque background")
    }
    if let pixelFormat {
      throw EncodingConflict(
        message: "the pixel format of a film with alpha is that of its codec",
        span: pixelFormat.span, hint: "leave 'pixel-format' out")
    }
    if let profile, profile.value.name != "4444" {
      throw EncodingConflict(
        message: "profile '\(profile.value.name)' has no alpha", span: profile.span,
        hint: "write profile: 4444")
    }
    var encoding = clear.encoding(output.preset).clear
    if clear == .vp9 {
      if let rate {
        guard case .quality(let crf) = rate.value else {
          throw EncodingConflict(
            message: "a film with alpha has no bit rate: its alpha is coded beside its colours",
            span: rate.span, hint: "write crf: 24")
        }
        encoding.set("crf", crf.shortest)
      }
      if let speed { encoding.set("cpu-used", speed) }
    }
    addOptions(to: &encoding, clear.traits)
    return encoding
  }

  private func checkLossless(_ traits: CodecTraits) throws(EncodingConflict) {
    guard traits.hasLossless else {
      throw EncodingConflict(
        message: "\(traits.title) has no mode for the preset 'lossless'", span: codecSpan,
        hint: "write codec: h264, hevc or vp9, or another preset")
    }
    if let rate {
      throw EncodingConflict(
        message: "a film without loss has neither a quality nor a bit rate", span: rate.span,
        hint: "leave it out, or write preset: highest")
    }
    if let profile {
      throw EncodingConflict(
        message: "a film without loss has a profile of its own", span: profile.span,
        hint: "leave 'profile' out, or write preset: highest")
    }
  }

  /// libavutil's name of the format of pixels.
  private func pixelFormat(
    _ traits: CodecTraits, _ codec: FilmCodec, _ preset: Output.Preset, _ color: CanvasColor,
    isLossless: Bool
  ) throws(EncodingConflict) -> String {
    let profile = self.profile?.value ?? codec.usualProfile(preset, pixelFormat?.value, color)
    if let wanted = pixelFormat {
      if let profile, !profile.pixelFormats.contains(wanted.value) {
        throw EncodingConflict(
          message: "profile '\(profile.name)' has no pixel format '\(wanted.value.rawValue)'",
          span: wanted.span, hint: "it has " + profile.pixelFormats.map(\.rawValue).listed)
      }
      try check(wanted.value, color, at: wanted.span, traits)
      return wanted.value.libraryName
    }
    let held = profile?.pixelFormats ?? traits.pixelFormats
    if isLossless, let own = PixelName(named: color.pixelFormat), held.contains(own) {
      return own.libraryName
    }
    let deep = held.filter { $0.depth >= color.depth }
    // That of a profile that is asked for; else the usual chroma format with the canvas's depth. More bits do no harm.
    let own = self.profile == nil ? nil : deep.first
    let format =
      own ?? deep.first { $0.depth == color.depth && !$0.hasFineChroma }
      ?? deep.first { $0.depth == color.depth } ?? deep.first ?? held[0]
    try check(format, color, at: self.profile?.span ?? codecSpan, traits)
    return format.libraryName
  }

  private func check(
    _ format: PixelName, _ color: CanvasColor, at span: Span, _ traits: CodecTraits
  ) throws(EncodingConflict) {
    guard format.depth < color.depth else { return }
    let deep = traits.pixelFormats.filter { $0.depth >= color.depth }.map(\.rawValue)
    let canvas = color.tags.isHDR ? "a canvas in HDR" : "a canvas of \(color.depth) bits"
    throw EncodingConflict(
      message: "\(canvas) does not fit into the 8 bits of '\(format.rawValue)'", span: span,
      hint: deep.isEmpty
        ? "\(traits.title) has 8 bits alone: write another codec, or a canvas of 8 bits"
        : "\(traits.title) has \(deep.listed)")
  }

  /// The options of the preset, changed by the settings.
  private func usual(
    _ codec: FilmCodec, _ preset: Output.Preset, _ format: String, _ color: CanvasColor,
    _ size: PixelSize
  ) -> [EncoderOption] {
    var encoding = codec.encoding(preset)
    encoding.pixelFormat = format
    if codec == .h264, [.medium, .highest].contains(preset), size.width * size.height > 1920 * 1088
    {
      encoding.add("rc-lookahead=30", to: "x264-params")
    }
    switch codec {
    case .h264, .hevc:
      if let speed { encoding.set("preset", speed) }
      if let profile {
        encoding.set("profile", profile.value.word)
      }
      if let level {
        if codec == .h264 {
          encoding.set("level", level.value)
        } else {
          encoding.add("level-idc=\(level.value)", to: "x265-params")
        }
      }
      if grain != nil { encoding.set("tune", "grain") }
    case .av1:
      if let speed { encoding.set("preset", speed) }
      if let grain { encoding.add("film-grain=\(grain)", to: "svtav1-params") }
    case .vp9:
      if let speed { encoding.set("cpu-used", speed) }
    case .prores, .dnxhd:
      let name = PixelName(named: format)
      if let profile = profile?.value ?? codec.usualProfile(preset, name, color) {
        encoding.set("profile", profile.word)
      }
    case .mjpeg: break
    }
    switch rate?.value {
    case .quality(let crf): encoding.set("crf", crf.shortest)
    case .bits(let bits):
      encoding.options.removeAll { $0.name == "crf" }
      encoding.set("b", "\(bits)")
    case nil: break
    }
    return encoding.options
  }

  private func addOptions(to encoding: inout VideoEncoding, _ traits: CodecTraits) {
    for option in options {
      // What the preset says among the encoder's own settings would count in place of it.
      if let own = traits.rules.own { encoding.remove(option.name, from: own) }
      encoding.set(option.name, option.value)
    }
    if let own = traits.rules.own {
      for setting in settings { encoding.add("\(setting.name)=\(setting.value)", to: own) }
    }
  }
}

extension FilmCodec {
  /// The profile of a codec that always has one, for `preset`.
  fileprivate func usualProfile(
    _ preset: Output.Preset, _ format: PixelName?, _ color: CanvasColor
  ) -> CodecProfile? {
    func profile(_ name: String) -> CodecProfile? { traits.profiles.first { $0.name == name } }
    switch self {
    case .prores:
      if format == .yuv444p10 { return profile("4444") }
      return switch preset {
      case .highest, .passthrough, .lossless: profile("hq")
      case .medium: profile("standard")
      case .low: profile("lt")
      }
    case .dnxhd:
      if format == .yuv444p10 { return profile("444") }
      if format == .yuv422p10 || format == nil && color.isDeep { return profile("hqx") }
      return switch preset {
      case .highest, .passthrough, .lossless: profile("hq")
      case .medium: profile("sq")
      case .low: profile("lb")
      }
    case .h264, .hevc, .av1, .vp9, .mjpeg: return nil
    }
  }
}

extension VideoEncoding {
  /// Sets an option that may be there.
  fileprivate mutating func set(_ name: String, _ value: String) {
    if let index = options.firstIndex(where: { $0.name == name }) {
      options[index].value = value
    } else {
      options.append(EncoderOption(name, value))
    }
  }

  /// Removes the setting called `setting` from an option that holds several.
  fileprivate mutating func remove(_ setting: String, from name: String) {
    guard let index = options.firstIndex(where: { $0.name == name }) else { return }
    options[index].value = options[index].value.split(separator: ":")
      .filter { $0.prefix { $0 != "=" } != setting }.joined(separator: ":")
  }

  /// Adds a setting to an option that holds several.
  fileprivate mutating func add(_ setting: String, to name: String) {
    if let index = options.firstIndex(where: { $0.name == name }) {
      options[index].value += ":" + setting
    } else {
      options.append(EncoderOption(name, setting))
    }
  }
}

extension [String] {
  /// `a, b and c`.
  fileprivate var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
