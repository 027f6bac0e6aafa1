// SPDX-License-Identifier: Apache-2.0

import AV
import Actions

extension ColorFacts {
  init(_ tags: ColorTags) {
    self.init(
      matrix: tags.matrix, primaries: tags.primaries, transfer: tags.transfer, range: tags.range)
  }
}

extension ColorTags {
  init(_ facts: ColorFacts) {
    self.init(
      matrix: facts.matrix, primaries: facts.primaries, transfer: facts.transfer,
      range: facts.range)
  }

  /// These tags, and those of `other` where these say nothing.
  func completed(by other: ColorTags) -> ColorTags {
    func choose(_ a: String, _ b: String) -> String { a == "unknown" ? b : a }
    return ColorTags(
      matrix: choose(matrix, other.matrix), primaries: choose(primaries, other.primaries),
      transfer: choose(transfer, other.transfer), range: choose(range, other.range))
  }
}
