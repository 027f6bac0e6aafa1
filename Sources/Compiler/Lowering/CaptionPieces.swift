// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// The texts of captions at one place for some frames.
struct CaptionPiece {
  var frames: Range<Int>
  var caption: Caption
  /// The first frame of its oldest text: of pieces that overlap, the one of the lowest rank keeps its place.
  var rank: Int
  /// The number of its place: of two of one rank the lower one stays.
  var number: Int
  /// True if it makes way upwards.
  var growsUp: Bool

  /// As many texts as that are looked at for each.
  private static let mostAtOnce = 32

  /// The same pieces by their first frames, each with those that it makes way for, and divided where these change.
  static func apart(_ pieces: [CaptionPiece]) -> [CaptionPiece] {
    let pieces = byStart(pieces)
    var before = [[Int]](repeating: [], count: pieces.count)
    var active: [Int] = []
    for (index, piece) in pieces.enumerated() {
      active.removeAll { pieces[$0].frames.upperBound <= piece.frames.lowerBound }
      for other in active where pieces[other].growsUp == piece.growsUp {
        if pieces[other].isFirst(of: piece) {
          before[index].append(other)
        } else {
          before[other].append(index)
        }
      }
      if active.count < mostAtOnce { active.append(index) }
    }
    var result: [CaptionPiece] = []
    for (index, piece) in pieces.enumerated() {
      let others = before[index].map { pieces[$0] }.sorted { $0.isFirst(of: $1) }
      let borders = Set(
        others.flatMap { [$0.frames.lowerBound, $0.frames.upperBound] }
          .filter { piece.frames.contains($0) } + [piece.frames.lowerBound]
      ).sorted()
      for (place, start) in borders.enumerated() {
        let end = place + 1 < borders.count ? borders[place + 1] : piece.frames.upperBound
        var part = piece
        part.frames = start..<end
        let there = others.filter { $0.frames.overlaps(part.frames) }.map(\.caption.obstacle)
        if !there.isEmpty { part.caption.others = there }
        if let last = result.last, last.number == part.number, last.caption == part.caption,
          last.frames.upperBound == start
        {
          result[result.count - 1].frames = last.frames.lowerBound..<end
        } else {
          result.append(part)
        }
      }
    }
    return byStart(result)
  }

  /// `pieces` by their first frames; those with the same one keep their order.
  private static func byStart(_ pieces: [CaptionPiece]) -> [CaptionPiece] {
    pieces.enumerated()
      .sorted {
        ($0.element.frames.lowerBound, $0.offset) < ($1.element.frames.lowerBound, $1.offset)
      }
      .map(\.element)
  }

  /// Returns true if `other` makes way for it.
  private func isFirst(of other: CaptionPiece) -> Bool {
    (rank, number) < (other.rank, other.number)
  }
}

extension Caption {
  /// The parts of it that determine its size: the same whichever of its words is spoken.
  fileprivate var obstacle: Caption {
    var result = self
    result.block.spans = block.spans.compactMap { span in
      var plain = span
      (plain.color, plain.background, plain.outlines) = (nil, nil, nil)
      (plain.isUnderlined, plain.isStruck) = (false, false)
      let isUsual =
        plain.font == block.font && plain.size == block.size && plain.script == .normal
        && plain.letterSpacing == block.letterSpacing
      return isUsual ? nil : plain
    }
    return result
  }
}
