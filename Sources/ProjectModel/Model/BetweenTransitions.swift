// SPDX-License-Identifier: Apache-2.0

/// Transitions between all neighbours of a track that have none of their own.
public struct BetweenTransitions: Hashable, Sendable {
  /// Those there are, at least one.
  public var choices: [TransitionItem]
  /// The number that draws one of them for each pair; nil where they take turns.
  public var seed: UInt64?

  package init(_ choices: [TransitionItem], seed: UInt64? = nil) {
    precondition(!choices.isEmpty, "transitions between neighbours are at least one")
    self.choices = choices
    self.seed = seed
  }

  /// The transition from the file at path `before` to that at `after`, the one of number `turn` on its track, from 0.
  ///
  /// What is drawn depends on the two files alone, so that it stays where others come and go.
  package func transition(from before: String, to after: String, turn: Int) -> TransitionItem {
    guard let seed else { return choices[turn % choices.count] }
    // FNV-1a, whose low bits are mixed as in SplitMix64.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in Array(before.utf8) + [0] + Array(after.utf8) {
      hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3
    }
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    hash ^= hash >> 31
    return choices[Int(hash % UInt64(choices.count))]
  }
}
