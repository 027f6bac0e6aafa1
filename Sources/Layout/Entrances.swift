// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties
import SourceMedia
import TimelineModel

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
      settings: entrance.settings, isExit: isExit)
  }

  /// Every letter of a text that is typed is a picture of its own.
  private static let mostLetters = 500
}
