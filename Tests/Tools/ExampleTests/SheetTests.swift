// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Sheets that `reel transitions --sheet` draws.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct SheetTests {
  /// The green samples of a picture, row by row, and how wide it is.
  private func green(_ path: String) async throws -> (samples: [UInt8], width: Int) {
    let tools = try #require(Places.ffmpeg)
    let data = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", path, "-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24",
      "-",
    ])
    let lines = data.prefix(20).split(separator: 10, maxSplits: 3)
    let width = try #require(
      Int(String(decoding: lines[1].prefix { $0 != 32 }, as: UTF8.self)))
    let start = lines[3].startIndex
    return (stride(from: start + 1, to: data.endIndex, by: 3).map { data[$0] }, width)
  }

  @Test func `each transition is drawn at five moments, and no file is overwritten unasked`()
    async throws
  {
    let reel = try Reel()
    let kinds = ["wipeleft", "luma", "cube"]
    let made = try await reel.run(["transitions"] + kinds + ["--sheet", "a.png"])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let (samples, width) = try await green(reel.folder / "a.png")
    #expect(width == 1548 && samples.count == width * 496)
    /// Some columns of the picture of a kind at a moment.
    func columns(_ kind: Int, _ moment: Int, _ range: Range<Int>) -> [UInt8] {
      (0..<144).flatMap { y in
        range.map { x in
          samples[(36 + 148 * kind + y) * width + 232 + 260 * moment + x]
        }
      }
    }
    // A wipe to the left shows the first picture at the left, the second at the right, and the border between them.
    let (early, late) = (columns(0, 0, 0..<256), columns(0, 4, 0..<256))
    #expect(early != late && Set(early).count > 4 && Set(late).count > 4)
    #expect(columns(0, 2, 0..<120) == columns(0, 0, 0..<120))
    #expect(columns(0, 2, 136..<256) == columns(0, 4, 136..<256))
    for kind in 1...2 {
      for moment in 0..<4 {
        #expect(columns(kind, moment, 0..<256) != columns(kind, moment + 1, 0..<256))
      }
    }
    // Names and moments are written.
    for place in [(16..<232, 36..<180), (232..<300, 14..<36)] {
      let marks = place.1.flatMap { y in place.0.map { x in samples[y * width + x] } }
      #expect(marks.contains { $0 > 150 })
    }

    // Sheets of fewer kinds are the first rows of those of more.
    for count in 1...2 {
      let some = try await reel.run(
        ["transitions"] + kinds.prefix(count) + ["--sheet", "\(count).png"])
      #expect(some.status == 0, "\(some.errors)")
      let (rows, across) = try await green(reel.folder / "\(count).png")
      #expect(across == width && rows.count == width * (52 + 148 * count))
      let shared = width * (36 + 148 * count)
      #expect(rows.prefix(shared).elementsEqual(samples.prefix(shared)), "\(count) kinds")
    }

    let before = FileManager.default.contents(atPath: reel.folder / "a.png")
    let again = try await reel.run(["transitions", "fade", "--sheet", "a.png"])
    #expect(again.status == 1 && again.errors.contains("error[output-exists]"), "\(again.errors)")
    #expect(FileManager.default.contents(atPath: reel.folder / "a.png") == before)
    let forced = try await reel.run(["transitions", "fade", "--sheet", "a.png", "--force"])
    #expect(forced.status == 0, "\(forced.errors)")
    #expect(FileManager.default.contents(atPath: reel.folder / "a.png") != before)
    let nowhere = try await reel.run(["transitions", "fade", "--sheet", "a.png/b.png"])
    #expect(nowhere.status == 3 && nowhere.errors.contains("no-sheet"), "\(nowhere.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: reel.folder.path)
    #expect(files.sorted() == ["1.png", "2.png", "a.png"])
  }
}
