// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderGraph
import RenderProtocol
import TestSupport
import Testing

@testable import Driver

/// Picture and sound of clips move together, at every cut and at every speed.
@Suite struct SyncTests {
  private struct Cut {
    var start: Time
    var end: Time
    var speed: Time
    var pitch: String?

    /// The start of its source.
    var first: Time { speed < .zero ? end : start }
  }

  private static let cuts = 2_000

  /// Stretches of all footage that has a picture and a sound, at any millisecond, and mostly not at their own speed.
  private func randomCuts(_ numbers: inout SeededNumbers) -> [(file: String, cut: Cut)] {
    let files = [("wide.mp4", 10), ("long.mp4", 60), ("tall.mov", 6), ("small.mp4", 8)]
    return (0..<SyncTests.cuts).map { _ in
      let (file, seconds) = files[Int.random(in: 0..<files.count, using: &numbers)]
      let start = Int.random(in: 0...(seconds * 1000 - 1500), using: &numbers)
      let length = Int.random(in: 300...1500, using: &numbers)
      var speed = Int64(Int.random(in: 25...400, using: &numbers))
      if Int.random(in: 0..<4, using: &numbers) == 0 { speed = 100 }
      if Int.random(in: 0..<3, using: &numbers) == 0 { speed = -speed }
      return (
        file,
        Cut(
          start: Time(Int64(start), over: 1000), end: Time(Int64(start + length), over: 1000),
          speed: Time(speed, over: 100),
          pitch: Bool.random(using: &numbers) && speed != 100 ? "follow" : nil)
      )
    }
  }

  @Test(arguments: ["24000/1001", "25", "30000/1001", "48", "60"])
  func `sound starts with the first frame of each of many cuts`(rate: String) async throws {
    var numbers = SeededNumbers(seed: UInt64(rate.utf8.reduce(0) { 31 * $0 + Int($1) }))
    let wanted = randomCuts(&numbers)
    let items = wanted.map { file, cut in
      "    - {clip: \(file), range: \(cut.start.description)s..\(cut.end.description)s, speed: \(cut.speed.description)"
        + (cut.pitch.map { ", pitch: \($0)}" } ?? "}")
    }
    let text = """
      reel: 1
      canvas: {size: 640x360, rate: \(rate)}
      tracks:
        main:
      \(items.joined(separator: "\n"))

      """
    let result = await TestWorld(project: text).compilation().graph(at: .before("fold-identities"))
    let graph = try #require(result.product, "\(result.diagnostics.prefix(3).map(\.message))")
    let frameRate = graph.canvas.rate

    var reads: [(start: Time, speed: Time, frames: Int)] = []
    var sounds: [RenderGraph.NodeID: (start: Time, speed: Time, samples: Int64)] = [:]
    var mix: [(start: Int64, node: RenderGraph.NodeID)] = []
    for (id, node) in graph.nodes.enumerated() {
      switch node.operation {
      case .read(let map, let frames): reads.append((map.start, map.speed, frames))
      case .listen(let remap, _, _, let samples):
        sounds[RenderGraph.NodeID(id)] = (remap.start, remap.speed, samples)
      case .mix(let starts, _, _) where starts.count == wanted.count:
        mix = Array(zip(starts, node.inputs))
      default: break
      }
    }
    try #require(reads.count == wanted.count && mix.count == wanted.count)

    var frame = 0
    for (index, (_, cut)) in wanted.enumerated() {
      let (read, place) = (reads[index], mix[index])
      let sound = try #require(sounds[place.node])
      let (shown, heard) = (frameRate.time(of: frame), Time(place.start, over: 48000))
      // Backwards a frame shows what comes before its time.
      let shift = cut.speed < .zero ? frameRate.frameDuration * cut.speed : .zero
      #expect(read.start == cut.first + shift && read.speed == cut.speed, "\(index): \(cut)")
      // The source's time at the first sample, as the picture has it there.
      let there = cut.first + (heard - shown) * cut.speed
      let late = (sound.start - there) / cut.speed * Time(48000)
      #expect(late.magnitude <= Time(1) && sound.speed == cut.speed, "\(index): \(cut) by \(late)")
      // What follows starts where this ends.
      if index + 1 < mix.count {
        #expect(place.start + sound.samples == mix[index + 1].start, "\(index)")
      }
      frame += read.frames
    }
  }
}
