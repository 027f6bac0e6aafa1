// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Glibc
package import Timeline

/// Placeholders of version control systems for large files whose contents are not fetched.
///
/// Any file of a project may be one: a pointer, which is a small text (Git LFS, git-annex,
/// git-fat), a broken link into the objects of git-annex, or no file, with DVC's record of it
/// beside it.
enum VersionControl {
  /// Pointers are shorter; those of Git LFS have at most 1024 bytes.
  static let pointerLimit = 1024
  private static let dvcEnding = ".dvc"
  private static let dvcLimit = 1 << 20

  /// The system whose pointer the text `bytes` is; nil for other contents.
  static func system(ofPointer bytes: [UInt8]) -> Placeholder.System? {
    let lines = bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    )
    guard let first = lines.first else { return nil }
    func begins(_ line: ArraySlice<UInt8>, _ text: String) -> Bool { line.starts(with: text.utf8) }
    // The second name is that of the first releases.
    if begins(first, "version https://git-lfs.github.com/spec/")
      || begins(first, "version https://hawser.github.com/spec/")
    {
      return lines.contains { begins($0, "oid ") } ? .lfs : nil
    }
    if begins(first, "#$# git-fat ") { return .fat }
    // An unlocked file, or a link where the file system has none.
    return lines.count == 1 && (begins(first, "/annex/objects/") || isAnnexed(first)) ? .annex : nil
  }

  /// Returns true if `target` leads to the objects of git-annex.
  static func isAnnexed(_ target: some Sequence<UInt8>) -> Bool {
    let parts = String(decoding: Array(target), as: UTF8.self).split(separator: "/")
    let places = zip(parts, parts.dropFirst()).enumerated()
    return places.contains { index, pair in
      pair == ("annex", "objects") && parts[..<index].contains(".git") && index + 2 < parts.count
    }
  }

  /// The name of what the file `name` of DVC keeps; nil for other files.
  static func kept(by name: String) -> String? {
    guard name.hasSuffix(dvcEnding), name.utf8.count > dvcEnding.utf8.count else { return nil }
    return String(name.dropLast(dvcEnding.count))
  }

  /// The file in `folder` by which DVC fetches `name`, or what it calls that in its pipelines; nil where it knows nothing of
  /// it.
  static func tracking(_ name: String, in folder: String) -> String? {
    func lines(of file: String) -> [Substring] {
      guard PathPolicy.isRegularFile(file), let bytes = try? Disk.read(file, limit: dvcLimit) else {
        return []
      }
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    }
    if lines(of: "\(folder)/\(name)\(dvcEnding)").contains(where: { $0.hasPrefix("outs:") }) {
      return name + dvcEnding
    }
    let entries = lines(of: "\(folder)/dvc.lock").map { $0.drop { $0 == " " || $0 == "-" } }
    return entries.contains("path: \(name)") ? name : nil
  }

  /// The target of the link at `path`; nil for anything else.
  static func target(ofLink path: String) -> [UInt8]? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? bytes[..<count].map(UInt8.init(bitPattern:)) : nil
  }

  /// The first folder at or above `folder` in which there is something called `name`.
  private static func root(above folder: String, with name: String) -> String? {
    var folder = folder[...]
    while true {
      if PathPolicy.kind(of: "\(folder)/\(name)") != nil {
        return folder.isEmpty ? "/" : String(folder)
      }
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = folder[..<slash]
    }
  }

  /// The placeholder of `system` for the file at the absolute `path`, links resolved but its own,
  /// as users run its command.
  static func placeholder(_ system: Placeholder.System, of path: String) -> Placeholder {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let parent = String(path[..<slash])
    let here = PathPolicy.real(".")
    func relative(to folder: String?) -> String? {
      guard let folder, PathPolicy.isInside(path, folder), path != folder else { return nil }
      return String(path.dropFirst(folder == "/" ? 1 : folder.count + 1))
    }
    guard system != .dvc, let root = root(above: parent, with: ".git") else {
      return Placeholder(system, named: relative(to: here) ?? path)
    }
    // Commands of Git work in the repository that they are run in.
    let isHere = here.map { PathPolicy.isInside($0, root) } ?? false
    let name = relative(to: system == .annex && isHere ? here : root)
    guard let name else { return Placeholder(system, in: root, named: relative(to: root) ?? path) }
    return Placeholder(system, in: isHere ? nil : root, named: name)
  }
}

extension PathPolicy {
  /// The pointer that the regular file at `real`, links resolved, is; nil for any other.
  package static func pointer(at real: String) -> Placeholder? {
    var facts = stat()
    guard stat(real, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      (1...VersionControl.pointerLimit).contains(Int(facts.st_size)),
      let bytes = try? Disk.head(of: real, count: VersionControl.pointerLimit)
    else { return nil }
    return VersionControl.system(ofPointer: bytes).map { VersionControl.placeholder($0, of: real) }
  }

  /// The placeholder for the missing file at the absolute `path`; nil if its folder is not allowed,
  /// or none is known.
  func placeholder(inPlaceOf path: String) -> Placeholder? {
    PathPolicy.placeholder(inPlaceOf: path) { allows($0) }
  }

  /// The same for a file that the command line names.
  package static func placeholder(inPlaceOf path: String) -> Placeholder? {
    (try? fromWorkingFolder(path)).flatMap { placeholder(inPlaceOf: $0) { _ in true } }
  }

  private static func placeholder(
    inPlaceOf path: String, _ allows: (String) -> Bool
  ) -> Placeholder? {
    // The folder that there is, and the first name in it that leads nowhere.
    var (parent, name, rest) = (path[...], ""[...], ""[...])
    while true {
      guard let slash = parent.lastIndex(of: "/") else { return nil }
      rest = name.isEmpty ? rest : rest.isEmpty ? name : "\(name)/\(rest)"[...]
      name = parent[parent.index(after: slash)...]
      parent = parent[..<slash]
      if name.isEmpty { continue }
      guard let real = real(parent.isEmpty ? "/" : String(parent)) else { continue }
      guard name != ".", name != "..", allows(real) else { return nil }
      return placeholder(of: String(name), rest: String(rest), in: real)
    }
  }

  /// The placeholder in `folder` for `name`, and for `rest` below that.
  private static func placeholder(
    of name: String, rest: String, in folder: String
  ) -> Placeholder? {
    let place = folder == "/" ? "" : folder
    let target = VersionControl.target(ofLink: "\(place)/\(name)")
    if rest.isEmpty, let target, VersionControl.isAnnexed(target) {
      return VersionControl.placeholder(.annex, of: "\(place)/\(name)")
    }
    let whole = rest.isEmpty ? name : "\(name)/\(rest)"
    for kept in rest.isEmpty ? [name] : [name, whole] {
      if let file = VersionControl.tracking(kept, in: place) {
        return VersionControl.placeholder(.dvc, of: "\(place)/\(file)")
      }
    }
    return nil
  }
}
