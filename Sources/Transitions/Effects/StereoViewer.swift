// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  static let stereoViewer = TransitionKernel(
    "stereoviewer", 2,
    .seen(
      { [LookupRows(Eye($0, pivot: 2), $0), LookupRows(Eye($0, pivot: -2), $0)] },
      then: { PixelRows(Screened(), $0) },
      covered: { ColorRows(StereoViewer($0), $0) }))
}

/// What one eye sees of pictures on a disc that turns in a viewer: `StereoViewer` in parts.
private struct Eye: LookupEffect {
  /// A map of places.
  private struct Map {
    let x, y: Point
    let start: Point

    @inline(__always) func callAsFunction(_ p: Point) -> Point {
      Point(x.x * p.x + x.y * p.y + start.x, y.x * p.x + y.y * p.y + start.y)
    }
  }

  /// Where the picture is seen, and where that is in the window.
  private let place, window: Map
  private let radius, part: Point
  /// How much of each picture is seen.
  private let old, new: Float
  var ground: Light? { Light(0, 0, 0, 1) }

  init(_ frame: EffectFrame, pivot: Float) {
    let (t, ratio) = (frame.progress, frame.ratio)
    // At first and at last both eyes see the whole picture.
    let isWhole = t < 0.1 || t >= 0.9
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

  /// 1 if `p` lies in the picture, whose corners are round; or 0.
  @inline(__always) private func isIn(_ p: Point) -> Float {
    let (x, y) = (
      (p.x - 0.5).magnitude - 0.5 + radius.x, (p.y - 0.5).magnitude - 0.5 + radius.y
    )
    let (h, v) = ((x > 0 ? x : 0) * part.x, (y > 0 ? y : 0) * part.y)
    return h * h + v * v < 1 ? 1 : 0
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = place(p)
    let seen = isIn(q) * isIn(window(p))
    return Look(from: q, to: q, fromWeight: seen * old, toWeight: seen * new)
  }
}

/// Half of the light of each picture, one on the other.
private struct Screened: PixelEffect {
  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    func sum(_ a: Float, _ b: Float) -> Float {
      1 - ((1 - clamped(a, 1)) * (1 - clamped(b, 1))).squareRoot()
    }
    return Tint(sum(a.x, b.x), sum(a.y, b.y), sum(a.z, b.z), sum(a.w, b.w))
  }
}

/// Pictures on a disc that turns in a viewer for two eyes.
private struct StereoViewer: ColorEffect {
  let t, zoom, ratio: Float
  let radius: Point
  /// How far the two copies, or the two windows, are turned away.
  let sine, cosine: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    (zoom, ratio) = (frame.number(0), frame.ratio)
    let corner = max(frame.number(1), 1e-5)
    radius = Point(corner / ratio, corner)
    let way = t < 0.48 ? (t - 0.1) / 0.38 : 1 - (t - 0.52) / 0.38
    let angle = way * way / 2.4
    (sine, cosine) = (EffectLoops.sine(angle), EffectLoops.cosine(angle))
  }

  /// Whether `p` lies in the picture, whose corners are round by `share` of the radius.
  @inline(__always) private func isIn(_ p: Point, _ share: Float = 1) -> Bool {
    let r = radius * share
    let x = max((p.x - 0.5).magnitude - 0.5 + r.x, 0) / r.x
    let y = max((p.y - 0.5).magnitude - 0.5 + r.y, 0) / r.y
    return x * x + y * y < 1
  }

  /// A place turned about a point two widths to the left or right, and seen from farther away.
  @inline(__always) private func turned(_ p: Point, _ pivot: Float, _ zoom: Float) -> Point {
    let (x, y) = ((p.x - 0.5) / zoom + pivot, (p.y - 0.5) / (ratio * zoom))
    return Point(
      cosine * x - sine * y - pivot + 0.5, (sine * x + cosine * y) * ratio + 0.5)
  }

  /// What two pictures are that are one light on the other.
  @inline(__always) private func screened(_ a: Light, _ b: Light) -> Light {
    let one = Light(1, 1, 1, 1)
    return one - (one - a) * (one - b)
  }

  private static let black = Light(0, 0, 0, 1)

  /// Half of the light of a picture, as far as it is seen.
  @inline(__always) private func half(_ p: Point, _ picture: Sampler) -> Light {
    let q = (p - middle) / zoom + middle
    guard isIn(q) else { return StereoViewer.black }
    let light = picture.at(q)
    func root(_ x: Float) -> Float { 1 - (1 - clamped(x, 1)).squareRoot() }
    return Light(root(light.x), root(light.y), root(light.z), root(light.w))
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    if t < 0.1 || t >= 0.9 {
      let share = (t < 0.1 ? t : 1 - t) / 0.1
      let q = (p - middle) / between(1, zoom, share) + middle
      guard isIn(q, share) else { return StereoViewer.black }
      return t < 0.1 ? from.at(q) : to.at(q)
    }
    if t < 0.48 { return screened(half(turned(p, 2, 1), from), half(turned(p, -2, 1), from)) }
    let (first, second) = (isIn(turned(p, 2, zoom)), isIn(turned(p, -2, zoom)))
    guard first || second else { return StereoViewer.black }
    let light = half(p, to)
    return screened(first ? light : StereoViewer.black, second ? light : StereoViewer.black)
  }
}
