// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics
package import ProjectModel
package import RenderGraph
package import RenderProtocol
package import Timeline

/// The canvas one output is composed on: the project's, or the project's scaled to the output's size.
package struct LoweringFrame: Hashable {
  package var size: PixelSize
  /// Output pixels for a canvas pixel of the project.
  package var pixelScale: Double

  package init(
    size: PixelSize, pixelScale: Double
  ) {
    self.size = size
    self.pixelScale = pixelScale
  }

  /// A length of the project in pixels of this canvas.
  package func pixels(_ length: Length, of extent: Int) -> Double {
    pixels(length, of: Double(extent))
  }

  /// A length of the project in pixels of this canvas, whose shares are of `extent` pixels.
  package func pixels(_ length: Length, of extent: Double) -> Double {
    switch length {
    case .share(let share): share * extent
    case .pixels(let pixels): pixels * pixelScale
    }
  }

  /// Lines around letters in pixels of this canvas.
  package func outlines(_ outlines: [TextLook.Outline]) -> [TextOutline] {
    outlines.filter { $0.width > 0 }.map {
      TextOutline(width: $0.width * pixelScale, color: $0.color)
    }
  }
}

/// Turns a timeline into a render graph, one node for everything it says, nothing left out and
/// nothing made cheaper.
///
/// `rasters` holds the rasterised texts by their layers.
package func lower(_ timeline: Timeline, _ frame: LoweringFrame, rasters: [LayerTarget: Raster])
  -> RenderGraph
{
  var canvas = timeline.canvas
  canvas.size = frame.size
  return lower(timeline, frame, rasters: rasters, on: canvas, films: LoweredFilms())
}

/// - Parameter films: Films within films that have been lowered; gets all others.
private func lower(
  _ timeline: Timeline, _ frame: LoweringFrame, rasters: [LayerTarget: Raster],
  on canvas: CanvasFormat, films: LoweredFilms
) -> RenderGraph {
  var lowering = TimelineLowering(
    timeline: timeline, frame: frame, rasters: rasters, graph: RenderGraph(canvas: canvas),
    films: films)
  lowering.run()
  return lowering.graph
}

/// Films within films that have been lowered: each once, however often it is shown, and by which of them.
final class LoweredFilms {
  private var known: [Key: FilmSource] = [:]

  /// A film, and the channels that it is mixed on.
  private struct Key: Hashable {
    var film: ObjectIdentifier
    var layout: ChannelLayout
  }

  /// `film` within a film on `canvas`, whose colour it has, and whose channels unless it asks for others: it is composed at its
  /// own size and rate.
  func source(_ film: NestedFilm, within canvas: CanvasFormat) -> FilmSource {
    let timeline = film.timeline
    var own = canvas
    (own.size, own.rate) = (timeline.canvas.size, timeline.canvas.rate)
    own.layout = timeline.channels?.value ?? canvas.layout
    let key = Key(film: ObjectIdentifier(film), layout: own.layout)
    if let source = known[key] { return source }
    let graph = lower(
      timeline, LoweringFrame(size: own.size, pixelScale: 1), rasters: film.rasters, on: own,
      films: self)
    let source = FilmSource(
      name: film.name, graph: graph, frames: timeline.hasPicture ? timeline.frameCount : 0,
      hasAlpha: timeline.isClear)
    known[key] = source
    return source
  }
}

/// The state of lowering one film.
struct TimelineLowering {
  let timeline: Timeline
  /// The canvas that layers lie on: the film's, or that of the group that is lowered.
  var frame: LoweringFrame
  /// True if `frame` is that of a group, whose centre is unknown to passes.
  var isInGroup = false
  let rasters: [LayerTarget: Raster]
  var graph: RenderGraph
  private let films: LoweredFilms
  private var nested: [Int: RenderGraph.NodeID] = [:]
  private var videos: [SourceKey: RenderGraph.NodeID] = [:]
  private var audios: [SourceKey: RenderGraph.NodeID] = [:]
  /// The changes of each layer by instructions, in the order of the project.
  let instructions: [LayerTarget: [(time: TimeRange, frames: Range<Int>, curves: LayerCurves)]]

  /// The masks of layers.
  let masks: LayerMasks
  /// By how much texts are enlarged on the film's canvas.
  let enlargements: Supersampling
  /// The blending that instructions set for layers, in film order.
  let blends: [LayerTarget: [(frames: Range<Int>, blending: Blending)]]
  /// The members of groups, lowest first.
  let members: [LayerTarget: [PlacedOverlay]]

  typealias LayerCurves = PlacedInstruction.LayerCurves

  init(
    timeline: Timeline, frame: LoweringFrame, rasters: [LayerTarget: Raster],
    graph: RenderGraph, films: LoweredFilms
  ) {
    self.films = films
    self.timeline = timeline
    self.frame = frame
    self.rasters = rasters
    self.graph = graph
    masks = LayerMasks(of: timeline)
    enlargements = Supersampling(timeline, frame)
    members = timeline.overlays.reduce(into: [:]) { members, placed in
      guard let group = placed.overlay.group, placed.overlay.mask == nil else { return }
      members[group, default: []].append(placed)
    }
    instructions = timeline.instructions.reduce(into: [:]) { table, placed in
      for layer in placed.layers {
        table[layer.target, default: []].append((placed.time, placed.frames, layer))
      }
    }
    blends = instructions.compactMapValues { uses in
      let blends = uses.compactMap { use in use.curves.blend.map { (use.frames, $0) } }
      return blends.isEmpty ? nil : blends.sorted { $0.0.lowerBound < $1.0.lowerBound }
    }
  }

  private struct SourceKey: Hashable {
    var path: String
    var stream: Int
    var zero = Time.zero
    var between: Interpolation?
    var fields: Deinterlacing?
    var grid: FrameGrid?
  }

  var rate: FrameRate { timeline.canvas.rate }

  fileprivate mutating func run() {
    var layers: [RenderGraph.NodeID] = []
    for (index, track) in timeline.tracks.enumerated() where !track.isAudio {
      if let node = pictures(ofTrack: index) { layers.append(node) }
    }
    for overlay in timeline.overlays where overlay.overlay.group == nil {
      if let node = picture(of: timeline.layer(overlay), from: 0) { layers.append(node) }
    }
    var parts: [RenderGraph.NodeID] = []
    if timeline.hasPicture {
      let changes = timeline.instructions.compactMap { placed in
        placed.instruction.background.flatMap {
          placed.frames.isEmpty ? nil : BackgroundChange(during: placed.frames, color: $0)
        }
      }
      let film = graph.add(
        .compose(background: timeline.background, changes: changes, frames: timeline.frameCount),
        layers, origin: nil)
      parts.append(filtered(film))
    }
    if let sound = sound() { parts.append(sound) }
    _ = graph.add(.film, parts, origin: nil)
  }

  /// The whole picture after the filters of the film.
  private mutating func filtered(_ film: RenderGraph.NodeID) -> RenderGraph.NodeID {
    let frames = timeline.frameCount
    let instructed = timeline.instructions.compactMap { placed -> InstructedEffects? in
      let during = placed.frames.clamped(to: 0..<frames)
      guard let effects = placed.effects, !during.isEmpty else { return nil }
      return InstructedEffects(frames: during, start: placed.time.start, effects: effects)
    }
    let node = filtered(
      film, timeline.effects, from: .zero, instructed: instructed, frames: frames, box: nil)
    if node == film { return film }
    return graph.add(
      .compose(background: timeline.background, changes: [], frames: frames), [node], origin: nil)
  }

  /// The node of a picture stream or still; one for all its uses.
  ///
  /// - Parameters:
  ///   - between: The interpolation between two of its frames.
  ///   - fields: The deinterlacing of its frames.
  ///   - grid: The even times that they are shown at.
  mutating func source(
    _ media: ResolvedMedia, between: Interpolation? = nil, fields: Deinterlacing? = nil,
    grid: FrameGrid? = nil, origin: Span?
  ) -> RenderGraph.NodeID? {
    guard let video = media.facts.video else { return nil }
    if media.film != nil { return filmSource(media, origin: origin) }
    let key = SourceKey(
      path: media.file.path, stream: video.stream, zero: media.pictureStart, between: between,
      fields: fields, grid: grid)
    if let known = videos[key] { return known }
    let operation: Operation =
      media.isTimeless
      ? .image(
        ImageSource(
          file: media.file, size: video.size, hasAlpha: video.hasAlpha,
          isSVG: media.facts.isSVG))
      : .video(
        VideoStream(
          file: media.file, stream: video.stream, zero: media.pictureStart, size: video.size,
          sampleAspect: video.sampleAspect, hasAlpha: video.hasAlpha, between: between,
          fields: fields, grid: grid))
    let node = graph.add(operation, origin: origin)
    videos[key] = node
    return node
  }

  /// The node of a film within the film; one for all its uses.
  private mutating func filmSource(_ media: ResolvedMedia, origin: Span?) -> RenderGraph.NodeID? {
    guard let number = media.film, let film = timeline.film(media) else { return nil }
    if let known = nested[number] { return known }
    let node = graph.add(.nested(films.source(film, within: graph.canvas)), origin: origin)
    nested[number] = node
    return node
  }

  /// The node of a sound stream; one for all its uses.
  mutating func audioSource(
    _ media: ResolvedMedia, _ audio: AudioFacts, origin: Span?
  ) -> RenderGraph.NodeID? {
    if media.film != nil { return filmSource(media, origin: origin) }
    let key = SourceKey(path: media.file.path, stream: audio.stream)
    if let known = audios[key] { return known }
    let node = graph.add(
      .audio(
        AudioSource(
          file: media.file, stream: audio.stream, zero: media.facts.start, drift: audio.drift)),
      origin: origin)
    audios[key] = node
    return node
  }
}
