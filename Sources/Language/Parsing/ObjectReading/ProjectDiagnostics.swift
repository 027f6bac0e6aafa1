// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

extension DiagnosticCode {
  /// A key the object does not have.
  public static let unknownKey = error("unknown-key")
  /// A key or value of the language that this version does not do.
  public static let notSupportedYet = error("not-supported-yet")
  /// A key that must be there is not, or has no value.
  public static let missingKey = error("missing-key")
  /// A list where a text is wanted, and the like.
  public static let wrongKind = error("wrong-kind")
  /// More of something than one project may hold.
  public static let limit = error("limit")
  /// A curve where an option of a filter stays the same.
  public static let effectCurve = error("effect-curve")
  /// An item of a list that does not begin with a dash.
  public static let missingDash = error("missing-dash")
  /// Keys that exclude each other.
  public static let exclusiveKeys = error("exclusive-keys")
  /// A name that refers to nothing.
  public static let unknownName = error("unknown-name")
  /// One name for two things.
  public static let duplicateName = error("duplicate-name")
  /// A name that cannot be one.
  public static let badName = error("bad-name")
  /// A transition without a clip on either side.
  public static let misplacedTransition = error("misplaced-transition")
  /// A freeze with no clip before it.
  public static let misplacedFreeze = error("misplaced-freeze")
  /// A track without items.
  public static let emptyTrack = error("empty-track")
  /// Two outputs with one file.
  public static let sameOutput = error("same-output")
  /// A project of another version of the language.
  public static let unsupportedVersion = error("unsupported-version")
  /// An output of a kind that cannot be made.
  public static let unsupportedFormat = error("unsupported-format")
  /// A file that is no project.
  public static let noProject = error("no-project")
  /// A number without a unit that is less than a pixel, and probably meant as a share.
  public static let lessThanAPixel = warning("less-than-a-pixel")
  /// A place of few pixels without a unit, where a percentage was probably meant.
  public static let fewPixels = warning("few-pixels")
  /// A text of which YAML takes the rest for a comment.
  public static let cutText = warning("cut-text")
  /// An escape in a text without double quotes.
  public static let writtenEscape = warning("written-escape")
  /// A volume that is so large that decibels or a percentage were probably meant.
  public static let largeVolume = warning("large-volume")
  /// A factor that is so large that a percentage was probably meant.
  public static let largeFactor = warning("large-factor")
  /// A duration without a unit that is so long that milliseconds were probably meant.
  public static let bareSeconds = warning("bare-seconds")
  /// A name that several things have where one is meant.
  public static let ambiguousName = error("ambiguous-name")
  /// An asset that nothing uses.
  public static let unusedAsset = warning("unused-asset")
}

/// The messages of decoding and validation.
extension Diagnostic {
  package static func unknownKey(
    _ key: String, in shape: ObjectShape, at span: Span, suggesting: Bool, hint: String? = nil
  ) -> Diagnostic {
    let names = suggesting ? shape.keys.filter(\.isSupported).map(\.name) : []
    let synonym = suggesting ? shape.synonym(of: key)?.hint : nil
    let advice = KeySynonym.advice.first { $0.words.contains(key.lowercased()) }?.hint
    let isOfProject =
      shape.name != KeyTable.project.shape.name
      && KeyTable.project.shape.key(key)?.isSupported == true
      && [
        "params", "canvas", "assets", "defaults", "tracks", "instructions", "overlays", "outputs",
      ]
      .contains(key)
    let near = nearest(key, in: names)
    let few = names.count <= 12 ? names : nearestFew(key, in: names, count: 3)
    let all =
      names.count <= 12
      ? "keys: " + few.joined(separator: ", ")
      : (few.isEmpty ? "" : "perhaps \(few.joined(separator: " or ")): ")
        + "`reel help \(shape.topicName)` lists all keys"
    return Diagnostic(
      code: .unknownKey, message: "unknown key \(quoted(key)) in \(shape.name)", span: span,
      hint: hint ?? synonym
        ?? (isOfProject ? "it is a key of the project: write it at the start of a line" : nil)
        ?? fraction(key) ?? (shape.key("opacity") == nil ? nil : advice)
        ?? near.map { "did you mean '\($0)'?" } ?? (suggesting ? all : nil))
  }

  /// The hint where `key` is the text after the comma in `{speed: 0,5}`; nil if it is no number.
  private static func fraction(_ key: String) -> String? {
    let isNumber =
      !key.isEmpty && key.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isNumber ? "numbers have a decimal point: 0.\(key.prefix(9))" : nil
  }

  /// A key of a list's item is written where the list should begin.
  package static func missingDash(_ key: String, inBraces: Bool, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .missingDash,
      message: inBraces
        ? "\(quoted(key)) belongs to an item of a list, and the list's brackets are missing"
        : "\(quoted(key)) belongs to an item of a list, and its '- ' is missing",
      span: span,
      hint: inBraces
        ? "write [{\(key): …}]"
        : "write '- \(key): …', and indent the other keys of the item like '\(key)'")
  }

  package static func copyingNothing(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .exclusiveKeys,
      message: "'preset: passthrough' and 'copy: never' contradict each other",
      span: span, hint: "leave 'copy' out, or use preset: highest")
  }

  package static func notSupportedYet(_ what: String, at span: Span, hint: String? = nil)
    -> Diagnostic
  {
    Diagnostic(
      code: .notSupportedYet, message: "not supported yet: `\(what.prefix(60))`", span: span,
      hint: hint)
  }

  /// A key of other objects.
  package static func misplacedKey(
    _ key: String, in shape: ObjectShape, at span: Span, hint: String
  ) -> Diagnostic {
    let owner =
      switch shape.name {
      case KeyTable.extended.name: "a file that others extend"
      case KeyTable.freeze.shape.name: "a freeze"
      case KeyTable.pictureTransition.name: "the picture of a transition"
      case KeyTable.layer.shape.name: "the layers of an instruction"
      case KeyTable.overlay.shape.name: "an overlay"
      case KeyTable.project.shape.name: "the project"
      case "image item": "an image"
      default: "tracks"
      }
    return Diagnostic(
      code: .unknownKey, message: "'\(key)' is not for \(owner)",
      span: span,
      hint: hint)
  }

  /// A `when` that stands in a value rather than in the project.
  package static func conditionOfValue(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .unknownKey, message: "'when' cannot be part of a value", span: span,
      hint: "write 'when' in the project: when: ${row.name}")
  }

  package static func noProject(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .noProject, message: "this is not a project", span: span,
      hint: "a project starts with reel: 1 and has tracks")
  }

  package static func missingKey(_ key: String, in shape: ObjectShape, at span: Span) -> Diagnostic
  {
    var hint = shape.key(key)?.doc
    if let doc = hint {
      var sentence = doc[..<(doc.firstRange(of: ". ")?.lowerBound ?? doc.endIndex)]
      if sentence.hasSuffix(".") { sentence = sentence.dropLast() }
      hint = "\(key): \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
    }
    if shape.name == KeyTable.project.shape.name, key == "reel" { hint = "begin it with reel: 1" }
    if shape.name == KeyTable.project.shape.name, key == "tracks" {
      hint =
        "write tracks: {main: [media/beach.mov]}; a file for 'extends' is checked with a film that extends it"
    }
    return Diagnostic(
      code: .missingKey, message: "\(shape.name) needs '\(key)'", span: span, hint: hint)
  }

  package static func missingValue(_ key: String, at span: Span, hint: String?) -> Diagnostic {
    Diagnostic(
      code: .missingKey, message: "\(quoted(key)) has no value", span: span, hint: hint)
  }

  package static func wrongKind(
    _ noun: String, found: String, at span: Span, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      code: .wrongKind, message: "expected \(noun), found \(found)", span: span, hint: hint)
  }

  package static func exclusiveKeys(
    _ first: String, _ second: String, at span: Span, firstSpan: Span,
    hint: String = "keep one of them"
  ) -> Diagnostic {
    Diagnostic(
      code: .exclusiveKeys, message: "'\(second)' cannot be combined with '\(first)'", span: span,
      notes: [Note(message: "'\(first)' is here", span: firstSpan)], hint: hint)
  }

  package static func unknownName(
    _ name: String, _ noun: String, at span: Span, among names: [String], hint: String? = nil
  ) -> Diagnostic {
    // Far more names than anyone misspells are not all compared.
    let near = nearest(name, in: Array(names.prefix(2000)))
    return Diagnostic(
      code: .unknownName, message: "there is no \(noun) named \(quoted(name))", span: span,
      hint: near.map { "did you mean '\($0)'?" } ?? hint)
  }

  package static func duplicateName(
    _ name: String, _ noun: String, at span: Span, first: Span, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: .duplicateName, message: "two \(noun)s are named \(quoted(name))", span: span,
      notes: [Note(message: "the other one is here", span: first)], hint: hint)
  }
}
