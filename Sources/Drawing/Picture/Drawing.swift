// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Kernels
import MediaFiles

// What is drawn on one canvas has samples of one depth. Kernels are generic over them: each function here
// opens the type of its picture's samples once.

extension SharedFrame {
  /// A picture to be drawn on; its pixels are whatever the memory held.
  convenience init(size: PixelSize, hasAlpha: Bool, in color: CanvasColor) throws(AVError) {
    let frame = try Frame(size: size, format: .drawn(isDeep: color.isDeep, hasAlpha: hasAlpha))
    frame.color = ColorTags(color.stated.tags)
    self.init(frame)
  }

  /// Sets every pixel to `paint`, which was made for its canvas; without alpha it is opaque.
  func fill(with paint: Paint) {
    switch paint {
    case .usual(let color): withView(of: UInt8.self) { Kernels.fill($0, with: color) }
    case .deep(let color): withView(of: UInt16.self) { Kernels.fill($0, with: color) }
    }
  }

  /// Makes every pixel clear; the picture has alpha.
  func clear() {
    func clear<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { Kernels.fill($0, with: .clear) }
    }
    clear(sample)
  }

  /// Takes over the pixels of `other`, of the same size.
  func copy(_ other: SharedFrame) {
    func copy<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { Kernels.copy($1, into: $0) }
    }
    copy(sample)
  }

  /// Lays `other` over it with its corner at (`x`, `y`), within the rectangle `clip` alone if there is one.
  func lay(_ other: SharedFrame, x: Int, y: Int, opacity: Weight, within clip: PixelRect?) {
    func lay<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        guard let (part, left, top) = mine.part(in: clip ?? PixelRect(size)) else { return }
        over(theirs, on: part, x: x - left, y: y - top, opacity: opacity)
      }
    }
    lay(sample)
  }

  /// Draws `other` through `matrix`, within the rectangle `clip` alone if there is one.
  func warp(
    _ other: SharedFrame, _ matrix: Affine, opacity: Weight, within clip: PixelRect?,
    _ scratch: Scratch
  ) {
    func warp<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        guard let (part, x, y) = mine.part(in: clip ?? PixelRect(size)) else { return }
        warpOver(
          theirs, on: part, matrix: matrix.then(.translation(Double(-x), Double(-y))),
          opacity: opacity, scratch: scratch)
      }
    }
    warp(sample)
  }

  /// Makes all that lies outside of `outline` clear; the picture has alpha.
  func cut(to outline: RoundedBox) {
    func cut<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { Kernels.cut($0, to: outline) }
    }
    cut(sample)
  }

  /// Becomes `other`, blurred, with alpha.
  func blur(_ other: SharedFrame, deviation: Double, _ scratch: Scratch) {
    func blur<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) {
        Kernels.blur($1, deviation: deviation, into: $0, scratch: scratch)
      }
    }
    blur(sample)
  }

  /// Becomes `other`, turned or mirrored.
  func orient(_ other: SharedFrame, by orientation: Orientation) {
    func orient<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { Kernels.orient($1, by: orientation, into: $0) }
    }
    orient(sample)
  }

  /// Becomes frame `position` of `duration` of a transition between two pictures of its size.
  ///
  /// - Parameter white: What white is in 10 bits; in 8 it is the highest luma of `canvas`.
  func draw(
    _ kind: TransitionKind, from: SharedFrame, to: SharedFrame, position: Int, duration: Int,
    in canvas: CanvasColor, white: DeepYUVColor?, _ scratch: Scratch
  ) {
    func draw<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { mine in
        from.withViews(of: sample, and: to) { from, to in
          transition(
            kind, from: from, to: to, position: position, duration: duration, into: mine,
            scratch: scratch, black: SampleColor(.black, in: canvas),
            white: white as? SampleColor<Sample> ?? SampleColor(.white, in: canvas))
        }
      }
    }
    draw(sample)
  }
}

/// A plain colour in the samples of a canvas.
enum Paint {
  case usual(YUVColor)
  case deep(DeepYUVColor)

  /// An sRGB colour for `canvas`.
  ///
  /// In HDR that takes a filter, so that what is filled often keeps it.
  init(_ color: Color, in canvas: CanvasColor) throws(AVError) {
    self =
      canvas.isDeep
      ? .deep(try DeepYUVColor(color, seenOn: canvas)) : .usual(YUVColor(color, in: canvas))
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
    self = seen.withView(of: UInt16.self) { view in
      DeepYUVColor(
        y: view.y.base[0], u: view.u.base[0], v: view.v.base[0], a: view.a?.base[0] ?? 1023)
    }
  }
}
