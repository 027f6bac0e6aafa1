// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import RenderProtocol
import Timeline

/// Puts differences into words, with the lines of the project that made them.
struct ReasonWriter {
  let old: FilmRecord
  let new: FilmRecord
  let output: String
  let oldText: ProjectText
  let newText: ProjectText
  /// The pairs of clips and overlays.
  let pairing: SubjectPairing
  /// The number of clips of the new film by their item of the project.
  private let sharers: [Span: Int]
  /// The groups of the new film.
  private let groups: [Int]
  /// The subjects that show nested films, by their spans in the project.
  let holders: (new: [Span: Int], old: [Span: Int])
  /// The subjects below each name of the new project.
  let members: [String: [Int]]

  init(old: FilmRecord, new: FilmRecord, output: String) {
    self.old = old
    self.new = new
    self.output = output
    oldText = ProjectText(old.text, parameters: old.parameters)
    newText = ProjectText(new.text, parameters: new.parameters)
    pairing = SubjectPairing(old, oldText, new, newText)
    sharers = new.subjects.reduce(into: [:]) { counts, facts in
      if let span = facts.span { counts[span, default: 0] += 1 }
    }
    holders = (Self.holders(in: new), Self.holders(in: old))
    members = Self.members(of: new, in: newText)
    let text = newText
    groups = new.subjects.indices.filter { text.isGroup(at: new.subjects[$0].span) }
  }

  /// The reasons in `differences`, each once, the plain ones first.
  ///
  /// Reasons about copying (packets are copied no longer, or again; how frames between them are encoded, where an
  /// output `copies`) follow from the changes of the user and come last.
  func reasons(_ differences: [Difference], ticks: Time, copies: Bool) -> [Reason] {
    let setup = setup(differences)
    var reasons: [Reason] = []
    let isCopying = copies || differences.contains { $0.isOfCopying }
    for difference in merged(differences) where !difference.isSetup("") {
      if isCopying, !setup.isEmpty, isOfShape(difference) { continue }
      reasons += self.reasons(difference, ticks)
    }
    reasons = isCopying ? reasons + setup : setup + reasons
    var said: Set<String> = []
    return reasons.filter { said.insert($0.text).inserted }
  }

  private func reasons(_ difference: Difference, _ ticks: Time) -> [Reason] {
    if let subject = difference.subject, case let reasons = values(of: subject), !reasons.isEmpty {
      return reasons
    }
    switch difference {
    case .setup: return setup([difference])
    case .isNew(let subject):
      let why = cause(newText, at: home(subject))
      return [
        Reason(
          why.isEmpty ? .new : .parameter, "\(title(subject)) is new\(why)", at: home(subject))
      ]
    case .appears(let subject): return timed(subject, old: nil, "is here now")
    case .isGone(let subject):
      let why = cause(oldText, at: old.subject(at: subject)?.span)
      return [
        Reason(why.isEmpty ? .gone : .parameter, "\(title(subject, in: old)) is gone\(why)")
      ]
    case .disappears(let subject):
      return timed(pairing.successor(of: subject) ?? -1, old: subject, "is at another time now")
    case .changed(let aspect, let now, let was): return changed(aspect, now, was)
    case .transition(let subject, let kind): return transition(subject, kind)
    case .background(let now, let was): return background(now, was)
    case .divided(let division): return divided(division, ticks)
    case .shifted(let subject, let shift):
      let time = Reason.seconds(Time(Int64(shift.magnitude)) / ticks)
      let words = "\(title(subject)) is \(time) \(shift > 0 ? "later" : "earlier")"
      return [Reason(.time, words, at: home(subject))]
    }
  }

  /// Returns true if no line of the project sets the place or size: packets have the shape of their
  /// source, and encoded frames beside them take it on.
  private func isOfShape(_ difference: Difference) -> Bool {
    guard case .changed(.place, let now, let was) = difference else { return false }
    return edits(of: now, was) { Difference.Aspect.place.isSaid(by: $0) }.isEmpty
      && indirect(.place, new.subject(at: now)).isEmpty
  }

  /// A still of another frame than before.
  func otherTime(_ place: Range<Int64>, ticks: Time) -> Reason {
    let edit = edits(under: "outputs", output).first { $0.path == "at" }
    let words = edit.map { sentence($0, of: "output '\(output)'") }
    let time = Reason.seconds(Time(place.lowerBound) / ticks)
    return Reason(.time, words ?? "the picture is of \(time) now", at: edit?.new?.span)
  }

  // MARK: Subjects

  func title(_ index: Int, in record: FilmRecord) -> String {
    guard let facts = record.subject(at: index) else { return "something" }
    // The files of a pattern or a list have one name.
    guard let span = facts.span, (sharers[span] ?? 0) > 1, !facts.asset.isEmpty else {
      return facts.title
    }
    return "\(facts.title) (\(facts.asset.split(separator: "/").last ?? ""))"
  }

  func title(_ subject: Int) -> String { title(subject, in: new) }
  func home(_ subject: Int) -> Span? { new.subject(at: subject)?.span }

  /// It is seen at another time: what its lines say of that, if they changed.
  private func timed(_ subject: Int, old: Int?, _ words: String) -> [Reason] {
    let before = old ?? oldIndex(of: subject)
    let edits = edits(of: subject, before) {
      ["during", "at", "range", "duration", "until"].contains($0)
    }
    let name = subject >= 0 ? title(subject) : title(before, in: self.old)
    if edits.isEmpty {
      var reason = Reason(.time, "\(name) \(words)", at: home(subject))
      // Its own lines say nothing of it, so another change has moved it.
      reason.isImplied = true
      return [reason]
    }
    return edits.map {
      Reason(code(.time, $0), sentence($0, of: name), at: spot(of: $0, subject))
    }
  }

  func oldIndex(of subject: Int) -> Int { pairing.former(of: subject) ?? -1 }

  // MARK: Edits

  func edits(of subject: Int, _ before: Int, _ isMeant: (String) -> Bool) -> [Edit] {
    guard !old.text.isEmpty, let facts = new.subject(at: subject),
      let then = old.subject(at: before)
    else { return [] }
    return ProjectText.edits(
      from: oldText.entries(at: then.span), to: newText.entries(at: facts.span)
    ).filter { isMeant(String($0.path.prefix { $0 != "." && $0 != "[" })) }
  }

  func edits(under keys: String...) -> [Edit] {
    if old.text.isEmpty { return [] }
    return ProjectText.edits(from: oldText.entries(under: keys), to: newText.entries(under: keys))
  }

  func instructions(_ isMeant: (String) -> Bool) -> [Edit] {
    edits(under: "instructions").filter { isMeant($0.path) || $0.path.hasSuffix("during") }
  }

  func sentence(_ edit: Edit, of name: String) -> String {
    if let (parameter, now, was) = parameter(of: edit) {
      let isTold = isShort(now) && isShort(was)
      return "parameter '\(parameter)' changed" + (isTold ? ": \(now) was \(was)" : "")
        + ", in \(edit.path) of \(name)"
    }
    // A clip's key `clip` names its file, and so on.
    let isItself = edit.path == "transition"
    let path = edit.path == "clip" || edit.path == "image" ? "file" : edit.path
    let subject = isItself ? name : "\(path) of \(name)"
    switch (edit.new?.text, edit.old?.text) {
    case (let now?, let was?):
      let isTold = isShort(now) && isShort(was)
      return "\(subject) changed" + (isTold ? ": \(now) was \(was)" : "")
    case (let now?, nil): return "\(subject) is new" + (isShort(now) ? ": \(now)" : "")
    case (nil, let was?): return "\(subject) is gone" + (isShort(was) ? ": \(was)" : "")
    case (nil, nil): return "\(subject) changed"
    }
  }

  func isShort(_ text: String) -> Bool { text.count <= 32 && !text.contains("\n") }

  func spot(of edit: Edit, _ subject: Int) -> Span? { edit.new?.span ?? home(subject) }

  // MARK: Clips and overlays

  private func changed(_ aspect: Difference.Aspect, _ now: Int, _ was: Int) -> [Reason] {
    let code = Reason.Code(aspect)
    let name = title(now)
    let (facts, before) = (new.subject(at: now), old.subject(at: was))
    if aspect == .bytes, let facts {
      let contents = contents(of: now, was)
      if !contents.isEmpty { return contents }
      return [
        Reason(
          .bytes, "'\(facts.asset)' has other bytes", subject: facts.title, at: facts.span)
      ]
    }
    let edits = edits(of: now, was) { aspect.isSaid(by: $0) }
    if !edits.isEmpty {
      return edits.map {
        Reason(self.code(code, $0), sentence($0, of: name), at: spot(of: $0, now))
      }
    }
    if aspect == .volume || aspect == .range {
      // Both go along with transitions into it and out of it.
      let next = neighbour(of: now) ?? formerNeighbour(of: was)
      let reasons = passage(into: now) + (next.map { passage(into: $0) } ?? [])
      if !reasons.isEmpty { return reasons }
    }
    if aspect == .file, let facts, let before {
      return [
        Reason(
          .file, "\(name) is of another file: '\(facts.asset)' was '\(before.asset)'",
          at: facts.span)
      ]
    }
    if aspect == .text, let facts, let before {
      for font in facts.fonts where !before.fonts.contains(font) {
        let isOther = before.fonts.contains { $0.path == font.path }
        let words = isOther ? "has other bytes" : "is the font now"
        return [Reason(.text, "'\(font.path)' \(words)", subject: name, at: facts.span)]
      }
    }
    let causes = indirect(aspect, facts)
    if !causes.isEmpty {
      return causes.map { edit, section in
        Reason(
          self.code(code, edit), sentence(edit, of: section) + ", for \(name)",
          at: edit.new?.span ?? facts?.span)
      }
    }
    if newText.entries(at: facts?.span).contains(where: { newText.namesRow(in: $0.written) }) {
      return [Reason(.parameter, "the row of data of \(name) changed", at: facts?.span)]
    }
    var reason = Reason(code, "\(aspect.words) of \(name) changed", at: facts?.span)
    reason.isImplied = true
    return [reason]
  }

  /// Lines elsewhere in the project that changed and say something of `aspect`.
  private func indirect(
    _ aspect: Difference.Aspect, _ facts: OriginFacts?
  ) -> [(Edit, String)] {
    if let asset = newText.entries(at: facts?.span).first(where: { $0.path == "clip" })?.text {
      let edits = edits(under: "assets", asset)
      if !edits.isEmpty { return edits.map { ($0, "asset '\(asset)'") } }
    }
    let defaults = edits(under: "defaults").filter {
      $0.path.split(separator: ".").contains { aspect.isSaid(by: String($0)) }
    }
    if !defaults.isEmpty { return defaults.map { ($0, "the defaults") } }
    let around = enclosing(facts?.span)
    for group in around {
      let edits = edits(of: group, oldIndex(of: group)) { aspect.isSaid(by: $0) }
      if !edits.isEmpty { return edits.map { ($0, title(group)) } }
    }
    guard aspect.isInstructed, let facts else { return [] }
    let names = around.compactMap { new.subject(at: $0)?.name } + newText.owners(of: facts.span)
    return instructed(names + [facts.name]) { aspect.isSaid(by: $0) }
  }

  /// The groups around the item at `span`, the innermost first.
  private func enclosing(_ span: Span?) -> [Int] {
    guard let span else { return [] }
    let around = groups.filter { group in
      guard let own = home(group), own != span else { return false }
      return own.start <= span.start && span.end <= own.end
    }
    return around.sorted { (home($0)?.count ?? 0) < (home($1)?.count ?? 0) }
  }

  /// Lines of instructions that changed and say something of layers with one of `names`.
  private func instructed(
    _ names: [String], _ isMeant: (String) -> Bool
  ) -> [(Edit, String)] {
    edits(under: "instructions").filter { edit in
      let keys = edit.path.split(separator: ".").map(String.init)
      guard keys.count > 1, let number = Int(keys[0]) else { return false }
      if keys[1] == "during" {
        return [oldText, newText].contains {
          $0.layers(ofInstruction: number - 1).contains { names.contains($0) }
        }
      }
      guard keys.count > 3, keys[1] == "layers", names.contains(keys[2]) else { return false }
      return isMeant(String(keys[3].prefix { $0 != "[" }))
    }.map { $0.ofInstruction }
  }

  private func divided(_ division: Difference.Division, _ ticks: Time) -> [Reason] {
    let before = oldIndex(of: division.subject)
    let edits = edits(of: division.subject, before) { Difference.Aspect.range.isSaid(by: $0) }
    if !edits.isEmpty {
      let name = title(division.subject)
      return edits.map {
        Reason(code(.range, $0), sentence($0, of: name), at: spot(of: $0, division.subject))
      }
    }
    let times = division.was.map { Reason.range(TimeRange($0, ticks: ticks)) }
    var words = "the film is divided elsewhere: this was "
    switch times.count {
    case 1: words += "part of \(times[0])"
    case 2: words += "in 2 pieces, \(times[0]) and \(times[1])"
    case let count: words += "in \(count) pieces"
    }
    var span: Span?
    if let cause = division.cause {
      let time = Reason.seconds(Time(cause.tick) / ticks)
      let name = title(cause.subject, in: cause.isOld ? old : new)
      let isPassage = cause.event == .passageStarts || cause.event == .passageEnds
      let begins = cause.event == .starts || cause.event == .passageStarts
      words += "; at \(time) \(isPassage ? "the transition into " : "")\(name) "
      words += cause.isOld ? (begins ? "began" : "ended") : (begins ? "starts" : "ends")
      if !cause.isOld {
        span = home(cause.subject)
        if isPassage {
          span = newText.transition(into: span).first?.span ?? span
        }
      }
    } else {
      words += ", and where pieces meet depends on what lies within seconds of that"
    }
    var reason = Reason(.divided, words, at: span)
    // Nothing that is known begins or ends there.
    let cause = division.cause
    reason.isImplied = cause.flatMap { ($0.isOld ? old : new).subject(at: $0.subject) } == nil
    return [reason]
  }
}

extension Difference {
  /// True if packets changed from copied to encoded, or the other way round.
  var isOfCopying: Bool {
    guard case .setup("encoding.encoder", let new, let old) = self else { return false }
    return new == "copy" || old == "copy"
  }
}

extension Reason {
  /// A time to the millisecond, such as `12.500 s`.
  static func seconds(_ time: Time) -> String { time.inThousandths }

  /// An interval of time, such as `12.500 s .. 14.000 s`.
  static func range(_ range: TimeRange) -> String {
    "\(seconds(range.start)) .. \(seconds(range.end))"
  }
}

extension Difference.Aspect {
  /// Returns true if a key of a clip or overlay sets this aspect.
  func isSaid(by key: String) -> Bool {
    switch self {
    case .bytes: false
    case .file: ["clip", "image", "file"].contains(key)
    case .text:
      [
        "text", "subtitles", "font", "family", "weight", "italic", "size", "color", "align", "wrap",
        "outline",
      ]
      .contains(key)
    case .range: ["range", "duration", "at", "loop", "until"].contains(key)
    case .speed: ["speed", "stretch", "reverse"].contains(key)
    case .pitch: key == "pitch"
    case .between: ["interpolate", "deinterlace"].contains(key)
    case .place: ["fit", "anchor", "size", "rotate"].contains(key) || isSet(by: key, in: .geometry)
    case .opacity: ["fade", "backface"].contains(key) || isSet(by: key, in: .opacity)
    case .drawing:
      [
        "shape", "fill", "stroke", "points", "sides", "tips", "inner", "path", "size", "radius",
        "crop",
      ].contains(key)
    case .volume: ["fade", "audio"].contains(key) || Property.heard.contains { $0.name == key }
    case .look:
      key == "effects"
        || Property.all.contains {
          [.treatment, .backdrop].contains($0.stage.role) && ($0.group?.name ?? $0.name) == key
        }
    case .other: true
    }
  }

  private func isSet(by key: String, in stage: Property.Stage) -> Bool {
    stage.properties.contains { $0.name == key }
  }

  /// True if instructions can change it.
  var isInstructed: Bool { [.place, .opacity, .volume, .look].contains(self) }

  var words: String {
    switch self {
    case .bytes, .file: "file"
    case .text: "text or font"
    case .range: "range"
    case .speed: "speed"
    case .pitch: "pitch"
    case .between: "interpolation or deinterlacing"
    case .place: "place or size"
    case .opacity: "opacity"
    case .drawing: "drawing"
    case .volume: "volume"
    case .look: "look"
    case .other(let name): name
    }
  }
}
