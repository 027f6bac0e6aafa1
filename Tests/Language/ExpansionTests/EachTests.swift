// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import ProjectModel
import Testing
import YAML

@testable import Preprocessing

@Suite struct EachTests {
  private let shots = [
    "shots.csv": "file,length,on\na.mov,1s,yes\n\"b, c.mov\",2s,no\nd.mov,3s,yes\n"
  ]

  @Test func `an item stands for each row`() {
    let expanded = Expanded(
      """
      tracks:
        main:
          - first.mov
          - each: shots.csv
            as: shot
            item: {clip: "${shot.file}", duration: "${shot.length}", when: "${shot.on}"}
          - last.mov
      """, files: shots)
    #expect(expanded.messages == [])
    #expect(
      expanded.yaml == """
        tracks:
          main:
            - first.mov
            - clip: a.mov
              duration: 1s
            - clip: d.mov
              duration: 3s
            - last.mov

        """)
  }

  @Test func `an item stands for each file of a pattern`() {
    let rows = """
      [{"file": "p/a.jpg", "caption": "Five ${euros}", "captioned": true},
      {"file": "p/b.jpg", "caption": "", "captioned": false}]
      """
    let expanded = Expanded(
      """
      tracks:
        main:
          - each: p/*.jpg
            as: photo
            item:
              group:
                picture: {clip: "${photo.file}"}
                words: {text: "${photo.caption}", when: "${photo.captioned}"}
      """, files: ["p/*.jpg": rows])
    #expect(expanded.messages == [])
    #expect(
      expanded.yaml == """
        tracks:
          main:
            - group:
                picture:
                  clip: "p/a.jpg"
                words:
                  text: "Five $${euros}"
            - group:
                picture:
                  clip: "p/b.jpg"

        """)
  }

  @Test func `a table is no pattern, whatever its name`() {
    let expanded = Expanded(
      "tracks: {main: [{each: 'shots[1].csv', as: shot, item: {clip: '${shot.file}'}}]}",
      files: ["shots[1].csv": "file\na.mov\n"])
    #expect(expanded.messages == [])
    #expect(expanded.yaml.contains("- clip: a.mov"))
  }

  @Test func `several items, lists and entries stand for a row`() {
    let expanded = Expanded(
      """
      params: {names: [Ada, Grace], sizes: [720, 1080], clips: [x.mov, y.mov]}
      tracks:
        main:
          - ${clips}
          - each: ${names}
            as: name
            item:
              - {text: "Hello ${name}"}
              - {transition: fade}
          - z.mov
      overlays:
        label:
          each: [{a: One, b: 1s}, {a: Two, b: 2s}]
          as: row
          item: {text: "${row.a}", during: "${row.b}..", font: {size: 20}}
        group:
          group:
            part: {each: "${names}", as: n, item: {text: "${n}"}}
      instructions:
        - {each: "${names}", as: n, item: {during: 0s..1s, layers: {main: {opacity: 0.5}}}}
      outputs:
        film: {each: "${sizes}", as: size, item: "out/${size}.mp4"}
        small: {file: s.mp4, when: no}
      """)
    #expect(expanded.messages == [])
    #expect(
      expanded.yaml
        == """
        tracks:
          main:
            - "x.mov"
            - "y.mov"
            - text: "Hello Ada"
            - transition: fade
            - text: "Hello Grace"
            - transition: fade
            - z.mov
        overlays:
          label-1:
            text: One
            during: "1s.."
            font:
              size: 20
          label-2:
            text: Two
            during: "2s.."
            font:
              size: 20
          group:
            group:
              part-1:
                text: Ada
              part-2:
                text: Grace
        instructions:
          - during: 0s..1s
            layers:
              main:
                opacity: 0.5
          - during: 0s..1s
            layers:
              main:
                opacity: 0.5
        outputs:
          film-1: "out/720.mp4"
          film-2: "out/1080.mp4"

        """.replacing("\"x.mov\"", with: "x.mov").replacing("\"y.mov\"", with: "y.mov"))
  }

  @Test func `rows within rows are known by their names`() {
    let expanded = Expanded(
      """
      tracks:
        main:
          - each: days.json
            as: day
            item:
              - each: ${day.shots}
                as: shot
                item: {clip: "${day.name}/${shot}"}
      """,
      files: ["days.json": #"[{"name": "mon", "shots": ["a", "b"]}, {"name": "tue", "shots": []}]"#]
    )
    #expect(expanded.messages == [])
    #expect(expanded.yaml == "tracks:\n  main:\n    - clip: \"mon/a\"\n    - clip: \"mon/b\"\n")
  }

  @Test func `a mistake in a template names the row`() {
    let expanded = Expanded(
      """
      tracks:
        main:
          - each: shots.csv
            as: shot
            item: {clip: "${shot.fiel}"}
      """, files: ["shots.csv": "file,on\na.mov,yes\n"])
    #expect(
      expanded.shown == """
        error[unknown-parameter]: shot has no 'fiel'
         --> a.reel.yaml:5:21
          |
        5 |       item: {clip: "${shot.fiel}"}
          |                     ^^^^^^^^^^^^
        note: in row 1 of shots.csv
         --> shots.csv:2:1
          |
        2 | a.mov,yes
          | ---------
        hint: did you mean 'file'?

        """)
  }

  @Test func `what is made of a row knows the row and the value`() throws {
    let expanded = Expanded(
      "tracks: {main: [{each: shots.csv, as: shot, item: {clip: 'x ${shot.file}'}}]}",
      files: shots)
    let items = try #require(expanded.result.tree.root?["tracks"]?["main"]?.items.map { $0 })
    let clip = try #require(items[1]["clip"])
    #expect(clip.span.written == Span(file: FileID(index: 0), start: 57, end: 73))
    let notes = expanded.sources.notes(
      of: Diagnostic(code: .error("any"), message: "", span: clip.span))
    #expect(notes.map(\.message) == ["shot.file is 'b, c.mov', in row 2 of shots.csv"])
    #expect(expanded.sources.place(of: notes[0].span)?.file == "shots.csv")
    #expect(expanded.sources.place(of: notes[0].span)?.start == LineColumn(line: 3, column: 1))
    let own = expanded.sources.notes(
      of: Diagnostic(code: .error("any"), message: "", span: items[1].span))
    #expect(own.map(\.message) == ["in row 2 of shots.csv"])
  }

  @Test(arguments: [
    (
      "- {each: shots.txt, as: s, item: {gap: 1s}}",
      "'shots.txt' is not a list, and no file of rows"
    ),
    ("- {each: none.csv, as: s, item: {gap: 1s}}", "there is no 'none.csv'"),
    ("- {each: shots.csv, item: {gap: 1s}}", "each needs 'as'"),
    ("- {each: shots.csv, as: s}", "each needs 'item'"),
    ("- {each: shots.csv, as: s, itme: {gap: 1s}}", "unknown key 'itme' in each"),
    ("- {each: [a], as: x, item: {gap: 1s}}", "'x' is the name of a parameter"),
    (
      "- {each: [a], as: s, item: {each: [b], as: s, item: {gap: 1s}}}",
      "'s' is the name of a row around this one"
    ),
    (
      "- {each: [[a]], as: s, item: {gap: 1s}}",
      "a row is a value, or has fields, and this one is a list"
    ),
    (
      "- {each: ['${x}'], as: s, item: {gap: 1s}}",
      "an item of a list that is written out cannot name a value"
    ),
    ("- {each: '${x}', as: s, item: {gap: 1s}}", "'1' is not a list, and no file of rows"),
    (
      "- {each: {a: 1}, as: s, item: {gap: 1s}}",
      "expected a list or a file of rows, found a mapping"
    ),
    ("- {gap: 1s, when: perhaps}", "'perhaps' is neither true nor false"),
    ("- {gap: 1s, when: '${x}'}", "'1' is neither true nor false"),
    ("- {gap: 1s, when: [yes]}", "expected true or false, found a list"),
    ("- {gap: 1s, when: {y: 1}}", "there is no parameter 'y'"),
    ("- {gap: 1s, when: {x: {a: 1}}}", "expected a value, found a mapping"),
    ("- {gap: 1s, when: {x: [[1]]}}", "expected a value, found a list"),
    ("- {gap: 1s, when: {'${x}': 1}}", "'${x}' is not the name of a value"),
    ("- {gap: 1s, when: {not: }}", "'not' has no value"),
    (
      "- {each: [a], as: s, when: {s.on: yes}, item: {gap: 1s}}",
      "'when' beside 'each' is for all rows, and has no 's'"
    ),
    ("- {gap: 1s, when: }", "'when' has no value"),
    ("- {gap: '${s.a}'}", "there is no parameter 's'"),
    (
      "- {each: [a], as: s, when: '${s.on}', item: {gap: 1s}}",
      "'when' beside 'each' is for all rows, and has no 's'"
    ),
  ])
  func `what cannot be repeated or left out is a mistake`(_ item: String, _ message: String) {
    let expanded = Expanded(
      "params: {x: 1}\ntracks:\n  main:\n    \(item)\nz: ${x}", files: shots)
    #expect(expanded.messages == [message])
  }

  @Test func `a track is not repeated, and names are not given twice`() {
    let track = Expanded("tracks: {main: {each: [a], as: x, item: {clip: '${x}'}}}")
    #expect(track.messages == ["'each' belongs to an item of a list, and its '- ' is missing"])
    let names = Expanded(
      "overlays: {a: {each: [x], as: r, item: {text: '${r}'}}, a-1: {text: b}}")
    #expect(names.messages == ["row 1 of 'a' is called 'a-1', as something else"])
  }

  @Test func `assets of what is left out are not missed`() {
    let expanded = Expanded(
      "assets: {logo: a.svg}\noverlays: {a: {image: logo, when: false}, b: {text: '${x}', when: false}}"
    )
    #expect(expanded.messages == ["there is no parameter 'x'"])
    #expect(expanded.result.dropped.contains("logo"))
    #expect(expanded.result.tree.root?["overlays"]?.count == 0)
  }

  @Test func `what grows without end is stopped`() {
    let rows = "a\n" + String(repeating: "x\n", count: 100_001)
    let item = "tracks: {main: [{each: a.csv, as: r, item: {gap: 1s}}]}"
    #expect(
      Expanded(item, files: ["a.csv": rows]).messages
        == ["a file of data has at most 100000 rows"])
    let some = "a\n" + String(repeating: "x\n", count: 400)
    let nested = "{each: a.csv, as: r, item: [{each: a.csv, as: s, item: {gap: 1s}}]}"
    let expanded = Expanded("tracks: {main: [\(nested)]}", files: ["a.csv": some])
    #expect(
      expanded.messages.first
        == "the rows of a project are at most 100000, and here are 400 beside 100000 others")
    #expect(expanded.diagnostics.count <= 102)
    let list = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let deep =
      "a: " + String(repeating: "{a: ", count: 30) + "'${x}'" + String(repeating: "}", count: 30)
    #expect(
      Expanded("params: {x: \(list)}\n\(deep)").messages
        == ["with this value the project is nested deeper than 64 levels"])
  }

  @Test func `values that are put in many times are counted`() {
    let list = "[" + String(repeating: "a,", count: 500) + "a]"
    let items = String(repeating: "'${x}', ", count: 130)
    let expanded = Expanded("params: {x: \(list)}\nz: [\(items)]", nodeLimit: 60_000)
    #expect(expanded.messages == ["the project grows to more than 60000 values here"])
  }

  @Test(arguments: ["each: none.csv", "each: shots.csv, when: false"])
  func `what would be named with other rows is used`(_ each: String) {
    let expanded = Expanded(
      "params: {length: 2s}\ntracks: {main: [a.mov, {\(each), as: shot, item: {clip: b.mov, duration: '${length}'}}]}",
      ["length=3s"], files: shots.merging(["none.csv": "file\n"]) { first, _ in first })
    #expect(expanded.messages == [])
    #expect(expanded.result.dropped.contains("b.mov"))
  }

  @Test func `what is left out counts with its values`() {
    let expanded = Expanded(
      "params: {logo: a.png}\noverlays: {one: {image: '${logo}', when: false}, two: {image: b.png}}"
    )
    #expect(expanded.messages == [])
    #expect(expanded.result.dropped.contains("a.png"))
  }

  @Test func `work on what is left out is bounded, and nothing is made after that`() {
    let rows = "n\n" + String(repeating: "1\n", count: 2000)
    let item = "{text: a, when: false, x: [1, 2, 3, 4, 5, 6, 7, 8, 9]}"
    let expanded = Expanded(
      "tracks: {main: [{each: n.csv, as: row, item: \(item)}, {each: n.csv, as: row, item: \(item)}]}",
      files: ["n.csv": rows], nodeLimit: 3000)
    #expect(expanded.messages == ["the project grows to more than 3000 values here"])
    #expect(expanded.result.tree.root?["tracks"]?["main"]?.count == 0)
  }

  @Test func `texts are bounded in all`() {
    let text = String(repeating: "x", count: 1 << 20)
    let expanded = Expanded(
      "tracks: {main: [{each: n.csv, as: row, item: {text: '${t}'}}]}\nparams: {t: \(text)}",
      files: ["n.csv": "n\n" + String(repeating: "1\n", count: 400)])
    #expect(expanded.messages == ["the text of the project grows to more than 256 MB here"])
  }

  @Test func `a message says the first few values of a text`() {
    let names = String(repeating: "${a}${b}", count: 500)
    let expanded = Expanded("params: {a: 1, b: 2}\nx: '\(names)${c}'")
    #expect(expanded.messages == ["there is no parameter 'c'"])
    #expect(expanded.shown.count(of: "note:") < 20)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
