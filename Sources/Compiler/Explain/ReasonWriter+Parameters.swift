// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Timeline

// Values of parameters, which change films while no line of the project does.

extension ReasonWriter {
  /// The parameter that changed where the line itself did not; nil where it did.
  func parameter(of edit: Edit) -> (name: String, now: String, was: String)? {
    guard let new = edit.new, let old = edit.old, new.written == old.written else { return nil }
    for name in newText.names(in: new.written) {
      guard let now = newText.parameters[name], let was = oldText.parameters[name], now != was
      else { continue }
      return (name, now, was)
    }
    return nil
  }

  /// The kind of a reason that `edit` says: `code`, unless it is a parameter that changed.
  func code(_ code: Reason.Code, _ edit: Edit) -> Reason.Code {
    parameter(of: edit) == nil ? code : .parameter
  }

  /// The values that changed which a film within the film is given, where `subject` is of that film.
  func values(of subject: (new: Int?, old: Int?)) -> [Reason] {
    let now = subject.new.flatMap { new.subject(at: $0)?.use }.flatMap { holders.new[$0] }
    let then = subject.old.flatMap { old.subject(at: $0)?.use }.flatMap { holders.old[$0] }
    guard let home = now ?? then.flatMap({ pairing.successor(of: $0) }) else { return [] }
    return edits(of: home, oldIndex(of: home)) { $0 == "with" }.map {
      Reason(.parameter, sentence($0, of: title(home)), at: spot(of: $0, home))
    }
  }

  /// For each place at which `record` shows a film within it, the innermost clip or overlay there.
  static func holders(in record: FilmRecord) -> [Span: Int] {
    let uses = Set(record.subjects.compactMap(\.use)).sorted {
      ($0.file.index, $0.start, $0.end) < ($1.file.index, $1.start, $1.end)
    }
    if uses.isEmpty { return [:] }
    var found: [Span: Int] = [:]
    for (index, facts) in record.subjects.enumerated() {
      guard facts.use == nil, let span = facts.span else { continue }
      var place = uses.partitioningIndex {
        ($0.file.index, $0.start) >= (span.file.index, span.start)
      }
      while place < uses.count, uses[place].file == span.file, uses[place].start <= span.end {
        let use = uses[place]
        place += 1
        guard use.end <= span.end else { continue }
        let known = found[use].flatMap { record.subjects[$0].span }
        if known.map({ $0.count > span.count }) ?? true { found[use] = index }
      }
    }
    return found
  }

  /// The clips and overlays below each name of the project: a track, a group.
  static func members(of record: FilmRecord, in text: ProjectText) -> [String: [Int]] {
    var members: [String: [Int]] = [:]
    for (index, facts) in record.subjects.enumerated() where facts.use == nil {
      for owner in text.owners(of: facts.span) { members[owner, default: []].append(index) }
    }
    return members
  }

  /// Changes of the film or the track that the clip `now` plays; nothing if it plays a media file.
  func contents(of now: Int, _ was: Int) -> [Reason] {
    guard let facts = new.subject(at: now) else { return [] }
    let members = (self.members[facts.asset] ?? []).filter { $0 != now }
    let isFilm = holders.new.values.contains(now)
    guard isFilm || !members.isEmpty else { return [] }
    let reasons = ([now] + members).flatMap { index in
      edits(of: index, oldIndex(of: index)) { index != now || $0 == "with" }.map {
        Reason(code(.bytes, $0), sentence($0, of: title(index)), at: spot(of: $0, index))
      }
    }
    if !reasons.isEmpty { return Array(reasons.prefix(4)) }
    return [Reason(.bytes, "what is heard of \(facts.title) changed", at: facts.span)]
  }

  /// Why something is or is not there, where a parameter that it names changed, `when` before others; else nothing.
  func cause(_ text: ProjectText, at span: Span?) -> String {
    let lines = text.entries(at: span).map(\.written)
    let conditions = text.entries(at: span).filter { $0.path == "when" }.map(\.written)
    for name in (conditions + lines).flatMap({ text.names(in: $0) }) {
      guard let now = newText.parameters[name], let was = oldText.parameters[name], now != was
      else { continue }
      let isTold = isShort(now) && isShort(was)
      return ": parameter '\(name)' changed" + (isTold ? ": \(now) was \(was)" : "")
    }
    return ""
  }
}

extension Difference {
  /// The subject of the difference: an index of the new or of the old subjects; nil for none.
  var subject: (new: Int?, old: Int?)? {
    switch self {
    case .isNew(let new), .appears(let new), .transition(let new, _): (new, nil)
    case .isGone(let old), .disappears(let old): (nil, old)
    case .changed(_, let new, let old): (new, old)
    case .setup, .shifted, .background, .divided: nil
    }
  }
}
