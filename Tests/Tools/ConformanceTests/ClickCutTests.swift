// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Hundreds of cuts of a source that clicks, forwards, backwards and at other speeds: every click is where it belongs.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct ClickCutTests {
  /// Numbers that are the same on every machine.
  private struct Numbers {
    var state: UInt64

    mutating func next(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
  }

  private struct Cut {
    /// Milliseconds of the source.
    var start: Int
    var length: Int
    /// In hundredths.
    var speed: Int
  }

  private static let seconds = 20

  /// Samples of clicks, 4 to 8 ms from each other.
  private func clicks(_ numbers: inout Numbers) -> [Int] {
    var places = [numbers.next(192...384)]
    while let last = places.last, last < ClickCutTests.seconds * 48_000 - 400 {
      places.append(last + numbers.next(192...384))
    }
    return places
  }

  /// A mono file of 16 bits with a click at each of `places`.
  private func file(_ places: [Int]) -> Data {
    var samples = [Int16](repeating: 0, count: ClickCutTests.seconds * 48_000)
    for place in places { samples[place] = 29_000 }
    var data = Data()
    func number<N: FixedWidthInteger>(_ value: N) {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    let size = samples.count * 2
    data.append(contentsOf: "RIFF".utf8)
    number(UInt32(36 + size))
    data.append(contentsOf: "WAVEfmt ".utf8)
    number(UInt32(16))
    number(UInt16(1))
    number(UInt16(1))
    number(UInt32(48_000))
    number(UInt32(96_000))
    number(UInt16(2))
    number(UInt16(16))
    data.append(contentsOf: "data".utf8)
    number(UInt32(size))
    for sample in samples { number(sample) }
    return data
  }

  @Test func `every click of hundreds of cuts is within a sample of its place`() async throws {
    let tools = try #require(Places.ffmpeg)
    var numbers = Numbers(state: 7)
    let places = clicks(&numbers)
    let speeds = [100, 100, 100, -100, 50, 200, 150, -200, -75]
    let cuts = (0..<300).map { _ in
      let length = numbers.next(120...600)
      return Cut(
        start: numbers.next(0...(ClickCutTests.seconds * 1000 - 700)), length: length,
        speed: speeds[numbers.next(0...(speeds.count - 1))])
    }
    let reel = try Reel()
    try file(places).write(to: URL(fileURLWithPath: reel.folder / "clicks.wav"))
    var project = "reel: 1\ntracks:\n  main:\n"
    for cut in cuts {
      project += "    - {clip: clicks.wav, range: \(cut.start)ms..\(cut.start + cut.length)ms"
      if cut.speed != 100 { project += ", speed: \(Double(cut.speed) / 100), pitch: follow" }
      project += "}\n"
    }
    project += "outputs:\n  film: {file: film.wav, preset: lossless}\n"
    let outcome = try await reel.build(project, seconds: 240)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let film = try await tools.sound(of: reel.folder / "film.wav")

    // Times in samples, which are rounded half up: 48 in a millisecond, at a hundredth of the speed 4800.
    var time = 0.0
    var found = 0
    for (index, cut) in cuts.enumerated() {
      let speed = Double(cut.speed) / 100
      let (first, last) = (cut.start * 48, (cut.start + cut.length) * 48)
      let start = Int((time + 0.5).rounded(.down))
      time += Double(cut.length * 48) / abs(speed)
      let end = Int((time + 0.5).rounded(.down))
      for place in places where place >= first + 6 && place < last - 6 {
        let inside = speed < 0 ? Double(last - place) / -speed : Double(place - first) / speed
        let meant = Double(start) + inside
        let near = (Int(meant) - 24)...(Int(meant) + 25)
        let heard = near.filter { (start..<end).contains($0) }.max {
          film.values[2 * $0] < film.values[2 * $1]
        }
        let place = try #require(heard)
        // Clicks lie between samples of the film.
        #expect(abs(Double(place) - meant) <= 1.01, "cut \(index): \(cut), \(place), \(meant)")
        // Faster, there is less of a click in the band that is left.
        #expect(film.values[2 * place] > 0.5 * Float(min(1, 1 / abs(speed))), "cut \(index)")
        found += 1
      }
    }
    #expect(found > 10_000)
    #expect(film.count == Int((time + 0.5).rounded(.down)))
  }
}
