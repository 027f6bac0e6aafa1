// SPDX-License-Identifier: Apache-2.0

import Timeline

/// The pairs of clips and overlays of a film and of the film before it.
///
/// Each is paired once, for everything that is said of the film. Those of one kind and name are
/// compared by the lines that describe them: equal ones are paired first, the others in order between
/// them. What is left over has another name; it is paired where nothing else can have become of it.
struct SubjectPairing {
  private var formers: [Int?]
  private var successors: [Int?]
  private let old: [Subject]
  private let new: [Subject]

  /// A clip or overlay, and what the project says about it.
  private struct Subject {
    var facts: OriginFacts
    var entries: [ProjectText.Entry]

    /// The properties that equal subjects share: the file and the lines, at any place.
    var identity: [String] { [facts.asset] + entries.flatMap { [$0.path, $0.text] } }

    /// The rest of its identity after a change of its name; nil for none.
    ///
    /// Media are known by their file. The name of a text without `id` is its words.
    var role: [String]? {
      if !facts.asset.isEmpty { return [facts.kind.rawValue, facts.asset] }
      let hasWordsAsName =
        facts.kind == .clip && entries.contains { $0.path == "text" }
        && !entries.contains { $0.path == "id" }
      return hasWordsAsName ? [facts.kind.rawValue] : nil
    }
  }

  private struct Name: Hashable {
    var kind: OriginFacts.Kind
    var name: String

    init(_ facts: OriginFacts) { (kind, name) = (facts.kind, facts.name) }
  }

  /// Pairs the subjects of two records, which were made of two texts.
  init(_ before: FilmRecord, _ oldText: ProjectText, _ now: FilmRecord, _ newText: ProjectText) {
    old = before.subjects.map { Subject(facts: $0, entries: oldText.entries(at: $0.span)) }
    new = now.subjects.map { Subject(facts: $0, entries: newText.entries(at: $0.span)) }
    formers = Array(repeating: nil, count: new.count)
    successors = Array(repeating: nil, count: old.count)
    let wasCalled = Dictionary(grouping: old.indices) { Name(old[$0].facts) }
    var seen: Set<Name> = []
    let isCalled = Dictionary(grouping: new.indices) { Name(new[$0].facts) }
    for subject in new {
      let name = Name(subject.facts)
      guard seen.insert(name).inserted, let was = wasCalled[name], let now = isCalled[name] else {
        continue
      }
      pairNamesakes(was, now)
    }
    pairRenamed()
  }

  /// The old subject that the new one at `index` was; nil for one that is new, and for the index of none.
  func former(of index: Int) -> Int? { formers.indices.contains(index) ? formers[index] : nil }

  /// The new subject that the old one at `index` has become; nil for one that is gone.
  func successor(of index: Int) -> Int? {
    successors.indices.contains(index) ? successors[index] : nil
  }

  private mutating func pair(_ was: Int, _ now: Int) {
    formers[now] = was
    successors[was] = now
  }

  // MARK: Of one name

  private mutating func pairNamesakes(_ was: [Int], _ now: [Int]) {
    if was.count == 1, now.count == 1 { return pair(was[0], now[0]) }
    let (mine, theirs) = (now.map { new[$0].identity }, was.map { old[$0].identity })
    let common = SubjectPairing.commonSubsequence(theirs, mine)
    for (a, b) in common { pair(was[a], now[b]) }
    // Those that have moved.
    var waiting: [[String]: [Int]] = [:]
    for index in was.indices.reversed() where successors[was[index]] == nil {
      waiting[theirs[index], default: []].append(was[index])
    }
    for index in now.indices where formers[now[index]] == nil {
      if let found = waiting[mine[index]]?.popLast() { pair(found, now[index]) }
    }
    var (start, first) = (0, 0)
    for (end, last) in common + [(was.count, now.count)] {
      let gone = was[start..<end].filter { successors[$0] == nil }
      let added = now[first..<last].filter { formers[$0] == nil }
      for (a, b) in zip(gone, added) { pair(a, b) }
      (start, first) = (min(end + 1, was.count), min(last + 1, now.count))
    }
  }

  /// The indices of a longest common subsequence of two lists; of lists that differ in very much,
  /// only what they have in common at their ends.
  private static func commonSubsequence(_ a: [[String]], _ b: [[String]]) -> [(Int, Int)] {
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var tail = 0
    while tail < min(a.count, b.count) - start, a[a.count - 1 - tail] == b[b.count - 1 - tail] {
      tail += 1
    }
    let (rows, columns) = (a.count - start - tail, b.count - start - tail)
    var found = (0..<start).map { ($0, $0) }
    if rows * columns <= largestTable {
      // The lengths of the longest common subsequences from each pair of indices on.
      let width = columns + 1
      var lengths = [Int32](repeating: 0, count: (rows + 1) * width)
      for i in (0..<rows).reversed() {
        for j in (0..<columns).reversed() {
          lengths[i * width + j] =
            a[start + i] == b[start + j]
            ? lengths[(i + 1) * width + j + 1] + 1
            : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
        }
      }
      var (i, j) = (0, 0)
      while i < rows, j < columns {
        if a[start + i] == b[start + j] {
          found.append((start + i, start + j))
          (i, j) = (i + 1, j + 1)
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
          i += 1
        } else {
          j += 1
        }
      }
    }
    return found + (0..<tail).reversed().map { (a.count - 1 - $0, b.count - 1 - $0) }
  }

  private static let largestTable = 1 << 20

  // MARK: Of another name

  /// Pairs subjects between the same neighbours of which there is only one of that role.
  private mutating func pairRenamed() {
    var start = 0
    while start < new.count {
      guard formers[start] == nil else {
        start += 1
        continue
      }
      let end = formers[start...].firstIndex { $0 != nil } ?? new.count
      let first = start == 0 ? 0 : (formers[start - 1] ?? 0) + 1
      let last = end == new.count ? old.count : formers[end] ?? 0
      if first <= last, successors[first..<last].allSatisfy({ $0 == nil }) {
        let was = Dictionary(grouping: first..<last) { old[$0].role }
        let now = Dictionary(grouping: start..<end) { new[$0].role }
        for index in start..<end {
          guard let role = new[index].role, now[role]?.count == 1, let found = was[role],
            found.count == 1
          else { continue }
          pair(found[0], index)
        }
      }
      start = end
    }
  }
}
