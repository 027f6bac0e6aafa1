// SPDX-License-Identifier: Apache-2.0

import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Packets copied into lossless outputs.
@Suite struct LosslessCopyTests {
  @Test func `beside lossless frames nothing is copied, but whole films are`() async throws {
    let takes = ["take.mp4": CopyingTests.take([0, 4, 7, 11], seconds: 15)]
    func stretches(_ clip: String) async throws -> [String] {
      try await CopyingTests().stretches(
        "tracks: {main: [\(clip)]}", takes: takes, preset: "lossless, copy: when-possible",
        file: "film.mkv")
    }
    #expect(try await stretches("take.mp4") == ["copied 0..<450"])
    let cut = try await stretches("{clip: take.mp4, range: 1s..13s}")
    #expect(cut.allSatisfy { $0.contains("of codec h264 only whole films are copied") }, "\(cut)")
  }

  @Test func `with all packets required, a piece that cannot be copied is not encoded instead`()
    async throws
  {
    let made = try await CopyingTests().film(
      "tracks: {main: [take.mp4]}", takes: ["take.mp4": CopyingTests.take([0, 4], seconds: 8)],
      preset: "lossless, copy: when-possible", file: "film.mkv")
    #expect(made.segments.map(\.isCopied) == [true])
    #expect(made.segments[0].otherwise == nil)
  }
}
