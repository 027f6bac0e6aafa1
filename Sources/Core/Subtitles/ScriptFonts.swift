// SPDX-License-Identifier: Apache-2.0

extension SubtitleScript {
  /// Gathers the lines of a section of fonts.
  struct FontReader {
    private(set) var fonts: [Font] = []
    private(set) var remarks: [CueRemark] = []
    /// The number of remarks beyond those that are kept.
    private(set) var moreRemarks = 0
    private var current: (name: String, line: Int, letters: [UInt8])?

    /// Takes a line: the name of the next font, or letters that write the bytes of this one.
    mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) {
      if let name = ScriptReader.value(of: "fontname", in: line) {
        finish()
        current = (
          String(decoding: ScriptReader.trimmed(name.prefix(200)), as: UTF8.self), number, []
        )
      } else if current != nil {
        current?.letters += line
      } else if !line.isEmpty {
        remark(number, "\(shown(line)) belongs to no font and is left out")
      }
    }

    /// Ends the font that is being read.
    mutating func finish() {
      guard let font = current else { return }
      current = nil
      guard fonts.count < SubtitleScript.fontLimit else {
        return remark(
          font.line,
          "a file has at most \(SubtitleScript.fontLimit) fonts, and '\(font.name)' is left out")
      }
      guard let bytes = Self.bytes(font.letters), !bytes.isEmpty else {
        return remark(font.line, "the font '\(font.name)' is damaged and left out")
      }
      fonts.append(Font(name: font.name, bytes: bytes))
    }

    private mutating func remark(_ line: Int, _ message: String) {
      if remarks.count < CueList.remarkLimit {
        remarks.append(CueRemark(line: line, message: message))
      } else {
        moreRemarks += 1
      }
    }

    /// The bytes that letters stand for, of which each has six bits; nil where they stand for none.
    private static func bytes(_ letters: [UInt8]) -> [UInt8]? {
      guard letters.count % 4 != 1, letters.allSatisfy({ (33...96).contains($0) }) else {
        return nil
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(letters.count / 4 * 3 + 2)
      var index = 0
      while index < letters.count {
        let count = min(4, letters.count - index)
        var value: UInt32 = 0
        for place in 0..<4 {
          value = value << 6 | (place < count ? UInt32(letters[index + place] - 33) : 0)
        }
        for place in 0..<(count - 1) { bytes.append(UInt8(value >> (16 - 8 * place) & 255)) }
        index += 4
      }
      return bytes
    }
  }
}
