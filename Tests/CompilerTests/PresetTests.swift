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
    #expect(settings(.x264(.low)).hasSuffix(":rc-lookahead=10:b-pyramid=strict"))
  }

  @Test func `a strict pyramid holds one reference less`() {
    let size = PixelSize(1920, 1080)
    let saved =
      MemoryUse.encoder(.x264(.passthrough), size) - MemoryUse.encoder(.x264(.low), size)
    #expect((10 << 20..<14 << 20).contains(saved))
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
