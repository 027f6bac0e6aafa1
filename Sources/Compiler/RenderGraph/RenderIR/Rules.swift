// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderProtocol

/// The rules that the parts of an operation keep by themselves.
enum Rules {
  /// The greatest count of frames or samples: sums of a few of them cannot overflow.
  static let limit = 1 << 40
  /// The greatest coordinate or edge of a box or a source.
  static let edge = 1 << 20

  static func length(_ count: Int64) throws(RuleBroken) {
    if count < 1 || count > Int64(limit) { throw RuleBroken(message: "is \(count) long") }
  }

  static func inside<Bound: BinaryInteger>(
    _ range: Range<Bound>, _ count: Bound
  ) throws(RuleBroken) {
    if range.isEmpty || range.lowerBound < 0 || range.upperBound > count {
      throw RuleBroken(
        message: "names \(range.lowerBound)..\(range.upperBound) of an input \(count) long")
    }
  }

  static func speed(_ speed: Time) throws(RuleBroken) {
    if !AudioRemap.isPlayable(speed) { throw RuleBroken(message: "is played at speed \(speed)") }
  }

  static func speeds(_ curve: SpeedCurve) throws(RuleBroken) {
    let points = curve.points
    guard zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
      throw RuleBroken(message: "is played at speeds that are not in order of time")
    }
    guard !curve.turnsRound, points.allSatisfy({ $0.speed.magnitude <= AudioRemap.fastest }) else {
      throw RuleBroken(message: "is played at speeds that turn round or are too fast")
    }
  }

  static func source(size: PixelSize, aspect: Time) throws(RuleBroken) {
    guard (1...edge).contains(size.width), (1...edge).contains(size.height) else {
      throw RuleBroken(message: "has the size \(size)")
    }
    guard aspect >= Time(1, over: 10_000), aspect <= Time(10_000) else {
      throw RuleBroken(message: "has the sample aspect ratio \(aspect)")
    }
  }

  static func box(_ box: PixelRect) throws(RuleBroken) {
    guard (-edge...edge).contains(box.x), (-edge...edge).contains(box.y),
      (1...edge).contains(box.width), (1...edge).contains(box.height)
    else { throw RuleBroken(message: "fills the box \(box)") }
  }

  static func box(_ box: PixelBox) throws(RuleBroken) {
    let limit = Double(edge)
    guard (-limit...limit).contains(box.x), (-limit...limit).contains(box.y),
      box.width > 0, box.width <= limit, box.height > 0, box.height <= limit
    else { throw RuleBroken(message: "fills the box \(box)") }
  }

  static func crop(_ crop: PixelRect, _ size: PixelSize) throws(RuleBroken) {
    try box(crop)
    guard PixelRect(size).contains(crop) else {
      throw RuleBroken(message: "crops \(crop) from \(size)")
    }
  }

  static func warp(_ warp: Warp, _ size: PixelSize) throws(RuleBroken) {
    try crop(warp.crop, size)
    if let clip = warp.clip { try box(clip) }
    guard warp.map.isFinite, warp.map.determinant != 0 else {
      throw RuleBroken(message: "flattens the picture")
    }
    for motion in warp.motions {
      guard motion.stage == .geometry else { throw RuleBroken(message: "is moved by no geometry") }
      try step(motion)
    }
  }

  static func curve(_ curve: Curve, of unit: Property.Unit) throws(RuleBroken) {
    guard !curve.keys.isEmpty else { throw RuleBroken(message: "has a curve without keys") }
    var last = curve.keys[0].time
    for key in curve.keys {
      guard key.time >= last else {
        throw RuleBroken(message: "has keys that do not ascend: \(last), \(key.time)")
      }
      last = key.time
      guard unit.allows(key.value.count), key.value.count == curve.keys[0].value.count,
        key.value.allSatisfy(\.isFinite)
      else {
        throw RuleBroken(message: "wants \(unit.width) numbers at \(key.time)")
      }
      if case .turns(let turns) = key.shape {
        for inner in turns.curve.keys {
          if case .turns = inner.shape { throw RuleBroken(message: "has turns of turns") }
        }
        guard let path = turns.path else {
          try Self.curve(turns.curve, of: unit)
          continue
        }
        guard unit == .position, path.width == key.value.count else {
          throw RuleBroken(message: "goes along a path with \(key.value.count) numbers")
        }
        // Shares are numbers without a bound of their own.
        try Self.curve(turns.curve, of: .angle)
      }
    }
  }

  static func step(_ step: LayerStep) throws(RuleBroken) {
    guard step.stage != .drawing else {
      throw RuleBroken(message: "has a property of drawings in a step of a layer")
    }
    guard step.stage.isSeen else {
      throw RuleBroken(message: "has a property of sounds in a step of a picture")
    }
    if let pivot = step.pivot, !pivot.x.isFinite || !pivot.y.isFinite {
      throw RuleBroken(message: "has a pivot that is not finite")
    }
    if let frame = step.frame {
      try box(frame.picture)
      try box(frame.box)
    }
    for entry in step.curves.entries {
      try curve(entry.value, of: entry.property.unit)
    }
  }
}
