// SPDX-License-Identifier: Apache-2.0

import Base
import Planning
import RenderProtocol
import Synchronization

/// Segments of several outputs that show the same composed frames, in different shapes or encodings, which are rendered in
/// one pass.
///
/// Each has the key and the bytes that it has when it is rendered by itself.
final class SharedRenderGroups: Sendable {
  /// The groups, in the order of their first pieces; at least two pieces each.
  let groups: [[Piece]]
  /// The keys of the groups, by those of their pieces.
  private let groupKeys: [Fingerprint: Fingerprint]
  private let made = Mutex<Set<Fingerprint>>([])

  /// The most segments that are made together.
  private static let most = 8

  /// No groups.
  init() { (groups, groupKeys) = ([], [:]) }

  /// Finds groups among `pieces`, which are all missing.
  ///
  /// - Parameters:
  ///   - jobs: Renderers at a time. Nothing is grouped where there would be too few groups and single pieces left to keep these busy.
  ///   - fits: Returns true if the encoders of these segments fit into memory together.
  init(of pieces: [Piece], jobs: Int, fits: ([Piece]) -> Bool) {
    let outputs = Set(pieces.lazy.filter(\.isPicture).map(\.output))
    var groups: [[Piece]] = []
    var places: [ComposedFrames: Int] = [:]
    for piece in outputs.count > 1 ? pieces : [] {
      guard let frames = ComposedFrames(of: piece) else { continue }
      if let place = places[frames], groups[place].count < Self.most, fits(groups[place] + [piece])
      {
        groups[place].append(piece)
      } else {
        places[frames] = groups.count
        groups.append([piece])
      }
    }
    if groups.count < 2 * jobs { groups = [] }
    groups.removeAll { $0.count < 2 }
    self.groups = groups
    groupKeys = Dictionary(
      uniqueKeysWithValues: groups.flatMap { group in
        group.map { ($0.key, SharedRenderGroups.key(of: group)) }
      })
  }

  /// The key of the action that makes `group`.
  static func key(of group: [Piece]) -> Fingerprint {
    Fingerprint(of: "pass\n" + group.map(\.key.hex).joined(separator: "\n"))
  }

  /// The key of the group with the piece under `key`; nil where it is made by itself.
  func groupKey(of key: Fingerprint) -> Fingerprint? { groupKeys[key] }

  /// Notes that the piece under `key` is in the store.
  func note(_ key: Fingerprint) { _ = made.withLock { $0.insert(key) } }

  /// Returns true if the piece under `key` was made in its group.
  func isMade(_ key: Fingerprint) -> Bool { made.withLock { $0.contains(key) } }
}

/// The frames of a segment before they are brought into the shape of an output.
private struct ComposedFrames: Hashable {
  private let program: RenderProgram

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
