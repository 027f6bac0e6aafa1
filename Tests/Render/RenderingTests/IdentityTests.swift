// SPDX-License-Identifier: Apache-2.0

import Foundation
import RenderProtocol
import Testing

@testable import MediaIO

@Suite struct IdentityTests {
  @Test func `every library that decides bytes is named, the encoders by their exact build`() {
    let libraries = identity(fontFolders: []).libraries
    for name in [
      "ffmpeg ", "libavcodec ", "libswscale ", "libswresample ", "libx264.", "libvpx.", "libopus.",
      "libmp3lame.", "libdav1d.", "libpango-", "libcairo.", "libfontconfig.", "libfreetype.",
      "libharfbuzz.", "librsvg-",
    ] {
      #expect(libraries.contains { $0.hasPrefix(name) }, "\(name)")
    }
    let x264 = libraries.first { $0.hasPrefix("libx264.") }?.split(separator: " ").last
    #expect(x264.map { $0.count >= 16 && $0.allSatisfy(\.isHexDigit) } == true)
  }

  @Test func `a file that is no library has no build id`() throws {
    let shop = try Workshop()
    for bytes in [[], [0x7f, 0x45, 0x4c, 0x46, 2, 1], [UInt8](repeating: 255, count: 5000)] {
      try Data(bytes).write(to: URL(fileURLWithPath: shop.path("file")))
      #expect(buildMark(of: shop.path("file")) == nil)
    }
    let text = Array("\u{7f}ELF\u{2}\u{1}".utf8) + [UInt8](repeating: 255, count: 5000)
    try Data(text).write(to: URL(fileURLWithPath: shop.path("file")))
    #expect(buildMark(of: shop.path("file")) == nil)
    #expect(buildMark(of: shop.path("absent")) == nil)
  }
}
