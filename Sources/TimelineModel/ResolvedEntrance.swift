// SPDX-License-Identifier: Apache-2.0

import Actions
package import Basics
import Diagnostics
import ProjectModel
package import Properties

/// How a layer comes or goes, with its length worked out.
package struct ResolvedEntrance {
  package var style: EntranceStyle
  /// Its length; above zero.
  package var duration: Time
  package var easing: Easing
  /// The values of its parameters, in the order of `style.parameters`.
  package var parameters: [Double]
  /// Whether the layer goes.
  package var isExit: Bool

  /// The share of the way that is done `time` after it began: of the layer that is there, or in an exit is gone.
  package func share(at time: Time) -> Double {
    if time <= .zero { return easing.value(at: 0) }
    return time >= duration ? 1 : easing.value(at: (time / duration).approximate)
  }
}

/// A text that appears letter by letter, or goes so.
package struct TypedText {
  /// Frames of its layer in which the same letters are there.
  package struct Run {
    /// The frames, from the first that is drawn of the layer.
    package var frames: Range<Int>
    /// How many bytes of the text are there.
    package var bytes: Int
  }

  /// What is there in all frames, in order.
  package private(set) var runs: [Run] = []

  /// All counts of bytes that any frame needs, ascending, other than the whole text.
  package var steps: [Int] { Set(runs.map(\.bytes)).filter { $0 < whole }.sorted() }

  private let whole: Int

  /// The text of `layer`; nil where it is not typed.
  ///
  /// What a reader takes for one letter comes at once, with its accents and joiners.
  package init?(_ layer: DrawnLayer, rate: FrameRate) {
    guard case .text(let content) = layer.content else { return nil }
    let ends = [layer.fade.enter, layer.fade.exit].compactMap(\.self)
      .filter { $0.style.action == .letters }
    if ends.isEmpty { return nil }
    let text = content.text.value
    // The number of bytes before each letter, and of all.
    let places = text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
    whole = text.utf8.count
    let counts = places + [whole]
    let (lead, length) = (
      layer.own.lowerBound - layer.frames.lowerBound, rate.time(of: layer.own.count)
    )
    /// The first frames of an end and after it; elsewhere nothing changes.
    func borders(_ end: ResolvedEntrance) -> Range<Int> {
      let start = end.isExit ? length - end.duration : .zero
      let all = 0..<layer.frames.count
      let frames = [start, start + end.duration].map { lead + rate.frames(covering: $0) }
      return (frames[0]..<frames[1] + 1).clamped(to: all)
    }
    func bytes(in frame: Int) -> Int {
      let time = rate.time(of: frame - lead)
      return ends.reduce(counts[counts.count - 1]) { least, end in
        let since = end.isExit ? time - (length - end.duration) : time
        let share = min(max(end.share(at: since), 0), 1)
        let shown = end.isExit ? 1 - share : share
        // A letter that is there but for the last bit is there.
        let letters = Int((shown * Double(counts.count - 1) + 1e-9).rounded(.down))
        return min(least, counts[letters])
      }
    }
    var next = 0
    func add(upTo frame: Int) {
      guard frame > next else { return }
      let bytes = bytes(in: next)
      if runs.last?.bytes == bytes {
        runs[runs.count - 1].frames = runs[runs.count - 1].frames.lowerBound..<frame
      } else {
        runs.append(Run(frames: next..<frame, bytes: bytes))
      }
      next = frame
    }
    for changing in ends.map(borders) where !changing.isEmpty {
      add(upTo: changing.lowerBound)
      while next < changing.upperBound { add(upTo: next + 1) }
    }
    add(upTo: layer.frames.count)
  }
}

extension TimelineLayout {
  /// How a layer that draws `content` and lasts `length` comes and goes.
  mutating func arrival(
    of layer: LayerSettings, _ content: PlacedContent, in length: Time
  ) -> ResolvedFade {
    checkPan(layer, content)
    var result = fade(layer.fade, in: length)
    result.enter = layer.enter.flatMap { entrance($0, content, isExit: false) }
    result.exit = layer.exit.flatMap { entrance($0, content, isExit: true) }
    let sum = (result.enter?.duration ?? .zero) + (result.exit?.duration ?? .zero)
    let isExit = result.enter?.duration ?? .zero < result.exit?.duration ?? .zero
    if sum > length, let longer = isExit ? layer.exit : layer.enter {
      let isBoth = result.enter != nil && result.exit != nil
      let time = (length / Time(4)).shown
      diagnostics.append(
        Diagnostic(
          code: .error("entrance-too-long"),
          message: (isBoth ? "'enter' and 'exit' take" : isExit ? "'exit' takes" : "'enter' takes")
            + " \(sum.shown) s of \(length.shown) s", span: longer.span,
          hint: "write how long it takes behind its name: \(longer.style.name) \(time)s"))
    }
    return result
  }

  private mutating func checkPan(_ layer: LayerSettings, _ content: PlacedContent) {
    guard let pan = layer.kenBurns else { return }
    switch content {
    case .clip, .image: if content.hasPicture { return }
    case .text, .graphic, .group: break
    }
    diagnostics.append(
      .simple(
        "no-picture-to-pan", "only a clip or an image has a picture to pan over", at: pan.span,
        hint: "animate scale and position: scale: 100% -> 110%"))
  }

  private mutating func entrance(
    _ entrance: Entrance, _ content: PlacedContent, isExit: Bool
  ) -> ResolvedEntrance? {
    var usual = Entrance.usualDuration
    if entrance.style.action == .letters {
      guard case .text(let text) = content, text.counter == nil else {
        diagnostics.append(
          .simple(
            "not-a-text", "only a text can be typed", at: entrance.span,
            hint: "write wipe-right for something else"))
        return nil
      }
      let letters = text.text.value.count
      guard letters <= Self.mostLetters else {
        diagnostics.append(
          .simple(
            "limit", "a text of \(letters) letters is too long to be typed", at: entrance.span,
            hint: "type up to \(Self.mostLetters) letters, or write wipe-down"))
        return nil
      }
      usual = Entrance.letterDuration * Time(Int64(max(1, letters)))
    }
    guard let duration = entrance.duration.map({ evaluate($0) }) ?? usual else { return nil }
    guard duration > .zero else {
      diagnostics.append(
        .simple(
          "entrance-too-long", "'\(isExit ? "exit" : "enter")' takes \(duration.shown) s",
          at: entrance.span))
      return nil
    }
    let style = entrance.style
    return ResolvedEntrance(
      style: style, duration: duration,
      easing: entrance.easing ?? (isExit ? style.easing.exit : style.easing.enter),
      parameters: entrance.parameters, isExit: isExit)
  }

  /// Every letter of a text that is typed is a picture of its own.
  private static let mostLetters = 500
}
