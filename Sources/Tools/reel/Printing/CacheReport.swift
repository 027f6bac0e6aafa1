// SPDX-License-Identifier: Apache-2.0

package import BuildSystem

/// The report of `reel cache`.
package struct CacheReport: Encodable {
  /// The number of things, and their bytes.
  struct Amount: Hashable, Encodable {
    var count = 0
    var bytes: Int64 = 0

    init(_ items: [CacheItem] = []) {
      count = items.count
      bytes = items.reduce(0) { $0 + $1.size }
    }
  }

  /// Things of one kind, by who needs them.
  struct Row: Hashable, Encodable {
    var kind: String
    /// Existing films were made from them, or they are being written.
    var needed: Amount
    var unneeded: Amount
    /// Damaged or abandoned.
    var broken: Amount
  }

  private var total: Amount
  private var kinds: [Row]?
  private var removed: [Row]?
  private var left: Amount?
  private var isDryRun: Bool?

  /// Reports the contents of the cache.
  package init(items: [CacheItem]) {
    total = Amount(items)
    kinds = CacheReport.rows(items)
  }

  /// Reports which of `items` were, or would be, removed.
  package init(removed: [CacheItem], of items: [CacheItem], isDryRun: Bool) {
    total = Amount(items)
    self.removed = CacheReport.rows(removed)
    let gone = Amount(removed)
    left = Amount()
    left?.count = total.count - gone.count
    left?.bytes = total.bytes - gone.bytes
    self.isDryRun = isDryRun
  }

  private static func rows(_ items: [CacheItem]) -> [Row] {
    let order = ["segments", "sounds", "texts", "pieces", "facts", "films", "unfinished"]
    let labels = Set(items.map(\.label)).sorted {
      (order.firstIndex(of: $0) ?? order.count, $0) < (order.firstIndex(of: $1) ?? order.count, $1)
    }
    return labels.map { label in
      let own = items.filter { $0.label == label }
      return Row(
        kind: label, needed: Amount(own.filter { $0.use >= .needed }),
        unneeded: Amount(own.filter { $0.use == .unneeded }),
        broken: Amount(own.filter { $0.use == .broken }))
    }
  }

  /// One line of JSON.
  package var json: String {
    guard let line = Shown.json(self) else {
      preconditionFailure("integers and words have a JSON form")
    }
    return line
  }

  /// A table, or a sentence where there is nothing to tell.
  package var text: String {
    if let kinds { return kinds.isEmpty ? "nothing is kept\n" : CacheReport.table(kinds, total) }
    guard let removed, let left else { return "" }
    let gone = total.bytes - left.bytes
    if removed.isEmpty { return "nothing to remove; \(ProgressView.size(left.bytes)) kept\n" }
    let verb = isDryRun == true ? "would remove" : "removed"
    let what = removed.map { "\($0.amount.count) \($0.kind)" }.joined(separator: ", ")
    return "\(verb) \(ProgressView.size(gone)) (\(what)); \(ProgressView.size(left.bytes)) kept\n"
  }

  private static func table(_ rows: [Row], _ total: Amount) -> String {
    func cell(_ amount: Amount) -> String {
      amount.count == 0 ? "" : "\(ProgressView.size(amount.bytes)) in \(amount.count)"
    }
    var lines = [["", "all", "in films that stand", "in none", "damaged"]]
    for row in rows {
      // The films that a fact belongs to are not recorded.
      let isFact = row.kind == "facts"
      lines.append([
        row.kind, cell(row.amount), cell(row.needed), isFact ? "" : cell(row.unneeded),
        cell(row.broken),
      ])
    }
    lines.append(["all", cell(total), "", "", ""])
    if !rows.contains(where: { $0.broken.count > 0 }) { lines = lines.map { $0.dropLast() } }
    return Shown.table(lines).split(separator: "\n").map { line in
      line.reversed().drop { $0 == " " }.reversed() + "\n"
    }.joined()
  }
}

extension CacheReport.Row {
  /// All of them.
  fileprivate var amount: CacheReport.Amount {
    var amount = CacheReport.Amount()
    for part in [needed, unneeded, broken] {
      amount.count += part.count
      amount.bytes += part.bytes
    }
    return amount
  }
}
