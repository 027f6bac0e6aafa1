// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import Timeline

extension Timeline {
  /// Descriptions of a clip's levels: the gain for its loudness, and its ducking under others.
  func levelWords(of placed: PlacedClip) -> [String] {
    var words: [String] = []
    if let factor = placed.loudness {
      let gain = 20 * Portable.log(factor) / Portable.log(10)
      let tenths = Int((gain * 10).rounded())
      let sign = tenths < 0 ? "-" : "+"
      words.append("gain \(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) dB")
    }
    var layers = [placed.target]
    if case .clip(let track, _) = placed.target { layers.append(.track(track)) }
    for layer in layers {
      guard let duck = ducks[layer] else { continue }
      let heard = duck.stretches.filter {
        $0.start < placed.shown.end && $0.end > placed.shown.start
      }
      guard !heard.isEmpty else { continue }
      let total = heard.reduce(Time.zero) {
        $0 + min($1.end, placed.shown.end) - max($1.start, placed.shown.start)
      }
      let names = duck.duck.under.map(\.value).joined(separator: ", ")
      let times = heard.count == 1 ? "once" : "\(heard.count) times"
      words.append(
        "\(duck.duck.depth.shortest) dB lower under \(names) \(times), \(total.shown) s")
    }
    return words
  }
}
