// SPDX-License-Identifier: Apache-2.0

import Base
import Planning
import RenderProtocol

/// The share of the reused pieces that is rendered anew and compared.
package enum Verification: CaseIterable, Equatable, Sendable {
  /// A sample of each film, of each kind of piece.
  case verify
  /// All of it.
  case verifyAll

  /// Of this many consecutive pieces, one is in a sample.
  static let stride = 20

  /// Those of `pieces`, which lie in film order, that are verified.
  ///
  /// Which of an interval it is depends on the film's key and the piece's: one build verifies what the
  /// same build verified before, and the builds of a film that is being worked on verify others.
  func sample(_ pieces: [Piece], of film: Fingerprint) -> [Piece] {
    guard self == .verify else { return pieces }
    return Swift.stride(from: 0, to: pieces.count, by: Verification.stride).compactMap { start in
      pieces[start..<min(start + Verification.stride, pieces.count)]
        .map { (lot: Fingerprint(of: "\(film.hex) \($0.key.hex)").hex, piece: $0) }
        .min { $0.lot < $1.lot }?.piece
    }
  }
}

/// A stored piece that has other bytes when it is rendered anew.
package struct PieceDifference: Sendable {
  /// The piece.
  var piece: Piece
  /// The stored bytes.
  var stored: Bytes
  /// The bytes rendered anew.
  var made: Bytes
  /// True if the stored bytes have changed since they were stored.
  var isDamaged: Bool
  /// True if rendering it anew gives the same bytes each time.
  var isStable = true
  /// The first difference, if known.
  var first: SegmentDifference?
  /// For copied packets with the same bytes, the fault found in them.
  var fault: CopyFault?

  /// The size and digest of a file.
  struct Bytes: Hashable, Sendable {
    var size: Int64
    var digest: Fingerprint
  }

  /// The time in the film at which the first difference is seen or heard.
  var filmTime: Time? { (fault?.frame ?? first?.frame).map { piece.filmTime(at: $0) } }
}

extension Piece {
  /// The time in the film at which its frame or sample `index` is seen or heard.
  func filmTime(at index: Int64) -> Time {
    switch kind {
    case .segment(let segment): rate.time(of: segment.firstFrame + Int(index))
    case .chunk(let chunk): chunk.filmTime(ofSample: Int(index))
    case .passage(let passage):
      Time(passage.firstSample + max(index, 0), over: Int64(max(passage.sampleRate, 1)))
    case .sound(let sound):
      Time(sound.firstSample + max(index, 0), over: Int64(max(sound.sampleRate, 1)))
    }
  }

  /// The time in the film at which it is seen or heard.
  var filmTime: TimeRange { TimeRange(filmTime(at: 0), filmTime(at: length)) }
}
