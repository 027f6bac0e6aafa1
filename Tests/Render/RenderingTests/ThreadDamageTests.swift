// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import Compositor
@testable import MediaIO

/// The damage of a film, and its reported places, do not depend on the number of decoding threads.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct ThreadDamageTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The result for a film: its failure, or its frames and notes.
  private struct Result {
    var failure: String?
    var time: Time?
    var log: [String] = []
    var pictures: [ImageBuffer] = []
    var notes: [Time?] = []

    func isSame(_ other: Result) -> Bool {
      (failure, time) == (other.failure, other.time) && log == other.log && notes == other.notes
        && pictures.count == other.pictures.count
        && zip(pictures, other.pictures).allSatisfy { $0.frame.hasSamples(of: $1.frame) }
    }
  }

  /// A film of 100 frames at 25 frames per second with a key frame every second.
  private func film(_ name: String, _ options: [String] = []) throws -> String {
    let path = shop.path(name)
    let input = "testsrc2=s=320x180:r=25:d=4"
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", input, "-g", "25", "-pix_fmt", "yuv420p",
        "-threads", "1", "-c:v", "libx264",
      ] + options + [path])
    return path
  }

  /// The offset of the first packet of the film at `path` that is shown at `time`, in seconds with one digit.
  private func place(of time: String, in path: String) throws -> (place: Int, size: Int) {
    let listing = try shop.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,size,pos", "-of",
        "csv=p=0", path,
      ])
    let packets = String(decoding: listing, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: ",") }
    let fields = try #require(packets.first { $0[0].hasPrefix(time) }, "\(packets)")
    return (try #require(Int(fields[2])), try #require(Int(fields[1])))
  }

  private func change(_ path: String, _ body: (inout [UInt8]) -> Void) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    body(&bytes)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func draw(_ program: RenderProgram, _ threads: Int, keepsGoing: Bool) throws -> Result {
    let run = RenderRun(
      context: RenderContext(), canvas: program.canvas, decoderThreads: threads,
      keepsGoing: keepsGoing)
    var result = Result()
    do {
      let pictures = try FrameRenderer(program, run: run)
      while let picture = try pictures.next() { result.pictures.append(picture) }
    } catch {
      (result.failure, result.time, result.log) = (error.message, error.sourceTime, error.log)
    }
    result.notes = run.notes.map(\.sourceTime)
    return result
  }

  /// Draws `frames` frames from `start` with several numbers of threads; returns what one thread makes of them.
  private func drawAlike(
    _ path: String, from start: Time, frames: Int, keepsGoing: Bool = false
  ) throws -> Result {
    let program = try pictureProgram(path, from: start, frames: frames)
    let single = try draw(program, 1, keepsGoing: keepsGoing)
    for threads in [2, 4, 8] {
      for _ in 0..<3 {
        let result = try draw(program, threads, keepsGoing: keepsGoing)
        #expect(
          result.isSame(single),
          "\(threads) threads: \(String(describing: result.failure)), notes: \(result.notes)")
      }
    }
    return single
  }

  @Test(arguments: [1, 4, 7])
  func `damage of the key frame before a section is an error`(eighth: Int) throws {
    let path = try film("key.mp4")
    let (place, size) = try place(of: "2.0", in: path)
    try change(path) { bytes in
      let first = place + size * eighth / 8 - 40
      for byte in first..<first + 40 { bytes[byte] ^= 0xff }
    }
    let result = try drawAlike(path, from: Time(11, over: 5), frames: 5)
    #expect(result.failure?.contains("at 2") == true, "\(String(describing: result.failure))")
    let kept = try drawAlike(path, from: Time(11, over: 5), frames: 5, keepsGoing: true)
    #expect(kept.pictures.count == 5 && kept.notes.count == 1)
    let before = try drawAlike(path, from: Time(1), frames: 20)
    #expect(before.failure == nil && before.notes.isEmpty)
  }

  @Test(arguments: ["0", "3"])
  func `damage that only the search for a key frame meets counts where it is`(
    reordered: String
  ) throws {
    let path = try film("transport.ts", ["-bf", reordered, "-muxdelay", "0", "-muxpreload", "0"])
    let probe = try pictureProgram(path, from: .zero, frames: 95)
    #expect(try draw(probe, 4, keepsGoing: false).failure == nil, "the film is whole")
    let start = try probeMedia(ProbeRequest(path: path)).start
    let (place, size) = try place(
      of: (start + Time(12, over: 5)).milliseconds.description, in: path)
    #expect(size > 188 * 4, "\(size)")
    try change(path) { bytes in
      for packet in 1...3 {
        for byte in 20..<180 { bytes[place + packet * 188 + byte] ^= 0xff }
      }
    }
    let before = try drawAlike(path, from: Time(11, over: 5), frames: 5)
    #expect(before.failure == nil, "\(String(describing: before.failure))")
    let result = try drawAlike(path, from: Time(11, over: 5), frames: 10)
    #expect(result.time == Time(12, over: 5), "\(String(describing: result.failure))")
    let kept = try drawAlike(path, from: Time(11, over: 5), frames: 10, keepsGoing: true)
    #expect(kept.pictures.count == 10 && kept.notes.count == 1)
  }

  @Test func `the message that a picture is concealed is damage in itself`() throws {
    // Erasing the last slices of a picture of several leaves nothing that the decoder calls an error.
    let path = try film("slices.mp4", ["-slices", "4"])
    let (place, size) = try place(of: "2.0", in: path)
    try change(path) { bytes in
      // The last unit of the packet becomes one of a type without meaning.
      var (at, last) = (place, place)
      while at + 4 <= place + size {
        last = at
        at += 4 + bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      bytes[last + 4] = bytes[last + 4] & 0xe0 | 30
    }
    let result = try drawAlike(path, from: Time(11, over: 5), frames: 5)
    #expect(result.log.contains { $0.contains("concealing") }, "\(result.log)")
  }
}
