// SPDX-License-Identifier: Apache-2.0

package import BuildSystem
package import Diagnostics
import Glibc
import Host

/// The place where builds keep what they reuse.
package struct CachePlace: Sendable {
  /// The folder as the user names it; nil for `REEL_CACHE`, or the folder beside the project.
  package var name: String?

  /// The place called `name`.
  package init(name: String? = nil) { self.name = name }

  /// Why there is no folder for what builds keep.
  package struct Refused: Error {
    package var diagnostic: Diagnostic
  }

  /// The build folder of a project in the folder `root`, whose links are resolved, once it is known
  /// that it can be used.
  package func folder(of root: String) throws(Refused) -> BuildFolder {
    let named = try namedFolder()
    let folder = BuildFolder(path: named ?? (root == "/" ? "" : root) + "/.reel")
    do throws(BuildFolder.Obstacle) { try folder.examine(mustBeOwn: named != nil) } catch {
      throw Refused(diagnostic: .storeFolder(folder.path, error))
    }
    return folder
  }

  /// The absolute path of the folder that was named; nil for none, also where the name is empty.
  ///
  /// Links in it are the user's and are followed.
  private func namedFolder() throws(Refused) -> String? {
    guard let name = name ?? getenv("REEL_CACHE").map({ String(cString: $0) }), !name.isEmpty
    else { return nil }
    guard let path = try? PathPolicy.fromWorkingFolder(name),
      let real = CachePlace.resolved(path),
      real != "/"
    else {
      throw Refused(
        diagnostic: .simple("store-folder", "'\(name)' cannot be the cache folder"))
    }
    return real
  }

  /// `path` with links resolved as far as there is something; nil unless the rest is plain names.
  private static func resolved(_ path: String) -> String? {
    if let real = PathPolicy.real(path) { return real }
    let trimmed = path.reversed().drop { $0 == "/" }.reversed().map { $0 }
    guard let slash = trimmed.lastIndex(of: "/") else { return nil }
    let name = String(trimmed[(slash + 1)...])
    guard name != ".", name != "..", let parent = resolved(String(trimmed[...slash])) else {
      return nil
    }
    return (parent == "/" ? "" : parent) + "/" + name
  }
}

extension Diagnostic {
  /// The folder at `path` cannot be used as a build folder.
  fileprivate static func storeFolder(
    _ path: String, _ obstacle: BuildFolder.Obstacle
  ) -> Diagnostic {
    let message: String
    let hint: String?
    switch obstacle {
    case .link(let link):
      message = "'\(link)' is a symbolic link, which is not followed"
      hint = "remove the link; `--cache` or REEL_CACHE names another folder for what builds keep"
    case .notAFolder:
      message = "'\(path)' is not a folder, so that builds cannot keep anything in it"
      hint = "remove it, or name a folder with `--cache`"
    case .foreign:
      message = "'\(path)' holds files that no build made"
      hint = "name a new or an empty folder with `--cache` or REEL_CACHE"
    case .system(let failure):
      message = "cannot use '\(path)' for what builds keep: \(failure)"
      hint = nil
    }
    return Diagnostic(code: .error("store-folder"), message: message, hint: hint)
  }
}
