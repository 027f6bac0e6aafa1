// SPDX-License-Identifier: Apache-2.0

import CPango
public import RenderProtocol

// The fonts that there are.

extension FontSet {
  /// All families, by name, and what of `text` each has not.
  public func list(writing text: String?) -> [FontFamily] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    var list = FontList(text)
    // A variable font is listed once for each style that it names; the one without a style stands for all of them.
    forEachFont(matching: pattern, with: FontList.properties) { list.add($0) }
    return list.families
  }

  /// The families in the font files at `paths`.
  public static func list(files paths: [String], writing text: String?) throws(TypesettingError)
    -> [FontFamily]
  {
    var list = FontList(text)
    for path in paths {
      let set = FcFontSetCreate()
      defer { FcFontSetDestroy(set) }
      var faces: Int32 = 0
      guard let set, FcFreeTypeQueryAll(path, UInt32.max, nil, &faces, set) > 0 else {
        throw TypesettingError(.text, "'\(path)' is not a font file")
      }
      let count = list.count
      for index in 0..<Int(set.pointee.nfont) {
        if let font = set.pointee.fonts[index] { list.add(font) }
      }
      guard list.count > count else {
        throw TypesettingError(.text, "'\(path)' is neither TrueType nor OpenType")
      }
    }
    return list.families
  }
}

/// Fonts, put together to families.
private struct FontList {
  static let properties = [
    FC_FAMILY, FC_FAMILYLANG, FC_STYLE, FC_STYLELANG, FC_WEIGHT, FC_SLANT, FC_FILE, FC_INDEX,
    FC_VARIABLE, FC_FONTFORMAT, FC_CHARSET, FC_SYMBOL,
  ]

  /// A font, and what it has not.
  private struct Entry {
    var face: FontFace
    var missing: String
    /// True if it is a style of a variable font.
    var isNamed: Bool
  }

  private let wanted: [Unicode.Scalar]
  private var found: [String: (names: [String], entries: [Entry])] = [:]
  private var axes: [String: [FontAxis]] = [:]
  /// The number of fonts.
  private(set) var count = 0

  init(_ text: String?) {
    var wanted: [Unicode.Scalar] = []
    for scalar in (text ?? "").unicodeScalars {
      let properties = scalar.properties
      let isSeen = scalar.value >= 32 && !properties.isDefaultIgnorableCodePoint
      if isSeen, !properties.isWhitespace, !wanted.contains(scalar) { wanted.append(scalar) }
    }
    self.wanted = wanted
  }

  /// Adds the font of `pattern`, if it can be drawn with.
  mutating func add(_ pattern: OpaquePointer) {
    guard FontConfiguration.isUsable(pattern) else { return }
    let names = Self.names(pattern, FC_FAMILY, FC_FAMILYLANG).filter { !$0.contains(",") }
    guard !names.isEmpty, let file = FontConfiguration.strings(pattern, FC_FILE).first else {
      return
    }
    var (index, slant, weight) = (Int32(0), Int32(0), 80.0)
    _ = FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    _ = FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
    let hasWeight = FcPatternGetDouble(pattern, FC_WEIGHT, 0, &weight) == FcResultMatch
    var isVariable: FcBool = 0
    _ = FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable)
    let place = "\(file)#\(index & 0xffff)"
    let axes = self.axes[place] ?? fontAxes(inFile: file, index: UInt32(index & 0xffff))
    self.axes[place] = axes
    // The upper half of the index names a style of a variable font.
    let isNamed = !axes.isEmpty && isVariable == 0
    let fallback = axes.first { $0.tag == "wght" }?.fallback
    let face = FontFace(
      style: Self.names(pattern, FC_STYLE, FC_STYLELANG).first ?? "",
      weight: hasWeight ? Int(FcWeightToOpenTypeDouble(weight).rounded()) : Int(fallback ?? 400),
      isItalic: slant != 0, file: file, axes: axes)
    count += 1
    var family = found[names[0]] ?? ([], [])
    family.names += names.filter { !family.names.contains($0) }
    family.entries.append(
      Entry(face: face, missing: missing(in: pattern), isNamed: isNamed))
    found[names[0]] = family
  }

  private func missing(in pattern: OpaquePointer) -> String {
    var characters: OpaquePointer?
    var missing = ""
    guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch else {
      missing.unicodeScalars.append(contentsOf: wanted)
      return missing
    }
    missing.unicodeScalars.append(
      contentsOf: wanted.filter { FcCharSetHasChar(characters, $0.value) == 0 })
    return missing
  }

  /// The values of `property`, English ones first.
  private static func names(
    _ pattern: OpaquePointer, _ property: String, _ language: String
  ) -> [String] {
    let names = FontConfiguration.strings(pattern, property)
    let languages = FontConfiguration.strings(pattern, language)
    let english = names.indices.filter { languages.indices.contains($0) && languages[$0] == "en" }
    let sorted = english + names.indices.filter { !english.contains($0) }
    return sorted.map { names[$0] }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// All families by name.
  var families: [FontFamily] {
    found.values.map { names, entries in
      let variable = Set(entries.filter { !$0.isNamed && !$0.face.axes.isEmpty }.map(\.face.file))
      let kept = entries.filter { !$0.isNamed || !variable.contains($0.face.file) }
      let faces = kept.sorted {
        ($0.face.isItalic ? 1 : 0, $0.face.weight, $0.face.style, $0.face.file)
          < ($1.face.isItalic ? 1 : 0, $1.face.weight, $1.face.style, $1.face.file)
      }
      let regular = faces.min { distance($0.face) < distance($1.face) }
      return FontFamily(
        names: names, faces: faces.map(\.face), missing: regular?.missing ?? "")
    }.sorted {
      ($0.names[0].lowercased(), $0.names.joined(separator: ","))
        < ($1.names[0].lowercased(), $1.names.joined(separator: ","))
    }
  }

  /// The distance of a font from a regular one.
  private func distance(_ face: FontFace) -> Int {
    abs(face.weight - 400) + (face.isItalic ? 1000 : 0)
  }
}

/// The axes of the font number `index` in a file; none where it is not variable.
private func fontAxes(inFile path: String, index: UInt32) -> [FontAxis] {
  guard let blob = hb_blob_create_from_file_or_fail(path) else { return [] }
  defer { hb_blob_destroy(blob) }
  guard let face = hb_face_create(blob, index) else { return [] }
  defer { hb_face_destroy(face) }
  var count = min(hb_ot_var_get_axis_count(face), 64)
  var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
  _ = hb_ot_var_get_axis_infos(face, 0, &count, &infos)
  return infos.prefix(Int(count)).map { info in
    let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: info.tag >> $0) }
    return FontAxis(
      tag: String(decoding: letters, as: UTF8.self), minimum: Double(info.min_value),
      fallback: Double(info.default_value), maximum: Double(info.max_value))
  }
}
