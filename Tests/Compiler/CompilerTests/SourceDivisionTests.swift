// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import TestSupport
import Testing

@testable import Driver
@testable import Planning

/// The boundaries at which takes of a source are divided.
@Suite struct SourceDivisionTests {
  private func divisions(_ keys: [Time]) -> SourceDivisions {
    SourceDivisions(
      keys.map { DivisionCandidate(time: $0, strength: .keyFrame) }, greatest: Time(7))
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

  @Test func `neighbours are at most seven seconds apart`() {
    var random = SeededNumbers(seed: 1)
    for _ in 0..<300 {
      let divisions = divisions(randomKeys(&random))
      let times = divisions.between(Time(-20), Time(600)).map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 <= Time(7) })
      #expect(
        times.first.map { $0 <= Time(-13) } == true && times.last.map { $0 >= Time(593) } == true)
      let (start, end) = (Time(Int64.random(in: -20...300, using: &random)), Time(400))
      #expect(
        divisions.between(start, end).map(\.time) == times.filter { $0 >= start && $0 <= end })
    }
  }

  @Test func `key frames are taken where that saves divisions`() {
    let keys = (0..<10).map { Time(Int64($0) * 2) }
    #expect(
      divisions(keys).between(.zero, Time(18)).map(\.time) == [0, 6, 12, 18].map { Time($0) })
    // A boundary every five seconds is more frequent than every seven.
    let few = divisions([
      .zero, Time(5), Time(10), Time(15), Time(20), Time(25), Time(30), Time(35),
    ])
    #expect(few.between(.zero, Time(35)).count == 7)
  }

  @Test
  func `scenes are preferred to key frames, and one that begins with a key frame counts once`() {
    var facts = VideoFacts(
      stream: 0, codec: "h264", size: PixelSize(64, 48), end: Time(30), frameCount: 750, rate: nil,
      pixels: .test("yuv420p"),
      color: ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv"))
    facts.keyFrames = stride(from: 0, through: 28, by: 2).map { Time($0) }
    facts.sceneStarts = [Time(9, over: 2), Time(10), Time(16), Time(45, over: 2)]
    let candidates = facts.divisionCandidates
    #expect(candidates.count == 17)
    #expect(candidates.filter { $0.strength == .scene }.map(\.time) == facts.sceneStarts)
    let times = SourceDivisions(candidates, greatest: Time(7)).between(Time(1), Time(28)).map(
      \.time)
    #expect(times.filter { facts.sceneStarts.contains($0) } == facts.sceneStarts)
  }

  @Test func `without key frames there is a grid`() {
    #expect(divisions([]).between(Time(1), Time(22)).map(\.time) == [7, 14, 21].map { Time($0) })
  }

  @Test func `key frames far away cost nothing`() {
    let far = Time(1 << 40)
    let times = divisions([-far, .zero, far]).between(Time(100), Time(120)).map(\.time)
    #expect(times.count >= 2 && times.count <= 3)
  }

  @Test func `a source of key frames alone costs little`() {
    let keys = (0..<100_000).map { Time(Int64($0), over: 30) }
    let times = divisions(keys).between(.zero, Time(3333))
    #expect(times.count > 470 && times.count < 520)
  }
}
