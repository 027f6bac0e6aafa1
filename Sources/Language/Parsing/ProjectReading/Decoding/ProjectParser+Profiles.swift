// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

// Outputs that are made for players. What these want of pictures is set where the size and the rate are known
// (`Timeline/Presets`); here is what an output writes itself.

extension ProjectParser {
  mutating func profile(_ node: YAMLNode) -> Located<PlayerProfile>? {
    word(
      node, of: PlayerProfile.allCases.map(\.rawValue), "a profile of players",
      synonyms: KeySynonym.profiles
    ).flatMap { PlayerProfile(rawValue: $0) }.map { Located($0, at: node.span) }
  }

  /// Sets in `output` what the players of `profile` want and `fields` do not say, and reports what they do not accept.
  mutating func fit(
    _ output: inout Output, to profile: Located<PlayerProfile>, _ fields: [Field]
  ) {
    let rules = profile.value.rules
    func field(_ name: String) -> Field? { fields.first { $0.name == name } }
    if output.copying == .whenPossible {
      let copy = field("copy") ?? field("preset")
      report(
        .exclusiveKeys(
          copy?.name ?? "copy", "profile", at: profile.span,
          firstSpan: copy?.key.span ?? output.span,
          hint:
            "copied packets are coded as their sources are, whoever plays them: keep one of the keys"
        ))
      return
    }
    guard let form = rules.form(in: output.format.name) else {
      refuse(
        "a .\(output.format.name) file", rules, rules.containers.map { "." + $0 },
        at: output.file.span)
      return
    }
    fitPreset(of: &output, rules, field("preset"))
    fitPictures(of: &output, rules, form, at: profile.span)
    if let size = output.size, let largest = rules.largest, !size.value.fits(in: largest) {
      refuse(
        "a size of \(size.value)", rules,
        ["at most \(largest.width)x\(largest.height), or upright"],
        at: size.span)
    }
    if let index = field("faststart"), !output.fastStart, rules.indexFirst {
      refuse("an index at the end", rules, ["faststart: true"], at: index.value.span)
    }
    if !output.isSilent {
      fitSound(of: &output, rules, form, at: profile.span)
      fitLevel(of: &output, rules, fields)
    }
  }

  private mutating func fitPreset(
    of output: inout Output, _ rules: ProfileRules, _ preset: Field?
  ) {
    guard let preset else {
      if rules.isLossless { output.preset = .lossless }
      return
    }
    guard (output.preset == .lossless) != rules.isLossless else { return }
    refuse(
      "preset '\(output.preset.rawValue)'", rules,
      rules.isLossless ? ["preset: lossless"] : ["preset: highest, medium or low"],
      at: preset.value.span)
  }

  private mutating func fitPictures(
    of output: inout Output, _ rules: ProfileRules, _ form: ProfileRules.Form, at span: Span
  ) {
    var video = output.video ?? VideoSettings(at: span)
    defer { output.video = video }
    if video.codec == nil {
      let held = form.pictures.compactMap { FilmCodec(rawValue: $0) }
      if let usual = output.format.pictures?.codec, !held.contains(usual), let first = held.first {
        video.codec = Located(first, at: span)
      }
    }
    let codec = output.video?.codec?.value ?? output.format.pictures?.codec
    if let codec = video.codec, !form.pictures.contains(codec.value.rawValue) {
      refuse(
        codec.value.traits.title, rules,
        form.pictures.filter { FilmCodec(rawValue: $0) != nil }.map { "codec: \($0)" },
        at: codec.span)
      return
    }
    if codec == .h264, let profile = video.profile, !rules.h264Profiles.isEmpty,
      !rules.h264Profiles.contains(profile.value.name)
    {
      refuse("profile '\(profile.value.name)'", rules, rules.h264Profiles, at: profile.span)
    }
    if let format = video.pixelFormat, !rules.pixelFormats.isEmpty,
      !rules.pixelFormats.contains(format.value)
    {
      refuse(
        "'\(format.value.rawValue)'", rules, rules.pixelFormats.map(\.rawValue), at: format.span)
    }
    if codec == .h264, let level = video.level, let most = rules.mostLevel,
      let own = H264Level(level.value), own.number > most.number
    {
      refuse("level \(level.value)", rules, ["at most \(most.name)"], at: level.span)
    }
    if let keyframes = video.keyframes, let most = rules.keyframes?.most, keyframes.value > most {
      refuse(
        "key frames \(keyframes.value) s apart", rules, ["at most \(most) s"],
        at: keyframes.span)
    }
    if let rate = video.rate, case .bits(let bits) = rate.value, let most = rules.mostBits,
      bits > most
    {
      refuse(
        "\(bits / 1000) kbit/s", rules, ["bitrate: \(most / 1_000_000)M and less"], at: rate.span)
    }
  }

  private mutating func fitSound(
    of output: inout Output, _ rules: ProfileRules, _ form: ProfileRules.Form,
    at span: Span
  ) {
    let held = form.sounds.compactMap { AudioCodec(rawValue: $0) }
    if let codec = output.audio?.codec, !held.contains(codec.value) {
      refuse(codec.value.title, rules, held.map(\.rawValue), at: codec.span)
    } else if output.audio?.codec == nil, let form = output.soundForm, !held.contains(form.codec),
      let first = held.first
    {
      output.audio = output.audio ?? AudioSettings(at: span)
      output.audio?.codec = Located(first, at: span)
    }
    if let bits = output.audio?.bitrate, let most = rules.soundBits?.most, bits.value > most {
      refuse(
        "sound of \(bits.value / 1000) kbit/s", rules, ["at most \(most / 1000)k"],
        at: bits.span)
    }
  }

  private mutating func fitLevel(
    of output: inout Output, _ rules: ProfileRules, _ fields: [Field]
  ) {
    guard rules.loudness != nil || rules.peak != nil else { return }
    var level = output.level ?? OutputLevel()
    func value(_ name: String) -> YAMLNode? { fields.first { $0.name == name }?.value }
    if let asked = level.loudness, let rule = rules.loudness, rule.isBinding,
      abs(asked - rule.target) > rule.tolerance
    {
      refuse(
        "\(asked.shortest) LUFS", rules,
        ["\(rule.target.shortest) LUFS, \(rule.tolerance.shortest) LU more or less"],
        at: value("loudness")?.span ?? output.span)
    }
    if let asked = level.peak, let most = rules.peak, asked > most {
      refuse(
        "peaks of \(asked.shortest) dBTP", rules, ["at most \(most.shortest) dBTP"],
        at: value("peak")?.span ?? output.span)
    }
    if !level.isLimited, let most = rules.peak {
      refuse(
        "sound without a limit", rules, ["peaks of at most \(most.shortest) dBTP"],
        at: value("limit")?.span ?? output.span)
    }
    level.loudness = level.loudness ?? rules.loudness?.target
    level.peak = level.peak ?? rules.peak
    output.level = level
  }

  /// Reports something that the players of a profile do not accept.
  private mutating func refuse(
    _ what: String, _ rules: ProfileRules, _ accepted: [String], at span: Span
  ) {
    report(
      .error("profile"),
      "profile '\(rules.profile.rawValue)' (\(rules.players)) does not take \(what)", at: span,
      hint: "it takes \(accepted.joined(separator: ", ")); or leave 'profile' out")
  }
}
