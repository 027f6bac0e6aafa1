// SPDX-License-Identifier: Apache-2.0

extension SourceMap {
  /// An expansion of a part of a file: the value of a parameter in its place, or a row of data for
  /// which it is repeated.
  ///
  /// Nodes expanded from a template keep their place there, with the number of their expansion
  /// (``FileID/expansion``), so that messages of all phases can name the row.
  public struct Expansion: Sendable {
    /// The replacement of a part of a template.
    public enum Subject: Sendable {
      /// A row of data or an item of a list, counted from 1, and what holds it, such as `shots.csv`.
      case row(Int, of: String)
      /// A value by the name that was written for it, as text: the beginning of a long one.
      case value(name: String, text: String)
      /// A whole project file that another one shows, by the name of the file.
      case film(String)
    }

    /// The replacement.
    public let subject: Subject
    /// The place in the project.
    public let span: Span?
    /// The number of the expansion around it; 0 for none.
    public let parent: Int32

    /// An expansion within the one with the number `parent`.
    public init(_ subject: Subject, at span: Span?, parent: Int32 = 0) {
      // No more of a value is shown: there may be very many expansions by a long one.
      if case .value(let name, let text) = subject, text.prefix(60).endIndex < text.endIndex {
        self.subject = .value(name: name, text: text.prefix(60) + "…")
      } else {
        self.subject = subject
      }
      self.span = span
      self.parent = parent
    }

    var isRow: Bool {
      if case .row = subject { true } else { false }
    }

    /// Returns true if the expansion is written within `other`.
    func lies(in other: Expansion) -> Bool {
      guard let span, let around = other.span else { return false }
      return span.file.index == around.file.index && around.start <= span.start
        && span.end <= around.end
    }

    /// In words, as a remark has it.
    var words: String {
      switch subject {
      case .row(let number, let name): return "in row \(number) of \(name)"
      case .value(let name, let text): return "\(name) is '\(text)'"
      case .film(let name): return "'\(name)' is used here"
      }
    }
  }
}
