// SPDX-License-Identifier: Apache-2.0

import Base

extension ScriptLibrary {
  /// The fonts that write a text.
  public struct Found {
    /// The paths of those that are files of the machine, in the order in which they were taken.
    public var files: [String]
    /// The path of the font that was taken for the one that is asked for; nil where a script brought it along.
    public var first: String?
    /// The characters that no font has.
    public var missing: String
  }

  /// The fonts that write `text` where it is asked of a font; nil where there is no memory.
  ///
  /// Only of a new library, as libass says each font once.
  public func fonts(
    writing text: String, family: String, weight: Int, isItalic: Bool
  ) -> Found? {
    // A name in a style ends at a comma, and one in a tag at a bracket.
    let hasComma = family.contains(",")
    let tag = hasComma ? "\\fn\(family.filter { !"\\{}\n".contains($0) })" : ""
    let name = hasComma ? "Arial" : family.filter { !$0.isNewline }
    let tags = "{\(tag)\\b\(weight)\\i\(isItalic ? 1 : 0)}"
    let words = text.split(separator: "\n").map { line in
      line.map { "{}\\".contains($0) ? "" : String($0) }.joined()
    }
    let script = """
      [Script Info]
      PlayResX: 1280
      PlayResY: 720
      [V4+ Styles]
      Format: Name, Fontname, Fontsize
      Style: Default,\(name),18
      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,\(tags)\(words.joined(separator: "\\N"))

      """
    guard let track = ScriptTrack(script, with: self) else { return nil }
    let size = PixelSize(1280, 720)
    track.draw(at: 0, on: size, storage: size) { _, _ in }
    var found = Found(files: [], first: nil, missing: "")
    var isFirst = true
    for message in takeMessages() {
      if let path = Self.path(in: message) {
        if path.hasPrefix("/") {
          if isFirst { found.first = path }
          if !found.files.contains(path) { found.files.append(path) }
        }
        isFirst = false
      } else if let character = Self.missing(in: message),
        !found.missing.unicodeScalars.contains(character)
      {
        found.missing.unicodeScalars.append(character)
      }
    }
    return found
  }

  /// The font of `fontselect: (Arial, 400, 0) -> /fonts/arial.ttf, 0, ArialMT`.
  private static func path(in message: String) -> String? {
    guard message.hasPrefix("fontselect: ("), let arrow = message.firstRange(of: ") -> ") else {
      return nil
    }
    let parts = message[arrow.upperBound...].split(
      separator: ", ", omittingEmptySubsequences: false)
    return parts.count >= 3 ? parts.dropLast(2).joined(separator: ", ") : nil
  }

  /// The character that no font has.
  private static func missing(in message: String) -> Unicode.Scalar? {
    let isMissing =
      message.hasPrefix("fontselect: failed to find any fallback with glyph 0x")
      || message.hasPrefix("Glyph 0x") && message.contains("broken font?")
    guard isMissing, let start = message.firstRange(of: "0x") else { return nil }
    let digits = message[start.upperBound...].prefix { $0.isHexDigit }
    return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
  }
}
