// SPDX-License-Identifier: Apache-2.0

public import Base
import Diagnostics
import Planning
import ProjectModel
public import RenderProtocol
import Timeline

/// The loudness of a film by track and output, and the ducking curves of its audio.
public struct FilmAudio: Sendable {
  /// The sounds of the tracks that are ever heard, then that of the overlays, then those of the outputs.
  public var measurements: [Measurement]
  /// The sounds that are lowered under others.
  public var curves: [LoweringCurve]

  /// A sound of the film.
  public struct Measurement: Sendable {
    /// The name of its track or output.
    public var name: String
    /// The target level of the output, in words; nil for a track.
    public var target: String?
    /// True if it is the audio of an output.
    public var isOutput: Bool
    /// The film time at which it begins.
    public var start: Time
    /// The audio program.
    public var program: AudioProgram
    /// The measured levels of `program`.
    public var levels: AudioLevels
  }

  /// A gain curve of audio that is ducked under other audio.
  public struct LoweringCurve: Sendable {
    /// The name of the track, clip or overlay.
    public var name: String
    /// The names of the others.
    public var under: [String]
    /// Levels in decibels at times from its start, between which its factor changes evenly.
    public var keys: [(time: Time, level: Double)]
  }
}

extension Compilation {
  /// Measures the sound of the film.
  ///
  /// - Parameter measures: True if its parts are measured; the curves are known without that.
  public func sound(measuring measures: Bool = true) async -> CompilationResult<FilmAudio> {
    var failure: RenderFailure?
    var result = await compile { planner, _, _ async -> FilmAudio? in
      let film = planner.films[planner.first]
      var sound = FilmAudio(measurements: [], curves: film.timeline.loweringCurves)
      guard measures else { return sound }
      var all = film.soundsOfTracks().map {
        (name: $0.name, output: PlacedOutput?.none, $0.program)
      }
      for place in planner.places {
        let film = planner.films[place.film]
        let placed = film.timeline.outputs[place.output]
        guard let program = film.sound(of: placed) else { continue }
        all.append((placed.output.name.value, placed, program))
      }
      let rate = Int64(film.timeline.canvas.sampleRate)
      for (part, answer) in zip(all, await world.levels(of: all.map(\.2))) {
        switch answer {
        case .success(let levels):
          sound.measurements.append(
            FilmAudio.Measurement(
              name: part.name, target: part.output?.levelWords, isOutput: part.output != nil,
              start: part.output.map { Time($0.samples.lowerBound, over: rate) } ?? .zero,
              program: part.2, levels: levels))
        case .failure(let found):
          failure = found
          return nil
        }
      }
      return sound
    }
    if let failure { result.diagnostics.append(.soundNotMeasured(failure)) }
    return result
  }
}

extension PlacedOutput {
  /// The target level of the output's audio, in words.
  fileprivate var levelWords: String? {
    let level = output.level
    let words = [
      level?.loudness.map { "brought to \($0.shortest) LUFS" },
      level?.peak.map { "at most \($0.shortest) dBTP" },
      level.map { $0.isLimited ? nil : "not limited" } ?? nil,
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension Timeline {
  /// The sounds that are lowered, in the order of the tracks, of their clips, then of the overlays.
  fileprivate var loweringCurves: [FilmAudio.LoweringCurve] {
    var curves: [FilmAudio.LoweringCurve] = []
    func add(_ layer: LayerTarget, _ name: String, _ time: TimeRange) {
      guard let placed = ducks[layer] else { return }
      let keys = placed.keys(in: time).map { key in
        (key.time - time.start, key.factor == 1 ? 0 : -placed.duck.depth)
      }
      curves.append(
        FilmAudio.LoweringCurve(name: name, under: placed.duck.under.map(\.value), keys: keys))
    }
    for (index, track) in tracks.enumerated() {
      add(.track(index), track.name, track.extent)
      for clip in track.clips { add(clip.target, clip.clip.name, clip.shown) }
    }
    for overlay in overlays {
      add(.overlay(overlay.index), overlay.overlay.name.value, overlay.time)
    }
    return curves
  }
}

extension Diagnostic {
  /// The sound of a film cannot be read.
  fileprivate static func soundNotMeasured(_ failure: RenderFailure) -> Diagnostic {
    Diagnostic(
      code: .error("cannot-measure"), message: failure.message,
      notes: failure.log.map { Note(message: $0) })
  }
}
