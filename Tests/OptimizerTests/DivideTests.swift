// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Optimizer
import RenderIR
import TestSupport
import Testing

@Suite struct DivideTests {
  /// The lengths of the pieces of a clip, and the source times at which they start.
  private func pieces(
    keyFrames: [Time], start: Time, frames: Int
  ) -> [(start: Time, frames: Int)] {
    var graph = RenderGraph(
      canvas: CanvasFormat(size: PixelSize(64, 36), rate: FrameRate(30000, over: 1001)))
    let file = MediaFile(path: "v", digest: Fingerprint(bytes: Array(repeating: 0, count: 32)))
    let source = graph.add(
      .video(VideoSource(file: file, stream: 0, size: PixelSize(64, 36), keyFrames: keyFrames)),
      origin: nil)
    let read = graph.add(.read(start: start, frames: frames, hold: .none), [source], origin: nil)
    let whole = PixelRect(graph.canvas.size)
    let place = graph.add(
      .place(.upright, crop: whole, box: whole, isBlurred: false), [read], origin: nil)
    let picture = graph.add(.compose(background: .black, frames: frames), [place], origin: nil)
    _ = graph.add(.film, [picture], origin: nil)
    let divided = PassManager.run(graph, [.divideIntervals, .removeUnused])
    return divided.nodes.compactMap { node in
      if case .read(let start, let frames, _) = node.operation { (start, frames) } else { nil }
    }
  }

  private func randomKeys(_ random: inout SeededNumbers) -> [Time] {
    var keys: [Time] = []
    var time = Time(Int64.random(in: -20...100, using: &random), over: 10)
    let longest = [5, 30, 100, 300].randomElement(using: &random) ?? 5
    for _ in 0..<Int.random(in: 0...100, using: &random) {
      keys.append(time)
      time = time + Time(Int64.random(in: 0...Int64(longest), using: &random), over: 10)
    }
    return keys
  }

  @Test func piecesLastFromTwoToEightSeconds() {
    var random = SeededNumbers(seed: 1)
    for _ in 0..<300 {
      let keys = randomKeys(&random)
      let start = Time(Int64.random(in: -100...1000, using: &random), over: 10)
      let frames = Int.random(in: 1...3000, using: &random)
      let pieces = pieces(keyFrames: keys, start: start, frames: frames)
      #expect(pieces.reduce(0) { $0 + $1.frames } == frames)
      if pieces.count == 1 { continue }
      for piece in pieces {
        // 60 frames last 2.002 s; a border is up to a frame late.
        #expect(piece.frames >= 58 && piece.frames <= 241, "from \(start), \(frames) at \(keys)")
      }
    }
  }

  @Test func aClipOfEightSecondsStaysWhole() {
    #expect(pieces(keyFrames: [.zero, Time(4)], start: .zero, frames: 239).count == 1)
    #expect(pieces(keyFrames: [.zero, Time(4)], start: .zero, frames: 240).count == 2)
  }

  @Test func trimmingTheStartKeepsTheLaterBorders() {
    var random = SeededNumbers(seed: 2)
    for _ in 0..<100 {
      let keys = randomKeys(&random)
      let rate = FrameRate(30000, over: 1001)
      let trimmed = Int.random(in: 1...600, using: &random)
      let whole = pieces(keyFrames: keys, start: Time(1), frames: 3000).map(\.start)
      let start = Time(1) + rate.time(of: trimmed)
      let rest = pieces(keyFrames: keys, start: start, frames: 3000 - trimmed).map(\.start)
      let late = { (time: Time) in time > start + Time(2) + rate.frameDuration }
      #expect(rest.dropFirst().filter(late) == whole.filter(late))
    }
  }

  @Test func keyFramesFarAwayCostNothing() {
    let far = Time(1 << 40)
    let pieces = pieces(keyFrames: [-far, .zero, far], start: Time(100), frames: 600)
    #expect(pieces.map(\.start).dropFirst().first.map { $0 >= Time(104) && $0 < Time(105) } == true)
  }
}
