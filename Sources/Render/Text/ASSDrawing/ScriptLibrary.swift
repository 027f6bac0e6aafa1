// SPDX-License-Identifier: Apache-2.0

import Base
import CAss

/// libass with the fonts of this machine and some more, owned.
///
/// It caches glyphs that it has drawn; the cache does not change the pixels. Not `Sendable`: one drawing uses it at a time.
public final class ScriptLibrary {
  let library: OpaquePointer
  let renderer: OpaquePointer
  private let log: ScriptLog
  private var sizes: [PixelSize] = []

  /// A font file that scripts bring along.
  public struct Font {
    /// Its name.
    public var name: String
    /// Its bytes.
    public var bytes: [UInt8]

    /// The file `name`.
    public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  /// The machine's fonts and `fonts`; nil where there is no memory.
  public init?(fonts: [Font] = []) {
    guard let library = ass_library_init() else { return nil }
    log = ScriptLog()
    reel_ass_listen(library, log.place)
    for font in fonts {
      font.name.withCString { name in
        font.bytes.withUnsafeBytes { bytes in
          ass_add_font(
            library, name, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(clamping: bytes.count))
        }
      }
    }
    guard let renderer = ass_renderer_init(library) else {
      ass_library_done(library)
      return nil
    }
    (self.library, self.renderer) = (library, renderer)
    ass_set_cache_limits(renderer, ScriptLibrary.glyphs, ScriptLibrary.megabytes)
    ass_set_fonts(renderer, nil, nil, Int32(ASS_FONTPROVIDER_FONTCONFIG.rawValue), nil, 1)
  }

  /// Glyphs, and megabytes of their pictures, that are kept.
  private static let (glyphs, megabytes): (Int32, Int32) = (10_000, 48)

  deinit {
    ass_renderer_done(renderer)
    ass_library_done(library)
  }

  /// The messages of libass since the last call.
  func takeMessages() -> [String] { log.takeLines() }

  /// True if a font had to be found for a character that another one lacks.
  public var hasSearchedForGlyphs: Bool { log.hasSearched }

  /// Draws for a film of `storage` on a canvas of `size`.
  func resize(_ size: PixelSize, storage: PixelSize) {
    if sizes == [size, storage] { return }
    sizes = [size, storage]
    ass_set_frame_size(renderer, Int32(clamping: size.width), Int32(clamping: size.height))
    ass_set_storage_size(renderer, Int32(clamping: storage.width), Int32(clamping: storage.height))
    ass_set_pixel_aspect(renderer, 1)
  }
}

/// The log of libass.
private final class ScriptLog {
  private var lines: [String] = []
  /// True if a line said that a font lacks a character.
  private(set) var hasSearched = false
  /// The callback of libass and its data.
  let place = UnsafeMutablePointer<reel_ass_log>.allocate(capacity: 1)

  private static let most = 10_000
  private static let search = "Glyph 0x"

  init() {
    place.initialize(
      to: reel_ass_log(
        take: { _, text, data in
          guard let text, let data else { return }
          let log = Unmanaged<ScriptLog>.fromOpaque(data).takeUnretainedValue()
          let line = String(cString: text)
          if line.hasPrefix(ScriptLog.search) { log.hasSearched = true }
          if log.lines.count < ScriptLog.most { log.lines.append(line) }
        }, data: Unmanaged.passUnretained(self).toOpaque()))
  }

  deinit { place.deallocate() }

  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }
}
