// SPDX-License-Identifier: Apache-2.0

import AV
public import Actions
import Foundation

/// Who this worker is: everything about the machine that decides the bytes it makes.
///
/// - Parameter fontFolders: Where fontconfig looks, from `TextRenderer.fontFolders()`.
public func identity(fontFolders: [String]) -> WorkerIdentity {
  let files = loadedFiles()
  // Encoders, decoders and text libraries have no version in libav's list. Their files' names carry
  // one, but not what a distribution has mended since: that shows in the linker's mark.
  let names = files.compactMap { file -> String? in
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard deciding.contains(where: { name.hasPrefix($0) }) else { return nil }
    return buildMark(of: file).map { name + " " + $0 } ?? name
  }
  return WorkerIdentity(
    version: renderingVersion, libraries: libraryVersions() + names, files: files,
    fontFolders: fontFolders)
}

/// What decides bytes beside FFmpeg's own libraries, by the start of the file's name.
private let deciding = [
  "libx264", "libx265", "libvpx", "libopus", "libmp3lame", "libvorbis", "libdav1d", "libaom",
  "librsvg", "libpango", "libcairo", "libfontconfig", "libfreetype", "libfribidi", "libharfbuzz",
  "libzimg", "libwebp", "libpixman", "libavcodec", "libavfilter", "libavformat", "libavutil",
  "libswscale", "libswresample",
]

/// The executable and the shared libraries in this process's memory map, sorted.
private func loadedFiles() -> [String] {
  // A file of /proc has no size that could be asked for: it is read to its end.
  guard let map = fopen("/proc/self/maps", "r") else { return [] }
  defer { fclose(map) }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, map), count > 0 {
    text += buffer[..<count]
  }
  var files: Set<String> = []
  for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
    guard let slash = line.firstIndex(of: "/") else { continue }
    let path = String(line[slash...])
    if path.contains(".so") || path.hasSuffix("reel-render") { files.insert(path) }
  }
  return files.map { resolved($0) }.sorted()
}

private func resolved(_ path: String) -> String {
  URL(filePath: path).resolvingSymlinksInPath().path
}
