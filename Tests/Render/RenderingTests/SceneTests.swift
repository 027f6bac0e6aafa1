// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import TestSupport
import Testing

@testable import MediaIO

/// The frames of a source at which scenes are detected.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct SceneTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// Scenes with these numbers of frames, at 25 frames per second: moving stripes in different colours.
  private func encode(_ scenes: [Int], _ options: [String], _ name: String = "film.mkv") throws
    -> VideoFacts
  {
    let colors = ["navy", "yellow", "maroon", "white", "green"]
    var chains: [String] = []
    for (index, frames) in scenes.enumerated() {
      let color = colors[index % colors.count]
      chains.append(
        "color=\(color):s=192x108:r=25,drawgrid=x=t*20:w=24:h=24:c=gray@0.5,"
          + "trim=end_frame=\(frames),setpts=PTS-STARTPTS[s\(index)]")
    }
    let pads = scenes.indices.map { "[s\($0)]" }.joined()
    let graph = (chains + ["\(pads)concat=n=\(scenes.count),fps=25,format=yuv420p"])
      .joined(separator: ";")
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg", ["-v", "error", "-filter_complex", graph] + options + [path])
    return try #require(try probeMedia(ProbeRequest(path: path)).video)
  }

  private func frames(_ facts: VideoFacts) -> [Int64] {
    facts.sceneStarts.map { ($0 * Time(25)).rounded }
  }

  private static let grid = ["-g", "50", "-keyint_min", "50", "-sc_threshold", "0"]

  @Test(arguments: [
    ["-c:v", "libx264", "-preset", "veryfast"], ["-c:v", "libx264", "-bf", "0"],
    ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p10le"],
    ["-c:v", "mpeg2video", "-q:v", "3", "-sc_threshold", "1000000000"],
  ])
  func `cuts between key frames on a grid are found to the frame`(_ encoder: [String]) throws {
    let facts = try encode([130, 110, 101, 160], Self.grid + encoder)
    #expect(facts.keyFrames.count == 11)
    #expect(frames(facts) == [130, 240, 341])
  }

  @Test func `a cut at a key frame on the grid is found`() throws {
    #expect(frames(try encode([150, 100], ["-c:v", "libx264"] + Self.grid)) == [150])
  }

  @Test func `of scenes near each other only the first counts`() throws {
    let facts = try encode([130, 20, 20, 130], ["-c:v", "libx264"] + Self.grid)
    #expect(frames(facts) == [130])
  }

  @Test func `key frames nearer than usual begin scenes`() throws {
    let options = ["-c:v", "libx264", "-x264-params", "keyint=100:min-keyint=5"]
    #expect(frames(try encode([130, 60, 250], options)) == [130, 190])
  }

  @Test func `one take has none`() throws {
    #expect(try encode([400], ["-c:v", "libx264"] + Self.grid).sceneStarts == [])
    #expect(try encode([400], ["-c:v", "mjpeg"], "film.mov").sceneStarts == [])
  }

  @Test func `pictures that are key frames alone are looked at once a second`() throws {
    let facts = try encode([130, 110], ["-c:v", "mjpeg"], "film.mov")
    #expect(frames(facts) == [130])
  }

  @Test(arguments: [
    ["-c:v", "mjpeg"], ["-c:v", "libx264", "-x264-params", "keyint=25:min-keyint=25:scenecut=0"],
  ])
  func `a gap makes no scenes of the key frames around it`(_ encoder: [String]) throws {
    _ = try encode([700], encoder, "whole.mkv")
    let path = shop.path("gap.mkv")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-i", shop.path("whole.mkv"), "-c", "copy", "-bsf:v",
        "noise=drop='between(n,200,449)'", path,
      ])
    let facts = try #require(try probeMedia(ProbeRequest(path: path)).video)
    #expect(facts.frameCount == 450)
    #expect(facts.sceneStarts == [])
  }

  @Test func `one long group does not make scenes of all others`() {
    let regular = GroupLength(50, 50)
    let cut = GroupLength(20, 20)
    var groups = [GroupLength](repeating: regular, count: 100)
    groups[10] = GroupLength(300, 300)
    groups[50] = cut
    let ends = groups.indices.filter { GroupLength.endsAtCut($0, of: groups) }
    #expect(ends.contains(50) && !ends.contains(49) && !ends.contains(90))
    groups[10] = GroupLength(300, 50)
    #expect(groups.indices.filter { GroupLength.endsAtCut($0, of: groups) } == [50])
  }
}
