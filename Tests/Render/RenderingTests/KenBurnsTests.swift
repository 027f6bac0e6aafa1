// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Foundation
import Kernels
import Planning
import RenderGraph
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Pans, zooms and turns of a photo, beside places that were worked out without this code.
@Suite struct KenBurnsTests {
  private static let size = PixelSize(1280, 720)
  private static let frames = 250

  /// The motion of a photo of 2400 x 1600 in ten seconds.
  enum Motion: String, CaseIterable {
    /// A part of it grows, and moves.
    case journey
    /// A part of it grows eightfold, for which it is scaled three times.
    case dive
    /// A part of it moves by an eighth of a pixel in a frame.
    case pan
    /// A part of it grows by a five-thousandth in a frame.
    case zoom
    /// All of it turns by a fiftieth of a degree in a frame.
    case turn
    /// All of it grows by a five-thousandth in a frame.
    case scale
    /// All of it moves by a twentieth of a pixel in a frame.
    case slide

    /// A part of the picture at the start and at the end: left, top, width, height.
    var parts: ([Double], [Double])? {
      switch self {
      case .journey: ([0.05, 0.1, 0.9, 0.8], [0.3, 0.25, 0.55, 0.5])
      case .dive: ([0, 0, 1, 1], [0.55, 0.46, 0.12, 0.12])
      case .pan: ([0.2, 0.2, 0.6, 0.6], [0.215, 0.205, 0.6, 0.6])
      case .zoom: ([0.1, 0.1, 0.8, 0.8], [0.12, 0.12, 0.76, 0.76])
      case .turn, .scale, .slide: nil
      }
    }

    /// The change of geometry of all of it, from the start to the end.
    var geometry: (Property, [Double], [Double]) {
      switch self {
      case .scale: (.scale, [1, 1], [1.05, 1.05])
      case .slide: (.position, [640, 360], [652.5, 366])
      case .journey, .dive, .pan, .zoom, .turn: (.rotation, [0], [5])
      }
    }

    /// A place of the photo that is seen all the time.
    var place: (x: Double, y: Double) { parts == nil ? (2003.3, 407.8) : (1403.3, 807.8) }
  }

  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func photo(
    _ name: String, _ filter: String, size: PixelSize = PixelSize(2400, 1600)
  ) throws -> ImageSource {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", filter, "-frames:v", "1", path])
    return ImageSource(
      file: MediaFile(
        path: path,
        digest: Fingerprint(bytes: [UInt8](repeating: UInt8(name.utf8.count), count: 32))),
      size: size, hasAlpha: false)
  }

  /// Some frames of a film of ten seconds: their luma, and what is drawn.
  private func film(
    _ image: ImageSource, _ motion: Motion, frames wanted: [Int], canvas size: PixelSize = size,
    isDeep: Bool = false
  ) throws -> [[Double]] {
    var canvas = CanvasFormat(size: size, rate: FrameRate(25))
    if isDeep {
      canvas.color = try #require(CanvasColor(CanvasColor.bt709.tags, size: size, depth: 10))
    }
    var graph = RenderGraph(canvas: canvas)
    let source = graph.add(.image(image), origin: nil)
    let still = graph.add(.still(frames: Self.frames), [source], origin: nil)
    let box = PixelBox(PixelRect(size))
    // Wholly in the box, as lowering has it: 3:2 in 16:9, at an even place.
    let height = Double(size.height)
    let whole = PixelBox(
      x: ((Double(size.width) - height * 1.5) / 4).rounded(.down) * 2, y: 0, width: height * 1.5,
      height: height)
    let fit = graph.add(.fit(.contain, box: box), [still], origin: nil)
    func curve(_ from: [Double], _ to: [Double]) -> Curve {
      Curve([.init(.zero, from), .init(Time(10), to)])
    }
    let step =
      motion.parts.map {
        LayerStep(
          .crop, curve($0.0, $0.1), of: LayerFrame(picture: whole, box: box, fit: .cover))
      } ?? LayerStep(motion.geometry.0, curve(motion.geometry.1, motion.geometry.2))
    let part = graph.add(.step(step, during: nil), [fit], origin: nil)
    let film = graph.add(.compose(background: .black, frames: Self.frames), [part], origin: nil)
    _ = graph.add(.film, [film], origin: nil)
    #expect(graph.violations() == [])
    let context = RenderContext()
    let optimized = PassManager.run(graph, Pass.standard, verifies: true)
    return try wanted.map { frame in
      let code = generateCode(optimized, frames: frame..<frame + 1, samples: 0..<0) { _, _ in .none
      }
      let run = RenderRun(
        context: context, canvas: canvas, decoderThreads: 1, keepsGoing: false)
      let pictures = try FrameRenderer(RenderProgram(canvas: canvas, parts: code.parts), run: run)
      return try #require(try pictures.next()).luma
    }
  }

  /// The place in a frame that shows a place of the photo.
  private func place(
    _ place: (x: Double, y: Double), _ motion: Motion, at frame: Int
  ) -> (x: Double, y: Double) {
    let share = Double(frame) / Double(Self.frames)
    guard let parts = motion.parts else {
      let (x, y) = (100 + place.x * 0.45 - 640, place.y * 0.45 - 360)
      if motion == .scale { return (640 + x * (1 + 0.05 * share), 360 + y * (1 + 0.05 * share)) }
      if motion == .slide { return (640 + x + 12.5 * share, 360 + y + 6 * share) }
      let (sine, cosine) = (sin(5 * share / 180 * .pi), cos(5 * share / 180 * .pi))
      return (640 + x * cosine - y * sine, 360 + x * sine + y * cosine)
    }
    let part = zip(parts.0, parts.1).map { $0 + ($1 - $0) * share }
    let scale = max(1280 / (part[2] * 2400), 720 / (part[3] * 1600))
    return (
      640 + (place.x - (part[0] + part[2] / 2) * 2400) * scale,
      360 + (place.y - (part[1] + part[3] / 2) * 1600) * scale
    )
  }

  /// No frame is farther from its place than half of the error that two of them may have beside each other.
  @Test(arguments: Motion.allCases, [false, true])
  func aPlaceOfThePhotoNeverSteps(motion: Motion, isDeep: Bool) throws {
    let (x, y) = motion.place
    let blob = try photo(
      "\(motion).png",
      "color=black:s=2400x1600,format=gray,geq=lum='255*exp(-(pow(X+0.5-\(x),2)+pow(Y+0.5-\(y),2))/800)'"
    )
    let wanted = [0, 1, 2, 61, 62, 125, 126, 188, 248, 249]
    let pictures = try film(blob, motion, frames: wanted, isDeep: isDeep)
    for (frame, luma) in zip(wanted, pictures) {
      var (sum, sx, sy) = (0.0, 0.0, 0.0)
      for row in 0..<720 {
        for column in 0..<1280 {
          // What is dark is left out, without an edge that rounding would move.
          let light = max(0, luma[row * 1280 + column] - 0.02)
          sum += light
          sx += light * (Double(column) + 0.5)
          sy += light * (Double(row) + 0.5)
        }
      }
      let seen = place(motion.place, motion, at: frame)
      #expect(
        abs(sx / sum - seen.x) < 0.025 && abs(sy / sum - seen.y) < 0.025,
        "frame \(frame): \(sx / sum), \(sy / sum), not \(seen)")
    }
  }

  /// Beside the mean of all pixels that a pixel covers, computed here: never far from it, and no worse where the picture
  /// is scaled anew; of a photo of four million pixels, and of one of 24 million.
  @Test(arguments: [(Motion.journey, 1.0), (.dive, 2.5)])
  func fineDetailDoesNotShimmer(motion: Motion, density: Double) throws {
    let size = PixelSize(Int(2400 * density), Int(1600 * density))
    let noise = try photo(
      "noise.png", "color=gray:s=\(size),format=gray,noise=alls=100:all_seed=3", size: size)
    let data = try shop.run(
      "ffmpeg", ["-v", "error", "-i", noise.file.path, "-f", "rawvideo", "-pix_fmt", "gray", "-"])
    #expect(data.count == size.width * size.height)
    let samples = [UInt8](data)
    let canvas = PixelSize(320, 180)
    let wanted = [0, 40, 80, 120, 160, 200, 240]
    var errors: [Double] = []
    for (frame, luma) in zip(wanted, try film(noise, motion, frames: wanted, canvas: canvas)) {
      let origin = place((0, 0), motion, at: frame)
      let far = place((2400, 1600), motion, at: frame)
      // The length of a pixel of the canvas in the photo.
      let length = 2400 * density * 4 / (far.x - origin.x)
      var (squares, means, sums, count) = (0.0, 0.0, 0.0, 0.0)
      for row in stride(from: 7, to: 173, by: 9) {
        for column in stride(from: 7, to: 313, by: 9) {
          // The photo's pixels that this one covers.
          let x0 = (Double(column) - origin.x / 4) * length
          let y0 = (Double(row) - origin.y / 4) * length
          var (sum, area) = (0.0, 0.0)
          for y in Int(y0)...Int(y0 + length) {
            for x in Int(x0)...Int(x0 + length) {
              let part =
                (min(x0 + length, Double(x + 1)) - max(x0, Double(x)))
                * (min(y0 + length, Double(y + 1)) - max(y0, Double(y)))
              sum += part * Double(samples[y * size.width + x]) / 255
              area += part
            }
          }
          let mean = sum / area
          let error = luma[row * 320 + column] - mean
          squares += error * error
          means += mean * mean
          sums += mean
          count += 1
        }
      }
      // As a share of the contrast that is left: half a pixel aside it would be more than 1.
      let contrast = means / count - sums / count * (sums / count)
      errors.append((squares / count / contrast).squareRoot())
    }
    #expect(errors.allSatisfy { $0 < 0.5 }, "\(errors)")
    #expect((errors.max() ?? 1) < 2 * (errors.min() ?? 0), "\(errors)")
  }
}

extension ImageBuffer {
  /// The luma of all pixels, 0 for black and 1 for white.
  var luma: [Double] {
    func read<Sample: FixedWidthInteger & PictureSample>(
      _ type: Sample.Type, _ black: Double, _ white: Double
    ) -> [Double] {
      withView(of: type) { view in
        (0..<view.y.height).flatMap { y in
          (0..<view.y.width).map {
            (Double(view.y.base[y * view.y.stride + $0]) - black) / (white - black)
          }
        }
      }
    }
    return isDeep ? read(UInt16.self, 64, 940) : read(UInt8.self, 16, 235)
  }
}
