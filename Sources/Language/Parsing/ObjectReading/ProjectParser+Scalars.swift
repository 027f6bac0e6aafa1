// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics
package import ProjectModel
package import YAML

/// Values of one scalar, or of a short list of them.
extension ProjectParser {
  /// Reports a version of the language that is not this one; true for a later one, whose keys mean what nobody knows yet.
  @discardableResult
  package mutating func version(_ node: YAMLNode) -> Bool {
    guard let version = integer(node, "the version", in: 0...999) else { return false }
    guard version.value != 1 else { return false }
    let isLater = version.value > 1
    report(
      .unsupportedVersion,
      isLater
        ? "this file wants version \(version.value) of the language, and this reel knows version 1"
        : "there is no version \(version.value) of the language", at: version.span,
      hint: isLater ? "update reel" : "write reel: 1")
    return isLater
  }

  /// The text of a scalar; anything else is reported.
  package mutating func text(_ node: YAMLNode, _ noun: String, example: String) -> Located<String>?
  {
    guard let text = node.text else {
      return refused(node, noun, hint: "write \(example)")
    }
    return Located(text, at: node.span)
  }

  /// The path of a file.
  package mutating func path(_ node: YAMLNode) -> Located<String>? {
    guard let path = text(node, "the path of a file", example: "media/beach.mov") else {
      return nil
    }
    return checkPath(path) ? path : nil
  }

  /// The asset with the name that is written, or a path.
  ///
  /// The file's existence is not known before media are probed.
  package mutating func media(_ node: YAMLNode) -> MediaReference? {
    guard let text = text(node, "an asset or a file", example: "beach or media/beach.mov") else {
      return nil
    }
    var reference = MediaReference(text: text.value, span: text.span, asset: nil)
    if let index = assetIndices[text.value] {
      usedAssets.insert(index)
      reference.asset = index
      return reference
    }
    return checkPath(text) ? reference : nil
  }

  /// Returns true if `path` can be a path; reports it otherwise.
  package mutating func checkPath(_ path: Located<String>) -> Bool {
    if path.value.isEmpty {
      report(.badValue, "a path is empty", at: path.span)
      return false
    }
    if path.value.utf8.count > 4096 || path.value.utf8.contains(0) {
      report(.badValue, "a path is longer than 4096 bytes or contains a NUL byte", at: path.span)
      return false
    }
    return true
  }

  package mutating func time(_ node: YAMLNode) -> TimeExpression? {
    guard node.kind == .scalar else {
      return refused(node, "a time", hint: "write 2.5s, 1m30s, 48f or beach.end - 1s")
    }
    var parser = TimeParser(ScalarText(node))
    defer { for problem in parser.mended { report(problem, at: node) } }
    do throws(ValueProblem) {
      return try parser.time()
    } catch {
      return refused(error, at: node)
    }
  }

  /// A time that is not negative (or zero, unless `orZero`), as far as this is known without media.
  package mutating func positiveTime(_ node: YAMLNode, _ noun: String, orZero: Bool)
    -> TimeExpression?
  {
    guard let time = time(node) else { return nil }
    if time.isPlainlyNegative || (time.constant == .zero && !orZero) {
      return refused(
        .outOfRange, orZero ? "\(noun) cannot be negative" : "\(noun) must be longer than 0",
        at: time.span)
    }
    return time
  }

  /// A `positiveTime` of something short: a number without a unit of three digits or more is meant as milliseconds.
  ///
  /// - Parameter minutes: True where it may well last some minutes, so that a number of whole ones is meant as it is.
  package mutating func shortTime(
    _ node: YAMLNode, _ noun: String, orZero: Bool, minutes: Bool = false
  ) -> TimeExpression? {
    let time = positiveTime(node, noun, orZero: orZero)
    let areMinutes =
      minutes && node.text.flatMap { Int($0) }.map { $0 < 1000 && $0 % 60 == 0 } ?? false
    if let time, let number = node.text, number.count >= 3, number.utf8.allSatisfy(\.isDigit),
      !areMinutes
    {
      report(
        .bareSeconds, "\(noun) of \(number) without a unit lasts \(number) seconds", at: time.span,
        hint: "write \(number)ms for milliseconds, or \(number)s")
    }
    return time
  }

  /// - Parameter isOfSource: True where it is one of a source, whose frames may have timecodes.
  package mutating func range(_ node: YAMLNode, isOfSource: Bool = false) -> RangeExpression? {
    guard node.kind == .scalar else {
      return refused(node, "a range", hint: "write 2s..8s, 2s.. or ..8s")
    }
    let text = ScalarText(node)
    var parser = isOfSource ? TimeParser(source: text) : TimeParser(text)
    defer { for problem in parser.mended { report(problem, at: node) } }
    do throws(ValueProblem) {
      let range = try parser.range()
      for time in [range.start, range.end] {
        if let time, time.isPlainlyNegative {
          throw ValueProblem(
            code: .outOfRange, message: "a range cannot begin or end before 0", span: time.span)
        }
      }
      return range
    } catch {
      return refused(error, at: node)
    }
  }

  package mutating func flag(_ node: YAMLNode) -> Bool? {
    if let value = FlagWord.value(of: node.text) { return value }
    switch node.text {
    case let text?:
      report(
        .unknownValue, "\(quoted(text)) is neither true nor false", at: node.span,
        hint: "write true or false")
    case nil:
      wrongKind(node, "true or false", hint: "write true or false")
    }
    return nil
  }

  package mutating func integer(
    _ node: YAMLNode, _ noun: String, in bounds: ClosedRange<Int>
  ) -> Located<Int>? {
    guard node.kind == .scalar else {
      return refused(node, noun)
    }
    let text = ScalarText(node)
    guard let quantity = Quantity(text, in: text.trimmed), quantity.unit.isEmpty,
      quantity.value.denominator == 1
    else {
      return refused(
        .badValue, "\(quoted(text.string)) is not a whole number", at: node.span,
        hint: "\(noun) must be between \(bounds.lowerBound) and \(bounds.upperBound)")
    }
    guard let value = Int(exactly: quantity.value.numerator), bounds.contains(value) else {
      return refused(
        .outOfRange, "\(noun) must be between \(bounds.lowerBound) and \(bounds.upperBound)",
        at: node.span)
    }
    return Located(value, at: node.span)
  }

  /// One of the raw values of an enumeration.
  package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: YAMLNode, _ noun: String, as type: Choice.Type = Choice.self
  ) -> Choice? {
    word(node, of: Choice.allNames, noun).flatMap { Choice(rawValue: $0) }
  }

  /// One of `names`; messages call it `noun`, with its article.
  ///
  /// - Parameter synonyms: Words of other tools.
  package mutating func word(
    _ node: YAMLNode, of names: [String], _ noun: String, synonyms: [KeySynonym] = []
  ) -> String? {
    guard let text = node.text else {
      return refused(node, noun, hint: "one of " + names.joined(separator: ", "))
    }
    if names.contains(text) { return text }
    let synonym = synonyms.first { $0.words.contains(text.lowercased()) }
    return refused(
      .unknownValue, "\(quoted(text)) is not \(noun)", at: node.span,
      hint: synonym?.hint ?? suggestion(text, in: names))
  }

  package mutating func color(_ node: YAMLNode) -> Color? {
    guard node.kind == .scalar else {
      return refused(node, "a colour", hint: "write white, \"#203040\" or white@50%")
    }
    let text = ScalarText(node)
    do throws(ValueProblem) {
      return try Color.read(Word(text: text, range: text.trimmed))
    } catch {
      return refused(error, at: node)
    }
  }

  /// `1280x720` or `[1280, 720]`, both even and within bounds.
  package mutating func pixelSize(_ node: YAMLNode) -> Located<PixelSize>? {
    guard node.kind != .mapping, let words = words(node) else {
      return refused(node, "a size in pixels", hint: "write 1280x720")
    }
    let numbers: [Time?]
    if words.count == 1 {
      let parts = words[0].string.split(separator: "x", omittingEmptySubsequences: false)
      numbers = parts.map { Time(decimal: $0) }
    } else {
      numbers = words.map { $0.quantity.flatMap { $0.unit.isEmpty ? $0.value : nil } }
    }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      width.denominator == 1, height.denominator == 1
    else {
      return refused(
        .badValue, "\(quoted(node.text ?? "this")) is not a size in pixels",
        at: node.kind == .scalar ? node.span : firstPlace(in: node),
        hint: "write \(Self.sizes[node.text?.lowercased() ?? ""] ?? "1280x720")"
          + (node.text?.contains(":") == true
            ? "; a ratio is that of a canvas: canvas: \(node.text ?? "9:16")" : ""))
    }
    let bounds = Time(16)...Time(8192)
    guard bounds.contains(width), bounds.contains(height) else {
      return refused(
        .outOfRange, "width and height must be between 16 and 8192 pixels", at: node.span)
    }
    let size = PixelSize(Int(width.numerator), Int(height.numerator))
    guard size.width % 2 == 0, size.height % 2 == 0 else {
      let even = PixelSize(size.width + size.width % 2, size.height + size.height % 2)
      return refused(
        .outOfRange, "width and height must be even", at: node.span, hint: "write \(even)")
    }
    return Located(size, at: node.span)
  }

  /// Sizes that have names elsewhere.
  private static let sizes = [
    "480p": "854x480", "720p": "1280x720", "hd": "1280x720", "1080p": "1920x1080",
    "full-hd": "1920x1080", "1440p": "2560x1440", "2160p": "3840x2160", "4k": "3840x2160",
  ]

  /// `30`, `29.97` or `24000/1001`, 1 to 240 frames per second.
  package mutating func rate(_ node: YAMLNode) -> Located<FrameRate>? {
    guard node.kind == .scalar else {
      return refused(node, "a frame rate", hint: "write 30, 29.97 or 24000/1001")
    }
    let text = ScalarText(node).string
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Time(decimal: $0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count),
      numbers.count == 1 || numbers[1] > .zero
    else {
      return refused(
        .badValue, "\(quoted(text)) is not a frame rate", at: node.span,
        hint: "write 30, 29.97 or 24000/1001")
    }
    let value = numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
    guard value >= Time(1), value <= Time(240) else {
      return refused(.outOfRange, "a frame rate must be between 1 and 240", at: node.span)
    }
    let rate =
      numbers.count == 2
      ? FrameRate(value.numerator, over: value.denominator) : FrameRate(conventional: value)
    return rate.map { Located($0, at: node.span) }
  }
}
