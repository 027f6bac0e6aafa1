// SPDX-License-Identifier: Apache-2.0

extension Array {
  /// The parts into which the ends of these ranges divide `whole`, in order; all of it where there are none.
  package func intervals<Bound: Hashable>(in whole: Range<Bound>) -> [Range<Bound>]
  where Element == Range<Bound> {
    var borders: Set<Bound> = [whole.lowerBound, whole.upperBound]
    for range in self {
      borders.formUnion([range.lowerBound, range.upperBound].filter { whole.contains($0) })
    }
    let places = borders.sorted()
    return zip(places, places.dropFirst()).map { $0..<$1 }
  }
}
