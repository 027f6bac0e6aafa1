// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics

/// The product of a clip's gains, sample by sample.
///
/// Gains are multiplied in order, constant or not: a constant gives the same samples as a curve with that
/// constant value.
struct GainCurve {
  /// The product of the constant gains before the first curve.
  private let constant: Double
  /// The factors from the first curve on; a constant has a single key.
  private let curves: [Part]

  /// A curve and the range of the clip's samples to which it applies.
  private struct Part {
    var keys: [GainKey]
    var during: Range<Int64>

    static let always = Int64.min..<Int64.max
  }

  /// The product of `gains`.
  init(_ gains: [Gain]) {
    var constant = 1.0
    var curves: [Part] = []
    for gain in gains {
      let part: Part =
        switch gain {
        case .constant(let value):
          Part(
            keys: [GainKey(sample: 0, value: value, shape: .eased(.hold))], during: Part.always)
        case .keys(let keys, let during): Part(keys: keys, during: during ?? Part.always)
        }
      if curves.isEmpty, part.keys.count < 2, part.during == Part.always {
        constant *= part.keys.first?.value ?? 1
      } else if !part.keys.isEmpty {
        curves.append(part)
      }
    }
    self.constant = constant
    self.curves = curves
  }

  /// Whether the product is always zero.
  var isSilent: Bool {
    constant == 0
      || curves.contains {
        $0.keys.count == 1 && $0.keys[0].value == 0 && $0.during == Part.always
      }
  }

  /// Whether all values are valid: finite, with keys in order.
  var isValid: Bool {
    constant.isFinite
      && curves.allSatisfy { curve in
        curve.keys.allSatisfy { $0.value.isFinite && $0.shape.isValid }
          && zip(curve.keys, curve.keys.dropFirst()).allSatisfy { $0.sample <= $1.sample }
      }
  }

  /// Multiplies `count` samples of both channels; the first is sample `index` of the clip.
  func apply(
    from index: Int64, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) {
    if curves.isEmpty {
      if constant == 1 { return }
      for n in 0..<count {
        left[n] = Float(Double(left[n]) * constant)
        right[n] = Float(Double(right[n]) * constant)
      }
      return
    }
    var places = curves.map { GainCurve.segment(of: index, in: $0.keys) }
    for n in 0..<count {
      let sample = index + Int64(n)
      var value = constant
      for curve in curves.indices {
        let keys = curves[curve].keys
        while places[curve] + 1 < keys.count, keys[places[curve] + 1].sample <= sample {
          places[curve] += 1
        }
        if curves[curve].during.contains(sample) {
          value *= GainCurve.value(at: sample, after: places[curve], in: keys)
        }
      }
      left[n] = Float(Double(left[n]) * value)
      right[n] = Float(Double(right[n]) * value)
    }
  }

  /// The index of the last key at or before `sample`; -1 if all are later.
  private static func segment(of sample: Int64, in keys: [GainKey]) -> Int {
    keys.partitioningIndex { $0.sample > sample } - 1
  }

  private static func value(at sample: Int64, after place: Int, in keys: [GainKey]) -> Double {
    if place < 0 { return keys[0].value }
    if place + 1 >= keys.count { return keys[place].value }
    let (from, to) = (keys[place], keys[place + 1])
    let x = Double(sample - from.sample) / Double(to.sample - from.sample)
    switch from.shape {
    case .eased(let easing):
      // An easing that overshoots must not make the gain negative, which would invert the signal.
      return max(0, from.value + (to.value - from.value) * easing.value(at: x))
    case .equalPower:
      if to.value >= from.value {
        return from.value + (to.value - from.value) * Portable.sin(x * Double.pi / 2)
      }
      return to.value + (from.value - to.value) * Portable.cos(x * Double.pi / 2)
    }
  }
}
