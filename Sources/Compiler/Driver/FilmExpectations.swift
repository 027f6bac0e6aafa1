// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
import Lowering
import Planning
import ProjectModel
public import RenderProtocol
import Timeline

/// The expected outputs of a project, for checks of rendered films.
public struct FilmExpectations: Sendable {
  /// The outputs that were asked for, in their order.
  public var outputs: [ExpectedOutput]
}

/// The expected properties of an output.
public struct ExpectedOutput: Sendable {
  /// A kind of output file.
  public enum Kind: Sendable, Equatable {
    /// Pictures in motion, perhaps with sound.
    case film
    /// Sound alone.
    case sound
    /// Anything else, in words: `a stream of media segments`.
    case other(String)
  }

  /// Its name.
  public var name: String
  /// The absolute path of its file; where there are places for numbers and days in its name, with these.
  public var path: String
  /// The path as the project writes it.
  public var shownPath: String
  /// The kind of file.
  public var kind: Kind
  /// The players that it is made for; nil for none.
  public var profile: PlayerProfile?
  /// Frames in a second.
  public var rate: FrameRate
  /// The size of its pictures.
  public var size: PixelSize
  /// The number of its frames; 0 without pictures.
  public var frameCount: Int
  /// The duration of the output.
  public var duration: Time
  /// True if packets may be copied from sources, so that coding and rotation are those of the
  /// sources.
  public var isCopying: Bool
  /// The mix before it is brought to a level; nil where it has no sound.
  public var sound: AudioProgram?
  /// The loudness and peak settings of the mix; nil for an unchanged mix.
  public var level: AudioLevel?
  /// The loudness that it is brought to, in LUFS; nil for that of the mix.
  public var loudness: Double? { level?.loudness }
  /// The true peak that it is limited to, in dBTP; nil for samples of full scale.
  public var peak: Double? {
    level?.peak ?? (level?.loudness == nil ? nil : AudioLevel.usualPeak)
  }
  /// True if the mix is limited.
  public var isLimited: Bool { level?.isLimited ?? false }
  /// The clips with pictures that are seen in it, by their first frames.
  public var clips: [ExpectedClip]
  /// All drawn layers, by frames of the output.
  private let layers: [(frames: Range<Int>, title: String, isFootage: Bool)]
  private let first: Int
  private var planner: FilmPlanner
  private let place: FilmPlanner.OutputIndex

  /// The program of frames of the output.
  public mutating func program(of frames: Range<Int>) -> RenderProgram {
    let output = planner.films[place.film].timeline.outputs[place.output].output
    let shown = (first + frames.lowerBound)..<(first + frames.upperBound)
    return planner.program(of: shown, of: output, in: place.film)
  }

  /// The title at a frame of the output: that of footage, else of another layer, else nil.
  public func title(ofFrame frame: Int) -> (title: String, isFootage: Bool)? {
    let there = layers.filter { $0.frames.contains(frame) }
    let found = there.last(where: \.isFootage) ?? there.last
    return found.map { ($0.title, $0.isFootage) }
  }
}

/// A clip of a film with its pictures in the source.
public struct ExpectedClip: Sendable {
  /// Its name.
  public var name: String
  /// The file as the project writes it.
  public var source: String
  /// The frames of the output on which it is seen by itself or in a transition.
  public var frames: Range<Int>
  /// The source time that frame `frame` of the output shows; nil for a still.
  public func sourceTime(ofFrame frame: Int) -> Time? {
    isStill ? nil : clip.shownTime(after: rate.time(of: offset + frame) - clip.start)
  }
  /// True if it is a still picture.
  public var isStill: Bool
  private let clip: PlacedClip
  private let rate: FrameRate
  private let offset: Int

  /// A program that draws the picture of its source at frame `frame` of the output, upright and at most as large as `size`.
  public func program(ofFrame frame: Int, within size: PixelSize) -> RenderProgram? {
    guard let media = clip.content.media, media.matrix == nil, let video = media.facts.video,
      let upright = media.uprightSize, upright.width > 1, upright.height > 1
    else { return nil }
    let scale = min(
      1, Double(size.width) / upright.width, Double(size.height) / upright.height)
    func even(_ side: Double) -> Int { max(2, Int((side * scale / 2).rounded()) * 2) }
    let fitted = PixelSize(even(upright.width), even(upright.height))
    let source: PictureSource
    if media.facts.isSVG {
      source = .svg(media.file, size: fitted, .none)
    } else if media.facts.isStill {
      source = .image(media.file, .none)
    } else if let time = sourceTime(ofFrame: frame) {
      var read = VideoRead(
        file: media.file, stream: video.stream, zero: media.pictureStart,
        map: TimeRemap(start: time), origin: .none)
      (read.grid, read.size) = (clip.grid(at: rate), video.size)
      source = .video(read)
    } else {
      return nil
    }
    let picture = Picture(source: source, steps: [.orient(media.orientation), .scale(fitted)])
    return RenderProgram(
      canvas: CanvasFormat(size: fitted, rate: rate),
      parts: [
        LayerInterval(
          frameCount: 1, background: .black,
          layers: [Layer(content: .picture(picture), placement: .at(x: 0, y: 0))])
      ])
  }

  fileprivate init?(_ clip: PlacedClip, _ placed: PlacedOutput, rate: FrameRate) {
    guard case .clip(let media) = clip.content, media.facts.video != nil, media.film == nil
    else { return nil }
    let seen = clip.drawn.clamped(to: placed.frames)
    guard !seen.isEmpty else { return nil }
    offset = placed.frames.lowerBound
    frames = (seen.lowerBound - offset)..<(seen.upperBound - offset)
    name = clip.clip.name
    source = media.shownPath
    isStill = media.isTimeless
    (self.clip, self.rate) = (clip, rate)
  }
}

extension PlacedClip {
  /// The source time that is shown so long after `start`.
  fileprivate func shownTime(after time: Time) -> Time {
    guard loop != nil, let turn, turn > .zero else { return sourceTime(after: time) }
    // The turn of the loop in which it lies.
    return sourceTime(after: time - Time((time / turn).floor) * turn)
  }
}

extension Compilation {
  /// The expected outputs of the project.
  public func expectations() async -> CompilationResult<FilmExpectations> {
    await compile { planner, destinations, _ async in
      let outputs = zip(planner.places, destinations).map { place, path in
        ExpectedOutput(planner, place, path: path)
      }
      return FilmExpectations(outputs: outputs)
    }
  }
}

extension ExpectedOutput {
  fileprivate init(_ planner: FilmPlanner, _ place: FilmPlanner.OutputIndex, path: String) {
    let film = planner.films[place.film]
    let timeline = film.timeline
    let placed = timeline.outputs[place.output]
    let output = placed.output
    (self.planner, self.place, first) = (planner, place, placed.frames.lowerBound)
    (name, self.path, shownPath) = (output.name.value, path, output.file.value)
    profile = output.profile?.value
    rate = timeline.canvas.rate
    size = timeline.codedSize(of: output)
    isCopying = output.copying == .whenPossible
    level = film.level(of: output)
    sound = output.isSilent ? nil : film.sound(of: placed)
    let format = output.format
    let hasPicture = format.isFilm && timeline.hasPicture
    frameCount = hasPicture ? placed.frames.count : 0
    duration =
      hasPicture
      ? rate.time(of: placed.frames.count)
      : Time(Int64(placed.samples.count), over: Int64(timeline.canvas.sampleRate))
    kind =
      if format.isStream { .other("a stream of media segments") } else if format.isFilm {
        .film
      } else if format.isSound { .sound } else if format.isText { .other("a text") } else {
        .other(format.animation != nil ? "an animation" : placed.kind(at: rate) ?? "a picture")
      }
    clips =
      hasPicture
      ? timeline.drawnClips.compactMap { ExpectedClip($0, placed, rate: timeline.canvas.rate) }
        .sorted { ($0.frames.lowerBound, $0.name) < ($1.frames.lowerBound, $1.name) } : []
    let offset = placed.frames.lowerBound
    func own(_ frames: Range<Int>) -> Range<Int> {
      let seen = frames.clamped(to: placed.frames)
      return (seen.lowerBound - offset)..<(seen.upperBound - offset)
    }
    var layers: [(frames: Range<Int>, title: String, isFootage: Bool)] = []
    for clip in timeline.drawnClips where clip.content.hasPicture {
      let isFootage = clip.content.media.map { !$0.isTimeless } ?? false
      layers.append((own(clip.drawn), "clip '\(clip.clip.name)'", isFootage && !clip.isFrozen))
    }
    for overlay in timeline.overlays where overlay.footage == nil {
      layers.append((own(overlay.frames), "'\(overlay.overlay.name.value)'", false))
    }
    self.layers = layers.filter { !$0.frames.isEmpty }
  }
}
