// SPDX-License-Identifier: Apache-2.0

/// Collects the diagnostics of one run.
///
/// There is one per run and it cannot be copied, so nothing that was reported gets lost in a copy.
/// It stays small whatever the project holds: past ``limit`` errors, and as many warnings, it only
/// counts.
public struct DiagnosticSink: ~Copyable {
  /// The number of errors, and of warnings, that are kept.
  public static let limit = 100

  private var kept: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  private var errors = 0
  private var warnings = 0

  /// Makes a sink that has heard nothing.
  public init() {}

  /// True if an error was reported.
  public var hasErrors: Bool { errors > 0 }

  /// The diagnostics, sorted by file, start and then the order they were reported in.
  ///
  /// Diagnostics without a place come after those with one. Exact duplicates are left out. If there
  /// were too many, the last ones say how many more.
  public var diagnostics: [Diagnostic] {
    // Sorting is not stable in general, hence the place in the order of reports.
    let order = kept.indices.sorted { left, right in
      let leftKey = Self.sortKey(kept[left])
      let rightKey = Self.sortKey(kept[right])
      return leftKey == rightKey ? left < right : leftKey < rightKey
    }
    var sorted = order.map { kept[$0] }
    if errors > Self.limit {
      sorted.append(Diagnostic(code: .moreErrors, message: Self.more(errors - Self.limit, "error")))
    }
    if warnings > Self.limit {
      sorted.append(
        Diagnostic(code: .moreWarnings, message: Self.more(warnings - Self.limit, "warning")))
    }
    return sorted
  }

  /// Takes note of a diagnostic.
  public mutating func report(_ diagnostic: Diagnostic) {
    guard !seen.contains(diagnostic) else { return }
    let count: Int
    switch diagnostic.severity {
    case .error:
      errors += 1
      count = errors
    case .warning:
      warnings += 1
      count = warnings
    }
    guard count <= Self.limit else { return }
    seen.insert(diagnostic)
    kept.append(diagnostic)
  }

  /// Takes note of several diagnostics.
  public mutating func report(contentsOf diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { report(diagnostic) }
  }

  /// Takes note of all that `other` has heard.
  public mutating func report(allOf other: borrowing DiagnosticSink) {
    report(contentsOf: other.kept)
    errors += max(0, other.errors - Self.limit)
    warnings += max(0, other.warnings - Self.limit)
  }

  /// Throws if an error was reported, so that work that needs a sound project stops here.
  public mutating func check() throws(Reported) {
    if hasErrors { throw Reported() }
  }

  /// Reports an error and leaves.
  ///
  /// - Precondition: the diagnostic is an error, not a warning.
  public mutating func fail(_ diagnostic: Diagnostic) throws(Reported) -> Never {
    precondition(diagnostic.severity == .error, "only errors end the work")
    report(diagnostic)
    throw Reported()
  }

  private static func sortKey(_ diagnostic: Diagnostic) -> (Int32, Int32) {
    guard let span = diagnostic.span else { return (.max, .max) }
    return (span.file.index, span.start)
  }

  private static func more(_ count: Int, _ noun: String) -> String {
    "\(count) more \(noun)\(count == 1 ? "" : "s")"
  }
}

/// The proof that an error was reported to a ``DiagnosticSink``; carries nothing else.
public struct Reported: Error {
  fileprivate init() {}
}

extension DiagnosticCode {
  /// More errors were found than are shown.
  public static let moreErrors = DiagnosticCode.error("more-errors")
  /// More warnings were found than are shown.
  public static let moreWarnings = DiagnosticCode.warning("more-warnings")
}
