// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
package import Diagnostics
package import Lowering
package import ProjectModel
package import RenderGraph
package import RenderProtocol
import Subtitles
package import Timeline

/// The composition canvas and the scaling of an output of a given size.
package struct OutputShape: Hashable {
  /// The canvas on which it is composed.
  package var frame: LoweringFrame
  /// The scaling of the composed frames to the output; nil if they have its size.
  var finish: OutputScaling?

  /// The project's canvas for an output of its size; the canvas at the output's scale where only
  /// the scale differs; else the canvas, fitted into the output.
  ///
  /// Filters count pixels of the project's canvas, so that with them everything is composed on that.
  package init(_ output: Output, canvas: PixelSize, background: Color, hasEffects: Bool) {
    let whole = LoweringFrame(size: canvas, pixelScale: 1)
    guard let size = output.size?.value, size != canvas else {
      frame = whole
      return
    }
    if !hasEffects, size.width * canvas.height == size.height * canvas.width {
      frame = LoweringFrame(
        size: size, pixelScale: Double(size.width) / Double(canvas.width))
      return
    }
    frame = whole
    let fit: Fit =
      switch output.fit ?? .contain {
      case .contain, .blur: .contain
      case .cover: .cover
      case .stretch: .stretch
      case .none: .none
      }
    let geometry = FitGeometry(
      coded: canvas, sampleAspect: Time(1), orientation: .upright, fit: fit,
      box: PixelRect(size))
    guard let box = geometry.box.whole else { preconditionFailure("an output of odd size") }
    finish = OutputScaling(
      size: size, crop: geometry.crop, box: box, background: background,
      hasBackdrop: output.fit == .blur)
  }
}

/// Turns a timeline into what is to be rendered: segments with keys, sounds, stills.
package struct Planner {
  package let timeline: Timeline
  /// The text rasters of each canvas the outputs are composed on.
  let rasters: [LoweringFrame: [LayerTarget: Raster]]
  package let setup: RenderingSetup
  /// The passes that rewrite graphs.
  let passes: [Pass]
  package var verifiesGraphs = false
  /// The values of the project's parameters.
  package var parameters: [PlannedParameter] = []
  /// The rasters of the letters that are written on pictures of sheets.
  package var letters: [TextBlock: Raster] = [:]
  /// The diagnostics that depend on the plans of outputs.
  package private(set) var diagnostics: [Diagnostic] = []
  private var (toneMapped, combed): (Set<MediaFile>, Set<MediaFile>) = ([], [])
  private var graphs: [LoweringFrame: RenderGraph] = [:]
  private let origins: OriginIndex

  package init(
    _ timeline: Timeline, rasters: [LoweringFrame: [LayerTarget: Raster]], libraries: [String],
    processor: String, passes: [Pass], keepsGoing: Bool
  ) {
    self.timeline = timeline
    self.rasters = rasters
    setup = RenderingSetup(
      libraries: libraries, processor: processor, keepsGoing: keepsGoing)
    self.passes = passes
    origins = OriginIndex(timeline)
  }

  /// The place that an `Origin` points at, with the fonts that texts are drawn with.
  package var originFacts: [OriginFacts] {
    var facts = timeline.origins.facts
    for placed in timeline.texts {
      let (layer, origin) = (placed.target, placed.origin)
      let rasters = rasters.values.compactMap { $0[layer] }
      // Whatever the canvas, the text is the same, and so are the fonts that have its characters.
      if let raster = rasters.first { facts[origin.index].fonts = raster.facts.fonts }
    }
    for (layer, _, origin) in timeline.subtitles {
      let raster = rasters.values.lazy.compactMap { $0[layer] }.first
      if let raster { facts[origin.index].fonts = raster.facts.fonts }
    }
    for film in timeline.allFilms {
      for placed in film.timeline.texts {
        let (layer, origin) = (placed.target, placed.origin)
        if let raster = film.rasters[layer] { facts[origin.index].fonts = raster.facts.fonts }
      }
    }
    return facts
  }

  package func shape(of output: Output) -> OutputShape {
    OutputShape(
      output, canvas: timeline.canvas.size, background: timeline.background,
      hasEffects: timeline.hasEffects)
  }

  /// The canvas on which an output of `shape` is composed.
  ///
  /// Of its colour a film says all that is meant, unless it stands beside packets that say less: where
  /// an output copies at the project's own size.
  func canvas(_ shape: OutputShape, of output: Output? = nil) -> CanvasFormat {
    let isCopying = output?.copying == .whenPossible
    var canvas = timeline.canvas
    // Pictures know nothing of channels, and are the same whatever these are.
    canvas.layout = .stereo
    if let output, timeline.hasFullChroma(output) { canvas.color = canvas.color.withFullChroma }
    let isOwn = shape.finish == nil && shape.frame.size == canvas.size
    canvas.size = shape.frame.size
    if !isOwn || !isCopying { canvas.color = canvas.color.stated }
    return canvas
  }

  /// The graph of a film composed on `frame`, as it is before any pass.
  package func lowered(_ frame: LoweringFrame) -> RenderGraph {
    lower(timeline, frame, rasters: rasters[frame] ?? [:])
  }

  private mutating func optimized(_ frame: LoweringFrame) -> RenderGraph {
    if let known = graphs[frame] { return known }
    let graph = PassManager.run(lowered(frame), passes, verifies: verifiesGraphs)
    graphs[frame] = graph
    return graph
  }

  /// The plan of an output; its path has been checked.
  package mutating func plan(_ placed: PlacedOutput, path: String) -> OutputPlan {
    let output = placed.output
    let shape = shape(of: output)
    var canvas = canvas(shape, of: output)
    if let finish = shape.finish { canvas.size = finish.size }
    let product: OutputPlan.Product
    switch output.format.contents {
    case .still:
      let code = self.code(shape, frames: placed.frames, samples: placed.samples)
      product = still(output, code, shape)
    case .sequence, .sheet, .storyboard, .animation:
      let code = self.code(shape, frames: placed.frames, samples: 0..<0)
      product = .film(
        pictureFiles(placed, code.parts, self.canvas(shape, of: output), shape.finish))
    case .film, .stream, .sound:
      let code = self.code(shape, frames: placed.frames, samples: placed.samples)
      product = .film(film(placed, code, shape, &canvas))
    case .text(.chapters):
      product = .text(WrittenText.list(of: placed.chapters ?? []))
    case .text(.captions(let format)):
      product = .text(WrittenText(placed.captions.first?.text(as: format) ?? ""))
    }
    noteLosses(placed, on: canvas, product.fields)
    var plan = OutputPlan(
      name: output.name.value, path: path, displayPath: output.file.value, span: output.span,
      canvas: canvas, product: product, frames: placed.frames)
    plan.kind = placed.kind(at: canvas.rate)
    return plan
  }

  /// Finds what there is to be said of an output; only one that is to copy packets has to be planned for that.
  package mutating func survey(_ placed: PlacedOutput, path: String) {
    if placed.output.copying == .whenPossible {
      _ = plan(placed, path: path)
    } else {
      noteLosses(placed, on: canvas(shape(of: placed.output)), nil)
    }
  }

  /// Says so where nothing of `segments` is copied, and mainly why.
  private mutating func report(_ segments: [PlannedSegment], of output: Output) {
    guard !segments.isEmpty, !segments.contains(where: \.isCopied) else { return }
    // What a user put over a group is why only a part of it is untouched.
    let isCovered = segments.flatMap(\.copyObstacles).contains {
      $0.span != nil && $0.remedy == nil
    }
    var frames = KeyWeights<CopyObstacle>()
    for segment in segments {
      for obstacle in segment.copyObstacles where !isCovered || obstacle.remedy?.kind != "range" {
        frames.add(Int64(segment.frameCount), to: obstacle)
      }
    }
    diagnostics.append(.nothingCopied(output, frames.greatest))
  }

  /// Reports that HDR media in `placed` are tone-mapped, and that interlaced media are not deinterlaced, where that is
  /// so, once for each file.
  ///
  /// - Parameter fields: Which field of the film's frames is shown first.
  private mutating func noteLosses(
    _ placed: PlacedOutput, on canvas: CanvasFormat, _ fields: FieldOrder?
  ) {
    if placed.output.format.isSound || placed.output.format.isText { return }
    let own = timeline.drawnClips.lazy.filter { $0.drawn.overlaps(placed.frames) }
    let inner = timeline.allFilms.flatMap { Array($0.timeline.drawnClips) }
    for clip in Array(own) + inner {
      guard let media = clip.content.media, let video = media.facts.video, !media.facts.isStill,
        let span = timeline.origins.facts[clip.origin.index].span
      else { continue }
      let (file, path) = (media.file, media.shownPath)
      let isKept =
        canvas.color.tags.isHDR && !placed.output.format.isSilentPictures
      if video.color.isHDR, !isKept, toneMapped.insert(file).inserted {
        diagnostics.append(.toneMapped(path, video.color, on: canvas.color, at: span))
      }
      let hasFields =
        fields == video.coding?.fields && !media.orientation.swapsAxes
        && video.size.height == canvas.size.height
      let isWhole =
        clip.deinterlacing(at: canvas.rate, copies: timeline.copiesPictures) != nil
      if video.fields ?? video.coding?.fields != nil, !hasFields, !isWhole,
        combed.insert(file).inserted
      {
        diagnostics.append(
          .mediaNote(
            path, "it is interlaced, and both fields are shown as one picture, combed", at: span))
      }
    }
  }

  private mutating func code(
    _ shape: OutputShape, frames: Range<Int>, samples: Range<Int64>
  ) -> FilmCode {
    let index = origins
    return generateCode(optimized(shape.frame), frames: frames, samples: samples) {
      index.origin(of: $0, in: $1)
    }
  }

  /// The program of `frames` of the film, as `output` shows them.
  package mutating func program(of frames: Range<Int>, of output: Output) -> RenderProgram {
    let shape = shape(of: output)
    let code = self.code(shape, frames: frames, samples: 0..<0)
    return RenderProgram(
      canvas: canvas(shape, of: output), parts: code.parts, finish: shape.finish)
  }

  private func still(_ output: Output, _ code: FilmCode, _ shape: OutputShape)
    -> OutputPlan.Product
  {
    let request = FrameRequest(
      program: RenderProgram(
        canvas: canvas(shape, of: output), parts: code.parts, finish: shape.finish),
      encoder: output.format.container, output: "",
      keepsGoing: setup.keepsGoing)
    let identity = StillIdentity(request.program, encoder: request.encoder, setup)
    return .still(request, key: Fingerprint(ofCanonical: identity))
  }

  private mutating func film(
    _ placed: PlacedOutput, _ code: FilmCode, _ shape: OutputShape, _ format: inout CanvasFormat
  ) -> FilmPlan {
    let (output, frames) = (placed.output, placed.frames)
    guard
      var encoding = OutputEncoding(
        output, isClear: timeline.isClear, layout: timeline.canvas.layout)
    else {
      preconditionFailure("a preset that its format cannot hold is refused before planning")
    }
    if let settings = output.video, timeline.hasPicture {
      guard
        let video = try? settings.encoding(
          of: output, size: timeline.codedSize(of: output), color: format.color,
          rate: timeline.canvas.rate, isClear: timeline.isClear)
      else {
        preconditionFailure("settings that do not fit together are refused before planning")
      }
      encoding.video = video
    }
    encoding.audio.level = encoding.audio.level(of: output)
    let isCopying = output.copying == .whenPossible
    var planned: [PlannedSegment] = []
    if let video = encoding.video {
      planned = pictures(
        code.parts, canvas(shape, of: output), shape.finish,
        encoding.choice(video, output, color: format.color),
        copyingInto: isCopying ? encoding.container : nil)
      if let color = planned.first?.program.canvas.color, color.isDeep { format.color = color }
      var first = frames.lowerBound
      for index in planned.indices {
        planned[index].firstFrame = first
        first += planned[index].frameCount
      }
      if isCopying, timeline.hasPicture { report(planned, of: output) }
    }
    let sound = (output.isSilent ? nil : code.sound).map {
      isCopying
        ? copiedSound($0, encoding, output, from: placed.samples.lowerBound)
        : self.sound($0, encoding.audio, from: placed.samples.lowerBound)
    }
    var facts = output.keepsFacts ? keptFacts(of: frames, by: output) : nil
    add(placed, to: &facts)
    if let light = light(of: frames) {
      facts = facts ?? ContainerFacts()
      facts?.light = light
    }
    let delivery = output.delivery(of: planned, at: format.rate)
    let isRated = sound.map { !$0.isCopied && $0.encoding.isOfConstantQuality } ?? false
    let soundBits = isRated ? output.audio?.bitrate.map { Int64($0.value) } : nil
    let key = Fingerprint(
      ofCanonical: FilmIdentity(
        libraries: setup.libraries, segments: planned.map(\.key), sound: sound?.key, canvas: format,
        container: encoding.container, fastStart: output.fastStart, facts: facts,
        delivery: delivery, limit: output.maxSize?.value, soundBits: soundBits))
    var film = FilmPlan(
      segments: planned, sound: sound, container: encoding.container,
      fastStart: output.fastStart, facts: facts, delivery: delivery, key: key)
    film.soundBits = soundBits
    film.limit = output.maxSize.map { SizeLimit(bytes: $0.value, span: $0.span) }
    return film
  }
}
