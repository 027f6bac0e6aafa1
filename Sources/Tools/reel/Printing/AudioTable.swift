// SPDX-License-Identifier: Apache-2.0

package import Base
package import Driver
import RenderProtocol

/// The loudness of the audio of a film, as lines of text.
package struct AudioTable {
  private let sound: FilmAudio

  package init(_ sound: FilmAudio) { self.sound = sound }

  /// Silence is what stays below this power, in dB, for as long as `shortestSilence`.
  package static let silence = -60.0
  package static let shortestSilence = Time(1, over: 2)

  /// A table with a line for each track and each output.
  package var text: String {
    var rows = [["", "loudness", "true peak", "silence", "over full scale"]]
    for measurement in sound.measurements {
      let facts = AudioFigures(measurement)
      var row = [
        measurement.name, facts.loudness.map { "\(AudioTable.tenths($0)) LUFS" } ?? "too quiet",
        facts.peak.map { "\(AudioTable.tenths($0)) dBTP" } ?? "silent",
        AudioTable.count(facts.silences.count, facts.silences.total), facts.overs.words,
      ]
      if let target = measurement.target { row[4] += "; " + target }
      rows.append(row)
    }
    return Shown.table(rows)
  }

  /// The sounds that are lowered, as keyframes of a project.
  package var curves: String {
    sound.curves.map { curve in
      // Two keys at one time would be one.
      var last: Int64?
      let keys = curve.keys.map { key in
        let time = max((key.time * Time(1_000_000)).rounded, last.map { $0 + 1 } ?? .min)
        last = time
        return "\(Time(time, over: 1_000_000))s: \(key.level.shortest)dB"
      }
      let value = keys.isEmpty ? "0dB" : "{\(keys.joined(separator: ", "))}"
      return
        "# \(curve.name), lowered under \(curve.under.joined(separator: ", "))\nvolume: \(value)\n"
    }.joined()
  }

  static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  private static func count(_ count: Int, _ total: Time) -> String {
    count == 0 ? "none" : "\(count == 1 ? "once" : "\(count) times"), \(Shown.seconds(total))"
  }
}

/// The figures of a sound.
package struct AudioFigures: Encodable {
  package var name: String
  /// `track` or `output`.
  package var kind: String
  /// LUFS; nil where it is too quiet.
  package var loudness: Double?
  /// dBTP; nil for silence.
  package var peak: Double?
  package var silences: [Interval]
  package var overs: [Interval]

  /// An interval of film time, in seconds.
  package struct Interval: Encodable {
    package var range: TimeRange
    /// By how many decibels full scale is exceeded; nil for silence.
    package var excess: Double?

    private enum CodingKeys: CodingKey { case start, end, excess }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(range.start.description, forKey: .start)
      try container.encode(range.end.description, forKey: .end)
      try container.encodeIfPresent(excess, forKey: .excess)
    }
  }

  package init(_ measurement: FilmAudio.Measurement) {
    let levels = measurement.levels
    let rate = Int64(measurement.program.sampleRate)
    let whole = TimeRange(.zero, Time(measurement.program.sampleCount, over: rate))
    (name, kind) = (measurement.name, measurement.isOutput ? "output" : "track")
    loudness = levels.loudness(in: whole).map { ($0 * 100).rounded() / 100 }
    peak = levels.peak(in: whole)
    func placed(_ range: TimeRange, _ excess: Double? = nil) -> Interval {
      Interval(
        range: TimeRange(range.start + measurement.start, range.end + measurement.start),
        excess: excess)
    }
    silences = levels.silences(below: AudioTable.silence, of: AudioTable.shortestSilence)
      .map { placed($0) }
    overs = levels.overs.map { placed($0.range, $0.excess) }
  }
}

extension [AudioFigures.Interval] {
  /// The duration of all of them together.
  var total: Time { reduce(.zero) { $0 + $1.range.duration } }

  /// The number of times that full scale is exceeded, by how much at most, and where that is first.
  var words: String {
    guard let first else { return "never" }
    let most = compactMap(\.excess).max() ?? 0
    let times = count == 1 ? "once" : "\(count) times"
    return
      "\(times), by \(AudioTable.tenths(most)) dB at most, first at \(Shown.seconds(first.range.start))"
  }
}
