// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAML

@Suite struct TreeTests {
  @Test(
    arguments: [
      ("", "nothing"),
      ("# only a comment\n", "nothing"),
      ("---\n", "null"),
      ("word", "word"),
      ("a: 1\nb: [x, 'y', {c: null}]", "{a: 1, b: [x, !y, {c: null}]}"),
      ("a:\nb: ~\nc: 'null'\nd: Null\ne: ''", "{a: null, b: null, c: !null, d: Null, e: !}"),
      ("- a\n-\n- - b\n  - c", "[a, null, [b, c]]"),
      ("a: !!str null\nb: !!str 5", "{a: !null, b: !5}"),
      ("null: 1\n~: 2", "{null: 1, ~: 2}"),
      ("t: |\n  one\n  two\nf: >\n  one\n  two\n", "{t: !one\ntwo, f: !one two}"),
      ("t: |+\n  one\n\nf: |-\n  two\n", "{t: !one\n\n, f: !two}"),
      ("t: |\n  one\n\n\nf: >+\n  two\n", "{t: !one, f: !two\n}"),
      ("t: |2\n   one\nf: \"two\\n\"\n", "{t: ! one, f: !two\n}"),
      ("p: one\n  two", "{p: one two}"),
      (#"e: "tab\t\u00e9\x41""#, "{e: !tab\té" + "A}"),
      ("\u{FEFF}a: 1", "{a: 1}"),
      ("a: 1\r\nb: |\r\n  x\r\n  y\r\n", "{a: 1, b: !x\ny}"),
      ("[a: 1, b]", "[{a: 1}, b]"),
    ])
  func `Reads values as they are written`(text: String, summary: String) {
    let reading = Reading(text)
    #expect(reading.summary == summary)
    #expect(reading.codes == [])
  }

  @Test(
    arguments: [
      ("k: We are #1", "#1"), ("k: We are #1 of all  \nz: 1", "#1 of all  "), ("k: #1", "#1"),
      ("k: Rome # the capital", nil), ("k: Rome  #1", nil), ("k: Rome ## 1", nil),
      ("k: Rome #", nil),
      ("k: \"Rome\" #1", nil), ("k: |\n  Rome #1\n", nil), ("k: Rome#1", nil),
      ("k: [Rome] #1", nil),
    ])
  func `A comment that looks like the rest of a text is told`(text: String, rest: String?) throws {
    let node = try #require(Reading(text).tree.root?["k"])
    #expect(node.cutOff == rest)
  }

  @Test func `Only double quotes have escapes`() throws {
    let root = try #require(Reading("- 'a\\n'\n- \"a\\n\"\n- a\\n\n- |\n  a\\n\n").tree.root)
    #expect(root.items.map(\.hasEscapes) == [false, true, false, false])
  }

  @Test(
    arguments: [
      ("a: &x [1]\nb: *x", "{a: [1], b: [1]}"),
      ("- &x 1\n- &x 2\n- *x", "[1, 2, 2]"),
      ("&k key: 1\n*k : 2\nother: *k", "{key: 1, other: key}"),
      ("b: &b {x: 1, y: 2}\nm: {<<: *b}", "{b: {x: 1, y: 2}, m: {x: 1, y: 2}}"),
      ("b: &b {x: 1, y: 2}\nm: {<<: *b, x: 3}", "{b: {x: 1, y: 2}, m: {y: 2, x: 3}}"),
      ("b: &b {x: 1, y: 2}\nm: {x: 3, <<: *b}", "{b: {x: 1, y: 2}, m: {x: 3, y: 2}}"),
      (
        "- &a {x: 1}\n- &b {x: 2, y: 2}\n- {z: 0, <<: [*a, *b, {w: 4}]}",
        "[{x: 1}, {x: 2, y: 2}, {z: 0, x: 1, y: 2, w: 4}]"
      ),
      (
        "- &a {x: 1}\n- &b {<<: *a, y: 2}\n- {<<: *b, z: 3}",
        "[{x: 1}, {x: 1, y: 2}, {x: 1, y: 2, z: 3}]"
      ),
      ("- &l [{x: 1}, {y: 2}]\n- {<<: *l}", "[[{x: 1}, {y: 2}], {x: 1, y: 2}]"),
      ("'<<': 1", "{!<<: 1}"),
    ])
  func `Follows aliases and merge keys`(text: String, summary: String) {
    let reading = Reading(text)
    #expect(reading.summary == summary)
    #expect(reading.codes.allSatisfy { $0 == "duplicate-key" })
  }

  @Test(
    arguments: [
      ("a: 1\nb: [x, y\nc: 2", "{a: 1, b: [x, y c]}", "yaml-syntax"),
      ("a: 1\nb: \"open", "{a: 1, b: null}", "yaml-syntax"),
      ("a: {b: 1}\n\tc: 2", "{a: {b: 1}}", "yaml-tab"),
      ("a: *b\nc: 1", "{a: ?, c: 1}", "undefined-alias"),
      ("a: 1\na: 2\nb: 3", "{a: 1, b: 3}", "duplicate-key"),
      ("[x]: 1\nb: 2", "{b: 2}", "yaml-key"),
      ("a: 1\n---\nb: 2", "{a: 1}", "yaml-several-documents"),
    ])
  func `Keeps what was read around an error`(text: String, summary: String, code: String) {
    let reading = Reading(text)
    #expect(reading.summary == summary)
    #expect(reading.codes == [code])
  }

  @Test func `Counts and finds entries`() throws {
    let reading = Reading("a: [x, y, z]\nb: {c: 1, d: 2}\ne: text")
    let root = try #require(reading.tree.root)
    #expect(root.count == 3)
    #expect(root["a"]?.count == 3)
    #expect(root["b"]?["d"]?.text == "2")
    #expect(root["e"]?.count == 0)
    #expect(root["f"] == nil)
    #expect(root["a"]?.items.underestimatedCount == 3)
    #expect(root["a"]?["c"] == nil)
  }
}
