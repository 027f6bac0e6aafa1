// SPDX-License-Identifier: Apache-2.0

/// Puts decoded frames one after the other on a clock of samples, by timestamps that cannot be
/// trusted singly.
///
/// Containers round timestamps to milliseconds, and libavformat gives some Vorbis packets a
/// timestamp that is 10 ms off. So the first place is the middle of what the first frames say, and
/// from there a running count is followed; only when several frames in a row disagree with it by
/// more than 10 ms is there a hole, or an overlap, in the stream.
struct SoundPlacer {
  /// A stretch of the clock.
  enum Piece {
    /// So many samples without sound.
    case silence(Int64)
    /// Sound.
    case sound(StereoSamples)
  }

  /// Frames that decide on the first place.
  private static let opening = 16
  /// Frames in a row that decide on a hole.
  private static let persistence = 4

  private let rate: Int64
  private let tolerance: Int64
  /// The first place when no frame has a timestamp.
  private let fallback: Int64?
  private var undecided: [(samples: StereoSamples, stamp: Int64?)] = []
  /// Where on the clock the first piece lies; nil until that is known.
  private(set) var head: Int64?
  /// Whether there are frames, but none that says where it belongs.
  private(set) var isLost = false
  /// Where on the clock the next piece will lie.
  private(set) var tail: Int64?
  /// What has been placed and not been taken, without gaps.
  private var pieces: [Piece] = []

  /// A placer for `rate` samples per second; `fallback` is the first place when no frame has a timestamp.
  init(rate: Int, codec: String, fallback: Int64?) {
    self.rate = Int64(rate)
    // Some WebM files stamp Vorbis packets with the end of their sound instead of its start.
    tolerance = Int64(codec == "vorbis" ? rate * 6 / 100 : rate / 100)
    self.fallback = fallback
  }

  /// A placer that has placed everything before sample `place` of the clock.
  init(rate: Int, codec: String, at place: Int64) {
    self.init(rate: rate, codec: codec, fallback: nil)
    (head, tail) = (place, place)
  }

  /// Where on the clock the next piece will lie; nil while that is open.
  var settledTail: Int64? { undecided.isEmpty ? tail : nil }

  /// Takes a frame that should start at `stamp` of the clock, if that is known.
  mutating func add(_ samples: StereoSamples, stamp: Int64?) {
    undecided.append((samples, stamp))
    if tail != nil {
      decide()
    } else if undecided.count >= SoundPlacer.opening {
      settle()
    }
  }

  /// Places what is undecided: there will be no more frames.
  mutating func finish() {
    if tail == nil { settle() }
    placeUndecided(dropping: 0)
  }

  /// Takes the next piece; of a long silence, only a part.
  mutating func next() -> Piece? {
    guard let first = pieces.first else { return nil }
    if case .silence(let count) = first, count > 65536 {
      pieces[0] = .silence(count - 65536)
      return .silence(65536)
    }
    return pieces.removeFirst()
  }

  /// Finds the first place: the middle one of those that the frames ask for.
  private mutating func settle() {
    var before: Int64 = 0
    var places: [Int64] = []
    for (samples, stamp) in undecided {
      if let stamp {
        let place = stamp - before
        // What is far from the first comes after a hole.
        if abs(place - (places.first ?? place)) <= rate / 20 { places.append(place) }
      }
      before += Int64(samples.count)
    }
    let middle = places.isEmpty ? fallback : places.sorted()[places.count / 2]
    guard let middle else {
      isLost = !undecided.isEmpty
      return
    }
    (head, tail) = (middle, middle)
    let frames = undecided
    undecided = []
    for frame in frames {
      undecided.append(frame)
      decide()
    }
  }

  private mutating func decide() {
    guard let tail, let last = undecided.last else { return }
    let expected = undecided.dropLast().reduce(tail) { $0 + Int64($1.samples.count) }
    let offset = (last.stamp ?? expected) - expected
    if abs(offset) <= tolerance {
      placeUndecided(dropping: 0)
    } else if undecided.count == SoundPlacer.persistence {
      if offset > 0 {
        pieces.append(.silence(offset))
        self.tail = tail + offset
      }
      placeUndecided(dropping: max(0, -offset))
    }
  }

  private mutating func placeUndecided(dropping dropped: Int64) {
    guard var tail else { return }
    var rest = dropped
    for (samples, _) in undecided {
      let skipped = min(rest, Int64(samples.count))
      rest -= skipped
      var kept = samples
      kept.removeFirst(Int(skipped))
      tail += Int64(kept.count)
      if kept.count > 0 { pieces.append(.sound(kept)) }
    }
    undecided = []
    self.tail = tail
  }
}
