// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension TimelineLayout {
  /// The entrance, exit and fades of a layer that draws `content` and lasts `length`.
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
          hint: shorter(isExit ? result.exit : result.enter, in: isBoth ? length / Time(2) : length)
            ?? "write how long it takes behind its name: \(longer.style.name) \(time)s"))
    }
    return result
  }

  private mutating func checkPan(_ layer: LayerSettings, _ content: PlacedContent) {
    guard let pan = layer.kenBurns else { return }
    switch content {
    case .clip, .image: if content.hasPicture { return }
    case .text, .subtitles, .graphic, .group: break
    }
    diagnostics.append(
      .simple(
        "no-picture-to-pan", "only a clip or an image has a picture to pan over", at: pan.span,
        hint: "animate scale and position: scale: 100% -> 110%"))
  }

  /// A hint for an entrance whose parts are staggered too far; nil if that is not the problem.
  private func shorter(_ entrance: ResolvedEntrance?, in length: Time) -> String? {
    guard let entrance, let parts = entrance.parts, parts.stagger > .zero else { return nil }
    let steps = (entrance.duration - parts.duration) / parts.stagger
    guard steps >= Time(1), parts.duration < length else { return nil }
    let most = ((length - parts.duration) / steps * Time(1000)).floor
    return
      "its parts come \(parts.stagger.shown) s after one another: write stagger: \(most)ms or less"
  }

  private mutating func entrance(
    _ entrance: Entrance, _ content: PlacedContent, isExit: Bool
  ) -> ResolvedEntrance? {
    let isTyped = entrance.style.action == .letters
    var parts = entrance.parts
    if isTyped { parts = parts ?? .character }
    var count = 1
    if let parts {
      guard case .text(let text) = content, text.counter == nil else {
        diagnostics.append(
          .simple(
            "not-a-text",
            isTyped
              ? "only a text can be typed"
              : "only a text comes \(parts.rawValue) by \(parts.rawValue)",
            at: entrance.span,
            hint: isTyped ? "write wipe-right for something else" : "leave out 'by' and 'stagger'"))
        return nil
      }
      // A typewriter counts spaces, too.
      count =
        isTyped && parts == .character
        ? text.text.value.count : parts.ranges(of: text.text.value).count
      guard count <= Self.mostLetters else {
        diagnostics.append(
          .simple(
            "limit",
            isTyped
              ? "a text of \(count) letters is too long to be typed"
              : "a text of \(count) parts is too long to come one by one", at: entrance.span,
            hint: isTyped
              ? "type up to \(Self.mostLetters) letters, or write wipe-down"
              : "write by: line, or leave it out"))
        return nil
      }
    }
    let stagger =
      entrance.stagger.map { evaluate($0) }
      ?? (isTyped ? Entrance.letterDuration : Entrance.usualStagger)
    let usual = isTyped ? (stagger ?? .zero) * Time(Int64(max(1, count))) : Entrance.usualDuration
    guard let stagger, let own = entrance.duration.map({ evaluate($0) }) ?? usual else {
      return nil
    }
    guard own > .zero, stagger >= .zero else {
      diagnostics.append(
        .simple(
          "entrance-too-long", "'\(isExit ? "exit" : "enter")' takes \(own.shown) s",
          at: entrance.span))
      return nil
    }
    let style = entrance.style
    let sum = isTyped || parts == nil ? own : own + stagger * Time(Int64(max(1, count) - 1))
    var result = ResolvedEntrance(
      style: style, duration: sum,
      easing: entrance.easing ?? (isExit ? style.easing.exit : style.easing.enter),
      settings: entrance.settings, isExit: isExit)
    if let parts { result.parts = .init(kind: parts, stagger: stagger, duration: own) }
    return result
  }

  /// Every letter of a text that is typed is a picture of its own.
  private static let mostLetters = 500
}
