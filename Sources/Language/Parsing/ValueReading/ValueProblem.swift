// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension DiagnosticCode {
  /// A text that cannot be read as what is wanted.
  package static let badValue = error("bad-value")
  /// A word that is not one of the allowed values.
  package static let unknownValue = error("unknown-value")
  /// A filter, or an option of one, that is not supported.
  package static let effectRefused = error("effect-refused")
  /// A number beyond its bounds.
  package static let outOfRange = error("out-of-range")
}

/// Why a text is not the value that was wanted.
package struct ValueProblem: Error {
  /// Which kind of mistake it is.
  package var code: DiagnosticCode
  /// The message of the diagnostic.
  package var message: String
  /// The part of the text that is wrong; nil for all of it.
  package var span: Span?
  /// The text to write instead; nil if there is none.
  package var hint: String?

  package init(
    code: DiagnosticCode = .badValue, message: String, span: Span? = nil, hint: String? = nil
  ) {
    (self.code, self.message, self.span, self.hint) = (code, message, span, hint)
  }
}
