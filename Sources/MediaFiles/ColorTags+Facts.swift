// SPDX-License-Identifier: Apache-2.0

package import AV
package import Actions

extension ColorFacts {
  package init(_ tags: ColorTags) {
    self.init(
      matrix: tags.matrix, primaries: tags.primaries, transfer: tags.transfer, range: tags.range)
  }
}

extension ColorTags {
  package init(_ facts: ColorFacts) {
    self.init(
      matrix: facts.matrix, primaries: facts.primaries, transfer: facts.transfer,
      range: facts.range)
  }

  /// These tags, completed by those of `other` where unspecified.
  package func completed(by other: ColorTags) -> ColorTags {
    func choose(_ a: String, _ b: String) -> String { a == "unknown" ? b : a }
    return ColorTags(
      matrix: choose(matrix, other.matrix), primaries: choose(primaries, other.primaries),
      transfer: choose(transfer, other.transfer), range: choose(range, other.range))
  }
}
