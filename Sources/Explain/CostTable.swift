// SPDX-License-Identifier: Apache-2.0

import Basics

/// What rendering cost in earlier builds, to say what it will cost.
public struct CostTable: Sendable {
  private var known: [String: (milliseconds: Int, ticks: Int64)] = [:]

  /// The costs in `records`.
  public init(_ records: [FilmRecord]) {
    for record in records {
      for piece in record.pieces {
        guard let cost = piece.cost, let root = piece.ingredients?.groups.first else { continue }
        let kind = CostTable.kind(root, piece.kind)
        let sum = known[kind] ?? (0, 0)
        known[kind] = (sum.milliseconds + cost, sum.ticks + Int64(piece.place.count))
      }
    }
  }

  /// About how many milliseconds of a worker `stretch` takes; nil when nothing of its size and
  /// encoder was measured.
  public func milliseconds(of stretch: Explanation.Stretch) -> Double? {
    // A still is a frame, which is nothing beside a film.
    if stretch.kind == .still { return 0 }
    guard let sum = known[stretch.costKind], sum.ticks > 0 else { return nil }
    return Double(sum.milliseconds) * Double(stretch.count) / Double(sum.ticks)
  }

  /// Pieces of one size, rate and encoding cost about the same per frame.
  static func kind(_ root: Ingredients.Group, _ kind: PlannedPiece.Kind) -> String {
    let items = root.items.filter {
      $0.name.hasPrefix("encoding.") || $0.name.hasPrefix("program.canvas.")
        || $0.name == "program.finish.size" || $0.name == "program.sampleRate"
    }
    return kind.rawValue + items.map { "\n\($0.name) \($0.value)" }.joined()
  }
}
