// SPDX-License-Identifier: Apache-2.0

import Catalog

/// Regular expressions (ECMA 262) for values that are written as text.
///
/// They let through everything decoding accepts, and a little more: parentheses are not counted and
/// bounds are left to decoding.
enum SchemaPattern {
  private static let number = #"(\d{1,9}(\.\d{1,9})?|\.\d{1,9})"#
  private static let unit = #"(ms|h|m|s)"#
  private static let literal =
    "(\\d+:\\d+:\\d+[:;]\\d+|\\d+(:\\d+){1,2}(\\.\\d+)?|\\d{1,9}f|\\d{1,9} *beats?|beat +\\d{1,9}|\(number)\(unit)(\(number)\(unit))*"
    + "|\(number))"
  private static let anchor = #"[^\s()*/+.-][^\s()*/+]*?\.(start|middle|end)"#
  private static let atom = "[-(\\s]*(\(anchor)|\(literal))[)\\s]*"
  private static let expression = "\(atom)([-+*/]\(atom))*"

  /// A number that is calculated of others.
  static let calculation = #"^[-+(.\d][^,>]*( [-+] |[*/])[^,>]*$"#
  /// A text that names a value.
  static let parameter = #"\$\{[^}]+\}"#
  /// A time.
  static let time = "^\(expression)$"
  /// The time of a keyframe: a time, `end`, or a share of a length.
  static let keyframe: String = {
    let atom = "[-(\\s]*(\(anchor)|end|\(number)%|\(literal))[)\\s]*"
    return "^\(atom)([-+*/]\(atom))*$"
  }()
  /// A range, perhaps between timecodes of a source.
  static let range: String = {
    let atom = "[-(\\s]*(\(anchor)|tc\\(\\s*\\d+:\\d+:\\d+[:;]\\d+\\s*\\)|\(literal))[)\\s]*"
    let expression = "\(atom)([-+*/]\(atom))*"
    return
      "^(\(expression)\\.\\.\\s*(\\+?\(expression))?|\\s*\\.\\.\\s*\\+?\(expression))$"
  }()
  /// A colour by name or digits, perhaps with an opacity.
  static let color =
    "^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+)(@\(number)%?)?$"
  /// A colour, perhaps with a place.
  static let stop =
    "^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+)(@\(number)%?)?(\\s+(-?\(number)%|0))?$"
  /// The name of an entrance, perhaps with its length and its easing.
  static let entrance =
    "^(\(EntranceStyle.names.map(\.name).joined(separator: "|")))(\\s+.*)?$"
  /// A size in pixels.
  static let ratio = #"^\d+(\.\d+)?:\d+(\.\d+)?$"#
  static let pixelSize = #"^\d{2,4}x\d{2,4}$"#
  /// Columns and rows.
  static let grid = #"^\d{1,2}x\d{1,2}$"#
  /// A frame rate.
  static let rate = #"^\d{1,9}(\.\d{1,9})?(/\d{1,9})?$"#
  /// An opacity.
  static let opacity = "^\(number)\\s*%?$"
  /// A volume.
  static let volume = "^([-+]?\(number)\\s*[dD][bB]|\(number)\\s*%?)$"
  /// A number, perhaps with a unit.
  static func measure(_ unit: String) -> String { "^[-+]?\(number)\\s*(\(unit))?$" }
  /// An angle.
  static let angle = "^[-+]?\(number)\\s*(deg|turn)$"
  /// An angle, or two.
  static let slant = "^[-+]?\(number)(deg|turn)([\\s,]+[-+]?\(number)(deg|turn))?$"
  /// A factor.
  static let factor = "^\(number)\\s*%?$"
  /// A share to either side.
  static let balance = "^[-+]?\(number)\\s*%?$"
  /// Pixels to either side.
  static let shift = "^[-+]?\(number)\\s*(px)?$"
  /// Two of them.
  static let offset = "^[-+]?\(number)(px)?[\\s,]+[-+]?\(number)(px)?$"
  /// A scale, or two.
  static let scale = "^\(number)%?([\\s,]+\(number)%?)?$"
  /// A length.
  static let length = "^\(number)\\s*(%|px)?$"
  /// `count` lengths, separated by spaces or commas.
  static func lengths(_ count: ClosedRange<Int>) -> String {
    let length = "\(number)(%|px)?"
    return "^\(length)([\\s,]+\(length)){\(count.lowerBound - 1),\(count.upperBound - 1)}$"
  }
  /// A number of pixels.
  static let pixels = "^\(number)\\s*(px)?$"
  /// A width, or a width and a height.
  static let boxSize = "^(auto|\(number)(%|px)?)([\\s,]+(auto|\(number)(%|px)?))?$"
  /// A length of a position, which may lie outside the canvas.
  static let coordinate = "^[-+]?\(number)\\s*(%|px)?$"
  /// Two lengths of a position.
  static let position = "^[-+]?\(number)(%|px)?[\\s,]+[-+]?\(number)(%|px)?$"
  /// Six numbers.
  static let matrix =
    "^[-+]?\(number)([\\s,]+[-+]?\(number)){5}(([\\s,]+[-+]?\(number)){10})?$"
  /// A ramp.
  static let ramp = "^[^>]+->[^>]+$"
}
