// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension FilmPlan {
  /// The film with a sound of about the bit rate that it is to have, within some percent.
  ///
  /// Sound is encoded at a quality, so that parts of it can be joined. What it takes at the usual one for its bit rate says how
  /// much better or worse it has to be. Qualities lie apart by about 3 % of the bits, so that an edit that hardly changes what
  /// the sound takes leaves the quality, and with it all passages but those that it touches.
  ///
  /// - Parameter sizes: The bytes of a finished piece by its key; nil where it is missing.
  /// - Returns: The film, and whether it is that; else the size of its sound decides.
  func withFittedSound(
    _ setup: RenderingSetup, sizes: (Fingerprint) -> Int64?
  ) -> (film: FilmPlan, isFitted: Bool) {
    guard let wanted = soundBits, let draft = sound else { return (self, true) }
    var film = self
    var steps = 0
    for _ in 0..<FilmPlan.mostSounds {
      guard let sound = film.sound, let size = sizes(sound.key) else { return (film, false) }
      let found = sound.bits(ofFile: size)
      if abs(found - wanted) * 25 <= wanted { break }
      let next = min(
        max(steps + FilmPlan.steps(from: found, to: wanted), FilmPlan.qualities.lowerBound),
        FilmPlan.qualities.upperBound)
      if next == steps { break }
      steps = next
      film.drafts += [sound.key] + sound.passages.map(\.key)
      film.sound = draft.better(by: steps, setup)
    }
    return (film, true)
  }

  /// Sounds that are made to meet a bit rate, beside the first.
  private static let mostSounds = 3
  /// From about half of the usual bits to one and a half times as many: calm sounds need no more.
  private static let qualities = -24...14

  /// The number of 3 % steps from `found` that come closest to `wanted`; negative for smaller
  /// sizes.
  private static func steps(from found: Int64, to wanted: Int64) -> Int {
    var (low, steps) = (max(1, min(found, wanted)) << 10, 0)
    let high = max(found, wanted) << 10
    while low * 203 / 200 < high, steps < 40 {
      low = low * 103 / 100
      steps += 1
    }
    return found < wanted ? steps : -steps
  }
}

extension PlannedAudio {
  /// The bits of a second of it, where its file has so many bytes.
  fileprivate func bits(ofFile size: Int64) -> Int64 {
    let bytes = max(0, size - FilmPlan.storedPiece - FilmPlan.storedPacket * packets)
    return bytes * 8 * Int64(sampleRate) / max(1, sampleCount)
  }

  /// The same with so many times 3 % more bits.
  fileprivate func better(by steps: Int, _ setup: RenderingSetup) -> PlannedAudio {
    var sound = self
    sound.encoding.improve(by: steps)
    let identity = AudioIdentity(sampleRate: sampleRate, intervals, sound.encoding, setup)
    sound.key = Fingerprint(ofCanonical: identity)
    if let rule = PassageRule(sound.encoding, sampleRate: sampleRate) {
      sound.passages = rule.passages(of: intervals, sound.encoding, sampleRate: sampleRate, setup)
    }
    return sound
  }
}

extension AudioEncoding {
  /// Raises the quality for so many times 3 % more bits, which grow with it from a quality of -20 on.
  fileprivate mutating func improve(by steps: Int) {
    for index in options.indices where options[index].name == "global_quality" {
      let origin = layout == .stereo ? 20 : 16
      var value = ((Int(options[index].value) ?? 0) + origin) << 10
      for _ in 0..<abs(steps) { value = steps > 0 ? value * 103 / 100 : value * 100 / 103 }
      options[index].value = "\(max(1, (value >> 10) - origin))"
    }
  }
}
