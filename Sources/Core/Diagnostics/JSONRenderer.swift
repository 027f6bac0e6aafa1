// SPDX-License-Identifier: Apache-2.0

/// Writes diagnostics for editors and scripts: one JSON object per line.
///
///     {"code":"unknown-key","severity":"error","message":"…","file":"a.yaml",
///      "start":{"line":3,"column":5,"offset":20},"end":{…},
///      "notes":[{"message":"…"}],"hint":"…"}
///
/// Lines and columns count from 1, columns in code points; offsets count UTF-8 bytes from 0; `end`
/// is after the last byte. `file`, `start` and `end` are left out where there is no place, `hint`
/// where there is none.
public struct JSONRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

  /// One object per diagnostic, each with a newline after it.
  public func render(_ diagnostics: [Diagnostic], in sources: SourceMap) -> String {
    diagnostics.map { render($0, in: sources) + "\n" }.joined()
  }

  /// One object, without a newline.
  public func render(_ diagnostic: Diagnostic, in sources: SourceMap) -> String {
    var json = "{\"code\":" + jsonText(diagnostic.code.name)
    json += ",\"severity\":" + jsonText(diagnostic.severity.rawValue)
    json += ",\"message\":" + jsonText(diagnostic.message)
    json += place(diagnostic.span, in: sources)
    let notes = sources.notes(of: diagnostic).map { note in
      "{\"message\":" + jsonText(note.message) + place(note.span, in: sources) + "}"
    }
    json += ",\"notes\":[" + notes.joined(separator: ",") + "]"
    if let hint = diagnostic.hint { json += ",\"hint\":" + jsonText(hint) }
    return json + "}"
  }

  private func place(_ span: Span?, in sources: SourceMap) -> String {
    guard let span, let file = sources.file(of: span) else { return "" }
    func position(_ offset: Int32) -> String {
      let place = file.lineColumn(of: offset)
      return "{\"line\":\(place.line),\"column\":\(place.column),\"offset\":\(offset)}"
    }
    return ",\"file\":" + jsonText(file.name) + ",\"start\":" + position(span.start)
      + ",\"end\":" + position(span.end)
  }
}

/// A JSON string without any character that a reader could take for the end of a line.
package func jsonText(_ text: String) -> String {
  var json = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": json += "\\\""
    case "\\": json += "\\\\"
    case "\n": json += "\\n"
    case "\r": json += "\\r"
    case "\t": json += "\\t"
    case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: json.unicodeScalars.append(scalar)
    }
  }
  return json + "\""
}
