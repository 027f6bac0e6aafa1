// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import FoundationEssentials
import ReelKit
import RenderProtocol
import Testing

@testable import Builder
@testable import Planning
@testable import reel

/// Outputs that are several files.
extension BuildTests {
  private func stream(_ encoders: [String]) -> OutputPlan {
    var output = output("web/film", encoders, sound: nil)
    guard var film = output.film else { return output }
    film.delivery = .stream(
      StreamForm(stem: "film", starts: Array(encoders.indices), length: Time(6)))
    output.path = playground.path + "/web/film.m3u8"
    output.displayPath = "web/film.m3u8"
    output.product = .film(film)
    return output
  }

  private func files() throws -> [String] { try Disk.names(in: playground.path + "/web") }

  private var segments: [String] {
    get throws { try files().filter { $0.hasSuffix(".m4s") } }
  }

  @Test func `an output of several files is made, kept and cleared of what it was`() async throws {
    #expect(try await build([stream(["a", "b"])]).status == .done)
    let first = try segments
    #expect(first.count == 2)
    #expect(try files().filter { $0.hasSuffix(".m3u8") } == ["film-video.m3u8", "film.m3u8"])
    // Whoever else writes into the folder is left alone.
    try playground.write("web/film-video-0123456789ab.m4s", "somebody's")
    try playground.write("web/note.txt", "somebody's")
    let again = try await build([stream(["a", "b"])])
    #expect(again.outputs.map(\.isWritten) == [false] && again.outputs[0].reason == nil)
    let all = try files().filter { $0.hasPrefix("film") && !$0.contains("0123456789ab") }
    let bytes = try all.reduce(0) {
      $0 + (try FileStamp(of: playground.path + "/web/" + $1).size)
    }
    #expect(again.outputs[0].bytes == bytes)

    let kept = try FileStamp(of: playground.path + "/web/" + #require(common(first)))
    #expect(try await build([stream(["a", "c"])]).status == .done)
    let second = try segments.filter { !$0.contains("0123456789ab") }
    #expect(second.count == 2 && Set(first).intersection(second).count == 1)
    #expect(try FileStamp(of: playground.path + "/web/" + #require(common(first))) == kept)
    #expect(playground.text("web/film-video-0123456789ab.m4s") == "somebody's")
    #expect(playground.text("web/note.txt") == "somebody's")
    // Nothing unfinished is left.
    #expect(try files().allSatisfy { !$0.hasPrefix(".reel") })
  }

  /// The segment of `a`.
  private func common(_ names: [String]) -> String? {
    names.first { playground.text("web/" + $0)?.contains("segment a") == true }
  }

  @Test func `a file of several that is gone or changed is made again`() async throws {
    _ = try await build([stream(["a", "b"])])
    let first = try segments
    try Disk.remove(playground.path + "/web/" + first[0])
    let missing = try await build([stream(["a", "b"])])
    #expect(missing.outputs[0].reason == .outputMissing)
    #expect(try segments == first)
    try playground.write("web/film-video.m3u8", "changed")
    // It is no longer the project's.
    let changed = try await build([stream(["a", "b"])])
    #expect(changed.occupied.map(\.name) == ["web/film"] && changed.status == .projectIsWrong)
    #expect(changed.occupied.map(\.isChanged) == [true])
    #expect(changed.occupied.map(\.file) == ["web/film-video.m3u8"])
    #expect(playground.text("web/film-video.m3u8") == "changed")
    let forced = try await build([stream(["a", "b"])], overwrites: true)
    #expect(forced.status == .done && playground.text("web/film-video.m3u8") != "changed")
  }

  @Test func `a stale file that was changed since is left as it is`() async throws {
    _ = try await build([stream(["a", "b"])])
    let old = try #require(try segments.first { common([$0]) == nil })
    try playground.write("web/" + old, "somebody's")
    _ = try await build([stream(["a", "c"])])
    #expect(playground.text("web/" + old) == "somebody's")
  }

  @Test func `a file with the bytes of one of several stays its owner's`() async throws {
    _ = try await build([stream(["a", "b"])])
    let old = try #require(try segments.first { common([$0]) == nil })
    let text = try #require(playground.text("web/" + old))
    try Disk.removeTree(playground.folder.path)
    try Disk.removeTree(playground.path + "/web")
    try playground.write("web/" + old, text)
    let stamp = try FileStamp(of: playground.path + "/web/" + old)
    #expect(try await build([stream(["a", "b"])]).status == .done)
    #expect(try FileStamp(of: playground.path + "/web/" + old) == stamp)
    #expect(try await build([stream(["a", "b"])]).outputs[0].reason == nil)
    #expect(try await build([stream(["a", "c"])]).status == .done)
    #expect(playground.text("web/" + old) == text)
  }

  @Test func `what a build that stopped has published is removed by the next`() async throws {
    _ = try await build([stream(["a", "b"])])
    let before = try segments
    let log = playground.folder.outputs
    let path = playground.path + "/web/film.m3u8"
    let recorded = log.others(of: path)
    _ = try await build([stream(["a", "c"])])
    let left = try #require(try segments.first { !before.contains($0) })
    // As it is recorded before anything is published.
    let stamp = try FileStamp(of: playground.path + "/web/" + left)
    try log.record(
      path, others: recorded + [OtherFile(name: left, stamp: stamp)],
      scratch: playground.folder.temporaryPath())
    #expect(try await build([stream(["a", "b"])]).status == .done)
    #expect(try segments == before)
  }

  @Test func `the files of several are known as the project's without its store`() async throws {
    _ = try await build([stream(["a", "b"])])
    try Disk.removeTree(playground.folder.path)
    #expect(try await build([stream(["a", "c"])]).status == .done)
  }

  @Test func `what a build that died left of several files is removed`() async throws {
    // No process has this number.
    let name = "web/.reel-0123456789ab-4194305-0.tmp"
    try playground.write(name, "")
    try playground.write(name + ".d/film.m3u8", "half")
    _ = try await build([stream(["a"])])
    #expect(try files().allSatisfy { !$0.hasPrefix(".reel") })
  }

  @Test func `a dependency file names the files of an output that are always called the same`()
    throws
  {
    var rule = DependencyFile()
    try rule.add(
      BuildPlan(outputs: [stream(["a"])], origins: []), output: nil, inputs: [],
      style: PathStyle(file: playground.path + "/a.reel.yaml", root: playground.path))
    #expect(
      rule.text(at: playground.path + "/d").replacing(playground.path + "/", with: "")
        .hasPrefix("web/film.m3u8 web/film-video.m3u8:"))
  }
}
