// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import RenderProtocol

/// The `Duration` of a Matroska file (RFC 9559, 5.1.2.10).
///
/// libavformat uses the last block's end, which for Opus includes pre-skip.
enum MatroskaDuration {
  /// Bytes at the start of a file in which the element is searched; libavformat writes it after its seek head.
  private static let reach = 4096

  /// Writes `duration` into the file at `path`, in whole milliseconds, which are libavformat's unit.
  static func write(_ duration: Time, into path: String) throws(RenderFailure) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: reach)
    let count = pread(file, &head, reach, 0)
    guard count > 0 else { throw failure(path) }
    guard let place = place(in: head[..<count]) else {
      throw RenderFailure(kind: .program, message: "a Matroska file without a duration")
    }
    let value = Double((duration * Time(1000)).rounded).bitPattern.bigEndian
    let written = withUnsafeBytes(of: value) { pwrite(file, $0.baseAddress, 8, off_t(place)) }
    guard written == 8 else { throw failure(path) }
  }

  /// The offset of the eight bytes of the duration in `head`, the start of a file.
  static func place(in head: ArraySlice<UInt8>) -> Int? {
    var at = head.startIndex
    while let element = element(in: head, at: at) {
      switch element.name {
      // The search descends into Segment and Info.
      case 0x1853_8067, 0x1549_a966: at = element.content
      case 0x4489: return element.size == 8 ? element.content : nil
      default:
        guard element.size <= head.endIndex - element.content else { return nil }
        at = element.content + element.size
      }
    }
    return nil
  }

  /// The ID of the element at `at` (RFC 8794, 5), the offset of its content, and the content's size.
  private static func element(
    in head: ArraySlice<UInt8>, at: Int
  ) -> (name: Int, content: Int, size: Int)? {
    guard let name = number(in: head, at: at, keepsMarker: true),
      let size = number(in: head, at: at + name.length, keepsMarker: false)
    else { return nil }
    return (name.value, at + name.length + size.length, size.value)
  }

  private static func number(
    in head: ArraySlice<UInt8>, at: Int, keepsMarker: Bool
  ) -> (value: Int, length: Int)? {
    guard head.indices.contains(at) else { return nil }
    let length = head[at].leadingZeroBitCount + 1
    guard length <= 8, at + length <= head.endIndex else { return nil }
    var value = Int(head[at]) & (keepsMarker ? 0xff : 0xff >> length)
    for byte in head[(at + 1)..<(at + length)] { value = value << 8 | Int(byte) }
    return (value, length)
  }

  private static func failure(_ path: String) -> RenderFailure {
    RenderFailure(
      kind: .disk, message: "cannot write the film: \(String(cString: strerror(errno)))",
      log: [path])
  }
}
