// SPDX-License-Identifier: Apache-2.0

/// Characters by the names that texts may have for them.
enum CharacterNames {
  /// The character called `name`, or numbered by it behind `#`; nil where it stands for none.
  ///
  /// SubRip has the few of them that its programs write; WebVTT those of HTML, of which these are the letters of Latin-1 and
  /// its signs, punctuation and spaces, and all numbers.
  static func value(_ name: String, _ format: CueFormat) -> UInt32? {
    if let value = common[name] { return value }
    guard format == .vtt else { return nil }
    if name.hasPrefix("#") { return number(name.dropFirst()) }
    return html[name]
  }

  /// The character with a number in ten or sixteens, of at most ten digits; nil for what is no number, and for controls.
  private static func number(_ text: Substring) -> UInt32? {
    let isHex = text.hasPrefix("x") || text.hasPrefix("X")
    let digits = isHex ? text.dropFirst() : text
    guard (1...10).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let number = UInt64(digits, radix: isHex ? 16 : 10)
    else { return nil }
    // As in HTML: what is no character is the one for that.
    guard number > 0, number <= 0x10FFFF, Unicode.Scalar(UInt32(number)) != nil else {
      return 0xFFFD
    }
    return number < 32 || (127..<160).contains(number) ? nil : UInt32(number)
  }

  private static let common: [String: UInt32] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "nbsp": 0xA0, "lrm": 0x200E, "rlm": 0x200F,
  ]

  private static let html: [String: UInt32] = {
    var names: [String: UInt32] = [
      "quot": 0x22, "apos": 0x27, "OElig": 0x152, "oelig": 0x153, "Scaron": 0x160,
      "scaron": 0x161, "Yuml": 0x178, "fnof": 0x192, "circ": 0x2C6, "tilde": 0x2DC,
      "ensp": 0x2002, "emsp": 0x2003, "thinsp": 0x2009, "zwnj": 0x200C, "zwj": 0x200D,
      "ndash": 0x2013, "mdash": 0x2014, "horbar": 0x2015, "lsquo": 0x2018, "rsquo": 0x2019,
      "sbquo": 0x201A, "ldquo": 0x201C, "rdquo": 0x201D, "bdquo": 0x201E, "dagger": 0x2020,
      "Dagger": 0x2021, "bull": 0x2022, "hellip": 0x2026, "permil": 0x2030, "prime": 0x2032,
      "Prime": 0x2033, "lsaquo": 0x2039, "rsaquo": 0x203A, "oline": 0x203E, "frasl": 0x2044,
      "euro": 0x20AC, "trade": 0x2122, "larr": 0x2190, "uarr": 0x2191, "rarr": 0x2192,
      "darr": 0x2193, "harr": 0x2194, "minus": 0x2212, "infin": 0x221E, "asymp": 0x2248,
      "ne": 0x2260, "le": 0x2264, "ge": 0x2265, "sung": 0x266A,
    ]
    for (index, name) in latin.split(whereSeparator: \.isWhitespace).enumerated() {
      names[String(name)] = 0xA0 + UInt32(index)
    }
    return names
  }()

  /// The names of the characters from U+00A0 to U+00FF, in their order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
    deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
    Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
    eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """
}
