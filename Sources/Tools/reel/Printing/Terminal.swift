// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import Synchronization

/// One of the two streams that `reel` writes to.
package struct Terminal: Sendable {
  /// Results and progress.
  package static let output = Terminal(descriptor: 1)
  /// Everything that is wrong.
  package static let errors = Terminal(descriptor: 2)

  package let descriptor: Int32

  /// True if the output goes to a terminal that a user sees as it is written.
  package var isInteractive: Bool {
    guard isatty(descriptor) == 1 else { return false }
    return getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Columns of the window; 80 where there is none.
  package var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private static let lastFailure = Atomic<Int32>(0)

  /// Why results could not be written; nil where all were, or where the reader has gone away.
  package static var failure: String? {
    let code = lastFailure.load(ordering: .relaxed)
    return code == 0 ? nil : PathPolicy.words(code)
  }

  /// Opens the standard streams that this process was started without: else the files that are opened
  /// next get their numbers, and messages are written into them.
  package static func openStreams() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      if descriptor > 2 { close(descriptor) }
      if descriptor > 2 || descriptor < 0 { return }
    }
  }

  /// Writes `text`; a reader who has gone away misses nothing.
  ///
  /// Any other failure to write to the standard output is kept in `failure`.
  package func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        if count < 0, errno != EPIPE, descriptor == 1 {
          _ = Terminal.lastFailure.compareExchange(
            expected: 0, desired: errno, ordering: .relaxed)
        }
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Writes `text` and a line break.
  package func writeLine(_ text: String) { write(text + "\n") }

  /// `text` with control characters made visible, for text that comes from files and names.
  package static func printable(_ text: String) -> String {
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
