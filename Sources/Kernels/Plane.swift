// SPDX-License-Identifier: Apache-2.0

public import Basics

/// One plane of 8-bit samples somewhere in memory: a view that owns nothing.
///
/// Whoever makes a view keeps the memory alive for as long as the view is used.
public struct Plane {
  /// The top-left sample.
  public let base: UnsafeMutablePointer<UInt8>
  /// Bytes from one row to the next; at least `width`.
  public let stride: Int
  /// Samples in a row.
  public let width: Int
  /// Rows.
  public let height: Int

  /// A view of `height` rows of `width` samples that lie `stride` bytes apart from `base` on.
  public init(base: UnsafeMutablePointer<UInt8>, stride: Int, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0 && stride >= width)
    self.base = base
    self.stride = stride
    self.width = width
    self.height = height
  }

  /// The first sample of row `y`.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y &* stride }

  /// Copies all samples of `source`, a plane of the same size.
  func copy(from source: Plane) {
    precondition(source.width == width && source.height == height)
    for y in 0..<height { row(y).update(from: source.row(y), count: width) }
  }
}

/// A picture of planes: luma, two chroma planes of half its size (rounded up), perhaps alpha.
///
/// Samples may have any matrix and range, the same in all pictures that meet; alpha is full range and
/// *straight*, that is: colours are not multiplied by it. Chroma is sited as H.264 does by default: horizontally on the left luma
/// sample of a pair, vertically between two rows.
public struct PictureView {
  /// Luma.
  public let y: Plane
  /// Blue difference, 128 is grey.
  public let u: Plane
  /// Red difference, 128 is grey.
  public let v: Plane
  /// Alpha, 0 transparent…255 opaque; nil in an opaque picture.
  public let a: Plane?

  /// A view of four planes; chroma planes are `(width + 1) / 2` by `(height + 1) / 2`.
  public init(y: Plane, u: Plane, v: Plane, a: Plane? = nil) {
    let (cw, ch) = ((y.width + 1) / 2, (y.height + 1) / 2)
    precondition(u.width == cw && u.height == ch && v.width == cw && v.height == ch)
    if let a { precondition(a.width == y.width && a.height == y.height) }
    self.y = y
    self.u = u
    self.v = v
    self.a = a
  }

  /// Luma samples in a row.
  public var width: Int { y.width }
  /// Luma rows.
  public var height: Int { y.height }

  /// The part that lies in `rect`, whose edges are even, and its corner; nil when nothing does.
  ///
  /// It is a view of the same memory.
  public func part(in rect: PixelRect) -> (view: PictureView, x: Int, y: Int)? {
    precondition(rect.x % 2 == 0 && rect.y % 2 == 0, "chroma cannot be cut between two pixels")
    let (left, top) = (max(0, rect.x), max(0, rect.y))
    let (right, bottom) = (min(width, rect.x + rect.width), min(height, rect.y + rect.height))
    guard left < right, top < bottom else { return nil }
    func cut(_ plane: Plane, _ scale: Int) -> Plane {
      Plane(
        base: plane.base + top / scale * plane.stride + left / scale, stride: plane.stride,
        width: (right - left + scale - 1) / scale, height: (bottom - top + scale - 1) / scale)
    }
    let view = PictureView(y: cut(y, 1), u: cut(u, 2), v: cut(v, 2), a: a.map { cut($0, 1) })
    return (view, left, top)
  }

  /// Whether `other` has the same width and height.
  func hasSize(of other: PictureView) -> Bool { width == other.width && height == other.height }
}

/// One colour with straight alpha, in the samples of a picture.
public struct YUVColor: Hashable, Sendable {
  /// Luma; in limited range 16 is black and 235 white.
  public var y: UInt8
  /// Blue difference, 128 is grey.
  public var u: UInt8
  /// Red difference, 128 is grey.
  public var v: UInt8
  /// Alpha, 255 is opaque.
  public var a: UInt8

  /// A colour from its four samples.
  public init(y: UInt8, u: UInt8, v: UInt8, a: UInt8 = 255) {
    self.y = y
    self.u = u
    self.v = v
    self.a = a
  }

  /// Opaque black in limited range.
  public static let black = YUVColor(y: 16, u: 128, v: 128)
  /// Opaque white in limited range.
  public static let white = YUVColor(y: 235, u: 128, v: 128)
  /// Fully transparent black.
  public static let clear = YUVColor(y: 16, u: 128, v: 128, a: 0)
}
