// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

extension Script {
  /// The milliseconds around `time` in which all frames look the same: no text comes or goes, and none that is shown
  /// changes by itself; nil where one may.
  package func stillness(at time: Int64) -> Range<Int64>? {
    var (start, end) = (Int64.min, Int64.max)
    for event in events {
      if event.start <= time, time < event.end, event.isMoving { return nil }
      for change in [event.start, event.end] {
        if change <= time { start = max(start, change) } else { end = min(end, change) }
      }
    }
    return start..<end
  }
}

extension ScriptEvent {
  /// True if it may differ from frame to frame: by a tag that moves, fades or lights up, or by an
  /// effect.
  ///
  /// Tags may begin with blanks. Words of the text that read like an effect count as one.
  fileprivate var isMoving: Bool {
    let bytes = Array(line.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\\") {
        let name = bytes[(index + 1)...].drop {
          $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
        }
        if ["t", "move", "fad", "k", "K"].contains(where: { name.starts(with: $0.utf8) }) {
          return true
        }
      } else if byte == UInt8(ascii: "B") || byte == UInt8(ascii: "S") {
        let name = bytes[index...]
        if ["Banner", "Scroll"].contains(where: { name.starts(with: $0.utf8) }) { return true }
      }
    }
    return false
  }
}
