// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Timeline

// What a user changed, where the contents of a piece do not say it.

extension ReasonWriter {
  /// `reasons` without those that follow from others among them; where all follow from something else, the lines of
  /// the project that changed, if they are few.
  func explained(_ reasons: [Reason]) -> [Reason] {
    let isWhole = !reasons.isEmpty && !reasons.contains(where: \.isImplied)
    let said = reasons.filter { !$0.isImplied }
    // How packets are encoded follows from what is shown.
    if isWhole || said.contains(where: { $0.code != .encoder }) { return said }
    let edits = edits(atMost: 4)
    if !edits.isEmpty { return edits + said }
    return reasons.isEmpty ? [Reason(.other, "what it is made of changed")] : reasons
  }

  /// All that changed in the project; none where that is more than `limit`.
  private func edits(atMost limit: Int) -> [Reason] {
    guard !old.text.isEmpty, !new.text.isEmpty else { return [] }
    var found: [Reason] = []
    var seen: Set<Span?> = []
    // Clips may have changed places, which no line of theirs says.
    var last = -1
    for (index, facts) in new.subjects.enumerated() where seen.insert(facts.span).inserted {
      guard let was = pairing.former(of: index) else {
        found.append(Reason(.new, "\(facts.title) is new", at: facts.span))
        continue
      }
      if facts.kind == .clip {
        if was < last { found.append(Reason(.time, "\(facts.title) has moved", at: facts.span)) }
        last = max(last, was)
      }
      // The members of a group are subjects of their own.
      found += edits(of: index, was) { $0 != "group" }.map {
        Reason(code(.other, $0), sentence($0, of: facts.title), at: spot(of: $0, index))
      }
      found += passage(into: index)
      if found.count > limit { return [] }
    }
    for (index, facts) in old.subjects.enumerated()
    where pairing.successor(of: index) == nil && !seen.contains(facts.span) {
      found.append(Reason(.gone, "\(facts.title) is gone"))
      if found.count > limit { return [] }
    }
    found += edits(under: "instructions").map { $0.ofInstruction }.map(reason)
    let sections = [
      ("canvas", "the canvas"), ("defaults", "the defaults"), ("assets", "the assets"),
    ]
    for (key, name) in sections { found += edits(under: key).map { reason($0, name) } }
    found += edits(under: "outputs", output).map { reason($0, "output '\(output)'") }
    return found.count > limit ? [] : found
  }

  private func reason(_ edit: Edit, _ owner: String) -> Reason {
    Reason(code(.other, edit), sentence(edit, of: owner), at: edit.new?.span)
  }
}

extension Edit {
  /// The edit and its owner, where it is of the list of instructions.
  var ofInstruction: (Edit, String) {
    var keys = path.split(separator: ".").map(String.init)
    let number = keys.isEmpty ? "" : keys.removeFirst()
    guard keys.count > 2, keys[0] == "layers" else {
      return (Edit(path: keys.joined(separator: "."), new: new, old: old), "instruction \(number)")
    }
    let rest = keys.dropFirst(2).joined(separator: ".")
    return (Edit(path: rest, new: new, old: old), "'\(keys[1])' in instruction \(number)")
  }
}
