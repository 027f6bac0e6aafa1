// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import RenderProtocol

/// An executable that works for this one: the renderer, or the messenger to a shared store.
package struct WorkerCommand: Hashable, Sendable {
  /// The absolute path, links resolved.
  package var path: String

  /// The executable at `path`, which starts from the working folder unless it is absolute.
  static func named(_ path: String) throws(RenderFailure) -> WorkerCommand {
    guard let found = usable(path) else {
      throw RenderFailure(
        kind: .crash, message: "the renderer '\(path)' is no executable file")
    }
    return found
  }

  /// The worker that belongs to this executable.
  ///
  /// It is where the environment variable `REEL_RENDER` says, else beside `reel`, else in
  /// `../libexec/reel` as installed packages have it. Where the processor has AVX2, it is the build for that, if there is
  /// one: both make the same bytes, that one in less time.
  static func find(
    beside executable: String = "/proc/self/exe",
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } },
    hasAVX2: Bool = reel_has_avx2() != 0
  ) throws(RenderFailure) -> WorkerCommand {
    if let path = environment("REEL_RENDER"), !path.isEmpty {
      guard let found = usable(path) else {
        throw RenderFailure(
          kind: .crash, message: "REEL_RENDER is '\(path)', which is no executable file")
      }
      return found
    }
    guard let own = resolve(executable), let slash = own.lastIndex(of: "/") else {
      throw RenderFailure(kind: .crash, message: "cannot find the path of this executable")
    }
    let folder = own[..<slash]
    guard let found = installed("reel-render", besideFolder: folder) else {
      throw RenderFailure(
        kind: .crash, message: "the renderer 'reel-render' is neither in '\(folder)' nor installed")
    }
    return hasAVX2 ? found.forAVX2 ?? found : found
  }

  /// The build of the same executable for processors with AVX2, in a folder beside it; nil if there is none, or an older one,
  /// which was left behind when this one was built.
  private var forAVX2: WorkerCommand? {
    guard let slash = path.lastIndex(of: "/"),
      let wide = WorkerCommand.usable("\(path[..<slash])/avx2\(path[slash...])"),
      let own = WorkerCommand.changed(path), let other = WorkerCommand.changed(wide.path),
      other >= own
    else { return nil }
    return wide
  }

  /// The time at which a file was written last, in nanoseconds; nil if the file cannot be examined.
  private static func changed(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }

  /// The messenger to shared stores that belongs to this executable, where the worker may be too;
  /// nil when it is not there.
  package static func findMessenger(beside executable: String = "/proc/self/exe") -> WorkerCommand?
  {
    guard let own = resolve(executable), let slash = own.lastIndex(of: "/") else { return nil }
    return installed("reel-store", besideFolder: own[..<slash])
  }

  private static func installed(_ name: String, besideFolder folder: Substring) -> WorkerCommand? {
    usable("\(folder)/\(name)") ?? usable("\(folder)/../libexec/reel/\(name)")
  }

  private static func usable(_ path: String) -> WorkerCommand? {
    guard let path = resolve(path), access(path, X_OK) == 0 else { return nil }
    return WorkerCommand(path: path)
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
