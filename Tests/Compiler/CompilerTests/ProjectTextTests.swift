// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Driver
import Testing

/// Project files that are no plain text, or hardly.
@Suite struct ProjectTextTests {
  private func problems(_ project: String) async -> [String] {
    let result = await TestWorld(project: project).compilation().check()
    return result.diagnostics.map { diagnostic in
      let place = diagnostic.span.flatMap { span in
        result.sources.file(of: span)?.lineColumn(of: span.start)
      }
      return "\(place.map { "\($0.line):\($0.column) " } ?? "")\(diagnostic.message)"
    }
  }

  @Test func `a character that is no text is shown where it is`() async {
    #expect(
      await problems("reel: 1\ntracks: {main: [wide.mp4]}\noutputs: {film: a\0b.mp4}\n")
        == ["3:18 control character U+0000 in the text"])
  }

  @Test(arguments: [true, false])
  func `UTF-16 without a mark is told from films and pictures`(_ isBig: Bool) async {
    let wide = "reel: 1\n# Zwei Tage in Köln\ntracks: {main: [wide.mp4]}\n".utf16.flatMap { unit in
      isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }
    // Of bytes that are no UTF-8 a test's project cannot be made.
    let plain = String(decoding: wide.map { $0 < 0x80 ? $0 : 0x6F }, as: UTF8.self)
    #expect(await problems(plain) == ["1:1 the file is UTF-16, not UTF-8"])
    let film = "\0\0\0\u{20}ftypisom\0\0\u{2}\0isomiso2avc1mp41\0\0\0\u{8}free\0\0\u{1A}mdat"
    #expect(await problems(film) == ["'film.reel.yaml' is not a project file: it is not text"])
  }
}
