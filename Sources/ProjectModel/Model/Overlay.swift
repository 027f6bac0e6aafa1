// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Diagnostics

/// A layer over all tracks or within a group.
public struct Overlay: Hashable, Sendable {
  /// The overlay's name, unique among those of its group.
  public var name: Located<String>
  /// The group it belongs to or the layer that it masks, an overlay or an item of a track; nil over all tracks.
  public var group: LayerTarget?
  /// What is drawn; of footage one file.
  public var content: LayerContent
  /// What is played of footage.
  public var playback = Playback()
  /// When, in film time; nil for the whole time of its group, or of the film.
  public var during: RangeExpression?
  /// How it is drawn.
  public var layer: LayerSettings
  /// How it masks the layer that its `group` is then; nil where it is drawn.
  public var mask: LayerMask?
  /// The range of the instruction in which it masks that layer, in place of the layer's own mask; nil for that.
  public var instructed: RangeExpression?
  /// Whether it has no name of its own: a mask that is written with its layer.
  public var isNameless = false
  /// The overlay in the project.
  public var span: Span

  package init(
    name: Located<String>, group: LayerTarget? = nil, content: LayerContent,
    during: RangeExpression? = nil, layer: LayerSettings, span: Span
  ) {
    self.name = name
    self.group = group
    self.content = content
    self.during = during
    self.layer = layer
    self.span = span
  }
}

/// A text and how it looks.
public struct TextContent: Hashable, Sendable {
  /// The text as written; a line feed breaks the line.
  public var text: Located<String>
  /// The font.
  public var font: FontSettings
  /// Fill colour.
  public var color: Color
  /// How lines are aligned.
  public var alignment: Alignment
  /// The width at which lines wrap; nil for no wrapping.
  public var wrapWidth: Located<Length>?
  /// Width of an outline around the glyphs in canvas pixels, 0 for none.
  public var outlineWidth: Double
  /// The outline's colour.
  public var outlineColor: Color
  /// How the number of a counter is written, of which `text` is the format; nil for a text that stays the same.
  public var counter: NumberFormat?

  package init(
    text: Located<String>, font: FontSettings, color: Color, alignment: Alignment,
    wrapWidth: Located<Length>? = nil, outlineWidth: Double, outlineColor: Color,
    counter: NumberFormat? = nil
  ) {
    self.text = text
    self.font = font
    self.color = color
    self.alignment = alignment
    self.wrapWidth = wrapWidth
    self.outlineWidth = outlineWidth
    self.outlineColor = outlineColor
    self.counter = counter
  }

  /// How the lines of a text are aligned.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// All lines start at the left edge.
    case left
    /// All lines are centred.
    case center
    /// All lines end at the right edge.
    case right
  }
}

/// A font by family or by file.
public struct FontSettings: Hashable, Sendable {
  /// The family as the system's font configuration knows it.
  public var family: Located<String>
  /// A font file relative to the project file; it replaces the family.
  public var file: Located<String>?
  /// Height of the em; a share is of the canvas's height.
  public var size: Length
  /// Weight in CSS units, 100...900.
  public var weight: Int
  /// Whether slanted.
  public var isItalic: Bool

  package init(
    family: Located<String>, file: Located<String>? = nil, size: Length, weight: Int, isItalic: Bool
  ) {
    self.family = family
    self.file = file
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }
}
