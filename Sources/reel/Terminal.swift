// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One of the two streams that `reel` writes to.
struct Terminal: Sendable {
  /// Results and progress.
  static let output = Terminal(descriptor: 1)
  /// Everything that is wrong.
  static let errors = Terminal(descriptor: 2)

  let descriptor: Int32

  /// Whether somebody looks at it as it is written.
  var isInteractive: Bool {
    guard isatty(descriptor) == 1 else { return false }
    return getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Columns of the window; 80 where there is none.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes `text`; a reader who has gone away misses nothing.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Writes `text` and a line break.
  func writeLine(_ text: String) { write(text + "\n") }

  /// `text` with control characters made visible, for text that comes from files and names.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}
