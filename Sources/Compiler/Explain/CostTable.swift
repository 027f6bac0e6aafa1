// SPDX-License-Identifier: Apache-2.0

import Base

/// Costs of rendering in earlier builds, for estimates of new ones.
public struct CostTable: Sendable {
  private var known: [String: (milliseconds: Int, ticks: Int64)] = [:]
  /// The sizes of existing pieces and the measured times of some, per frame or sample.
  private var (sizes, times) = (Neighbors(), Neighbors())

  /// The costs in `records`.
  public init(_ records: [FilmRecord] = []) { add(records) }

  /// Takes in the costs in `records`.
  public mutating func add(_ records: [FilmRecord]) {
    for record in records {
      for piece in record.pieces {
        guard let cost = piece.cost, let root = piece.ingredients?.groups.first else { continue }
        note(
          cost, for: Int64(piece.place.count), CostTable.kind(root, piece.kind),
          showsFootage: piece.ingredients?.showFootage ?? false)
      }
    }
  }

  /// About how many milliseconds of a worker `stretch` of `output` takes; nil when nothing of its size and
  /// encoder was measured.
  public func milliseconds(of stretch: Explanation.Stretch, in output: String) -> Double? {
    // A still is a frame, which is nothing beside a film.
    if stretch.kind == .still { return 0 }
    if let near = times.value(at: stretch, in: output) { return near * Double(stretch.count) }
    let alike = known[CostTable.name(stretch.costKind, showsFootage: stretch.showsFootage)]
    let sums = [alike, known[stretch.costKind]].compactMap(\.self)
    guard let sum = sums.first(where: { $0.ticks > 0 }) else { return nil }
    return Double(sum.milliseconds) * Double(stretch.count) / Double(sum.ticks)
  }

  /// Takes in that `ticks` frames or samples of `stretch` of `output` took so many milliseconds.
  public mutating func add(
    _ milliseconds: Int, for ticks: Int64, of stretch: Explanation.Stretch, in output: String
  ) {
    times.add(Double(milliseconds) / Double(max(1, ticks)), at: stretch, in: output)
    note(milliseconds, for: ticks, stretch.costKind, showsFootage: stretch.showsFootage)
  }

  /// Adds to what pieces of `kind` take, and to what those take that are more alike.
  private mutating func note(
    _ milliseconds: Int, for ticks: Int64, _ kind: String, showsFootage: Bool
  ) {
    for name in [kind, CostTable.name(kind, showsFootage: showsFootage)] {
      let sum = known[name] ?? (0, 0)
      known[name] = (sum.milliseconds + milliseconds, sum.ticks + ticks)
    }
  }

  /// The key of costs of pieces of `kind`, with or without footage.
  fileprivate static func name(_ kind: String, showsFootage: Bool) -> String {
    kind + (showsFootage ? "\nfootage" : "\nstills")
  }

  /// Takes in that `stretch` of `output` has so many bytes.
  public mutating func add(bytes: Int64, of stretch: Explanation.Stretch, in output: String) {
    sizes.add(Double(bytes) / Double(max(1, stretch.count)), at: stretch, in: output)
  }

  /// About how many bytes `stretch` of `output` will have, by what others of its size and encoder have; nil where none is
  /// there.
  public func bytes(of stretch: Explanation.Stretch, in output: String) -> Int64? {
    sizes.value(at: stretch, in: output).map { Int64($0 * Double(stretch.count)) }
  }

  /// Pieces of one size, rate and encoding cost about the same per frame.
  static func kind(_ root: Ingredients.Group, _ kind: BuildUnit.Kind) -> String {
    let items = root.items.filter {
      $0.name.hasPrefix("encoding.") || $0.name.hasPrefix("program.canvas.")
        || $0.name == "program.finish.size" || $0.name == "program.sampleRate"
    }
    return kind.rawValue + items.map { "\n\($0.name) \($0.value)" }.joined()
  }
}

/// Values of some stretches of outputs, by which those between them are estimated: what is near in a film looks alike, but
/// footage unlike stills.
private struct Neighbors: Sendable {
  private var values: [String: [(time: Double, value: Double)]] = [:]

  /// - Parameter isAlike: True for its own kind; false for stills in place of footage, and the
  ///   reverse.
  private func name(
    _ stretch: Explanation.Stretch, _ output: String, isAlike: Bool = true
  ) -> String {
    output + "\n"
      + CostTable.name(stretch.costKind, showsFootage: stretch.showsFootage == isAlike)
  }

  private func middle(_ stretch: Explanation.Stretch) -> Double {
    (stretch.time.start + stretch.time.end).approximate / 2
  }

  mutating func add(_ value: Double, at stretch: Explanation.Stretch, in output: String) {
    var row = values[name(stretch, output)] ?? []
    let time = middle(stretch)
    row.insert((time, value), at: row.partitioningIndex { $0.time >= time })
    values[name(stretch, output)] = row
  }

  /// The value at `stretch`, on the line between those before and after it; nil where none of its kind is known.
  func value(at stretch: Explanation.Stretch, in output: String) -> Double? {
    let row = values[name(stretch, output)] ?? values[name(stretch, output, isAlike: false)]
    guard let row, let last = row.last else { return nil }
    let time = middle(stretch)
    let next = row.partitioningIndex { $0.time >= time }
    guard next < row.count else { return last.value }
    guard next > 0, row[next].time > row[next - 1].time else { return row[next].value }
    let (before, after) = (row[next - 1], row[next])
    let share = (time - before.time) / (after.time - before.time)
    return before.value + (after.value - before.value) * share
  }
}
