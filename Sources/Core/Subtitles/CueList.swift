// SPDX-License-Identifier: Apache-2.0

public import Base

/// The cues of a file of subtitles.
public struct CueList: Hashable, Sendable {
  /// The format of the file.
  public var format: CueFormat
  /// Its cues, in the order of the file.
  public var cues: [Cue] = []
  /// The regions that cues of WebVTT name.
  public var regions: [CueRegion] = []
  /// The problems of the file, in the order of its lines.
  public var remarks: [CueRemark] = []
  /// The number of remarks beyond those that are kept.
  public var moreRemarks = 0
  /// The features of the file that are not drawn, in the order of its lines; captions keep them.
  public var undrawn: [CueRemark] = []

  /// A list without cues.
  public init(format: CueFormat) { self.format = format }

  /// A file has at most so many cues.
  public static let cueLimit = 100_000
  /// A file has at most so many bytes.
  public static let byteLimit = 16_777_216
  /// A cue has at most so many bytes of text.
  public static let textLimit = 10_000
  /// A cue has at most so many lines.
  static let lineLimit = 100
  /// A cue has at most so many parts that look differently, or are said at different times.
  static let runLimit = 250
  /// So many remarks are kept.
  static let remarkLimit = 200

  mutating func leaveUndrawn(_ line: Int, _ message: String) {
    if undrawn.count < Self.remarkLimit {
      undrawn.append(CueRemark(line: line, message: message))
    }
  }

  mutating func remark(_ line: Int, _ message: String) {
    if remarks.count < Self.remarkLimit {
      remarks.append(CueRemark(line: line, message: message))
    } else {
      moreRemarks += 1
    }
  }
}

/// The formats of subtitle files.
public enum CueFormat: String, Hashable, Sendable, CaseIterable {
  /// SubRip: numbered cues.
  case srt
  /// WebVTT: cues with settings.
  case vtt
}

/// A cue of a subtitle file: a text with its times.
public struct Cue: Hashable, Sendable {
  /// Its start, to the millisecond in files.
  public var start: Time
  /// Its end, after `start`.
  public var end: Time
  /// Its text in pieces that look alike; a line feed breaks the line.
  public var runs: [StyledText]
  /// Its place.
  public var settings = CueSettings()
  /// Its name in WebVTT; empty for none.
  public var name = ""
  /// The line of the file with its times, counted from 1; 0 for a cue of no file.
  public var line = 0

  /// A cue of plain text.
  public init(from start: Time, to end: Time, _ text: String) {
    self.init(from: start, to: end, runs: [StyledText(text)])
  }

  /// A cue of `runs`.
  public init(from start: Time, to end: Time, runs: [StyledText]) {
    self.start = start
    self.end = end
    self.runs = runs
  }

  /// Its text without styles.
  public var text: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined() }

  /// The style that all of it has in common.
  public var commonStyle: Style {
    guard var common = runs.first?.style else { return Style() }
    for run in runs.dropFirst() { common = common.common(with: run.style) }
    return common
  }

  /// A piece of text that looks alike.
  public struct StyledText: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The style of the text.
    public var style = Style()
    /// The moment from which on it is said, where the cue says it.
    public var since: Time?
    /// The moment from which on it is not said any more; nil for that at which the next one is said.
    public var until: Time?

    /// A run of `text`.
    public init(_ text: String, _ style: Style = Style(), since: Time? = nil) {
      self.text = text
      self.style = style
      self.since = since
    }
  }

  /// The style of a run of text.
  public struct Style: Hashable, Sendable {
    /// True if the text is bold.
    public var isBold = false
    /// True if the text is slanted.
    public var isItalic = false
    /// True if the text has a line under it.
    public var isUnderlined = false
    /// True if the text has a line through it.
    public var isStruck = false
    /// Its colour in SubRip; that of a class of WebVTT is ``shownColor``.
    public var color: Color?
    /// The classes of WebVTT that it has, from the outermost.
    public var classes: [String] = []
    /// Who says it in WebVTT.
    public var voice: String?

    /// Plain text.
    public init() {}

    /// Its colour, or that of the last class for which WebVTT has one, such as `yellow`; nil for none.
    public var shownColor: Color? { color ?? classes.lazy.compactMap { Self.classColor($0) }.last }

    /// The colour behind it, of the last class for which WebVTT has one, such as `bg_blue`; nil for none.
    public var shownBackground: Color? {
      classes.lazy.filter { $0.hasPrefix("bg_") }.compactMap { Self.classColor($0.dropFirst(3)) }
        .last
    }

    /// The class whose colour WebVTT says to be `color`; nil for none.
    static func colorClass(of color: Color) -> String? {
      classColors.first { $0.color == color }?.name
    }

    private static func classColor(_ name: some StringProtocol) -> Color? {
      classColors.first { $0.name == name }?.color
    }

    /// The colours of classes by the specification of WebVTT (section 5, default CSS properties).
    private static let classColors: [(name: String, color: Color)] = [
      ("white", Color(255, 255, 255)), ("lime", Color(0, 255, 0)), ("cyan", Color(0, 255, 255)),
      ("red", Color(255, 0, 0)), ("yellow", Color(255, 255, 0)),
      ("magenta", Color(255, 0, 255)), ("blue", Color(0, 0, 255)), ("black", Color(0, 0, 0)),
    ]

    fileprivate func common(with other: Style) -> Style {
      var style = Style()
      style.isBold = isBold && other.isBold
      style.isItalic = isItalic && other.isItalic
      style.isUnderlined = isUnderlined && other.isUnderlined
      style.isStruck = isStruck && other.isStruck
      style.color = color == other.color ? color : nil
      style.classes = classes.filter(other.classes.contains)
      style.voice = voice == other.voice ? voice : nil
      return style
    }
  }
}

/// The place of a cue, as WebVTT says it; SubRip has places as `{\an8}` only.
public struct CueSettings: Hashable, Sendable {
  /// The place of its box along the axis that lines follow one another on; nil for the bottom.
  public var line: Line?
  /// The part of its box that `line` is the place of.
  public var lineAlignment = Alignment.start
  /// The place of its box along its lines, a share of the picture; nil for what `alignment` says.
  public var position: Double?
  /// The part of its box that `position` is the place of; nil for what `alignment` says.
  public var positionAlignment: Alignment?
  /// The width of its box, a share of the picture.
  public var size = 1.0
  /// The alignment of its lines.
  public var alignment = TextAlignment.center
  /// The direction in which vertical lines follow one another; nil for horizontal lines.
  public var vertical: Vertical?
  /// The name of its region.
  public var region: String?

  /// The usual place.
  public init() {}

  /// A place for the box of a cue.
  public enum Line: Hashable, Sendable {
    /// So many lines from the top; below 0 from the bottom, of which -1 is the last.
    case number(Int)
    /// A share of the picture.
    case share(Double)
  }

  /// A part of a box.
  public enum Alignment: String, Hashable, Sendable, CaseIterable { case start, center, end }

  /// The alignments of lines.
  public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
    case start, center, end, left, right
  }

  /// The direction in which lines that go down follow one another.
  public enum Vertical: String, Hashable, Sendable, CaseIterable {
    /// To the left.
    case rl
    /// To the right.
    case lr
  }
}

/// A part of the picture that cues are shown in.
public struct CueRegion: Hashable, Sendable {
  /// Its name.
  public var name = ""
  /// Its width, a share of the picture.
  public var width = 1.0
  /// The number of lines.
  public var lines = 3
  /// The point of it, in shares of it from the top left, that lies at `viewportAnchor`.
  public var anchor = Point(x: 0, y: 1)
  /// The place of that point in the picture, in shares of it.
  public var viewportAnchor = Point(x: 0, y: 1)
  /// True if lines move up when another one comes.
  public var scrolls = false

  /// A region at the bottom left.
  public init() {}

  /// A point in shares of something, from its top left.
  public struct Point: Hashable, Sendable {
    /// Across.
    public var x: Double
    /// Down.
    public var y: Double

    /// The point at `x`, `y`.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }
}

/// A problem of a subtitle file, and its handling.
public struct CueRemark: Hashable, Sendable {
  /// The line of the file, counted from 1.
  public var line: Int
  /// The problem, in lower case and without a period.
  public var message: String
}

/// Why a file of subtitles cannot be used.
public struct CueProblem: Error, Hashable {
  /// The line of the file, counted from 1.
  public var line: Int
  /// The problem, in lower case and without a period.
  public var message: String
  /// The remedy, as a hint.
  public var hint: String?
}
