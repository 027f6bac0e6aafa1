// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO

/// The places of the channels of copied sounds.
@Suite struct CopiedLayoutTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test(arguments: ["hexagonal", "5.1", "5.1(side)", "7.1", "2 channels"])
  func `a copied sound keeps its layout, and samples of any are joined`(layout: String) throws {
    let count = layout == "2 channels" ? 2 : layout == "7.1" ? 8 : 6
    let tones = (0..<count).map { "0.2*sin(\(200 + 100 * $0)*2*PI*t)" }.joined(separator: "|")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i",
        "aevalsrc='\(tones)':c=\(count == 2 ? "stereo" : layout):s=48000:d=1",
        "-c:a", "pcm_s16le", shop.path("tones.wav"),
      ])
    let facts = try #require(
      try probeMedia(ProbeRequest(path: shop.path("tones.wav"))).audio)
    #expect(facts.layout == layout && facts.channels == count)
    #expect(facts.coding?.canBeJoined == true)
    let clip = try clip(shop.path("tones.wav"), count: 48_000)
    let copy = AudioCopy(
      sampleRate: 48_000, packetSamples: 1, start: 0, sampleCount: 48_000,
      intervals: [
        .copied(
          AudioCopy.Source(file: clip.file, stream: 0, sample: 0, origin: .none), packets: 48_000)
      ])
    let made = try AudioRenderer().copy(
      CopyAudioRequest(
        copy: copy,
        otherwise: AudioProgram(sampleRate: 48_000, sampleCount: 48_000, clips: [clip]),
        encoding: AudioEncoding(encoder: "pcm_s16le"), output: shop.path("sound")))
    #expect(made.notes.isEmpty)
    let stream = try SegmentReader(path: shop.path("sound")).stream
    let name = count == 2 ? nil : layout
    #expect(stream.parameters.layout == name && stream.parameters.channels == count)
  }
}
