// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
import Planning
package import RenderProtocol

/// The memory that a worker takes to render a piece, estimated from the files it opens and the frames it holds.
///
/// It decides how many workers run at the same time, and does not affect the bytes they make.
package struct PieceMemory: Sendable {
  /// The facts of the video in a file, by the file's digest.
  var facts: @Sendable (Fingerprint) -> VideoFacts? = { _ in nil }
  /// The size of the picture in a raster that a worker drew, by the file's digest.
  var rasters: @Sendable (Fingerprint) -> PixelSize? = { _ in nil }
  /// Threads of each decoder.
  var threads = 1
  /// The colour format of the canvas.
  private var color = CanvasColor.bt709

  /// Estimates by the facts of files, with `threads` for each decoder.
  package init(
    facts: @escaping @Sendable (Fingerprint) -> VideoFacts? = { _ in nil },
    rasters: @escaping @Sendable (Fingerprint) -> PixelSize? = { _ in nil }, threads: Int = 1
  ) {
    (self.facts, self.rasters, self.threads) = (facts, rasters, threads)
  }

  /// The memory of one part of a program beside that held by its layers.
  private struct Beside {
    /// The stills that are held, each once, however many layers show it.
    var stills: Set<Picture> = []
    /// The most that drawing one layer takes meanwhile: they are drawn one after the other.
    var work: Int64 = 0

    mutating func add(work bytes: Int64) { work = max(work, bytes) }
  }

  /// Bits of a pixel with alpha.
  private var bits: Int { (color.isDeep ? 2 : 1) * (color.hasFullChroma ? 32 : 20) }

  /// Mixing keeps a few open streams and a second of each.
  private static let sound: Int64 = 40 << 20
  /// A sound at another speed keeps a section of 10 s and the filter that makes it, or two blocks that are played backwards.
  private static let paced: Int64 = 12 << 20
  /// Linking keeps the film's index.
  private static let linking: Int64 = 24 << 20

  /// Of a worker that renders `piece`.
  func of(_ piece: Piece) -> Int64 {
    switch piece.kind {
    case .segment(let segment):
      of(
        segment.program,
        encoder: MemoryUse.encoder(segment.encoding, segment.program.outputSize))
    case .chunk(let chunk): MemoryUse.worker + of(chunk.program)
    case .passage, .sound: MemoryUse.worker + PieceMemory.sound
    }
  }

  /// Of a worker that renders `pieces`, at least one, in one pass.
  func of(together pieces: [Piece]) -> Int64 {
    pieces.dropFirst().reduce(of(pieces[0])) { sum, other in
      guard case .segment(let segment) = other.kind else { return sum }
      let size = segment.program.outputSize
      return sum + MemoryUse.encoder(segment.encoding, size) + 3 * MemoryUse.picture(size)
    }
  }

  /// Of the mixer of `program`: what sounds at the same time, and what is kept open after it.
  private func of(_ program: AudioProgram) -> Int64 {
    let paced = program.clips.filter { $0.remap != nil }
    let most = PieceMemory.most(paced) { _ in 1 }
    let inner = paced.compactMap(\.mix).map { of($0.program) }.max() ?? 0
    // Each mix has sources of its own.
    let mixed = PieceMemory.most(program.clips.filter { $0.remap == nil && $0.mix != nil }) {
      $0.mix.map { of($0.program) } ?? 0
    }
    return PieceMemory.sound + PieceMemory.paced * min(Int64(paced.count), most + 12) + inner
      + mixed
  }

  /// The greatest sum of the weights of `clips` that sound at the same time.
  private static func most(_ clips: [AudioClip], _ weight: (AudioClip) -> Int64) -> Int64 {
    let borders = clips.flatMap { clip in
      let weight = weight(clip)
      return [(clip.start, weight), (clip.start + clip.count, -weight)]
    }.sorted { $0 < $1 }
    var (now, most): (Int64, Int64) = (0, 0)
    for border in borders {
      now += border.1
      most = max(most, now)
    }
    return most
  }

  /// Of a worker that puts `output` together.
  func of(_ output: OutputPlan) -> Int64 {
    switch output.product {
    case .text: 0
    case .film(let film):
      MemoryUse.worker + PieceMemory.linking + film.heldBytes + encoder(of: film.delivery)
    case .still(let request, key: _):
      of(
        request.program,
        encoder: MemoryUse.encoder(
          VideoEncoding(encoder: request.encoder, options: []), request.program.outputSize))
    }
  }

  /// Of the encoder of an animation that has one as films do.
  private func encoder(of delivery: Delivery?) -> Int64 {
    guard case .animation(let form)? = delivery, case .avif = form.coding else { return 0 }
    return MemoryUse.encoder(VideoEncoding(encoder: "libsvtav1", options: []), form.size)
  }

  /// Of a worker that draws `program` and encodes it with an encoder that takes `encoder` bytes.
  private func of(_ program: RenderProgram, encoder: Int64) -> Int64 {
    guard color == program.canvas.color else {
      var memory = self
      memory.color = program.canvas.color
      return memory.of(program, encoder: encoder)
    }
    let frame = MemoryUse.picture(program.canvas.size, bitsPerPixel: bits)
    var most: Int64 = 0
    var heaviest: [Picture] = []
    for part in program.parts {
      var beside = Beside()
      let bytes = held(part.layers, frame, &beside) + beside.work
      if bytes > most { (most, heaviest) = (bytes, part.layers.pictures) }
    }
    most += 2 * frame
    most += MemoryUse.lut * Int64(Set(program.tables.map { $0.file.digest }).count)
    // Decoded, scaled, and its grey.
    most += Int64(Set(program.maps.map(\.map)).count) * 8 * frame
    if program.finish != nil { most += 3 * MemoryUse.picture(program.outputSize) }
    if program.orientation != nil { most += 2 * MemoryUse.picture(program.outputSize) }
    let rest = idle(program, beside: Set(heaviest.compactMap(\.source.file)))
    let photos = photos(program)
    return MemoryUse.worker + MemoryUse.carried + most + rest + photos.kept
      + max(encoder, photos.decoding)
  }

  /// Of the photos that are scaled before the encoder opens: of all as they are kept, and of the one that takes most while it
  /// is decoded.
  private func photos(_ program: RenderProgram) -> (kept: Int64, decoding: Int64) {
    var sizes: [MediaFile: Set<PixelSize>] = [:]
    var (kept, decoding): (Int64, Int64) = (0, 0)
    for picture in program.pictures {
      guard case .image(let file, _) = picture.source, let size = picture.lastScale,
        sizes[file, default: []].insert(size).inserted
      else { continue }
      kept += shaped(picture)
      if let facts = facts(file.digest) {
        decoding = max(
          decoding, MemoryUse.still(facts.size, bitsPerPixel: facts.pixels.bitsPerPixel))
      }
    }
    // Of those that do not fit, one is decoded while the encoder is open.
    guard kept > MemoryUse.stills else { return (kept, decoding) }
    return (MemoryUse.stills + decoding, decoding)
  }

  /// Of the sources that one part leaves off and a later one may take up again.
  private func idle(_ program: RenderProgram, beside files: Set<MediaFile>) -> Int64 {
    var sources: [MediaFile: Int64] = [:]
    for case .video(let read) in program.pictures.map(\.source) where !files.contains(read.file) {
      sources[read.file] = source(read)
    }
    return sources.values.sorted(by: >).prefix(MemoryUse.idleSources).reduce(0, +)
  }

  /// The bytes held by layers that are drawn at a time; `frame` is a canvas of their own.
  ///
  /// Temporary memory is added to `beside`.
  private func held(_ layers: [Layer], _ frame: Int64, _ beside: inout Beside) -> Int64 {
    // What is cropped or blended is drawn by itself first, and kept for the next frame.
    let apart = layers.count { $0.outline != nil || $0.blend != nil }
    // What lies below one of these is copied and changed, beside the layer itself and its shape.
    let backdrops = layers.contains { $0.backdrop != nil } ? 10 * frame : 0
    let kept = min(Int64(apart) * 2 * frame, MemoryUse.apart + frame) + backdrops
    return layers.reduce(kept) { sum, layer in
      let frame = layer.canvas.map { MemoryUse.picture($0, bitsPerPixel: bits) } ?? frame
      switch layer.content {
      case .picture(let picture):
        var bytes = held(picture, &beside)
        // A warp that turns keeps smaller copies beside the picture.
        switch layer.placement {
        case .at: break
        case .warped(let maps):
          if !maps.values.allSatisfy(\.isScaling) { bytes += 2 * shaped(picture) }
        // Smaller ones in both directions, and each by itself.
        case .projected: bytes += 4 * shaped(picture)
        }
        return sum + bytes
      case .stack(let layers):
        // A treatment keeps its result, and works with numbers of four bytes.
        if layer.treatment != nil { beside.add(work: 8 * frame) }
        var own = held(layers, frame, &beside) + 2 * frame
        if case .layers(let covering) = layer.treatment?.cover {
          own += held(covering, frame, &beside)
        }
        return sum + own
      case .transition(let transition):
        // Some effects read both pictures as four numbers of two bytes for every pixel; those of libavfilter keep two of the
        // canvas's form and a number for every pixel at most.
        let isPlain = TransitionStyle(kernel: transition.name)?.isXfade ?? false
        return sum + held(transition.from, frame, &beside) + held(transition.to, frame, &beside)
          + (isPlain ? 5 : 13) * frame
      }
    }
  }

  /// Of one picture: its source, and what it is shaped into, of footage twice, as filters hold one.
  ///
  /// A still is held once for all layers that show it.
  private func held(_ picture: Picture, _ beside: inout Beside) -> Int64 {
    let made = shaped(picture)
    if case .video(let read) = picture.source {
      return source(read) + 2 * made + tones(read, made) + between(read, made)
    }
    beside.add(work: work(picture, made))
    switch picture.source {
    case .image(_, _) where picture.lastScale != nil: return 0
    // Numbers of two bytes for four planes, what libass keeps, and fonts.
    case .script(let read):
      let pixels = Int64(read.script.canvas.width) * Int64(read.script.canvas.height)
      return 2 * made + 8 * pixels + 128 << 20
    // Drawn anew for each frame.
    case .drawing, .letters(_, .perFrame, _, _): return made
    case .video, .image, .svg, .raster, .letters, .caption, .graphic:
      var name = picture
      name.source.origin = .none
      return beside.stills.insert(name).inserted ? made : 0
    }
  }

  /// The temporary memory of drawing `picture`, whose result has `made` bytes.
  private func work(_ picture: Picture, _ made: Int64) -> Int64 {
    switch picture.source {
    case .video, .script: 0
    case .image(_, _) where picture.lastScale != nil: 0
    case .image(let file, _):
      facts(file.digest).map { MemoryUse.still($0.size, bitsPerPixel: $0.pixels.bitsPerPixel) } ?? 0
    case .svg(_, let size, _): MemoryUse.still(size, bitsPerPixel: 32)
    case .raster(let file, _), .letters(let file, _, _, _):
      made + (rasters(file.digest).map { MemoryUse.picture($0, bitsPerPixel: 32) } ?? 8 << 20)
    case .caption: made + 8 << 20
    case .graphic(let graphic, _, _), .drawing(let graphic, _, _, _):
      // A shape is painted apart from its line.
      (graphic.stroke == nil ? 1 : 2) * made + (graphic.uniform == nil ? 4 << 20 : 0)
    }
  }

  private func source(_ read: VideoRead) -> Int64 {
    guard let facts = facts(read.file.digest) else { return 0 }
    let bits = facts.pixels.bitsPerPixel
    let source = MemoryUse.source(facts.size, bitsPerPixel: bits, threads: threads)
    guard read.map.speed < .zero else { return source }
    return source + MemoryUse.backwards(facts.size, bitsPerPixel: bits)
      + 3 * MemoryUse.picture(facts.size, bitsPerPixel: bits)
  }

  /// The two frames around an interpolated one, that one, the brightness of the two at several sizes, and
  /// maps of the moving pixels.
  private func between(_ read: VideoRead, _ made: Int64) -> Int64 {
    // The frames around one that is deinterlaced, and what becomes of two.
    let size = read.fields == nil ? nil : facts(read.file.digest)
    let whole = size.map { 8 * MemoryUse.picture($0.size, bitsPerPixel: $0.pixels.bitsPerPixel) }
    return (whole ?? 0) + interpolated(read, made)
  }

  private func interpolated(_ read: VideoRead, _ made: Int64) -> Int64 {
    switch read.between {
    case nil: 0
    case .blend: 3 * made
    case .motion: 12 * made
    }
  }

  /// To and from HDR pictures go in floating point, through a chain of filters of which each holds a frame.
  private func tones(_ read: VideoRead, _ made: Int64) -> Int64 {
    facts(read.file.digest).map { color.hasLight(of: $0.color) } == false ? 16 * made : 0
  }

  /// Bytes of a picture after its last scaling.
  private func shaped(_ picture: Picture) -> Int64 {
    if let size = picture.lastScale { return MemoryUse.picture(size, bitsPerPixel: bits) }
    switch picture.source {
    case .svg(_, let size, _), .graphic(_, let size, _), .drawing(_, _, let size, _),
      .letters(_, _, let size, _):
      return MemoryUse.picture(size, bitsPerPixel: bits)
    case .caption(let caption, _):
      return MemoryUse.picture(caption.canvas, bitsPerPixel: bits)
    case .script(let read):
      return MemoryUse.picture(read.script.canvas, bitsPerPixel: bits)
    case .raster(let file, _):
      // Few texts whose size is not known fill the canvas.
      return rasters(file.digest).map { MemoryUse.picture($0, bitsPerPixel: bits) } ?? 8 << 20
    case .video, .image:
      let size = picture.source.file.flatMap { facts($0.digest)?.size }
      return size.map { MemoryUse.picture($0, bitsPerPixel: bits) } ?? 0
    }
  }
}
