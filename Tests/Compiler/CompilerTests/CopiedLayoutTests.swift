// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// The copied sounds of more than two channels.
@Suite struct CopiedLayoutTests {
  private func sound(
    _ items: String, layout: String?, codec: String = "aac", packetSamples: Int = 1024,
    isUsual: Bool = true, file: String = "film.mp4"
  ) async throws -> PlannedAudio {
    var take = AudioCopyTests.take(
      codec: codec, packetSamples: packetSamples, channels: 6, isUsual: isUsual)
    take.audio?.layout = layout
    let world = TestWorld(
      project:
        "reel: 1\ncanvas: {channels: 5.1}\ntracks: {main: [\(items)]}\n"
        + "outputs: {film: {file: \(file), preset: passthrough}}\n",
      media: TestWorld.shelf.merging(["take.mp4": take]) { $1 })
    let result = await world.compilation().plan()
    let plan = try #require(result.product, "\(result.diagnostics.map(\.message))")
    guard case .film(let film)? = plan.outputs.first?.product else { throw CancellationError() }
    return try #require(film.sound)
  }

  @Test(arguments: ["5.1", "5.1(side)", "6 channels", nil])
  func `a sound that is heard at the places of the canvas is copied`(layout: String?) async throws {
    #expect(try await sound("take.mp4", layout: layout).copy != nil)
  }

  @Test(arguments: ["hexagonal", "6.0", "6.0(front)", "6 channels (FL+FR+FC+LFE+SDL+SDR)"])
  func `a sound of as many channels elsewhere is not copied`(layout: String) async throws {
    let sound = try await sound("take.mp4", layout: layout)
    #expect(sound.copy == nil)
    #expect(sound.copyObstacle == "its channels are \(layout), and the film is 5.1")
  }

  @Test(arguments: [("aac", 1024), ("opus", 960)])
  func `where something is encoded beside surround, the message says what is in the way`(
    codec: String, samples: Int
  ) async throws {
    let sound = try await sound(
      "{clip: take.mp4, range: 0f..97f}, {clip: take.mp4, range: 193f..288f}", layout: "5.1",
      codec: codec, packetSamples: samples, isUsual: false,
      file: "film.mp4")
    #expect(sound.copy == nil)
    let words = codec == "opus" ? "opus" : "aac of 5.1"
    #expect(
      sound.copyObstacle?.hasPrefix("\(words) ") == true
        && sound.copyObstacle?.hasSuffix("is copied only where nothing is encoded beside it")
          == true,
      "\(sound.copyObstacle ?? "")")
  }

  @Test
  func `sounds whose layouts have other names for the same places are copied one after the other`()
    async throws
  {
    var takes: [String: MediaFacts] = [:]
    for (index, layout) in ["5.1", "5.1(side)", "6 channels", nil].enumerated() {
      var take = AudioCopyTests.take(
        codec: "pcm_s16le", packetSamples: 1, first: .zero, channels: 6)
      take.audio?.layout = layout
      takes["take\(index).mov"] = take
    }
    let world = TestWorld(
      project:
        "reel: 1\ncanvas: {channels: 5.1}\ntracks: {main: ['take*.mov']}\n"
        + "outputs: {film: {file: film.mov, preset: passthrough}}\n",
      media: TestWorld.shelf.merging(takes) { $1 })
    let result = await world.compilation().plan()
    guard case .film(let film)? = try #require(result.product).outputs.first?.product else {
      throw CancellationError()
    }
    let copy = try #require(film.sound?.copy, "\(film.sound?.copyObstacle ?? "")")
    #expect(copy.intervals.count == 4 && copy.intervals.allSatisfy(\.isCopied))
  }
}
