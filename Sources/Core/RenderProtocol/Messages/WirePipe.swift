// SPDX-License-Identifier: Apache-2.0

import Glibc

extension WireReader {
  /// The next message that comes from the pipe `descriptor`; nil when no more do.
  ///
  /// The thread is blocked until then.
  public mutating func next(from descriptor: Int32) throws(WireProblem) -> [UInt8]? {
    var buffer: [UInt8] = []
    while true {
      if let message = try next() { return message }
      if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 16) }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return nil }
      append(buffer[..<count])
    }
  }

  /// Returns true if `descriptor` can be read, or is at its end, within so many milliseconds.
  public static func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }

  /// Writes `bytes` to the pipe `descriptor`; false when its read end is closed.
  ///
  /// The thread is blocked until then.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
