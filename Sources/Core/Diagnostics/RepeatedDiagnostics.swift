// SPDX-License-Identifier: Apache-2.0

extension SourceMap {
  /// A diagnostic, and the other rows that it is reported for.
  struct Gathered {
    let diagnostic: Diagnostic
    /// The table that holds the rows, such as `shots.csv`; nil for a diagnostic that belongs to no row.
    let source: String?
    /// The numbers of the further rows that have the same mistake at the same place.
    var rows: [Int] = []

    /// The remark that names the further rows.
    var remark: String? {
      guard let source, !rows.isEmpty else { return nil }
      let shown = rows.prefix(Self.most).map(String.init)
      var words = shown.joined(separator: ", ")
      if rows.count > Self.most {
        words += " and \(rows.count - Self.most) more"
      } else if shown.count > 1 {
        words = shown.dropLast().joined(separator: ", ") + " and " + shown[shown.count - 1]
      }
      return "the same in row\(rows.count == 1 ? "" : "s") \(words) of \(source)"
    }

    /// The number of rows that are named.
    private static let most = 8
  }

  /// `diagnostics` in their order, those that differ by the row alone as one.
  ///
  /// A wrong template would otherwise be reported once for each of its rows.
  func gathered(_ diagnostics: [Diagnostic]) -> [Gathered] {
    struct Key: Hashable {
      let code: DiagnosticCode
      let message: String
      let (file, start, end): (Int32, Int32, Int32)
      let source: String
      // Rows of another row are other rows.
      let around: Int32
      let notes: [String]
    }
    var all: [Gathered] = []
    var places: [Key: Int] = [:]
    for diagnostic in diagnostics {
      guard let span = diagnostic.span, let row = row(of: span) else {
        all.append(Gathered(diagnostic: diagnostic, source: nil))
        continue
      }
      let key = Key(
        code: diagnostic.code, message: diagnostic.message,
        file: span.file.index, start: span.start, end: span.end, source: row.source,
        around: row.parent, notes: diagnostic.notes.map(\.message))
      if let place = places[key] {
        all[place].rows.append(row.number)
      } else {
        places[key] = all.count
        all.append(Gathered(diagnostic: diagnostic, source: row.source))
      }
    }
    return all
  }

  /// The innermost row that `span` was made for.
  private func row(of span: Span) -> (number: Int, source: String, parent: Int32)? {
    for expansion in chain(from: span) {
      if case .row(let number, let source) = expansion.subject {
        return (number, source, expansion.parent)
      }
    }
    return nil
  }
}
