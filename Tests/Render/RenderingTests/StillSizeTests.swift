// SPDX-License-Identifier: Apache-2.0

import Base
import MediaIO
import RenderProtocol
import TestSupport
import Testing

@testable import Compositor

/// Photos whose program says how large they are.
struct StillSizeTests {
  private static let size = PixelSize(160, 96)

  @Test(arguments: [(8, false), (10, false), (8, true)], ["png", "jpg"])
  func `a photo that keeps its size is the same whether its size is said or not`(
    _ form: (depth: Int, hasFullChroma: Bool), _ kind: String
  ) throws {
    let shop = try Workshop()
    let path = shop.path("photo.\(kind)")
    let alpha =
      kind == "png"
      ? "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='mod(X*7+Y*3,256)'" : "null"
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(Self.size)", "-vf", alpha, "-frames:v",
        "1", path,
      ])
    var color = try #require(
      CanvasColor(CanvasColor.bt709.tags, size: Self.size, depth: form.depth))
    if form.hasFullChroma { color = color.withFullChroma }
    func planes(_ steps: [PictureStep]) throws -> [[Int]] {
      let file = MediaFile(
        path: path, digest: Fingerprint(bytes: [UInt8](repeating: 1, count: 32)))
      let picture = Picture(source: .image(file, Origin(5)), steps: steps)
      return try StillCache().frame(of: picture, in: color).frame.planes
    }
    let plain = try planes([])
    #expect(plain.count == (kind == "png" ? 4 : 3))
    #expect(try planes([.scale(Self.size)]) == plain)
    #expect(try planes([.orient(.rotate180), .scale(Self.size)]) == planes([.orient(.rotate180)]))
  }
}
