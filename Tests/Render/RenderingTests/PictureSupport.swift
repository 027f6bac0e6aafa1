// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Real footage, by its path in the media folder.
enum Footage {
  static let folder =
    ProcessInfo.processInfo.environment["REEL_MEDIA"]
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/media").path

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder + "/MANIFEST.tsv") }

  /// All files of the manifest with moving pictures that this libavcodec decodes.
  static var withPictures: [String] {
    let manifest = (try? String(contentsOfFile: folder + "/MANIFEST.tsv", encoding: .utf8)) ?? ""
    let names = manifest.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: "\t").first
    }
    return names.map(String.init).filter { name in
      ["edit/", "rotation/", "variety/"].contains { name.hasPrefix($0) }
        && (try? facts(name))?.video.map { $0.frameCount > 1 } == true
    }
  }

  static func path(_ name: String) -> String { folder + "/" + name }

  static func facts(_ name: String) throws -> MediaFacts {
    try probeMedia(ProbeRequest(path: path(name)))
  }

  static func file(_ name: String) -> MediaFile {
    MediaFile(path: path(name), digest: Fingerprint(bytes: [UInt8](repeating: 7, count: 32)))
  }
}

/// The samples of drawn frames, row by row without padding.
struct DrawnFrames {
  var frames: [[UInt8]] = []
  var notes: [RenderNote] = []

  /// Draws all frames of `program`.
  init(_ program: RenderProgram, keepsGoing: Bool = false, context: RenderContext? = nil) throws {
    let run = RenderRun(
      context: context ?? RenderContext(), canvas: program.canvas, decoderThreads: 1,
      keepsGoing: keepsGoing)
    let pictures = try FrameRenderer(program, run: run)
    while let frame = try pictures.next() { frames.append(frame.samples) }
    notes = run.notes
  }
}

extension ImageBuffer {
  /// The samples of all planes, row by row without padding.
  var samples: [UInt8] {
    var bytes: [UInt8] = []
    withView(of: UInt8.self) { view in
      for plane in [view.y, view.u, view.v] {
        for row in 0..<plane.height {
          bytes += UnsafeBufferPointer(start: plane.base + row * plane.stride, count: plane.width)
        }
      }
    }
    return bytes
  }
}

extension ImageBuffer {
  /// Luma and both chroma samples of every pixel, on a scale of 8 bits.
  var levels: [SIMD3<Double>] {
    func read<Sample: PictureSample>(_ sample: Sample.Type) -> [SIMD3<Double>] {
      let unit = Double(1 << (Sample.depth - 8))
      return withView(of: sample) { view in
        let shift = view.chroma.shift
        return (0..<view.width * view.height).map { index in
          let (x, y) = (index % view.width, index / view.width)
          let place = (y >> shift) * view.u.stride + (x >> shift)
          return SIMD3(
            Double(view.y.base[y * view.y.stride + x]), Double(view.u.base[place]),
            Double(view.v.base[place])) / unit
        }
      }
    }
    return isDeep ? read(UInt16.self) : read(UInt8.self)
  }
}

extension RenderProgram {
  /// One part with one clip of `name` that fills the canvas.
  static func clip(
    _ name: String, size: PixelSize, rate: FrameRate? = nil, start: Time? = nil, frames: Int,
    steps: [PictureStep]? = nil
  ) throws -> RenderProgram {
    let facts = try Footage.facts(name)
    let video = try #require(facts.video)
    let read = VideoRead(
      file: Footage.file(name), stream: video.stream, zero: facts.start,
      map: TimeRemap(start: start ?? video.firstFrame), origin: Origin(5))
    let picture = Picture(source: .video(read), steps: steps ?? [.scale(size)])
    let canvas = CanvasFormat(size: size, rate: rate ?? video.rate ?? FrameRate(25))
    return RenderProgram(
      canvas: canvas,
      parts: [
        LayerInterval(
          frameCount: frames, background: .black,
          layers: [Layer(content: .picture(picture), placement: .at(x: 0, y: 0))])
      ])
  }
}

extension Workshop {
  /// The ffmpeg tool's output for a file through `filter`: frames of `size` in yuv420p.
  func reference(
    _ name: String, _ filter: String, size: PixelSize, options: [String] = []
  ) throws -> [[UInt8]] {
    let data = try run(
      "ffmpeg",
      ["-v", "error", "-noautorotate"] + options + [
        "-i", Footage.path(name), "-map", "0:v:0", "-vf", filter, "-fps_mode", "passthrough",
        "-f", "rawvideo", "-pix_fmt", "yuv420p", "-",
      ])
    let bytes = size.width * size.height * 3 / 2
    return stride(from: 0, to: data.count - bytes + 1, by: bytes).map {
      Array(data[$0..<$0 + bytes])
    }
  }

  /// The filters of the ffmpeg tool that change the matrix and the range of 4:2:0, named as filter `scale` names them, and make
  /// yuv420p of it.
  static func change(
    _ matrix: String, _ range: String, to other: String, _ wanted: String, isDeep: Bool = false
  ) -> String {
    if matrix == other { return "format=yuv420p" }
    func name(_ matrix: String) -> String { matrix == "bt2020" ? "bt2020nc" : matrix }
    return "format=yuv420p\(isDeep ? "10" : ""),colorspace=format=yuv420p"
      + ":ispace=\(name(matrix)):irange=\(range):space=\(name(other))"
      + ":range=\(wanted):iprimaries=bt709:primaries=bt709:itrc=bt709:trc=bt709"
  }
}

extension MediaFile {
  /// The file at `path`, whatever is in it.
  init(at path: String) {
    self.init(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 9, count: 32)))
  }
}
