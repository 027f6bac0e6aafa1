// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol
import Transitions

// All pictures on one canvas have the same sample type and chroma format. Kernels are generic over both; each
// function here dispatches on the sample type once, views carry the chroma format.

extension ImageBuffer {
  /// A picture to draw on, with uninitialised pixels.
  convenience init(size: PixelSize, hasAlpha: Bool, in color: CanvasColor) throws(AVError) {
    let frame = try Frame(size: size, format: color.drawnFormat(hasAlpha: hasAlpha))
    frame.color = color.stated.tags
    self.init(frame)
  }

  /// Sets every pixel to `paint`, which was made for its canvas; a picture without alpha is opaque.
  func fill(with paint: Paint) {
    switch paint {
    case .usual(let color): withView(of: UInt8.self) { Kernels.fill($0, with: color) }
    case .deep(let color): withView(of: UInt16.self) { Kernels.fill($0, with: color) }
    }
  }

  /// Makes every pixel transparent, or those in `area`, which lies on even pixels; the picture must have alpha.
  func clear(within area: PixelRect? = nil) {
    func clear<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { whole in
        let part = if let area { whole.part(in: area)?.view } else { whole }
        if let part { Kernels.fill(part, with: .clear) }
      }
    }
    clear(sample)
  }

  /// Copies the pixels of `other`, which has the same size.
  func copy(_ other: ImageBuffer) {
    func copy<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { Kernels.copy($1, into: $0) }
    }
    copy(sample)
  }

  /// Copies the pixels of `other` inside `area`, which has its size and lies on even pixels.
  func copy(_ other: ImageBuffer, from area: PixelRect) {
    func copy<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        if let part = theirs.part(in: area)?.view { Kernels.copy(part, into: mine) }
      }
    }
    copy(sample)
  }

  /// Sets its part inside `area`, which lies on even pixels, to a mixture of two pictures of that size.
  func mix(_ a: ImageBuffer, _ b: ImageBuffer, weight: Weight, in area: PixelRect) {
    func mix<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { whole in
        guard let part = whole.part(in: area)?.view else { return }
        a.withViews(of: sample, and: b) { Kernels.mix($0, $1, weight: weight, into: part) }
      }
    }
    mix(sample)
  }

  /// Composites `other` over it with its corner at (`x`, `y`), only within the rectangle `clip` if given.
  func lay(_ other: ImageBuffer, x: Int, y: Int, opacity: Weight, within clip: PixelRect?) {
    func lay<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        guard let (part, left, top) = mine.part(in: clip ?? PixelRect(size)) else { return }
        over(
          theirs, on: part, x: x - left, y: y - top, opacity: opacity,
          rounding: other.rounding(left, top))
      }
    }
    lay(sample)
  }

  /// Composites `other` over it, transformed by `matrix`, only within the rectangle `clip` if given.
  ///
  /// - Parameter hasWholeEdges: Whether pixels at the edges of `other` are covered as a whole.
  func warp(
    _ other: ImageBuffer, _ matrix: Affine, opacity: Weight, within clip: PixelRect?,
    hasWholeEdges: Bool, _ scratch: Scratch
  ) {
    func warp<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        guard let (part, x, y) = mine.part(in: clip ?? PixelRect(size)) else { return }
        warpOver(
          theirs, on: part, matrix: matrix.then(.translation(Double(-x), Double(-y))),
          opacity: opacity, hasWholeEdges: hasWholeEdges, rounding: other.rounding(x, y),
          scratch: scratch)
      }
    }
    warp(sample)
  }

  /// The same for a map that neither turns nor mirrors: what it makes smaller is drawn by means over areas.
  func scale(
    _ other: ImageBuffer, _ matrix: Affine, opacity: Weight, within clip: PixelRect?,
    hasWholeEdges: Bool, _ scratch: Scratch
  ) {
    func scale<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        guard let (part, x, y) = mine.part(in: clip ?? PixelRect(size)) else { return }
        scaleOver(
          theirs, on: part, matrix: matrix.then(.translation(Double(-x), Double(-y))),
          opacity: opacity, hasWholeEdges: hasWholeEdges, rounding: other.rounding(x, y),
          scratch: scratch)
      }
    }
    scale(sample)
  }

  /// Composites `other` over it as seen through `map`, only within the rectangle `clip` if given.
  func project(
    _ other: ImageBuffer, _ map: Projection, opacity: Weight, within clip: PixelRect?,
    _ scratch: Scratch
  ) {
    func project<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        guard let (part, x, y) = mine.part(in: clip ?? PixelRect(size)) else { return }
        projectOver(
          theirs, on: part, map: map.then(.translation(Double(-x), Double(-y))),
          opacity: opacity, rounding: other.rounding(x, y), scratch: scratch)
      }
    }
    project(sample)
  }

  /// The rounding of results where it is laid on a part of a canvas with its corner at (`x`, `y`).
  private func rounding(_ x: Int, _ y: Int) -> Rounding {
    isSlow ? .dithered(x: x, y: y) : .nearest
  }

  /// Combines `other` with it in a mode, with its corner at (`x`, `y`), only within the rectangle `clip` if given; on a
  /// canvas of 4:2:0, both are even.
  func blend(
    _ other: ImageBuffer, x: Int, y: Int, _ mode: BlendMode, opacity: Weight,
    within clip: PixelRect?, in canvas: CanvasColor, _ scratch: Scratch
  ) {
    func blend<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        guard let (part, left, top) = mine.part(in: clip ?? PixelRect(size)) else { return }
        Kernels.blend(
          theirs, on: part, x: x - left, y: y - top, mode: mode, opacity: opacity,
          matrix: ColorMatrix(canvas), scratch: scratch)
      }
    }
    blend(sample)
  }

  /// Multiplies its alpha by what `other`, of its size, lets be seen.
  func mask(by other: ImageBuffer, _ use: LayerMask, in canvas: CanvasColor) {
    func mask<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) {
        Kernels.mask($0, by: $1, use, matrix: ColorMatrix(canvas))
      }
    }
    mask(sample)
  }

  /// Sets the part of it inside `area`, which cuts no sample of chroma, to the mean of `count` pictures of its size with
  /// alpha: `drawn` that `draw` gives by their index, and clear ones.
  ///
  /// - Parameter isSlow: Whether it has slow changes, and is dithered.
  func setMean(
    of count: Int, drawing drawn: Int, within area: PixelRect, isSlow: Bool,
    _ draw: (Int) throws(AVError) -> ImageBuffer
  ) throws(AVError) {
    func set<Sample: PictureSample>(_ sample: Sample.Type) throws(AVError) {
      let form = withView(of: sample) {
        $0.part(in: area).map { ($0.view.width, $0.view.height, $0.view.chroma) }
      }
      guard let (width, height, chroma) = form else { return }
      let mean = PictureMean<Sample>(width: width, height: height, chroma: chroma)
      for index in 0..<drawn {
        try draw(index).withView(of: sample) { view in
          if let part = view.part(in: area)?.view { mean.add(part) }
        }
      }
      withView(of: sample) { view in
        guard let part = view.part(in: area)?.view else { return }
        mean.write(
          to: part, of: count, rounding: isSlow ? .dithered(x: area.x, y: area.y) : .nearest)
      }
    }
    try set(sample)
  }

  /// Makes everything outside `outline` transparent; the picture must have alpha.
  func cut(to outline: RoundedBox) {
    func cut<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { Kernels.cut($0, to: outline) }
    }
    cut(sample)
  }

  /// Sets it to `other`, rotated or mirrored.
  func orient(_ other: ImageBuffer, by orientation: Orientation) {
    func orient<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { Kernels.orient($1, by: orientation, into: $0) }
    }
    orient(sample)
  }

  /// Sets it to frame `position` of a transition of `duration` frames between two pictures of its size.
  ///
  /// - Parameters:
  ///   - black: The colour of transitions through black, which may be clear.
  ///   - white: White in 10 bits; in 8 bits white is the highest luma of `canvas`.
  func draw(
    _ kernel: TransitionKernel, _ parameters: [Float] = [], map: GrayMap?, from: ImageBuffer,
    to: ImageBuffer,
    position: Int, duration: Int, in canvas: CanvasColor, black: Color,
    white: DeepYUVColor?, _ scratch: Scratch
  ) {
    func draw<Sample: PictureSample>(_ sample: Sample.Type) {
      withView(of: sample) { mine in
        from.withViews(of: sample, and: to) { from, to in
          transition(
            kernel, parameters: parameters, map: map, from: from, to: to, position: position,
            duration: duration, into: mine, matrix: ColorMatrix(canvas), scratch: scratch,
            black: SampleColor(black, in: canvas),
            white: white as? SampleColor<Sample> ?? SampleColor(.white, in: canvas))
        }
      }
    }
    draw(sample)
  }
}

extension ColorMatrix {
  /// The matrix and the range of the samples of `canvas`.
  init(_ canvas: CanvasColor) {
    let (red, blue): (Double, Double) =
      switch canvas.matrix {
      case .bt709: (0.2126, 0.0722)
      case .bt601: (0.299, 0.114)
      case .bt2020: (0.2627, 0.0593)
      }
    self.init(red: red, blue: blue, isFullRange: canvas.isFullRange)
  }
}

/// A uniform colour in the samples of a canvas.
enum Paint {
  case usual(YUVColor)
  case deep(DeepYUVColor)

  /// An sRGB colour for `canvas`.
  ///
  /// HDR needs a filter for this, so callers that fill often keep the result.
  init(_ color: Color, in canvas: CanvasColor) throws(AVError) {
    self =
      canvas.isDeep
      ? .deep(try DeepYUVColor(color, seenOn: canvas)) : .usual(YUVColor(color, in: canvas))
  }
}

extension DeepYUVColor {
  /// An sRGB colour as it appears on `canvas`.
  ///
  /// It is converted by the filters that convert pictures, so that it is the same in a drawing and next to it.
  init(_ color: Color, seenOn canvas: CanvasColor) throws(AVError) {
    // Black needs no conversion.
    guard canvas.isWide, color != .black else {
      self.init(color, in: canvas)
      return
    }
    let patch = try Frame(size: PixelSize(8, 8), format: .rgba)
    patch.withPlane(0) { samples, stride in
      for y in 0..<8 {
        for x in 0..<8 {
          let pixel = samples + y * stride + 4 * x
          (pixel[0], pixel[1], pixel[2], pixel[3]) = (
            color.red, color.green, color.blue, color.alpha
          )
        }
      }
    }
    let seen = try PictureFilter([], color: canvas).apply(ImageBuffer(patch))
    self = seen.withView(of: UInt16.self) { view in
      DeepYUVColor(
        y: view.y.base[0], u: view.u.base[0], v: view.v.base[0], a: view.a?.base[0] ?? 1023)
    }
  }
}
