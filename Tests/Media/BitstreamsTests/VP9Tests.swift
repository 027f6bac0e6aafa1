// SPDX-License-Identifier: Apache-2.0

import Base
import TestSupport
import Testing

@testable import Bitstreams

@Suite struct VP9Tests {
  /// A key frame.
  private func key(
    width: Int = 64, isShown: Bool = true, profile: Int = 0, color: Int = 2, isScaled: Bool = false
  ) -> [UInt8] {
    var bits = Bits()
    bits.put(2, 2)
    bits.put((profile & 1) << 1 | profile >> 1, 2)
    bits.put(isShown ? 0b0010 : 0b0000, 4)
    bits.put(0x498342, 24)
    bits.put(color << 1, 4)
    bits.put(width - 1, 16)
    bits.put(47, 16)
    bits.put(isScaled ? 1 : 0, 1)
    bits.put(0, 40)
    return bits.bytes
  }

  /// Any other frame, with the size of an earlier frame or its own.
  private func other(isShown: Bool = true, width: Int? = nil) -> [UInt8] {
    var bits = Bits()
    bits.put(0b1000, 4)
    bits.put(isShown ? 0b0110 : 0b0100, 4)
    if !isShown { bits.put(0, 1) }
    bits.put(0, 2)
    bits.put(0, 20)
    bits.put(width == nil ? 1 : 0, width == nil ? 1 : 3)
    if let width {
      bits.put(width - 1, 16)
      bits.put(47, 16)
    }
    bits.put(0, 40)
    return bits.bytes
  }

  private func together(_ frames: [[UInt8]]) -> [UInt8] {
    let mark = UInt8(0xc8 | frames.count - 1)
    let sizes = frames.flatMap { [UInt8($0.count & 0xff), UInt8($0.count >> 8)] }
    return frames.flatMap { $0 } + [mark] + sizes + [mark]
  }

  private func picture(_ packet: [UInt8]) throws -> CodedPicture {
    let coding = try VP9Coding(profile: 0, level: -99, size: PixelSize(64, 48))
    return try packet.withUnsafeBytes { try coding.picture(in: $0) }
  }

  @Test func `key frames that are shown at once are where decoding can start`() throws {
    #expect(try picture(key()).isFresh)
    #expect(try picture(key()).format == [4])
    #expect(try !picture(other()).isFresh)
    // A frame that was coded earlier is shown.
    #expect(try !picture([0x88]).isFresh)
    #expect(try !picture(together([key(isShown: false), other()])).isFresh)
    #expect(try picture(together([key(), other(isShown: false)])).isFresh)
    #expect(try !picture(together([other(isShown: false), other()])).isFresh)
  }

  /// A key frame of profile 2, which codes the bit depth.
  private func deepKey(depth: Int) -> [UInt8] {
    var bits = Bits()
    bits.put(0b1001_0010, 8)
    bits.put(0x498342, 24)
    bits.put(depth == 12 ? 1 : 0, 1)
    bits.put(5 << 1, 4)
    bits.put(63, 16)
    bits.put(47, 16)
    bits.put(0, 41)
    return bits.bytes
  }

  @Test func `frames of ten bits are those of profile 2`() throws {
    let coding = try VP9Coding(profile: 2, level: 0, size: PixelSize(64, 48))
    let found = try deepKey(depth: 10).withUnsafeBytes { try coding.picture(in: $0) }
    #expect(found.isFresh && found.format == [0x1a])
    #expect(throws: CodingObstacle.profile) {
      try deepKey(depth: 12).withUnsafeBytes { try coding.picture(in: $0) }
    }
    #expect(throws: CodingObstacle.profile) {
      try key().withUnsafeBytes { try coding.picture(in: $0) }
    }
    // If the container has no profile, packets determine it.
    let untold = try VP9Coding(profile: -99, level: 0, size: PixelSize(64, 48))
    for (packet, format) in [(deepKey(depth: 10), [0x1a]), (key(), [4])] as [([UInt8], [UInt8])] {
      #expect(try packet.withUnsafeBytes { try untold.picture(in: $0).format } == format)
    }
  }

  @Test func `frames of another kind are refused`() throws {
    let wrong: [([UInt8], CodingObstacle)] = [
      ([], .notOnePicture), (key(isShown: false), .notOnePicture),
      (together([other(), other()]), .notOnePicture), (key(profile: 1), .profile),
      (key(color: 7), .profile), (key(width: 66), .format), (key(isScaled: true), .format),
      (other(width: 32), .format), ([0x00], .damage), ([0x82, 0x49], .damage),
      ([0x82, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], .damage),
      (other() + [0xc9, 0xff, 0xff, 1, 0, 0xc9], .damage),
    ]
    for (packet, obstacle) in wrong { #expect(throws: obstacle) { try picture(packet) } }
    #expect(try picture(other(width: 64)).isFresh == false)
    #expect(throws: CodingObstacle.profile) { try picture(deepKey(depth: 10)) }
    #expect(throws: CodingObstacle.profile) {
      try VP9Coding(profile: 1, level: 0, size: PixelSize(64, 48))
    }
  }

  @Test(arguments: 0..<4) func `no bytes bring it down`(_ seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    for _ in 0..<5000 {
      let junk = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = try? picture(junk + [0xc9])
      _ = try? picture([0x80 | (junk.first ?? 0) & 0xf] + junk)
    }
  }
}
