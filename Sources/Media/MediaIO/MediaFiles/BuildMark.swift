// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The GNU build ID of a shared library, in hexadecimal; it identifies what the library was built from.
///
/// A patched library keeps its name, and often its file name, but not its build ID. Nil if the file is no
/// 64-bit ELF file or has no build ID.
func buildMark(of path: String) -> String? {
  guard let file = FileHead(path: path, count: 4096) else { return nil }
  guard file.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else { return nil }
  guard let table = file.number(32, UInt64.self), let entrySize = file.number(54, UInt16.self),
    let entries = file.number(56, UInt16.self)
  else { return nil }
  for index in 0..<Int(entries) {
    let entry = Int(clamping: table) &+ index * Int(entrySize)
    guard file.number(entry, UInt32.self) == 4,  // a note segment
      let start = file.number(entry &+ 8, UInt64.self),
      let size = file.number(entry &+ 32, UInt64.self)
    else { continue }
    if let mark = file.mark(inNotes: Int(clamping: start), size: Int(clamping: size)) {
      return mark
    }
  }
  return nil
}

/// The first bytes of a file, read with bounds checks.
private struct FileHead {
  let bytes: [UInt8]

  init?(path: String, count: Int) {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    bytes = Array(data.prefix(count))
  }

  func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }

  /// The build ID in the notes at `start`.
  func mark(inNotes start: Int, size: Int) -> String? {
    guard start >= 0, start < bytes.count else { return nil }
    let end = min(bytes.count, start + min(size, bytes.count))
    var at = start
    while at + 12 <= end, let name = number(at, UInt32.self),
      let length = number(at + 4, UInt32.self),
      let kind = number(at + 8, UInt32.self), name < 256, length < 4096
    {
      let content = at + 12 + (Int(name) + 3) / 4 * 4
      guard content + Int(length) <= end else { return nil }
      if kind == 3, bytes[(at + 12)...].starts(with: Array("GNU\0".utf8)) {
        let digits = Array("0123456789abcdef")
        return String(
          bytes[content..<content + Int(length)].flatMap {
            [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
          })
      }
      at = content + (Int(length) + 3) / 4 * 4
    }
    return nil
  }
}
