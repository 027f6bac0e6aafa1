// SPDX-License-Identifier: Apache-2.0

import Catalog
import Foundation
import TestSupport
import Testing

@testable import reel

/// The reference: its pages, and `reel help TOPIC`.
@Suite struct ReferenceTests {
  @Test(arguments: ReferencePage.allCases)
  func `a page is fresh`(page: ReferencePage) {
    expectGolden(page.markdown, "../../../" + page.file)
  }

  @Test func `no two topics of a kind have one name`() {
    var seen: Set<[String]> = []
    for topic in ReferencePage.allCases.flatMap(\.topics) {
      #expect(seen.insert([topic.kind, topic.name]).inserted, "\(topic.name)")
      #expect(!topic.text.isEmpty)
    }
  }

  @Test(arguments: [
    "clip", "clip.speed", "shadow", "image item", "layer-keys", "cube", "hevc", "web", "gblur",
    "exit-codes", "json-events", "missing-handles", "keys", "diagnostics", "profiles",
  ])
  func `help prints a topic, in lines that fit`(name: String) async {
    #expect(await ReelMain.run(["help"] + name.split(separator: " ").map { String($0) }) == .done)
    let topics = Topic.named(name.replacing(" ", with: "-"))
    let text = Topic.plainText(of: topics, columns: 72)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 72 || $0.hasPrefix("    ") })
    #expect(!text.contains("]("))
  }

  @Test func `a key is named with its object, or alone`() throws {
    let one = Topic.plainText(of: Topic.named("clip.speed"), columns: 100)
    #expect(one.hasPrefix("speed (key of clip)\n\nHow fast it is played: 2 is twice as fast"))
    let all = Topic.plainText(of: Topic.named("shadow"), columns: 100)
    #expect(all.hasPrefix("shadow (object)\n"))
    #expect(all.contains("\nshadow (key of track, clip, "))
  }

  @Test func `a topic that is not there is bad usage`() async {
    #expect(await ReelMain.run(["help", "missing-handels"]) == .badUsage)
    #expect(await ReelMain.run(["help", "codecs"]) == .done)
    #expect(throws: (any Error).self) { try ReelMain.parse(["help", "--nonsense"]) }
  }

  @Test func `every rule of a profile has a reason`() {
    for profile in ReasonedProfile.all {
      let rules = Set(profile.profile.rules.words.map(\.rule)).subtracting(ReasonedProfile.shared)
      #expect(Set(profile.reasons.keys) == rules, "\(profile.profile)")
    }
  }

  /// Codes are made by calls with their names; findings of `reel verify` about films are none.
  @Test func `every code of a diagnostic is explained, and nothing else is`() throws {
    let call =
      /\b(?:simple|error|warning|report|refuse)\(\s*(?:[\w.]+ == [\w.]+\s*\? )?"([a-z][a-z0-9-]*)"(?: : "([a-z][a-z0-9-]*)")?\s*[,)]/
    var codes: Set<String> = []
    var texts: [String] = []
    for (path, text) in try Self.sources() {
      texts.append(text)
      for match in text.matches(of: call)
      where !match.0.hasPrefix("refuse") || path.hasPrefix("Tools/") {
        codes.insert(String(match.1))
        if let other = match.2 { codes.insert(String(other)) }
      }
    }
    #expect(codes.count > 200)
    let explained = Set(ReferencePage.diagnostics.topics.map(\.name))
    #expect(codes.subtracting(explained) == [])
    for code in explained.subtracting(codes) {
      #expect(texts.contains { $0.contains("\"\(code)\"") }, "\(code)")
    }
  }

  /// The sources of the compiler and its tools, by their paths from `Sources`.
  private static func sources() throws -> [(path: String, text: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources").standardizedFileURL.path
    let others = ["Media/", "Render/", "Build/Builder/Verifying/", "Tools/reel/Reference/"]
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try files.filter { path in
      path.hasSuffix(".swift") && !others.contains { path.hasPrefix($0) }
    }.sorted().map { ($0, try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8)) }
  }
}
