// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Driver
import Testing

@testable import Planning

/// Projects that extend others, from the file to the plan.
@Suite struct ExtendsTests {
  private func world(_ project: String, _ projects: [String: String]) -> TestWorld {
    var world = TestWorld(project: "reel: 1\n" + project + "\n")
    world.projects = projects.mapValues { "reel: 1\n" + $0 + "\n" }
    return world
  }

  private func shown(_ result: CompilationResult<some Sendable>) -> String {
    DiagnosticPrinter(width: 80).render(result.diagnostics, in: result.sources)
  }

  @Test func `what is extended makes the same film as if it were written here`() async throws {
    let apart = await world(
      """
      extends: brand.reel.yaml
      tracks: {main: [beach, {text: "${title}"}]}
      """,
      [
        "brand.reel.yaml": """
        canvas: {size: 640x360, rate: 25, background: red}
        assets: {beach: wide.mp4}
        defaults: {text: {font: {size: 40}}}
        params: {title: Rome}
        """
      ]
    ).compilation().plan()
    let whole = await world(
      """
      canvas: {size: 640x360, rate: 25, background: red}
      assets: {beach: wide.mp4}
      defaults: {text: {font: {size: 40}}}
      params: {title: Rome}
      tracks: {main: [beach, {text: "${title}"}]}
      """, [:]
    ).compilation().plan()
    #expect(shown(apart) == "")
    let (a, b) = (try #require(apart.product), try #require(whole.product))
    #expect(a.outputs[0].film?.key == b.outputs[0].film?.key)
  }

  @Test func `its parameters can be set, and need not be used`() async throws {
    let project = world(
      "extends: brand.reel.yaml\ntracks: {main: [{text: '${title}'}]}",
      ["brand.reel.yaml": "params: {title: Rome, other: 1}\nassets: {song: song.ogg}"])
    var options = CompilationOptions()
    let first = await project.compilation(options).plan()
    #expect(shown(first) == "")
    options.values = ["title=Paris"]
    let second = await project.compilation(options).plan()
    #expect(first.product?.outputs[0].film?.key != second.product?.outputs[0].film?.key)
    options.values = ["other=2"]
    let third = await project.compilation(options).plan()
    #expect(third.diagnostics.map(\.code.name) == ["unused-value"])
    let names = project.compilation().parameters().product?.map(\.name)
    #expect(names == ["title", "other"])
  }

  @Test func `a table of films goes with an extended project`() async throws {
    let project = world(
      "extends: brand.reel.yaml\ntracks: {main: [{text: '${title}'}]}",
      ["brand.reel.yaml": "params: {title: {type: number}}"])
    let table = FilmTable.read(
      name: "films.csv", text: Array("title\nRome\n".utf8), folder: "/film")
    var options = CompilationOptions()
    options.row = try #require(table.product)[0]
    let result = await project.compilation(options).plan()
    #expect(
      shown(result) == """
        error[parameter-value]: 'Rome' is not a number
         --> films.csv:2:1
          |
        2 | Rome
          | ^^^^
        note: 'title' is a number
         --> brand.reel.yaml:2:10
          |
        2 | params: {title: {type: number}}
          |          -----
        hint: write 2.5

        """)
  }

  @Test func `messages show the file that wrote the value`() async {
    let result = await world(
      "extends: brand/main.reel.yaml\ntracks: {main: [beach]}",
      ["brand/main.reel.yaml": "assets: {beach: wide.mp4}\ncanvas: {rate: fast}"]
    ).compilation().check()
    #expect(
      shown(result) == """
        error[missing-media]: there is no file or asset 'brand/wide.mp4'
         --> brand/main.reel.yaml:2:17
          |
        2 | assets: {beach: wide.mp4}
          |                 ^^^^^^^^

        error[bad-value]: 'fast' is not a frame rate
         --> brand/main.reel.yaml:3:16
          |
        3 | canvas: {rate: fast}
          |                ^^^^
        hint: write 30, 29.97 or 24000/1001

        """)
  }

  @Test func `a file outside the folder needs to be allowed, and no output overwrites one`() async {
    let outside = await world("extends: ../brand.reel.yaml\ntracks: {main: [wide.mp4]}", [:])
      .compilation().check()
    #expect(outside.diagnostics.map(\.code.name) == ["outside-root"])
    #expect(outside.diagnostics[0].span?.start == 17)
    // Whatever it is called.
    let project = world(
      "extends: brand.mp4\ntracks: {main: [wide.mp4]}\noutputs: {film: brand.mp4}",
      ["brand.mp4": "canvas: {rate: 25}"])
    #expect(
      (await project.compilation().check()).diagnostics.map(\.code.name) == ["overwrites-source"])
  }
}
