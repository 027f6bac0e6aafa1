// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import Testing

@testable import Driver
@testable import Timeline

/// The encoders and options of films.
@Suite struct PresetTests {
  private func settings(_ encoding: VideoEncoding) -> String {
    encoding.options.first { $0.name == "x264-params" }?.value ?? ""
  }

  @Test func `films that are to be small look ahead far`() {
    #expect(settings(.x264(.medium)) == "cpu-independent=1:open-gop=0")
    #expect(settings(.x264(.highest)) == settings(.x264(.medium)))
    #expect(settings(.x264(.passthrough)).hasSuffix(":rc-lookahead=10"))
    #expect(settings(.x264(.low)).hasSuffix(":rc-lookahead=8:b-pyramid=none"))
  }

  private func memory(_ settings: String, _ others: [EncoderOption] = []) -> Int64 {
    MemoryUse.encoder(
      VideoEncoding(
        encoder: "libx264", options: others + [EncoderOption("x264-params", settings)]),
      PixelSize(1920, 1080))
  }

  /// Of 1080p, a reference takes 12 MB.
  @Test func `the memory of references is counted, the last setting counts`() {
    let low = memory("b-pyramid=none:rc-lookahead=10", [EncoderOption("preset", "veryfast")])
    for settings in ["b-pyramid=normal", "b-pyramid=none:b-pyramid=normal", "ref=4"] {
      let more = memory(settings + ":rc-lookahead=10", [EncoderOption("preset", "veryfast")]) - low
      #expect((22 << 20..<26 << 20).contains(more), "\(settings)")
    }
    let strict =
      memory("b-pyramid=strict:rc-lookahead=10", [EncoderOption("preset", "veryfast")]) - low
    #expect((10 << 20..<14 << 20).contains(strict))
    let slower = memory("b-pyramid=none:rc-lookahead=10", [EncoderOption("preset", "slower")]) - low
    #expect((66 << 20..<78 << 20).contains(slower))
    // x264's own parameters are read after options.
    let near = memory("rc-lookahead=10", [EncoderOption("rc-lookahead", "60")])
    #expect(near == memory("rc-lookahead=10"))
    #expect(near < memory("", [EncoderOption("rc-lookahead", "60")]))
  }

  @Test func `the memory of looking ahead is counted`() {
    let size = PixelSize(1280, 720)
    let (far, near) = (
      MemoryUse.encoder(.x264(.medium), size), MemoryUse.encoder(.x264(.passthrough), size)
    )
    #expect(far - near > 60 << 20)
    #expect(far < 190 << 20)
  }
}
