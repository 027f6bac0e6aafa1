// SPDX-License-Identifier: Apache-2.0

public import Base

/// A level of H.264: how much a decoder has to manage (ITU-T H.264, table A-1).
public struct H264Level: Hashable, Sendable {
  /// Its name, such as `4.1`.
  public let name: String
  /// Ten times its number, as files hold it.
  public let number: Int
  /// The most macroblocks of 16x16 pixels in a second.
  public let blocksPerSecond: Int
  /// The most macroblocks of a picture.
  public let blocks: Int
  /// The most macroblocks of all pictures that are kept to refer to.
  public let keptBlocks: Int
  /// The most bits in a second of the profiles baseline and main.
  public let bits: Int

  /// All levels but 1b, ascending.
  public static let all: [H264Level] = [
    H264Level("1", 10, 1485, 99, 396, 64), H264Level("1.1", 11, 3000, 396, 900, 192),
    H264Level("1.2", 12, 6000, 396, 2376, 384), H264Level("1.3", 13, 11_880, 396, 2376, 768),
    H264Level("2", 20, 11_880, 396, 2376, 2000), H264Level("2.1", 21, 19_800, 792, 4752, 4000),
    H264Level("2.2", 22, 20_250, 1620, 8100, 4000),
    H264Level("3", 30, 40_500, 1620, 8100, 10_000),
    H264Level("3.1", 31, 108_000, 3600, 18_000, 14_000),
    H264Level("3.2", 32, 216_000, 5120, 20_480, 20_000),
    H264Level("4", 40, 245_760, 8192, 32_768, 20_000),
    H264Level("4.1", 41, 245_760, 8192, 32_768, 50_000),
    H264Level("4.2", 42, 522_240, 8704, 34_816, 50_000),
    H264Level("5", 50, 589_824, 22_080, 110_400, 135_000),
    H264Level("5.1", 51, 983_040, 36_864, 184_320, 240_000),
    H264Level("5.2", 52, 2_073_600, 36_864, 184_320, 240_000),
    H264Level("6", 60, 4_177_920, 139_264, 696_320, 240_000),
    H264Level("6.1", 61, 8_355_840, 139_264, 696_320, 480_000),
    H264Level("6.2", 62, 16_711_680, 139_264, 696_320, 800_000),
  ]

  private init(
    _ name: String, _ number: Int, _ blocksPerSecond: Int, _ blocks: Int, _ keptBlocks: Int,
    _ kilobits: Int
  ) {
    (self.name, self.number) = (name, number)
    (self.blocksPerSecond, self.blocks, self.keptBlocks) = (blocksPerSecond, blocks, keptBlocks)
    bits = kilobits * 1000
  }

  /// The level called `name`; nil for none.
  public init?(_ name: String) {
    guard let level = H264Level.all.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  /// The level with ten times the number `number`; nil for none, and for 1b, which has the number 9.
  public init?(number: Int) {
    guard let level = H264Level.all.first(where: { $0.number == number }) else { return nil }
    self = level
  }

  /// The most bits in a second of the profile high.
  public var highBits: Int { bits / 4 * 5 }

  /// Returns true if the level holds frames of `size` at `rate` frames a second.
  public func holds(_ size: PixelSize, rate: Time) -> Bool {
    let (columns, rows) = ((size.width + 15) / 16, (size.height + 15) / 16)
    let count = columns * rows
    // No side may be longer than √(8 · blocks) macroblocks (A.3.1).
    return count <= blocks && columns * columns <= 8 * blocks && rows * rows <= 8 * blocks
      && Time(Int64(count)) * rate <= Time(Int64(blocksPerSecond))
  }

  /// The largest number of reference frames of `size`.
  public func references(_ size: PixelSize) -> Int {
    let count = ((size.width + 15) / 16) * ((size.height + 15) / 16)
    return min(16, keptBlocks / max(1, count))
  }

  /// The lowest level, 3 or above, for films of `size`; those below have too few bits for pictures of any use.
  public static func usual(for size: PixelSize, rate: Time) -> H264Level? {
    all.first { $0.number >= 30 && $0.holds(size, rate: rate) && $0.references(size) >= 4 }
  }
}
