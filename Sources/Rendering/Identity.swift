// SPDX-License-Identifier: Apache-2.0

import AV
public import Actions
import FoundationEssentials

/// Who this worker is: everything about the machine that decides the bytes it makes.
///
/// - Parameter fontFolders: Where fontconfig looks, from `TextRenderer.fontFolders()`.
public func identity(fontFolders: [String]) -> WorkerIdentity {
  let files = loadedFiles()
  // Encoders and text libraries have no version in libav's list: their files' names carry it.
  let names = files.compactMap { file -> String? in
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let decides = [
      "libx264", "libvpx", "libopus", "libmp3lame", "libvorbis", "libdav1d", "libaom", "librsvg",
      "libpango", "libcairo", "libfreetype", "libharfbuzz", "libzimg", "libwebp",
    ]
    return decides.contains { name.hasPrefix($0) } ? name : nil
  }
  return WorkerIdentity(
    version: renderingVersion, libraries: libraryVersions() + names, files: files,
    fontFolders: fontFolders)
}

/// The executable and the shared libraries in this process's memory map, sorted.
private func loadedFiles() -> [String] {
  guard let map = try? Data(contentsOf: URL(filePath: "/proc/self/maps")) else { return [] }
  var files: Set<String> = []
  for line in String(decoding: map, as: UTF8.self).split(separator: "\n") {
    guard let slash = line.firstIndex(of: "/") else { continue }
    let path = String(line[slash...])
    if path.contains(".so") || path.hasSuffix("reel-render") { files.insert(path) }
  }
  return files.map { resolved($0) }.sorted()
}

private func resolved(_ path: String) -> String {
  URL(filePath: path).resolvingSymlinksInPath().path
}
