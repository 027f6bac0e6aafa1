// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics
import RenderProtocol

/// The most bytes that the file of a film may have.
public struct SizeLimit: Hashable, Sendable {
  /// The bytes.
  public var bytes: Int64
  /// The place in the project.
  public var span: Span
}

/// The result of fitting a film by the sizes of its pieces, as far as these are known.
public enum FittedFilm: Sendable {
  /// This film fits.
  case fits(FilmPlan)
  /// The pieces of this film have to be made to see whether it fits.
  case open(FilmPlan)
  /// Nothing that was tried fits; the smallest would have so many bytes.
  case misses(smallest: Int64)
}

extension FilmPlan {
  /// The film with the bit rate of its sound, and within its limit: as it is if that fits, else in two passes with a bit rate for
  /// each segment.
  ///
  /// The segments of the film as it is are drafts: what they take says how bits are to be shared out, so that quality is
  /// about as even as it was. All are lowered by one factor, a power of 1/1.03: an edit that hardly changes the size of the
  /// film leaves the factor, and with it the rates of all segments but those that it touches.
  ///
  /// It depends on the sizes alone, so that a build that finds pieces in the store makes what a clean build does.
  ///
  /// - Parameters:
  ///   - cover: The bytes of the file of its cover.
  ///   - sizes: The bytes of a finished piece by its key; nil where it is missing.
  public func fitted(
    _ setup: RenderingSetup, cover: Int64 = 0, sizes: (Fingerprint) -> Int64?
  ) -> FittedFilm {
    let (film, isFitted) = withFittedSound(setup, sizes: sizes)
    return isFitted ? film.withinLimit(setup, cover, sizes) : .open(film)
  }

  private func withinLimit(
    _ setup: RenderingSetup, _ cover: Int64, _ sizes: (Fingerprint) -> Int64?
  ) -> FittedFilm {
    guard let limit else { return .fits(self) }
    func weight(_ film: FilmPlan) -> Weight? { film.weight(cover, sizes) }
    guard let draft = weight(self) else { return .open(self) }
    if draft.total <= limit.bytes { return .fits(self) }
    let rest = draft.total - draft.pictures
    var smallest = limit.bytes > rest ? draft.total : rest
    // Encoders meet a rate within some percent.
    var room = (limit.bytes - rest) / 100 * 99
    var factor = FilmPlan.unit
    for _ in 0..<FilmPlan.mostTries where room > 0 {
      repeat { factor = factor * 100 / 103 } while draft.pictures * factor / FilmPlan.unit > room
      let film = scaled(by: factor, draft, setup)
      guard let weight = weight(film) else { return .open(film) }
      if weight.total <= limit.bytes { return .fits(film) }
      smallest = min(smallest, weight.total)
      // What the encoder took too much is taken off once more.
      room = room * 1000 / max(1000, weight.pictures * 1000 / room)
    }
    return .misses(smallest: smallest)
  }

  /// Bytes that pieces add to a file, at most.
  private struct Weight {
    /// Of each segment.
    var segments: [Int64]
    /// Of the file.
    var total: Int64
    /// Of all segments.
    var pictures: Int64 { segments.reduce(0, +) }
  }

  /// A factor of 1.
  private static let unit: Int64 = 1 << 20
  /// Rates that are tried.
  private static let mostTries = 6
  /// The least bits of a second of pictures.
  private static let leastRate: Int64 = 8000
  /// The least overhead of a packet in a stored piece, and of a piece, in bytes.
  package static let (storedPacket, storedPiece): (Int64, Int64) = (41, 400)
  /// The overhead of a container: its head, and per frame, packet of audio and second of film.
  private struct Overhead {
    var head, frame, packet, second: Int64
    /// Clusters and cues of Matroska; sample tables at the end of a movie; those at its beginning, for which there is room to spare.
    static let matroska = Overhead(head: 4096, frame: 9, packet: 9, second: 40)
    static let movie = Overhead(head: 4096, frame: 17, packet: 5, second: 80)
    static let fastMovie = Overhead(head: 20480, frame: 17, packet: 5, second: 80)
  }

  private var overhead: Overhead {
    if ["matroska", "webm"].contains(container) { return .matroska }
    return fastStart ? .fastMovie : .movie
  }

  private func weight(_ cover: Int64, _ sizes: (Fingerprint) -> Int64?) -> Weight? {
    let overhead = overhead
    var weights: [Int64] = []
    var seconds = Time.zero
    for segment in segments {
      guard let size = sizes(segment.key) else { return nil }
      weights.append(filed(size, Int64(segment.frameCount), each: overhead.frame))
      seconds = seconds + segment.program.canvas.rate.time(of: segment.frameCount)
    }
    var total = overhead.head + cover + (facts?.mostBytes ?? 0) + weights.reduce(0, +)
    if let sound {
      guard let size = sizes(sound.key) else { return nil }
      total += filed(size, sound.packets, each: overhead.packet)
      seconds = max(seconds, Time(sound.sampleCount, over: Int64(sound.sampleRate)))
    }
    total += overhead.second * Int64(seconds.ceiling)
    return Weight(segments: weights, total: total)
  }

  /// The most bytes that a stored piece of `size` bytes adds to the file, with `index` bytes per
  /// packet.
  private func filed(_ size: Int64, _ packets: Int64, each index: Int64) -> Int64 {
    max(1, size - FilmPlan.storedPiece - (FilmPlan.storedPacket - index) * packets)
  }

  /// About how many bytes its file has without its limit, a little too many rather than too few; nil where it is not put
  /// together from its pieces as they are.
  ///
  /// - Parameter sizes: The bytes of a finished piece by its key, or an estimate of them; nil where that is not known.
  public func fileBytes(sizes: (Fingerprint) -> Int64?) -> Int64? {
    switch delivery {
    case .sheets?, .animation?: return nil
    case .pictures?: return weight(0, sizes).map(\.pictures)
    case nil, .stream?: return weight(0, sizes)?.total
    }
  }

  /// The film with segments of `factor` times what they take as drafts.
  private func scaled(by factor: Int64, _ draft: Weight, _ setup: RenderingSetup) -> FilmPlan {
    var film = self
    film.drafts += segments.map(\.key)
    for (index, bytes) in draft.segments.enumerated() {
      let segment = film.segments[index]
      let rate = segment.program.canvas.rate.perSecond
      let bits = Time(bytes * 8 * factor / FilmPlan.unit) * rate / Time(Int64(segment.frameCount))
      film.segments[index].encoding.setRate(max(FilmPlan.leastRate, Int64(bits.floor)))
      film.segments[index].key = Fingerprint(
        ofCanonical: film.segments[index].identity(setup))
    }
    return film
  }
}

extension PlannedAudio {
  /// The least number of its packets.
  package var packets: Int64 {
    let length: Int64? =
      switch encoding.encoder {
      case "aac": 1024
      case "libopus": 960
      case "libmp3lame": 1152
      default: nil
      }
    return length.map { sampleCount / $0 } ?? 0
  }
}

extension VideoEncoding {
  /// Gives it a bit rate in place of a quality, by which x264 and x265 still find their level.
  fileprivate mutating func setRate(_ bits: Int64) {
    if !["libx264", "libx265"].contains(encoder) { options.removeAll { $0.name == "crf" } }
    options.append(EncoderOption("b", "\(bits / 1000 * 1000)"))
  }
}

extension ContainerFacts {
  /// The most bytes that they add to a file: texts in UTF-8 with their boxes.
  fileprivate var mostBytes: Int64 {
    let words = tags.map(\.text) + chapters.map(\.title)
    let cues = captions.flatMap(\.cues)
    let texts = words.map(\.utf8.count) + cues.map { $0.runs.map(\.text.utf8.count).reduce(64, +) }
    // Room for a track of chapters is kept, whether there are any or not.
    return 8192 + Int64(texts.reduce(0) { $0 + $1 + 128 })
  }
}
