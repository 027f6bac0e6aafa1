// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol

// What the players of a profile want of pictures, once their size and rate are known.

extension VideoSettings {
  /// The same with what the players of `output` want and nothing says.
  func fitted(
    to output: Output, _ codec: FilmCodec, size: PixelSize, color: CanvasColor, rate: FrameRate,
    isClear: Bool
  ) throws(EncodingConflict) -> VideoSettings {
    guard let profile = output.profile else { return self }
    let rules = profile.value.rules
    func conflict(_ what: String, _ span: Span, _ hint: String) -> EncodingConflict {
      EncodingConflict(
        message: "profile '\(profile.value.rawValue)' (\(rules.players)) does not take \(what)",
        span: span, hint: hint, code: "profile")
    }
    if isClear {
      throw conflict("a film with alpha", profile.span, "give the film an opaque background")
    }
    if let rates = rules.rates, !rates.contains(rate.perSecond) {
      throw conflict(
        "a film of \(rate) frames a second", profile.span,
        "it takes \(rates.lowerBound) to \(rates.upperBound): write canvas: {rate: \(rate.perSecond > rates.upperBound ? 30 : 25)} in the output"
      )
    }
    if color.tags.isHDR, !rules.takesHDR {
      throw conflict(
        "a canvas in HDR", profile.span,
        "write canvas: {color: bt709} in the output, which tone-maps it")
    }
    if color.isDeep, !rules.pixelFormats.isEmpty,
      !rules.pixelFormats.contains(where: { $0.depth > 8 })
    {
      throw conflict("a canvas of 10 bits", profile.span, "write canvas: {depth: 8} in the output")
    }
    if color.isDeep, codec == .h264, rules.pixelFormats.contains(.yuv420p10) {
      throw conflict(
        "H.264 of 10 bits", self.codec?.span ?? profile.span,
        "write video: hevc, or canvas: {depth: 8, color: bt709} in the output")
    }
    var settings = self
    if settings.keyframes == nil, let keyframes = rules.keyframes {
      settings.keyframes = Located(keyframes.chosen, at: profile.span)
    }
    if settings.pixelFormat == nil, self.profile == nil, !rules.pixelFormats.isEmpty {
      let wanted = rules.pixelFormats.first { $0.depth == color.depth } ?? rules.pixelFormats[0]
      settings.pixelFormat = Located(wanted, at: profile.span)
    }
    guard codec == .h264, !rules.isLossless else { return settings }
    let traits = codec.traits
    if settings.profile == nil, let name = rules.h264Profiles.first {
      settings.profile = traits.profiles.first { $0.name == name }.map {
        Located($0, at: profile.span)
      }
    }
    try settings.choose(levelFor: output, rules, size: size, rate: rate.perSecond, conflict)
    return settings
  }

  /// Sets the level of H.264, and the most bits that it and the players allow.
  private mutating func choose(
    levelFor output: Output, _ rules: ProfileRules, size: PixelSize, rate: Time,
    _ conflict: (String, Span, String) -> EncodingConflict
  ) throws(EncodingConflict) {
    guard let usual = H264Level.usual(for: size, rate: rate) else { return }
    let profile = output.profile?.span ?? span
    if let most = rules.mostLevel, usual.number > most.number {
      throw conflict(
        "\(size) at \(rate) frames a second", output.size?.span ?? profile,
        "it takes level \(most.name) of H.264, and this needs \(usual.name): write a smaller size, or canvas: {rate: 30} in the output"
      )
    }
    if let own = level, let asked = H264Level(own.value), !asked.holds(size, rate: rate) {
      throw conflict(
        "level \(own.value) with \(size) at \(rate) frames a second", own.span,
        "write level: \(usual.name), or leave it out")
    }
    let chosen = level.flatMap { H264Level($0.value) } ?? usual
    level = level ?? Located(chosen.name, at: profile)
    let isHigh = self.profile?.value.name == "high"
    let bits = min(isHigh ? chosen.highBits : chosen.bits, rules.mostBits ?? .max)
    // What a user writes counts.
    let isSaid = (options.map(\.name) + settings.map(\.name)).contains {
      ["maxrate", "bufsize", "vbv-maxrate", "vbv-bufsize"].contains($0)
    }
    guard !isSaid else { return }
    options =
      [
        Option(name: "maxrate", value: "\(bits)"), Option(name: "bufsize", value: "\(bits)"),
      ] + options
  }
}

extension AudioEncoding {
  /// Sets the bit rate that the players of `output` want, for stereo.
  mutating func setBits(for output: Output) {
    guard let bits = output.profile?.value.rules.soundBits?.chosen,
      encoder == "aac" || encoder == "libopus"
    else { return }
    setBits("\(bits)")
  }

  /// Sets the bit rate and leaves the other options as they are.
  mutating func setBits(_ bits: String) {
    options.removeAll { $0.name == "b" }
    options.insert(EncoderOption("b", bits), at: 0)
  }

  /// Lowers the bit rate to what the players of `output` take at most.
  mutating func limitBits(for output: Output) {
    guard let most = output.profile?.value.rules.soundBits?.most else { return }
    for index in options.indices where options[index].name == "b" {
      options[index].value = "\(min(most, Int(options[index].value) ?? most))"
    }
  }
}
