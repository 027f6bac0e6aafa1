// SPDX-License-Identifier: Apache-2.0

/// The word most like `word` among `candidates`, for "did you mean"; `nil` if none is like it.
///
/// Case and dashes count for nothing; a letter missing, added, changed or swapped with its neighbour counts for
/// one. A third of the letters may differ, and in words of one or two letters not the first. Among
/// equals the first wins.
public func nearest(_ word: String, in candidates: [String]) -> String? {
  // Names in the spelling of CSS, Swift and others: easeInOut and EASE_IN_OUT for ease-in-out.
  let spelt = word.utf8.count <= 64 ? letters(of: word) : ""
  if !spelt.isEmpty, let same = candidates.first(where: { letters(of: $0) == spelt }) {
    return same
  }
  let wanted = Array(word.lowercased().unicodeScalars)
  // Words of that length are not typing mistakes, and the time grows with the square of the length.
  guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
  let limit = max(wanted.count, 3) / 3
  var best: (distance: Int, word: String)?
  for candidate in candidates where abs(candidate.unicodeScalars.count - wanted.count) <= limit {
    let letters = Array(candidate.lowercased().unicodeScalars)
    if wanted.count < 3, letters.first != wanted.first { continue }
    let distance = editDistance(wanted, letters)
    if distance <= limit, distance < best?.distance ?? .max {
      best = (distance, candidate)
    }
  }
  return best?.word
}

/// The question whether `candidates` were meant that begin with `word` and a dash, such as `slide-up`, or else the one most like it;
/// nil where there is none.
public func didYouMean(_ word: String, in candidates: [String]) -> String? {
  let family = candidates.filter { $0.hasPrefix(word.lowercased() + "-") }.prefix(4).map {
    "'\($0)'"
  }
  guard let last = family.last, family.count > 1 else {
    return nearest(word, in: candidates).map { "did you mean '\($0)'?" }
  }
  return "did you mean \(family.dropLast().joined(separator: ", ")) or \(last)?"
}

/// The letters of a word in lower case, without dashes, underscores and spaces.
private func letters(of word: String) -> String {
  word.filter { !"-_ ".contains($0) }.lowercased()
}

/// Up to `count` of `candidates`, those first that are most like `word`; none of which more than half would have to be
/// changed.
public func nearestFew(_ word: String, in candidates: [String], count: Int) -> [String] {
  let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
  let distances = candidates.enumerated().map { index, candidate in
    (editDistance(wanted, Array(candidate.lowercased().unicodeScalars)), index, candidate)
  }
  return distances.filter { 2 * $0.0 <= max(wanted.count, $0.2.unicodeScalars.count) }
    .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(count).map(\.2)
}

/// The fewest insertions, deletions, changes and swaps of neighbours that turn one into the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in 0..<right.count {
      let change = left[row] == right[column] ? 0 : 1
      var cost = min(last[column] + change, last[column + 1] + 1, current[column] + 1)
      let isSwap =
        row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
      if isSwap { cost = min(cost, beforeLast[column - 1] + 1) }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
