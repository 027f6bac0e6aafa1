// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Testing
import Transitions

/// Every transition compared with the installed `ffmpeg`.
///
/// The differences are due to rounding: `xfade` truncates. One kind has its own bound: zoom-in interpolates
/// here, and repeats samples there. Even the grain of the dissolve is identical.
struct XfadeComparisonTests {
  static let positions = [1, 5, 8]
  static let duration = 10

  /// `ffmpeg` on the search path, if it is installed.
  static let ffmpeg: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { URL(fileURLWithPath: String($0)).appending(path: "ffmpeg") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  @Test(
    .enabled(if: ffmpeg != nil, "ffmpeg is not installed"), arguments: PictureForm.all,
    [(64, 48), (162, 90)])
  func `pictures are those of xfade`(form: PictureForm, size: (Int, Int)) throws {
    func check<S: PictureSample>(_ sample: S.Type) throws {
      let (width, height) = size
      let a = picture(S.self, width, height, form.chroma, seed: 11)
      let b = picture(S.self, width, height, form.chroma, seed: 12)
      let expected = try render(a.view, b.view)
      let kinds = TransitionKind.ofXfade
      let planeSize = width * height
      let frameSize = 3 * planeSize * kinds.count
      #expect(expected.count >= frameSize * Self.duration)
      let out = SampleBuffer<S>(
        width: width, height: height, hasAlpha: false, chroma: form.chroma)
      let scratch = Scratch()
      let full = (1 << S.depth) - 1
      let (black, white) = (
        SampleColor<S>(y: 0, u: S(full / 2), v: S(full / 2)),
        SampleColor<S>(y: S(full), u: S(full / 2), v: S(full / 2))
      )
      for (index, kind) in kinds.enumerated() {
        for position in Self.positions {
          // xfade's own black and white, which have full range.
          transition(
            kind, from: a.view, to: b.view, position: position, duration: Self.duration,
            into: out.view, scratch: scratch, black: black, white: white)
          // Hard edges are averaged in chroma of 4:2:0.
          let planes = [out.view.y] + (form.chroma == .full ? [out.view.u, out.view.v] : [])
          for (number, plane) in planes.enumerated() {
            let start =
              frameSize * position + number * planeSize * kinds.count + planeSize * index
            let decibels = psnr(expected[start..<start + planeSize], plane)
            // xfade takes the nearest sample of an enlarged picture, where this interpolates between four.
            #expect(
              decibels >= (kind == .zoomin ? 22 : 45), "\(kind) at \(position), plane \(number)")
          }
        }
      }
    }
    try check(form.sample)
  }

  /// The picture of other tests, with the requested bit depth and chroma format.
  private func picture<S: PictureSample>(
    _ sample: S.Type, _ width: Int, _ height: Int, _ chroma: ChromaFormat, seed: UInt32
  ) -> SampleBuffer<S> {
    let made = SampleBuffer<S>(width: width, height: height, hasAlpha: false, chroma: chroma)
    for (index, plane) in [made.view.y, made.view.u, made.view.v].enumerated() {
      let from = testPicture(plane.width, plane.height, seed: seed + 50 * UInt32(index)).view.y
      for place in 0..<plane.width * plane.height {
        plane.base[place] = S(from.base[place]) << S(S.depth - 8)
      }
    }
    return made
  }

  /// The samples of all transitions, stacked vertically, as frames of three planes of equal size.
  private func render<S: PictureSample>(_ a: SampleView<S>, _ b: SampleView<S>) throws -> [S] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "xfade-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["a.yuv", "b.yuv", "out.yuv"].map { folder.appending(path: $0) }
    for (picture, file) in zip([a, b], files) {
      let frame = full(picture).withUnsafeBytes { Data($0) }
      try Data((0...Self.duration).flatMap { _ in frame }).write(to: file)
    }
    let kinds = TransitionKind.ofXfade
    let labels = kinds.indices
    var graph =
      "[0]split=\(kinds.count)\(labels.map { "[a\($0)]" }.joined());"
      + "[1]split=\(kinds.count)\(labels.map { "[b\($0)]" }.joined());"
    for (index, kind) in kinds.enumerated() {
      graph += "[a\(index)][b\(index)]xfade=\(kind.rawValue):duration=1:offset=0[o\(index)];"
    }
    graph += "\(labels.map { "[o\($0)]" }.joined())vstack=\(kinds.count)"
    let format = S.depth == 8 ? "yuv444p" : "yuv444p10le"
    let raw = [
      "-f", "rawvideo", "-pix_fmt", format, "-s", "\(a.width)x\(a.height)", "-r",
      "\(Self.duration)",
    ]
    let process = Process()
    process.executableURL = Self.ffmpeg
    process.arguments =
      ["-v", "error", "-y"] + raw + ["-i", files[0].path] + raw + ["-i", files[1].path]
      + ["-filter_complex", graph, "-f", "rawvideo", "-pix_fmt", format, files[2].path]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let size = MemoryLayout<S>.size
    return try Data(contentsOf: files[2]).withUnsafeBytes { bytes in
      (0..<bytes.count / size).map { bytes.loadUnaligned(fromByteOffset: $0 * size, as: S.self) }
    }
  }

  /// The samples of a picture with chroma repeated to full size.
  private func full<S>(_ picture: SampleView<S>) -> [S] {
    let shift = picture.chroma.shift
    return [(picture.y, 0), (picture.u, shift), (picture.v, shift)].flatMap { plane, shift in
      (0..<picture.height).flatMap { y in
        (0..<picture.width).map { plane.base[(y >> shift) * plane.stride + ($0 >> shift)] }
      }
    }
  }

  private func psnr<S>(_ a: ArraySlice<S>, _ plane: SamplePlane<S>) -> Double {
    let b = ReferencePlane(plane).values
    let sum = zip(a, b).reduce(0.0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) }
    let full = Double((1 << S.depth) - 1)
    return 10 * log10(full * full / max(sum / Double(b.count), 1e-6))
  }
}

extension TransitionKind {
  /// Those of xfade: none of them has parameters.
  fileprivate static var ofXfade: [TransitionKind] { allCases.filter { $0.parameterCount == 0 } }
}
