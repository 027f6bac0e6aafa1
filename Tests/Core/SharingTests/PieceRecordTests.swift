// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

@testable import RenderProtocol

@Suite struct PieceRecordTests {
  private let record = PieceRecord(
    key: Fingerprint(of: "key"), length: 120, digest: Fingerprint(of: "bytes"), size: 300)

  @Test func `a record is read as it was written`() {
    for size: Int64 in [1, 127, 128, 300, 1 << 40, .max] {
      var record = record
      record.size = size
      #expect(PieceRecord(record.bytes) == record)
    }
  }

  @Test func `a record is an ActionResult to the byte`() {
    let digest = Array(record.digest.hex.utf8)
    let line = Array("reel-piece-1 \(record.key.hex) 120\n".utf8)
    // output_files { path: "piece", digest { hash, size_bytes: 300 } }, stdout_raw
    var expected: [UInt8] = [0x12, 78, 0x0A, 5] + Array("piece".utf8)
    expected += [0x12, 69, 0x0A, 64] + digest + [0x10, 0xAC, 0x02]
    expected += [0x2A, UInt8(line.count)] + line
    #expect(record.bytes == expected)
  }

  @Test func `fields that a server adds are ignored`() {
    // An exit code, execution metadata with a worker's name, and fixed-size fields.
    let more: [UInt8] = [0x20, 1, 0x4A, 3, 0x0A, 1, 0x41, 0x79] + Array(repeating: 7, count: 8)
    #expect(PieceRecord(record.bytes + more + [0x7D, 1, 2, 3, 4]) == record)
    #expect(PieceRecord(more[..<7] + record.bytes) == record)
  }

  @Test func `no part of a record is one, nor a record twice`() {
    let bytes = record.bytes
    for count in 0..<bytes.count { #expect(PieceRecord(Array(bytes[..<count])) == nil) }
    #expect(PieceRecord(bytes + bytes) == nil)
    #expect(PieceRecord(Array(repeating: 0xFF, count: 100)) == nil)
    #expect(PieceRecord(Array(repeating: 0, count: PieceRecord.sizeLimit + 1)) == nil)
  }

  @Test func `sizes and lengths are positive numbers that exist`() {
    var empty = record
    empty.size = 0
    #expect(PieceRecord(empty.bytes) == nil)
    empty = record
    empty.length = 0
    #expect(PieceRecord(empty.bytes) == nil)
    // The size as the largest unsigned number.
    var bytes = record.bytes
    let place = bytes.count - (bytes.count - 80)
    #expect(bytes[place - 2...place - 1] == [0xAC, 0x02])
    bytes.replaceSubrange(
      (place - 2)..<place, with: Array(repeating: 0xFF, count: 9) + [0x01])
    bytes[1] += 8
    bytes[10] += 8
    #expect(PieceRecord(bytes) == nil)
  }

  @Test func `damaged records are none, or say what they say`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = record.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if let read = PieceRecord(bytes) { #expect(read.size > 0 && read.length > 0) }
    }
  }

  @Test func `names are those of the protocol`() {
    let name = PieceRecord.name(of: record.key)
    #expect(name.hasPrefix("ac/") && Fingerprint(hex: String(name.dropFirst(3))) != nil)
    // Other programs that share the server have different keys.
    #expect(name != "ac/" + record.key.hex)
    #expect(record.contentName == "cas/" + record.digest.hex)
  }
}
