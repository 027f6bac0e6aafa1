// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import TestSupport
import Testing

@testable import Bitstreams
@testable import MediaIO

@Suite struct H264Tests {
  // MARK: Bits and parameter sets

  @Test func `codes are read without the bytes against start codes`() {
    var writer = UnitWriter(0x67)
    for value in [0, 1, 5, 254, 65535, 1 << 31] { writer.unsigned(value) }
    for value in [0, 3, -3, -1 << 30] { writer.signed(value) }
    writer.put(0, bits: 30)
    let unit = writer.unit
    #expect(unit.indices.dropLast(2).contains { unit[$0...].starts(with: [0, 0, 3]) })
    unit.withUnsafeBytes { bytes in
      var reader = RBSPReader(bytes)
      _ = reader.bits(8)
      var codes: [Int] = []
      for _ in 0..<6 { codes.append(reader.unsigned()) }
      for _ in 0..<4 { codes.append(reader.signed()) }
      codes += [reader.bits(30), reader.bits(1)]
      #expect(codes == [0, 1, 5, 254, 65535, 1 << 31, 0, 3, -3, -1 << 30, 0, 1])
      #expect(!reader.isDamaged)
      _ = reader.bits(32)
      #expect(reader.isDamaged)
    }
  }

  @Test func `a sequence parameter set is read to the flag for fields`() throws {
    func read(_ unit: [UInt8]) throws -> H264SequenceSet {
      try #require(unit.withUnsafeBytes { H264SequenceSet($0) })
    }
    let main = try read(HandMade.sequence(id: 3))
    #expect((main.profile, main.level, main.id) == (77, 30, 3))
    #expect(main.order == .counted(bits: 6) && main.frameNumberBits == 4)
    #expect(main.isProgressive && !main.allowsFrameGaps)
    let high = try read(HandMade.sequence(profile: 100, order: 1, gaps: true, scaling: true))
    #expect(high.order == .expected(areOffsetsCoded: true))
    #expect(high.isProgressive && high.allowsFrameGaps && high.chroma == 1)
    let fields = try read(HandMade.sequence(order: 2, frames: false))
    #expect(fields.order == .coded && !fields.isProgressive)
    for length in 0..<7 {
      let part = HandMade.sequence().prefix(length)
      #expect(part.withUnsafeBytes { H264SequenceSet($0) } == nil)
    }
  }

  @Test func `a record and a byte stream give the same sets`() throws {
    let sequence = HandMade.sequence(profile: 100)
    let record = try HandMade.sets(sequence)
    let stream = try HandMade.sets(sequence, lengthBytes: nil)
    #expect(record.record == stream.record)
    #expect((record.lengthBytes, stream.lengthBytes) == (4, nil))
    let twice = [sequence, HandMade.picture() + [0, 0], sequence, HandMade.picture()]
    #expect(
      try H264ParameterSets(extradata: HandMade.byteStream(twice)).record == record.record)
    let short = try HandMade.sets(sequence, lengthBytes: 2)
    #expect(short.lengthBytes == 2 && short.record[4] == 0xfd)
  }

  private static let refused: [([UInt8], CodingObstacle)] = {
    let (sequence, picture) = (HandMade.sequence(), HandMade.picture())
    func record(_ sequence: [UInt8], _ picture: [UInt8]) -> [UInt8] {
      HandMade.record([sequence], [picture])
    }
    return [
      ([], .noParameterSets),
      ([0, 0, 1, 0x67], .noParameterSets),
      ([1, 2, 3], .strangeParameterSets),
      (record(sequence, picture).dropLast(3), .strangeParameterSets),
      (record(sequence, HandMade.picture(sequence: 1)), .strangeParameterSets),
      (HandMade.record([sequence, HandMade.sequence(id: 1)], [picture]), .twoParameterSets),
      (HandMade.byteStream([sequence, picture, HandMade.picture(id: 1)]), .twoParameterSets),
      (
        record(HandMade.sequence(profile: 66, constraints: 0x40, frames: false), picture),
        .strangeParameterSets
      ),
      (record(HandMade.sequence(profile: 66), picture), .looseSlices),
      (record(HandMade.sequence(profile: 88), picture), .looseSlices),
      (record(sequence, HandMade.picture(groups: 2)), .looseSlices),
      (record(sequence, HandMade.picture(redundant: true)), .looseSlices),
    ]
  }()

  @Test(arguments: refused)
  func `sets that stand against copying are found`(
    _ extradata: [UInt8], _ obstacle: CodingObstacle
  ) {
    #expect(throws: obstacle) { try H264ParameterSets(extradata: extradata) }
  }

  @Test func `the constrained baseline profile is no obstacle`() throws {
    #expect(throws: Never.self) {
      try HandMade.sets(HandMade.sequence(profile: 66, constraints: 0x40))
    }
  }

  // MARK: Packets

  @Test(arguments: [1, 2, 4, nil])
  func `a packet's picture is found by its slices`(_ lengthBytes: Int?) throws {
    let sets = try HandMade.sets(lengthBytes: lengthBytes)
    func picture(_ units: [[UInt8]]) throws -> CodedPicture {
      let bytes =
        lengthBytes.map { HandMade.prefixed(units, by: $0) } ?? HandMade.byteStream(units)
      return try bytes.withUnsafeBytes { try sets.picture(in: $0) }
    }
    let (sequence, settings) = (HandMade.sequence(), HandMade.picture())
    let (delimiter, message): ([UInt8], [UInt8]) = ([9, 0x10], [6, 1, 0x80])
    let idr = try picture([delimiter, sequence, settings, message, HandMade.slice(idr: true)])
    #expect(idr == CodedPicture(isFresh: true, isReference: true, number: 0))
    let slices = [0, 4, 8].map {
      HandMade.slice(idr: false, number: 5, first: $0, isReference: false)
    }
    #expect(try picture(slices) == CodedPicture(isFresh: false, isReference: false, number: 5))
    let drops = try picture([HandMade.slice(idr: true, drops: true)])
    #expect(drops.dropsEarlier)
    let field = HandMade.slice(idr: false)
    let wrong: [([[UInt8]], CodingObstacle)] = [
      ([], .notOnePicture), ([[6, 1]], .notOnePicture), ([slices[1]], .notOnePicture),
      ([field, field], .notOnePicture), ([HandMade.slice(idr: true), slices[1]], .notOnePicture),
      ([[0x61]], .damage), ([[0xe5, 0x88]], .damage),
      ([HandMade.sequence(references: 3), field], .twoParameterSets),
      ([HandMade.picture(quality: 1), field], .twoParameterSets),
      ([[0x62, 0x80]], .partitions), ([field, [0x74, 0x80]], .layers),
    ]
    for (units, obstacle) in wrong { #expect(throws: obstacle) { try picture(units) } }
  }

  @Test(arguments: [[0], [0, 0, 0, 0], [0, 0, 0, 9, 0x65], [0xff, 0xff, 0xff, 0xff, 0x65]])
  func `lengths that lead astray are damage`(_ bytes: [UInt8]) throws {
    let sets = try HandMade.sets()
    #expect(throws: CodingObstacle.damage) {
      try bytes.withUnsafeBytes { try sets.picture(in: $0) }
    }
  }

  // MARK: Groups

  @Test func `groups go from IDR picture to IDR picture`() throws {
    let facts = try CodingScan.facts([
      .idr(0), .other(120, 1), .other(40, 2, isReference: false), .other(80, 2, isReference: false),
      // A recovery point, whose key flag does not end the group.
      .other(160, 2, isKey: true), .idr(200), .other(240, 1),
    ])
    #expect(facts.obstacle == nil)
    #expect(
      facts.groups == [
        PictureGroup(start: .zero, frames: 5), PictureGroup(start: Time(1, over: 5), frames: 2),
      ])
    #expect(facts.delay == 1)
    #expect(facts.parameters == HandMade.record([HandMade.sequence()], [HandMade.picture()]))
  }

  @Test func `frames before the first IDR picture belong to an open group`() throws {
    let facts = try CodingScan.facts([
      .other(-40, 7), .other(0, 8, isKey: true), .other(40, 9), .other(80, 10, isKey: true),
      .idr(120),
    ])
    #expect(
      facts.groups == [
        PictureGroup(start: .zero, frames: 3, obstacle: "open GOP"),
        PictureGroup(start: Time(3, over: 25), frames: 1),
      ])
  }

  @Test func `one obstacle spoils one group`() throws {
    func obstacles(_ packets: [HandMadePacket]) throws -> [String?] {
      try CodingScan.facts([.idr(0)] + packets + [.idr(80), .other(120, 1)]).groups.map(\.obstacle)
    }
    let damaged = HandMadePacket(bytes: [0, 0, 0, 0], time: 40)
    #expect(try obstacles([.other(40, 1)]) == [nil, nil])
    #expect(try obstacles([damaged]) == ["damaged packets", nil])
    #expect(try obstacles([.other(nil, 1)]) == ["packets without a time", nil])
    #expect(try obstacles([.other(43, 1)]) == ["its frame rate varies", nil])
    #expect(try obstacles([.other(41, 1)]) == [nil, nil])
    #expect(try obstacles([]) == ["its frame rate varies", nil])
    #expect(try obstacles([.other(40, 2)]) == ["frames are missing", nil])
    #expect(
      try obstacles([.other(100, 1)]) == [
        "frames of two groups are mixed", "frames of two groups are mixed",
      ])
    let drops = try CodingScan.facts([.idr(0), .idr(40, drops: true)])
    #expect(drops.groups.map(\.obstacle) == [nil, "it drops frames before it"])
    let cut = try CodingScan.facts([.idr(0), .idr(40)], isCutOff: true)
    #expect(cut.groups.map(\.obstacle) == [nil, "damaged packets"])
  }

  @Test func `groups are read as they are written`() throws {
    let groups = [
      PictureGroup(start: Time(725, over: 12288), frames: 123),
      PictureGroup(start: -Time(2), frames: 1, obstacle: "open GOP"),
      PictureGroup(start: Time(3), frames: 30, leading: 2, obstacle: "frames are missing"),
    ]
    let text = try JSONEncoder().encode(groups)
    #expect(String(decoding: text, as: UTF8.self).contains("\"-2 1 open GOP\""))
    #expect(try JSONDecoder().decode([PictureGroup].self, from: text) == groups)
    for wrong in ["", "2", "x 1", "2 x", "2 3/4", "2 3/x", "2 3/-1", "2 /3"] {
      let text = try JSONEncoder().encode([wrong])
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([PictureGroup].self, from: text)
      }
    }
  }

  @Test func `times that go back spoil the stream`() throws {
    let facts = try CodingScan.facts([.idr(1000), .idr(0)])
    #expect(facts.obstacle == "its times go back")
    #expect(facts.groups.isEmpty && facts.parameters.isEmpty)
  }

  @Test func `times are rounded to ticks that are fine, and to no others`() throws {
    func obstacle(_ times: [Int64], _ timeBase: Time) throws -> String? {
      let others = times.dropFirst().enumerated().map { HandMadePacket.other($1, $0 + 1) }
      return try CodingScan.facts([.idr(times[0])] + others, timeBase: timeBase).groups[0].obstacle
    }
    // 25 frames per second with 1200 ticks per second: 0, 48, 96, 144.
    let fine = Time(1, over: 1200)
    #expect(try obstacle([0, 48, 97, 143], fine) == nil)
    #expect(try obstacle([0, 48, 98, 144], fine) == "its frame rate varies")
    // With 50 ticks per second: 0, 2, 4, 6.
    let coarse = Time(1, over: 50)
    #expect(try obstacle([0, 2, 4, 6], coarse) == nil)
    #expect(try obstacle([0, 2, 5, 6], coarse) == "its frame rate varies")
  }

  @Test func `more groups than anybody needs are not kept`() throws {
    let packets = (0..<11).map { HandMadePacket.idr(Int64($0) * 40) }
    #expect(try CodingScan.facts(packets, maximumGroups: 11).groups.count == 11)
    let facts = try CodingScan.facts(packets, maximumGroups: 10)
    #expect(facts.obstacle == "it has too many key frames")
    #expect(facts.groups.isEmpty)
  }

  @Test(arguments: 0..<8) func `no bytes bring it down`(_ seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    func noise(_ bytes: [UInt8]) -> [UInt8] { random.spoiled(bytes) }
    for _ in 0..<1000 {
      let junk = (0..<Int.random(in: 0..<64, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let good = HandMade.record([HandMade.sequence(profile: 100)], [HandMade.picture()])
      _ = try? H264ParameterSets(extradata: junk)
      _ = try? H264ParameterSets(extradata: [0, 0, 1] + junk)
      var packets = [HandMadePacket.idr(0), .other(40, 1), .other(80, 2), .idr(120)]
      for index in packets.indices {
        packets[index].bytes = noise(packets[index].bytes)
        if Bool.random(using: &random) {
          packets[index].time = Int64.random(in: .min ... .max, using: &random)
        }
      }
      _ = try CodingScan.facts(packets, extradata: noise(good))
      _ = try CodingScan.facts(packets + [HandMadePacket(bytes: junk, time: 3, isKey: true)])
      _ = try CodingScan.facts(
        packets.map { HandMadePacket(bytes: [0, 0, 1] + $0.bytes, time: $0.time) },
        extradata: HandMade.byteStream([HandMade.sequence(), HandMade.picture()]))
    }
  }
}
