// SPDX-License-Identifier: Apache-2.0

/// The files a compilation has read, so that spans can be shown as lines and columns.
public struct SourceMap: Sendable {
  /// The files in the order they were added.
  public private(set) var files: [SourceFile] = []
  private var expansions: [Expansion] = []

  /// Makes a map without files.
  public init() {}

  /// Adds a file and returns its name for spans.
  ///
  /// - Parameters:
  ///   - name: the path as it is shown to the user.
  ///   - text: the bytes of the file, which need not be valid UTF-8; less than 2 GiB.
  public mutating func add(name: String, text: [UInt8]) -> FileID {
    precondition(text.count < Int(Int32.max), "readers refuse files that large before this")
    let id = FileID(index: Int32(files.count))
    files.append(SourceFile(id: id, name: name, text: text))
    return id
  }

  /// Adds a file that another map holds, and returns its name for spans here.
  public mutating func add(_ file: SourceFile) -> FileID {
    let id = FileID(index: Int32(files.count))
    files.append(file.named(id))
    return id
  }

  /// Adds an expansion and returns its number, for ``FileID/expansion``.
  public mutating func add(_ expansion: Expansion) -> Int32 {
    precondition(expansions.count < Int(Int32.max), "what is expanded is bounded before this")
    expansions.append(expansion)
    return Int32(expansions.count)
  }

  /// The remarks to be shown with `diagnostic`: its own, and what its places were expanded from.
  public func notes(of diagnostic: Diagnostic) -> [Diagnostic.Note] {
    let own = diagnostic.notes.map { note in
      guard let span = note.span, span.file.expansion > 0,
        span.file.expansion != diagnostic.span?.file.expansion,
        let row = chain(from: span).last(where: \.isRow)
      else { return note }
      return Diagnostic.Note(message: "\(note.message), \(row.words)", span: span)
    }
    guard let span = diagnostic.span else { return own }
    return own + expansionNotes(of: span)
  }

  /// The values and rows that made of a template what stands at `span`, the innermost first.
  public func chain(from span: Span) -> [Expansion] {
    var found: [Expansion] = []
    var number = span.file.expansion
    while number > 0, number <= expansions.count {
      let expansion = expansions[Int(number) - 1]
      found.append(expansion)
      number = expansion.parent
    }
    return found
  }

  private func expansionNotes(of span: Span) -> [Diagnostic.Note] {
    let chain = chain(from: span)
    var notes: [Diagnostic.Note] = []
    for (index, expansion) in chain.enumerated() {
      guard !expansion.isRow else {
        // A value of the row has said where it is.
        let isSaid = chain[..<index].contains { !$0.isRow && $0.lies(in: expansion) }
        if !isSaid { notes.append(.init(message: expansion.words, span: expansion.span)) }
        continue
      }
      let row = chain[index...].first { $0.isRow && expansion.lies(in: $0) }
      let words = expansion.words + (row.map { ", \($0.words)" } ?? "")
      notes.append(.init(message: words, span: expansion.span))
    }
    return notes
  }

  /// The file `id` names; `id` must come from this map.
  public subscript(id: FileID) -> SourceFile {
    files[Int(id.index)]
  }

  /// The file a span lies in; `nil` for a span of another run, which has no place to show.
  public func file(of span: Span) -> SourceFile? {
    files.indices.contains(Int(span.file.index)) ? self[span.file] : nil
  }

  /// The name of the file and the line where `span` starts; `nil` where there is none to show.
  public func place(of span: Span?) -> (file: String, start: LineColumn)? {
    guard let span, let file = file(of: span) else { return nil }
    return (file.name, file.lineColumn(of: span.start))
  }
}

/// One file of a ``SourceMap``.
public struct SourceFile: Sendable {
  /// The name of the file in spans.
  public let id: FileID
  /// The path as it is shown to the user.
  public let name: String
  /// The bytes of the file.
  public let text: [UInt8]
  /// The offset of the first byte of each line; the first is 0.
  ///
  /// A line ends after `\n`, `\r\n` or a lone `\r`.
  public let lineStarts: [Int32]

  init(id: FileID, name: String, text: [UInt8]) {
    self.init(id: id, name: name, text: text, lineStarts: Self.lineStarts(in: text))
  }

  private init(id: FileID, name: String, text: [UInt8], lineStarts: [Int32]) {
    self.id = id
    self.name = name
    self.text = text
    self.lineStarts = lineStarts
  }

  /// The same file under another name for spans.
  func named(_ id: FileID) -> SourceFile {
    SourceFile(id: id, name: name, text: text, lineStarts: lineStarts)
  }

  /// The 1-based line and column of the byte at `offset`; offsets past the end mean the end.
  ///
  /// The column counts code points; a byte that is not part of one counts as one. A byte order mark
  /// at the start of the file takes no column.
  public func lineColumn(of offset: Int32) -> LineColumn {
    let offset = max(0, min(offset, Int32(text.count)))
    let line = lineIndex(of: offset)
    var start = Int(lineStarts[line])
    if start == 0, text.starts(with: [0xEF, 0xBB, 0xBF]) { start = min(3, Int(offset)) }
    var column = 1
    for byte in text[start..<Int(offset)] where byte & 0xC0 != 0x80 {
      column += 1
    }
    return LineColumn(line: line + 1, column: column)
  }

  /// The bytes of a line, counted from 0, without its line break.
  public func lineRange(_ line: Int) -> Range<Int> {
    let start = Int(lineStarts[line])
    var end = line + 1 < lineStarts.count ? Int(lineStarts[line + 1]) : text.count
    if end > start, text[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  /// The line, counted from 0, that holds the byte at `offset`.
  func lineIndex(of offset: Int32) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private static func lineStarts(in text: [UInt8]) -> [Int32] {
    var starts: [Int32] = [0]
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "\n"):
        starts.append(Int32(index + 1))
      case UInt8(ascii: "\r"):
        if index + 1 == text.count || text[index + 1] != UInt8(ascii: "\n") {
          starts.append(Int32(index + 1))
        }
      default:
        break
      }
    }
    return starts
  }
}

/// A place in a text as people count it.
public struct LineColumn: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in code points, from 1.
  public let column: Int

  /// Makes the place `line`:`column`.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
