// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc

/// The fonts that decide how text in an SVG drawing looks: librsvg may set it in any of the machine's fonts, and does
/// not report which.
///
/// Fonts are identified by their files' names and sizes, independent of their folders: to read them all would take
/// longer than many a build.
enum DrawingFonts {
  /// Returns true if there may be text in the drawing at `path`.
  static func matter(to path: String) -> Bool {
    // What is compressed, or in another encoding, is not looked into.
    guard let bytes = try? Disk.read(path, limit: 16 << 20),
      let first = bytes.first(where: { !$0.isSpaceInXML }),
      first == UInt8(ascii: "<") || first == 0xEF, !bytes.contains(0)
    else { return true }
    let word = Array("text".utf8)
    return bytes.indices.dropLast(word.count - 1).contains { index in
      bytes[index] == word[0] && bytes[index..<index + word.count].elementsEqual(word)
    }
  }

  /// The fonts and font settings in `folders`, which may also be files.
  static func state(of folders: [String]) -> Fingerprint {
    var files: [String] = []
    for folder in folders {
      if let (names, others) = try? Disk.allNames(in: folder) {
        for name in names { note(name, at: "\(folder)/\(name)", &files) }
        for name in others {
          guard let (type, size) = name.kind(in: folder), type == S_IFREG else { continue }
          files.append("\(name.shown) \(size)")
        }
      } else {
        note(String(folder.split(separator: "/").last ?? ""), at: folder, &files)
      }
    }
    return Fingerprint(of: files.sorted().joined(separator: "\n"))
  }

  private static func note(_ name: String, at path: String, _ files: inout [String]) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
    files.append("\(name) \(facts.st_size)")
  }
}

extension UInt8 {
  fileprivate var isSpaceInXML: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
