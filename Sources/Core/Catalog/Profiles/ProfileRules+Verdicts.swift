// SPDX-License-Identifier: Apache-2.0

import Base

extension ProfileRules {
  /// The verdicts on `film` by the rules that apply to it, in the order of the rules.
  public func verdicts(of film: FilmFeatures) -> [RuleVerdict] {
    FilmRule.allCases.compactMap { rule in
      guard let accepted = words(of: rule), let found = found(rule, film) else { return nil }
      return RuleVerdict(
        rule: rule,
        outcome: found.isKept ? .holds : found.isAdvice ? .advice : .fails,
        found: found.words, accepted: accepted, remedy: found.isKept ? nil : found.remedy)
    }
  }

  /// The value of a film that a rule checks, and the result.
  private struct Found {
    var words: String
    var isKept: Bool
    var remedy = ""
    var isAdvice = false

    init(_ words: String, _ isKept: Bool, _ remedy: String) {
      (self.words, self.isKept, self.remedy) = (words, isKept, remedy)
    }
  }

  /// The value of `film` that `rule` checks; nil where the rule does not apply.
  private func found(_ rule: FilmRule, _ film: FilmFeatures) -> Found? {
    switch rule {
    case .decodes:
      Found(
        film.damage ?? "all of it", film.damage == nil,
        "make or copy the file again; it is damaged or was not finished")
    case .container:
      Found(
        "." + film.container, form(in: film.container) != nil,
        "write a .\(containers[0]): the streams may do as they are")
    case .index:
      film.isIndexFirst.map {
        Found(
          $0 ? "before the pictures" : "behind the pictures", $0,
          "write it again with the index first (`faststart: true`, or -movflags +faststart)")
      }
    case .edits:
      ["mp4", "mov"].contains(film.container)
        ? Found(
          film.edits ?? "none that matter", film.edits == nil,
          "encode it from the first frame that is to be seen, without cutting by edit lists") : nil
    case .sync:
      film.pictures != nil && film.sound != nil
        ? Found(
          film.sync ?? "together", film.sync == nil,
          "pad or cut the sound to the pictures, and begin both at 0") : nil
    case .sounds, .sampleRate, .channels, .soundBits, .loudness, .peak:
      film.sound.flatMap { found(rule, $0, film.container) }
    case .pictures, .tag, .codecProfile, .level, .pixels, .lossless, .size, .shape, .rate, .pace,
      .scan, .color, .keyframes, .bits:
      film.pictures.flatMap { found(rule, $0, film.container) }
    }
  }

  private func found(
    _ rule: FilmRule, _ film: FilmFeatures.Pictures, _ container: String
  ) -> Found? {
    let isH264 = film.codec == "h264"
    switch rule {
    case .pictures:
      let codecs = form(in: container)?.pictures ?? forms.flatMap(\.pictures)
      return Found(
        codecTitle(film.codec), codecs.contains(film.codec),
        "encode the pictures as \(codecTitles(codecs))")
    case .tag:
      guard film.codec == "hevc", let tag = film.tag else { return nil }
      return Found(
        tag, tag == "hvc1", "copy the streams into another file with the tag hvc1 (-tag:v hvc1)")
    case .codecProfile:
      guard isH264 else { return nil }
      return Found(
        film.profile ?? "unknown", film.profile.map(h264Profiles.contains) ?? false,
        "encode with profile \(h264Profiles[0])")
    case .level: return isH264 ? level(film) : nil
    case .pixels:
      let isKept = pixelFormats.map(\.rawValue).contains(film.pixels)
      return Found(
        film.pixels, isKept, "encode with pixel format \(pixelFormats.first?.rawValue ?? "yuv420p")"
      )
    case .lossless:
      return Found(
        film.isLossless.map { $0 ? "nothing is lost" : "coded with loss" } ?? "cannot be known",
        film.isLossless ?? false, "encode the original without loss (`preset: lossless`)")
    case .size:
      guard let largest else { return nil }
      return Found(
        "\(film.size)", film.size.fits(in: largest),
        "scale it to \(film.size.fitted(in: largest))")
    case .shape:
      return Found(
        film.sampleAspect == Time(1) ? "square pixels" : "pixels of \(film.sampleAspect)",
        film.sampleAspect == Time(1), "scale it to square pixels")
    case .rate:
      guard let rates, let rate = film.rate else { return nil }
      // Containers round the times of frames.
      let slack = Time(1, over: 100)
      return Found(
        "\(shown(rate)) frames a second",
        rate >= rates.lowerBound - slack && rate <= rates.upperBound + slack,
        "make it with \(rate > rates.upperBound ? 30 : 25) frames a second")
    case .pace:
      return Found(
        film.unevenness ?? "all frames equally long", film.unevenness == nil,
        "encode it at a constant frame rate")
    case .scan:
      return Found(
        film.isInterlaced ? "fields" : "whole pictures", !film.isInterlaced,
        "deinterlace it before it is encoded")
    case .color:
      return Found(
        film.color.isHDR ? "HDR (\(film.color.transfer))" : "standard range",
        !film.color.isHDR, "tone-map it to BT.709")
    case .keyframes:
      guard let keyframes else { return nil }
      let seconds = film.longestGroup
      return Found(
        "at most \(shown(seconds)) s apart",
        seconds <= keyframes.most + Time(1, over: 20),
        "encode with a key frame every \(keyframes.chosen) s; the longest way begins at \(shown(film.longestGroupStart)) s"
      )
    case .bits:
      guard let mostBits else { return nil }
      return Found(
        "\(tenths(Double(film.bits) / 1_000_000)) Mbit/s", film.bits <= Int64(mostBits),
        "encode with \(mostBits / 1_000_000) Mbit/s or less")
    default: return nil
    }
  }

  /// The check of an H.264 film's level: it has to be one that players accept, and that holds the
  /// film.
  private func level(_ film: FilmFeatures.Pictures) -> Found? {
    guard let number = film.level, let level = H264Level(number: number) else {
      return Found("unknown", false, "encode it again with a level")
    }
    let rate = film.rate ?? Time(25)
    let usual = H264Level.usual(for: film.size, rate: rate)?.name ?? "a higher one"
    if let mostLevel, level.number > mostLevel.number {
      return Found(
        level.name, false,
        H264Level.usual(for: film.size, rate: rate).map { $0.number <= mostLevel.number } ?? false
          ? "encode with level \(usual), which is enough for its size and rate"
          : "make it smaller or slower; level \(mostLevel.name) does not hold it")
    }
    if !level.holds(film.size, rate: rate) {
      return Found(
        "\(level.name), too low for \(film.size) at \(shown(rate))", false,
        "encode with level \(usual)")
    }
    // Encoders that are asked for a quality choose levels by size alone; below 3, whose decoders are no more, that is no harm.
    guard level.number >= 30 else { return Found(level.name, true, "") }
    let most = film.profile == "high" ? level.highBits : level.bits
    return Found(
      level.name + (film.bits > most ? ", too low for \(film.bits / 1000) kbit/s" : ""),
      film.bits <= most, "encode with \(most / 1000) kbit/s or less, or with a higher level")
  }

  private func found(_ rule: FilmRule, _ film: FilmFeatures.Sound, _ container: String) -> Found? {
    switch rule {
    case .sounds:
      let codecs = form(in: container)?.sounds ?? forms.flatMap(\.sounds)
      let own = film.codec.hasPrefix("pcm_") ? "pcm" : film.codec
      return Found(
        codecTitle(own), codecs.contains(own), "encode the sound as \(codecTitles(codecs))")
    case .sampleRate:
      return Found(
        "\(film.sampleRate) Hz", sampleRates.contains(film.sampleRate),
        "encode the sound at \(sampleRates.first ?? 48_000) Hz")
    case .channels:
      return Found(
        "\(film.channels)", film.channels <= mostChannels ?? .max,
        "mix it down to \(mostChannels ?? 2) channels")
    case .soundBits:
      guard let soundBits else { return nil }
      return Found(
        "\(film.bits / 1000) kbit/s", film.bits <= Int64(soundBits.most) + 8000,
        "encode the sound with \(soundBits.chosen / 1000) kbit/s")
    case .loudness:
      guard let loudness else { return nil }
      var found = Found(
        film.loudness.map { "\(tenths($0)) LUFS" } ?? "too quiet to be measured",
        film.loudness.map { abs($0 - loudness.target) <= loudness.tolerance + 0.05 } ?? false,
        "bring it to \(loudness.target.shortest) LUFS (`loudness: \(loudness.target.shortest) LUFS`)"
      )
      found.isAdvice = !loudness.isBinding
      return found
    case .peak:
      guard let peak else { return nil }
      // Coding with loss moves peaks by some tenths of a decibel.
      return Found(
        film.peak.map { "\(tenths($0)) dBTP" } ?? "silent", (film.peak ?? -100) <= peak + 0.5,
        "limit its peaks (`peak: \(peak.shortest) dBTP`)")
    default: return nil
    }
  }

  private func shown(_ time: Time) -> String {
    let thousandths = (time * Time(1000)).rounded
    return Time(thousandths, over: 1000).description
  }

  private func tenths(_ value: Double) -> String { ((value * 10).rounded() / 10).shortest }
}
