// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Photos in motion: of each, what is shown is kept, and nothing else.
@Suite struct ShownAreaTests {
  private static let canvas = PixelSize(320, 180)
  private let shop: Workshop
  private let file: MediaFile

  init() throws {
    shop = try Workshop()
    let path = shop.path("photo.jpg")
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=903x1201", "-frames:v", "1", path])
    file = MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 7, count: 32)))
  }

  private func layer(
    _ size: PixelSize, _ maps: [Affine], outline: RoundedBox? = nil, after: [PictureStep] = []
  ) -> Layer {
    Layer(
      content: .picture(
        Picture(source: .image(file, Origin(1)), steps: [.scale(size)] + after)),
      placement: .warped(.perFrame(maps)), outline: outline.map { .constant($0) })
  }

  /// Maps of a picture of `size` that is as wide as the canvas and moves from one place to another, and grows.
  private func maps(_ size: PixelSize, from: Double, to: Double, count: Int = 5) -> [Affine] {
    (0..<count).map { index in
      let share = Double(index) / Double(count - 1)
      let scale = (1 + 0.1 * share) * Double(Self.canvas.width) / Double(size.width)
      return Affine(
        scale, 0, 0, scale, -9 * share, -(from + (to - from) * share) * Double(size.height) * scale)
    }
  }

  private func program(_ layers: [Layer]) -> RenderProgram {
    RenderProgram(
      canvas: CanvasFormat(size: Self.canvas, rate: FrameRate(25)),
      parts: [LayerInterval(frameCount: 5, background: .black, layers: layers)])
  }

  private func transition(_ from: Layer, _ to: Layer) -> Layer {
    Layer(
      content: .transition(
        Transition(
          name: "fade", from: [from], to: [to], background: .black, offset: 0, duration: 5)),
      placement: .at(x: 0, y: 0))
  }

  /// All frames of a program, and the bytes that are kept of its photos.
  private func frames(
    _ program: RenderProgram, areas: ShownAreas? = nil, _ context: RenderContext = RenderContext()
  ) throws -> (frames: [ImageBuffer], bytes: Int64) {
    context.prepare(for: program)
    if let areas { context.stills.keep([], resized: [], shown: areas) }
    context.decodePhotos(of: program)
    let run = RenderRun(
      context: context, canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
    let pictures = try FrameRenderer(program, run: run)
    var frames: [ImageBuffer] = []
    while let frame = try pictures.next() { frames.append(ImageBuffer(try frame.frame.copied())) }
    return (frames, context.stills.byteCount)
  }

  private func areSame(_ a: ImageBuffer, _ b: ImageBuffer) -> Bool {
    a.frame.hasSamples(of: b.frame)
  }

  @Test func `of a photo that moves the part is kept that is seen at some time`() throws {
    let size = PixelSize(560, 745)
    let program = program([layer(size, maps(size, from: 0.2, to: 0.4))])
    let picture = program.pictures[0]
    let area = try #require(ShownAreas(program).area(of: picture))
    // Seen are rows 149 to 464 first and 298 to 584 last; 16 more are kept, up to multiples of 16.
    #expect(area == PixelRect(x: 0, y: 128, width: 560, height: 480))
    #expect(ShownAreas().area(of: picture) == nil)
  }

  @Test(arguments: [PixelSize(560, 745), PixelSize(903, 1201), PixelSize(301, 400)])
  func `what is kept is drawn as the whole photo is`(size: PixelSize) throws {
    let moving = layer(size, maps(size, from: 0.37, to: 0.52))
    let other = layer(size, maps(size, from: 0.6, to: 0.5))
    for layers in [[moving], [transition(moving, other)]] {
      let program = program(layers)
      let part = try frames(program)
      let whole = try frames(program, areas: ShownAreas())
      #expect(part.bytes * 4 < whole.bytes * 3)
      #expect(part.frames.count == 5 && whole.frames.count == 5)
      for (a, b) in zip(part.frames, whole.frames) { #expect(areSame(a, b)) }
    }
  }

  @Test func `what is shown in several ways is kept for all of them`() throws {
    let size = PixelSize(560, 745)
    let high = layer(size, maps(size, from: 0, to: 0.1))
    let low = layer(size, maps(size, from: 0.5, to: 0.55))
    let (a, b, both) = (program([high]), program([low]), program([transition(high, low)]))
    func area(_ program: RenderProgram) -> PixelRect? {
      ShownAreas(program).area(of: program.pictures[0])
    }
    let (first, second) = (try #require(area(a)), try #require(area(b)))
    #expect(!first.contains(second) && area(both) == first.union(second))
    // A worker that has another part of it decodes it again.
    let context = RenderContext()
    _ = try frames(a, context)
    let (again, fresh) = (try frames(b, context), try frames(b))
    for (a, b) in zip(again.frames, fresh.frames) { #expect(areSame(a, b)) }
  }

  @Test func `a photo is kept whole where more than a part of it may be needed`() throws {
    let size = PixelSize(560, 745)
    let usual = maps(size, from: 0.2, to: 0.3)
    let turned = Affine(0.5, 0.01, -0.01, 0.5, 0, 0)
    let box = RoundedBox(PixelRect(x: 0, y: 0, width: 100, height: 100))
    var resting = layer(size, usual)
    resting.placement = .at(x: 0, y: -200)
    for layers in [
      [layer(size, usual + [turned])], [layer(size, usual, outline: box)], [resting],
      [layer(size, usual, after: [.blur])], [layer(size, usual), layer(size, [turned])],
    ] {
      let program = program(layers)
      #expect(ShownAreas(program).area(of: program.pictures[0]) == nil)
    }
  }
}

extension Frame {
  /// A copy with samples of its own.
  fileprivate func copied() throws -> Frame { try part(PixelRect(size)) }
}
