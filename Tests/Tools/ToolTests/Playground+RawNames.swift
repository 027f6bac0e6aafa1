// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// A part of a name: characters, or a byte that is part of none.
enum NamePart: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case text(String)
  case byte(UInt8)

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral byte: UInt8) { self = .byte(byte) }
}

extension Playground {
  /// Makes a file, or a folder, with a name of any bytes.
  func make(_ parts: NamePart..., isFolder: Bool = false) throws {
    var bytes = Array((path + "/").utf8)
    for part in parts {
      switch part {
      case .text(let text): bytes += Array(text.utf8)
      case .byte(let byte): bytes.append(byte)
      }
    }
    let name = bytes.map(CChar.init(bitPattern:)) + [0]
    if isFolder {
      #expect(mkdir(name, 0o777) == 0)
    } else {
      let file = open(name, O_WRONLY | O_CREAT, 0o666)
      #expect(file >= 0)
      close(file)
    }
  }
}
