// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A picture as light: red, green and blue from 0 to 1, and alpha, at any place.
///
/// It is not generic, so that effects are compiled once; the branch by the type of samples is the same for all of them.
struct Sampler {
  private let y, u, v: UnsafeRawPointer
  private let alpha: UnsafeRawPointer?
  private let isDeep: Bool
  private let stride, chromaStride, alphaStride: Int
  private let chromaWidth, chromaHeight, shift: Int
  private let scale: RGBScale
  // Four numbers in a row: they may be loaded at once, and a whole number among them would be a slow, tiny one.
  private let lumaPart, alphaPart, left, opaque: Float
  /// The size in pixels.
  let width, height: Int

  init<S: PictureSample>(_ view: SampleView<S>, _ scale: RGBScale) {
    (y, u, v) = (
      UnsafeRawPointer(view.y.base), UnsafeRawPointer(view.u.base), UnsafeRawPointer(view.v.base)
    )
    alpha = view.a.map { UnsafeRawPointer($0.base) }
    isDeep = S.depth > 8
    (stride, chromaStride, alphaStride) = (view.y.stride, view.u.stride, view.a?.stride ?? 0)
    precondition(view.u.stride == view.v.stride, "chroma planes of two forms")
    (chromaWidth, chromaHeight) = (view.u.width, view.u.height)
    shift = view.chroma.shift
    left = view.chroma == .half ? 0.25 : 0
    (width, height) = (view.width, view.height)
    self.scale = scale
    lumaPart = 1 / scale.lumaRange
    alphaPart = 1 / Float(S.full)
    opaque = 1
  }

  @inline(__always)
  private func load(_ plane: UnsafeRawPointer, _ index: Int) -> Float {
    isDeep
      ? Float(Int32(plane.load(fromByteOffset: 2 &* index, as: UInt16.self)))
      : Float(Int32(plane.load(fromByteOffset: index, as: UInt8.self)))
  }

  @inline(__always)
  private func light(_ y: Float, _ u: Float, _ v: Float, _ alpha: Float) -> Light {
    let gray = (y - scale.black) * lumaPart
    let (blue, red) = (u - scale.neutral, v - scale.neutral)
    return Light(
      gray + scale.redOfV * red, gray - scale.greenOfU * blue - scale.greenOfV * red,
      gray + scale.blueOfU * blue, alpha)
  }

  /// The pixel that contains `p`; nothing where it is clear, whatever colour that hides.
  @inline(__always)
  func pixel(_ p: Point) -> Light {
    texel(
      index(p.x * Float(width), below: width), index((1 - p.y) * Float(height), below: height))
  }

  /// What is seen at `p`, between four pixels weighted by alpha.
  @inline(__always)
  func at(_ p: Point) -> Light {
    let (x, line) = (p.x * Float(width), (1 - p.y) * Float(height))
    if alpha != nil { return covered(x, line) }
    let place = Place(x, line, width, height, stride)
    let gray = place.between { load(y, $0) }
    guard shift > 0 else {
      let chroma = Place(x, line, width, height, chromaStride)
      return light(gray, chroma.between { load(u, $0) }, chroma.between { load(v, $0) }, 1)
    }
    let chroma = Place(
      x * 0.5 + left, line * 0.5, chromaWidth, chromaHeight, chromaStride)
    return light(gray, chroma.between { load(u, $0) }, chroma.between { load(v, $0) }, 1)
  }

  /// The mean of four pixels, weighted by alpha.
  private func covered(_ x: Float, _ line: Float) -> Light {
    let place = Place(x, line, width, height, 1)
    let columns = whole(max(clamped(x - 0.5, Float(width - 1)) - 0.5, 0)).index
    let rows = whole(max(clamped(line - 0.5, Float(height - 1)) - 0.5, 0)).index
    var sum = Light.zero
    for (dx, dy, weight) in place.corners {
      let light = texel(min(columns + dx, width - 1), min(rows + dy, height - 1))
      let seen = light.w * weight
      sum += Light(light.x * seen, light.y * seen, light.z * seen, seen)
    }
    guard sum.w > 1e-6 else { return .zero }
    return Light(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w)
  }

  @inline(__always)
  private func texel(_ x: Int, _ line: Int) -> Light {
    let chroma = (line >> shift) &* chromaStride &+ x >> shift
    var cover = opaque
    if let alpha {
      cover = load(alpha, line &* alphaStride &+ x) * alphaPart
      if cover == 0 { return .zero }
    }
    return light(load(y, line &* stride &+ x), load(u, chroma), load(v, chroma), cover)
  }

  /// A place between four samples of a plane.
  private struct Place {
    let start, next, below: Int
    let h, v: Float

    @inline(__always)
    init(_ x: Float, _ y: Float, _ width: Int, _ height: Int, _ stride: Int) {
      let (left, top) = (
        clamped(x - 0.5, Float(width &- 1)), clamped(y - 0.5, Float(height &- 1))
      )
      let (column, line) = (whole(max(left - 0.5, 0)), whole(max(top - 0.5, 0)))
      (h, v) = (left - column.number, top - line.number)
      start = line.index &* stride &+ column.index
      next = column.index &+ 1 < width ? 1 : 0
      below = line.index &+ 1 < height ? stride : 0
    }

    @inline(__always)
    func between(_ load: (Int) -> Float) -> Float {
      let (a, b) = (load(start), load(start &+ next))
      let (c, d) = (load(start &+ below), load(start &+ below &+ next))
      let (upper, lower) = (a + (b - a) * h, c + (d - c) * h)
      return upper + (lower - upper) * v
    }

    /// The offsets of the four samples and their weights.
    var corners: [(Int, Int, Float)] {
      [
        (0, 0, (1 - h) * (1 - v)), (1, 0, h * (1 - v)), (0, 1, (1 - h) * v), (1, 1, h * v),
      ]
    }
  }
}
