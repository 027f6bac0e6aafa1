// SPDX-License-Identifier: Apache-2.0

import Base
public import Diagnostics
public import ProjectModel
import YAML

/// A parameter as a project declares it.
public struct Parameter: Sendable {
  /// Its name, which is written `${name}`.
  public let name: String
  /// The place of its name.
  public let span: Span
  /// The type of its values.
  public let type: ParameterType
  /// True if the type follows from the default.
  let isInferred: Bool
  /// Its value where none is given; nil where it has to be given.
  let fallback: YAMLNode?
  /// The least number or time.
  let minimum: Bound?
  /// The largest number or time.
  let maximum: Bound?
  /// The values of a choice.
  public let choices: [String]
  /// A description of its purpose; nil if there is none.
  public let doc: String?

  /// A number, or a time in seconds, and how it is written.
  struct Bound: Sendable {
    let value: Time
    let text: String
  }

  /// The default as text; nil where there is none.
  public var fallbackText: String? { fallback.map { Template.shown($0, isTemplate: true) } }
  /// The least number or time as it is written.
  public var minimumText: String? { minimum?.text }
  /// The largest number or time as it is written.
  public var maximumText: String? { maximum?.text }

  /// Why `name` cannot be the name of a parameter or of a row; nil where it can.
  static func nameProblem(_ name: String) -> String? {
    let bytes = Array(name.utf8)
    guard let first = bytes.first else { return "a name is empty" }
    if bytes.count > 100 { return "a name can have at most 100 bytes" }
    guard first.isLetter || first == UInt8(ascii: "_"), bytes.allSatisfy(\.isNamePart) else {
      return "'\(name)' cannot be written as ${name}"
    }
    return nil
  }
}

extension UInt8 {
  private var isDecimal: Bool { self >= 48 && self <= 57 }
  fileprivate var isLetter: Bool { (self | 32) >= 97 && (self | 32) <= 122 || self >= 128 }
  /// True if the byte may be in a name: letters, digits, `_`, `-` and everything beyond ASCII.
  var isNamePart: Bool {
    isLetter || isDecimal || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }
}
