// SPDX-License-Identifier: Apache-2.0

package import Base
package import Driver

/// The timeline of a film as bars on a terminal, a row for each track.
///
/// Every bar begins with `┃`, has its name where there is room for it, and a line that shows its
/// kind: `━` pictures, `┄` sound, `╳` a transition, `─` an overlay or an instruction. Where more
/// than one bar begins in a column, `▒` replaces them.
package struct TimelineBars {
  package let entries: [TimelineEntry]
  package let duration: Time
  /// The columns of the terminal.
  package let width: Int

  /// Bars for `entries`, track by track, of a film that lasts `duration`.
  package init(entries: [TimelineEntry], duration: Time, width: Int) {
    (self.entries, self.duration, self.width) = (entries, duration, width)
  }

  /// Rows that are shown of the overlays, and of the instructions.
  private static let rowLimit = 8

  private var labelWidth: Int {
    min(max(8, width / 5), entries.map { TimelineTable.columns(of: $0.lane) }.max() ?? 0)
  }
  private var columns: Int { max(10, width - labelWidth - 2) }

  /// The rows, under a scale of time; none where nothing lasts.
  package func lines() -> [String] {
    guard duration > .zero, !entries.isEmpty else { return [] }
    var lines = [line("", scale())]
    var rest = entries[...]
    while let lane = rest.first?.lane {
      let own = rest.prefix { $0.lane == lane }
      rest = rest.dropFirst(own.count)
      let rows = isOneRow(own) ? [Array(own)] : packed(Array(own))
      for (index, row) in rows.prefix(Self.rowLimit).enumerated() {
        lines.append(line(index == 0 ? lane : "", bars(row)))
      }
      if rows.count > Self.rowLimit {
        lines.append(line("", "and \(rows.count - Self.rowLimit) more rows"))
      }
    }
    let heard = entries.filter(\.isHeard)
    if !heard.isEmpty { lines.append(line("heard", silence(but: heard))) }
    return lines.map(Terminal.printable)
  }

  private func line(_ label: String, _ content: String) -> String {
    let cut = TimelineTable.cut(Terminal.printable(label), to: labelWidth)
    let line = TimelineTable.padded(cut, to: labelWidth) + "  " + content
    return TimelineTable.trimmed(line)
  }

  /// Clips of a track follow each other; other items may overlap.
  private func isOneRow(_ entries: ArraySlice<TimelineEntry>) -> Bool {
    entries.allSatisfy {
      switch $0.kind {
      case .clip, .sound, .transition: true
      case .overlay, .instruction: false
      }
    }
  }

  /// As few rows as hold the entries without one over another.
  private func packed(_ entries: [TimelineEntry]) -> [[TimelineEntry]] {
    var rows: [[TimelineEntry]] = []
    var ends: [Int] = []
    for entry in entries.sorted(by: { $0.time.start < $1.time.start }) {
      let place = place(of: entry)
      // Of many rows the first few are shown, so that looking through all of them is for nothing.
      if let row = ends.prefix(64).firstIndex(where: { $0 <= place.lowerBound }) {
        rows[row].append(entry)
        ends[row] = place.upperBound
      } else {
        rows.append([entry])
        ends.append(place.upperBound)
      }
    }
    return rows
  }

  /// The columns of an entry, at least one.
  private func place(of entry: TimelineEntry) -> Range<Int> {
    func column(_ time: Time) -> Int {
      let share = min(max(time, .zero), duration) / duration
      return Int((share * Time(Int64(columns))).rounded)
    }
    let start = min(column(entry.time.start), columns - 1)
    return start..<max(start + 1, column(entry.time.end))
  }

  private func bars(_ entries: [TimelineEntry]) -> String {
    var cells = [String](repeating: " ", count: columns)
    var starts = [Int](repeating: 0, count: columns)
    /// The end of the last transition: the name of the incoming clip comes after it.
    var transitionEnd = 0
    for (index, entry) in entries.enumerated() {
      let place = place(of: entry)
      guard entry.kind != .transition else {
        for column in place { cells[column] = Self.fill(.transition) }
        transitionEnd = place.upperBound
        continue
      }
      let start = max(place.lowerBound, min(transitionEnd, place.upperBound))
      if start == place.lowerBound, start < columns {
        starts[start] += 1
        cells[start] = starts[start] > 1 ? "▒" : "┃"
      }
      let rest = min(start == place.lowerBound ? start + 1 : start, place.upperBound)
      for column in rest..<place.upperBound { cells[column] = Self.fill(entry.kind) }
      // The name ends where the next bar begins.
      let next = index + 1 < entries.count ? self.place(of: entries[index + 1]) : nil
      let end = min(place.upperBound, next.map { max(rest, $0.lowerBound) } ?? place.upperBound)
      write(Terminal.printable(entry.name), in: rest..<end, to: &cells)
    }
    return cells.joined()
  }

  /// Writes a name where it leaves a column free after it, cut off to at least three letters.
  private func write(_ name: String, in place: Range<Int>, to cells: inout [String]) {
    let room = place.count - 1
    guard room >= min(3, TimelineTable.columns(of: name)), room > 0 else { return }
    var column = place.lowerBound
    for character in TimelineTable.cut(name, to: room) {
      let wide = TimelineTable.columns(of: String(character)) == 2
      cells[column] = String(character)
      if wide { cells[column + 1] = "" }
      column += wide ? 2 : 1
    }
  }

  private static func fill(_ kind: TimelineEntry.Kind) -> String {
    switch kind {
    case .clip: "━"
    case .sound: "┄"
    case .transition: "╳"
    case .overlay, .instruction: "─"
    }
  }

  private func silence(but heard: [TimelineEntry]) -> String {
    var cells = [String](repeating: " ", count: columns)
    for entry in heard { for column in place(of: entry) { cells[column] = "▂" } }
    return cells.joined()
  }

  // MARK: The scale

  /// Times at even steps, each where it begins.
  private func scale() -> String {
    let hasHours = duration >= Time(3600)
    let step = Self.steps.first { step in
      let count = duration / step
      return count <= Time(Int64(max(1, columns / (hasHours ? 11 : 9))))
    }
    var cells = [Character](repeating: " ", count: columns)
    // Longer films than a hundred days have no scale but their ends.
    let wide = step ?? duration
    var time = Time.zero
    while time <= duration {
      let column = Int((time / duration * Time(Int64(columns))).rounded)
      let text = Self.label(time, hasHours: hasHours)
      for (index, character) in text.enumerated() where column + text.count <= columns {
        cells[column + index] = character
      }
      time = time + wide
    }
    return String(cells)
  }

  private static let steps: [Time] =
    [Time(1, over: 10), Time(1, over: 5), Time(1, over: 2)]
    + [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400,
      172_800,
      432_000,
    ].map { Time($0) }

  /// A time without what is nothing of it: `0:05`, `1:00:00`, `0:00.5`.
  private static func label(_ time: Time, hasHours: Bool) -> String {
    let clock = TimelineTable.clock(time, hasHours: hasHours)
    let whole = clock.drop { $0 == " " }
    guard whole.hasSuffix("00") else { return String(whole) }
    return String(whole.dropLast(whole.hasSuffix(".000") ? 4 : 2))
  }
}
