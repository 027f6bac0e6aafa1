// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Kernels

/// Cuts of real films, by the number of the last frame before each, which nothing may be drawn across.
@Suite(.enabled(if: hasFFmpeg && mediaFolder != nil, "no ffmpeg or no real media"))
struct FilmCutTests {
  struct Film: Sendable, CustomTestStringConvertible {
    var name: String
    /// The last frames of scenes.
    var cuts: [Int]
    /// Frames behind which nothing is cut: quiet ones, and some in which much moves.
    var others: [Int]

    var testDescription: String { name }
  }

  static let films = [
    Film(
      name: "sintel_trailer_720p24_52s.mp4",
      cuts: [333, 419, 570, 620, 657, 671, 1219],
      others: [100, 150, 222, 300, 440, 500, 600, 700, 769, 800, 806, 1000, 1162]),
    Film(
      name: "bbb_720p24_82s.mp4",
      cuts: [
        47, 122, 257, 302, 354, 404, 510, 745, 785, 985, 1085, 1295, 1422, 1492, 1554, 1636,
      ],
      others: [20, 80, 200, 280, 330, 450, 600, 700, 800, 900, 1050, 1200, 1400, 1600, 1900]),
    Film(
      name: "tears_of_steel_332p24_70s.webm",
      cuts: [
        51, 121, 220, 308, 714, 787, 871, 900, 986, 1126, 1202, 1233, 1245, 1283, 1344, 1377, 1688,
      ],
      others: [10, 90, 180, 260, 400, 500, 600, 760, 790, 850, 954, 961, 1180, 1320]),
  ]

  @Test(arguments: films)
  func `cuts are told from what moves`(_ film: Film) throws {
    let shop = try Workshop()
    let path = try #require(mediaFolder) + "/edit/" + film.name
    let wanted = Set((film.cuts + film.others).flatMap { [$0, $0 + 1] }).sorted()
    let chosen = wanted.map { "eq(n\\,\($0))" }.joined(separator: "+")
    let raw = shop.path("frames.raw")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-vf", "select='\(chosen)',scale=640:360:flags=area,format=gray",
        "-fps_mode", "passthrough", "-f", "rawvideo", raw,
      ])
    let data = try Data(contentsOf: URL(fileURLWithPath: raw))
    try #require(data.count == wanted.count * 640 * 360)
    func picture(_ frame: Int) throws -> LumaPyramid {
      let place = try #require(wanted.firstIndex(of: frame)) * 640 * 360
      let picture = SampleBuffer<UInt8>(width: 640, height: 360, hasAlpha: false)
      let plane = picture.view.y
      for y in 0..<360 {
        for x in 0..<640 {
          plane.base[y * plane.stride + x] = data[data.startIndex + place + y * 640 + x]
        }
      }
      return LumaPyramid(picture.view)
    }
    for cut in film.cuts {
      let field = MotionField(from: try picture(cut), to: try picture(cut + 1), share: 128)
      #expect(field.isCut, "frame \(cut)")
    }
    for other in film.others {
      let field = MotionField(from: try picture(other), to: try picture(other + 1), share: 128)
      #expect(!field.isCut, "frame \(other)")
    }
  }
}
