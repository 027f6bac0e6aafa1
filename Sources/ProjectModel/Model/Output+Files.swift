// SPDX-License-Identifier: Apache-2.0

package import Basics

// The files of outputs that are more than one.

extension Output {
  /// The length of media segments where nothing says another.
  package static let usualSegment = Time(6)

  /// The name of its file without folders and extension.
  package var stem: String {
    let name = file.value.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
  }

  /// Whether it may write `other`, a file beside its own; both are paths without `.`, `..` and doubled slashes.
  package func mayWrite(_ other: String, own path: String) -> Bool {
    guard format.isStream else { return false }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = other.dropFirst(folder.count)
    guard other.hasPrefix(folder), !name.contains("/") else { return false }
    return ["video", "audio"].contains { name.hasPrefix("\(stem)-\($0)") }
      && [".m3u8", ".m4s", ".mp4"].contains { name.hasSuffix($0) }
  }
}
