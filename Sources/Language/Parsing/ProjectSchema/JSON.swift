// SPDX-License-Identifier: Apache-2.0

import Base

/// A JSON value whose objects keep their order.
indirect enum JSON {
  case string(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case array([JSON])
  case object([(String, JSON)])

  /// The value on lines of its own, indented by two spaces a level.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .string(let text): return JSON.quote(text)
    case .integer(let value): return "\(value)"
    case .number(let value): return value.shortest
    case .flag(let value): return value ? "true" : "false"
    case .array(let items):
      if items.isEmpty { return "[]" }
      if items.allSatisfy(\.isScalar) {
        let line = "[" + items.map { $0.text() }.joined(separator: ", ") + "]"
        if line.utf8.count + indent.utf8.count <= 90 { return line }
      }
      let lines = items.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      if members.count == 1, members[0].1.isScalar {
        return "{\(JSON.quote(members[0].0)): \(members[0].1.text())}"
      }
      let lines = members.map { inner + JSON.quote($0.0) + ": " + $0.1.text(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .string, .integer, .number, .flag: true
    case .array, .object: false
    }
  }

  private static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case let control where control.value < 32:
        let hex = String(control.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
