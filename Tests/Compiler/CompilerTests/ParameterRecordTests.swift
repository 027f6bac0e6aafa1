// SPDX-License-Identifier: Apache-2.0

import RenderProtocol
import Testing

/// Records of parameter sets.
@Suite struct AVCRecordTests {
  private let one: [UInt8] = [
    1, 100, 0, 31, 0xff, 0xe1, 0, 6, 0x67, 100, 0, 31, 0xac, 0xd9, 1, 0, 4, 0x68, 0xeb, 0xe3, 0xcb,
    0xfd, 0xf8, 0xf8, 0,
  ]

  @Test func `a record is written as it was read`() throws {
    #expect(try #require(AVCRecord(one)).bytes == one)
  }

  @Test func `a cut-off record is none`() {
    for count in 0..<21 { #expect(AVCRecord(Array(one[..<count])) == nil) }
    #expect(AVCRecord(one.map { _ in 0xff }) == nil)
  }

  @Test func `sets of other numbers go into one record, others of the same number do not`() throws {
    let record = try #require(AVCRecord(one))
    #expect(record.numbers?.sequences == [0])
    #expect(record.numbers?.pictures == [0])
    var other = record
    // The codes of 1 are 010.
    other.sequences[0][4] = 0x4c
    other.pictures[0][1] = 0x4b
    other.level = 40
    let merged = try #require(record.merged(with: other))
    #expect(merged.sequences.count == 2 && merged.pictures.count == 2)
    #expect(merged.numbers?.sequences == [0, 1])
    #expect(merged.level == 40)
    #expect(merged.merged(with: record) == merged)
    other.sequences[0][4] = 0xad
    #expect(record.merged(with: other) == nil)
  }
}

/// Records of HEVC's parameter sets.
@Suite struct HEVCRecordTests {
  /// A record whose sets have the number `number`.
  static func record(number: Int, level: UInt8 = 93, layers: Int = 1) -> HEVCRecord {
    // ue(v) of 0 is 1, of 1 is 010.
    let code: UInt8 = number == 0 ? 0x80 : 0x40
    let general: [UInt8] = [1, 0x60, 0, 0, 3, 0, 0x90, 0, 0, 3, 0, 0, 3, 0, level]
    let below: [UInt8] = layers == 1 ? [] : [0x40, 0, level]
    let first = UInt8(number << 4) | UInt8(layers - 1) << 1 | 1
    return HEVCRecord(
      general: [1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, level], chroma: 1, lumaDepth: 0,
      chromaDepth: 0, layers: UInt8(layers), isNested: true,
      sets: [
        [[0x40, 1, UInt8(number << 4) | 0xc, 1]],
        [[0x42, 1, first] + general + below + [code, 7]],
        [[0x44, 1, code, 9]],
      ])
  }

  @Test func `a record is read as it is written`() throws {
    let one = HEVCRecordTests.record(number: 0)
    #expect(HEVCRecord(one.bytes) == one)
    for count in one.bytes.indices { #expect(HEVCRecord(Array(one.bytes[..<count])) == nil) }
    #expect(HEVCRecord(one.bytes.map { _ in 0xff }) == nil)
  }

  @Test(arguments: [1, 2]) func `numbers are found behind what is said of layers`(
    layers: Int
  ) {
    for number in [0, 1] {
      let record = HEVCRecordTests.record(number: number, layers: layers)
      #expect(record.numbers == [[number], [number], [number]])
    }
  }

  @Test func `sets of other numbers go into one record, others of the same number do not`() throws {
    let (one, other) = (HEVCRecordTests.record(number: 0), HEVCRecordTests.record(number: 1))
    let merged = try #require(one.merged(with: other))
    #expect(merged.numbers == [[0, 1], [0, 1], [0, 1]])
    #expect(merged.merged(with: one) == merged)
    #expect(one.merged(with: HEVCRecordTests.record(number: 0, level: 120)) == nil)
    let higher = try #require(one.merged(with: HEVCRecordTests.record(number: 1, level: 120)))
    #expect(higher.general.last == 120)
    var camera = other
    camera.general[0] = 0x22
    #expect(one.merged(with: camera)?.general[0] == 0x22)
    var deep = other
    deep.lumaDepth = 2
    #expect(one.merged(with: deep) == nil)
  }
}
