// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

// Probing classifies streams by their packets' own information. If packets turn out to be different, the film
// does not fail: the section is encoded instead.

/// Progress of work that is restarted, which does not report the same amount twice.
package struct RepeatedProgress {
  private var reported = 0

  package init() {}

  /// Records that `amount` was reported by the first attempt.
  package mutating func record(_ amount: Int) { reported += amount }

  /// The part of `amount`, done by the second attempt, that was not reported yet; nil if it is zero.
  package mutating func unreported(of amount: Int) -> Int? {
    let known = min(reported, amount)
    reported -= known
    return amount > known ? amount - known : nil
  }
}

extension SegmentFacts {
  /// Adds a note about why it could not be copied, in first place, since surplus notes at the end are dropped.
  package mutating func note(_ failure: RenderFailure) {
    notes.insert(
      RenderNote(
        message: failure.message, origin: failure.origin, sourceTime: failure.sourceTime,
        log: failure.log), at: 0)
  }
}
