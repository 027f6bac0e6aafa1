// SPDX-License-Identifier: Apache-2.0

/// Places decoded frames consecutively on a sample clock, with unreliable timestamps.
///
/// Containers round timestamps to milliseconds, and libavformat gives some Vorbis packets a timestamp that is
/// 10 ms off. The first position is therefore the median of the first frames' positions, and a running count
/// follows. Only when several consecutive frames differ from it by more than 10 ms does the stream have a gap
/// or an overlap.
struct AudioPlacer {
  /// A section of the clock.
  enum Piece {
    /// This many samples without sound.
    case silence(Int64)
    /// Samples.
    case sound(AudioBuffer)
  }

  /// Number of frames that determine the first position.
  private static let opening = 16
  /// Number of consecutive frames that indicate a gap.
  private static let persistence = 4

  private let rate: Int64
  private let tolerance: Int64
  /// The first position if no frame has a timestamp.
  private let fallback: Int64?
  private var undecided: [(samples: AudioBuffer, stamp: Int64?)] = []
  /// The clock position of the first piece; nil until known.
  private(set) var head: Int64?
  /// True if there are frames, but no position for them.
  private(set) var isLost = false
  /// The clock position of the next piece.
  private(set) var tail: Int64?
  /// Placed pieces that were not taken yet, without gaps.
  private var pieces: [Piece] = []

  /// A placer for `rate` samples per second, of which times are off by `tolerance` at most; the first is placed at `base` where that
  /// is known, else `fallback` is its position if no frame has a timestamp.
  init(rate: Int, tolerance: Int64, base: Int64? = nil, fallback: Int64?) {
    (self.rate, self.tolerance, self.fallback) = (Int64(rate), tolerance, fallback)
    (head, tail) = (base, base)
  }

  /// The number of samples, of `rate` a second, by which times of packets may be off.
  ///
  /// - Parameter isUneven: Whether they run ahead of the samples and come back, by a tenth of a second at most, as probing has it.
  static func tolerance(rate: Int, codec: String, isUneven: Bool) -> Int64 {
    // Some WebM files stamp Vorbis packets with the end of their sound instead of its start.
    Int64(isUneven ? rate * 15 / 100 : codec == "vorbis" ? rate * 6 / 100 : rate / 100)
  }

  /// The clock position of the next piece; nil while undetermined.
  var settledTail: Int64? { undecided.isEmpty ? tail : nil }

  /// Adds a frame that should start at clock position `stamp`, if known.
  mutating func add(_ samples: AudioBuffer, stamp: Int64?) {
    undecided.append((samples, stamp))
    if tail != nil {
      decide()
    } else if undecided.count >= AudioPlacer.opening {
      settle()
    }
  }

  /// Places the remaining frames at the end of input.
  mutating func finish() {
    if tail == nil { settle() }
    placeUndecided(dropping: 0)
  }

  /// Takes the next piece, or a part of a long silence.
  mutating func next() -> Piece? {
    guard let first = pieces.first else { return nil }
    if case .silence(let count) = first, count > 65536 {
      pieces[0] = .silence(count - 65536)
      return .silence(65536)
    }
    return pieces.removeFirst()
  }

  /// Determines the first position: the median of the frames' positions.
  private mutating func settle() {
    var before: Int64 = 0
    var places: [Int64] = []
    for (samples, stamp) in undecided {
      if let stamp {
        let place = stamp - before
        // A position far from the first one is after a gap.
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
    } else if undecided.count == AudioPlacer.persistence {
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
