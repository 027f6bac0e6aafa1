// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Planning
import Synchronization

/// Segments of several outputs that show the same composed frames, in different shapes or encodings: they are rendered in
/// one pass, with the first of them.
///
/// What each is made of does not depend on that, and neither do its bytes.
final class CompanionPieces: Sendable {
  /// Those that are made with another piece, by its key, and what they are made with.
  private let companions: [Fingerprint: [Piece]]
  private let leaders: [Fingerprint: Fingerprint]
  private let made = Mutex<Set<Fingerprint>>([])

  /// The most segments that are made together: each has an encoder of its own, which takes memory.
  private static let most = 8

  /// Finds companions among `pieces`, which are all missing.
  ///
  /// - Parameter jobs: Renderers at a time. None are found where there would be too few left to keep these busy.
  init(of pieces: [Piece], jobs: Int) {
    var companions: [Fingerprint: [Piece]] = [:]
    var leaders: [Fingerprint: Fingerprint] = [:]
    let outputs = Set(pieces.lazy.filter(\.isPicture).map(\.output))
    if outputs.count > 1 {
      var first: [ComposedFrames: Fingerprint] = [:]
      for piece in pieces {
        guard let frames = ComposedFrames(of: piece) else { continue }
        guard let leader = first[frames], companions[leader, default: []].count < Self.most - 1
        else {
          first[frames] = piece.key
          continue
        }
        companions[leader, default: []].append(piece)
        leaders[piece.key] = leader
      }
      let segments = pieces.count { $0.isPicture && !$0.isCopied }
      if segments - leaders.count < 2 * jobs { (companions, leaders) = ([:], [:]) }
    }
    (self.companions, self.leaders) = (companions, leaders)
  }

  /// Those that are made with the piece under `key`.
  func companions(of key: Fingerprint) -> [Piece] { companions[key] ?? [] }

  /// The piece that the one under `key` is made with; nil for none.
  func leader(of key: Fingerprint) -> Fingerprint? { leaders[key] }

  /// Notes that the piece under `key` is in the store.
  func note(_ key: Fingerprint) { _ = made.withLock { $0.insert(key) } }

  /// Whether the piece under `key` was made with its leader.
  func isMade(_ key: Fingerprint) -> Bool { made.withLock { $0.contains(key) } }
}

/// The frames of a segment before they are brought into the shape of an output.
private struct ComposedFrames: Hashable {
  private let program: PictureProgram

  /// Nil where the segment has to be made by itself.
  init?(of piece: Piece) {
    guard case .segment(let segment) = piece.kind, !segment.isCopied,
      !segment.encoding.hasTwoPasses, !segment.encoding.isPictures,
      segment.program.orientation == nil, segment.program.sampleAspect == nil
    else { return nil }
    var program = segment.program
    program.finish = nil
    self.program = program
  }
}

extension Piece {
  /// Pixels of a frame of a segment as it is encoded; 0 for sound.
  var codedPixels: Int {
    guard case .segment(let segment) = kind else { return 0 }
    return segment.program.codedSize.width * segment.program.codedSize.height
  }
}
