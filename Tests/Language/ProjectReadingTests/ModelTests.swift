// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import Foundation
import Parsing
import ProjectModel
import TestSupport
import Testing

@Suite struct ModelTests {
  @Test(arguments: ["smallest", "trip", "every-key"])
  func `A sound project has nothing to say`(name: String) throws {
    #expect(try valid(name).messages == [])
  }

  @Test(arguments: examples)
  func `An example in the repository has nothing to say`(path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(Reading(bytes).messages == [])
  }

  @Test func `The README names the page that lists the transitions`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../README.md")
    #expect(try String(contentsOf: path, encoding: .utf8).contains("docs/reference/transitions.md"))
  }

  @Test func `Lists of paths have limits`() {
    func reading(allowed: Int, files: Int) -> Reading {
      let paths = { Array(repeating: "../a.mp4", count: $0).joined(separator: ", ") }
      return Reading(
        "reel: 1\nallow: [\(paths(allowed))]\nassets: {a: [\(paths(files))]}\ntracks: {main: [a]}\n"
      )
    }
    let most = reading(allowed: 64, files: 10_000)
    #expect(most.messages == [])
    #expect(most.project.allowed.count == 64 && most.project.assets[0].files.count == 10_000)
    #expect(
      reading(allowed: 65, files: 10_001).messages == [
        "limit: a project allows at most 64 paths",
        "limit: an asset is a list of at most 10000 files",
      ])
  }

  @Test func `Tracks, clips and transitions keep their order`() throws {
    let project = try valid("trip").project
    #expect(project.tracks.map(\.name.value) == ["main", "pip", "music"])
    #expect(project.tracks[2].kind?.value == .audio)
    let names = project.tracks[0].items.map { item in
      switch item {
      case .clip(let clip): clip.name
      case .transition(let transition):
        "-> \(transition.style.map { "\($0.kernel)" } ?? "cut") \(transition.length)"
      case .gap(let gap): "gap \(gap.duration.constant ?? .zero)"
      case .freeze(let freeze): freeze.name
      }
    }
    #expect(
      names == [
        "beach", "-> fade overlap", "slow", "gap 1", "takes", "-> wipeleft overlap", "stills",
      ])
    #expect(project.assets.map(\.isList) == [false, false, true, true, false, false])
    #expect(project.assets[1].rotation?.value == 90)
  }

  @Test func `Keys that are not given come from the defaults`() throws {
    let project = try valid("every-key").project
    #expect(project.stillDuration.constant == Time(4))
    guard case .clip(let own) = project.tracks[0].items[0],
      case .clip(let plain) = project.tracks[0].items[5],
      case .transition(let stated) = project.tracks[0].items[1],
      case .transition(let bare) = project.tracks[0].items[4],
      case .text(let text) = project.overlays[1].content
    else {
      Issue.record("another shape")
      return
    }
    #expect(
      own.playback.fit == FitMode.none && own.layer.constant(.volume)?.number == 0
        && own.layer.constant(.opacity)?.number == 1)
    #expect(
      plain.playback.fit == .cover && plain.layer.constant(.volume)?.number == 0.5
        && plain.layer.constant(.opacity)?.number == 0.9)
    #expect(plain.layer.fade?.fadeIn?.kind == .frames(12))
    #expect(stated.name == "noise-dissolve" && stated.length == .freeze)
    #expect(bare.name == "circle-open" && bare.length == .handles)
    #expect(bare.duration.kind == .frames(24))
    #expect(text.look.font.file?.value == "fonts/title.ttf" && text.look.font.weight == 650)
    #expect(text.look.alignment == .right && text.text.value == "Two days\nin Rome")
  }

  @Test func `An output copies where it says so`() throws {
    let project = try valid("every-key").project
    #expect(
      project.outputs.map(\.copying) == [
        .never, .never, .never, .whenPossible, .whenPossible, .never, .never,
      ])
    #expect(project.outputs.map(\.preset)[3...4] == [.low, .passthrough])
    #expect(project.canvas.followsFirstClip)
    #expect(try !valid("trip").project.canvas.followsFirstClip)
  }

  @Test func `The order of top-level keys does not matter`() {
    let reading = Reading(
      """
      outputs: {film: a.mp4}
      instructions: [{during: 0.., layers: {main: {opacity: 1}}}]
      tracks: {main: [beach]}
      defaults: {clip: {volume: 0.5}}
      assets: {beach: beach.mov}
      reel: 1
      """)
    #expect(reading.messages == [])
    #expect(reading.clips.first?.layer.constant(.volume)?.number == 0.5)
    #expect(reading.clips.first?.content.media?.asset == 0)
  }

  @Test(arguments: [
    ("media/beach.mov", "beach"), ("beach.tar.gz", "beach.tar"), ("a/.hidden", ".hidden"),
    ("a.b/c", "c"),
  ])
  func `A clip without a name takes its file's stem`(path: String, name: String) {
    #expect(Reading("reel: 1\ntracks: {main: ['\(path)']}").clips.first?.name == name)
  }

  @Test func `All transitions of xfade have a name, in kebab case where they are words`() {
    #expect(Set(TransitionStyle.names.map(\.name)).count == TransitionStyle.names.count)
    for style in TransitionStyle.all {
      #expect(TransitionStyle(named: style.name) == style)
      #expect(TransitionStyle(kernel: style.kernel) == style)
      #expect(
        style.doc.hasSuffix(".")
          && Set(style.parameters.map(\.name)).count == style.parameters.count)
      for parameter in style.parameters {
        #expect(parameter.fallback.count == parameter.kind.count)
        for number in parameter.fallback {
          switch parameter.kind {
          case .number(let range), .point(let range): #expect(range.contains(number))
          case .whole(let range), .wholes(let range): #expect(range.contains(Int(number)))
          case .flag, .color: #expect((0...1).contains(number))
          case .picture: Issue.record("a picture has no number")
          }
        }
      }
    }
    #expect(TransitionStyle(named: "dissolve")?.kernel == "fade")
    #expect(TransitionStyle(named: "crossfade")?.kernel == "fade")
    #expect(TransitionStyle(named: "noise-dissolve")?.kernel == "dissolve")
    #expect(TransitionStyle(named: "wipe-left")?.kernel == "wipeleft")
    #expect(TransitionStyle(named: "circleopen")?.kernel == "circleopen")
    #expect(TransitionStyle(named: "fade-grays")?.kernel == "fadegrays")
  }

  @Test func `An output is what its extension says`() {
    #expect(OutputFormat(path: "a/b.MP4") == .mp4)
    #expect(OutputFormat(path: "a.jpeg") == .jpg)
    #expect(OutputFormat(path: "a.mp4/b") == nil)
    #expect(OutputFormat(path: "mp4") == nil)
  }

  @Test func `Errors beyond the first hundred are only counted`() {
    let lines = (0..<20_000).map { "    - {clip: beech\($0), strat: 1s}" }
    let reading = Reading(
      "reel: 1\nassets: {beach: a.mov}\ntracks:\n  main:\n" + lines.joined(separator: "\n"))
    #expect(reading.diagnostics.count == DiagnosticSink.limit + 1)
    #expect(reading.diagnostics.last?.message == "19900 more errors")
  }

  @Test func `Any text is decoded without a trap, and spans lie inside it`() throws {
    let seeds = try ["trip", "every-key"].map { try text($0) }
    var random = SplitMix(state: 7)
    let pieces = [
      "->", "..", "0s", "{", "[", "'", "\n  - ", ": ", "(", "-", "%", "#", "é", "&a ", "*a",
    ]
    for round in 0..<600 {
      var bytes = seeds[round % seeds.count]
      for _ in 0...(random.next() % 5) {
        let position = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0:
          bytes.removeSubrange(position..<min(bytes.count, position + Int(random.next() % 20)))
        case 1: bytes.insert(contentsOf: pieces[Int(random.next() % 15)].utf8, at: position)
        default: bytes[position] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      for diagnostic in Reading(bytes).diagnostics {
        for span in [diagnostic.span] + diagnostic.notes.map(\.span) {
          #expect(Int(span?.end ?? 0) <= bytes.count)
        }
      }
    }
  }

  private static let examples: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Examples").standardizedFileURL
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".reel.yaml") }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }()

  private func valid(_ name: String) throws -> Reading { Reading(try text(name)) }

  private func text(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appendingPathComponent("Cases/sound/\(name).yaml")))
  }
}

/// A small generator of repeatable random numbers.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
