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

  /// About how many milliseconds of a worker `interval` of `output` takes; nil when nothing of its size and
  /// encoder was measured.
  public func milliseconds(of interval: Explanation.Interval, in output: String) -> Double? {
    // A still is a frame, which is nothing beside a film.
    if interval.kind == .still { return 0 }
    if let near = times.value(at: interval, in: output) { return near * Double(interval.count) }
    let alike = known[CostTable.name(interval.costKind, showsFootage: interval.showsFootage)]
    let sums = [alike, known[interval.costKind]].compactMap(\.self)
    guard let sum = sums.first(where: { $0.ticks > 0 }) else { return nil }
    return Double(sum.milliseconds) * Double(interval.count) / Double(sum.ticks)
  }

  /// Takes in that `ticks` frames or samples of `interval` of `output` took so many milliseconds.
  public mutating func add(
    _ milliseconds: Int, for ticks: Int64, of interval: Explanation.Interval, in output: String
  ) {
    times.add(Double(milliseconds) / Double(max(1, ticks)), at: interval, in: output)
    note(milliseconds, for: ticks, interval.costKind, showsFootage: interval.showsFootage)
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

  /// Takes in that `interval` of `output` has so many bytes.
  public mutating func add(bytes: Int64, of interval: Explanation.Interval, in output: String) {
    sizes.add(Double(bytes) / Double(max(1, interval.count)), at: interval, in: output)
  }

  /// About how many bytes `interval` of `output` will have, by what others of its size and encoder have; nil where none is
  /// there.
  public func bytes(of interval: Explanation.Interval, in output: String) -> Int64? {
    sizes.value(at: interval, in: output).map { Int64($0 * Double(interval.count)) }
  }

  /// Pieces of one size, rate and encoding cost about the same per frame.
  static func kind(_ root: Ingredients.Group, _ kind: OutputPiece.Kind) -> String {
    let items = root.items.filter {
      $0.name.hasPrefix("encoding.") || $0.name.hasPrefix("program.canvas.")
        || $0.name == "program.finish.size" || $0.name == "program.sampleRate"
    }
    return kind.rawValue + items.map { "\n\($0.name) \($0.value)" }.joined()
  }
}

/// Values of some intervals of outputs, by which those between them are estimated: what is near in a film looks alike, but
/// footage unlike stills.
private struct Neighbors: Sendable {
  private var values: [String: [(time: Double, value: Double)]] = [:]

  /// - Parameter isAlike: True for its own kind; false for stills in place of footage, and the
  ///   reverse.
  private func name(
    _ interval: Explanation.Interval, _ output: String, isAlike: Bool = true
  ) -> String {
    output + "\n"
      + CostTable.name(interval.costKind, showsFootage: interval.showsFootage == isAlike)
  }

  private func middle(_ interval: Explanation.Interval) -> Double {
    (interval.time.start + interval.time.end).approximate / 2
  }

  mutating func add(_ value: Double, at interval: Explanation.Interval, in output: String) {
    var row = values[name(interval, output)] ?? []
    let time = middle(interval)
    row.insert((time, value), at: row.partitioningIndex { $0.time >= time })
    values[name(interval, output)] = row
  }

  /// The value at `interval`, on the line between those before and after it; nil where none of its kind is known.
  func value(at interval: Explanation.Interval, in output: String) -> Double? {
    let row = values[name(interval, output)] ?? values[name(interval, output, isAlike: false)]
    guard let row, let last = row.last else { return nil }
    let time = middle(interval)
    let next = row.partitioningIndex { $0.time >= time }
    guard next < row.count else { return last.value }
    guard next > 0, row[next].time > row[next - 1].time else { return row[next].value }
    let (before, after) = (row[next - 1], row[next])
    let share = (time - before.time) / (after.time - before.time)
    return before.value + (after.value - before.value) * share
  }
}
