// SPDX-License-Identifier: Apache-2.0

public import Base

/// A file of ASS or SSA: texts with styles of their own, which libass draws.
///
/// It holds the contents of the file without everything that is not drawn. Lines are in the form
/// that libass reads, whatever order the file has their fields in.
public struct SubtitleScript: Hashable, Sendable {
  /// The lines of `[Script Info]` that decide how texts are drawn.
  public var info: [String] = []
  /// The header of the section of styles, and which fields they have.
  public var styleHead: [String] = []
  /// The styles, each name once: of two with one name the later one counts.
  public var styles: [Style] = []
  /// The fields of the lines of texts.
  public var eventFormat =
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
  /// The texts, in the order of the file.
  public var events: [Event] = []
  /// The conversion of colours to samples.
  public var matrix = Matrix.bt601
  /// The size of the picture that lengths are for: `PlayResX` and `PlayResY`.
  public var size = PixelSize(384, 288)
  /// The fonts in the file.
  public var fonts: [Font] = []
  /// The problems of the file, in the order of its lines.
  public var remarks: [CueRemark] = []
  /// The number of remarks beyond those that are kept.
  public var moreRemarks = 0

  init() {}

  /// A file has at most so many texts, and as many styles.
  public static let eventLimit = 100_000
  /// A text has at most so many bytes: drawings are long.
  public static let textLimit = 100_000
  /// Nothing is drawn larger than so many pictures: libass keeps glyphs as large as they are drawn.
  static let reachLimit = 4.0
  /// Texts are written in at most so many fonts, as each one is looked for.
  static let writtenFontLimit = 200
  /// A file has at most so many fonts.
  static let fontLimit = 100

  /// A style: its name, its font and its sizes.
  public struct Style: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its line.
    public var line: String
    /// The font of its texts.
    public var font: FontName
    /// The size of its letters, in units of the script.
    var size = 18.0
    /// The largest of its scales; 1 for as they are.
    var scale = 1.0
    /// The width of the line around its letters, in units of the script.
    var outline = 0.0
    /// True if letters have a line below them.
    var isUnderlined = false
    /// True if letters have a line through them.
    var isStruck = false
    /// The place of its texts on the keypad; nil for the bottom in the middle.
    var place: Int?
  }

  /// A text from one moment to another.
  public struct Event: Hashable, Sendable {
    /// The millisecond at which it is shown first.
    public var start: Int64
    /// The first millisecond at which it is not shown any more; after `start`.
    public var end: Int64
    /// The layer of it: higher ones lie over lower ones.
    public var layer: Int
    /// True if the text gives its position, and makes way for no other.
    public var isPlaced = false
    /// Its line, in the order of ``eventFormat``.
    public var line: String
    /// The names of styles that it uses.
    public var styles: [String]
    /// The runs of the text, each in one font.
    public var runs: [FontRun] = []
    /// The start of the first one of its chain: of texts that are shown together, or together with one that is.
    ///
    /// Texts make way for those that were there before, so where one is depends on these.
    public var chain: Int64
    /// The line of the file, counted from 1.
    public var number: Int
  }

  /// Characters in one font.
  public struct FontRun: Hashable, Sendable {
    /// The font that is asked for.
    public var font: FontName
    /// The characters.
    public var text: String
  }

  /// A font as files ask for it.
  public struct FontName: Hashable, Sendable {
    /// The family, or the full name of a font.
    public var family: String
    /// The weight in CSS units.
    public var weight = 400
    /// True if the font is slanted.
    public var isItalic = false
  }

  /// A font file within the file.
  public struct Font: Hashable, Sendable {
    /// The name of the file that it was.
    public var name: String
    /// Its bytes.
    public var bytes: [UInt8]
  }

  /// The conversion of the file's colours to samples, by `YCbCr Matrix`.
  public enum Matrix: String, Hashable, Sendable, CaseIterable {
    /// By the matrix of the film, so that they are those that are written.
    case none = "None"
    /// As files are meant that do not say it.
    case bt601 = "TV.601"
    /// The other ones that players know.
    case fullBT601 = "PC.601"
    case bt709 = "TV.709"
    case fullBT709 = "PC.709"
    case smpte240 = "TV.240M"
    case fullSMPTE240 = "PC.240M"
    case fcc = "TV.FCC"
    case fullFCC = "PC.FCC"
  }

  /// The bytes of all fonts with their names: two files with the same have the same fonts.
  public var fontBytes: [UInt8] {
    var bytes: [UInt8] = []
    for font in fonts {
      let head = "\(font.name)\n\(font.bytes.count)\n"
      bytes += Array(head.utf8) + font.bytes
    }
    return bytes
  }

  mutating func remark(_ line: Int, _ message: String) {
    if remarks.count < CueList.remarkLimit {
      remarks.append(CueRemark(line: line, message: message))
    } else {
      moreRemarks += 1
    }
  }

  /// Finds the chains of texts that make way for each other.
  mutating func link() {
    var ends: [Int: (end: Int64, start: Int64, count: Int)] = [:]
    let order = events.indices.filter { !events[$0].isPlaced }
      .sorted { (events[$0].start, $0) < (events[$1].start, $1) }
    for index in order {
      let event = events[index]
      var chain = ends[event.layer] ?? (.min, event.start, 0)
      // A chain without end would make every text depend on all before it. A new one has what is shown when it starts.
      if event.start >= chain.end || chain.count >= Self.chainLimit && event.start > chain.start {
        chain = (event.end, event.start, 0)
      }
      chain.end = max(chain.end, event.end)
      chain.count += 1
      ends[event.layer] = chain
      events[index].chain = chain.start
    }
  }

  private static let chainLimit = 200
}
