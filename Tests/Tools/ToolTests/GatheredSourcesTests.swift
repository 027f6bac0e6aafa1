// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Planning
import RenderProtocol
import Testing

@testable import Builder
@testable import reel

/// The streams that are decoded in one pass before a build.
@Suite struct GatheredSourcesTests {
  private static let file = MediaFile(path: "/film/a.mp4", digest: Fingerprint(of: "a"))

  /// Segments of one second each from `starts` of the stream.
  private func pieces(_ starts: [Int64], between: Interpolation? = nil) -> [Piece] {
    let canvas = CanvasFormat(size: PixelSize(64, 36), rate: FrameRate(25))
    return starts.enumerated().map { index, start in
      var read = VideoRead(
        file: Self.file, stream: 0, zero: Time(1), map: TimeRemap(start: Time(start)), origin: .none
      )
      read.between = between
      let layer = Layer(
        content: .picture(Picture(source: .video(read), steps: [])),
        opacity: .constant(Layer.opaque), placement: .at(x: 0, y: 0))
      let program = RenderProgram(
        canvas: canvas, parts: [LayerInterval(frameCount: 25, background: .black, layers: [layer])])
      let segment = PlannedSegment(
        key: Fingerprint(of: "\(index)"), program: program,
        encoding: VideoEncoding(encoder: "libx264", options: []), firstFrame: 25 * index)
      return Piece(kind: .segment(segment), output: "film", rate: canvas.rate)
    }
  }

  private func facts(keys: [Int64]) -> VideoFacts {
    VideoFacts(
      stream: 0, codec: "h264", size: PixelSize(64, 36), end: Time(100), frameCount: 2500,
      rate: FrameRate(25), keyFrames: keys.map { Time($0) },
      pixels: PixelLayout(
        name: "yuv420p", depth: 8, bitsPerPixel: 12, hasColor: true,
        chromaHalvings: .init(across: 1, down: 1)),
      color: .bt709)
  }

  /// The requests for segments from `starts`, in order, and the gathered files of each segment.
  private func requests(
    _ starts: [Int64], keys: [Int64] = [0], between: Interpolation? = nil, jobs: Int = 2,
    fails: Bool = false
  ) async -> (requests: [GatherRequest], files: [[GatheredFile]?]) {
    let pieces = pieces(starts, between: between)
    let facts = facts(keys: keys)
    let sources = GatheredSources(for: pieces, jobs: jobs) { _ in facts }
    var (requests, files): ([GatherRequest], [[GatheredFile]?]) = ([], [])
    for piece in pieces {
      files.append(
        await sources.files(
          for: piece,
          { request in
            requests.append(request)
            if fails { throw RenderFailure(kind: .media, message: "damaged") }
          }, path: { "/scratch/a" }, threads: 2))
    }
    return (requests, files)
  }

  @Test func `a stream of one group that is shown in another order is decoded once`() async {
    let found = await requests([80, 20, 60, 40, 61, 10])
    #expect(found.requests.count == 1)
    #expect(found.requests.first?.file.path == "/film/a.mp4")
    let frame = Time(24, over: 25)
    #expect(
      found.requests.first?.stretches
        == [11, 21, 41, 61, 62, 81].map { TimeRange(Time($0), Time($0) + frame) })
    let file = GatheredFile(of: Self.file.digest, stream: 0, at: "/scratch/a")
    #expect(found.files == Array(repeating: [file], count: 6))
  }

  @Test(arguments: [
    ([0, 10, 20, 40, 60, 80, 90], [0]), ([80, 20, 60, 40, 61, 10], Array(0...49).map { 2 * $0 }),
    ([80], [0]), ([20, 0], [0]),
  ])
  func `what is decoded once or nearly so is left alone`(
    starts: [Int64], keys: [Int64]
  ) async {
    let found = await requests(starts, keys: keys)
    #expect(found.requests.isEmpty && found.files.allSatisfy { $0 == nil })
  }

  @Test func `so is one that many renderers would each decode up to what they show`() async {
    let starts = Array(0..<20).map { Int64(5 * $0) }
    #expect(await requests(starts).requests.isEmpty)
    #expect(await requests(starts, jobs: 10).requests.count == 1)
  }

  @Test func `what needs other frames than the one shown is decoded`() async {
    #expect(await requests([80, 20, 60, 40], between: .blend).requests.isEmpty)
  }

  @Test func `where nothing can be gathered each segment decodes`() async {
    let found = await requests([80, 20, 60, 40], fails: true)
    #expect(found.requests.count == 1 && found.files.allSatisfy { $0 == nil })
  }

  @Test func `others wait until it is gathered`() async {
    let pieces = pieces([80, 20, 60, 40])
    let facts = facts(keys: [0])
    let sources = GatheredSources(for: pieces, jobs: 2) { _ in facts }
    let found = await withTaskGroup(of: Int.self) { group in
      for piece in pieces {
        group.addTask {
          await sources.files(
            for: piece, { _ in try await Task.sleep(for: .milliseconds(20)) },
            path: { "/scratch/a" }, threads: 1)?.count ?? 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(found == 4)
  }
}
