// SPDX-License-Identifier: Apache-2.0

import CPango

/// The fonts for texts: the machine's, or the machine's and one font file.
///
/// It is loaded once (about 10 ms) and then sets any number of texts with `typeset(_:)`. It never substitutes
/// another family for the requested one; only glyphs that the family lacks come from other families, as is
/// usual. Not `Sendable`: one worker owns it.
public struct FontSet: ~Copyable {
  let configuration: FontConfiguration
  let map: GObjectHandle
  let outlines = LastOutlines()
  let letters = GlyphMasks()
  let known = KnownFamilies()

  /// The fonts of this machine, as configured in fontconfig.
  public init() throws(TypesettingError) {
    try self.init(FontConfiguration())
  }

  /// The fonts of this machine and those in the file at `path`; texts are set in the file's family.
  public init(adding path: String) throws(TypesettingError) {
    try self.init(FontConfiguration(adding: [path], first: path))
  }

  /// The fonts of this machine and those in the files at `paths`, of which `first` is the one that texts are set in.
  public init(adding paths: [String], first: String?) throws(TypesettingError) {
    try self.init(FontConfiguration(adding: paths, first: first))
  }

  private init(_ configuration: consuming FontConfiguration) throws(TypesettingError) {
    silenceGLib()
    guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
      throw TypesettingError(.system, "cairo has no FreeType fonts")
    }
    self.map = GObjectHandle(owning: UnsafeMutableRawPointer(map))
    pango_fc_font_map_set_config(self.map.pointer.assumingOpaque, configuration.pointer)
    self.configuration = configuration
  }

  /// The folders and configuration files that fontconfig uses, sorted, without duplicates.
  ///
  /// The appearance of a text can change only if one of them changes.
  public var folders: [String] {
    let config = configuration.pointer
    var found = Set<String>()
    for list in [
      FcConfigGetFontDirs(config), FcConfigGetConfigDirs(config), FcConfigGetConfigFiles(config),
    ] {
      guard let list else { continue }
      while let path = FcStrListNext(list) { found.insert(String(cString: path)) }
      FcStrListDone(list)
    }
    return found.sorted()
  }
}

/// A GObject, owned.
struct GObjectHandle: ~Copyable {
  let pointer: UnsafeMutableRawPointer

  init(owning pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

  deinit { g_object_unref(pointer) }
}

/// Suppresses messages of GLib and Pango on the worker's standard error.
private func silenceGLib() {
  g_log_set_default_handler({ _, _, _, _ in }, nil)
}
