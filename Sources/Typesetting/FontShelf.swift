// SPDX-License-Identifier: Apache-2.0

public import Actions
import Digests

/// Loaded fonts: the machine's, and those of the font files that were asked for last.
///
/// They are kept until a font file or a font folder changes. One worker owns it.
public struct FontShelf: ~Copyable {
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

  /// A shelf that has not loaded fonts yet.
  public init() {}

  /// Discards the fonts if they or their folders have changed, and says whether they have.
  public mutating func forgetWhatChanged() -> Bool {
    guard stamps.contains(where: { (try? FileStamp(of: $0.key)) != $0.value }) else { return false }
    machine = nil
    chosen = nil
    stamps = [:]
    return true
  }

  /// Takes the state of a file that is about to be read, for `forgetWhatChanged()`.
  public mutating func watch(_ path: String) {
    stamps.updateValue(try? FileStamp(of: path), forKey: path)
  }

  /// Lays out and draws `block` in its fonts.
  public mutating func typeset(_ block: TextBlock) throws(TypesettingError) -> TextRaster {
    let files = block.fontFiles.map(\.path)
    if files.isEmpty {
      return try withMachineFonts { fonts throws(TypesettingError) in try fonts.typeset(block) }
    }
    let first = block.font.file?.path
    let fonts = try taking(files, first)
    do throws(TypesettingError) {
      let raster = try fonts.typeset(block)
      chosen = Chosen(files: files, first: first, fonts: fonts)
      return raster
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
