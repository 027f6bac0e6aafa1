// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
import RenderProtocol

// How far the values of a step get at any time: what is asked here depends on its curves alone, not on the frames that are
// looked at, so that an edit elsewhere changes none of it.

extension LayerStep {
  /// Times that tell how far its values get: those of its keys, and some between them; of turns, those of the first ones.
  package var tellingTimes: [Time] {
    let curves = curves.entries.map(\.value)
    var times = Set(curves.flatMap { $0.ownKeys.map(\.time) }).sorted()
    guard let first = times.first, times.count > 1 else { return times }
    let periods = Set(curves.flatMap(\.keys).compactMap(\.period))
    if let longest = periods.max(), periods.count > 1 {
      // Turns that take different times meet in many ways.
      let meetings = (0...256).map { (index: Int64) -> Time in
        first + longest * Time(index, over: 32)
      }
      times = Set(times + meetings).sorted()
    }
    let count = Int64(max(1, min(16, 1024 / times.count)))
    var result: [Time] = []
    for (from, to) in zip(times, times.dropFirst()) {
      let length = to - from
      for index in 0..<count { result.append(from + length * Time(index, over: count)) }
    }
    return result + [times[times.count - 1]]
  }

  /// The place of the shape that it cuts out or follows on the canvas at any time.
  package func outlineHull(on canvas: PixelSize) -> PixelRect {
    if isConstant { return cut(at: .zero, canvas: canvas).outline.hull }
    let hull = tellingTimes.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) {
      $0.union(cut(at: $1, canvas: canvas).outline.hull)
    }
    // Between these times it may be a little farther.
    return hull.grown(by: max(hull.width, hull.height) / 16)
  }

  /// The treatment of a whole picture by the step, if it spreads the picture.
  private var spread: LayerTreatment.Kind? {
    switch stage {
    case .pixelate: .pixelate
    case .blur: .blur
    case .shadow: .shadow
    case .drawing, .part, .shape, .adjust, .lut, .key, .effects, .corners, .border, .geometry,
      .opacity, .backdrop, .pan, .balance, .volume:
      nil
    }
  }

  /// The distance by which its result extends beyond a picture at any time, in pixels of the
  /// canvas.
  ///
  /// A changing distance is rounded to a power of two, so that few changes of a curve change it.
  package func reach(on canvas: PixelSize) -> Int {
    guard let kind = spread else { return 0 }
    func reach(_ time: Time) -> Double {
      let numbers = kind.clamped(numbers(at: time, canvas: canvas))
      return kind.isIdentity(numbers) ? 0 : kind.reach(numbers)
    }
    if isConstant { return Int(reach(.zero).rounded(.up)) }
    return Int(tellingTimes.reduce(0) { max($0, reach($1)) }.rounded(.up)).roundedReach
  }
}

extension Int {
  /// A reach that is no less, also between the times at which it is known: a power of two, or 0.
  package var roundedReach: Int {
    if self <= 0 { return 0 }
    var power = 16
    while power < self + self / 8 { power *= 2 }
    return power
  }
}

extension Curve.Key {
  /// The duration of a turn that begins with it.
  fileprivate var period: Time? {
    guard case .turns(let turns) = shape else { return nil }
    return turns.period
  }
}
