// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// Why something is rendered.
public struct Reason: Hashable, Sendable {
  /// The kind of reason; other tools may rely on it.
  public var code: Code
  /// In words, such as `text of overlay 'headline' changed`.
  public var text: String
  /// The subject of the reason if the words do not name it, such as `clip 'beach'`.
  public var subject: String?
  /// The place in the project.
  public var span: Span?
  /// True if no line of the project says it, so that it follows from something else.
  var isImplied = false

  init(_ code: Code, _ text: String, subject: String? = nil, at span: Span? = nil) {
    self.code = code
    self.text = text
    self.subject = subject
    self.span = span
  }

  /// The kinds of reasons.
  public enum Code: String, Hashable, Sendable {
    /// No earlier build made it here, as far as is known.
    case neverBuilt = "never-built"
    /// It was stored, and is missing now.
    case removed
    /// It was stored, and its bytes have changed since.
    case damaged
    /// A clip or overlay is new in the film.
    case new
    /// A clip or overlay is no longer in the film.
    case gone
    /// A clip or overlay is seen or heard at another time.
    case time
    /// A file has other bytes.
    case bytes
    /// Another file is named.
    case file
    /// A text, or how it is set.
    case text
    /// The interval of a file.
    case range
    /// A place or a size.
    case place
    /// An opacity or a fade.
    case opacity
    /// A volume or a fade.
    case volume
    /// A transition.
    case transition
    /// The value of a parameter, or a row of data.
    case parameter
    /// The colour behind everything.
    case background
    /// The film's size, rate or shape.
    case canvas
    /// The encoder or its options.
    case encoder
    /// A library has another version.
    case libraries
    /// Reel itself renders otherwise.
    case version
    /// `--keep-going` was switched on or off.
    case keepGoing = "keep-going"
    /// The same contents are divided into segments at other places.
    case divided
    /// Any other reason.
    case other
  }
}

extension Reason.Code {
  init(_ aspect: Difference.Aspect) {
    self =
      switch aspect {
      case .bytes: .bytes
      case .file: .file
      case .text: .text
      case .range, .speed, .pitch, .between: .range
      case .place: .place
      case .opacity: .opacity
      case .volume: .volume
      case .look, .drawing, .other: .other
      }
  }
}
