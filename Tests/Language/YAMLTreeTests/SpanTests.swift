// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAML

@Suite struct SpanTests {
  @Test(
    arguments: [
      ("k: value # comment\n", "value"),
      ("k: 'it''s'\n", "'it''s'"),
      ("k: \"é日本🎬\" # 日\n", "\"é日本🎬\""),
      ("é日本🎬: k\n", "k"),
      ("# 日本\r\nk: wert é \r\n", "wert é"),
      ("k: [a, {b: c}]  \n", "[a, {b: c}]"),
      ("k:\n  - a\n  - b # last\n\n# after\n", "- a\n  - b"),
      ("k:\n  a: 1\n  b:\n    c: 日\n\nz: 1\n", "a: 1\n  b:\n    c: 日"),
      ("k: &anchor value\n", "value"),
      ("k: !!str &anchor value\n", "value"),
      ("k: &anchor # why\n  a: 1\n", "a: 1"),
      ("k: &anchor\nz: 1\n", ""),
      ("k: [&a , b]\n", "[&a , b]"),
      ("k: |\n  one\n  two\n\nz: 1\n", "|\n  one\n  two"),
      ("k: one\n  two\n", "one\n  two"),
      ("k:\n", ""),
      ("\u{FEFF}k: v\n", "v"),
      ("x: \"\u{2028}\u{85}é\"\nk: v\n", "v"),
    ])
  func `A value's span covers it and nothing else`(text: String, covered: String) throws {
    let reading = Reading(text)
    #expect(reading.codes == [])
    let root = try #require(reading.tree.root)
    let entry = try #require(
      root.entries.first { $0.key.text == "k" } ?? root.entries.first { _ in true })
    #expect(reading.slice(entry.value.span) == covered)
    #expect(reading.slice(entry.key.span) == entry.key.text)
  }

  @Test func `A value knows where it is written and where it is used`() throws {
    let reading = Reading("base: &b {x: 1}\nuse: *b\nmerged: {<<: *b, y: 2}\n")
    let root = try #require(reading.tree.root)
    let use = try #require(root["use"])
    #expect(reading.slice(use.span) == "{x: 1}")
    #expect(reading.slice(use.useSpan) == "*b")
    let merged = try #require(root["merged"]?["x"])
    #expect(reading.slice(merged.span) == "1")
    #expect(merged.useSpan.start > use.useSpan.start)
    #expect(reading.slice(merged.useSpan) == "*b")
    let own = try #require(root["merged"]?["y"])
    #expect(own.span == own.useSpan)
  }

  @Test(
    arguments: [
      ("k: ab日cd", "ab日cd", "日"), ("k: \"ab日c\\x64\"", "ab日cd", "日"),
      ("k: \"ab\\u65e5cd\"", "ab日cd", "\\u65e5"), ("k: 'it''s日'", "it's日", "日"),
      ("k: |\n  ab\n   c日d", "ab\n c日d", "日"), ("k: |-\n  ab\n\n  c日d\n", "ab\n\nc日d", "日"),
      ("k: >\n  ab\n  c日d\n\n  e\n", "ab c日d\ne", "日"),
      ("k: \"ab\n\n\n    c日d\"", "ab\n\nc日d", "日"), ("k: ab\n  c日\nz: 1", "ab c日", "日"),
      ("k: \"a\\\n   b日\"", "ab日", "日"), ("k: |2\n  ab日cd", "ab日cd", "|2\n  ab日cd"),
    ])
  func `Part of a text is found through escapes, folds and indentation`(
    source: String, text: String, covered: String
  ) throws {
    let reading = Reading(source)
    let node = try #require(reading.tree.root?["k"])
    #expect(node.text == text)
    let start = try #require(Array(text.utf8).firstIndex(of: 0xe6))
    #expect(reading.slice(node.place(of: start..<start + 3)) == covered)
  }

  @Test(
    arguments: [
      ("k: ab日cd", "日"), ("k: 'ab日cd'", "日"), ("k: \"ab日cd\"", "日"),
      ("k: \"ab日c\\x64\"", "\"ab日c\\x64\""), ("k: |\n  ab日cd", "|\n  ab日cd"),
    ])
  func `Part of a text is found where the text stands as it is`(
    text: String, covered: String
  ) throws {
    let reading = Reading(text)
    let value = try #require(reading.tree.root?["k"])
    #expect(reading.slice(value.span(of: 2..<5)) == covered)
  }

  @Test func `Positions hold far into a line of many scripts`() throws {
    let words = (0..<2000).map { "é日🎬a".prefix($0 % 5) + "\($0)" }
    let reading = Reading("[" + words.joined(separator: ", ") + "]")
    let items = try #require(reading.tree.root).items
    #expect(items.map { reading.slice($0.span) } == words.map(String.init))
  }
}
