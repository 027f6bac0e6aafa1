// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import Preprocessing

@Suite struct ConditionTests {
  private let parameters = """
    params:
      lang: {values: [en, de, fr], default: de}
      hd: true
      year: 2024
      title: "Two days"

    """

  @Test(arguments: [
    ("{lang: de}", true), ("{lang: en}", false), ("{lang: [en, de]}", true),
    ("{lang: [en, fr]}", false), ("{lang: []}", false), ("{not: {lang: de}}", false),
    ("{not: {lang: [en, fr]}}", true), ("{lang: {not: en}}", true),
    ("{lang: {not: [en, de]}}", false), ("{lang: de, hd: yes}", true),
    ("{lang: de, hd: off}", false), ("{year: 2024.0}", true), ("{year: 2025}", false),
    ("{title: Two days}", true), ("{title: two days}", false), ("{not: '${hd}'}", false),
    ("{not: {not: true}}", true), ("{title: '${title}'}", true), ("{}", true),
  ])
  func `a condition names values`(condition: String, holds: Bool) {
    let expanded = Expanded(
      parameters + """
        tracks: {main: [{clip: a.mov}, {clip: b.mov, when: \(condition)}]}
        # ${lang} ${hd} ${year} ${title}
        """)
    #expect(expanded.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(expanded.yaml.contains("b.mov") == holds)
  }

  @Test(
    arguments: [
      ("{lang: it}", "'it' is not one of the values of 'lang'", nil),
      ("{hd: de}", "'de' is neither true nor false", nil),
      ("'${lang}'", "'de' is neither true nor false", "write when: {lang: de}"),
      ("{long: de}", "there is no parameter 'long'", "did you mean 'lang'?"),
    ] as [(String, String, String?)])
  func `values that a parameter cannot have are mistakes`(
    condition: String, message: String, hint: String?
  ) {
    let expanded = Expanded(
      parameters + "tracks: {main: [{clip: a.mov}, {clip: b.mov, when: \(condition)}]}")
    let found = expanded.diagnostics.first { $0.severity == .error }
    #expect(found?.message == message)
    if let hint { #expect(found?.hint == hint) }
  }

  @Test func `a condition names fields of rows`() {
    let expanded = Expanded(
      """
      tracks:
        main:
          - each: shots.csv
            as: shot
            item: {clip: "${shot.file}", when: {shot.kind: [wide, close]}}
      """, files: ["shots.csv": "file,kind\na.mov,wide\nb.mov,bad\nc.mov,close\n"])
    #expect(expanded.messages == [])
    #expect(!expanded.yaml.contains("b.mov"))
    #expect(expanded.yaml.contains("a.mov") && expanded.yaml.contains("c.mov"))
  }

  @Test func `rows have numbers`() {
    let expanded = Expanded(
      """
      overlays:
        bars:
          each: [3, 5, 8]
          as: value
          item: {text: "${row} of ${rows}: ${value}", position: ["${row} * 100% / ${rows}", 50%]}
      """)
    #expect(expanded.messages == [])
    #expect(expanded.yaml.contains("2 of 3: 5"))
    #expect(expanded.yaml.contains("3 * 100% / 3"))
  }

  @Test func `rows within rows count anew, and own names come first`() {
    let expanded = Expanded(
      """
      tracks:
        main:
          - each: [a, b]
            as: row
            item:
              - each: [1, 2, 3]
                as: take
                item: {clip: "${row}-${take}-${rows}.mov"}
      """)
    #expect(expanded.messages == [])
    #expect(expanded.yaml.contains("b-3-3.mov"))
  }

  @Test func `outside of rows there is no number`() {
    let expanded = Expanded("tracks: {main: [{text: 'a ${row}', duration: 1s}]}")
    #expect(expanded.messages == ["there is no parameter 'row'"])
  }
}
