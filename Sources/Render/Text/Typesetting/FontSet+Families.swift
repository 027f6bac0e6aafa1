// SPDX-License-Identifier: Apache-2.0

import CPango
import RenderProtocol

extension FontSet {
  /// Family names that every font set has.
  public static let genericFamilies = ["sans-serif", "serif", "monospace"]

  /// The validated family that `font` requests.
  func family(for font: FontChoice) throws(TypesettingError) -> String {
    guard let name = font.family else {
      guard let family = addedFamily(of: font) else {
        preconditionFailure("a font choice has a family, or the font set has its file")
      }
      return family
    }
    if FontSet.genericFamilies.contains(name.lowercased()) { return name.lowercased() }
    // Pango would split the name at a comma and search for its parts.
    if !name.contains(","), isInstalled(name) { return name }
    throw TypesettingError(.text, "no font family '\(name)'", log: familiesNear(name))
  }

  /// The family that `font` names; nil for a generic one, which any font may stand for.
  func askedFamily(of font: FontChoice) -> String? {
    if font.family == nil { return addedFamily(of: font) }
    return font.family.flatMap { FontSet.genericFamilies.contains($0.lowercased()) ? nil : $0 }
  }

  /// The family of the file of `font`, or of the file that was added first.
  private func addedFamily(of font: FontChoice) -> String? {
    guard let file = font.file else { return configuration.addedFamily }
    return configuration.addedFamilies[file.path]
  }

  /// Returns true if a usable font has `name` among its family names, ignoring case.
  private func isInstalled(_ name: String) -> Bool {
    known.has(name) { isListed(name) }
  }

  private func isListed(_ name: String) -> Bool {
    guard let pattern = FcPatternCreate() else { return false }
    defer { FcPatternDestroy(pattern) }
    guard FcPatternAddString(pattern, FC_FAMILY, name) != 0 else { return false }
    var found = false
    forEachFont(matching: pattern, with: [FC_FAMILY, FC_FONTFORMAT]) { font in
      found = found || FontConfiguration.isUsable(font)
    }
    return found
  }

  /// All family names, sorted, without duplicates.
  public var families: [String] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    var names = Set<String>()
    forEachFont(matching: pattern, with: [FC_FAMILY, FC_FONTFORMAT]) { font in
      guard FontConfiguration.isUsable(font) else { return }
      names.formUnion(FontConfiguration.strings(font, FC_FAMILY))
    }
    return names.sorted()
  }

  /// Calls `body` with each font that matches `pattern`.
  func forEachFont(
    matching pattern: OpaquePointer, with properties: [String], _ body: (OpaquePointer) -> Void
  ) {
    guard let objects = FcObjectSetCreate() else { return }
    defer { FcObjectSetDestroy(objects) }
    for property in properties { _ = FcObjectSetAdd(objects, property) }
    guard let set = FcFontList(configuration.pointer, pattern, objects) else { return }
    defer { FcFontSetDestroy(set) }
    for index in 0..<Int(set.pointee.nfont) {
      if let font = set.pointee.fonts[index] { body(font) }
    }
  }

  /// Up to five family names similar to `name`, the most similar first, by edit distance minus the length of the common prefix.
  ///
  /// None is named for want of a better one: a third of the letters may differ, or all behind the first four.
  private func familiesNear(_ name: String) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(60))
    let ranked = families.compactMap { family -> (distance: Int, family: String)? in
      let letters = Array(family.lowercased().unicodeScalars.prefix(60))
      let shared = zip(wanted, letters).prefix { $0 == $1 }.count
      let distance = edits(wanted, letters)
      guard shared >= 4 || distance <= max(2, wanted.count / 3) else { return nil }
      return (distance - shared, family)
    }
    let best = ranked.sorted { ($0.distance, $0.family) < ($1.distance, $1.family) }.prefix(5)
    // Helvetica Neue is hardly known where Helvetica has a stand-in, and Inter SemiBold is a weight of Inter.
    var words = name.split(separator: " ")
    var other = alias(of: name)
    while other == nil, words.count > 1 {
      words.removeLast()
      let shorter = words.joined(separator: " ")
      other = isInstalled(shorter) ? shorter : alias(of: shorter)
    }
    return (other.map { ["in its place: \($0)"] } ?? [])
      + best.filter { $0.family != other }.map { "near: \($0.family)" }
  }

  /// The family that the machine's configuration has in the place of `name`, such as one of the same widths; nil where it
  /// has a general one.
  private func alias(of name: String) -> String? {
    guard let found = match(name), found != match("no such family") else { return nil }
    return isInstalled(found) ? found : nil
  }

  /// The family of the font that fontconfig takes where `name` is asked for.
  private func match(_ name: String) -> String? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    guard FcPatternAddString(pattern, FC_FAMILY, name) != 0,
      FcConfigSubstitute(configuration.pointer, pattern, FcMatchPattern) != 0
    else { return nil }
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let font = FcFontMatch(configuration.pointer, pattern, &result) else { return nil }
    defer { FcPatternDestroy(font) }
    return FontConfiguration.strings(font, FC_FAMILY).first
  }
}

/// The edit distance between two words: insertions, deletions and substitutions.
private func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (x == y ? 0 : 1))
      diagonal = row[j + 1]
      row[j + 1] = next
    }
  }
  return row[b.count]
}
