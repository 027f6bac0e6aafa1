// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// How a layer comes or goes.
public struct Entrance: Hashable, Sendable {
  /// How it looks.
  public var style: EntranceStyle
  /// How long it takes; nil for the usual length.
  public var duration: TimeExpression?
  /// How it gets from nothing to the layer, or back; nil for that of its style.
  public var easing: Easing?
  /// The parts of a text that come or go one after the other; nil for all of it at once.
  public var parts: TextPart?
  /// How much later each part begins than the one before it; nil for the usual time.
  public var stagger: TimeExpression?
  /// What is set of it where it is a transition.
  public var settings: TransitionSettings
  /// Where it is written.
  public var span: Span

  package init(
    style: EntranceStyle, duration: TimeExpression? = nil, easing: Easing? = nil,
    settings: TransitionSettings, span: Span
  ) {
    self.style = style
    self.duration = duration
    self.easing = easing
    self.settings = settings
    self.span = span
  }

  /// How long one takes that says nothing, other than that of letters.
  package static let usualDuration = Time(1, over: 2)
  /// How much later each part of a text begins than the one before it, where nothing is said.
  package static let usualStagger = Time(1, over: 25)
  /// How long each letter of a text takes that says nothing.
  package static let letterDuration = Time(1, over: 20)
}

/// What of a text comes or goes for itself.
public enum TextPart: String, Hashable, Sendable, CaseIterable {
  /// What a reader takes for one letter.
  case character
  /// What stands between spaces.
  case word
  /// A line as it is laid out.
  case line

  /// The bytes of the parts of `text` that are seen, in order; of lines those that the text itself has.
  package func ranges(of text: String) -> [Range<Int>] {
    var (ranges, offset): ([Range<Int>], Int) = ([], 0)
    // Whether the next letter belongs to the last part.
    var isWithin = false
    for letter in text {
      let next = offset + letter.utf8.count
      let isBreak = self == .line ? letter.isNewline : letter.isWhitespace
      if !isBreak {
        if isWithin, self != .character {
          ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<next
        } else {
          ranges.append(offset..<next)
        }
      }
      isWithin = !isBreak
      offset = next
    }
    return ranges
  }
}
