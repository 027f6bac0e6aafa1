// SPDX-License-Identifier: Apache-2.0

import Basics
import DetailReading
import Diagnostics
import LanguageKeys
import ObjectReading
import ProjectModel
import ValueReading
import YAMLTree

extension ProjectDecoder {
  mutating func outputs(_ node: YAMLNode) -> [Output] {
    let entries = namedEntries(of: node, "output", example: "film: out/trip.mp4")
    var outputs: [Output] = []
    for (name, value) in entries {
      if let output = output(name, value) { outputs.append(output) }
    }
    return outputs
  }

  private mutating func output(_ name: Located<String>, _ node: YAMLNode) -> Output? {
    guard node.kind == .mapping else {
      guard let file = path(node), let format = format(file), hasContents(format, [], at: file)
      else { return nil }
      return newOutput(name, file, format, span: node.span)
    }
    // Other keys are looked at even where the file is wrong, to say all mistakes at once.
    let fields = fields(of: node, KeyTable.output, owner: name.span)
    let file = fields.first { $0.name == "file" }.flatMap { path($0.value) }
    let format = file.flatMap { self.format($0) }
    var output = newOutput(
      name, file ?? Located("", at: node.span), format ?? .mp4, span: node.span)
    for field in fields {
      if let format { checkUse(of: field, in: format) }
      switch field.name {
      case "preset": output.preset = preset(field.value) ?? output.preset
      case "copy": output.copying = choice(field.value, "a rule for copying") ?? output.copying
      case "metadata": metadata(field.value, of: &output, in: format)
      case "strip": output.stripped = stripped(field.value)
      case "chapters": output.chapters = chapters(field.value)
      case "captions":
        output.captions = captions(field.value)
        if let format, format.isText, output.captions.count > 1 {
          report(
            Diagnostic(
              code: .badValue, message: "a .\(format.name) file holds one caption track",
              span: output.captions[1].span, hint: "write an output for each"))
        }
      case "size": output.size = pixelSize(field.value)
      case "fit": output.fit = choice(field.value, "a fit")
      case "canvas": canvasOfOutput(field.value)
      case "change": changesOfThings(field.value)
      case "range": output.range = range(field.value)
      case "at": output.at = positiveTime(field.value, "the time of a picture", orZero: true)
      case "video": output.video = video(field.value, in: format)
      case "audio":
        let isLossless = fields.contains {
          $0.name == "preset" && $0.value.text == Output.Preset.lossless.rawValue
        }
        output.audio = audio(field.value, in: format, isLossless: isLossless)
      case let name where KeyTable.levelOfOutput.contains { $0.name == name }:
        level(field, of: &output)
      case "faststart": output.fastStart = flag(field.value) ?? output.fastStart
      case let name where KeyTable.deliveryOfOutput.contains { $0.name == name }:
        delivery(field, of: &output)
      default: break
      }
    }
    if output.preset == .passthrough {
      if let rule = fields.first(where: { $0.name == "copy" }), rule.value.text == "never" {
        report(.copyingNothing(at: rule.value.span))
      }
      output.copying = .whenPossible
    }
    if output.copying == .whenPossible,
      let field = fields.first(where: { ["video", "audio"].contains($0.name) }),
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
        Diagnostic(
          code: .warning("idle-setting"),
          message: "'strip' changes nothing: the film keeps no metadata of its sources",
          span: field.key.span, hint: "what is not stripped is kept with metadata: keep"))
    }
    guard let format, hasContents(format, fields, at: output.file) else { return nil }
    return output
  }

  /// Whether `fields` say what is in a file of `format`, which is reported where they do not.
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
    report(
      Diagnostic(
        code: .missingKey, message: "a .\(format.name) file is \(what)", span: file.span,
        hint: "write {file: \(file.value), \(key): clips}, or \(example) for 'clips'"))
    return false
  }

  private func newOutput(
    _ name: Located<String>, _ file: Located<String>, _ format: OutputFormat, span: Span
  ) -> Output {
    Output(
      name: name, file: file, format: format, preset: .highest, fastStart: true, span: span)
  }

  private mutating func format(_ file: Located<String>) -> OutputFormat? {
    if let format = OutputFormat(path: file.value) {
      if format.isStream, !isPlain(file) { return nil }
      guard hasRightMarks(file, in: format) else { return nil }
      return !format.isSequence || isNumbered(file) ? format : nil
    }
    report(
      Diagnostic(
        code: .unsupportedFormat,
        message: "\(quoted(file.value)) does not end in a supported extension",
        span: file.span,
        hint: "one of " + OutputFormat.all.map { "." + $0.name }.joined(separator: ", ")))
    return nil
  }

  private mutating func preset(_ node: YAMLNode) -> Output.Preset? {
    if node.text == "copy" {
      report(
        Diagnostic(
          code: .unknownValue, message: "'copy' is not a preset", span: node.span,
          hint: "did you mean 'passthrough'?"))
      return nil
    }
    return choice(node, "a preset")
  }

  /// Reports a key, or a preset, that means nothing for the kind of file.
  private mutating func checkUse(of field: Field, in format: OutputFormat) {
    let isPassthrough =
      field.name == "preset" && field.value.text == Output.Preset.passthrough.rawValue
    let reason: String? =
      switch field.name {
      case "preset" where format.isText, "copy" where format.isText, "metadata" where format.isText,
        "size" where format.isText, "fit" where format.isText, "canvas" where format.isText:
        "a text has no pictures and no sound"
      case "at" where !format.isStill:
        "only a picture (\(OutputFormat.all.filter(\.isStill).map(\.name).joined(separator: ", "))) has one time"
      case "range" where format.isStill: "a picture has one time: write at: 2s"
      case "size" where format.isSound, "fit" where format.isSound,
        "canvas" where format.isSound:
        "sound has no size"
      case let name
      where KeyTable.levelOfOutput.contains { $0.name == name }
        && (format.isText || format.isStill):
        "it has no sound"
      case "video" where !format.isFilm:
        "only \(OutputFormat.list { $0.isFilm }) have pictures in motion"
      case "audio" where format.isStill || format.isText: "it has no sound"
      case "faststart" where !format.hasIndex:
        "only \(OutputFormat.list { $0.hasIndex }) have an index to move"
      case "preset" where format.isSequence: "pictures are written as stills are"
      case "every" where !format.isSequence, "rate" where !format.isSequence,
        "start-number" where !format.isSequence:
        "only pictures with a number in their names, such as frames/%05d.png, are some of a film's"
      case let name
      where format.isSequence && KeyTable.levelOfOutput.contains { $0.name == name }:
        "it has no sound"
      case "audio" where format.isSequence: "it has no sound"
      case "metadata" where format.isSequence: "pictures say nothing of themselves"
      case "segment" where !format.isStream:
        "only \(OutputFormat.list { $0.isStream }) is cut into media segments"
      case "strip" where !format.isFilm || format.isStream:
        "only films keep metadata of their sources"
      case "metadata" where format.isStream: "a playlist says nothing of its film"
      case "metadata" where format.isStill: "pictures say nothing of themselves"
      case "metadata" where !format.isFilm && field.value.kind != .mapping:
        "only films keep metadata of their sources"
      case "chapters" where !format.holdsChapters:
        "only \(OutputFormat.list { $0.holdsChapters }) have chapters"
      case "captions" where !format.holdsCaptions:
        "only \(OutputFormat.list { $0.holdsCaptions }) have captions"
      case "copy" where !format.holdsCopies, "preset" where isPassthrough && !format.holdsCopies:
        "only \(OutputFormat.list { $0.holdsCopies }) can hold copied pictures"
      default: nil
      }
    guard let reason else { return }
    report(
      Diagnostic(
        code: .exclusiveKeys,
        message:
          "'\(isPassthrough ? "passthrough" : field.name)' has no meaning for a"
          + " .\(format.name) file",
        span: isPassthrough ? field.value.span : field.key.span, hint: reason))
  }
}
