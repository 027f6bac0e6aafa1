// SPDX-License-Identifier: Apache-2.0

import CPango

/// A private fontconfig configuration, owned.
///
/// It is the machine's configuration (including `FONTCONFIG_FILE`). Font files may be added. The family of the first
/// then hides installed fonts of the same family; each other file has a family of its own name, so that a text in
/// several files of one family has each where it asks for it.
struct FontConfiguration: ~Copyable {
  let pointer: OpaquePointer
  /// The families of the added font files, by their paths.
  let addedFamilies: [String: String]
  /// The family that hides others.
  let addedFamily: String?

  deinit { FcConfigDestroy(pointer) }

  /// The machine's fonts.
  init() throws(TypesettingError) {
    guard let config = FcInitLoadConfigAndFonts() else {
      throw TypesettingError(.system, "fontconfig has no configuration")
    }
    pointer = config
    addedFamilies = [:]
    addedFamily = nil
  }

  /// The machine's fonts and those in the files at `paths`; `first` is the path of the file whose family hides others.
  init(adding paths: [String], first: String?) throws(TypesettingError) {
    var families: [String: String] = [:]
    var rules = ""
    for (number, path) in paths.enumerated() {
      let family = try FontConfiguration.family(inFile: path)
      if path == first {
        rules += FontConfiguration.rejecting(family)
        families[path] = family
      } else {
        let name = "reel file \(number)"
        rules += FontConfiguration.calling(path, name)
        families[path] = name
      }
    }
    guard let config = FcInitLoadConfig() else {
      throw TypesettingError(.system, "fontconfig has no configuration")
    }
    // Application fonts are not subject to `rejectfont`, but installed ones are.
    guard
      FcConfigParseAndLoadFromMemory(config, "<fontconfig>\(rules)</fontconfig>", FcBool(0)) != 0,
      FcConfigBuildFonts(config) != 0,
      paths.allSatisfy({ FcConfigAppFontAddFile(config, $0) != 0 })
    else {
      FcConfigDestroy(config)
      throw TypesettingError(.text, "cannot read the font file")
    }
    pointer = config
    addedFamilies = families
    addedFamily = first.flatMap { families[$0] }
  }

  /// The family of the first scalable face in a font file, preferably its English name.
  private static func family(inFile path: String) throws(TypesettingError) -> String {
    let set = FcFontSetCreate()
    defer { FcFontSetDestroy(set) }
    var faces: Int32 = 0
    guard let set, FcFreeTypeQueryAll(path, UInt32.max, nil, &faces, set) > 0 else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      throw TypesettingError(.text, "'\(name)' is not a font file")
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

  /// A rule that hides the installed fonts of `family`.
  private static func rejecting(_ family: String) -> String {
    """
    <selectfont><rejectfont><pattern><patelt name="family"><string>\(escaped(family))</string>\
    </patelt></pattern></rejectfont></selectfont>
    """
  }

  /// A rule that calls what is in the file at `path` by the family `name` alone.
  private static func calling(_ path: String, _ name: String) -> String {
    """
    <match target="scan"><test name="file"><string>\(escaped(path))</string></test>\
    <edit name="family" mode="assign"><string>\(name)</string></edit></match>
    """
  }

  /// `text` as text of XML.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case _ where scalar.value < 32: escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns true if Pango can draw with the font; since 1.44 it supports neither Type 1 nor bitmap
  /// fonts.
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
