// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import Testing
import YAML

@testable import Preprocessing

/// A project that extends others.
private struct Extended {
  var tree: YAMLTree?
  var sources = SourceMap()
  var diagnostics: [Diagnostic]

  /// Extends `text`, the file `films/a.reel.yaml` as it is shown, in a folder with `files`.
  init(_ text: String, _ files: [String: String] = [:]) {
    var sink = DiagnosticSink()
    let file = sources.add(name: "films/a.reel.yaml", text: Array(text.utf8))
    let tree = parseYAML(file, text: Array(text.utf8), reporting: &sink)
    self.tree = extendProject(
      tree, at: "/films/a.reel.yaml", named: "films/a.reel.yaml", sources: &sources,
      read: { path in
        var parts: [Substring] = ["films"]
        for part in path.value.split(separator: "/") where part != "." {
          if part == ".." { parts.removeLast() } else { parts.append(part) }
        }
        let real = "/" + parts.joined(separator: "/")
        if real == "/films/a.reel.yaml" {
          return .success(NamedProject(path: real, text: Array(text.utf8)))
        }
        if let text = files[String(real.dropFirst("/films/".count))] {
          return .success(NamedProject(path: real, text: Array(text.utf8)))
        }
        return .failure(
          DataRefusal(
            Diagnostic(
              code: .error("missing-media"), message: "there is no '\(path.value)'",
              span: path.span)))
      }, reporting: &sink)
    diagnostics = sink.diagnostics
  }

  var yaml: String { tree.map { yamlText(of: $0) } ?? "" }
  var messages: [String] { diagnostics.map(\.message) }
  var shown: String { DiagnosticPrinter(width: 80).render(diagnostics, in: sources) }
}

@Suite struct ExtendTests {
  @Test func `what a file says counts before what it extends, key by key`() {
    let extended = Extended(
      """
      reel: 1
      extends: brand.reel.yaml
      canvas: {rate: 25}
      assets: {logo: own.svg}
      defaults: {text: {font: {size: 40}}}
      tracks: {main: [logo]}
      """,
      [
        "brand.reel.yaml": """
        reel: 1
        canvas: {size: 640x360, rate: 30}
        assets: {song: song.ogg, logo: {file: brand.svg, rotate: 90}}
        defaults: {text: {font: {family: Noto Sans, size: 64}, color: white}, clip: {fit: cover}}
        """
      ])
    #expect(extended.messages == [])
    #expect(
      extended.yaml == """
        reel: 1
        tracks:
          main:
            - logo
        canvas:
          size: 640x360
          rate: 25
        assets:
          song: song.ogg
          logo: own.svg
        defaults:
          text:
            font:
              family: Noto Sans
              size: 40
            color: white
          clip:
            fit: cover

        """)
  }

  @Test func `paths start from the folder of the file that writes them`() {
    let extended = Extended(
      """
      reel: 1
      extends: brands/one/brand.reel.yaml
      assets: {own: media/own.mov}
      tracks: {main: [own]}
      """,
      [
        "brands/one/brand.reel.yaml": """
        reel: 1
        extends: ../common.reel.yaml
        assets:
          logo: logo.svg
          takes: [takes/*.mov, /media/take.mov, "${intro}", "intros/${kind}.mov"]
          web: https://example.com/a.mov
        defaults: {text: {font: {file: fonts/a.ttf}}}
        params: {intro: intro.mov, kind: short, file: {type: file, default: b.csv}, text: "a.mov"}
        """,
        "brands/common.reel.yaml": """
        reel: 1
        assets: {sting: {file: sting.wav}}
        """,
      ])
    #expect(extended.messages == [])
    #expect(
      extended.yaml == """
        reel: 1
        tracks:
          main:
            - own
        params:
          intro: brands/one/intro.mov
          kind: short
          file:
            type: file
            default: brands/one/b.csv
          text: "a.mov"
        assets:
          sting:
            file: brands/one/../sting.wav
          logo: brands/one/logo.svg
          takes:
            - "brands/one/takes/*.mov"
            - "/media/take.mov"
            - "$${intro}"
            - "brands/one/intros/$${kind}.mov"
          web: "https://example.com/a.mov"
          own: media/own.mov
        defaults:
          text:
            font:
              file: brands/one/fonts/a.ttf

        """)
  }

  @Test func `another default keeps what is declared, another type does not`() {
    let extended = Extended(
      """
      reel: 1
      extends: brand.reel.yaml
      params: {accent: blue, kind: short, title: {type: number, default: 1}, own: 1}
      """,
      [
        "brand.reel.yaml": """
        reel: 1
        params:
          accent: {type: color, default: red, doc: The colour.}
          kind: {values: [long, short], default: long}
          title: {type: text, default: One, doc: The title.}
          plain: 2
        """
      ])
    #expect(extended.messages == [])
    #expect(
      extended.yaml == """
        reel: 1
        params:
          accent:
            type: color
            default: blue
            doc: The colour.
          kind:
            values:
              - long
              - short
            default: short
          title:
            type: number
            default: 1
          plain: 2
          own: 1

        """)
  }

  @Test func `places are those of the file that wrote them, also within a text`() throws {
    let brand = """
      reel: 1
      assets: {logo: "a ${x} b"}
      """
    let extended = Extended(
      "reel: 1\nextends: brand.reel.yaml\ntracks: {}\n", ["brand.reel.yaml": brand])
    let node = try #require(extended.tree?.root?["assets"]?["logo"])
    #expect(extended.sources.place(of: node.span)?.file == "films/brand.reel.yaml")
    #expect(node.span.start == 23)
    #expect(node.span(of: 2..<6).start == 26)
    #expect(extended.tree?.root?["reel"]?.span.file.index == 0)
  }

  @Test func `a cycle is printed`() {
    let extended = Extended(
      "reel: 1\nextends: b.reel.yaml\ntracks: {}\n",
      [
        "b.reel.yaml": "reel: 1\nextends: ./sub/../c.reel.yaml\n",
        "c.reel.yaml": "reel: 1\nextends: b.reel.yaml\n",
      ])
    #expect(extended.tree == nil)
    #expect(
      extended.shown == """
        error[project-cycle]: this file extends itself: films/b.reel.yaml → films/./sub/../c.reel.yaml → films/b.reel.yaml
         --> films/./sub/../c.reel.yaml:2:10
          |
        2 | extends: b.reel.yaml
          |          ^^^^^^^^^^^
        hint: leave one 'extends' out

        """)
    #expect(
      Extended("reel: 1\nextends: a.reel.yaml\n").messages == [
        "this file extends itself: films/a.reel.yaml → films/a.reel.yaml"
      ])
  }

  @Test func `a chain may be long, and has an end`() {
    var files: [String: String] = [:]
    for number in 1...40 {
      files["\(number).reel.yaml"] =
        "reel: 1\nextends: \(number + 1).reel.yaml\nassets: {a\(number): a.mov}\n"
    }
    files["32.reel.yaml"] = "reel: 1\nassets: {last: a.mov}\n"
    let whole = Extended("reel: 1\nextends: 1.reel.yaml\n", files)
    #expect(whole.messages == [])
    #expect(whole.tree?.root?["assets"]?.count == 32)
    files["32.reel.yaml"] = "reel: 1\nextends: 33.reel.yaml\n"
    let longer = Extended("reel: 1\nextends: 1.reel.yaml\n", files)
    #expect(longer.tree == nil)
    #expect(longer.messages == ["at most 32 files extend one another"])
  }

  @Test(arguments: [
    ("extends: [a.reel.yaml]", "", "expected one file, found a list"),
    ("extends: '${a}'", "", "the file under 'extends' cannot depend on a parameter"),
    ("extends: nowhere.yaml", "", "there is no 'nowhere.yaml'"),
    (
      "extends: b.yaml", "reel: 2",
      "this file wants version 2 of the language, and this reel knows version 1"
    ),
    ("extends: b.yaml", "canvas: {rate: 25}", "extended project needs 'reel'"),
    ("extends: b.yaml", "reel: 1\ntracks: {}", "'tracks' is not for a file that others extend"),
    ("extends: b.yaml", "reel: 1\nasets: {}", "unknown key 'asets' in extended project"),
    ("extends: b.yaml", "[1, 2]", "this is not a project"),
    ("extends: b.yaml", "", "this is not a project"),
    ("extends: b.yaml", "a\0b", "'b.yaml' is not a project file: it is not text"),
  ])
  func `mistakes are told`(_ line: String, _ brand: String, _ message: String) {
    let extended = Extended("reel: 1\n\(line)\ntracks: {}\n", ["b.yaml": brand])
    #expect(extended.tree == nil)
    #expect(extended.messages.first == message)
    #expect(extended.diagnostics.allSatisfy { $0.span != nil })
  }
}
