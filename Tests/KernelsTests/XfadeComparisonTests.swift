// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Testing

/// Every transition beside the one of the installed `ffmpeg`.
///
/// What differs is rounding: `xfade` cuts fractions off. One kind has a bound of its own: what zoom-in
/// enlarges is interpolated here, and repeated there. Even the grain of the dissolve is the same.
struct XfadeComparisonTests {
  static let positions = [1, 5, 8]
  static let duration = 10

  /// `ffmpeg` on the search path, if it is installed.
  static let ffmpeg: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { URL(fileURLWithPath: String($0)).appending(path: "ffmpeg") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  @Test(.enabled(if: ffmpeg != nil, "ffmpeg is not installed"), arguments: [(64, 48), (162, 90)])
  func `luma is that of xfade`(size: (Int, Int)) throws {
    let (width, height) = size
    let (a, b) = (testPicture(width, height, seed: 11), testPicture(width, height, seed: 12))
    let expected = try render(a.view, b.view)
    let kinds = TransitionKind.allCases
    let planeSize = width * height
    let frameSize = 3 * planeSize * kinds.count
    #expect(expected.count >= frameSize * Self.duration)
    let out = PictureBuffer(width: width, height: height, hasAlpha: false)
    let scratch = Scratch()
    for (index, kind) in kinds.enumerated() {
      for position in Self.positions {
        // xfade's own black and white, which are full range.
        transition(
          kind, from: a.view, to: b.view, position: position, duration: Self.duration,
          into: out.view, scratch: scratch, black: YUVColor(y: 0, u: 127, v: 127),
          white: YUVColor(y: 255, u: 127, v: 127))
        let start = expected.startIndex + frameSize * position + planeSize * index
        let decibels = psnr(expected[start..<start + planeSize], samples(out.view.y))
        // Where xfade takes the nearest sample of an enlarged picture, ours lies between four of them.
        #expect(decibels >= (kind == .zoomin ? 22 : 45), "\(kind) at \(position)")
      }
    }
  }

  /// All transitions, one above the other, as frames of yuv444p.
  private func render(_ a: PictureView, _ b: PictureView) throws -> Data {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "xfade-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["a.yuv", "b.yuv", "out.yuv"].map { folder.appending(path: $0) }
    for (picture, file) in zip([a, b], files) {
      let frame = full(picture)
      try Data((0...Self.duration).flatMap { _ in frame }).write(to: file)
    }
    let kinds = TransitionKind.allCases
    let labels = kinds.indices
    var graph =
      "[0]split=\(kinds.count)\(labels.map { "[a\($0)]" }.joined());"
      + "[1]split=\(kinds.count)\(labels.map { "[b\($0)]" }.joined());"
    for (index, kind) in kinds.enumerated() {
      graph += "[a\(index)][b\(index)]xfade=\(kind.rawValue):duration=1:offset=0[o\(index)];"
    }
    graph += "\(labels.map { "[o\($0)]" }.joined())vstack=\(kinds.count)"
    let raw = [
      "-f", "rawvideo", "-pix_fmt", "yuv444p", "-s", "\(a.width)x\(a.height)", "-r",
      "\(Self.duration)",
    ]
    let process = Process()
    process.executableURL = Self.ffmpeg
    process.arguments =
      ["-v", "error", "-y"] + raw + ["-i", files[0].path] + raw + ["-i", files[1].path]
      + ["-filter_complex", graph, "-f", "rawvideo", "-pix_fmt", "yuv444p", files[2].path]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try Data(contentsOf: files[2])
  }

  /// The samples of a picture with chroma repeated to full size.
  private func full(_ picture: PictureView) -> [UInt8] {
    let chroma = [picture.u, picture.v].flatMap { plane in
      (0..<picture.height).flatMap { y in
        (0..<picture.width).map { plane.base[y / 2 * plane.stride + $0 / 2] }
      }
    }
    return samples(picture.y) + chroma
  }

  private func psnr(_ a: Data, _ b: [UInt8]) -> Double {
    var sum = 0.0
    for (p, q) in zip(a, b) {
      let difference = Double(p) - Double(q)
      sum += difference * difference
    }
    return 10 * log10(65025 / max(sum / Double(b.count), 1e-6))
  }
}
