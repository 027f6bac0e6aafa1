// SPDX-License-Identifier: Apache-2.0

public import Base

/// Sheets of a film's frames side by side: contact sheets, or sprites of thumbnails with a text
/// that gives the time of each.
public struct SheetForm: Hashable, Sendable, Codable {
  /// The name of the only sheet, or of the text that names all of them.
  public var name: String
  /// The names of sheets where they are numbered; nil where there is one, called `name`.
  public var numbers: SequenceForm?
  /// The encoder of the sheets: `png` or `mjpeg`.
  public var encoder: String
  /// The quality of a JPEG, from 2, the best, to 31.
  public var quality: Int
  /// The pictures of a sheet side by side, and below each other; at least 1.
  public var columns, rows: Int
  /// The size of each picture.
  public var cell: PixelSize
  /// Pixels around and between pictures.
  public var gap: Int
  /// The background there, and below frames that are not opaque; it is opaque itself.
  public var background: Color
  /// The start of each picture, and the end of the last one, for a text (WebVTT) that says so; nil for no text.
  public var times: [Time]?
  /// The labels on frames; nil for none.
  public var labels: SheetLabels?

  /// Sheets of `columns` × `rows` pictures of the size `cell`.
  public init(
    name: String, numbers: SequenceForm?, encoder: String, quality: Int, columns: Int, rows: Int,
    cell: PixelSize, gap: Int, background: Color
  ) {
    (self.name, self.numbers) = (name, numbers)
    (self.encoder, self.quality) = (encoder, quality)
    (self.columns, self.rows) = (columns, rows)
    (self.cell, self.gap, self.background) = (cell, gap, background)
  }

  /// The number of sheets for so many pictures.
  public func sheetCount(of pictures: Int) -> Int {
    max(1, (pictures + columns * rows - 1) / (columns * rows))
  }

  /// The name of the sheet at the place `index`, from 0.
  public func sheetName(_ index: Int) -> String { numbers?.name(index) ?? name }

  /// The name of the file that stands for all.
  public var main: String { times == nil ? sheetName(0) : name }

  /// The names of all files with so many pictures, the main one first.
  public func files(of pictures: Int) -> [String] {
    (times == nil ? [] : [name]) + (0..<sheetCount(of: pictures)).map(sheetName)
  }

  /// The pictures on the sheet at the place `index`, of so many.
  public func pictures(on index: Int, of count: Int) -> Range<Int> {
    index * columns * rows..<min((index + 1) * columns * rows, count)
  }

  /// The size of the sheet at the place `index` with so many pictures: it has no empty rows.
  public func size(of index: Int, pictures count: Int) -> PixelSize {
    let across = max(1, min(columns, count))
    let down = max(1, (pictures(on: index, of: count).count + columns - 1) / columns)
    return PixelSize(gap + across * (cell.width + gap), gap + down * (cell.height + gap))
  }

  /// The place of the picture at the place `index` on its sheet.
  public func place(of index: Int) -> PixelRect {
    let own = index % (columns * rows)
    return PixelRect(
      x: gap + own % columns * (cell.width + gap), y: gap + own / columns * (cell.height + gap),
      width: cell.width, height: cell.height)
  }

  /// The text (WebVTT) that says which picture is when: cues whose text is a sheet and a place on it, as players read them.
  ///
  /// - Parameter uri: The reference to a file beside the text.
  public func cues(naming uri: (String) -> String) -> String {
    var text = "WEBVTT\n"
    let times = times ?? []
    for (index, (start, end)) in zip(times, times.dropFirst()).enumerated() {
      let area = place(of: index)
      text += "\n\(Self.clock(start)) --> \(Self.clock(end))\n"
      text += uri(sheetName(index / (columns * rows)))
      text += "#xywh=\(area.x),\(area.y),\(area.width),\(area.height)\n"
    }
    return text
  }

  /// Hours, minutes, seconds and milliseconds.
  private static func clock(_ time: Time) -> String {
    func padded(_ number: Int64, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let count = (time * Time(1000) + Time(1, over: 2)).floor
    let seconds = count / 1000
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
      + padded(seconds % 60, 2) + "." + padded(count % 1000, 3)
  }
}

/// The labels on the frames of sheets, with letters from a raster.
public struct SheetLabels: Hashable, Sendable, Codable {
  /// The digest of the raster of letters.
  public var raster: Fingerprint
  /// The letters that there are.
  public var letters: [SheetGlyph]
  /// The height of the font, in pixels.
  public var size: Int
  /// The text on each picture.
  public var texts: [String]

  /// `texts` in letters of a raster.
  public init(raster: Fingerprint, letters: [SheetGlyph], size: Int, texts: [String]) {
    (self.raster, self.letters, self.size, self.texts) = (raster, letters, size, texts)
  }

  /// The text of a time: minutes and seconds, with hours from the first hour on, and parts of a
  /// second where frames are closer together than that.
  public static func text(of time: Time, hasHours: Bool, hasParts: Bool) -> String {
    func padded(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    let parts = (time * Time(100)).floor
    let seconds = parts / 100
    return (hasHours ? "\(seconds / 3600):" + padded(seconds / 60 % 60) : "\(seconds / 60)")
      + ":" + padded(seconds % 60) + (hasParts ? "." + padded(parts % 100) : "")
  }
}

/// A letter in a raster.
public struct SheetGlyph: Hashable, Sendable, Codable {
  /// The letter.
  public var text: String
  /// The place of its picture in the raster.
  public var area: PixelRect
  /// The start of its baseline in `area`.
  public var x, y: Int
  /// The distance from its origin to that of the next letter.
  public var advance: Int
  /// The ascent and the descent of a line with it, from its baseline.
  public var ascent, descent: Int

  /// A letter at `area` of a raster.
  public init(
    _ text: String, area: PixelRect, x: Int, y: Int, advance: Int, ascent: Int, descent: Int
  ) {
    (self.text, self.area, self.x, self.y) = (text, area, x, y)
    (self.advance, self.ascent, self.descent) = (advance, ascent, descent)
  }
}
