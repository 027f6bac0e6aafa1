// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The loader's message about a program that it cannot start.
struct LoaderWords {
  /// The description of the problem, with a remedy.
  let message: String
  /// True if the message says all.
  let isKnown: Bool

  /// - Parameters:
  ///   - lines: The lines of the process's standard error stream.
  ///   - installed: The versions of a library that this machine has.
  init?(of lines: [String], installed: (String) -> [Int] = { LoaderWords.versions(of: $0) }) {
    let again = "build Reel anew on this machine"
    if let library = lines.lazy.compactMap({ LoaderWords.missing(in: $0) }).first {
      isKnown = true
      let parts = library.split(separator: ".")
      guard let place = parts.firstIndex(of: "so"), place + 1 < parts.count else {
        message =
          "the renderer needs \(library), which is not on this machine: install it, or \(again)"
        return
      }
      let name = parts[..<place].joined(separator: ".")
      let version = parts[(place + 1)...].joined(separator: ".")
      let others = installed(name).map(String.init).joined(separator: " and ")
      message =
        "the renderer was built for \(name) \(version), "
        + (others.isEmpty
          ? "which is not on this machine: install it, or \(again)"
          : "and this machine has \(others): \(again), or install \(name) \(version)")
      return
    }
    // A library of that name, but an older one.
    let marks = ["not found (required by", "symbol lookup error", "while loading shared libraries"]
    // Of one that is there and right there may be no room for.
    let others = ["failed to map segment", "cannot allocate memory", "Cannot allocate memory"]
    guard
      let line = lines.first(where: { line in
        marks.contains { line.contains($0) } && !others.contains { line.contains($0) }
      })
    else { return nil }
    isKnown = false
    let words = line.split(separator: ":", maxSplits: 1).last.map { $0.drop { $0 == " " } }
    message =
      "the renderer cannot be started, as it was built for other libraries: \(again)"
      + (words.map { " (\($0))" } ?? "")
  }

  /// The library that `line` says is not there; nil where it says something else.
  private static func missing(in line: String) -> String? {
    let parts = line.split(separator: ": ")
    guard line.contains("cannot open shared object file"),
      let place = parts.firstIndex(of: "error while loading shared libraries"),
      place + 1 < parts.count
    else { return nil }
    return String(parts[place + 1])
  }

  /// The versions of `library` in the folders of this machine, the least first.
  static func versions(of library: String) -> [Int] {
    let usual = ["/lib64", "/usr/lib64", "/usr/lib", "/usr/local/lib"]
    let folders =
      usual
      + names(in: "/usr/lib").filter { $0.hasSuffix("-linux-gnu") }.map { "/usr/lib/\($0)" }
    let prefix = library + ".so."
    let found = folders.flatMap { names(in: $0) }.compactMap { name in
      name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }
    return Set(found).sorted()
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
