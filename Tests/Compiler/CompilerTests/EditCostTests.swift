// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import TestSupport
import Testing

@testable import Driver
@testable import Planning

/// The cost of an edit, on the level of plans: segments with new keys.
///
/// `REEL_EDITS` is the number of random films to edit, `REEL_SEED` the first of them.
@Suite struct EditCostTests {
  private static let rate = FrameRate(25)
  /// The maximum cost of an edit at one place, in addition to its own frames: the longest segment on either side.
  private static let bound = 2 * rate.longestSegment

  private struct Cost {
    var kind: String
    /// Number of frames that the edit itself changes.
    var shown: Int
    /// Number of other frames in segments with new keys.
    var beside: Int
  }

  @Test func `random edits render twenty seconds more than they show at most`() async {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["REEL_EDITS"].flatMap { UInt64($0) } ?? 100
    let first = environment["REEL_SEED"].flatMap { UInt64($0) } ?? 0
    var costs: [Cost] = []
    var refused = 0
    for seed in first..<first + count {
      let film = RandomEdits(seed: seed)
      let kind = RandomEdits.kinds[Int(seed % UInt64(RandomEdits.kinds.count))]
      guard let cost = await cost(film, kind) else {
        refused += 1
        continue
      }
      let places = kind == "move" ? 2 : 1
      #expect(cost.beside <= places * EditCostTests.bound, "seed \(seed), \(kind)")
      costs.append(cost)
    }
    #expect(refused * 10 < count, "\(refused) of \(count) projects are refused")
    print(EditCostTests.distribution(of: costs))
  }

  private func cost(_ film: RandomEdits, _ kind: String) async -> Cost? {
    var edited = film
    guard let before = await film.plan() else { return nil }
    var (last, shown) = (before, 0)
    for step in edited.edit(kind) {
      guard let next = await step.plan() else { return nil }
      shown += framesChanged(from: parts(last), to: parts(next))
      last = next
    }
    #expect(last.allSatisfy { $0.frameCount <= EditCostTests.rate.longestSegment })
    return Cost(kind: kind, shown: shown, beside: max(0, rendered(last, after: before) - shown))
  }

  /// Twenty clips of three seconds, each with a title over its first second.
  @Test func `a gap before twenty titled clips renders itself`() async throws {
    func segments(_ first: String) async throws -> [PlannedSegment] {
      var lines = ["reel: 1", "canvas: {size: 320x180, rate: 25}", "tracks:", "  main:", first]
      for index in 0..<20 {
        lines.append("    - {clip: long.mp4, id: c\(index), range: \(index)s..\(index + 3)s}")
      }
      lines.append("overlays:")
      for index in 0..<20 {
        lines.append(
          "  t\(index): {text: T\(index), during: c\(index).start .. c\(index).start + 1s}")
      }
      let text = lines.joined(separator: "\n") + "\n"
      let plan = try #require(await TestWorld(project: text).compilation().plan().product)
      guard case .film(let film) = plan.outputs[0].product else { return [] }
      return film.segments
    }
    let before = try await segments("")
    let after = try await segments("    - gap: 1s")
    #expect(before.count == 20)
    #expect(rendered(after, after: before) == 25)
  }

  /// A regular chain, with any rhythm, keeps its segments when a clip is inserted before it.
  @Test func `regular chains stay behind an edit at the front`() async throws {
    for (length, title) in [
      (2, 1), (5, 2), (10, 3), (13, 10), (20, 5), (31, 7), (50, 12), (75, 25),
    ] {
      func segments(_ first: [String]) async throws -> [PlannedSegment] {
        var lines = ["reel: 1", "canvas: {size: 320x180, rate: 25}", "tracks:", "  main:"] + first
        var titles = ["overlays:"]
        for index in 0..<40 {
          let (start, end) = (Double(index * 60) / 100, Double(index * 60 + length * 4) / 100)
          lines.append("    - {clip: long.mp4, id: c\(index), range: \(start)s..\(end)s}")
          let until = "c\(index).start + \(Double(title * 4) / 100)s"
          titles.append("  t\(index): {text: T\(index), during: c\(index).start .. \(until)}")
        }
        let text = (lines + titles).joined(separator: "\n") + "\n"
        let plan = try #require(await TestWorld(project: text).compilation().plan().product)
        guard case .film(let film) = plan.outputs[0].product else { return [] }
        return film.segments
      }
      let before = try await segments([])
      for first in ["    - gap: 0.2s", "    - gap: 1s", "    - {clip: wide.mp4, range: 0s..2.4s}"] {
        let after = try await segments([first])
        let shown = framesChanged(from: parts(before), to: parts(after))
        #expect(shown <= 60)
        #expect(rendered(after, after: before) <= shown + 7 * 25, "\(length) \(title) \(first)")
      }
    }
  }

  /// A drawing that changes for minutes is divided by what it shows, wherever it lies.
  @Test func `a gap before a drawing that changes renders itself and little beside`() async throws {
    func segments(_ first: String) async throws -> [PlannedSegment] {
      let text = """
        reel: 1
        canvas: {size: 320x180, rate: 25}
        tracks:
          main:
        \(first)
            - {shape: ellipse, duration: 120s, stroke: {color: white, width: {0s: 1px, 120s: 90px}}}

        """
      let plan = try #require(await TestWorld(project: text).compilation().plan().product)
      guard case .film(let film) = plan.outputs[0].product else { return [] }
      return film.segments
    }
    let before = try await segments("")
    #expect(before.count > 12)
    for gap in ["1s", "1.24s", "3.4s"] {
      let after = try await segments("    - gap: \(gap)")
      #expect(rendered(after, after: before) <= 4 * 25 + EditCostTests.bound, "\(gap)")
    }
  }

  // MARK: Frames

  private func rendered(_ segments: [PlannedSegment], after old: [PlannedSegment]) -> Int {
    let known = Set(old.map(\.key))
    return segments.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.frameCount }
  }

  private func parts(_ segments: [PlannedSegment]) -> [LayerInterval] {
    segments.flatMap(\.program.parts).map(\.anonymous)
  }

  /// Number of frames of `new`, without the common ones with `old` at the beginning and the end.
  private func framesChanged(from old: [LayerInterval], to new: [LayerInterval]) -> Int {
    let count = new.reduce(0) { $0 + $1.frameCount }
    let head = framesInCommon(old, new)
    let tail = framesInCommon(old, new, fromEnd: true)
    return max(0, count - head - tail)
  }

  private func framesInCommon(_ a: [LayerInterval], _ b: [LayerInterval], fromEnd: Bool = false)
    -> Int
  {
    // The next part of either list is its last element.
    var (a, b) = fromEnd ? (a, b) : (a.reversed(), b.reversed())
    var common = 0
    func slice(_ part: LayerInterval, _ from: Int, _ count: Int) -> LayerInterval {
      let start = fromEnd ? part.frameCount - from - count : from
      return part.slice(start..<start + count, at: EditCostTests.rate)
    }
    while let first = a.last, let second = b.last {
      let count = min(first.frameCount, second.frameCount)
      if slice(first, 0, count) != slice(second, 0, count) {
        var equal = 0
        while equal < count, slice(first, equal, 1) == slice(second, equal, 1) { equal += 1 }
        return common + equal
      }
      common += count
      a.removeLast()
      b.removeLast()
      if first.frameCount > count { a.append(slice(first, count, first.frameCount - count)) }
      if second.frameCount > count { b.append(slice(second, count, second.frameCount - count)) }
    }
    return common
  }

  private static func distribution(of costs: [Cost]) -> String {
    func seconds(_ frames: Int) -> String { String(format: "%6.2f", Double(frames) / 25) }
    var lines = [
      "edit          films  seconds shown, and rendered beside: median     90 %     99 %  greatest"
    ]
    for kind in RandomEdits.kinds + ["all"] {
      let own = costs.filter { $0.kind == kind || kind == "all" }
      guard !own.isEmpty else { continue }
      let (shown, beside) = (own.map(\.shown).sorted(), own.map(\.beside).sorted())
      let places = [own.count / 2, own.count * 9 / 10, own.count * 99 / 100, own.count - 1]
      lines.append(
        kind.padding(toLength: 14, withPad: " ", startingAt: 0)
          + String(format: "%5d  ", own.count) + seconds(shown[own.count / 2]) + "         "
          + places.map { seconds(beside[min($0, own.count - 1)]) }.joined(separator: "   "))
    }
    return lines.joined(separator: "\n")
  }
}

extension LayerInterval {
  /// The same without the project locations of its pictures.
  fileprivate var anonymous: LayerInterval {
    var part = self
    part.layers = layers.map(\.anonymous)
    return part
  }
}

extension Layer {
  fileprivate var anonymous: Layer {
    var layer = self
    switch content {
    case .picture(var picture):
      switch picture.source {
      case .video(var read):
        read.origin = .none
        picture.source = .video(read)
      case .image(let file, _): picture.source = .image(file, .none)
      case .svg(let file, let size, _): picture.source = .svg(file, size: size, .none)
      case .raster(let file, _): picture.source = .raster(file, .none)
      case .letters(let file, let letters, let size, _):
        picture.source = .letters(file, letters, size: size, .none)
      case .caption(let caption, _): picture.source = .caption(caption, .none)
      case .script(var read):
        read.origin = .none
        picture.source = .script(read)
      case .graphic, .drawing: break
      }
      layer.content = .picture(picture)
    case .stack(let layers): layer.content = .stack(layers.map(\.anonymous))
    case .transition(var transition):
      transition.from = transition.from.map(\.anonymous)
      transition.to = transition.to.map(\.anonymous)
      layer.content = .transition(transition)
    }
    return layer
  }
}
