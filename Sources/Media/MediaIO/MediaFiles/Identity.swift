// SPDX-License-Identifier: Apache-2.0

import Glibc
import LibAV
public import RenderProtocol

/// This worker's identity: everything about the machine that affects output bytes.
///
/// - Parameter fontFolders: The folders of fontconfig, from `TextRenderer.fontFolders()`.
public func identity(fontFolders: [String]) -> WorkerIdentity {
  let files = loadedFiles()
  // libav does not report versions of encoders, decoders and text libraries. Their file names contain a
  // version, but not a distribution's patches; build IDs do.
  let names = files.compactMap { file -> String? in
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard deciding.contains(where: { name.hasPrefix($0) }) else { return nil }
    return nameAndBuild(of: file)
  }
  return WorkerIdentity(
    version: renderingVersion, libraries: libraryVersions() + names, files: files,
    fontFolders: fontFolders)
}

/// The name of a shared library's file, and its build ID if it has one.
package func nameAndBuild(of file: String) -> String {
  let name = file.split(separator: "/").last.map(String.init) ?? file
  return buildMark(of: file).map { name + " " + $0 } ?? name
}

/// The libraries that affect bytes, including FFmpeg's own, by the start of their file names.
private let deciding = [
  "libass", "libx264", "libx265", "libvpx", "libopus", "libmp3lame", "libvorbis", "libdav1d",
  "libaom", "libSvtAv1Enc",
  "librsvg", "libpango", "libcairo", "libfontconfig", "libfreetype", "libfribidi", "libharfbuzz",
  "libzimg", "libwebp", "libpixman", "libavcodec", "libavfilter", "libavformat", "libavutil",
  "libswscale", "libswresample",
]

/// The executable and the shared libraries in this process's memory map, sorted.
package func loadedFiles() -> [String] {
  // Files in /proc have no known size and must be read to their end.
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
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}
