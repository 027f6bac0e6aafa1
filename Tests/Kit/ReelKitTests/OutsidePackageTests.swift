// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// A package of its own that depends on Reel, by its path and by a tag, and makes a film.
///
/// Each of them compiles the library once more, which takes minutes: `make soak` runs them, by
/// `REEL_OUTSIDE=1`. No network is needed: the package for arguments is in this package's build
/// folder, where git is sent for it. A tag is made in a clone, which has what is committed.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["REEL_OUTSIDE"] == "1",
    "compiles the library twice; REEL_OUTSIDE=1 asks for it"))
struct OutsidePackageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aPackageBuildsAFilmByPath() async throws {
    let name = URL(filePath: Places.package).lastPathComponent
    try await buildAFilm("path: \"\(Places.package)\"", from: name)
  }

  @Test func aPackageBuildsAFilmByTag() async throws {
    let git = try #require(Command.named("git"))
    _ = try await git.data(["clone", "--quiet", Places.package, folder / "reel"])
    _ = try await git.data(["-C", folder / "reel", "tag", "1.0.0"])
    try await buildAFilm("url: \"\(folder / "reel")\", exact: \"1.0.0\"", from: "reel")
  }

  private func buildAFilm(_ dependency: String, from package: String) async throws {
    let sources = URL(filePath: folder / "outside/Sources/outside")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "outside", dependencies: [.package(\(dependency))],
        targets: [
          .executableTarget(
            name: "outside", dependencies: [.product(name: "ReelKit", package: "\(package)")])
        ])

      """, to: "outside/Package.swift")
    try folder.write(
      """
      import ReelKit

      let project = Project(CommandLine.arguments[1])
      for diagnostic in try await project.check().diagnostics { print(diagnostic) }
      let result = try await project.build()
      for output in result.outputs { print(output.file, output.frames) }

      """, to: "outside/Sources/outside/main.swift")
    let swift = try #require(Command.named("swift")).with(["GIT_CONFIG_GLOBAL": try settings()])
    let arguments = [
      "--package-path", folder / "outside", "--cache-path", folder / "cache",
    ]
    _ = try await swift.data(["build"] + arguments, seconds: 3600)
    let path = try await swift.data(["build", "--show-bin-path"] + arguments)
    let bin = String(decoding: path, as: UTF8.self).split(separator: "\n").last.map { String($0) }

    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">
        <rect width="64" height="48" fill="#c02020"/><circle cx="20" cy="24" r="12" fill="#fff"/>
      </svg>
      """, to: "red.svg")
    try folder.write(
      """
      reel: 1
      canvas: {size: 64x48, rate: 25}
      tracks: {main: [{image: red.svg, duration: 1s}]}
      outputs: {film: {file: film.mp4}}

      """, to: "film.reel.yaml")
    let program = Command(
      try #require(bin) + "/outside", in: folder.path,
      environment: ["REEL_RENDER": try Renderer.path()])
    let output = try await program.data(["film.reel.yaml"])
    #expect(String(decoding: output, as: UTF8.self) == "film.mp4 25\n")
    #expect(FileManager.default.fileExists(atPath: folder / "film.mp4"))
  }

  /// The user's settings of git, with a local clone in the place of the package for arguments.
  private func settings() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let own =
      environment["GIT_CONFIG_GLOBAL"] ?? environment["HOME"].map { $0 + "/.gitconfig" } ?? ""
    let clones = Places.package + "/.build/repositories"
    let clone = try #require(
      try FileManager.default.contentsOfDirectory(atPath: clones).first {
        $0.hasPrefix("swift-argument-parser-")
      })
    return try folder.write(
      """
      [include]
        path = \(own)
      [url "file://\(clones)/\(clone)"]
        insteadOf = https://github.com/apple/swift-argument-parser

      """, to: "gitconfig")
  }
}
