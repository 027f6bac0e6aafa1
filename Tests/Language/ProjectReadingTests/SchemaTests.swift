// SPDX-License-Identifier: Apache-2.0

import Catalog
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Parsing
@testable import ProjectModel

@Suite struct SchemaTests {
  @Test func `The schema in the repository is fresh`() {
    expectGolden(projectSchema(), "../../../Schemas/reel.schema.json")
  }

  @Test func `A file that projects extend needs no tracks`() throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(projectSchema().utf8)) as? [String: Any])
    #expect(schema["required"] as? [String] == ["reel"])
  }

  @Test func `The schema knows every transition`() {
    let schema = projectSchema()
    for name in TransitionStyle.names.map(\.name) { #expect(schema.contains("\"\(name)\"")) }
  }

  @Test func `Every default is a key of the table`() {
    let defaults = languageDefaults()
    #expect(defaults.contains { $0.key == "transition.length" && $0.value == "overlap" })
    #expect(Set(defaults.map(\.key)).count == defaults.count)
  }

  @Test(arguments: KeyTable.objects.map(\.name))
  func `No key is named twice, and every one has a sentence`(name: String) throws {
    let shape = try #require(KeyTable.objects.first { $0.name == name })
    #expect(Set(shape.keys.map(\.name)).count == shape.keys.count)
    for key in shape.keys { #expect(key.doc.hasSuffix(".")) }
  }

  /// A supported key that is not decoded would be silently ignored.
  @Test(arguments: examples)
  func `Every key of the table is read`(place: ObjectExample) throws {
    let shape = try #require(KeyTable.objects.first { $0.name == place.object })
    for key in shape.keys {
      let line = "\(key.name): [[[nonsense]]]"
      let reading = Reading(
        place.text.split(separator: "\n", omittingEmptySubsequences: false)
          .filter {
            !$0.contains("%") && !$0.drop { $0 == " " }.hasPrefix(key.name + ":")
              || $0.contains("%")
          }
          .joined(separator: "\n").replacingOccurrences(of: "%", with: line))
      let hit = reading.diagnostics.contains { diagnostic in
        guard let span = diagnostic.span, let at = reading.offset(of: line) else { return false }
        return Int(span.start) >= at && Int(span.start) < at + line.utf8.count
      }
      #expect(hit, "nothing is said of '\(line)' in \(place.object)")
    }
  }

  @Test func `There is a place for every object`() {
    #expect(Set(Self.examples.map(\.object)) == Set(KeyTable.objects.map(\.name)))
  }

  @Test(.enabled(if: hasValidator, "python3 with jsonschema and yaml is not here"))
  func `A validator of schemas agrees with decoding about the examples`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let validator = try run(["python3", folder.appendingPathComponent("Cases/validate.py").path])
    #expect(validator.status == 0, "\(validator.output)")
  }

  /// If all alternatives are tried, a validator reports the whole track.
  @Test(.enabled(if: hasValidator, "python3 with jsonschema and yaml is not here"))
  func `A misspelt key is reported once, at the object it stands in`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let texts = Self.examples.map { $0.text.replacingOccurrences(of: "%", with: "misspelt: 1") }
    let complete = zip(Self.examples, texts).map { place, text in
      switch place.object {
      case "gap": text + "\n    gap: 1s\n  - b.mov"
      case "freeze": text + "\n    freeze: 1s\n  - b.mov"
      default: text
      }
    }
    let script = folder.appendingPathComponent("Cases/validate.py").path
    let output = try run(["python3", script] + complete).output
    let lines = output.split(separator: "\n")
    for (index, place) in Self.examples.enumerated() {
      let own = lines.filter { $0.hasPrefix("\(index) ") }
      let path = Self.paths[place.object]
      #expect(own.count == 1, "\(place.object): \(own)")
      #expect(
        own.first?.hasPrefix("\(index) \(path ?? "?") Additional properties") == true,
        "\(place.object): \(own)")
      #expect(own.first?.contains("'misspelt'") == true)
    }
  }

  /// The paths of the objects of `examples`.
  private static let paths = [
    "project": "", "canvas": "canvas", "asset": "assets/a", "beats": "beats",
    "defaults": "defaults",
    "clip defaults": "defaults/clip", "text defaults": "defaults/text",
    "transition defaults": "defaults/transition", "track": "tracks/main",
    "clip": "tracks/main/0", "image item": "tracks/main/0", "text item": "tracks/main/0",
    "fill item": "tracks/main/0", "shape item": "tracks/main/0", "group item": "tracks/main/0",
    "counter item": "tracks/main/0", "counter": "overlays/a/counter",
    "subtitles": "overlays/a/subtitles", "words": "overlays/a/words",
    "highlight": "overlays/a/words/highlight",
    "particles item": "tracks/main/0", "particles": "overlays/a/particles",
    "transition": "tracks/main/1", "transition sound": "tracks/main/1/audio",
    "between": "tracks/main/between",
    "gap": "tracks/main/1", "freeze": "tracks/main/1", "transition settings": "tracks/main/1/with",
    "picture transition": "tracks/main/1/transition",
    "fade": "tracks/main/0/fade", "duck": "tracks/main/0/duck", "eq": "tracks/main/0/eq",
    "denoise": "tracks/main/0/denoise",
    "compressor": "tracks/main/0/compress", "reverb": "tracks/main/0/reverb",
    "loop": "tracks/main/0/loop",
    "streams": "tracks/main/0/streams", "sound stream": "tracks/main/0/streams/audio",
    "picture stream": "tracks/main/0/streams/video",
    "entrance": "tracks/main/0/enter",
    "ken-burns": "tracks/main/0/ken-burns", "motion blur": "tracks/main/0/motion-blur",
    "mask": "tracks/main/0/mask",
    "instruction": "instructions/0", "layer": "instructions/0/layers/main",
    "overlay": "overlays/a", "rich text": "overlays/a/text",
    "run": "overlays/a/text/runs/0", "font": "overlays/a/font", "outline": "overlays/a/outline",
    "background": "overlays/a/background",
    "linear gradient": "overlays/a/fill", "radial gradient": "overlays/a/fill",
    "conic gradient": "overlays/a/fill", "stroke": "overlays/a/stroke",
    "adjust": "overlays/a/adjust", "key": "overlays/a/key",
    "parameter": "params/a", "each": "tracks/main/1",
    "border": "overlays/a/border", "shadow": "overlays/a/shadow",
    "backdrop": "overlays/a/backdrop", "output": "outputs/a",
    "video": "outputs/a/video", "audio": "outputs/a/audio",
    "metadata": "outputs/a/metadata", "captions of an output": "outputs/a/captions",
    "canvas of an output": "outputs/a/canvas", "sheet": "outputs/a/sheet",
    "thumbnails": "outputs/a/thumbnails",
    "captions": "tracks/main/0/captions",
  ]

  /// An object, and a project in which `%` is a line of it.
  struct ObjectExample: Sendable, CustomTestStringConvertible {
    let object: String
    let text: String
    var testDescription: String { object }
  }

  static let examples: [ObjectExample] = [
    ObjectExample(object: "project", text: "%\nreel: 1\ntracks: {main: [a.mov]}"),
    ObjectExample(object: "canvas", text: head + "canvas:\n  %"),
    ObjectExample(object: "asset", text: head + "assets:\n  a:\n    %\n    file: a.mov"),
    ObjectExample(object: "beats", text: head + "beats:\n  %\n  bpm: 120"),
    ObjectExample(object: "defaults", text: head + "defaults:\n  %"),
    ObjectExample(object: "clip defaults", text: head + "defaults:\n  clip:\n    %"),
    ObjectExample(object: "text defaults", text: head + "defaults:\n  text:\n    %"),
    ObjectExample(object: "transition defaults", text: head + "defaults:\n  transition:\n    %"),
    ObjectExample(object: "track", text: "reel: 1\ntracks:\n  main:\n    %\n    clips: [a.mov]"),
    ObjectExample(object: "clip", text: "reel: 1\ntracks:\n  main:\n  -\n    %\n    clip: a.mov"),
    item("image: a.png"), item("text: a"), item("fill: red"), item("shape: rect\n    fill: red"),
    item("group: {a: {text: a}}"), item("counter: {to: 10}"),
    item("particles: {rate: 10}"),
    ObjectExample(
      object: "particles",
      text: head + "overlays:\n  a:\n    particles:\n      %\n      rate: 10"),
    ObjectExample(
      object: "subtitles",
      text: head + "overlays:\n  a:\n    subtitles:\n      %\n      file: a.srt"),
    ObjectExample(
      object: "words", text: head + "overlays:\n  a:\n    words:\n      %\n      file: a.json"),
    ObjectExample(
      object: "highlight",
      text: head + "overlays:\n  a:\n    words:\n      file: a.json\n      highlight:\n        %"),
    ObjectExample(
      object: "counter", text: head + "overlays:\n  a:\n    counter:\n      %\n      to: 10"),
    ObjectExample(
      object: "transition",
      text: "reel: 1\ntracks:\n  main:\n  - a.mov\n  -\n    %\n    transition: fade\n  - b.mov"),
    ObjectExample(
      object: "picture transition",
      text: "reel: 1\ntracks:\n  main:\n  - a.mov\n  - transition:\n      %\n  - b.mov"),
    ObjectExample(
      object: "transition settings",
      text: "reel: 1\ntracks:\n  main:\n  - a.mov\n  - transition: pinwheel\n    with:\n      %"
        + "\n  - b.mov"),
    ObjectExample(
      object: "transition sound",
      text: "reel: 1\ntracks:\n  main:\n  - a.mov\n  - transition: cut\n    audio:\n      %"
        + "\n  - b.mov"),
    ObjectExample(
      object: "between",
      text: "reel: 1\ntracks:\n  main:\n    between:\n      %\n    clips: [a.mov, b.mov]"),
    ObjectExample(object: "gap", text: "reel: 1\ntracks:\n  main:\n  - a.mov\n  -\n    %"),
    ObjectExample(object: "freeze", text: "reel: 1\ntracks:\n  main:\n  - a.mov\n  -\n    %"),
    ObjectExample(
      object: "loop",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    loop:\n      %\n      crossfade: 1s"),
    ObjectExample(
      object: "streams", text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    streams:\n      %"),
    ObjectExample(
      object: "sound stream",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    streams:\n      audio:\n        %"
        + "\n        volume: 1"),
    ObjectExample(
      object: "picture stream",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    streams:\n      video:\n        %"),
    ObjectExample(
      object: "eq", text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    eq:\n      %"),
    ObjectExample(
      object: "denoise",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    denoise:\n      %"),
    ObjectExample(
      object: "compressor",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    compress:\n      %"),
    ObjectExample(
      object: "reverb", text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    reverb:\n      %"),
    ObjectExample(
      object: "duck",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    duck:\n      %\n      under: b"),
    ObjectExample(
      object: "fade", text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    fade:\n      %"),
    ObjectExample(
      object: "entrance",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    enter:\n      %\n      kind: pinwheel"),
    ObjectExample(
      object: "ken-burns",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    ken-burns:\n      %"),
    ObjectExample(
      object: "motion blur",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    motion-blur:\n      %"),
    ObjectExample(
      object: "mask",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    mask:\n      %\n      text: a"),
    ObjectExample(
      object: "instruction", text: head + "instructions:\n  -\n    %\n    during: 0s..1s"),
    ObjectExample(
      object: "layer",
      text: head + "instructions:\n  - during: 0s..1s\n    layers:\n      main:\n        %"),
    ObjectExample(object: "overlay", text: head + "overlays:\n  a:\n    %\n    text: a"),
    ObjectExample(object: "font", text: head + "overlays:\n  a:\n    text: a\n    font:\n      %"),
    ObjectExample(
      object: "rich text",
      text: head + "overlays:\n  a:\n    text:\n      %\n      runs: [a]"),
    ObjectExample(
      object: "run",
      text: head + "overlays:\n  a:\n    \"text\":\n      runs:\n        - %\n          text: a"),
    ObjectExample(
      object: "outline",
      text: head + "overlays:\n  a:\n    text: a\n    outline:\n      %\n      width: 1"),
    ObjectExample(
      object: "background",
      text: head + "overlays:\n  a:\n    text: a\n    background:\n      %\n      color: red"),
    gradient("linear"), gradient("radial"), gradient("conic"),
    ObjectExample(
      object: "stroke",
      text: head + "overlays:\n  a:\n    shape: rect\n    stroke:\n      %\n      color: red"),
    members(of: "adjust"), members(of: "key"), members(of: "border"), members(of: "shadow"),
    members(of: "backdrop"),
    ObjectExample(object: "parameter", text: head + "params:\n  a:\n    %\n    type: number"),
    ObjectExample(
      object: "each",
      text: "reel: 1\ntracks:\n  main:\n  - a.mov\n  -\n    %\n    each: [b]\n    as: x"
        + "\n    item: {gap: 1s}\n  - a.mov"),
    ObjectExample(
      object: "sheet", text: head + "outputs:\n  a:\n    file: a.png\n    sheet:\n      %\n"),
    ObjectExample(
      object: "thumbnails",
      text: head + "outputs:\n  a:\n    file: a.vtt\n    thumbnails:\n      %\n"),
    ObjectExample(
      object: "canvas of an output",
      text: head + "outputs:\n  a:\n    file: a.mp4\n    canvas:\n      %\n"),
    ObjectExample(
      object: "captions of an output",
      text: head + "outputs:\n  a:\n    file: a.mp4\n    captions:\n      %\n      file: a.srt"),
    ObjectExample(
      object: "captions",
      text: "reel: 1\ntracks:\n  main:\n  - clip: a.mov\n    captions:\n      %\n      file: a.srt"),
    ObjectExample(
      object: "metadata",
      text: head + "outputs:\n  a:\n    file: a.mp4\n    metadata:\n      %\n      title: a"),
    ObjectExample(
      object: "video",
      text: head + "outputs:\n  a:\n    file: a.mp4\n    video:\n      %\n      codec: hevc"),
    ObjectExample(
      object: "audio",
      text: head + "outputs:\n  a:\n    file: a.mp4\n    audio:\n      %\n      codec: aac"),
    ObjectExample(object: "output", text: head + "outputs:\n  a:\n    %\n    file: a.mp4"),
  ]

  private static func item(_ content: String) -> ObjectExample {
    ObjectExample(
      object: content.prefix { $0 != ":" } + " item",
      text: "reel: 1\ntracks:\n  main:\n  -\n    %\n    \(content)")
  }

  private static func members(of group: String) -> ObjectExample {
    ObjectExample(
      object: group, text: head + "overlays:\n  a:\n    text: a\n    \(group):\n      %")
  }

  private static func gradient(_ kind: String) -> ObjectExample {
    ObjectExample(
      object: "\(kind) gradient",
      text: head + "overlays:\n  a:\n    fill:\n      %\n      \(kind): [red, blue]")
  }

  private static let head = "reel: 1\ntracks: {main: [a.mov]}\n"

  private static let hasValidator =
    (try? run(["python3", "-c", "import jsonschema, yaml"]).status) == 0
}

/// Runs a program in PATH.
private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

extension Reading {
  /// The position of `line`.
  fileprivate func offset(of line: String) -> Int? {
    let wanted = Array(line.utf8)
    return text.indices.first { text[$0...].starts(with: wanted) }
  }
}
