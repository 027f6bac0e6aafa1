// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Memory
import ProjectModel
import Testing

@testable import Compiler
@testable import Presets

/// The encoders and options of films.
@Suite struct PresetTests {
  private func settings(_ encoding: VideoEncoding) -> String {
    encoding.options.first { $0.name == "x264-params" }?.value ?? ""
  }

  @Test func `films that are to be small look ahead far`() {
    #expect(settings(.x264(.medium)) == "cpu-independent=1:open-gop=0:rc-lookahead=30")
    #expect(settings(.x264(.highest)) == settings(.x264(.medium)))
    #expect(settings(.x264(.passthrough)).hasSuffix(":rc-lookahead=10"))
    #expect(settings(.x264(.low)).hasSuffix(":rc-lookahead=8:b-pyramid=none"))
  }

  @Test func `an encoder without a pyramid holds two references less`() {
    let size = PixelSize(1920, 1080)
    func memory(_ settings: String) -> Int64 {
      MemoryUse.encoder(
        VideoEncoding(
          encoder: "libx264", options: [EncoderOption("x264-params", settings)]), size)
    }
    let saved = memory("rc-lookahead=8") - memory("rc-lookahead=8:b-pyramid=none")
    #expect((22 << 20..<26 << 20).contains(saved))
  }

  @Test func `the memory of looking ahead is counted`() {
    let size = PixelSize(1280, 720)
    let (far, near) = (
      MemoryUse.encoder(.x264(.medium), size), MemoryUse.encoder(.x264(.passthrough), size)
    )
    #expect(far - near > 60 << 20)
    #expect(far < 170 << 20)
  }
}
