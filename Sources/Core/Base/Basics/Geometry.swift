// SPDX-License-Identifier: Apache-2.0

/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// A size of `width` × `height` pixels.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// The most pixels that a canvas, a picture or a box has across and down.
  public static let mostEdge = 16_384

  /// A size near `width` × `height`, from one pixel to `mostEdge` in both directions.
  public init(near width: Double, _ height: Double) {
    func pixels(_ length: Double) -> Int {
      Int(min(max(length.rounded(), 1), Double(PixelSize.mostEdge)))
    }
    self.init(pixels(width), pixels(height))
  }

  /// `1280x720`.
  public var description: String { "\(width)x\(height)" }

  /// True if the size has at least one pixel, and at most `mostEdge` in either direction.
  public var isDrawable: Bool {
    (1...PixelSize.mostEdge).contains(width) && (1...PixelSize.mostEdge).contains(height)
  }

  /// The size with width and height exchanged.
  public var transposed: PixelSize { PixelSize(height, width) }

  /// Returns true if the size is no larger than `other`, which may be turned.
  public func fits(in other: PixelSize) -> Bool {
    max(width, height) <= max(other.width, other.height)
      && min(width, height) <= min(other.width, other.height)
  }

  /// The largest size of this shape that fits in `other`, both numbers even; itself where it fits.
  public func fitted(in other: PixelSize) -> PixelSize {
    guard !fits(in: other) else { return self }
    let (long, short) = (max(width, height), min(width, height))
    let (most, least) = (max(other.width, other.height), min(other.width, other.height))
    // The side that is more too long decides.
    let isByLong = long * least >= short * most
    let (limit, own) = isByLong ? (most, long) : (least, short)
    func scaled(_ side: Int) -> Int { max(2, side * limit / own / 2 * 2) }
    return PixelSize(scaled(width), scaled(height))
  }
}

/// A rectangle in pixels; the origin is top left, y goes down.
public struct PixelRect: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The left edge.
  public var x: Int
  /// The top edge.
  public var y: Int
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// The rectangle whose top-left corner is (`x`, `y`).
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle of a whole picture.
  public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// Width and height.
  public var size: PixelSize { PixelSize(width, height) }

  /// `1280x720+10+20`, or with `-` for negative corners.
  public var description: String {
    "\(width)x\(height)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)"
  }
}

/// A place in pixels, between them, too; the origin is top left, y goes down.
public struct PixelPoint: Hashable, Sendable, Codable {
  /// Distance from the left edge.
  public var x: Double
  /// Distance from the top edge.
  public var y: Double

  /// The place (`x`, `y`).
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The centre of a picture of `size`.
  public init(middleOf size: PixelSize) {
    self.init(Double(size.width) / 2, Double(size.height) / 2)
  }
}

/// A plane affine map, laid out as in CGAffineTransform: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// Geometry in pixels is the one place where binary fractions are right: nothing is timed with it.
public struct Affine: Hashable, Sendable, Codable {
  /// Matrix elements, in the order of CGAffineTransform.
  public var a, b, c, d, tx, ty: Double

  /// The map with the given elements.
  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The map that changes nothing.
  public static let identity = Affine(1, 0, 0, 1, 0, 0)

  /// True if it only scales and moves: it neither rotates, nor skews, nor mirrors.
  public var isScaling: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

  /// `map` with its origin moved to `centre`.
  public static func about(_ centre: PixelPoint, _ map: Affine) -> Affine {
    .translation(-centre.x, -centre.y).then(map).then(.translation(centre.x, centre.y))
  }

  /// A translation.
  public static func translation(_ x: Double, _ y: Double) -> Affine { Affine(1, 0, 0, 1, x, y) }

  /// A scaling about the origin.
  public static func scale(_ x: Double, _ y: Double) -> Affine { Affine(x, 0, 0, y, 0, 0) }

  /// A turn about the origin by `degrees`, clockwise.
  ///
  /// Quarter turns are exact.
  public static func rotation(degrees: Double) -> Affine {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    switch turn {
    case 0: return .identity
    case 90, -270: return Affine(0, 1, -1, 0, 0, 0)
    case 180, -180: return Affine(-1, 0, 0, -1, 0, 0)
    case 270, -90: return Affine(0, -1, 1, 0, 0, 0)
    default:
      let angle = turn / 180 * .pi
      return Affine(
        Portable.cos(angle), Portable.sin(angle), -Portable.sin(angle), Portable.cos(angle), 0, 0)
    }
  }

  /// This map first, then `next`.
  public func then(_ next: Affine) -> Affine {
    Affine(
      a * next.a + b * next.c, a * next.b + b * next.d,
      c * next.a + d * next.c, c * next.b + d * next.d,
      tx * next.a + ty * next.c + next.tx, tx * next.b + ty * next.d + next.ty)
  }

  /// `a·d − b·c`; zero for a map that flattens the plane, negative for one that mirrors it.
  public var determinant: Double { a * d - b * c }
}
