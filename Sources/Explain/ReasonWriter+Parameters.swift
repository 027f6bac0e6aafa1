// SPDX-License-Identifier: Apache-2.0

import Diagnostics

// Values of parameters, which change films while no line of the project does.

extension ReasonWriter {
  /// The parameter that changed where the line itself did not; nil where it did.
  func parameter(of edit: Edit) -> (name: String, now: String, was: String)? {
    guard let new = edit.new, let old = edit.old, new.written == old.written else { return nil }
    for name in newText.names(in: new.written) {
      guard let now = newText.parameters[name], let was = oldText.parameters[name], now != was
      else { continue }
      return (name, now, was)
    }
    return nil
  }

  /// The kind of a reason that `edit` says: `code`, unless it is a parameter that changed.
  func code(_ code: Reason.Code, _ edit: Edit) -> Reason.Code {
    parameter(of: edit) == nil ? code : .parameter
  }

  /// Why something is or is not there, where a parameter that it names changed, `when` before others; else nothing.
  func cause(_ text: ProjectText, at span: Span?) -> String {
    let lines = text.entries(at: span).map(\.written)
    let conditions = text.entries(at: span).filter { $0.path == "when" }.map(\.written)
    for name in (conditions + lines).flatMap({ text.names(in: $0) }) {
      guard let now = newText.parameters[name], let was = oldText.parameters[name], now != was
      else { continue }
      let isTold = isShort(now) && isShort(was)
      return ": parameter '\(name)' changed" + (isTold ? ": \(now) was \(was)" : "")
    }
    return ""
  }
}
