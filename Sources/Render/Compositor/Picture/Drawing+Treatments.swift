// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol

extension ImageBuffer {
  /// Sets it to `other`, blurred; see `Kernels.blur`.
  func blur(
    _ other: ImageBuffer, deviation: Double, cover: FrameCover = .nothing, softness: Double = 0,
    _ scratch: Scratch
  ) {
    func blur<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        cover.withCover(of: sample) {
          Kernels.blur(
            theirs, deviation: deviation, cover: $0, softness: softness, into: mine,
            scratch: scratch)
        }
      }
    }
    blur(sample)
  }

  /// Sets it to `other`, a picture of its form, in blocks of one colour; see `Kernels.pixelate`.
  func pixelate(
    _ other: ImageBuffer, in grid: BlockGrid, cover: FrameCover = .nothing, _ scratch: Scratch
  ) {
    func pixelate<Sample: PictureSample>(_ sample: Sample.Type) {
      withViews(of: sample, and: other) { mine, theirs in
        cover.withCover(of: sample) {
          Kernels.pixelate(theirs, in: grid, cover: $0, into: mine, scratch: scratch)
        }
      }
    }
    pixelate(sample)
  }

  /// Sets it to `other`, a picture of its form, with other colours.
  func adjust(
    _ other: ImageBuffer, _ adjustment: ColorAdjustment, in canvas: CanvasColor, _ scratch: Scratch
  ) {
    func adjust<Sample: PictureSample>(_ sample: Sample.Type) {
      let map = ColorMap(adjustment, in: ColorMatrix(canvas), of: sample)
      withViews(of: sample, and: other) { Kernels.adjust($1, by: map, into: $0, scratch: scratch) }
    }
    adjust(sample)
  }

  /// Sets it to `other`, a picture of its form, with the colours of `table`.
  func grade(
    _ other: ImageBuffer, by table: ColorTable, strength: Double, in canvas: CanvasColor,
    _ scratch: Scratch
  ) {
    func grade<Sample: PictureSample>(_ sample: Sample.Type) {
      let map = ColorMap(in: ColorMatrix(canvas), of: sample)
      withViews(of: sample, and: other) {
        Kernels.grade($1, by: table, strength: strength, in: map, into: $0, scratch: scratch)
      }
    }
    grade(sample)
  }

  /// Sets it to `other` without what has the colour of `paint`.
  func key(
    _ other: ImageBuffer, out paint: Paint, _ settings: KeySettings, in canvas: CanvasColor,
    _ scratch: Scratch
  ) {
    func key<Sample>(_ color: SampleColor<Sample>) {
      withViews(of: Sample.self, and: other) {
        Kernels.key(
          $1, out: color, settings, in: ColorMatrix(canvas), into: $0, scratch: scratch)
      }
    }
    switch paint {
    case .usual(let color): key(color)
    case .deep(let color): key(color)
    }
  }

  /// Draws a line along `outline`, inside of it.
  func border(along outline: RoundedBox, width: Double, _ paint: Paint, _ scratch: Scratch) {
    func border<Sample>(_ color: SampleColor<Sample>) {
      withView(of: Sample.self) {
        Kernels.border($0, along: outline, width: width, color: color, scratch: scratch)
      }
    }
    switch paint {
    case .usual(let color): border(color)
    case .deep(let color): border(color)
    }
  }

  /// Sets it to the shadow of `other`.
  func shade(
    _ other: ImageBuffer, _ paint: Paint, offset: PixelPoint, deviation: Double, _ scratch: Scratch
  ) {
    func shade<Sample>(_ color: SampleColor<Sample>) {
      withViews(of: Sample.self, and: other) {
        Kernels.shadow(
          of: $1, color: color, offset: offset, deviation: deviation, into: $0, scratch: scratch)
      }
    }
    switch paint {
    case .usual(let color): shade(color)
    case .deep(let color): shade(color)
    }
  }

  /// Returns true if it is as opaque as `other`, a picture on the same canvas, everywhere.
  func hasShape(of other: ImageBuffer) -> Bool {
    guard size == other.size, hasAlpha == other.hasAlpha else { return false }
    func isEqual<Sample: PictureSample>(_ sample: Sample.Type) -> Bool {
      withViews(of: sample, and: other) { mine, theirs in
        guard let a = mine.a, let b = theirs.a else { return true }
        return a.isEqual(to: b)
      }
    }
    return self === other || isEqual(sample)
  }
}

/// The area of a picture that stays as opaque as it is where its colours are spread; see
/// `SpreadCover`.
enum FrameCover {
  case nothing
  case everything
  /// The area that the alpha of this picture covers, which has the size of the one that is spread.
  case frame(ImageBuffer)

  /// Returns true if it is the same.
  func isSame(as other: FrameCover) -> Bool {
    switch (self, other) {
    case (.nothing, .nothing), (.everything, .everything): true
    case (.frame(let a), .frame(let b)): a === b
    case (.nothing, _), (.everything, _), (.frame, _): false
    }
  }

  fileprivate func withCover<Sample: PictureSample>(
    of sample: Sample.Type, _ body: (SpreadCover<Sample>) -> Void
  ) {
    switch self {
    case .nothing: body(.nothing)
    case .everything: body(.everything)
    case .frame(let frame):
      frame.withView(of: sample) { body($0.a.map { .plane($0) } ?? .everything) }
    }
  }
}
