// SPDX-License-Identifier: Apache-2.0

import Foundation
import RenderProtocol
import Testing

@testable import MediaIO

/// GIFs that are cut off where their decoders notice nothing.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct GIFScanTests {
  @Test func `a GIF that ends behind a picture, but not as a GIF does, is said to be cut off`()
    throws
  {
    let shop = try Workshop()
    let path = shop.path("whole.gif")
    _ = try shop.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=2", path])
    #expect(try probeMedia(ProbeRequest(path: path)).warnings.isEmpty)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let cut = shop.path("cut.gif")
    try data.dropLast().write(to: URL(fileURLWithPath: cut))
    let facts = try probeMedia(ProbeRequest(path: cut))
    #expect(facts.warnings == ["the file is cut off: pictures at its end may be missing"])
    // What some programs leave behind the end is nothing.
    let long = shop.path("long.gif")
    try (data + Data(count: 40)).write(to: URL(fileURLWithPath: long))
    #expect(try probeMedia(ProbeRequest(path: long)).warnings.isEmpty)
  }
}
