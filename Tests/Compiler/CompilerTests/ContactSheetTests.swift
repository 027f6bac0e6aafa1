// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Plans of pictures side by side.
@Suite struct ContactSheetTests {
  private func plan(
    _ output: String, length: Int = 20
  ) async throws -> (film: FilmPlan?, kind: String?, codes: [String]) {
    let text = """
      reel: 1
      canvas: {size: 640x360, rate: 30}
      tracks: {main: [{clip: long.mp4, range: 0s..\(length)s, audio: off}]}
      outputs: {a: {\(output)}}

      """
    let result = await TestWorld(project: text).compilation().plan()
    let made = result.product?.outputs.first
    guard case .film(let film)? = made?.product else {
      return (nil, nil, result.diagnostics.map(\.code.name))
    }
    return (film, made?.kind, result.diagnostics.map(\.code.name))
  }

  private func form(_ film: FilmPlan?) throws -> SheetForm {
    guard case .sheets(let form)? = film?.delivery else {
      throw RenderFailure(kind: .program, message: "no sheets")
    }
    return form
  }

  @Test func `a contact sheet shows the middles of equal stretches`() async throws {
    let made = try await plan("file: s.png, sheet: true")
    let film = try #require(made.film)
    #expect(made.kind == "contact sheet of 20 pictures of 320x180")
    #expect(film.fileNames == ["s.png"] && film.pictureCount == 20)
    let form = try form(film)
    #expect(form.size(of: 0, pictures: 20) == PixelSize(5 * 328 + 8, 4 * 188 + 8))
    #expect(form.place(of: 6) == PixelRect(x: 336, y: 196, width: 320, height: 180))
    #expect(film.segments.allSatisfy { $0.program.outputSize == PixelSize(320, 180) })
    // A second has 30 frames.
    let labels = try await self.form(
      plan("file: s.jpg, sheet: {grid: 2x2, timestamps: true}").film
    ).labels
    #expect(labels?.texts == ["0:02", "0:07", "0:12", "0:17"])
    #expect(labels?.letters.map(\.text).joined() == "0123456789:.")
  }

  @Test func `pictures in steps fill as many rows as they need`() async throws {
    let made = try await plan("file: s.jpg, sheet: {every: 900ms, timestamps: true, width: 200}")
    let form = try form(made.film)
    #expect((form.columns, form.rows) == (5, 5) && form.cell == PixelSize(200, 112))
    #expect(form.labels?.texts.prefix(3) == ["0:00.00", "0:00.90", "0:01.80"])
    #expect(made.kind == "contact sheet of 23 pictures of 200x112")
  }

  @Test func `numbered sheets hold what does not fit one grid`() async throws {
    let made = try await plan("file: 'm/s-%02d.png', sheet: {every: 1s, grid: 3x3}")
    #expect(made.film?.fileNames == ["s-01.png", "s-02.png", "s-03.png"])
    #expect(made.kind == "3 contact sheets of 20 pictures of 320x180")
    let form = try form(made.film)
    #expect(form.pictures(on: 2, of: 20) == 18..<20)
    #expect(form.size(of: 2, pictures: 20) == PixelSize(3 * 328 + 8, 188 + 8))
    #expect(
      try await plan("file: 's%d.png', sheet: {every: 5s, grid: 1x1}, start-number: 0").film?
        .fileNames == ["s0.png", "s1.png", "s2.png", "s3.png"])
  }

  @Test func `thumbnails are cues that name places on sprites`() async throws {
    let made = try await plan("file: 'web/my film.vtt', thumbnails: {every: 3s, grid: 2x2}")
    #expect(made.film?.fileNames == ["my film.vtt", "my film-001.jpg", "my film-002.jpg"])
    #expect(made.kind == "thumbnails: 7 pictures of 160x90 on 2 sprites")
    let cues = try form(made.film).cues { $0.split(separator: " ").joined(separator: "%20") }
    #expect(
      cues.hasPrefix(
        """
        WEBVTT

        00:00:00.000 --> 00:00:03.000
        my%20film-001.jpg#xywh=0,0,160,90

        00:00:03.000 --> 00:00:06.000
        my%20film-001.jpg#xywh=160,0,160,90

        """))
    #expect(
      cues.hasSuffix(
        """

        00:00:18.000 --> 00:00:20.000
        my%20film-002.jpg#xywh=0,90,160,90

        """))
    let usual = try await plan("file: a.vtt, thumbnails: true", length: 60).film
    #expect(usual?.pictureCount == 12)
  }

  @Test func `times of a stretch are those of the film, and cues begin at 0`() async throws {
    let sheet = try await form(
      plan("file: s.png, range: 10s..20s, sheet: {every: 5s, timestamps: true}").film)
    #expect(sheet.labels?.texts == ["0:10", "0:15"])
    let cues = try await form(plan("file: a.vtt, range: 10s..20s, thumbnails: true").film)
    #expect(cues.times == [Time(0), Time(5), Time(10)])
    #expect(SheetLabels.text(of: Time(3725), hasHours: true, hasParts: false) == "1:02:05")
  }

  @Test(arguments: [
    ("file: s.png, sheet: {every: 1s, grid: 4x4}", "many-pictures"),
    ("file: s.png, sheet: {every: 10ms}", "close-pictures"),
    ("file: s.png, sheet: {width: 1920, grid: 40x40}", "large-sheet"),
    ("file: 's-%01d.png', sheet: {every: 1s, grid: 1x1}", "many-pictures"),
  ])
  func `what does not fit is an error`(_ output: String, _ code: String) async throws {
    #expect(try await plan(output).codes == [code])
  }
}
