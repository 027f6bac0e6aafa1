// SPDX-License-Identifier: Apache-2.0

public import Base
public import RenderProtocol

/// Loaded fonts: the machine's, and those of the font files that were asked for last.
///
/// They are kept until a font file or a font folder changes. One worker owns it.
public struct FontCache: ~Copyable {
  /// The machine's fonts and those of some files.
  private struct Chosen: ~Copyable {
    let files: [String]
    let first: String?
    let fonts: FontSet
  }

  private var machine: FontSet?
  private var chosen: Chosen?
  /// The state of font folders and font files before they were read; nil for missing ones.
  private var stamps: [String: FileStamp?] = [:]
  /// Digests of the font files used so far, by path.
  private var digests: [String: Fingerprint] = [:]
  /// The fonts for the characters of captions.
  private var writers: [FontChoice: [Character: [Fingerprint]]] = [:]
  /// The last caption that was found to be written as it was planned, if it has one font: words light up in the same text.
  private var checked: (text: String, font: FontChoice, planned: [Fingerprint])?

  /// A cache without fonts.
  public init() {}

  /// Discards the fonts if they or their folders have changed, and says whether they have.
  @discardableResult public mutating func forgetWhatChanged() -> Bool {
    guard stamps.contains(where: { (try? FileStamp(of: $0.key)) != $0.value }) else { return false }
    machine = nil
    chosen = nil
    stamps = [:]
    digests = [:]
    writers = [:]
    checked = nil
    return true
  }

  /// Takes the state of a file that is about to be read, for `forgetWhatChanged()`.
  private mutating func watch(_ path: String) {
    stamps.updateValue(try? FileStamp(of: path), forKey: path)
  }

  /// Lays out and draws `block` in its fonts.
  ///
  /// - Parameter last: What is known of the text that was drawn before; it knows this one afterwards.
  public mutating func typeset(
    _ block: TextBlock, after last: LastRaster? = nil
  ) throws(TypesettingError) -> TextRaster {
    try withFonts(of: block) { fonts throws(TypesettingError) in
      try fonts.typeset(block, after: last)
    }
  }

  /// The fonts that write each line of `block`.
  public mutating func writers(of block: TextBlock) throws(TypesettingError) -> TextWriters {
    let (lines, writers) = try withFonts(of: block) { fonts throws(TypesettingError) in
      try fonts.uses(of: block)
    }
    var found = writers
    for line in lines {
      var own: [Fingerprint] = []
      for use in line {
        own.append(Fingerprint(of: "\(try digest(of: use.file).hex)\n\(use.settings)"))
      }
      found.lines.append(own)
    }
    return found
  }

  /// Refuses `caption` where other fonts write its characters than when it was planned, or fontconfig makes something else
  /// of them.
  ///
  /// Which fonts write a character is asked of each by itself, as when it was planned: beside others another font may.
  public mutating func check(_ caption: Caption) throws(TypesettingError) {
    let block = caption.block
    if caption.fonts.isEmpty { return }
    let hasOneFont = block.spans.allSatisfy { $0.font == block.font }
    if hasOneFont, let checked, checked == (block.text, block.font, caption.fonts) { return }
    let planned = Set(caption.fonts)
    for (font, characters) in block.characters {
      let unknown = characters.filter { writers[font]?[$0] == nil }.sorted()
      for start in stride(from: 0, to: unknown.count, by: 500) {
        let part = Array(unknown[start..<min(start + 500, unknown.count)])
        let found = try writers(of: .asking(for: part, in: font)).lines
        for (character, fonts) in zip(part, found) {
          writers[font, default: [:]][character] = fonts
        }
      }
      let isSame = characters.allSatisfy { character in
        (writers[font]?[character] ?? []).allSatisfy(planned.contains)
      }
      guard isSame else {
        throw TypesettingError(
          .text, "the fonts of a text have changed since the film was planned")
      }
    }
    if hasOneFont { checked = (block.text, block.font, caption.fonts) }
  }

  /// The digest of the font file at `path`.
  public mutating func digest(of path: String) throws(TypesettingError) -> Fingerprint {
    if let known = digests[path] { return known }
    watch(path)
    do {
      let digest = try Fingerprint(ofFile: path)
      digests[path] = digest
      return digest
    } catch {
      throw TypesettingError(.system, "cannot read a font file", log: [path, "\(error)"])
    }
  }

  /// The result of `body` with the fonts of `block`.
  private mutating func withFonts<Value>(
    of block: TextBlock, _ body: (borrowing FontSet) throws(TypesettingError) -> Value
  ) throws(TypesettingError) -> Value {
    let files = block.fontFiles.map(\.path)
    if files.isEmpty { return try withMachineFonts(body) }
    let first = block.font.file?.path
    let fonts = try taking(files, first)
    do throws(TypesettingError) {
      let value = try body(fonts)
      chosen = Chosen(files: files, first: first, fonts: fonts)
      return value
    } catch {
      chosen = Chosen(files: files, first: first, fonts: fonts)
      throw error
    }
  }

  /// The result of `body` with the machine's fonts.
  public mutating func withMachineFonts<Value>(
    _ body: (borrowing FontSet) throws(TypesettingError) -> Value
  ) throws(TypesettingError) -> Value {
    let fonts = if let loaded = machine.take() { loaded } else { try watched(FontSet()) }
    do throws(TypesettingError) {
      let value = try body(fonts)
      machine = consume fonts
      return value
    } catch {
      machine = consume fonts
      throw error
    }
  }

  private mutating func taking(
    _ files: [String], _ first: String?
  ) throws(TypesettingError) -> FontSet {
    if let last = chosen.take(), last.files == files, last.first == first { return last.fonts }
    for path in files { watch(path) }
    return try watched(FontSet(adding: files, first: first))
  }

  private mutating func watched(_ fonts: consuming FontSet) -> FontSet {
    for path in fonts.folders { watch(path) }
    return fonts
  }
}
