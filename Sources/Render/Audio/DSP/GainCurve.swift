// SPDX-License-Identifier: Apache-2.0

package import Base
package import RenderProtocol

/// The gains of a clip, applied to its samples in their order.
package struct GainCurve {
  /// Volumes in a row are one factor; what moves sound between the channels stands between them.
  private let stages: [Stage]
  private let layout: ChannelLayout

  private enum Stage {
    case volume(VolumeCurve)
    case steered(SteeringCurve)
    case routed(ChannelChoice.Route)
  }

  /// The effect of `gains` on the channels of `layout`, one that outputs are mixed in.
  package init(_ gains: [Gain], layout: ChannelLayout = .stereo) {
    self.layout = layout
    var stages: [Stage] = []
    var volumes: [Gain] = []
    func close() {
      if !volumes.isEmpty { stages.append(.volume(VolumeCurve(volumes))) }
      volumes = []
    }
    for gain in gains {
      switch gain {
      case .constant, .keys(_, as: .volume, during: _): volumes.append(gain)
      case .keys(let keys, let kind, let during):
        close()
        stages.append(.steered(SteeringCurve(kind: kind, keys: keys, during: during)))
      case .routed(let route):
        close()
        stages.append(.routed(route))
      }
    }
    close()
    self.stages = stages
  }

  /// True if it makes any sound silent.
  package var isSilent: Bool {
    stages.contains { if case .volume(let volume) = $0 { volume.isSilent } else { false } }
  }

  /// True if all values are valid: finite, with keys in order.
  package var isValid: Bool {
    stages.allSatisfy {
      switch $0 {
      case .volume(let volume): volume.isValid
      case .steered(let steering): !steering.keys.isEmpty && steering.keys.isPlausible
      case .routed: true
      }
    }
  }

  /// Changes `count` samples of all channels; the first is sample `index` of the clip.
  package func apply(from index: Int64, count: Int, to memory: ChannelMemory) {
    for stage in stages {
      switch stage {
      case .volume(let volume): volume.apply(from: index, count: count, to: memory)
      case .steered(let steering): steering.apply(from: index, count: count, to: memory, layout)
      case .routed(let route): layout.route(route, count: count, in: memory)
      }
    }
  }
}

/// The product of volumes in a row, sample by sample.
///
/// They are multiplied in order, constant or not: a constant gives the same samples as a curve with that constant
/// value.
private struct VolumeCurve {
  /// The product of the constant gains before the first curve.
  private let constant: Double
  /// The factors from the first curve on; a constant has a single key.
  private let curves: [Envelope]

  /// A curve and the range of the clip's samples to which it applies.
  private struct Envelope {
    var keys: [GainKey]
    var during: Range<Int64>

    static let always = Int64.min..<Int64.max
  }

  /// The product of `gains`.
  init(_ gains: [Gain]) {
    var constant = 1.0
    var curves: [Envelope] = []
    for gain in gains {
      let envelope: Envelope =
        switch gain {
        case .constant(let value):
          Envelope(
            keys: [GainKey(sample: 0, value: value, shape: .eased(.hold))], during: Envelope.always)
        case .keys(let keys, _, let during): Envelope(keys: keys, during: during ?? Envelope.always)
        case .routed: preconditionFailure("a route is no volume")
        }
      if curves.isEmpty, envelope.keys.count < 2, envelope.during == Envelope.always {
        constant *= envelope.keys.first?.value ?? 1
      } else if !envelope.keys.isEmpty {
        curves.append(envelope)
      }
    }
    self.constant = constant
    self.curves = curves
  }

  /// True if the product is always zero.
  var isSilent: Bool {
    constant == 0
      || curves.contains {
        $0.keys.count == 1 && $0.keys[0].value == 0 && $0.during == Envelope.always
      }
  }

  /// True if all values are valid: finite, with keys in order.
  var isValid: Bool {
    constant.isFinite && curves.allSatisfy(\.keys.isPlausible)
  }

  /// Multiplies `count` samples of all channels; the first is sample `index` of the clip.
  func apply(from index: Int64, count: Int, to memory: ChannelMemory) {
    if curves.isEmpty {
      if constant == 1 { return }
      for channel in 0..<memory.channels {
        let samples = memory[channel]
        for n in 0..<count { samples[n] = Float(Double(samples[n]) * constant) }
      }
      return
    }
    var places = curves.map { $0.keys.place(of: index) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, count)) { values in
      for n in 0..<count {
        let sample = index + Int64(n)
        var value = constant
        for curve in curves.indices {
          let keys = curves[curve].keys
          while places[curve] + 1 < keys.count, keys[places[curve] + 1].sample <= sample {
            places[curve] += 1
          }
          if curves[curve].during.contains(sample) {
            // An easing that overshoots must not make the gain negative, which would invert the signal.
            value *= max(0, keys.value(at: sample, after: places[curve]))
          }
        }
        values[n] = value
      }
      for channel in 0..<memory.channels {
        let samples = memory[channel]
        for n in 0..<count { samples[n] = Float(Double(samples[n]) * values[n]) }
      }
    }
  }
}

extension [GainKey] {
  /// True if all values are finite, and the keys in order.
  fileprivate var isPlausible: Bool {
    allSatisfy { $0.value.isFinite && $0.shape.isValid }
      && zip(self, dropFirst()).allSatisfy { $0.sample <= $1.sample }
  }

  /// The index of the last key at or before `sample`; -1 if all are later.
  func place(of sample: Int64) -> Int { partitioningIndex { $0.sample > sample } - 1 }

  /// The value at `sample`, of which the last key before it is at `place`.
  func value(at sample: Int64, after place: Int) -> Double {
    if place < 0 { return self[0].value }
    if place + 1 >= count { return self[place].value }
    let (from, to) = (self[place], self[place + 1])
    let x = Double(sample - from.sample) / Double(to.sample - from.sample)
    switch from.shape {
    case .eased(let easing):
      return from.value + (to.value - from.value) * easing.value(at: x)
    case .equalPower:
      if to.value >= from.value {
        return from.value + (to.value - from.value) * Portable.sin(x * Double.pi / 2)
      }
      return to.value + (from.value - to.value) * Portable.cos(x * Double.pi / 2)
    case .decibels:
      return from.value + (to.value - from.value)
        * Portable.decibelShare(at: x, isRising: to.value >= from.value)
    }
  }
}
