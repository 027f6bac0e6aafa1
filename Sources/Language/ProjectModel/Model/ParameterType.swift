// SPDX-License-Identifier: Apache-2.0

/// The type of a parameter's values.
public enum ParameterType: String, CaseIterable, Hashable, Sendable {
  /// Any text.
  case text
  /// A number without a unit.
  case number
  /// True or false.
  case flag
  /// A time, which may name anchors.
  case time
  /// A colour.
  case color
  /// The path of a file, or a pattern of files.
  case file
  /// A list, whose items may be anything.
  case list
  /// One of a few texts.
  case choice

  /// The name of a value, with its article.
  public var noun: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .flag: "a flag"
    case .time: "a time"
    case .color: "a colour"
    case .file: "a file"
    case .list: "a list"
    case .choice: "a choice"
    }
  }

  /// An example of a value.
  public var example: String {
    switch self {
    case .text: "Two days in Rome"
    case .number: "2.5"
    case .flag: "true or false"
    case .time: "2.5s or beach.end - 1s"
    case .color: "white or #203040"
    case .file: "media/beach.mov"
    case .list: "a.mov, b.mov or [a, b]"
    case .choice: "one of its values"
    }
  }
}
