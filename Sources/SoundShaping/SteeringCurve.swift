// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics

/// Both channels as sums of both.
struct Routing {
  /// What of the left and of the right is heard on the left.
  private var left: (left: Double, right: Double)
  /// What of the left and of the right is heard on the right.
  private var right: (left: Double, right: Double)

  /// The sums that `route` stands for.
  init(_ route: ChannelChoice.Route) {
    switch route {
    case .left: (left, right) = ((1, 0), (1, 0))
    case .right: (left, right) = ((0, 1), (0, 1))
    case .mid: (left, right) = ((0.5, 0.5), (0.5, 0.5))
    case .side: (left, right) = ((0.5, -0.5), (0.5, -0.5))
    case .swap: (left, right) = ((0, 1), (1, 0))
    }
  }

  /// The sums of a gain of `kind` at `value`, which is limited to -1...1.
  init(_ kind: GainKind, at value: Double) {
    let value = min(max(value, -1), 1)
    switch kind {
    case .volume: preconditionFailure("a volume moves nothing")
    case .balance: (left, right) = ((min(1, 1 - value), 0), (0, min(1, 1 + value)))
    case .monoPan:
      // In the middle both are 1, where cos and sin are not exactly equal.
      if value == 0 {
        (left, right) = ((1, 0), (0, 1))
      } else {
        let angle = (value + 1) * Double.pi / 4
        (left, right) = (
          (Double(2).squareRoot() * Portable.cos(angle), 0),
          (0, Double(2).squareRoot() * Portable.sin(angle))
        )
      }
    case .pan:
      let angle = (value <= 0 ? value + 1 : value) * Double.pi / 2
      let (cosine, sine) = (Portable.cos(angle), Portable.sin(angle))
      if value == 0 {
        (left, right) = ((1, 0), (0, 1))
      } else if value < 0 {
        (left, right) = ((1, cosine), (0, sine))
      } else {
        (left, right) = ((cosine, 0), (sine, 1))
      }
    }
  }

  /// Changes one sample of both channels.
  func apply(_ a: inout Float, _ b: inout Float) {
    let (x, y) = (Double(a), Double(b))
    a = Float(x * left.left + y * left.right)
    b = Float(x * right.left + y * right.right)
  }
}

/// Where a sound is moved between the channels over time.
struct SteeringCurve {
  /// What the numbers of the keys do.
  let kind: GainKind
  /// In samples of the clip, ascending.
  let keys: [GainKey]
  /// The samples that are moved; nil for all.
  let during: Range<Int64>?

  /// Moves `count` samples of both channels; the first is sample `index` of the clip.
  func apply(
    from index: Int64, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) {
    let window = index..<(index + Int64(count))
    let range = during?.clamped(to: window) ?? window
    var place = keys.place(of: range.lowerBound)
    var (value, routing) = (Double.nan, Routing(.swap))
    for sample in range {
      while place + 1 < keys.count, keys[place + 1].sample <= sample { place += 1 }
      let next = keys.value(at: sample, after: place)
      if next != value { (value, routing) = (next, Routing(kind, at: next)) }
      let n = Int(sample - index)
      routing.apply(&left[n], &right[n])
    }
  }
}
