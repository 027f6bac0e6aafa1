// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import YAML

extension ProjectParser {
  mutating func outputs(_ node: YAMLNode) -> [Output] {
    let entries = namedEntries(
      of: node, "output", example: "film: out/trip.mp4", wanting: ["file"])
    var outputs: [Output] = []
    for (name, value) in entries {
      if let output = output(name, value) { outputs.append(output) }
    }
    return outputs
  }

  private mutating func output(_ name: Located<String>, _ node: YAMLNode) -> Output? {
    guard node.kind == .mapping else {
      guard let file = path(node), let format = format(file, []), hasContents(format, [], at: file)
      else { return nil }
      return newOutput(name, file, format, span: node.span)
    }
    // Other keys are looked at even where the file is wrong, to say all mistakes at once.
    let fields = fields(of: node, KeyTable.output.shape, owner: name.span)
    let file = fields.first { $0.name == "file" }.flatMap { path($0.value) }
    let format = file.flatMap { self.format($0, fields) }
    var draft = KeyTable.OutputDraft(
      output: newOutput(
        name, file ?? Located("", at: node.span), format ?? .mp4, span: node.span),
      format: format, fields: fields)
    if let format { for field in fields { checkUse(of: field, in: format) } }
    KeyTable.output.read(fields, &self, into: &draft)
    var output = draft.output
    if let field = fields.first(where: { $0.name == "segment" }), let segment = output.segment,
      format?.isStream == true
    {
      // Pieces are cut into media segments at key frames alone.
      var video = output.video ?? VideoSettings(at: field.key.span)
      video.keyframes = video.keyframes ?? Located(segment, at: field.value.span)
      output.video = video
    }
    if output.preset == .passthrough {
      if let rule = fields.first(where: { $0.name == "copy" }), rule.value.text == "never" {
        report(.copyingNothing(at: rule.value.span))
      }
      output.copying = .whenPossible
    }
    if output.copying == .whenPossible,
      let field = fields.first(where: {
        ["video", "max-size"].contains($0.name) || $0.name == "audio" && !output.isSilent
      }),
      let copy = fields.first(where: { ["copy", "preset"].contains($0.name) })
    {
      report(
        .exclusiveKeys(
          copy.name, field.name, at: field.key.span, firstSpan: copy.key.span,
          hint: "what is encoded beside copied packets follows them: keep one of the keys"))
    }
    if let field = fields.first(where: { $0.name == "strip" }), !output.keepsFacts,
      format?.isFilm == true, format?.isStream == false
    {
      report(
        .warning("idle-setting"),
        "'strip' changes nothing: the film keeps no metadata of its sources", at: field.key.span,
        hint: "what is not stripped is kept with metadata: keep")
    }
    if output.isSilent, let audio = fields.first(where: { $0.name == "audio" }),
      let level = fields.first(where: { field in
        KeyTable.levelOfOutput.contains { $0.shape.name == field.name }
      })
    {
      report(
        .exclusiveKeys(
          "audio: off", level.name, at: level.key.span, firstSpan: audio.key.span,
          hint: "a film without sound has no level: keep one of the keys"))
    }
    guard let format, hasContents(format, fields, at: output.file) else { return nil }
    if let profile = output.profile, format.isFilm {
      fit(&output, to: profile, fields)
    }
    return output
  }

  /// Returns true if `fields` name the contents of a file of `format`; reports it otherwise.
  private mutating func hasContents(
    _ format: OutputFormat, _ fields: [Field], at file: Located<String>
  ) -> Bool {
    guard case .text(let writing) = format.contents else { return true }
    let (key, what, example) =
      switch writing {
      case .chapters: ("chapters", "a list of chapters", "{Intro: main.start}")
      case .captions: ("captions", "one of captions", "a file")
      }
    if fields.contains(where: { $0.name == key }) { return true }
    let hasThumbnails = format.asStoryboard != nil
    report(
      .missingKey,
      "a .\(format.name) file is \(what)" + (hasThumbnails ? ", or of thumbnails" : ""),
      at: file.span,
      hint: "write {file: \(file.value), \(key): clips}, or \(example) for 'clips'"
        + (hasThumbnails ? ", or thumbnails: true" : ""))
    return false
  }

  private func newOutput(
    _ name: Located<String>, _ file: Located<String>, _ format: OutputFormat, span: Span
  ) -> Output {
    var output = Output(
      name: name, file: file, format: format, preset: .highest, fastStart: true, span: span)
    if format.animation != nil { output.animation = AnimationSettings() }
    return output
  }

  /// The format of `file`, by its extension and by the keys beside it.
  private mutating func format(_ file: Located<String>, _ fields: [Field]) -> OutputFormat? {
    if let format = OutputFormat(path: file.value) {
      if format.isStream, !isPlain(file) { return nil }
      if format.isSequence, !isNumbered(file) { return nil }
      func isWanted(_ key: String) -> Bool {
        fields.contains { $0.name == key && FlagWord.value(of: $0.value.text) != false }
      }
      let sheet = isWanted("sheet") ? format.asSheet : nil
      let storyboard = isWanted("thumbnails") ? format.asStoryboard : nil
      if storyboard != nil, !isPlain(file) { return nil }
      let result = sheet ?? storyboard ?? format
      findEncoder(of: result, at: file)
      if result.isStill { checkPercent(file) }
      return hasRightMarks(file, in: result) ? result : nil
    }
    let places = NumberedName.places(in: OutputFormat.fileName(of: file.value))
    if let format = OutputFormat(
      suffixOf: file.value, among: OutputFormat.all + OutputFormat.sequences),
      let place = places.first
    {
      if OutputFormat.sequences.contains(where: { $0.name == format.name }) {
        _ = isNumbered(file)
        return nil
      }
      let pictures = OutputFormat.sequences.map { "." + $0.name }.joined(separator: ", ")
      return refused(
        .unsupportedFormat,
        "'\(file.value[place.range])' is a place for the number of a picture, and "
          + ".\(format.name) is no picture", at: file.span,
        hint: "write another name, or pictures: one of \(pictures)")
    }
    return refused(
      .unsupportedFormat, "\(quoted(file.value)) does not end in a supported extension",
      at: file.span,
      hint: "one of " + OutputFormat.all.map { "." + $0.name }.joined(separator: ", "))
  }

  /// Warns of a name of one picture with what is a place for a number elsewhere.
  private mutating func checkPercent(_ file: Located<String>) {
    guard let place = NumberedName.nearPlace(in: OutputFormat.fileName(of: file.value)) else {
      return
    }
    report(
      .warning("percent-in-name"),
      "'\(place)' is part of the name of one picture, and no place for a number", at: file.span,
      hint: "write %d, or %01d to %09d for zeros before it, to make a file of each picture")
  }

  mutating func preset(_ node: YAMLNode) -> Output.Preset? {
    if node.text == "copy" {
      return refused(
        .unknownValue, "'copy' is not a preset", at: node.span, hint: "did you mean 'passthrough'?")
    }
    return choice(node, "a preset")
  }
}
