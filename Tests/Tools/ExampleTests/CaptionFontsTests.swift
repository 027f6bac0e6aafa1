// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The effect of fontconfig's rules on the fonts of subtitles.
@Suite struct CaptionFontsTests {
  @Test func aRuleThatChangesGlyphsChangesTheFilm() async throws {
    let place = try TemporaryFolder()
    func settings(_ rules: String) throws -> String {
      try place.write(
        """
        <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
        <fontconfig><include>/etc/fonts/fonts.conf</include>\(rules)</fontconfig>
        """, to: "fonts.conf")
    }
    let bolder =
      "<match target=\"font\"><edit name=\"embolden\" mode=\"assign\"><bool>true</bool></edit></match>"
    let project = """
      reel: 1
      canvas: {size: 160x90, rate: 10}
      tracks: {main: [{fill: navy, duration: 2s}]}
      overlays: {a: {subtitles: rome.srt, font: {family: DejaVu Sans, size: 20px}}}
      outputs: {film: {file: film.mkv, preset: lossless}}

      """
    func film(_ reel: Reel) async throws -> Data {
      try reel.folder.write("1\n00:00:00,000 --> 00:00:02,000\nHello\n", to: "rome.srt")
      let outcome = try await reel.build(project)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try Data(contentsOf: URL(filePath: reel.folder / "film.mkv"))
    }
    let reel = try Reel(environment: ["FONTCONFIG_FILE": settings("")])
    let before = try await film(reel)
    _ = try settings(bolder)
    let after = try await film(reel)
    let clean = try await film(try Reel(environment: ["FONTCONFIG_FILE": settings(bolder)]))
    #expect(before != after)
    #expect(after == clean)
  }
}
