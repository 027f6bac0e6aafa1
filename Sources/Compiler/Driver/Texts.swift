// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Lowering
import Planning
import ProjectModel
import RenderProtocol
import Timeline

extension Compilation {
  /// The rasters of all texts, for every canvas an output is composed on, and how those of subtitles are laid out there.
  func rasters(
    _ timeline: Timeline, folder: String, _ sink: inout DiagnosticSink
  ) async -> [LoweringFrame: [LayerTarget: Raster]] {
    let frames = frames(of: timeline)
    let texts = await texts(timeline, on: frames, folder: folder, &sink)
    let captions = await captions(timeline, on: frames, folder: folder, &sink)
    return texts.merging(captions) { $0.merging($1) { $1 } }
  }

  /// The rasters of the letters that outputs write on pictures of sheets.
  func letters(
    of timeline: Timeline, _ sink: inout DiagnosticSink
  ) async -> [TextBlock: Raster] {
    var result: [TextBlock: Raster] = [:]
    let outputs = timeline.outputs.filter { $0.letters != nil }
    for (placed, answer) in zip(outputs, await world.rasters(of: outputs.compactMap(\.letters))) {
      switch answer {
      case .success(let raster): if let block = placed.letters { result[block] = raster }
      case .failure(let failure): sink.report(.letters(failure, of: placed.output))
      }
    }
    return result
  }

  /// The canvases that outputs are composed on.
  private func frames(of timeline: Timeline) -> [LoweringFrame] {
    var frames: [LoweringFrame] = []
    for placed in timeline.outputs {
      let shape = OutputShape(
        placed.output, canvas: timeline.canvas.size, background: timeline.background,
        hasEffects: timeline.hasEffects)
      if !frames.contains(shape.frame) { frames.append(shape.frame) }
    }
    // Where other things are wrong there are no outputs yet; texts are checked all the same.
    if frames.isEmpty { frames = [LoweringFrame(size: timeline.canvas.size, pixelScale: 1)] }
    return frames
  }

  private func texts(
    _ timeline: Timeline, on frames: [LoweringFrame], folder: String,
    _ sink: inout DiagnosticSink
  ) async -> [LoweringFrame: [LayerTarget: Raster]] {
    var slots:
      [(frame: LoweringFrame, width: Int, layer: LayerTarget, text: TextContent, step: Int?)] = []
    var blocks: [TextBlock] = []
    var cascades: [PlacedCascade] = []
    var different: Set<TextBlock> = []
    for frame in frames {
      for placed in timeline.texts {
        let (layer, text, typed) = (placed.target, placed.text, placed.typed)
        let around = frame.around(layer, in: timeline)
        guard var block = await block(text, around, folder: folder, &sink) else { continue }
        if let cascade = placed.cascade {
          block.margin = cascade.margin(size: block.largestSize)
          cascades.append((frame, layer, block, cascade))
        }
        for step in [nil] + (typed?.steps ?? []).map(Optional.some) {
          block.shown = step
          if different.insert(block).inserted, different.count > Self.textLimit {
            sink.report(.tooManyTexts(Self.textLimit, at: text.text.span))
            return [:]
          }
          slots.append((frame, around.size.width, layer, text, step))
          blocks.append(block)
        }
      }
    }
    if blocks.isEmpty { return [:] }
    var enlarged:
      [(frame: LoweringFrame, layer: LayerTarget, text: TextContent, block: TextBlock)] =
        []
    var result: [LoweringFrame: [LayerTarget: Raster]] = [:]
    var hasDiskFailed = false
    var failed: Set<LayerTarget> = []
    var sizes: [LoweringFrame: CounterSizes] = [:]
    var substituted: [(TextContent, TextBlock, TextFacts)] = []
    for ((slot, block), answer) in zip(zip(slots, blocks), await world.rasters(of: blocks)) {
      switch answer {
      case .success(var raster):
        enlarged.append((slot.frame, slot.layer, slot.text, block))
        if let step = slot.step {
          result[slot.frame]?[slot.layer]?.steps[step] = raster.file
          continue
        }
        if slot.text.counter != nil {
          let known = sizes[slot.frame] ?? CounterSizes(timeline, slot.frame)
          sizes[slot.frame] = known
          raster.facts = known.sized(raster.facts, slot.text, of: slot.layer)
          raster.laidOut = raster.facts
          guard Letter.fits(raster.facts.size) else {
            let failure = RenderFailure(
              kind: .limit,
              message: "the counter would be a picture of \(raster.facts.size) pixels")
            sink.report(.text(failure, slot.text))
            continue
          }
        }
        raster.margin = block.margin
        result[slot.frame, default: [:]][slot.layer] = raster
        let (width, canvas) = (raster.facts.box.width, slot.width)
        if width > canvas { sink.report(.textOverflow(slot.text, width, canvas: canvas)) }
        // A text that is drawn for several canvases is reported only once.
        if slot.frame == frames[0] {
          if raster.facts.isTooLarge { sink.report(.textTooLarge(slot.text)) }
          if !raster.facts.missing.isEmpty {
            sink.report(.missingGlyphs(slot.text, raster.facts.missing))
          }
          if !raster.facts.lackingFeatures.isEmpty {
            sink.report(.lackingFeatures(slot.text, raster.facts.lackingFeatures))
          }
          if !raster.facts.substitutes.isEmpty {
            substituted.append((slot.text, block, raster.facts))
          }
        }
      case .failure(let failure):
        // A failure of the disk is not specific to one text; of a text, the first of its pictures that fails counts.
        let isNew =
          failure.kind == .disk ? !hasDiskFailed : failed.insert(slot.layer).inserted
        hasDiskFailed = hasDiskFailed || failure.kind == .disk
        if isNew { sink.report(.text(failure, slot.text)) }
      }
    }
    for (text, block, facts) in substituted { await report(facts, of: text, block, &sink) }
    return await divide(await enlarge(result, enlarged, timeline), cascades, of: timeline, &sink)
  }

  /// A text whose parts come or go one after the other.
  private typealias PlacedCascade = (
    frame: LoweringFrame, layer: LayerTarget, block: TextBlock, cascade: TextCascade
  )

  /// `rasters` with the parts of texts that come or go one after the other, each of which is drawn once.
  private func divide(
    _ rasters: [LoweringFrame: [LayerTarget: Raster]], _ texts: [PlacedCascade],
    of timeline: Timeline, _ sink: inout DiagnosticSink
  ) async -> [LoweringFrame: [LayerTarget: Raster]] {
    if texts.isEmpty { return rasters }
    var wanted: [(frame: LoweringFrame, layer: LayerTarget, piece: TextPiece)] = []
    var blocks: [TextBlock] = []
    for text in texts {
      guard let raster = rasters[text.frame]?[text.layer] else { continue }
      var block = text.block.enlarged(by: raster.scale)
      let (isBehind, isByLine) = (block.background != nil, block.background?.isByLine ?? false)
      var pieces: [TextPiece] = isBehind ? [TextPiece(.nothing, .background)] : []
      let hasOutlines =
        block.outlineWidth > 0 || block.spans.contains { $0.background != nil }
      for part in text.cascade.ends.flatMap({
        text.cascade.parts(of: $0, lines: raster.facts.lines)
      }) {
        if isByLine, case .line = part { pieces.append(TextPiece(part, .background)) }
        if hasOutlines { pieces.append(TextPiece(part, .outlines)) }
        pieces.append(TextPiece(part, .letters))
      }
      var known: Set<TextPiece> = []
      for piece in pieces where known.insert(piece).inserted {
        block.piece = piece
        wanted.append((text.frame, text.layer, piece))
        blocks.append(block)
      }
    }
    if let last = wanted.last, blocks.count > Self.textLimit {
      let text = timeline.texts.first { $0.target == last.layer }
      sink.report(.tooManyTexts(Self.textLimit, at: (text ?? timeline.texts[0]).text.text.span))
      return rasters
    }
    var result = rasters
    for (slot, answer) in zip(wanted, await world.rasters(of: blocks)) {
      switch answer {
      case .success(let own):
        guard let whole = result[slot.frame]?[slot.layer] else { continue }
        let place = PixelPlace(
          whole.facts.box.x - own.facts.box.x, whole.facts.box.y - own.facts.box.y)
        // What shows nothing is a clear pixel.
        if own.facts.size == PixelSize(1, 1) { continue }
        result[slot.frame]?[slot.layer]?.pieces[slot.piece] = RasterPiece(
          file: own.file,
          rect: PixelRect(
            x: place.x, y: place.y, width: own.facts.size.width, height: own.facts.size.height))
      case .failure(let failure):
        // All of the text could be drawn, so it is no mistake of the project.
        sink.report(.noRenderer(failure))
        return result
      }
    }
    return result
  }

  /// `rasters` with those of texts that are shown larger than they are laid out in the size in which they are seen.
  ///
  /// One that would be too large stays as it is.
  private func enlarge(
    _ rasters: [LoweringFrame: [LayerTarget: Raster]],
    _ texts: [(frame: LoweringFrame, layer: LayerTarget, text: TextContent, block: TextBlock)],
    _ timeline: Timeline
  ) async -> [LoweringFrame: [LayerTarget: Raster]] {
    var enlargements: [LoweringFrame: Supersampling] = [:]
    var wanted: [(index: Int, scale: Double)] = []
    for (index, text) in texts.enumerated() {
      let known = enlargements[text.frame] ?? Supersampling(timeline, text.frame)
      enlargements[text.frame] = known
      guard let facts = rasters[text.frame]?[text.layer]?.facts else { continue }
      let scale = min(known.most(of: text.layer), text.block.mostScale(facts))
      if scale > 1 { wanted.append((index, scale)) }
    }
    if wanted.isEmpty { return rasters }
    var result = rasters
    var sizes: [LoweringFrame: CounterSizes] = [:]
    let blocks = wanted.map { texts[$0.index].block.enlarged(by: $0.scale) }
    for ((index, scale), answer) in zip(wanted, await world.rasters(of: blocks)) {
      let text = texts[index]
      guard case .success(var fine) = answer, var raster = result[text.frame]?[text.layer] else {
        continue
      }
      if let step = text.block.shown {
        // Of a whole text that stays as it is, so do its parts.
        if raster.scale == scale { raster.steps[step] = fine.file }
      } else {
        if text.text.counter != nil {
          let known = sizes[text.frame] ?? CounterSizes(timeline, text.frame)
          sizes[text.frame] = known
          fine.facts = known.sized(fine.facts, text.text, of: text.layer)
        }
        let (was, now) = (raster.laidOut.box, fine.facts.box)
        // Where lines break elsewhere, it would be another text.
        let isSame =
          abs(Double(now.width) / scale - Double(was.width)) < 4 + 0.02 * Double(was.width)
          && abs(Double(now.height) / scale - Double(was.height)) < 4 + 0.02 * Double(was.height)
        guard isSame, Letter.fits(fine.facts.size) else { continue }
        (raster.file, raster.scale) = (fine.file, scale)
        raster.facts = fine.facts
      }
      result[text.frame]?[text.layer] = raster
    }
    return result
  }

  /// More texts are refused: laying out each takes a millisecond or two.
  private static let textLimit = 5000

  /// The layout of `text` on the canvas `frame`; nil if its font cannot be used, which is reported.
  func block(
    _ text: TextContent, _ frame: LoweringFrame, folder: String, _ sink: inout DiagnosticSink
  ) async -> TextBlock? {
    guard let font = await choice(text.look.font, folder: folder, &sink) else { return nil }
    var block = TextBlock(
      text.counter.map { sheet(of: $0) } ?? text.text.value, text.look, font, frame,
      isSheet: text.counter != nil)
    for run in text.runs {
      guard let font = await choice(run.style.font, folder: folder, &sink) else { return nil }
      block.spans.append(TextSpan(run, font, frame))
    }
    return block
  }

  /// The font of `settings`, whose file is looked for; nil where there is none, which is reported.
  private func choice(
    _ settings: FontSettings, folder: String, _ sink: inout DiagnosticSink
  ) async -> FontChoice? {
    var font = FontChoice(
      family: settings.family.value, weight: settings.weight, isItalic: settings.isItalic)
    if let file = settings.file {
      do throws(FileProblem) {
        let path = try world.locate(file.value, from: folder)
        font.family = nil
        font.file = MediaFile(path: path, digest: try await world.digest(of: path))
      } catch {
        sink.report(.file(file.value, error, assets: [], at: file.span))
        return nil
      }
    }
    font.features = settings.features.map { "\($0.tag)=\($0.value)" }.joined(separator: ", ")
    font.variations = settings.variations.map { "\($0.tag)=\($0.value.shortest)" }
      .joined(separator: ",")
    return font
  }
}

extension TextBlock {
  /// The largest size of a font in it.
  fileprivate var largestSize: Double { spans.reduce(size) { max($0, $1.size) } }

  /// By how much the text, which as it is has `facts`, is enlarged at most.
  fileprivate func mostScale(_ facts: TextFacts) -> Double {
    let (width, height) = (Double(facts.size.width), Double(facts.size.height))
    return [
      (8_388_608 / max(width * height, 1)).squareRoot(), 8192 / max(width, height, 1),
      8192 / max(largestSize, 1), 8192 / Double(wrapWidth ?? box?.width ?? 1),
      8192 / max(outlineWidth, 1),
    ].reduce(100, min)
  }
}

extension Timeline {
  /// The canvas of the first output.
  var firstFrame: LoweringFrame {
    let whole = LoweringFrame(size: canvas.size, pixelScale: 1)
    guard let output = outputs.first?.output else { return whole }
    return OutputShape(
      output, canvas: canvas.size, background: background, hasEffects: hasEffects
    ).frame
  }
}
