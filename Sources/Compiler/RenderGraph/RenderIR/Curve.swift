// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog

/// A value over time, by keyframes; outside them the nearest value holds.
public struct Curve: Hashable, Sendable {
  /// A keyframe.
  public struct Key: Hashable, Sendable {
    /// Seconds from the first frame (or sample) that the curve applies to; may be negative.
    public var time: Time
    /// The value there: one number for opacity and gain, more for geometry.
    public var value: [Double]
    /// The interpolation to the next key.
    public var shape: Shape

    /// `value` at `time`.
    public init(_ time: Time, _ value: [Double], _ shape: Shape = .eased(.linear)) {
      self.time = time
      self.value = value
      self.shape = shape
    }
  }

  /// The way from one key to the next.
  public enum Shape: Hashable, Sendable {
    /// Through an easing.
    case eased(Easing)
    /// As one side of an equal-power crossfade; sound only.
    case equalPower
    /// Evenly in decibels, over 60 dB; sound only.
    case decibels
    /// By turns, from the key until the next, whose value counts from there on; pictures only.
    case turns(Turns)
  }

  /// At least one key, by ascending time; of two at the same time the later one counts from there on.
  public var keys: [Key]

  /// A curve through `keys`.
  public init(_ keys: [Key]) {
    precondition(!keys.isEmpty, "a curve without keys")
    self.keys = keys
  }

  /// The same value at all times.
  public static func constant(_ value: Double...) -> Curve { Curve([Key(.zero, value)]) }

  /// The value, if it is the same at all times.
  public var constantValue: [Double]? {
    guard let first = keys.first, keys.allSatisfy({ $0.value == first.value }) else { return nil }
    for key in keys {
      if case .turns(let turns) = key.shape,
        turns.path != nil || turns.curve.constantValue != first.value
      {
        return nil
      }
    }
    return first.value
  }

  /// The value at `time`.
  public func value(at time: Time) -> [Double] {
    value(at: time) { a, b, shape, x in
      zip(a, b).map { $0 + ($1 - $0) * shape.share(at: x, isRising: $1 > $0) }
    }
  }

  /// The value at `time` of a curve of `property`: matrices are taken apart between keys.
  public func value(of property: Property, at time: Time) -> [Double] {
    guard property.unit == .matrix else { return value(at: time) }
    return value(at: time) { a, b, shape, x in
      let share = shape.share(at: x, isRising: true)
      if a.count == 16 {
        return SpaceMatrix(a).mixed(with: SpaceMatrix(b), share).elements
      }
      let m = Affine(a[0], a[1], a[2], a[3], a[4], a[5])
        .mixed(with: Affine(b[0], b[1], b[2], b[3], b[4], b[5]), share)
      return [m.a, m.b, m.c, m.d, m.tx, m.ty]
    }
  }

  private func value(
    at time: Time, _ mix: (_ a: [Double], _ b: [Double], Shape, _ x: Double) -> [Double]
  ) -> [Double] {
    let next = keys.partitioningIndex { $0.time > time }
    guard next < keys.count else { return keys[keys.count - 1].value }
    guard next > 0 else { return keys[0].value }
    let (a, b) = (keys[next - 1], keys[next])
    if case .turns(let turns) = a.shape {
      return turns.placed(turns.curve.value(at: turns.place(at: time - a.time), mix))
    }
    let x = ((time - a.time) / (b.time - a.time)).approximate
    return mix(a.value, b.value, a.shape, x)
  }

  /// The same curve for an input that starts `offset` later and lasts `duration`; keys without effect there are dropped.
  public func shifted(by offset: Time, duration: Time) -> Curve {
    let first = max(keys.partitioningIndex { $0.time > offset } - 1, 0)
    let last = min(keys.partitioningIndex { $0.time >= offset + duration }, keys.count - 1)
    if first >= last { return Curve([Key(.zero, keys[first].value)]) }
    let moved = Curve(keys[first...last].map { Key($0.time - offset, $0.value, $0.shape) })
    if let value = moved.constantValue { return Curve([Key(.zero, value)]) }
    return moved
  }
}

extension Curve.Shape {
  /// The share of the way that is done at `x` in 0...1 of the time.
  func share(at x: Double, isRising: Bool) -> Double {
    switch self {
    case .eased(let easing): easing.value(at: x)
    case .equalPower: isRising ? Portable.sin(x * .pi / 2) : 1 - Portable.cos(x * .pi / 2)
    case .decibels: Portable.decibelShare(at: x, isRising: isRising)
    case .turns: preconditionFailure("turns are no share of a way")
    }
  }
}
