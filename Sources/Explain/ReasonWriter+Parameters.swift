// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SourceMedia

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
    let now = subject.new.flatMap { new.subject(at: $0)?.use }.flatMap { holder(of: $0, in: new) }
    let then = subject.old.flatMap { old.subject(at: $0)?.use }.flatMap { holder(of: $0, in: old) }
    guard let home = now ?? then.flatMap({ pairing.successor(of: $0) }) else { return [] }
    return edits(of: home, oldIndex(of: home)) { $0 == "with" }.map {
      Reason(.parameter, sentence($0, of: title(home)), at: spot(of: $0, home))
    }
  }

  /// The clip or overlay of the film `record` that shows the film within it at `use`.
  private func holder(of use: Span, in record: FilmRecord) -> Int? {
    let around = record.subjects.indices.filter { index in
      let facts = record.subjects[index]
      guard facts.use == nil, let span = facts.span, span.file == use.file else { return false }
      return span.start <= use.start && use.end <= span.end
    }
    return around.min {
      (record.subjects[$0].span?.count ?? 0) < (record.subjects[$1].span?.count ?? 0)
    }
  }

  /// What changed in the film or the track that the clip `now` plays; nothing where it plays a file of media.
  func contents(of now: Int, _ was: Int) -> [Reason] {
    guard let facts = new.subject(at: now) else { return [] }
    let members = new.subjects.indices.filter {
      $0 != now && newText.owners(of: new.subjects[$0].span).contains(facts.asset)
    }
    let isFilm = new.subjects.contains { inner in
      inner.use.map { holder(of: $0, in: new) } == now
    }
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
  /// What it says something of: an index of the new subjects, or of the old ones; nil for nothing that is one.
  var subject: (new: Int?, old: Int?)? {
    switch self {
    case .isNew(let new), .appears(let new), .transition(let new, _): (new, nil)
    case .isGone(let old), .disappears(let old): (nil, old)
    case .changed(_, let new, let old): (new, old)
    case .setup, .shifted, .background, .divided: nil
    }
  }
}
