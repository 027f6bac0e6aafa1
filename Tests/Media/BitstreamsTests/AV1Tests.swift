// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Bitstreams

@Suite struct AV1Tests {
  /// The fields of a handmade sequence header for 64×48 pixels.
  private struct Sequence {
    var isStill = false
    var points = 1, layers = 0
    var isTimed = false
    var hasNumbers = false
    var isOrdered = true
    var mayBeScaled = false

    var bytes: [UInt8] {
      var bits = Bits()
      bits.put(isStill ? 0b11 : 0, 5)
      bits.put(isTimed ? 1 : 0, 1)
      if isTimed {
        bits.put(1, 32)
        bits.put(25, 32)
        bits.put(0, 1)
        // The decoder model: times of 10 bits, removal times of 12.
        bits.put(1, 1)
        bits.put(9, 5)
        bits.put(1, 32)
        bits.put(11, 5)
        bits.put(9, 5)
      }
      bits.put(0, 1)
      bits.put(points - 1, 5)
      for _ in 0..<points {
        bits.put(layers, 12)
        bits.put(4, 5)
        if isTimed {
          bits.put(1, 1)
          bits.put(0, 21)
        }
      }
      bits.put(5, 4)
      bits.put(5, 4)
      bits.put(63, 6)
      bits.put(47, 6)
      bits.put(hasNumbers ? 1 : 0, 1)
      if hasNumbers {
        bits.put(3, 4)
        bits.put(2, 3)
      }
      bits.put(0, 7)
      bits.put(isOrdered ? 0b100 : 0, isOrdered ? 3 : 1)
      // Every frame codes its screen content tools and integer motion vectors.
      bits.put(0b11, 2)
      if isOrdered { bits.put(6, 3) }
      bits.put(mayBeScaled ? 1 : 0, 1)
      bits.put(0, 16)
      return bits.bytes
    }

    enum Kind: Int { case key, inter, intra, switching }

    /// A frame up to its size.
    func frame(
      _ kind: Kind, isShown: Bool = true, size: (Int, Int)? = nil, isReferred: Bool = false,
      isScaled: Bool = false, shown: (Int, Int)? = nil
    ) -> [UInt8] {
      var bits = Bits()
      bits.put(0, 1)
      bits.put(kind.rawValue, 2)
      bits.put(isShown ? 1 : 0, 1)
      if isShown, isTimed { bits.put(7, 10) }
      if !isShown { bits.put(1, 1) }
      let isStart = kind == .key && isShown
      if kind != .switching, !isStart { bits.put(0, 1) }
      bits.put(0, 1)
      bits.put(0b11, 2)
      if hasNumbers { bits.put(5, 8) }
      if kind != .switching { bits.put(size == nil && !isReferred ? 0 : 1, 1) }
      if isOrdered { bits.put(3, 7) }
      if kind == .inter { bits.put(0, 3) }
      if isTimed {
        bits.put(1, 1)
        bits.put(0, 12)
      }
      if kind != .switching, !isStart { bits.put(0x10, 8) }
      if kind == .switching, isOrdered { bits.put(0, 8 * 7) }
      if kind == .inter || kind == .switching {
        if isOrdered { bits.put(0, 1) }
        for _ in 0..<7 {
          bits.put(2, 3)
          if hasNumbers { bits.put(1, 5) }
        }
      }
      if kind == .inter, size != nil || isReferred {
        bits.put(isReferred ? 1 : 0, isReferred ? 1 : 7)
      }
      if !isReferred, size != nil || kind == .switching {
        bits.put((size?.0 ?? 64) - 1, 6)
        bits.put((size?.1 ?? 48) - 1, 6)
      }
      if mayBeScaled { bits.put(isScaled ? 1 : 0, 1) }
      if !isReferred { bits.put(shown == nil ? 0 : 1, 1) }
      if let shown {
        bits.put(shown.0 - 1, 16)
        bits.put(shown.1 - 1, 16)
      }
      bits.put(0, 16)
      return bits.bytes
    }
  }

  private static let kinds: [Sequence] = [
    Sequence(), Sequence(isTimed: true), Sequence(hasNumbers: true), Sequence(isOrdered: false),
    Sequence(layers: 0x101, isTimed: true, hasNumbers: true, mayBeScaled: true),
  ]

  private let plain = Sequence()

  private func unit(_ type: Int, _ payload: [UInt8]) -> [UInt8] {
    [UInt8(type << 3 | 2), UInt8(payload.count)] + payload
  }

  private func picture(_ packet: [UInt8], of sequence: Sequence = Sequence()) throws -> CodedPicture
  {
    let coding = try AV1Coding(
      extradata: [0x81, 0, 0x0c, 0] + unit(1, sequence.bytes), profile: 0, level: 4)
    return try packet.withUnsafeBytes { try coding.picture(in: $0) }
  }

  @Test func `key frames that are shown at once are where decoding can start`() throws {
    let (start, delimiter) = (unit(1, plain.bytes), unit(2, []))
    let (key, other) = (plain.frame(.key), plain.frame(.inter))
    #expect(try picture(delimiter + start + unit(6, key)).isFresh)
    #expect(try picture(start + unit(3, key) + unit(4, [1])).isFresh)
    #expect(try picture(start + unit(6, key)).format == plain.bytes)
    #expect(try picture(unit(6, key)).format == plain.bytes)
    #expect(try !picture(unit(6, other)).isFresh)
    #expect(try !picture(unit(6, plain.frame(.inter, isShown: false)) + unit(6, other)).isFresh)
    // A key frame that was coded earlier is shown.
    #expect(try !picture(unit(3, [0x80])).isFresh)
    #expect(try !picture(unit(6, plain.frame(.key, isShown: false)) + unit(6, other)).isFresh)
  }

  @Test func `frames of another kind are refused`() throws {
    let (key, other) = (plain.frame(.key), plain.frame(.inter))
    let wrong: [([UInt8], CodingObstacle)] = [
      ([], .notOnePicture), (unit(6, plain.frame(.key, isShown: false)), .notOnePicture),
      (unit(6, other) + unit(6, other), .notOnePicture),
      (unit(1, Sequence(isStill: true).bytes) + unit(6, key), .strangeParameterSets),
      (unit(1, [0, 0]) + unit(6, key), .strangeParameterSets),
      (unit(1, Sequence(points: 2).bytes) + unit(6, key), .layers),
      (unit(1, Sequence(layers: 0x301).bytes) + unit(6, key), .layers),
      ([0x34, 8, 0x10], .layers), (unit(6, []), .damage), ([0x32, 9, 0x10], .damage),
      (unit(6, Array(plain.frame(.inter).prefix(4))), .damage),
      ([0xb2, 1, 0x10], .damage), ([0x32] + [UInt8](repeating: 0xff, count: 12), .damage),
    ]
    for (packet, obstacle) in wrong { #expect(throws: obstacle) { try picture(packet) } }
    for record: [UInt8] in [[], [0x81, 0, 0x0c], [1, 0, 0x0c, 0]] {
      #expect(throws: CodingObstacle.self) {
        try AV1Coding(extradata: record, profile: 0, level: 4)
      }
    }
    #expect(throws: CodingObstacle.noParameterSets) {
      let coding = try AV1Coding(extradata: [0x81, 0, 0x0c, 0], profile: 0, level: 4)
      _ = try unit(6, key).withUnsafeBytes { try coding.picture(in: $0) }
    }
  }

  @Test(arguments: AV1Tests.kinds.indices)
  func `frames of another size are refused, whatever else headers say`(_ index: Int) throws {
    let sequence = AV1Tests.kinds[index]
    for kind in [Sequence.Kind.key, .inter, .intra, .switching] {
      func check(_ frame: [UInt8]) throws -> Bool {
        try picture(unit(6, frame), of: sequence).isFresh == (kind == .key)
      }
      #expect(try check(sequence.frame(kind)))
      #expect(try check(sequence.frame(kind, size: (64, 48))))
      #expect(try check(sequence.frame(kind, shown: (64, 48))))
      if kind == .inter { #expect(try check(sequence.frame(kind, isReferred: true))) }
      var wrong = [
        sequence.frame(kind, size: (32, 48)), sequence.frame(kind, size: (64, 24)),
        sequence.frame(kind, shown: (128, 48)),
      ]
      if sequence.mayBeScaled { wrong.append(sequence.frame(kind, isScaled: true)) }
      for frame in wrong {
        #expect(throws: CodingObstacle.frameSize) { try picture(unit(6, frame), of: sequence) }
      }
    }
  }

  @Test(arguments: 0..<4) func `no bytes bring it down`(_ seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    for _ in 0..<5000 {
      let junk = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = try? picture(junk)
      _ = try? picture(unit(6, junk), of: AV1Tests.kinds[Int.random(in: 0..<5, using: &random)])
      _ = try? AV1Coding(extradata: [0x81, 0, 0, 0] + junk, profile: 0, level: 0)
      _ = try? picture(unit(1, random.spoiled(plain.bytes)) + unit(6, junk))
    }
  }
}
