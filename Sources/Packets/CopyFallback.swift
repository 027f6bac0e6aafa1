// SPDX-License-Identifier: Apache-2.0

package import Actions

// Probing takes streams by what their packets say of themselves. A film is not to fail for that: where
// packets turn out not to be what they seemed, it is encoded.

/// Progress of something that is begun anew: what has been told is not told again.
package struct RepeatedProgress {
  private var told = 0

  package init() {}

  /// Takes note that `amount` is told the first time.
  package mutating func tell(_ amount: Int) { told += amount }

  /// What of another `amount` that is done now has not been told yet; nil for nothing.
  package mutating func untold(of amount: Int) -> Int? {
    let known = min(told, amount)
    told -= known
    return amount > known ? amount - known : nil
  }
}

extension SegmentFacts {
  /// Says why it could not be copied; that comes first, as of many notes the last are not kept.
  package mutating func note(_ failure: RenderFailure) {
    notes.insert(
      RenderNote(
        message: failure.message, origin: failure.origin, sourceTime: failure.sourceTime,
        log: failure.log), at: 0)
  }
}
