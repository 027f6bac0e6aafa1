// SPDX-License-Identifier: Apache-2.0

/// The names in a text that libavutil may read as an expression.
public struct EffectExpression: Sendable {
  /// Names in it, each with whether a parenthesis follows, as in `sin(t)`.
  private let names: [(name: String, isFunction: Bool)]
  /// All of it without white space, in pieces: each name, and what is between them.
  private let pieces: [(text: String, isName: Bool)]

  /// Reads `text`, as libavutil does without any white space: to `av_expr_parse`, `ran dom (0)` is `random(0)`.
  public init(_ text: String) {
    var names: [(String, Bool)] = []
    var pieces: [(String, Bool)] = []
    let bytes = text.utf8.filter { $0 != 32 && !(9...13).contains($0) }
    var (index, end) = (0, 0)
    func rest(to index: Int) -> (String, Bool) {
      (String(decoding: bytes[end..<index], as: UTF8.self), false)
    }
    while index < bytes.count {
      guard EffectExpression.isLetter(bytes[index]) else {
        // The letters of a number such as `1e3` or `0x1F` are no name.
        if bytes[index].isDigit {
          while index < bytes.count,
            EffectExpression.isLetter(bytes[index]) || bytes[index].isDigit || bytes[index] == 46
          {
            index += 1
          }
        } else {
          index += 1
        }
        continue
      }
      let start = index
      while index < bytes.count, EffectExpression.isLetter(bytes[index]) || bytes[index].isDigit {
        index += 1
      }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      let isFunction = index < bytes.count && bytes[index] == UInt8(ascii: "(")
      names.append((name, isFunction))
      pieces += [rest(to: start), (name, !isFunction)]
      end = index
    }
    self.names = names
    self.pieces = pieces + [rest(to: bytes.count)]
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
  }

  /// True if the expression names the time or the number of the frame.
  public var isTimed: Bool {
    names.contains { !$0.isFunction && EffectExpression.clocks.contains($0.name) }
  }

  private static let clocks: Set<String> = ["t", "T", "n", "N", "pts", "PTS", "pos", "in", "on"]

  /// `text` with `value` in the place of each of `names`; as it is if it has none of them.
  static func text(_ text: String, with value: String, for names: Set<String>) -> String {
    let pieces = EffectExpression(text).pieces
    func isReplaced(_ piece: (text: String, isName: Bool)) -> Bool {
      piece.isName && names.contains(piece.text)
    }
    guard pieces.contains(where: isReplaced) else { return text }
    return pieces.map { isReplaced($0) ? value : $0.text }.joined()
  }

  /// A function in it that is not allowed, and why.
  public var refused: (name: String, reason: String)? {
    for (name, isFunction) in names where isFunction {
      if let reason = EffectExpression.reasons[name] { return (name, reason) }
    }
    return nil
  }

  private static let reasons: [String: String] = [
    "while": "it may never end", "root": "it may take any time", "taylor": "it may take any time",
    "random": "its numbers depend on the frames before", "time": "it is the time of day",
    "randomi": "its numbers depend on the frames before",
    "st": "it keeps a number for later frames", "ld": "it keeps a number for later frames",
    "print": "it only reports",
  ]
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
}
