// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import SourceMedia
import Subtitles

// Text streams of clips: a worker reads them, and what it says becomes cues.

extension Compilation {
  /// Reads the text streams of clips that overlays of `project` show.
  func readTextStreams(
    of project: inout Project, _ media: MediaTable, _ sink: inout DiagnosticSink
  ) async {
    var wanted: [(overlay: Int, media: ResolvedMedia)] = []
    for index in project.overlays.indices {
      guard case .subtitles(var subtitles) = project.overlays[index].content,
        var clip = subtitles.clip
      else { continue }
      guard let (owner, reference) = owner(of: clip.name, in: project, &sink) else { continue }
      clip.owner = owner
      subtitles.clip = clip
      project.overlays[index].content = .subtitles(subtitles)
      for media in media[reference] {
        if media.film == nil, !media.isTimeless, media.facts.table == nil {
          wanted.append((index, media))
        } else {
          sink.report(.noTextStream(clip, media.shownPath, []))
        }
      }
    }
    let questions = wanted.compactMap { overlay, media in
      project.clipTexts(of: overlay).map { TextStreamQuestion(media, stream: $0.stream) }
    }
    for ((overlay, media), answer) in zip(wanted, await world.texts(of: questions)) {
      guard var clip = project.clipTexts(of: overlay) else { continue }
      switch answer {
      case .failure(let failure):
        sink.report(.unreadableMedia(media.shownPath, failure, at: clip.name.span))
      case .success(let facts):
        guard facts.streams.count(where: { $0.kind == .text }) > clip.stream else {
          sink.report(.noTextStream(clip, media.shownPath, facts.streams))
          continue
        }
        let (list, lost) = cues(of: facts)
        if lost > 0 { sink.report(.lostTexts(lost, clip, media.shownPath)) }
        clip.lists[media.file.path] = list
        guard case .subtitles(var subtitles) = project.overlays[overlay].content else { continue }
        subtitles.clip = clip
        project.overlays[overlay].content = .subtitles(subtitles)
      }
    }
  }

  /// What has the name `name`, and its media; nil where nothing that has text streams has it, which is reported.
  ///
  /// A name that is given comes before that of an asset, and this before the name that a clip has by its file.
  private func owner(
    of name: Located<String>, in project: Project, _ sink: inout DiagnosticSink
  ) -> (ClipTexts.Owner, MediaReference)? {
    var given: [(target: LayerTarget, clip: Clip)] = []
    var byFile = given
    var names: [String] = project.assets.map(\.name.value)
    for (track, content) in project.tracks.enumerated() {
      for (item, content) in content.items.enumerated() {
        guard case .clip(let clip) = content, let own = clip.givenName else { continue }
        names.append(own.value)
        guard own.value == name.value else { continue }
        let target = LayerTarget.clip(track: track, item: item)
        if clip.id == nil { byFile.append((target, clip)) } else { given.append((target, clip)) }
      }
    }
    let asset = project.assets.firstIndex { $0.name.value == name.value }
    if given.isEmpty, let asset {
      return (.asset(asset), MediaReference(text: name.value, span: name.span, asset: asset))
    }
    let found = given.isEmpty ? byFile : given
    guard let first = found.first else {
      sink.report(.noClip(name, among: names))
      return nil
    }
    guard found.count == 1 else {
      sink.report(.ambiguousClip(name, first.clip.span, found[1].clip.span))
      return nil
    }
    guard case .clip(let reference) = first.clip.content else {
      sink.report(.drawnClip(name, first.clip.content.kind.key))
      return nil
    }
    return (.clip(first.target), reference)
  }

  /// The cues of a text stream, and how many texts are not among them.
  private func cues(of facts: TextStreamFacts) -> (CueList, lost: Int) {
    var list = CueList(format: .srt)
    var lost = facts.lost
    for (index, text) in facts.texts.enumerated() {
      let cue = Cue(
        from: Time(text.start, over: 1000), to: Time(text.end, over: 1000), script: text.text,
        settings: text.settings)
      guard var cue, cue.start < cue.end else { continue }
      guard cue.runs.reduce(0, { $0 + $1.text.utf8.count }) <= CueList.textLimit else {
        lost += 1
        continue
      }
      cue.line = index + 1
      list.cues.append(cue)
    }
    return (list, lost)
  }
}

extension Project {
  /// The text stream that overlay `index` shows.
  fileprivate func clipTexts(of index: Int) -> ClipTexts? {
    guard case .subtitles(let subtitles) = overlays[index].content else { return nil }
    return subtitles.clip
  }
}

extension Diagnostic {
  fileprivate static func noTextStream(
    _ clip: ClipTexts, _ path: String, _ streams: [TextStreamFacts.Stream]
  ) -> Diagnostic {
    let texts = streams.filter { $0.kind == .text }
    let numbered = texts.prefix(16).enumerated().map { index, stream in
      "\(index) (\(stream.codec)\(stream.language.map { ", \($0)" } ?? ""))"
    }
    func list(_ kind: TextStreamFacts.Stream.Kind) -> String {
      let found = streams.filter { $0.kind == kind }.prefix(16)
      return found.map { $0.codec + ($0.language.map { " (\($0))" } ?? "") }
        .joined(separator: ", ")
    }
    let (pictures, others) = (list(.pictures), list(.other))
    var hints: [String] = []
    if !texts.isEmpty { hints.append("its text streams are \(numbered.joined(separator: ", "))") }
    if !pictures.isEmpty { hints.append("subtitles that are pictures: \(pictures)") }
    if !others.isEmpty { hints.append("subtitles that cannot be read: \(others)") }
    return Diagnostic(
      code: .error("no-text-stream"),
      message: texts.isEmpty
        ? "'\(path)' has no text streams" : "'\(path)' has no text stream \(clip.stream)",
      span: clip.name.span,
      hint: hints.isEmpty
        ? "write subtitles: media/talk.srt for a file of subtitles" : hints.joined(separator: "; "))
  }

  fileprivate static func lostTexts(_ count: Int, _ clip: ClipTexts, _ path: String) -> Diagnostic {
    Diagnostic(
      code: .warning("bad-cue"),
      message: "\(count) text\(count == 1 ? "" : "s") of text stream \(clip.stream) of '\(path)'"
        + " cannot be read, and \(count == 1 ? "is" : "are") left out", span: clip.name.span)
  }

  fileprivate static func noClip(_ name: Located<String>, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: .error("unknown-name"),
      message: "no clip of a track and no asset is named '\(name.value)'", span: name.span,
      hint: nearest(name.value, in: Array(names.prefix(2000))).map { "did you mean '\($0)'?" }
        ?? "give the clip a name: {clip: media/talk.mp4, id: talk}")
  }

  fileprivate static func ambiguousClip(
    _ name: Located<String>, _ first: Span, _ second: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .error("ambiguous-name"), message: "'\(name.value)' names more than one clip",
      span: name.span,
      notes: [Note(message: "one", span: first), Note(message: "another", span: second)],
      hint: "give one of them an `id` of its own, or make the file an asset to mean all its clips")
  }

  fileprivate static func drawnClip(_ name: Located<String>, _ key: String) -> Diagnostic {
    Diagnostic(
      code: .error("no-text-stream"),
      message: "'\(name.value)' is an item that draws its '\(key)': it has no text streams",
      span: name.span, hint: "name a clip of a file of media")
  }
}
