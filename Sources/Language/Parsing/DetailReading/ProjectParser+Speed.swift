// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
import RenderProtocol
package import YAML

/// The playback speed of footage.
extension ProjectParser {
  /// Reads a playback speed, constant or animated.
  package mutating func speed(_ node: YAMLNode) -> PlaybackSpeed? {
    guard node.kind == .mapping || node.text?.contains("->") == true else {
      return factor(node).map { .factor($0) }
    }
    return animated(node, .speed).map { .curve($0) }
  }

  /// A factor of the speed of footage.
  private mutating func factor(_ node: YAMLNode) -> Located<Time>? {
    let hint = "write speed: 2 for twice as fast, 0.5 for half as fast, -1 for backwards"
    guard node.kind == .scalar else {
      return refused(node, "a speed", hint: listHint(node) ?? hint)
    }
    let text = ScalarText(node)
    guard
      let quantity = Quantity(text, in: text.trimmed)
        ?? Quantity(plain: text, in: text.trimmed, decimals: Self.mostDecimals),
      Self.units.contains(quantity.unit)
    else {
      if let long = Quantity(plain: text, in: text.trimmed, decimals: 18),
        Self.units.contains(long.unit)
      {
        return refused(
          .badValue, "a speed has at most \(Self.mostDecimals) digits behind its point",
          at: node.span, hint: "write fewer, or a fraction, which is exact, such as speed: 100/101")
      }
      return refused(
        .badValue, "\(quoted(text.string)) is not a speed", at: node.span,
        hint: Self.decimal(text.string).map { "write speed: \($0)" } ?? hint)
    }
    let speed = quantity.unit == "%" ? quantity.value / Time(100) : quantity.value
    guard AudioRemap.isPlayable(speed) else {
      let words = "a speed must be between 0.01 and 100, or between -100 and -0.01"
      return refused(
        .outOfRange, words, at: node.span,
        hint: speed == .zero
          ? "write - freeze: 2s after a clip to hold its last picture" : hint)
    }
    guard quantity.unit.isEmpty else {
      return refused(
        .badValue, "a speed is a number without a unit", at: node.span,
        hint: "write speed: \(speed.approximate.shortest)")
    }
    return Located(speed, at: node.span)
  }

  /// The units of a speed.
  private static let units = ["", "x", "×", "%"]

  /// With more digits of a speed, moments of long films are no fractions of 64 bits.
  private static let mostDecimals = 12

  /// The number that is meant by `1/2` or `0,5`, as a decimal; nil for other words.
  private static func decimal(_ text: String) -> String? {
    for (index, separator) in [",", "/"].enumerated() {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 2, let first = Int64(parts[0]), let second = Int64(parts[1]),
        first.magnitude < 1_000_000, (1..<1_000_000).contains(second)
      else { continue }
      return index == 0 ? "\(parts[0]).\(parts[1])" : Time(first, over: second).approximate.shortest
    }
    return nil
  }

  /// Keys of an instruction that set the playback of a whole track.
  package static let trackSpeedKeys = ["speed", "stretch", "reverse", "pitch"]

  /// Returns true if an instruction sets only the playback of a layer.
  package func isTrackSpeed(_ node: YAMLNode) -> Bool {
    let names = node.entries.map { $0.key.text ?? "" }
    // What is no key at all says nothing, which is reported.
    return names.contains(where: Self.trackSpeedKeys.contains)
      && names.allSatisfy {
        Self.trackSpeedKeys.contains($0) || KeyTable.layer.shape.key($0) == nil
      }
  }

  /// Takes note of how an instruction says that the track `name` is played, or reports why that cannot be.
  ///
  /// - Parameters:
  ///   - target: The layer of that name; nil for none, which has been reported.
  ///   - isLimited: True if the instruction has a range.
  mutating func play(
    _ playback: Playback, _ name: Located<String>, _ target: LayerTarget?, _ fields: [Field],
    isLimited: Bool
  ) {
    guard let first = fields.first else { return }
    checkSpeed(fields)
    guard let target else { return }
    guard case .track(let track) = target else {
      report(
        .badValue, "an instruction gives a speed to a whole track", at: first.key.span,
        hint: "write '\(first.name)' where \(quoted(name.value)) is defined")
      return
    }
    guard !isLimited else {
      report(
        .badValue, "a track has its speed at all times", at: first.key.span,
        hint: "write it in an instruction without 'during', or where a clip is defined")
      return
    }
    if let known = trackPlaybacks[track] {
      report(
        .exclusiveKeys, "another instruction says how \(quoted(name.value)) is played",
        at: first.key.span, notes: [.init(message: "it is here", span: known.span)],
        hint: "keep one of them")
      return
    }
    guard playback.speed != nil || playback.isReversed else { return }
    if case .factor(let factor) = playback.speed, factor.value == Time(1) { return }
    trackPlaybacks[track] = Located(playback, at: first.key.span)
  }

  /// Reports what makes no sense without another speed.
  package mutating func checkSpeed(_ fields: [Field]) {
    guard let pitch = fields.first(where: { $0.name == "pitch" }),
      !fields.contains(where: { $0.name == "speed" || $0.name == "stretch" })
    else { return }
    report(
      .missingKey, "'pitch' needs 'speed' or 'stretch'", at: pitch.key.span,
      hint: "write how fast it is played, such as speed: 0.5")
  }
}

extension ValueReader<PropertyValue> {
  /// A speed of a curve, which may stand still.
  fileprivate static let speed = ValueReader<Double>(
    noun: "a speed", example: "0.5", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    let speed = try ValueReader<Double>.number(
      words[0], noun: "a speed", example: "0.5", in: -100...100, units: ["": 1])
    guard speed == 0 || abs(speed) >= 0.01 else {
      throw words[0].problem(
        "a speed is 0 or from 0.01 to 100, forwards or backwards", hint: "write 0.01",
        isRange: true)
    }
    return speed
  }.map { PropertyValue($0) }
}
