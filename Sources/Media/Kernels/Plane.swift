// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc

/// A sample of a picture: 8 bits in one byte, or 10 bits in two.
///
/// Loops over samples are generic; the compiler specialises them for both types.
public protocol PictureSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// A type for the product of two samples including rounding, and for two adjacent samples.
  associatedtype Product: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  /// A type for alpha next to alpha times a sample.
  associatedtype Packed: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  /// Number of significant bits.
  static var depth: Int { get }
}

extension UInt8: PictureSample {
  /// A type for 255 times 255, and for 255 times 256.
  public typealias Product = UInt16
  /// Alpha in the low half, the product in the high one.
  public typealias Packed = UInt32
  /// All bits are significant.
  public static var depth: Int { 8 }
}

extension UInt16: PictureSample {
  /// A type for 1023 times 1023.
  public typealias Product = UInt32
  /// Alpha in the low 28 bits, the product above it.
  public typealias Packed = UInt64
  /// The upper bits are 0.
  public static var depth: Int { 10 }
}

extension PictureSample {
  /// The maximum sample: opaque alpha.
  @inlinable
  package static var full: Self { Self(truncatingIfNeeded: 1 &<< depth &- 1) }
  /// An 8-bit sample in this depth, in limited range.
  @inlinable
  package static func scaled(_ sample: Int) -> Self {
    Self(truncatingIfNeeded: sample &<< (depth &- 8))
  }
  /// The sample in the type of products.
  @inline(__always)
  var wide: Product { Product(truncatingIfNeeded: self) }
}

/// The chroma subsampling of a picture.
public enum ChromaFormat: Hashable, Sendable, CaseIterable {
  /// 4:2:0: half the width and half the height of luma, rounded up.
  case half
  /// 4:4:4: the size of luma.
  case full

  /// The base-2 logarithm of the pixels per chroma sample in each direction.
  public var shift: Int {
    switch self {
    case .half: 1
    case .full: 0
    }
  }

  /// The number of chroma samples along `length` pixels.
  public func count(_ length: Int) -> Int { (length + shift) >> shift }
}

/// One plane of samples in memory: a view without ownership.
///
/// The creator of a view keeps the memory alive as long as the view is used.
public struct SamplePlane<Sample: PictureSample> {
  /// The top-left sample.
  public let base: UnsafeMutablePointer<Sample>
  /// The distance between the starts of rows in samples, at least `width`.
  public let stride: Int
  /// Samples in a row.
  public let width: Int
  /// Number of rows.
  public let height: Int

  /// A view of `height` rows of `width` samples, which start at `base` and are `stride` samples apart.
  public init(base: UnsafeMutablePointer<Sample>, stride: Int, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0 && stride >= width)
    self.base = base
    self.stride = stride
    self.width = width
    self.height = height
  }

  /// The first sample of row `y`.
  @inlinable
  package func row(_ y: Int) -> UnsafeMutablePointer<Sample> { base + y &* stride }

  /// Returns true if all samples are those of `other`, a plane of the same size.
  public func isEqual(to other: SamplePlane) -> Bool {
    precondition(other.width == width && other.height == height)
    return (0..<height).allSatisfy {
      memcmp(row($0), other.row($0), width * MemoryLayout<Sample>.stride) == 0
    }
  }

  /// Copies all samples of `source`, a plane of the same size.
  @inlinable
  package func copy(from source: SamplePlane) {
    precondition(source.width == width && source.height == height)
    for y in 0..<height { row(y).update(from: source.row(y), count: width) }
  }
}

/// A picture of planes: luma, two chroma planes, and optionally alpha.
///
/// Samples may have any matrix and range. Pictures that are combined must have the same ones, and the same
/// chroma format. Alpha has full range and is *straight*: colours are not multiplied by it. 4:2:0 chroma is
/// sited as in H.264 by default: horizontally at the left luma sample of a pair, vertically between two rows.
public struct SampleView<Sample: PictureSample> {
  /// Luma.
  public let y: SamplePlane<Sample>
  /// Blue difference; half of the range is neutral.
  public let u: SamplePlane<Sample>
  /// Red difference; half of the range is neutral.
  public let v: SamplePlane<Sample>
  /// Alpha, from 0 (transparent) to the maximum sample (opaque); nil in an opaque picture.
  public let a: SamplePlane<Sample>?
  /// The subsampling of `u` and `v`.
  public let chroma: ChromaFormat

  /// A view of three or four planes with matching sizes.
  public init(
    y: SamplePlane<Sample>, u: SamplePlane<Sample>, v: SamplePlane<Sample>,
    a: SamplePlane<Sample>? = nil, chroma: ChromaFormat = .half
  ) {
    let (cw, ch) = (chroma.count(y.width), chroma.count(y.height))
    precondition(u.width == cw && u.height == ch && v.width == cw && v.height == ch)
    if let a { precondition(a.width == y.width && a.height == y.height) }
    self.y = y
    self.u = u
    self.v = v
    self.a = a
    self.chroma = chroma
  }

  /// Luma samples in a row.
  public var width: Int { y.width }
  /// Luma rows.
  public var height: Int { y.height }

  /// The part inside `rect`, and its corner; nil if there is none.
  ///
  /// The edges of `rect` must not split chroma samples. The part is a view of the same memory.
  public func part(in rect: PixelRect) -> (view: SampleView, x: Int, y: Int)? {
    precondition(
      chroma == .full || rect.x % 2 == 0 && rect.y % 2 == 0,
      "chroma cannot be cut between two pixels")
    let (left, top) = (max(0, rect.x), max(0, rect.y))
    let (right, bottom) = (min(width, rect.x + rect.width), min(height, rect.y + rect.height))
    guard left < right, top < bottom else { return nil }
    func cut(_ plane: SamplePlane<Sample>, _ format: ChromaFormat) -> SamplePlane<Sample> {
      let (x, y) = (left >> format.shift, top >> format.shift)
      return SamplePlane(
        base: plane.base + y * plane.stride + x, stride: plane.stride,
        width: format.count(right - left), height: format.count(bottom - top))
    }
    let view = SampleView(
      y: cut(y, .full), u: cut(u, chroma), v: cut(v, chroma), a: a.map { cut($0, .full) },
      chroma: chroma)
    return (view, left, top)
  }

  /// Returns true if `other` has the same width, height and chroma format.
  package func hasForm(of other: SampleView) -> Bool {
    width == other.width && height == other.height && chroma == other.chroma
  }
}

/// A colour with straight alpha, in a picture's samples.
public struct SampleColor<Sample: PictureSample>: Hashable, Sendable {
  /// Luma; in limited range and 8 bits, 16 is black and 235 white.
  public var y: Sample
  /// Blue difference; half of the range is neutral.
  public var u: Sample
  /// Red difference; half of the range is neutral.
  public var v: Sample
  /// Alpha; the maximum sample is opaque.
  public var a: Sample

  /// A colour from its four samples.
  public init(y: Sample, u: Sample, v: Sample, a: Sample) {
    self.y = y
    self.u = u
    self.v = v
    self.a = a
  }

  /// An opaque colour.
  public init(y: Sample, u: Sample, v: Sample) { self.init(y: y, u: u, v: v, a: Sample.full) }

  /// Opaque black in limited range.
  public static var black: SampleColor { gray(16) }
  /// Opaque white in limited range.
  public static var white: SampleColor { gray(235) }
  /// Fully transparent black.
  public static var clear: SampleColor {
    SampleColor(y: black.y, u: black.u, v: black.v, a: 0)
  }

  private static func gray(_ luma: Int) -> SampleColor {
    SampleColor(y: Sample.scaled(luma), u: Sample.scaled(128), v: Sample.scaled(128))
  }
}

/// A plane of 8-bit samples.
public typealias Plane = SamplePlane<UInt8>
/// A picture of 8-bit samples.
public typealias PictureView = SampleView<UInt8>
/// A colour in 8-bit samples.
public typealias YUVColor = SampleColor<UInt8>
/// A plane of 10-bit samples.
public typealias DeepPlane = SamplePlane<UInt16>
/// A picture of 10-bit samples.
public typealias DeepPictureView = SampleView<UInt16>
/// A colour in 10-bit samples.
public typealias DeepYUVColor = SampleColor<UInt16>
