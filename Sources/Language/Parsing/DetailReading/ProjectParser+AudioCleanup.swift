// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
import YAML

/// The audio filters of clips and tracks.
extension ProjectParser {
  /// Takes `field` as a filter of the sound of `track`, whose picture may have effects, too; false where it is none.
  package mutating func filterKey(_ field: Field, of track: inout Track) -> Bool {
    var filters = track.filters ?? TrackFilters()
    if field.name == "effects" {
      effects(field, of: &track.layer, &filters.cleanup, &filters.key)
    } else {
      guard cleanupKey(field, of: &filters.cleanup) else { return false }
      if filters.key == nil { filters.key = Located(field.name, at: field.key.span) }
    }
    if filters != TrackFilters() { track.filters = filters }
    return true
  }

  /// Takes `field` as a key of filters; false where it is none.
  mutating func cleanupKey(_ field: Field, of cleanup: inout AudioCleanup) -> Bool {
    let node = field.value
    switch field.name {
    case "denoise":
      cleanup.denoise = denoise(node)
    case "gate":
      cleanup.gate = amount(
        node, "the level of a gate", usual: -45, in: AudioCleanup.gates, example: "-45dB")
    case "de-ess":
      if let isOn = FlagWord.value(of: node.text) {
        cleanup.deEss = isOn ? 0.5 : nil
      } else {
        let share = value(node, ValueReader<Double>.share("how much is softened"))
        cleanup.deEss = share == 0 ? nil : share
      }
    case "eq": cleanup.equalizer = equalizer(node)
    case "compress":
      if let isOn = FlagWord.value(of: node.text) {
        cleanup.compressor = isOn ? AudioCleanup.Compressor() : nil
      } else {
        cleanup.compressor = compressor(node)
      }
    case "reverb":
      if let isOn = FlagWord.value(of: node.text) {
        cleanup.reverb = isOn ? AudioCleanup.Reverb() : nil
      } else {
        cleanup.reverb = reverb(node)
      }
    case "tail":
      guard let time = shortTime(node, "a tail", orZero: true) else { break }
      guard let length = constant(time, "a tail", hint: "write tail: 2s") else { break }
      guard length <= AudioCleanup.longestTail else {
        report(
          .outOfRange, "a tail lasts up to \(AudioCleanup.longestTail)s", at: time.span,
          hint: "write tail: 2s")
        break
      }
      cleanup.tail = Located(length, at: field.key.span)
    default: return false
    }
    return true
  }

  private mutating func denoise(_ node: YAMLNode) -> AudioCleanup.Denoise? {
    var denoise = AudioCleanup.Denoise()
    guard node.kind == .mapping else {
      guard
        let depth = amount(
          node, "what noise is lowered by", usual: denoise.depth, in: AudioCleanup.denoises,
          example: "12dB")
      else { return nil }
      denoise.depth = depth
      return denoise
    }
    for field in fields(of: node, KeyTable.denoise) {
      switch field.name {
      case "by":
        denoise.depth =
          measure(
            field.value, "what noise is lowered by", in: AudioCleanup.denoises, unit: "dB",
            example: "12dB") ?? denoise.depth
      case "floor":
        denoise.floor =
          measure(
            field.value, "the level of noise", in: AudioCleanup.noiseFloors, unit: "dB",
            example: "-30dB") ?? denoise.floor
      default: break
      }
    }
    return denoise
  }

  private mutating func reverb(_ node: YAMLNode) -> AudioCleanup.Reverb? {
    var reverb = AudioCleanup.Reverb()
    if node.kind == .scalar {
      reverb.mix =
        value(node, ValueReader<Double>.share("how much is heard of a room")) ?? reverb.mix
      return reverb
    }
    for field in fields(of: node, KeyTable.reverb) {
      func share(_ noun: String) -> Double? {
        value(field.value, ValueReader<Double>.share(noun))
      }
      switch field.name {
      case "size": reverb.size = share("the size of a room") ?? reverb.size
      case "damping": reverb.damping = share("how much walls take") ?? reverb.damping
      case "mix": reverb.mix = share("how much is heard of a room") ?? reverb.mix
      default: break
      }
    }
    return reverb
  }

  /// Decibels, or whether the usual ones.
  private mutating func amount(
    _ node: YAMLNode, _ noun: String, usual: Double, in bounds: ClosedRange<Int>, example: String
  ) -> Double? {
    if let isOn = FlagWord.value(of: node.text) { return isOn ? usual : nil }
    return measure(node, noun, in: bounds, unit: "dB", example: example)
  }

  private mutating func equalizer(_ node: YAMLNode) -> AudioCleanup.Equalizer? {
    var equalizer = AudioCleanup.Equalizer()
    for field in fields(of: node, KeyTable.equalizer) {
      func gain() -> Double? {
        measure(field.value, "a gain", in: AudioCleanup.gains, unit: "dB", example: "3dB")
      }
      func frequency(_ bounds: ClosedRange<Int>) -> Double? {
        measure(
          field.value, "a frequency", in: bounds, unit: "Hz", example: "\(bounds.lowerBound)Hz")
      }
      switch field.name {
      case "low": equalizer.low = gain() ?? 0
      case "mid": equalizer.mid = gain() ?? 0
      case "high": equalizer.high = gain() ?? 0
      case "low-cut": equalizer.lowCut = frequency(10...2000)
      case "high-cut": equalizer.highCut = frequency(1000...20_000)
      default: break
      }
    }
    return equalizer
  }

  private mutating func compressor(_ node: YAMLNode) -> AudioCleanup.Compressor? {
    var compressor = AudioCleanup.Compressor()
    for field in fields(of: node, KeyTable.compressor) {
      let value = field.value
      switch field.name {
      case "threshold":
        compressor.threshold =
          measure(
            value, "a threshold", in: AudioCleanup.thresholds, unit: "dB", example: "-20dB")
          ?? compressor.threshold
      case "ratio":
        compressor.ratio =
          measure(value, "a ratio", in: 1...20, unit: ":1", example: "3:1") ?? compressor.ratio
      case "attack":
        compressor.attack = time(value, "an attack", upTo: Time(2)) ?? compressor.attack
      case "release":
        compressor.release = time(value, "a release", upTo: Time(2)) ?? compressor.release
      case "gain":
        compressor.gain =
          measure(value, "a gain", in: AudioCleanup.makeUps, unit: "dB", example: "6dB")
          ?? compressor.gain
      default: break
      }
    }
    return compressor
  }

  private mutating func time(_ node: YAMLNode, _ noun: String, upTo longest: Time) -> Time? {
    guard let time = shortTime(node, noun, orZero: false) else { return nil }
    guard let length = constant(time, noun, hint: "write 20ms") else { return nil }
    guard length <= longest, length >= Time(1, over: 1000) else {
      return refused(
        .outOfRange, "\(noun) lasts from 1ms to \(longest)s", at: time.span, hint: "write 20ms")
    }
    return length
  }
}
