// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import TestSupport

@testable import Driver
@testable import Planning

/// A random project of many clips, at 25 frames per second, and random edits of it.
struct RandomEdits {
  /// An item on the main track; times are in frames.
  private enum Item {
    case clip(Clip)
    case gap(Int)
  }

  private struct Clip {
    var name: String
    var file: Int
    var start: Int
    var frames: Int
    /// The length of the transition into it.
    var transition: Int?
  }

  /// An overlay during a clip, starting this many frames after the clip's start.
  private struct Title {
    var name: String
    var clip: String
    var from: Int
    var frames: Int
    var words: Int
    var fades: Bool
  }

  static let kinds = [
    "insert", "delete", "move", "trim start", "trim end", "retitle", "title", "gap", "transition",
  ]

  private var random: SeededNumbers
  private var items: [Item] = []
  private var titles: [Title] = []
  /// Clips over the main track, and animations of it.
  private var insets: [Title] = []
  private var moves: [Title] = []
  private var names = 0
  /// Lengths of clips in frames.
  private var rhythm: ClosedRange<Int>

  init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    // Clips of 0.2 to 12 s: all equal, short, long or mixed.
    let regular = [5, 10, 13, 20, 25, 40, 50, 60, 75, 125].randomElement(using: &random) ?? 50
    rhythm =
      [regular...regular, regular...regular, 5...40, 20...100, 100...300, 5...300]
      .randomElement(using: &random) ?? 5...300
    let wanted = number(500...3000)
    let titled = [0, 20, 100].randomElement(using: &random) ?? 0
    let joined = [0, 0, 20, 60].randomElement(using: &random) ?? 0
    let isAlike = chance(50)
    var title = self.title(of: "")
    var frames = 0
    while frames < wanted || items.count < 4 {
      if chance(5) { items.append(.gap(number(1...80))) }
      var clip = self.clip()
      if chance(joined) { clip.transition = number(1...12) }
      items.append(.clip(clip))
      frames += clip.frames
      if chance(titled) {
        if !isAlike { title = self.title(of: clip.name) }
        title.clip = clip.name
        title.name = name("t")
        title.words = names
        titles.append(title)
      }
    }
    for _ in 0..<number(0...2) { insets.append(self.title(of: anyClip().name)) }
    for _ in 0..<number(0...1) { moves.append(self.title(of: anyClip().name)) }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  private mutating func name(_ letter: String) -> String {
    names += 1
    return "\(letter)\(names)"
  }

  private mutating func clip() -> Clip {
    Clip(name: name("c"), file: number(0...4), start: number(0...10_000), frames: number(rhythm))
  }

  private mutating func title(of clip: String) -> Title {
    Title(
      name: name("t"), clip: clip, from: number(0...20), frames: number(5...80), words: names,
      fades: chance(30))
  }

  private var clips: [(index: Int, clip: Clip)] {
    items.enumerated().compactMap { index, item in
      if case .clip(let clip) = item { (index, clip) } else { nil }
    }
  }

  private mutating func anyClip() -> Clip { clips[number(0...clips.count - 1)].clip }

  /// Makes a random change; returns the steps, each at one place.
  mutating func edit(_ kind: String) -> [RandomEdits] {
    let (index, old) = clips[number(0...clips.count - 1)]
    var clip = old
    switch kind {
    case "insert": items.insert(.clip(self.clip()), at: number(0...items.count))
    case "delete": remove(index)
    case "move":
      let taken = items.remove(at: index)
      var between = self
      let anchored = { (title: Title) in title.clip == clip.name }
      between.titles.removeAll(where: anchored)
      between.insets.removeAll(where: anchored)
      between.moves.removeAll(where: anchored)
      items.insert(taken, at: number(0...items.count))
      return [between, self]
    case "trim start":
      let count = number(1...max(1, min(old.frames - 1, 60)))
      clip.start += count
      clip.frames = max(1, clip.frames - count)
      items[index] = .clip(clip)
    case "trim end":
      clip.frames = max(1, clip.frames - number(1...max(1, min(old.frames - 1, 60))))
      items[index] = .clip(clip)
    case "retitle":
      guard !titles.isEmpty else { return edit("title") }
      let title = number(0...titles.count - 1)
      if chance(50) {
        titles[title].words += 1000
      } else {
        titles[title].frames = number(5...80)
      }
    case "title": titles.append(title(of: old.name))
    case "gap": items.insert(.gap(number(1...100)), at: number(0...items.count))
    default:
      clip.transition = clip.transition == nil ? number(1...24) : nil
      items[index] = .clip(clip)
    }
    return [self]
  }

  private mutating func remove(_ index: Int) {
    guard case .clip(let clip) = items.remove(at: index) else { return }
    titles.removeAll { $0.clip == clip.name }
    insets.removeAll { $0.clip == clip.name }
    moves.removeAll { $0.clip == clip.name }
  }

  private func seconds(_ frames: Int) -> String { "\(Double(frames * 4) / 100)s" }

  /// The project file.
  var text: String {
    var lines = ["reel: 1", "canvas: {size: 320x180, rate: 25}", "tracks:", "  main:"]
    var last: Clip?
    for item in items {
      switch item {
      case .gap(let frames):
        lines.append("    - gap: \(seconds(frames))")
        last = nil
      case .clip(let clip):
        if let last, let wanted = clip.transition {
          let frames = min(wanted, min(last.frames, clip.frames) / 3)
          if frames > 0 {
            lines.append("    - {transition: dissolve, duration: \(seconds(frames))}")
          }
        }
        let end = clip.start + clip.frames
        lines.append(
          "    - {clip: f\(clip.file).mp4, id: \(clip.name),"
            + " range: \(seconds(clip.start))..\(seconds(end))}")
        last = clip
      }
    }
    for inset in insets {
      lines.append("  \(inset.name):")
      lines.append(
        "    - {clip: f0.mp4, range: 0s..\(seconds(inset.frames)), at: \(inset.clip).start +"
          + " \(seconds(inset.from)), size: 30%, position: center}")
    }
    if !titles.isEmpty { lines.append("overlays:") }
    for title in titles {
      lines.append(
        "  \(title.name): {text: Words \(title.words), font: {family: DejaVu Sans, size: 20},"
          + " during: \(during(title))\(title.fades ? ", fade: 120ms" : "")}")
    }
    if !moves.isEmpty { lines.append("instructions:") }
    for move in moves {
      lines.append("  - during: \(during(move))")
      lines.append("    layers: {main: {scale: 100% -> 130%}}")
    }
    return (lines + ["outputs: {film: {file: film.mp4}}", ""]).joined(separator: "\n")
  }

  private func during(_ title: Title) -> String {
    "\(title.clip).start + \(seconds(title.from)) .."
      + " \(title.clip).start + \(seconds(title.from + title.frames))"
  }

  /// The project in a world with sources of ten minutes, whose key frames are spaced like those of cameras and
  /// encoders.
  var world: TestWorld {
    var world = TestWorld(project: text)
    let keys: [[Int64]] = [
      (0..<300).map { $0 * 2 }, (0..<600).map { $0 }, (0..<60).map { $0 * 10 }, [0],
      (0..<120).map { $0 * 5 + $0 * $0 % 4 },
    ]
    for (index, keys) in keys.enumerated() {
      world.media["f\(index).mp4"] = TestWorld.footage(
        PixelSize(320, 180), FrameRate(25), seconds: 600, hasSound: false, keys: keys)
    }
    return world
  }

  /// The film's segments; nil if the project has an error.
  func plan() async -> [PlannedSegment]? {
    let result = await world.compilation().plan()
    guard case .film(let film)? = result.product?.outputs.first?.product else { return nil }
    return film.segments
  }
}
