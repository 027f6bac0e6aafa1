// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// An enter or exit animation of a layer.
public struct Entrance: Hashable, Sendable {
  /// The style.
  public var style: EntranceStyle
  /// The duration; nil for the usual length.
  public var duration: TimeExpression?
  /// The easing from nothing to the layer, or back; nil for that of its style.
  public var easing: Easing?
  /// The parts of a text that come or go one after the other; nil for all of it at once.
  public var parts: TextPart?
  /// The delay of each part after the one before it; nil for the usual time.
  public var stagger: TimeExpression?
  /// The settings of the transition, where it is one.
  public var settings: TransitionSettings
  /// The place in the project.
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

  /// The default duration, other than that of letters.
  package static let usualDuration = Time(1, over: 2)
  /// The default delay of each part of a text after the one before it.
  package static let usualStagger = Time(1, over: 25)
  /// The default duration for each letter of a text.
  package static let letterDuration = Time(1, over: 20)
}

/// The unit of a text that enters or exits separately.
public enum TextPart: String, Hashable, Sendable, CaseIterable {
  /// One letter as readers see it, a grapheme cluster.
  case character
  /// A run of text between white space.
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
