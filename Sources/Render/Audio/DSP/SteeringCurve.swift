// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// Both channels as sums of both.
struct Routing {
  /// The factors of the left and of the right channel in the left one.
  private var left: (left: Double, right: Double)
  /// The factors of the left and of the right channel in the right one.
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

/// The place of a sound between the channels over time.
struct SteeringCurve {
  /// The meaning of the keys' numbers.
  let kind: GainKind
  /// In samples of the clip, ascending.
  let keys: [GainKey]
  /// The samples that are moved; nil for all.
  let during: Range<Int64>?

  /// Moves `count` samples of the channels of `layout`; the first is sample `index` of the clip.
  func apply(from index: Int64, count: Int, to memory: ChannelMemory, _ layout: ChannelLayout) {
    let window = index..<(index + Int64(count))
    let range = during?.clamped(to: window) ?? window
    // In surround a sound of one channel is the centre alone, and its sides are silent.
    let kind = layout.isSurround && kind == .monoPan ? .pan : kind
    let pairs = layout.pairs.map { (memory[$0.left], memory[$0.right]) }
    let center = kind == .balance ? nil : layout.center.map { memory[$0] }
    var place = keys.place(of: range.lowerBound)
    var (value, routing, turn) = (Double.nan, Routing(.swap), CenterTurn(at: 0))
    for sample in range {
      while place + 1 < keys.count, keys[place + 1].sample <= sample { place += 1 }
      let next = keys.value(at: sample, after: place)
      if next != value {
        (value, routing, turn) = (next, Routing(kind, at: next), CenterTurn(at: next))
      }
      let n = Int(sample - index)
      for (left, right) in pairs { routing.apply(&left[n], &right[n]) }
      if let center { turn.apply(&center[n], &pairs[0].0[n], &pairs[0].1[n]) }
    }
  }
}

/// The effect of a panorama on the centre of surround sound: it moves it towards a side, with equal
/// power.
private struct CenterTurn {
  private let stays: Double
  private let moves: Double
  private let isLeft: Bool

  /// At -1 all of it is on the left, at 1 on the right.
  init(at value: Double) {
    let angle = min(1, abs(value)) * Double.pi / 2
    isLeft = value < 0
    (stays, moves) = value == 0 ? (1, 0) : (Portable.cos(angle), Portable.sin(angle))
  }

  func apply(_ center: inout Float, _ left: inout Float, _ right: inout Float) {
    let moved = Float(Double(center) * moves)
    center = Float(Double(center) * stays)
    if isLeft { left += moved } else { right += moved }
  }
}

extension ChannelLayout {
  /// Changes `count` samples of its channels: in surround what is one channel of the front is heard in the centre alone, and
  /// what changes sides does so in front, behind and at the sides.
  func route(_ route: ChannelChoice.Route, count: Int, in memory: ChannelMemory) {
    let routing = Routing(route)
    for pair in route == .swap ? pairs : [(0, 1)] {
      let (left, right) = (memory[pair.left], memory[pair.right])
      for n in 0..<count { routing.apply(&left[n], &right[n]) }
    }
    guard route != .swap, let center else { return }
    memory[center].update(from: memory[0], count: count)
    for channel in 0..<memory.channels where channel != center {
      memory[channel].update(repeating: 0, count: count)
    }
  }
}
