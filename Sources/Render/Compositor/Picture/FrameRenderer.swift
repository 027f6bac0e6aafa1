// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
package import MediaIO
package import RenderProtocol

/// Draws the frames of a program in order.
package final class FrameRenderer {
  private let program: RenderProgram
  private let run: RenderRun
  /// One for each shape that frames are wanted in; nil for that of the canvas.
  private let finishes: [OutputScaler?]
  private let turn: TurnStage?
  private var part = 0
  private var frame = 0
  private var stack: LayerCompositor?
  /// For each part, the image files that are not shown after it.
  private let photosUpTo: [Set<Fingerprint>]

  /// Draws `program`, and each of its frames in `others`, too.
  package init(
    _ program: RenderProgram, also others: [OutputScaling?] = [], run: RenderRun
  ) throws(RenderFailure) {
    try program.checkBounds()
    for finish in others {
      var other = program
      other.finish = finish
      try other.checkBounds()
    }
    self.program = program
    self.run = run
    photosUpTo = program.photosByLastPart
    finishes = ([program.finish] + others).map { finish in
      finish.map { OutputScaler($0, canvas: program.canvas) }
    }
    turn = program.orientation.map { TurnStage($0.inverse, color: program.canvas.color) }
  }

  /// True if composing is the only step: frames have no finish and no turn.
  package var isComposedAlone: Bool { finishes.allSatisfy { $0 == nil } && turn == nil }

  deinit {
    run.loan.end()
    stack?.close()
  }

  /// The next frame, in the size that is encoded; nil after the last.
  package func next() throws(RenderFailure) -> ImageBuffer? { try nextShapes()?.first }

  /// The next frame, in the size that is encoded and in the other shapes; nil after the last.
  package func nextShapes() throws(RenderFailure) -> [ImageBuffer]? {
    run.loan.end()
    while part < program.parts.count, frame == program.parts[part].frameCount {
      stack?.close()
      stack = nil
      run.frameBase += frame
      part += 1
      frame = 0
      run.context.stills.leave(photosUpTo[part - 1])
      Frame.returnMemory()
    }
    guard part < program.parts.count else { return nil }
    let stack = try opened(program.parts[part])
    let composed = try stack.frame(frame)
    defer { frame += 1 }
    do throws(AVError) {
      var shapes: [ImageBuffer] = []
      for finish in finishes {
        let finished = try finish?.apply(composed) ?? composed
        shapes.append(try turn?.apply(finished) ?? finished)
      }
      return shapes
    } catch {
      throw RenderFailure(reading: error, frame: run.frameBase + frame)
    }
  }

  private func opened(_ part: LayerInterval) throws(RenderFailure) -> LayerCompositor {
    if let stack { return stack }
    run.partFrames = part.frameCount
    let opened = try LayerCompositor(
      part.layers, on: run.canvas.size, background: part.background, ground: part.background,
      rate: run.canvas.rate, isOutermost: true, run: run)
    stack = opened
    return opened
  }
}

/// Fits composed frames into an output of another aspect ratio.
final class OutputScaler {
  private let finish: OutputScaling
  private let color: CanvasColor
  private let content: PictureFilter
  private let backdrop: PictureFilter?
  private var knownPaint: Paint?
  private var lastInput: ImageBuffer?
  private var lastOutput: ImageBuffer?

  init(_ finish: OutputScaling, canvas: CanvasFormat) {
    self.finish = finish
    color = canvas.color
    content = PictureFilter(
      [.crop(finish.crop), .scale(finish.box.size)], color: canvas.color)
    let filling = OutputScaler.filling(finish.size, from: canvas.size)
    backdrop =
      finish.hasBackdrop
      ? PictureFilter([.crop(filling), .scale(finish.size), .blur], color: canvas.color) : nil
  }

  func apply(_ input: ImageBuffer) throws(AVError) -> ImageBuffer {
    if let lastInput, let lastOutput, lastInput === input { return lastOutput }
    let picture = try content.apply(input)
    let output: ImageBuffer
    if finish.box == PixelRect(finish.size) {
      output = picture
    } else {
      let backdrop = try backdrop?.apply(input)
      let hasAlpha = backdrop?.hasAlpha ?? (finish.background.alpha < 255)
      output = try ImageBuffer(size: finish.size, hasAlpha: hasAlpha, in: color)
      if let backdrop {
        output.copy(backdrop)
      } else {
        output.fill(with: try paint())
      }
      output.lay(picture, x: finish.box.x, y: finish.box.y, opacity: .whole, within: nil)
    }
    (lastInput, lastOutput) = (input, output)
    return output
  }

  private func paint() throws(AVError) -> Paint {
    if let knownPaint { return knownPaint }
    let paint = try Paint(finish.background, in: color)
    knownPaint = paint
    return paint
  }

  /// The largest centred rectangle of `canvas`, with even edges, in the aspect ratio of `size`.
  private static func filling(_ size: PixelSize, from canvas: PixelSize) -> PixelRect {
    let isWider = canvas.width * size.height > size.width * canvas.height
    let width = isWider ? canvas.height * size.width / size.height : canvas.width
    let height = isWider ? canvas.height : canvas.width * size.height / size.width
    func even(_ value: Int) -> Int { max(2, value / 2 * 2) }
    let kept = PixelSize(even(width), even(height))
    return PixelRect(
      x: (canvas.width - kept.width) / 4 * 2, y: (canvas.height - kept.height) / 4 * 2,
      width: kept.width, height: kept.height)
  }
}

extension RenderProgram {
  /// The image files that each part shows last; what the last part shows may be shown by the next program.
  fileprivate var photosByLastPart: [Set<Fingerprint>] {
    var last: [Fingerprint: Int] = [:]
    for (index, part) in parts.enumerated() {
      for case .image(let file, _) in part.layers.pictures.map(\.source) {
        last[file.digest] = index
      }
    }
    var photos = [Set<Fingerprint>](repeating: [], count: parts.count)
    for (file, index) in last where index < parts.count - 1 { photos[index].insert(file) }
    return photos
  }

  /// Throws if the program cannot be drawn, so that later stages need no checks.
  func checkBounds() throws(RenderFailure) {
    func refuse(_ reason: String) -> RenderFailure {
      RenderFailure(kind: .program, message: reason)
    }
    for size in [canvas.size, outputSize] {
      guard size.width >= 2, size.height >= 2, size.width % 2 == 0, size.height % 2 == 0 else {
        throw refuse("a canvas of \(size) is not even")
      }
      guard size.isDrawable else {
        throw RenderFailure(kind: .limit, message: "a canvas of \(size) is larger than allowed")
      }
    }
    guard !parts.isEmpty else { throw refuse("a program without parts") }
    for part in parts {
      guard part.frameCount >= 1 else { throw refuse("a part without frames") }
      try check(part.layers, part.frameCount, at: canvas.rate)
    }
  }

  private func check(_ picture: Picture, _ count: Int) throws(RenderFailure) {
    if let graphic = picture.source.painted {
      if case .particles(let emitter) = graphic.area, !emitter.isValid {
        throw RenderFailure(kind: .program, message: "these are no particles")
      }
      guard [graphic.fill, graphic.stroke?.fill].allSatisfy({ $0?.isValid ?? true }) else {
        throw RenderFailure(kind: .program, message: "nothing can be painted with this")
      }
    }
    if case .drawing(_, let values, size: _, _) = picture.source {
      guard values.covers(count), values.values.allSatisfy(\.isValid) else {
        throw RenderFailure(kind: .program, message: "numbers do not fit their drawing")
      }
    }
    if case .video(let read) = picture.source {
      if let period = read.map.period, period <= .zero {
        throw RenderFailure(kind: .program, message: "a video starts over every \(period) seconds")
      }
      if let grid = read.grid, grid.interval <= .zero {
        throw RenderFailure(kind: .program, message: "frames come every \(grid.interval) seconds")
      }
    }
    if case .letters(_, let letters, let size, _) = picture.source {
      guard letters.covers(count), Letter.fits(size),
        letters.values.allSatisfy({ $0.count <= 1000 && $0.allSatisfy(\.isValid) })
      else { throw RenderFailure(kind: .program, message: "letters do not fit their part") }
    }
    if case .caption(let caption, _) = picture.source {
      for text in [caption] + (caption.others ?? []) {
        let numbers = [text.place.x, text.place.y, text.anchor.x, text.anchor.y]
        guard text.canvas.isDrawable, numbers.allSatisfy({ $0.magnitude < 1e7 }) else {
          throw RenderFailure(kind: .program, message: "a caption lies at no place of its canvas")
        }
      }
    }
    if case .script(let read) = picture.source {
      guard read.script.canvas.isDrawable, read.script.storage.isDrawable else {
        throw RenderFailure(kind: .limit, message: "a canvas of subtitles is larger than allowed")
      }
    }
    for step in picture.steps {
      guard case .scale(let size) = step else { continue }
      guard size.isDrawable else {
        throw RenderFailure(
          kind: .limit, message: "a picture of \(size) is larger than allowed",
          origin: picture.source.origin)
      }
    }
  }

  private func check(
    _ layers: [Layer], _ count: Int, at rate: FrameRate
  ) throws(RenderFailure) {
    for layer in layers {
      var isRight = layer.opacity.covers(count)
      switch layer.placement {
      case .at(let x, let y): isRight = isRight && max(x.magnitude, y.magnitude) < 1 << 24
      case .warped(let matrices): isRight = isRight && matrices.covers(count)
      case .projected(let maps): isRight = isRight && maps.covers(count)
      }
      if let outlines = layer.outline {
        isRight = isRight && outlines.covers(count) && outlines.values.allSatisfy(\.isDrawable)
      }
      if let treatment = layer.treatment {
        let ranges = treatment.kind.ranges
        isRight = isRight && treatment.numbers.covers(count)
        isRight =
          isRight
          && treatment.numbers.values.allSatisfy { numbers in
            numbers.count == ranges.count && zip(ranges, numbers).allSatisfy { $0.contains($1) }
          }
        if case .stack = layer.content {} else { isRight = false }
        if case .filter(let use) = treatment.kind { isRight = isRight && use.isAllowed }
      }
      if let backdrop = layer.backdrop {
        let ranges =
          [0...16_777_216, 0...4096] + LayerTreatment.Kind.adjust.ranges
        isRight = isRight && backdrop.covers(count)
        isRight =
          isRight
          && backdrop.values.allSatisfy { numbers in
            numbers.count == ranges.count && zip(ranges, numbers).allSatisfy { $0.contains($1) }
          }
      }
      if layer.mask != nil {
        // Neither may be left out.
        if case .stack(let layers) = layer.content {
          isRight = isRight && layers.count == 2 && layers.allSatisfy(\.isWholeStack)
        } else {
          isRight = false
        }
        isRight = isRight && layer.moments == nil
      }
      if let moments = layer.moments {
        isRight = isRight && MotionBlur.counts.contains(moments)
        if case .stack(let layers) = layer.content {
          isRight = isRight && layers.count <= moments
        } else {
          isRight = false
        }
      }
      if let clip = layer.clip {
        let edges = [clip.x, clip.y, clip.width, clip.height]
        isRight = isRight && edges.allSatisfy { $0 % 2 == 0 && $0.magnitude < 1 << 24 }
      }
      if let size = layer.canvas {
        isRight = isRight && size.isDrawable && size.width % 2 == 0 && size.height % 2 == 0
      }
      guard isRight else {
        throw RenderFailure(kind: .program, message: "a layer does not fit its part")
      }
      switch layer.content {
      case .picture(let picture): try check(picture, count)
      case .transition(let transition):
        guard transition.easing?.isValid ?? true else {
          throw RenderFailure(kind: .program, message: "a transition of no usable easing")
        }
      case .stack: break
      }
      guard let pace = layer.pace else {
        for stack in layer.stacks { try check(stack, count, at: rate) }
        continue
      }
      let frames = pace.frames(0..<count, rate: rate)
      guard case .stack(let stack) = layer.content, frames.lowerBound >= 0,
        frames.upperBound <= 1 << 30
      else { throw RenderFailure(kind: .program, message: "a stack has no frames of this pace") }
      try check(stack, frames.upperBound, at: pace.rate)
    }
  }
}

extension Layer {
  /// True if it is a stack that lies on the canvas as it is.
  fileprivate var isWholeStack: Bool {
    guard case .stack = content else { return false }
    return opacity == .constant(Layer.opaque) && placement == .at(x: 0, y: 0) && clip == nil
      && outline == nil && canvas == nil && blend == nil && backdrop == nil
  }
}

extension PictureSource {
  /// The drawing that it is.
  fileprivate var painted: Graphic? {
    switch self {
    case .graphic(let graphic, size: _, _), .drawing(let graphic, _, size: _, _): graphic
    case .video, .image, .svg, .raster, .letters, .caption, .script: nil
    }
  }
}

extension Graphic.Values {
  /// True if its numbers can be drawn.
  fileprivate var isValid: Bool {
    trim.count == 2 && radii?.count ?? 4 == 4 && numbers.allSatisfy { $0.magnitude < 1e9 }
      && [fill, stroke].allSatisfy { $0?.isValid ?? true }
  }
}

extension Fill {
  /// True if it can be painted with.
  fileprivate var isValid: Bool {
    guard case .gradient(let gradient) = self else { return true }
    return gradient.stops.count <= Gradient.mostStops
      && numbers.allSatisfy { $0.magnitude < 1e9 }
  }
}

extension Letter {
  /// True if its numbers are those of a picture.
  fileprivate var isValid: Bool {
    [area.x, area.y, area.width, area.height, place.x, place.y]
      .allSatisfy { $0.magnitude < 1 << 24 }
      && area.x >= 0 && area.y >= 0
  }
}

extension PerFrame {
  /// Returns true if there are values for `count` frames.
  fileprivate func covers(_ count: Int) -> Bool {
    if case .perFrame(let values) = self { return values.count >= count }
    return true
  }
}

extension RoundedBox {
  /// True if its coordinates are plausible for a canvas.
  fileprivate var isDrawable: Bool {
    radii.count == 4
      && ([x, y, width, height] + radii).allSatisfy { $0.isFinite && $0.magnitude < 16_777_216 }
  }
}
