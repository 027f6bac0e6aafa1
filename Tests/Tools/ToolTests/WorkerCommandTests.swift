// SPDX-License-Identifier: Apache-2.0

import Foundation
import RenderProtocol
import Testing

@testable import Host

/// The renderer that a `reel` finds.
struct WorkerCommandTests {
  /// A folder with executables at these paths, each a second younger than the one before.
  private struct Installation: ~Copyable {
    let folder: URL

    init(_ paths: String...) throws {
      folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appending(path: "reel-command-\(UUID().uuidString)")
      for (index, path) in paths.enumerated() {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
        try FileManager.default.setAttributes(
          [
            .posixPermissions: 0o755,
            .modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + Double(index)),
          ], ofItemAtPath: file.path)
      }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of the renderer of the `reel` at a path, from the folder.
    func renderer(of reel: String, hasAVX2: Bool) throws -> String {
      let found = try WorkerCommand.find(
        beside: folder.appending(path: reel).path, environment: { _ in nil }, hasAVX2: hasAVX2)
      return String(found.path.dropFirst(folder.path.count + 1))
    }
  }

  @Test(arguments: ["reel-render", "libexec/reel/reel-render"])
  func `a processor with AVX2 gets the build for that`(plain: String) throws {
    let wide = plain.replacing(/reel-render$/, with: "avx2/reel-render")
    let reel = plain.hasPrefix("libexec") ? "bin/reel" : "reel"
    let installed = try Installation(reel, plain, wide)
    #expect(try installed.renderer(of: reel, hasAVX2: true) == wide)
    #expect(try installed.renderer(of: reel, hasAVX2: false) == plain)
  }

  @Test func `one that is not built again with the other is not used`() throws {
    let installed = try Installation("reel", "avx2/reel-render", "reel-render")
    #expect(try installed.renderer(of: "reel", hasAVX2: true) == "reel-render")
  }

  @Test func `where there is none, all processors get the other one`() throws {
    let installed = try Installation("reel", "reel-render")
    #expect(try installed.renderer(of: "reel", hasAVX2: true) == "reel-render")
  }
}
