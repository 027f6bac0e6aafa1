// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Kernels

// What is drawn on one canvas has samples of one depth: here it is told which loops they go to.

extension SharedFrame {
  /// A picture to be drawn on; its pixels are whatever the memory held.
  convenience init(size: PixelSize, hasAlpha: Bool, in color: CanvasColor) throws(AVError) {
    let frame = try Frame(size: size, format: .drawn(isDeep: color.isDeep, hasAlpha: hasAlpha))
    frame.color = ColorTags(color.stated.tags)
    self.init(frame)
  }

  /// Sets every pixel to `color`, nil for nothing, in the samples of `canvas`; without alpha it is opaque.
  func fill(with color: Color?, in canvas: CanvasColor) throws(AVError) {
    guard isDeep else {
      var sample = color.map { YUVColor($0, in: canvas) } ?? .clear
      if !hasAlpha { sample.a = 255 }
      return Kernels.fill(view, with: sample)
    }
    guard let color else { return Kernels.fill(deepView, with: .clear) }
    Kernels.fill(deepView, with: try DeepYUVColor(color, seenOn: canvas))
  }

  /// Takes over the pixels of `other`, of the same size.
  func copy(_ other: SharedFrame) {
    if isDeep {
      Kernels.copy(other.deepView, into: deepView)
    } else {
      Kernels.copy(other.view, into: view)
    }
  }

  /// Lays `other` over it with its corner at (`x`, `y`), within the rectangle `clip` alone if there is one.
  func lay(_ other: SharedFrame, x: Int, y: Int, opacity: Int, within clip: PixelRect?) {
    let whole = clip ?? PixelRect(size)
    if isDeep {
      guard let (part, left, top) = deepView.part(in: whole) else { return }
      over(other.deepView, on: part, x: x - left, y: y - top, opacity: opacity)
    } else {
      guard let (part, left, top) = view.part(in: whole) else { return }
      over(other.view, on: part, x: x - left, y: y - top, opacity: opacity)
    }
  }

  /// Draws `other` through `matrix`; pictures of 8 bits alone are.
  func warp(
    _ other: SharedFrame, _ matrix: Affine, opacity: Int, within clip: PixelRect?,
    _ scratch: Scratch
  ) {
    guard let (part, x, y) = view.part(in: clip ?? PixelRect(size)) else { return }
    warpOver(
      other.view, on: part, matrix: matrix.then(.translation(Double(-x), Double(-y))),
      opacity: opacity, scratch: scratch)
  }

  /// Becomes `other`, turned or mirrored.
  func orient(_ other: SharedFrame, by orientation: Orientation) {
    if isDeep {
      Kernels.orient(other.deepView, by: orientation, into: deepView)
    } else {
      Kernels.orient(other.view, by: orientation, into: view)
    }
  }
}

extension DeepYUVColor {
  /// An sRGB colour as it is seen on a canvas: brought to its light by the filters that bring pictures
  /// there, so that it is the same in a drawing and beside it.
  init(_ color: Color, seenOn canvas: CanvasColor) throws(AVError) {
    // Black is black in any light.
    guard canvas.isWide, color != .black else {
      self.init(color, in: canvas)
      return
    }
    let patch = try Frame(size: PixelSize(8, 8), format: .rgba)
    guard let samples = patch.plane(0) else { preconditionFailure("a picture without planes") }
    for y in 0..<8 {
      for x in 0..<8 {
        let pixel = samples + y * patch.stride(0) + 4 * x
        (pixel[0], pixel[1], pixel[2], pixel[3]) = (color.red, color.green, color.blue, color.alpha)
      }
    }
    let seen = try PictureFilter([], color: canvas).apply(SharedFrame(patch))
    self = withExtendedLifetime(seen) {
      let view = seen.deepView
      return DeepYUVColor(
        y: view.y.base[0], u: view.u.base[0], v: view.v.base[0], a: view.a?.base[0] ?? 1023)
    }
  }
}
