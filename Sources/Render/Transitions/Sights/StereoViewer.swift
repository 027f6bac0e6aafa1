// SPDX-License-Identifier: Apache-2.0

/// Pictures on a disc that turns in a viewer for two eyes: half of the light that each eye sees, one on the other.
struct StereoViewer {
  private let left, right: Eye
  private let isNew: Bool
  /// Of the second picture, both eyes see the same.
  private var seesSecond: Bool { !isNew }
  private let width, height: Float

  private init(_ frame: EffectFrame) {
    (left, right) = (Eye(frame, pivot: 2), Eye(frame, pivot: -2))
    isNew = frame.progress >= 0.48
    (width, height) = (Float(frame.width), Float(frame.height))
  }

  @Sendable static func plan(_ frame: EffectFrame) -> EffectPlan {
    guard frame.isOpaque, frame.hasPlaces else {
      let covered = CoveredViewer(frame)
      return .colors { row in row.write { _, p, from, to in covered.color(p, from, to) } }
    }
    if Eye.isWhole(frame) {
      let eye = Eye(frame, pivot: 2)
      return .looks(ground: Light(0, 0, 0, 1)) { row in row.write { p in eye.look(p) } }
    }
    let viewer = StereoViewer(frame)
    return .far(
      FarPlan(
        isNew: (viewer.isNew, viewer.isNew), seesHere: false, seesSecond: viewer.seesSecond,
        ways: viewer.ways, seen: viewer.seen, find: viewer.find, fill: viewer.fill))
  }

  private func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture {
    let (start, end) = (Float(columns.lowerBound) / width, Float(columns.upperBound) / width)
    let isBlack = [rows.lowerBound, rows.upperBound].allSatisfy {
      let v = 1 - Float($0) / height
      return left.misses(Point(start, v), Point(end, v))
        && right.misses(Point(start, v), Point(end, v))
    }
    return isBlack ? .neither : .both
  }

  private var ways: (first: Point, second: Point) {
    func way(_ eye: Eye) -> Point { Point(eye.place.x.x, -eye.place.y.x * height / width) }
    return (way(left), way(right))
  }

  private func find(_ row: FarRow) {
    row.find(0..<row.count) { p in (left.place(p), right.place(p)) }
  }

  private func fill(_ row: FarRow) {
    let (start, end) = (Point(row.u(0), row.v), Point(row.u(row.count - 1), row.v))
    // Of a magnitude, the compiler knows that it has a root.
    func half(_ x: Float, _ y: Float) -> Float { 1 - (x * y).magnitude.squareRoot() }
    func rest(_ x: Float) -> Float { 1 - clamped(x, 1) }
    if let isLeft = left.sees(start, end), let isRight = right.sees(start, end) {
      if !isLeft, !isRight { return row.write(0..<row.count) { _, _, _, _, _ in Tint(0, 0, 0, 1) } }
      if isLeft, isRight, !seesSecond {
        return row.write(0..<row.count) { _, _, _, first, _ in first.color }
      }
      // What an eye does not see has no part in it.
      let (x, y): (Float, Float) = (isLeft ? 1 : 0, isRight ? 1 : 0)
      let isSecond = seesSecond
      return row.write(0..<row.count) { _, _, _, first, second in
        let (a, c) = (first.color, second.color)
        let b = isSecond ? c : a
        return Tint(
          half(1 - clamped(a.x, 1) * x, 1 - clamped(b.x, 1) * y),
          half(1 - clamped(a.y, 1) * x, 1 - clamped(b.y, 1) * y),
          half(1 - clamped(a.z, 1) * x, 1 - clamped(b.z, 1) * y), 1)
      }
    }
    if !seesSecond {
      return row.write(0..<row.count) { p, _, _, first, _ in
        let eyes = left.isIn(p) + right.isIn(p)
        func sum(_ x: Float) -> Float {
          let y = eyes > 0.5 ? rest(x) : 1
          return half(y, eyes > 1.5 ? y : 1)
        }
        return Tint(sum(first.color.x), sum(first.color.y), sum(first.color.z), 1)
      }
    }
    row.write(0..<row.count) { p, _, _, first, second in
      let (x, y) = (first.color, second.color)
      let isLeft = left.isIn(p) > 0.5
      let isRight = right.isIn(p) > 0.5
      func sum(_ x: Float, _ y: Float) -> Float {
        half(isLeft ? rest(x) : 1, isRight ? rest(y) : 1)
      }
      return Tint(sum(x.x, y.x), sum(x.y, y.y), sum(x.z, y.z), 1)
    }
  }
}

/// The view of one eye of pictures on a disc that turns in a viewer: `StereoViewer` in parts.
struct Eye {
  /// A map of places.
  struct Map {
    let x, y: Point
    let start: Point

    @inline(__always) func callAsFunction(_ p: Point) -> Point {
      Point(x.x * p.x + x.y * p.y + start.x, y.x * p.x + y.y * p.y + start.y)
    }
  }

  /// Where the picture is seen, and where that is in the window.
  let place: Map
  private let window: Map
  private let radius, part: Point
  /// The weight of each picture.
  private let old, new: Float

  /// Returns true if both eyes see the same.
  static func isWhole(_ frame: EffectFrame) -> Bool {
    frame.progress < 0.1 || frame.progress >= 0.9
  }

  init(_ frame: EffectFrame, pivot: Float) {
    let (t, ratio) = (frame.progress, frame.ratio)
    // At first and at last both eyes see the whole picture.
    let isWhole = Eye.isWhole(frame)
    let share = isWhole ? (t < 0.1 ? t : 1 - t) / 0.1 : 1
    let zoom = between(1, frame.number(0), share)
    let corner = max(frame.number(1), 1e-5) * share
    radius = Point(corner / ratio, corner)
    part = Point(1 / radius.x, 1 / radius.y)
    let way = t < 0.48 ? (t - 0.1) / 0.38 : 1 - (t - 0.52) / 0.38
    let angle = isWhole ? 0 : way * way / 2.4
    let (s, c) = (sine(angle), cosine(angle))
    let zoomed = Map(
      x: Point(1 / zoom, 0), y: Point(0, 1 / zoom), start: middle - middle * (1 / zoom))
    let (x, y) = (Point(c, -s / ratio) * (1 / zoom), Point(s * ratio, c) * (1 / zoom))
    let start = Point(
      (c - 1) * pivot + 0.5 - 0.5 * (x.x + x.y), s * ratio * pivot + 0.5 - 0.5 * (y.x + y.y))
    let turned = Map(x: x, y: y, start: start)
    // The first picture turns with its window; the second one is seen through one that turns.
    let isNew = t >= 0.48
    // Where the picture turns, it is seen smaller after it was turned.
    let far = Point(
      ((c - 1) * pivot) / zoom + 0.5 - 0.5 * (x.x + x.y),
      s * ratio * pivot / zoom + 0.5 - 0.5 * (y.x + y.y))
    place = isNew ? zoomed : Map(x: x, y: y, start: far)
    window = isNew ? turned : place
    (old, new) = isNew ? (0, 1) : (1, 0)
  }

  /// 1 if `p` lies in the picture, whose corners are round; or 0, on the edge itself, too, whatever is rounded.
  @inline(__always) private func isWithin(_ p: Point) -> Float {
    let (x, y) = (
      (p.x - 0.5).magnitude - 0.5 + radius.x, (p.y - 0.5).magnitude - 0.5 + radius.y
    )
    let (h, v) = ((x > 0 ? x : 0) * part.x, (y > 0 ? y : 0) * part.y)
    return h * h + v * v < 0.9999 ? 1 : 0
  }

  /// 1 if the picture is seen at `p`, or 0.
  @inline(__always) func isIn(_ p: Point) -> Float { isWithin(place(p)) * isWithin(window(p)) }
  func sees(_ p: Point) -> Bool { isIn(p) == 1 }

  /// Returns true if the picture is seen all the way between two places, false if nowhere there;
  /// nil if these do not decide it.
  ///
  /// The visible area is convex: if both ends of a line are visible, all of it is.
  func sees(_ p: Point, _ q: Point) -> Bool? {
    misses(p, q) ? false : sees(p) && sees(q) ? true : nil
  }

  /// Returns true if two places, and all between, are beyond one edge of the picture.
  func misses(_ p: Point, _ q: Point) -> Bool {
    func misses(_ map: Map) -> Bool {
      let (a, b) = (map(p) - middle, map(q) - middle)
      return min(a.x, b.x) > 0.501 || max(a.x, b.x) < -0.501 || min(a.y, b.y) > 0.501
        || max(a.y, b.y) < -0.501
    }
    return misses(place) || misses(window)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let (q, seen) = (place(p), isIn(p))
    return Look(from: q, to: q, fromWeight: seen * old, toWeight: seen * new)
  }
}
