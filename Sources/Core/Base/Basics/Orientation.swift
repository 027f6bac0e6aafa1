// SPDX-License-Identifier: Apache-2.0

/// One of the eight ways a picture can be turned and mirrored without resampling.
///
/// A case says what to do to the coded picture to show it upright. The raw value is the EXIF
/// orientation tag that asks for it (Exif 2.32, tag 0x0112).
public enum Orientation: Int, Hashable, Sendable, Codable, CaseIterable {
  /// Show as coded.
  case upright = 1
  /// Mirror left to right.
  case flipHorizontal = 2
  /// Turn by half a circle.
  case rotate180 = 3
  /// Mirror top to bottom.
  case flipVertical = 4
  /// Mirror about the main diagonal.
  case transpose = 5
  /// Turn clockwise by a quarter.
  case rotate90 = 6
  /// Mirror about the other diagonal.
  case transverse = 7
  /// Turn counter-clockwise by a quarter.
  case rotate270 = 8

  /// True if width and height change places.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The linear part (a, b, c, d) of the map, y down.
  var linear: (Int, Int, Int, Int) {
    switch self {
    case .upright: (1, 0, 0, 1)
    case .flipHorizontal: (-1, 0, 0, 1)
    case .rotate180: (-1, 0, 0, -1)
    case .flipVertical: (1, 0, 0, -1)
    case .transpose: (0, 1, 1, 0)
    case .rotate90: (0, 1, -1, 0)
    case .transverse: (0, -1, -1, 0)
    case .rotate270: (0, -1, 1, 0)
    }
  }

  /// The orientation whose linear part is (a, b, c, d), each -1, 0 or 1, if there is one.
  public init?(linear a: Int, _ b: Int, _ c: Int, _ d: Int) {
    guard let match = Orientation.allCases.first(where: { $0.linear == (a, b, c, d) }) else {
      return nil
    }
    self = match
  }

  /// This first, then `next`.
  public func then(_ next: Orientation) -> Orientation {
    let (a, b, c, d) = linear
    let (p, q, r, s) = next.linear
    let product = (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s)
    return Orientation(linear: product.0, product.1, product.2, product.3) ?? .upright
  }

  /// The inverse: only the two quarter turns differ from their own inverse.
  public var inverse: Orientation {
    switch self {
    case .rotate90: .rotate270
    case .rotate270: .rotate90
    default: self
    }
  }

  /// The size of the upright picture.
  public func size(of coded: PixelSize) -> PixelSize { swapsAxes ? coded.transposed : coded }

  /// The map from coded to upright pixel coordinates for a picture of `coded` size.
  public func affine(for coded: PixelSize) -> Affine {
    let (a, b, c, d) = linear
    let upright = size(of: coded)
    return Affine(
      Double(a), Double(b), Double(c), Double(d),
      a < 0 || c < 0 ? Double(upright.width) : 0, b < 0 || d < 0 ? Double(upright.height) : 0)
  }

  /// The name used in the printed render graph, such as `rotate-90`.
  public var name: String {
    switch self {
    case .upright: "upright"
    case .flipHorizontal: "flip-horizontal"
    case .rotate180: "rotate-180"
    case .flipVertical: "flip-vertical"
    case .transpose: "transpose"
    case .rotate90: "rotate-90"
    case .transverse: "transverse"
    case .rotate270: "rotate-270"
    }
  }
}
