// SPDX-License-Identifier: Apache-2.0

extension SubtitleScript {
  /// Gathers the lines of a section of fonts.
  struct FontReader {
    private(set) var fonts: [Font] = []
    private(set) var remarks: [CueRemark] = []
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
        remarks.append(
          CueRemark(line: number, message: "\(shown(line)) belongs to no font and is left out"))
      }
    }

    /// Ends the font that is being read.
    mutating func finish() {
      guard let font = current else { return }
      current = nil
      func leaveOut(_ message: String) {
        remarks.append(CueRemark(line: font.line, message: message))
      }
      guard fonts.count < SubtitleScript.fontLimit else {
        return leaveOut(
          "a file has at most \(SubtitleScript.fontLimit) fonts, and '\(font.name)' is left out")
      }
      guard let bytes = Self.bytes(font.letters), !bytes.isEmpty else {
        return leaveOut("the font '\(font.name)' is damaged and left out")
      }
      fonts.append(Font(name: font.name, bytes: bytes))
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
