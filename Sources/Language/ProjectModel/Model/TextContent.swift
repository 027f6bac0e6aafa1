// SPDX-License-Identifier: Apache-2.0

public import Base
package import Diagnostics

/// A text and how it looks.
public struct TextContent: Hashable, Sendable {
  /// The text as written; a line feed breaks the line.
  public var text: Located<String>
  /// The look of the text.
  public var look: TextLook
  /// The parts of the text that look different, ascending; those between them look as the text does.
  public var runs: [TextRun] = []
  /// The format of a counter's number, of which `text` is the notation; nil for a text that stays
  /// the same.
  public var counter: NumberFormat?

  package init(
    text: Located<String>, look: TextLook, runs: [TextRun] = [], counter: NumberFormat? = nil
  ) {
    self.text = text
    self.look = look
    self.runs = runs
    self.counter = counter
  }
}

/// The look of a text and the layout of its lines, as far as `defaults` can set them.
public struct TextLook: Hashable, Sendable {
  /// The font.
  public var font: FontSettings
  /// Fill colour.
  public var color = Color.white
  /// The gradient that paints its letters in place of the colour.
  @Boxed public var gradient: GradientSettings?
  /// The alignment of lines.
  public var alignment = Alignment.center
  /// The place of the lines in a box that is higher.
  public var verticalAlignment = VerticalAlignment.center
  /// The width at which lines wrap; nil for no wrapping.
  public var wrapWidth: Located<Length>?
  /// The box that the text is laid out in, with a width and a height, in place of one that is as large as the text.
  public var box: Located<BoxSize>?
  /// The fit of a text that is larger than its box, or has more lines than it may.
  public var fit: Located<Fit>?
  /// The most lines it has; nil for any number.
  public var maxLines: Int?
  /// From one baseline to the next, a share of the font's size or pixels of the canvas; nil for the font's own.
  public var lineHeight: Length?
  /// The extra space between characters, a share of the font's size or pixels of the canvas.
  public var letterSpacing = Length.pixels(0)
  /// The direction of its lines.
  public var writing = Writing.horizontal
  /// Lines around its glyphs, from the inside.
  public var outlines: [Outline] = []
  /// The background behind it; nil for none.
  public var background: Background?

  /// A text in sans-serif, at `span`, the place of the project.
  package init(at span: Span) {
    font = FontSettings(
      family: Located("sans-serif", at: span), file: nil, size: .share(0.06), weight: 400,
      isItalic: false)
  }

  /// The look without what is of several lines: what a counter has of it.
  package var ofOneLine: TextLook {
    var look = self
    (look.wrapWidth, look.box, look.fit, look.maxLines) = (nil, nil, nil, nil)
    (look.lineHeight, look.background, look.gradient) = (nil, nil, nil)
    look.writing = .horizontal
    return look
  }

  /// An alignment of the lines of a text.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// All lines start at the left edge.
    case left
    /// All lines are centred.
    case center
    /// All lines end at the right edge.
    case right
    /// All lines but the last of a paragraph go from edge to edge.
    case justify
  }

  /// The place of the lines of a text in a box that is higher.
  public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    /// At its top.
    case top
    /// In its middle.
    case center
    /// At its bottom.
    case bottom
  }

  /// The direction of the lines of a text.
  public enum Writing: String, Hashable, Sendable, CaseIterable {
    /// From side to side, the first one at the top.
    case horizontal
    /// From top to bottom, the first one on the right; letters that have no vertical form lie on their side.
    case vertical
  }

  /// The fit of a text that is too large.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// It goes on beyond the box.
    case wrap
    /// Its font becomes smaller.
    case shrink
    /// It ends with an ellipsis.
    case ellipsis
  }

  /// A line around glyphs.
  public struct Outline: Hashable, Sendable {
    /// Its width in canvas pixels.
    public var width: Double
    /// Its colour.
    public var color = Color.black

    package init(width: Double) { self.width = width }
  }

  /// A rectangle behind a text.
  public struct Background: Hashable, Sendable {
    /// Its colour.
    public var color: Color
    /// The padding beyond the text: at the top, right, bottom and left; shares are of the font's
    /// size.
    public var padding: [Length] = [
      .share(0.15), .share(0.3), .share(0.15), .share(0.3),
    ]
    /// The radius of its corners; a share is of the font's size.
    public var radius = Length.pixels(0)
    /// True if each line has a background of its own.
    public var isByLine = false

    package init(color: Color) { self.color = color }
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
  /// True if the font is slanted.
  public var isItalic: Bool
  /// Features of OpenType that are switched on or off, or set, by their tags in the order of the project.
  public var features: [FontSetting<Int>] = []
  /// Places on the axes of a variable font, by their tags in the order of the project.
  public var variations: [FontSetting<Double>] = []

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

/// A setting of a font under one of its tags.
public struct FontSetting<Value: Hashable & Sendable>: Hashable, Sendable {
  /// Four letters or digits, such as `smcp` or `wght`.
  public var tag: String
  /// Its value.
  public var value: Value

  package init(tag: String, value: Value) {
    self.tag = tag
    self.value = value
  }
}
