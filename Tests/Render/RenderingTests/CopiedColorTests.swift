// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import MediaIO
@testable import Muxing

/// Films with copied and encoded packets have a uniform colour.
extension CopyTests {
  /// ffprobe's colour tags of `file`: range, matrix, transfer, primaries.
  private func tags(_ file: String) throws -> String {
    let entries = "stream=color_range,color_space,color_transfer,color_primaries"
    let data = try shop.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "csv=p=0", file])
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The mean red, green and blue of each frame of `file`, converted by its own tags.
  private func means(_ file: String) throws -> [[Double]] {
    let data = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-i", file, "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "-sws_flags", "accurate_rnd+full_chroma_int", "-",
      ])
    let pixels = CopyTests.size.width * CopyTests.size.height
    return stride(from: 0, to: data.count, by: 3 * pixels).map { start in
      (0..<3).map { channel in
        let sum = stride(from: start + channel, to: start + 3 * pixels, by: 3)
          .reduce(0) { $0 + Int(data[$1]) }
        return Double(sum) / Double(pixels)
      }
    }
  }

  @Test(
    arguments: [
      ("smpte170m", "smpte170m", "smpte170m", "tv"), ("bt470bg", "bt470bg", "gamma28", "tv"),
      ("bt709", "bt709", "bt709", "tv"), ("smpte170m", "bt709", "bt709", "pc"), nil,
    ], ["film.mp4", "film.mkv", "film.mov"])
  func `a film has the colour of what is copied, and says so as its source does`(
    _ color: (matrix: String, primaries: String, transfer: String, range: String)?, _ film: String
  ) throws {
    var options: [String] = []
    if let color {
      options = [
        "-colorspace", color.matrix, "-color_primaries", color.primaries, "-color_trc",
        color.transfer, "-color_range", color.range,
      ]
      if color.range == "pc" { options += ["-vf", "scale=out_range=pc", "-pix_fmt", "yuvj420p"] }
    }
    let file = try footage("take.mp4", options: options)
    let video = try #require(try probeMedia(ProbeRequest(path: file.path)).video)
    let canvas = try #require(CanvasColor(video.color, size: video.size))
    let encoding = VideoEncoding(
      encoder: "libx264",
      options: [
        EncoderOption("preset", "veryfast"), EncoderOption("crf", "14"),
        EncoderOption("profile", "high"), EncoderOption("x264-params", "open-gop=0:sps-id=1"),
      ])
    let head = request(
      try read(file, from: Time(3, over: 5)), frames: 10, encoding, "head", color: canvas)
    let body = request(try read(file, from: Time(1)), frames: 50, .copy, "body", color: canvas)
    let tail = request(try read(file, from: Time(3)), frames: 7, encoding, "tail", color: canvas)
    for request in [head, body, tail] { _ = try SegmentRenderer().render(request) }
    let made = try link(
      [
        LinkedSegment(path: head.output),
        LinkedSegment(path: body.output, source: body.program.read),
        LinkedSegment(path: tail.output),
      ], film)
    #expect(try tags(made) == tags(file.path))
    #expect(try frames(made)[10..<60] == frames(file.path)[25..<75])
    // There must be no jump between copied and encoded frames.
    for (made, meant) in zip(try means(made), try means(file.path)[15...]) {
      for (made, meant) in zip(made, meant) { #expect(abs(made - meant) < 0.5) }
    }
  }
}
