// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Timeline

// Reasons about transitions, which lie between the clips that they change.

extension ReasonWriter {
  /// A transition that is new in one part of a piece and another in the next has changed.
  func merged(_ differences: [Difference]) -> [Difference] {
    var kinds: [Int: Set<Difference.Change>] = [:]
    for case .transition(let subject, let kind) in differences {
      kinds[subject, default: []].insert(kind)
    }
    return differences.map { difference in
      guard case .transition(let subject, _) = difference, kinds[subject]?.count ?? 0 > 1 else {
        return difference
      }
      return .transition(subject, kind: .isOther)
    }
  }

  func transition(_ subject: Int, _ kind: Difference.Change) -> [Reason] {
    let reasons = passage(into: subject)
    if !reasons.isEmpty { return reasons }
    let then = old.subject(at: oldIndex(of: subject))?.span
    let wasThere = !old.text.isEmpty && !oldText.transition(into: then).isEmpty
    let place = newText.transition(into: home(subject)).first?.span
    let isThere = place != nil
    let words =
      switch kind {
      // It is unchanged in the project, so another change has moved it.
      case .isNew where wasThere && isThere: "is here now"
      case .isGone where wasThere && isThere: "is not here any more"
      case .isNew: "is new"
      case .isGone: "is gone"
      case .isOther: "changed"
      case .hasOtherPicture: "reads a picture that has other bytes"
      }
    var reason = Reason(
      .transition, "the transition into \(title(subject)) \(words)", at: place ?? home(subject))
    reason.isImplied = wasThere && isThere && (kind == .isNew || kind == .isGone)
    return [reason]
  }

  /// The clip that a transition after `subject` goes into.
  func neighbour(of subject: Int) -> Int? {
    guard let span = newText.itemAfterTransition(after: home(subject)) else { return nil }
    return new.subjects.firstIndex { $0.span == span }
  }

  /// The clip that a transition after the old subject `was` went into.
  func formerNeighbour(of was: Int) -> Int? {
    guard !old.text.isEmpty,
      let span = oldText.itemAfterTransition(after: old.subject(at: was)?.span),
      let next = old.subjects.firstIndex(where: { $0.span == span })
    else { return nil }
    return pairing.successor(of: next)
  }

  /// Changes of the lines of the transition before a clip.
  func passage(into subject: Int) -> [Reason] {
    guard !old.text.isEmpty else { return [] }
    let (now, then) = (home(subject), old.subject(at: oldIndex(of: subject))?.span)
    let new = newText.transition(into: now)
    let old = oldText.transition(into: then)
    let edits = ProjectText.edits(from: old, to: new)
    if edits.isEmpty { return [] }
    let name = "the transition into \(title(subject))"
    let span = new.first?.span ?? now
    if old.isEmpty { return [Reason(.transition, "\(name) is new", at: span)] }
    if new.isEmpty { return [Reason(.transition, "\(name) is gone", at: now)] }
    if edits.count == 1 {
      return [
        Reason(
          code(.transition, edits[0]), sentence(edits[0], of: name), at: edits[0].new?.span ?? span)
      ]
    }
    // One transition is one reason, however many of its keys changed.
    let words = edits.map { phrase($0) }.joined(separator: ", ")
    return [
      Reason(.transition, "\(name) changed: \(words)", at: edits.first?.new?.span ?? span)
    ]
  }

  /// The words for an edit of a transition, for the middle of a sentence.
  private func phrase(_ edit: Edit) -> String {
    let key = edit.path == "transition" ? "" : "\(edit.path) "
    switch (edit.new?.text, edit.old?.text) {
    case (let now?, let was?) where isShort(now) && isShort(was): return "\(key)\(now) was \(was)"
    case (let now?, nil): return isShort(now) ? "\(key)\(now) is new" : "\(edit.path) is new"
    case (nil, let was?): return isShort(was) ? "\(key)\(was) is gone" : "\(edit.path) is gone"
    default: return "another \(edit.path)"
    }
  }
}
