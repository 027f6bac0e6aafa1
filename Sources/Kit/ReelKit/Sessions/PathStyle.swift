// SPDX-License-Identifier: Apache-2.0

import Host

/// The notation of a project's paths for other tools: as seen from where `reel` was started.
///
/// A build tool knows a file by its name, so a file must have the name here that it has there: what
/// lies in the project's folder is named by way of the folder as the command line named it.
package struct PathStyle: Sendable {
  /// The project's folder, links resolved.
  package let root: String
  /// The project's folder as the command line names it, with a slash at its end; empty where that
  /// is the working folder.
  package let prefix: String

  /// The style of the project `file`, as it was given, whose folder is `root`.
  package init(file: String, root: String) {
    self.root = root == "/" ? "" : root
    let folder = PathStyle.folder(of: file)
    // A link to a project is a name for the file, not for its folder.
    let named = PathPolicy.real(folder) == root ? folder : root
    switch named {
    case ".": prefix = ""
    case "/": prefix = "/"
    default: prefix = named + "/"
    }
  }

  /// The absolute `path` as a build tool would write it.
  package func name(of path: String) -> String {
    let isInside = path.hasPrefix(root + "/")
    let written = isInside ? prefix + path.dropFirst(root.utf8.count + 1) : path
    let plain = PathStyle.plain(written)
    guard plain != written else { return written }
    // `..` after a link leads elsewhere than it looks: then the path stays as it is written.
    return PathStyle.leadsTheSameWay(plain, written) ? plain : written
  }

  /// `path` without `.`, without doubled slashes, and without `..` after a name.
  package static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    if path.hasPrefix("/") { return "/" + joined }
    return joined.isEmpty ? "." : joined
  }

  /// The folder part of `path`.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func leadsTheSameWay(_ a: String, _ b: String) -> Bool {
    guard let first = PathPolicy.real(folder(of: a)) else { return false }
    return first == PathPolicy.real(folder(of: b))
  }
}
