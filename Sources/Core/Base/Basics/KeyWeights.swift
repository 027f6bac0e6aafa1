// SPDX-License-Identifier: Apache-2.0

/// Amounts of a film by key, in the order in which keys were first added.
package struct KeyWeights<Key: Hashable> {
  private var keys: [Key] = []
  private var weights: [Key: Int64] = [:]

  /// Nothing yet.
  package init() {}

  /// Gives `weight` more to `key`.
  package mutating func add(_ weight: Int64, to key: Key) {
    if weights[key] == nil { keys.append(key) }
    weights[key, default: 0] += weight
  }

  /// All that have most, if that is something.
  package var greatest: [Key] {
    guard let most = weights.values.max(), most > 0 else { return [] }
    return keys.filter { weights[$0] == most }
  }
}
