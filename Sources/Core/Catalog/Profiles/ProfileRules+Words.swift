// SPDX-License-Identifier: Apache-2.0

import Base

extension ProfileRules {
  /// All of its rules, each with its name and what is accepted, as messages and the reference have them.
  package var words: [(rule: FilmRule, text: String)] {
    FilmRule.allCases.compactMap { rule in words(of: rule).map { (rule, $0) } }
  }

  /// The values that `rule` accepts, in words; nil where the profile has no such rule.
  package func words(of rule: FilmRule) -> String? {
    switch rule {
    case .container: containers.map { "." + $0 }.listed("or")
    case .pictures: pictureWords
    case .sounds: soundWords
    case .pixels:
      pixelFormats.isEmpty ? nil : pixelFormats.map(\.words).listed("or")
    case .codecProfile:
      h264Profiles.isEmpty ? nil : "H.264 " + h264Profiles.listed("or")
    case .level: mostLevel.map { "H.264 \($0.name) or less, enough for size and rate" }
    case .size: largest.map { "\($0.width)x\($0.height) or less, or upright" }
    case .rate: rates.map { "\($0.lowerBound) to \($0.upperBound) frames a second" }
    case .pace: "all frames equally long"
    case .scan: "whole pictures, not fields"
    case .shape: pixelFormats.isEmpty ? nil : "square pixels"
    case .color: takesHDR ? nil : "standard range, BT.709"
    case .keyframes: keyframes.map { "one in \($0.most) s or less" }
    case .bits: mostBits.map { "\($0 / 1_000_000) Mbit/s or less" }
    case .index: indexFirst ? "before the pictures" : nil
    case .edits: "none but those that skip what encoders put first"
    case .tag: forms.contains { $0.pictures.contains("hevc") } ? "hvc1" : nil
    case .sampleRate:
      sampleRates.isEmpty ? nil : sampleRates.map { "\($0) Hz" }.listed("or")
    case .channels: mostChannels.map { "\($0) or less" }
    case .soundBits: soundBits.map { "\($0.most / 1000) kbit/s or less" }
    case .loudness:
      loudness.map {
        "\($0.target.shortest) LUFS, \($0.tolerance.shortest) LU more or less"
          + ($0.isBinding ? "" : " (recommended)")
      }
    case .peak: peak.map { "\($0.shortest) dBTP or less" }
    case .lossless: isLossless ? "nothing is lost" : nil
    case .sync: "sound and pictures begin and end together"
    case .decodes: "to its end, without damage"
    }
  }

  private var pictureWords: String {
    var groups: [(String, [String])] = []
    for form in forms {
      let codecs = codecTitles(form.pictures)
      if let index = groups.firstIndex(where: { $0.0 == codecs }) {
        groups[index].1.append("." + form.container)
      } else {
        groups.append((codecs, ["." + form.container]))
      }
    }
    return groups.count == 1
      ? groups[0].0 : groups.map { "\($0.0) in \($0.1.listed("and"))" }.joined(separator: "; ")
  }

  private var soundWords: String {
    var all: [String] = []
    for codec in forms.flatMap(\.sounds) where !all.contains(codec) { all.append(codec) }
    return codecTitles(all)
  }
}

/// Something that is looked at in a film for players, in the order in which it is reported.
public enum FilmRule: String, Hashable, Sendable, CaseIterable {
  case decodes, container, index, edits, pictures, tag
  case codecProfile = "codec profile"
  case level, pixels, lossless, size, shape, rate, pace, scan, color
  case keyframes = "key frames"
  case bits = "bit rate"
  case sounds = "sound"
  case sampleRate = "sample rate"
  case channels
  case soundBits = "bit rate of sound"
  case loudness
  case peak = "true peak"
  case sync
}

extension [String] {
  /// `a, b or c`.
  package func listed(_ last: String) -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(last) " + self[count - 1]
  }
}

extension PixelName {
  /// The format in words: `4:2:0 in 8 bits`.
  fileprivate var words: String {
    let chroma =
      rawValue.hasPrefix("yuv444") ? "4:4:4" : rawValue.hasPrefix("yuv422") ? "4:2:2" : "4:2:0"
    return "\(chroma) in \(depth) bits"
  }
}
