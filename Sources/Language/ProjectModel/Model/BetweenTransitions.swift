// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog

/// Transitions between all neighbours of a track that have none of their own.
public struct BetweenTransitions: Hashable, Sendable {
  /// Those there are, at least one.
  public var choices: [TransitionItem]
  /// The number that draws one of them for each pair; nil where they take turns.
  public var seed: UInt64?

  /// One kind in so many may be drawn again: the fewer, the more often a pair that comes in changes others.
  private static let share = 12

  package init(_ choices: [TransitionItem], seed: UInt64? = nil) {
    precondition(!choices.isEmpty, "transitions between neighbours are at least one")
    self.choices = choices
    self.seed = seed
  }

  /// The transition from the file at path `before` to that at `after`, which is the one of number `turn` on its track, and the
  /// one of number `times` between these two; both from 0.
  ///
  /// The choice depends on the two files and on each kind by itself: it stays where other files, or
  /// other kinds, come and go. Each file has kinds that lead to it, and others that lead on from
  /// it, so that two in a row differ by themselves. Where no kind does both, any may be drawn but
  /// the `last` one. Of many kinds none comes back soon. So it rarely depends on the pairs before.
  ///
  /// - Parameters:
  ///   - last: The kind of the transition before it; nil for none.
  ///   - earlier: The kinds of those before that one, in their order.
  package func transition(
    from before: String, to after: String, turn: Int, times: Int, last: String?,
    earlier: some BidirectionalCollection<String> = [String]()
  ) -> TransitionItem {
    guard let seed else { return choices[turn % choices.count] }
    let recent = earlier.suffix(max(0, choices.count / BetweenTransitions.share - 1))
    let pair = "\(before)\0\(after)\0\(times)\0"
    var best: (isApt: Bool, draw: UInt64, choice: TransitionItem)?
    // Several of one name, such as two pictures as `luma`, are kinds of their own.
    var counts: [String: Int] = [:]
    for choice in choices {
      let count = counts[choice.name, default: 0]
      counts[choice.name] = count + 1
      if choice.kind == last || recent.contains(choice.kind) { continue }
      let name = choice.name + (count > 0 ? "\0\(count)" : "")
      func leads(to file: String) -> Bool { Self.draw("\(file)\0\(name)", seed) & 1 == 0 }
      let isApt = leads(to: after) && !leads(to: before)
      if let best, best.isApt, !isApt { continue }
      let draw = Self.draw(pair + name, seed)
      if let best, best.isApt == isApt, best.draw >= draw { continue }
      best = (isApt, draw, choice)
    }
    return best?.choice ?? choices[0]
  }

  /// FNV-1a of `text`, scrambled as its low bits depend on little.
  private static func draw(_ text: String, _ seed: UInt64) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
    return hash.scrambled
  }
}
