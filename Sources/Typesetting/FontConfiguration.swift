// SPDX-License-Identifier: Apache-2.0

import CPango

/// A private fontconfig configuration, owned.
///
/// It is the machine's configuration (including `FONTCONFIG_FILE`). A font file may be added, whose family then
/// hides installed fonts of the same family.
struct FontConfiguration: ~Copyable {
  let pointer: OpaquePointer
  /// The family of the added font file.
  let addedFamily: String?

  deinit { FcConfigDestroy(pointer) }

  /// The machine's fonts.
  init() throws(TypesettingError) {
    guard let config = FcInitLoadConfigAndFonts() else {
      throw TypesettingError(.system, "fontconfig has no configuration")
    }
    pointer = config
    addedFamily = nil
  }

  /// The machine's fonts and those in the file at `path`.
  init(adding path: String) throws(TypesettingError) {
    let family = try FontConfiguration.family(inFile: path)
    guard let config = FcInitLoadConfig() else {
      throw TypesettingError(.system, "fontconfig has no configuration")
    }
    // Application fonts are not subject to `rejectfont`, but installed ones are.
    let rule = FontConfiguration.rejecting(family)
    guard FcConfigParseAndLoadFromMemory(config, rule, FcBool(0)) != 0,
      FcConfigBuildFonts(config) != 0,
      FcConfigAppFontAddFile(config, path) != 0
    else {
      FcConfigDestroy(config)
      throw TypesettingError(.text, "cannot read the font file")
    }
    pointer = config
    addedFamily = family
  }

  /// The family of the first scalable face in a font file, preferably its English name.
  private static func family(inFile path: String) throws(TypesettingError) -> String {
    let set = FcFontSetCreate()
    defer { FcFontSetDestroy(set) }
    var faces: Int32 = 0
    guard let set, FcFreeTypeQueryAll(path, UInt32.max, nil, &faces, set) > 0 else {
      throw TypesettingError(.text, "not a font file")
    }
    for index in 0..<Int(set.pointee.nfont) {
      guard let pattern = set.pointee.fonts[index], isUsable(pattern) else { continue }
      let names = strings(pattern, FC_FAMILY)
      let languages = strings(pattern, FC_FAMILYLANG)
      let english = zip(names, languages).first { $0.1 == "en" && !$0.0.contains(",") }?.0
      // Pango splits family names at commas.
      if let name = english ?? names.first(where: { !$0.contains(",") }) { return name }
    }
    throw TypesettingError(
      .text, "the font file is neither TrueType nor OpenType, or has no family")
  }

  private static func rejecting(_ family: String) -> String {
    var text = ""
    for scalar in family.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case _ where scalar.value < 32: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return """
      <fontconfig><selectfont><rejectfont><pattern><patelt name="family"><string>\(text)</string>\
      </patelt></pattern></rejectfont></selectfont></fontconfig>
      """
  }

  /// Whether Pango can draw with the font; since 1.44 it supports neither Type 1 nor bitmap fonts.
  static func isUsable(_ pattern: OpaquePointer) -> Bool {
    strings(pattern, FC_FONTFORMAT).first.map { $0 == "TrueType" || $0 == "CFF" } ?? false
  }

  /// All values of a string property, in fontconfig's order.
  static func strings(_ pattern: OpaquePointer, _ property: String) -> [String] {
    var values: [String] = []
    var text: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, property, Int32(values.count), &text) == FcResultMatch,
      let found = text
    { values.append(String(cString: found)) }
    return values
  }
}
