// SPDX-License-Identifier: Apache-2.0

package import Base

/// The files of an output that may be more than one: those of a stream beside its main playlist, numbered pictures, sprites
/// beside a text about thumbnails, or the films of one build after the other.
package struct FileFamily: Hashable, Sendable {
  /// A scheme of file names.
  package enum Names: Hashable, Sendable {
    /// They begin with the name of the main playlist without its extension.
    case stream(stem: String)
    case pictures(NumberedName)
    case marked(MarkedName)
  }

  /// The path of their folder with the slash at its end; empty for none.
  package var folder: String
  /// The names of the files.
  package var names: Names

  /// The files of an output whose file is written as `path`; nil where it is one file.
  ///
  /// - Parameter isStoryboard: True if it is a text about thumbnails.
  package init?(path: String, isStoryboard: Bool = false) {
    let name = path.lastIndex(of: "/").map { path[$0...].dropFirst() } ?? path[...]
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
    folder = String(path.dropLast(name.count))
    let format = OutputFormat(path: path)
    if isStoryboard {
      names = .pictures(.sprites(of: stem))
    } else if format?.isSequence == true {
      guard let name = NumberedName(String(name)) else { return nil }
      names = .pictures(name)
    } else if format?.isStream == true {
      names = .stream(stem: stem)
    } else {
      guard let name = MarkedName(path: name) else { return nil }
      names = .marked(name)
    }
  }

  /// Returns true if a file at `path` may be one of them; both paths are written alike, without
  /// `.`, `..` and doubled slashes.
  package func holds(_ path: String) -> Bool {
    guard path.hasPrefix(folder) else { return false }
    let name = path.dropFirst(folder.count)
    if name.contains("/") { return false }
    switch names {
    case .pictures(let numbered): return numbered.holds(name)
    case .marked(let marked): return marked.number(in: name) != nil
    case .stream(let stem): return FileFamily.stem(ofPart: name).map(String.init) == stem
    }
  }

  /// The stem of the stream that a file called `name` is a part of, beside the main playlist; nil where it is none.
  package static func stem(ofPart name: Substring) -> Substring? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    var words = name[..<dot].split(separator: "-", omittingEmptySubsequences: false)[...]
    switch name[dot...] {
    case ".m3u8": break
    case ".m4s", ".mp4":
      // The digest of its bytes.
      guard let digest = words.popLast(), !digest.isEmpty, digest.allSatisfy(\.isHexDigit) else {
        return nil
      }
      if name[dot...] == ".mp4", words.popLast() != "init" { return nil }
    default: return nil
    }
    guard let track = words.popLast(), ["video", "audio"].contains(track), let last = words.last
    else { return nil }
    return name[..<last.endIndex]
  }
}
