// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Planning
import RenderProtocol
import Timeline

// The form of a record on disk: lines of fields between tabs, then the project as it is.
//
// Lines rather than JSON: they are written after every build that changed something, and reading
// and writing those of a film of 300 segments takes less than a millisecond.
//
//     reel-film 3
//     <digest of all that follows>
//     parameter <name> <value>                        one of the project's
//     subject <kind> <name> <asset> <start> <end>     a clip or overlay, and its place in the text
//     inner <kind> <name> <asset> <start> <end>       one of a film within it, and the place where that is shown
//     font <path> <digest>                            one that the subject above is drawn with
//     piece <kind> <key> <first> <end> <cost>         the cost may be missing
//     group <role> <parent> <subject>                 of the piece above
//     <name> <value>                                  an ingredient of the group above
//     = <text>                                        a word; `role`, `name` are numbers of words
//     text <bytes>                                    and then the project

extension FilmRecord {
  private static let magic = "reel-film 3\n"
  /// Places, costs and numbers of frames beyond this are no film's.
  private static let largest: Int64 = 1 << 40
  /// Groups within groups.
  private static let deepest = 64

  /// The record as bytes.
  public var bytes: [UInt8] {
    var writer = LineWriter()
    for parameter in parameters { writer.line("parameter", parameter.name, parameter.text) }
    for subject in subjects {
      let place = subject.use ?? subject.span
      writer.line(
        subject.use == nil ? "subject" : "inner", subject.kind.rawValue, subject.name,
        subject.asset, "\(place?.start ?? 0)", "\(place?.end ?? 0)")
      for font in subject.fonts { writer.line("font", font.path, font.digest.hex) }
    }
    for piece in pieces {
      writer.line(
        "piece", piece.kind.rawValue, piece.key.hex, "\(piece.place.lowerBound)",
        "\(piece.place.upperBound)", piece.cost.map { "\($0)" } ?? "")
      guard let ingredients = piece.ingredients else { continue }
      for (group, subject) in zip(ingredients.groups, piece.subjects) {
        let role = writer.word(group.role)
        writer.line("group", role, "\(group.parent)", "\(subject)")
        for item in group.items {
          let name = writer.word(item.name)
          writer.line(name, item.value)
        }
      }
    }
    writer.line("text", "\(text.count)")
    let body = writer.bytes + text
    return Array((FilmRecord.magic + Fingerprint(of: body).hex + "\n").utf8) + body
  }

  /// Reads what `bytes` wrote; nil for anything else.
  public init?(bytes: [UInt8]) {
    guard bytes.starts(with: FilmRecord.magic.utf8) else { return nil }
    var reader = RecordReader(bytes: bytes, position: FilmRecord.magic.utf8.count)
    guard let digest = reader.next(), digest.count == 1,
      digest[0] == Fingerprint(of: Array(bytes[reader.position...])).hex
    else { return nil }
    var (subjects, pieces, words) = ([OriginFacts](), [Piece](), [String]())
    var parameters: [PlannedParameter] = []
    /// The nesting depths of the groups of the last piece.
    var depths: [Int] = []
    while let line = reader.next() {
      switch (line[0], line.count) {
      case ("=", 2): words.append(line[1])
      case ("parameter", 3):
        parameters.append(PlannedParameter(name: line[1], text: line[2]))
      case ("subject", 6), ("inner", 6):
        guard let kind = OriginFacts.Kind(rawValue: line[1]), let start = Int32(line[4]),
          let end = Int32(line[5]), 0 <= start, start <= end
        else { return nil }
        let span = Span(file: FileID(index: 0), start: start, end: end)
        let isInner = line[0] == "inner"
        subjects.append(
          OriginFacts(span: isInner ? nil : span, name: line[2], asset: line[3], kind: kind))
        if isInner { subjects[subjects.count - 1].use = span }
      case ("font", 3):
        guard !subjects.isEmpty, let digest = Fingerprint(hex: line[2]) else { return nil }
        subjects[subjects.count - 1].fonts.append(MediaFile(path: line[1], digest: digest))
      case ("piece", 6):
        guard let kind = OutputPiece.Kind(rawValue: line[1]), let key = Fingerprint(hex: line[2]),
          let first = Int64(line[3]), let end = Int64(line[4]), 0 <= first, first <= end,
          end <= FilmRecord.largest
        else { return nil }
        depths = []
        pieces.append(
          Piece(
            kind: kind, key: key, place: first..<end,
            cost: Int(line[5]).flatMap { 0...Int(FilmRecord.largest) ~= $0 ? $0 : nil },
            ingredients: nil,
            subjects: []))
      case ("group", 4):
        guard !pieces.isEmpty, let role = Int(line[1]), words.indices.contains(role),
          let parent = Int(line[2]), -1..<depths.count ~= parent,
          let subject = Int(line[3]), -1..<subjects.count ~= subject
        else { return nil }
        depths.append(parent < 0 ? 0 : depths[parent] + 1)
        guard depths[depths.count - 1] <= FilmRecord.deepest else { return nil }
        pieces[pieces.count - 1].add(Ingredients.Group(role: words[role], parent: parent), subject)
      case ("text", 2):
        guard Int(line[1]) == bytes.count - reader.position else { return nil }
        self.init(
          text: Array(bytes[reader.position...]), subjects: subjects, pieces: pieces,
          parameters: parameters)
        return
      case (let word, 2):
        guard !pieces.isEmpty, let name = Int(word), words.indices.contains(name) else {
          return nil
        }
        pieces[pieces.count - 1].add(Ingredients.Item(name: words[name], value: line[1]))
      default: return nil
      }
    }
    return nil
  }
}

extension FilmRecord.Piece {
  fileprivate mutating func add(_ group: Ingredients.Group, _ subject: Int) {
    if ingredients == nil { ingredients = Ingredients(groups: []) }
    ingredients?.groups.append(group)
    subjects.append(subject)
  }

  fileprivate mutating func add(_ item: Ingredients.Item) {
    guard let last = ingredients?.groups.indices.last else { return }
    ingredients?.groups[last].items.append(item)
  }
}

private struct LineWriter {
  var bytes: [UInt8] = []
  private var numbers: [String: String] = [:]

  /// The number of a word, which is written down when it is new.
  mutating func word(_ text: String) -> String {
    if let number = numbers[text] { return number }
    let number = "\(numbers.count)"
    numbers[text] = number
    line("=", text)
    return number
  }

  mutating func line(_ fields: String...) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      for byte in field.utf8 {
        switch byte {
        case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
        case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        default: bytes.append(byte)
        }
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}

private struct RecordReader {
  let bytes: [UInt8]
  /// After the last line that was read.
  var position: Int

  /// The fields of the next line, at least one; nil at the end.
  mutating func next() -> [String]? {
    var fields: [String] = []
    var start = position
    var index = position
    var isEscaped = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") { isEscaped = true }
      if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        fields.append(isEscaped ? RecordReader.plain(text) : text)
        isEscaped = false
        start = index + 1
      }
      index += 1
      if byte == UInt8(ascii: "\n") {
        position = index
        return fields
      }
    }
    return nil
  }

  private static func plain(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        result.unicodeScalars.append(scalar == "t" ? "\t" : scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
