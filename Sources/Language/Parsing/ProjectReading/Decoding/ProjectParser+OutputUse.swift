// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import YAML

extension ProjectParser {
  /// Reports a key, or a preset, that means nothing for the kind of file.
  mutating func checkUse(of field: Field, in format: OutputFormat) {
    let isPassthrough =
      field.name == "preset" && field.value.text == Output.Preset.passthrough.rawValue
    guard let reason = format.reason(against: field, isPassthrough: isPassthrough) else { return }
    report(
      .exclusiveKeys,
      "'\(isPassthrough ? "passthrough" : field.name)' has no meaning for a"
        + " .\(format.name) file", at: isPassthrough ? field.value.span : field.key.span,
      hint: reason)
  }
}

extension OutputFormat {
  /// Why `field` means nothing for such a file; nil where it has a meaning.
  fileprivate func reason(against field: Field, isPassthrough: Bool) -> String? {
    if isSound, field.name == "canvas", field.saysChannelsAlone { return nil }
    if let reason = reasonOfContents(against: field.name) { return reason }
    switch field.name {
    case "at" where !isStill:
      return
        "only a picture (\(OutputFormat.all.filter(\.isStill).map(\.name).joined(separator: ", "))) has one time"
    case "profile" where !isFilm:
      return "only \(OutputFormat.list { $0.isFilm }) are made for players"
    case "video" where !isFilm:
      return "only \(OutputFormat.list { $0.isFilm }) have pictures in motion"
    case "audio" where isSound && field.value.text == "off": return "it has nothing but sound"
    case "faststart" where !hasIndex:
      return "only \(OutputFormat.list { $0.hasIndex }) have an index to move"
    case "every" where !isSequence && animation == nil,
      "rate" where !isSequence && animation == nil,
      "start-number" where !isSequence && contents != .sheet(isNumbered: true):
      return
        "only pictures with a number in their names, such as frames/%05d.png, are some of a film's"
    case "loop" where animation == nil || animation == .avif:
      return "only gif and webp are played a number of times"
    case "colors" where animation != .gif, "dither" where animation != .gif:
      return "only gif has a palette"
    case "preset" where animation == .avif && field.value.text == "lossless":
      return "an .avif is never without loss here"
    case "segment" where !isStream:
      return "only \(OutputFormat.list { $0.isStream }) are cut into media segments"
    case "sheet" where !isSheet && FlagWord.value(of: field.value.text) != false:
      return "only \(OutputFormat.list { $0.asSheet != nil }) are contact sheets"
    case "thumbnails" where !isStoryboard && FlagWord.value(of: field.value.text) != false:
      return "only \(OutputFormat.list { $0.asStoryboard != nil }) names thumbnails"
    case "max-size" where isSound: return "its bit rate decides: audio: {bitrate: 96k}"
    case "max-size" where !isFilm || isStream:
      return "only \(OutputFormat.list { $0.isFilm && !$0.isStream }) are made to fit"
    case "strip" where !isFilm || isStream: return "only films keep metadata of their sources"
    case "metadata" where !isFilm && field.value.kind != .mapping:
      return "only films keep metadata of their sources"
    case "chapters" where !holdsChapters:
      return "only \(OutputFormat.list { $0.holdsChapters }) have chapters"
    case "captions" where !holdsCaptions:
      return "only \(OutputFormat.list { $0.holdsCaptions }) have captions"
    case "copy" where !holdsCopies, "preset" where isPassthrough && !holdsCopies:
      return "only \(OutputFormat.list { $0.holdsCopies }) can hold copied pictures"
    default: return nil
    }
  }

  /// Why `key` means nothing for files that hold what it holds.
  private func reasonOfContents(against key: String) -> String? {
    let isOfSound = key == "audio" || KeyTable.levelOfOutput.contains { $0.shape.name == key }
    if isOfSound, isSilentPictures || isText { return "it has no sound" }
    switch (key, contents) {
    case ("preset", .text), ("copy", .text), ("metadata", .text), ("size", .text), ("fit", .text),
      ("canvas", .text):
      return "a text has no pictures and no sound"
    case ("range", .still): return "a picture has one time: write at: 2s"
    case ("size", .sound), ("fit", .sound), ("canvas", .sound): return "sound has no size"
    case ("size", .sheet), ("size", .storyboard):
      return "write the width of each picture in '\(isSheet ? "sheet" : "thumbnails")'"
    case ("fit", .sheet), ("fit", .storyboard): return "its pictures have the film's shape"
    case ("every", .still):
      return "of a contact sheet it is written in 'sheet': sheet: {every: 10s}"
    case ("captions", .storyboard): return "it is a list of thumbnails"
    case ("every", .sheet), ("every", .storyboard):
      return "write it in '\(isSheet ? "sheet" : "thumbnails")'"
    case ("preset", .animation(.gif)): return "write 'colors' and 'dither'"
    case ("preset", .sequence), ("preset", .sheet), ("preset", .storyboard):
      return "pictures are written as stills are"
    case ("metadata", .stream): return "a playlist says nothing of its film"
    case ("metadata", _) where isSilentPictures: return "pictures say nothing of themselves"
    default: return nil
    }
  }
}

extension Field {
  /// True if its value is a canvas with no keys but that of its channels.
  fileprivate var saysChannelsAlone: Bool {
    value.kind == .mapping && value.entries.allSatisfy { $0.key.text == "channels" }
  }
}
