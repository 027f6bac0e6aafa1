// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import TestSupport
import Testing
import YAML

@Suite struct HostileTests {
  @Test func `A bomb of aliases is refused at the alias and never expanded`() throws {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<60 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    var reading: Reading?
    let time = processorTime { reading = Reading(bomb) }
    let result = try #require(reading)
    #expect(result.codes == ["yaml-too-many-aliases"])
    #expect(result.slice(try #require(result.diagnostics.first?.span)) == "*a4")
    #expect(result.tree.nodeCount < 1000)
    #expect(time < .milliseconds(250))
  }

  @Test func `What aliases repeat is bounded as a whole`() {
    let base = "- &a [" + Array(repeating: "x", count: 999).joined(separator: ",") + "]\n"
    #expect(Reading(base + String(repeating: "- *a\n", count: 1001)).codes == [])
    #expect(
      Reading(base + String(repeating: "- *a\n", count: 1100)).codes == ["yaml-too-many-aliases"])
  }

  @Test func `A merge list of aliases is bounded too`() {
    let keys = (0..<1000).map { "k\($0): 1" }.joined(separator: ", ")
    let list = Array(repeating: "*b", count: 3000).joined(separator: ", ")
    let reading = Reading("base: &b {\(keys)}\nuse: {<<: [\(list)]}\n")
    #expect(reading.codes == ["yaml-too-many-aliases"])
    #expect(reading.tree.root?["use"]?.count == 1000)
  }

  @Test func `Aliases cannot nest deeper than brackets can`() {
    var text = "a0: &a0 [x]\n"
    for level in 1..<100 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    let reading = Reading(text)
    #expect(reading.codes.first == "yaml-too-deep")
    #expect(depth(reading.tree.root) <= 64)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func `Deep nesting ends at once`(opening: String) {
    let reading = Reading(String(repeating: opening, count: 100_000))
    #expect(reading.codes == ["yaml-too-deep"])
    #expect(depth(reading.tree.root) <= 64)
    #expect(reading.tree.nodeCount < 1000)
  }

  @Test func `Many errors stay few lines`() {
    let reading = Reading(String(repeating: "a: 1\n", count: 1000))
    #expect(reading.diagnostics.count == 101)
    #expect(reading.diagnostics.last?.message == "899 more errors")
  }

  @Test func `A file too large is refused unread`() {
    let reading = Reading([UInt8](repeating: 0x20, count: (64 << 20) + 1))
    #expect(reading.codes == ["yaml-too-large"])
    #expect(reading.tree.root == nil)
  }

  // MARK: Bytes that are no text

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0x78, 0xE9, 0x79], 4..<5, "yaml-encoding"),  // Latin-1
      ([0x61, 0x3A, 0x20, 0xE6, 0x97], 3..<5, "yaml-encoding"),  // cut short
      ([0x61, 0x3A, 0x20, 0xC0, 0x80], 3..<5, "yaml-encoding"),  // overlong
      ([0x61, 0x3A, 0x20, 0xED, 0xA0, 0x80], 3..<6, "yaml-encoding"),  // surrogate
      ([0x61, 0x3A, 0x20, 0x78, 0x00, 0x79], 4..<5, "yaml-control-character"),
      ([0x61, 0x3A, 0x20, 0x78, 0x1B, 0x79], 4..<5, "yaml-control-character"),
      ([0x61, 0x3A, 0x20, 0xC2, 0x9B, 0x79], 3..<5, "yaml-control-character"),
      ([0x61, 0x3A, 0x20, 0xEF, 0xBB, 0xBF, 0x79], 3..<6, "yaml-encoding"),  // byte order mark
      ([0xFF, 0xFE, 0x61, 0x00], 0..<0, "yaml-encoding"),
      ([0xFE, 0xFF, 0x00, 0x61], 0..<0, "yaml-encoding"),
      ([0x61, 0x00, 0x3A, 0x00], 0..<0, "yaml-encoding"),
    ] as [([UInt8], Range<Int>, String)])
  func `Bytes that are no text are shown`(bytes: [UInt8], place: Range<Int>, code: String) throws {
    let reading = Reading(bytes)
    #expect(reading.codes == [code])
    let span = try #require(reading.diagnostics.first?.span)
    #expect(Int(span.start)..<Int(span.end) == place)
  }

  @Test func `A file in another encoding shows every place and is read`() {
    let reading = Reading(Array("a: K".utf8) + [0xE4] + Array("se\nb: B".utf8) + [0xF6, 0x0A])
    #expect(reading.codes == ["yaml-encoding", "yaml-encoding"])
    #expect(reading.summary == "{a: K_se, b: B_}")
  }

  @Test func `A binary file is not read`() {
    let reading = Reading((1..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 5) })
    #expect(reading.diagnostics.count == 101)
    #expect(reading.tree.root == nil)
  }

  private func depth(_ node: YAMLNode?) -> Int {
    guard let node, node.kind == .sequence || node.kind == .mapping else { return 0 }
    let children = Array(node.items) + node.entries.map(\.value)
    return 1 + (children.map { depth($0) }.max() ?? 0)
  }
}
