// SPDX-License-Identifier: Apache-2.0

public import Base

/// A picture in memory: straight-alpha RGBA, 8 bits per channel, rows without padding.
///
/// Its file has a header of 20 bytes (the magic `reelrgba`, then version, width and height as 32-bit
/// little-endian numbers), followed by the rows. A raster file is named by the digest of all its bytes, so it
/// never changes and needs no lock.
public struct RasterFile: Hashable, Sendable {
  /// Width and height in pixels.
  public var size: PixelSize
  /// `width × height × 4` bytes.
  public var pixels: [UInt8]

  /// A raster of `size` whose rows are `pixels`.
  public init(size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == size.width * size.height * 4, "a raster has four bytes a pixel")
    self.size = size
    self.pixels = pixels
  }

  static let magic = Array("reelrgba".utf8)
  static let version: UInt32 = 1
  static let headerBytes = 20
  /// Larger pictures are refused when read.
  static let maximumPixels = 1 << 28

  /// The bytes of the file.
  public var encoded: [UInt8] {
    var bytes = RasterFile.magic
    bytes.reserveCapacity(RasterFile.headerBytes + pixels.count)
    for value in [RasterFile.version, UInt32(size.width), UInt32(size.height)] {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes + pixels
  }

  /// The raster in the bytes of a file; nil if they are no valid raster file.
  public init?(decoding bytes: [UInt8]) {
    guard bytes.count >= RasterFile.headerBytes, bytes.starts(with: RasterFile.magic) else {
      return nil
    }
    let numbers = bytes.withUnsafeBytes { raw in
      (0..<3).map {
        UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 8 + 4 * $0, as: UInt32.self))
      }
    }
    let (width, height) = (Int(numbers[1]), Int(numbers[2]))
    guard numbers[0] == RasterFile.version, width > 0, height > 0,
      width * height <= RasterFile.maximumPixels,
      bytes.count == RasterFile.headerBytes + width * height * 4
    else { return nil }
    size = PixelSize(width, height)
    pixels = Array(bytes[RasterFile.headerBytes...])
  }

  /// Reads the raster file at `path`.
  public init(path: String) throws(RenderingFileError) {
    let bytes = try WholeFile.read(
      path, limit: RasterFile.headerBytes + RasterFile.maximumPixels * 4)
    guard let raster = RasterFile(decoding: bytes) else {
      throw RenderingFileError(call: "read", path: path, reason: "not a raster file")
    }
    self = raster
  }
}
