// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Subtitles
import Timeline

// Text streams of clips: a worker reads them, and what it says becomes cues.

extension Compilation {
  /// Finds the clips of `project` whose texts are shown or kept, and reads the text streams of those that have no files of
  /// captions.
  func readTextStreams(
    of project: inout ProjectDocument, _ media: MediaTable, _ films: [NestedFilm],
    _ sink: inout DiagnosticSink
  ) async {
    var wanted: [TextStreamUse] = []
    for (index, reference) in project.streamedCaptions {
      let file = project.captionFiles[index]
      wanted += media[reference].map {
        TextStreamUse(
          owner: .captions(index), stream: file.stream ?? 0, media: $0, span: file.path.span)
      }
    }
    var drawn: Set<Int> = []
    for index in project.overlays.indices {
      guard case .subtitles(var subtitles) = project.overlays[index].content,
        var clip = subtitles.clip
      else { continue }
      guard let (owner, reference) = owner(of: clip.name, in: project, &sink) else { continue }
      clip.owner = owner
      subtitles.clip = clip
      project.overlays[index].content = .subtitles(subtitles)
      let captions = clip.stream == nil ? project.captions(of: owner) : []
      for case let file? in captions where drawn.insert(file).inserted {
        let file = project.captionFiles[file]
        if let list = file.list { sink.report(list.undrawn, and: 0, of: file.path) }
      }
      guard captions.contains(nil) || clip.stream != nil else { continue }
      for media in media[reference] {
        if clip.stream == nil, let film = media.film, !films[film].timeline.captions.isEmpty {
          continue
        }
        wanted.append(
          TextStreamUse(
            owner: .overlay(index), stream: clip.stream ?? 0, media: media, span: clip.name.span,
            isOptional: clip.stream == nil && captions.contains { $0 != nil }))
      }
    }
    wanted.removeAll { use in
      let media = use.media
      if media.film == nil, !media.isTimeless, media.facts.table == nil { return false }
      if !use.isOptional { sink.report(.noTextStream(use, [])) }
      return true
    }
    let questions = wanted.map { TextStreamQuestion($0.media, stream: $0.stream) }
    for (use, answer) in zip(wanted, await world.texts(of: questions)) {
      switch answer {
      case .failure(let failure):
        sink.report(.unreadableMedia(use.media.shownPath, failure, at: use.span))
      case .success(let facts):
        guard facts.streams.count(where: { $0.kind == .text }) > use.stream else {
          if !use.isOptional { sink.report(.noTextStream(use, facts.streams)) }
          continue
        }
        let (list, lost) = cues(of: facts)
        if lost > 0 { sink.report(.lostTexts(lost, use)) }
        project.setTexts(list, of: use)
      }
    }
    await findTextStreams(of: &project, media, films)
  }

  /// Finds out whether clips have text streams, where outputs ask for captions of clips and none has any.
  private func findTextStreams(
    of project: inout ProjectDocument, _ media: MediaTable, _ films: [NestedFilm]
  ) async {
    guard project.clipCaptions.isEmpty, films.allSatisfy({ $0.timeline.captions.isEmpty }),
      project.outputs.contains(where: { $0.captions.contains { $0.file == nil } })
    else { return }
    var questions: [TextStreamQuestion] = []
    for item in project.tracks.lazy.flatMap(\.items) {
      guard case .clip(let clip) = item, let reference = clip.content.media else { continue }
      for media in media[reference] where media.film == nil && !media.isTimeless {
        // Asked for the last stream that there may be, the file is opened and not read.
        let question = TextStreamQuestion(media, stream: 63)
        if questions.count < 16, !questions.contains(question) { questions.append(question) }
      }
    }
    project.hasTextStreams = await world.texts(of: questions).contains { answer in
      (try? answer.get())?.streams.contains { $0.kind == .text } ?? false
    }
  }

  /// The owner of texts called `name`, and its media; nil if there is none, which is reported.
  ///
  /// A name that is given comes before that of an asset, and this before the name that a clip has by its file.
  private func owner(
    of name: Located<String>, in project: ProjectDocument, _ sink: inout DiagnosticSink
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

extension ProjectDocument {
  /// The captions that are a text stream, each with the footage whose it is.
  fileprivate var streamedCaptions: [(index: Int, reference: MediaReference)] {
    var all: [(Int, MediaReference)] = []
    func note(_ index: Int?, _ reference: MediaReference?) {
      guard let index, let reference, captionFiles[index].stream != nil else { return }
      all.append((index, reference))
    }
    for (index, asset) in assets.enumerated() {
      note(
        asset.captions,
        MediaReference(text: asset.name.value, span: asset.name.span, asset: index))
    }
    for item in tracks.lazy.flatMap(\.items) {
      if case .clip(let clip) = item { note(clip.captions, clip.content.media) }
    }
    for overlay in overlays { note(overlay.captions, overlay.content.media) }
    return all
  }

  /// The captions of the clips that are `owner`, by their index, each once; with nil where one of them has none.
  fileprivate func captions(of owner: ClipTexts.Owner) -> [Int?] {
    var all: [Int?] = []
    var seen: Set<Int?> = []
    for (track, content) in tracks.enumerated() {
      for (item, content) in content.items.enumerated() {
        guard case .clip(let clip) = content, let media = clip.content.media else { continue }
        let isMeant =
          switch owner {
          case .asset(let index): media.asset == index
          case .clip(let target): target == .clip(track: track, item: item)
          }
        let captions = clip.captions ?? media.asset.flatMap { assets[$0].captions }
        if isMeant, seen.insert(captions).inserted { all.append(captions) }
      }
    }
    if all.isEmpty, case .asset(let index) = owner { all.append(assets[index].captions) }
    return all
  }

  /// Keeps what `use` asks for.
  fileprivate mutating func setTexts(_ list: CueList, of use: TextStreamUse) {
    let path = use.media.file.path
    switch use.owner {
    case .captions(let index): captionFiles[index].lists[path] = list
    case .overlay(let index):
      guard case .subtitles(var subtitles) = overlays[index].content else { return }
      subtitles.clip?.lists[path] = list
      overlays[index].content = .subtitles(subtitles)
    }
  }
}
