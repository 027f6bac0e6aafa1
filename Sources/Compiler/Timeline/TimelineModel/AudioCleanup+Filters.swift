// SPDX-License-Identifier: Apache-2.0

import Base
package import ProjectModel
package import RenderProtocol

extension AudioCleanup {
  /// The filters that do it, of libavfilter and our own.
  package var filters: [AudioFilter] {
    var filters: [AudioFilter] = []
    func add(_ name: String, _ settings: KeyValuePairs<String, Double>) {
      filters.append(AudioFilter(name, settings.map { ($0.key, $0.value.shortest) }))
    }
    func factor(_ decibels: Double) -> Double { Portable.pow(10, decibels / 20) }
    if let denoise { add("afftdn", ["nr": denoise.depth, "nf": denoise.floor]) }
    if let gate {
      add(
        "agate",
        ["threshold": factor(gate), "ratio": 9000, "range": 0, "attack": 5, "release": 150])
    }
    if let deEss { add("deesser", ["i": deEss, "m": 0.5, "f": 0.5]) }
    if let equalizer {
      if let cut = equalizer.lowCut { add("highpass", ["f": cut]) }
      if equalizer.low != 0 { add("bass", ["g": equalizer.low, "f": 200]) }
      if equalizer.mid != 0 { add("equalizer", ["f": 1000, "t": 2, "w": 2, "g": equalizer.mid]) }
      if equalizer.high != 0 { add("treble", ["g": equalizer.high, "f": 4000]) }
      if let cut = equalizer.highCut { add("lowpass", ["f": cut]) }
    }
    if let compressor {
      add(
        "acompressor",
        [
          "threshold": factor(compressor.threshold), "ratio": compressor.ratio,
          "attack": (compressor.attack * Time(1000)).approximate,
          "release": (compressor.release * Time(1000)).approximate,
          "makeup": factor(compressor.gain),
        ])
    }
    if let reverb {
      var room = Reverberation()
      (room.size, room.damping, room.mix) = (reverb.size, reverb.damping, reverb.mix)
      filters.append(AudioFilter(room))
    }
    for effect in effects {
      let settings = effect.settings.compactMap { setting -> (String, String)? in
        guard case .fixed(let value) = setting.value else { return nil }
        return (setting.option, value)
      }
      filters.append(
        AudioFilter(effect.filter, settings, memory: effect.sound?.memory))
    }
    return filters
  }

  /// The first of its filters that begins with what it hears, as what it does depends on the time since then.
  package var oscillating: EffectItem? {
    effects.first { $0.sound?.memory == AudioFilter.wholeMemory }
  }

  /// The same with a tail of so many samples, if there are any.
  package func filters(tail: Int64) -> ClipFilters {
    let filters = filters
    return ClipFilters(filters, tail: filters.isEmpty ? 0 : tail)
  }
}
