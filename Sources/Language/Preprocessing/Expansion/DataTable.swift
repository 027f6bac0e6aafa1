// SPDX-License-Identifier: Apache-2.0

import Base
public import Diagnostics
public import YAML

/// Why a data file cannot be read.
public struct DataRefusal: Error {
  /// The diagnostic to report.
  public let diagnostic: Diagnostic

  /// A refusal for the reason in `diagnostic`, an error.
  public init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

/// A data file that was read.
public struct DataFile: Sendable {
  /// Its bytes.
  public var text: [UInt8]
  /// Remarks on the file, all warnings.
  public var remarks: [Diagnostic]

  /// A file of `text`.
  public init(_ text: [UInt8], remarks: [Diagnostic] = []) {
    (self.text, self.remarks) = (text, remarks)
  }
}

/// Rows that were read from a CSV or a JSON file.
public struct DataTable: Sendable {
  /// Cells, or members of objects, of one table.
  static let cellLimit = 2_000_000

  /// The format of a table.
  public enum Format: Sendable {
    /// Lines of cells between commas, the first of which names the columns (RFC 4180).
    case csv
    /// A list of objects, or of values.
    case json

    /// The format of the file at `path`, by its name; nil for any other.
    public init?(path: String) {
      let name = path.lowercased()
      if name.hasSuffix(".csv") {
        self = .csv
      } else if name.hasSuffix(".json") {
        self = .json
      } else {
        return nil
      }
    }
  }

  /// Returns true if `path` is a pattern of files, whose rows are read as JSON, and not the name of
  /// a table.
  public static func isPattern(_ path: String) -> Bool { Format(path: path) == nil && isGlob(path) }

  /// The file as it is named.
  public let name: String
  /// A list with a node for each row: for CSV, and for JSON's objects, a mapping.
  public let rows: YAMLNode

  /// The name of row `number`, counted from 1, in messages.
  public func title(ofRow number: Int) -> String { "row \(number) of \(name)" }

  /// Reads a table; nil where it is none, which is reported with its place in the file.
  ///
  /// - Parameters:
  ///   - text: the bytes of the file, at most 64 MiB.
  ///   - file: the file of all spans.
  public init?(
    name: String, text: [UInt8], format: Format, file: FileID,
    reporting sink: inout DiagnosticSink
  ) {
    self.name = name
    do throws(DataProblem) {
      let tree: YAMLTree
      switch format {
      case .csv:
        var reader = CSVReader(text, file: file)
        tree = try reader.table()
      case .json:
        var reader = JSONReader(text, file: file)
        tree = try reader.document()
      }
      guard let root = tree.root, root.kind == .sequence else {
        throw DataProblem(
          "data is a list of rows, and this is something else", 0..<min(1, text.count),
          hint: "write [{…}, {…}]")
      }
      guard root.count <= Expander.rowLimit else {
        throw DataProblem(
          "a file of data has at most \(Expander.rowLimit) rows", 0..<min(1, text.count),
          hint: "split it")
      }
      rows = root
    } catch {
      let (start, end) = (Int32(error.range.lowerBound), Int32(error.range.upperBound))
      sink.report(
        Diagnostic(
          code: .badData, message: error.message, span: Span(file: file, start: start, end: end),
          hint: error.hint))
      return nil
    }
  }
}

extension DiagnosticCode {
  /// Data that cannot be read.
  public static let badData = error("bad-data")
}

/// A problem in a file of data, at a range of its bytes.
struct DataProblem: Error {
  let message: String
  let range: Range<Int>
  let hint: String?

  init(_ message: String, _ range: Range<Int>, hint: String? = nil) {
    self.message = message
    self.range = range
    self.hint = hint
  }
}

/// The start of the bytes of `text` after a byte order mark; throws where they are no UTF-8, or UTF-16.
func startOfText(_ text: [UInt8]) throws(DataProblem) -> Int {
  if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
    throw DataProblem("the data are UTF-16, not UTF-8", 0..<2, hint: "save the file as UTF-8")
  }
  if let place = invalidUTF8(in: text) {
    throw DataProblem(
      "the data are not UTF-8", place..<place + 1, hint: "save the file as UTF-8")
  }
  return text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
}

/// The first byte that is no part of a character; nil where all are.
private func invalidUTF8(in text: [UInt8]) -> Int? {
  var index = 0
  while index < text.count {
    if text[index] < 0x80 {
      index += 1
      continue
    }
    var decoder = Unicode.UTF8.ForwardParser()
    var rest = text[index..<min(index + 4, text.count)].makeIterator()
    guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else { return index }
    index += encoded.count
  }
  return nil
}
