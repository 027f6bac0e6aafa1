// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Driver
import Testing

/// Hints for texts whose font lacks some of their characters.
@Suite struct FontHintTests {
  private func hints(_ project: String) async -> [String] {
    var world = TestWorld(project: "reel: 1\ncanvas: {size: 640x360, rate: 25}\n\(project)\n")
    world.alphabets = ["Roman": "abc", "Greek": "αβγ", "Both": "abcαβγ", "Han": "春海"]
    world.data["words.srt"] = "1\n00:00:00,100 --> 00:00:00,900\nabα\n"
    return await world.compilation().check().diagnostics.map {
      "\($0.code.name) \($0.message): \($0.hint ?? "-")"
    }
  }

  private func text(_ text: String, _ family: String) async -> [String] {
    await hints(
      "tracks: {main: [{text: \"\(text)\", duration: 1s, font: {family: \(family)}}]}")
  }

  @Test func `a font is named that has all of the text`() async {
    #expect(
      await text("abα", "Roman") == [
        "substituted-font 'Roman' lacks 'α' (U+03B1), which 'Both' writes: "
          + "name a font that has all of the text, such as font: {family: Both}"
      ])
    #expect(await text("abα", "Both") == [])
  }

  @Test func `parts are named where no font has all of the text`() async {
    for (family, other) in [("Both", "Han"), ("Roman", "Both"), ("Han", "Both")] {
      let found = await text("abα春", family)
      #expect(found.contains { $0.contains("which '\(other)' writes") }, "\(found)")
      #expect(
        found.allSatisfy {
          $0.contains("no font that is used has all of the text: give parts of it their own")
        }, "\(found)")
    }
    let found = await text("abα春", "Both")
    #expect(found.count == 1 && found[0].hasSuffix("{text: 春, font: {family: Han}}, ...]}"))
  }

  @Test func `the font that stands for a family is named`() async {
    let world = TestWorld(
      project: "reel: 1\ntracks: {main: [{text: A, duration: 1s, font: {family: Arial}}]}\n")
    let found = await world.compilation().check().diagnostics
    #expect(
      found.map(\.hint) == [
        "write font: {family: Liberation Sans}, which stands for it on this machine"
      ])
    #expect(found.first?.notes.map(\.message) == ["near: Ariel"])
  }

  @Test func `of subtitles only a font that has all of them is named`() async {
    func subtitles(_ family: String) async -> [String] {
      await hints(
        "tracks: {main: [wide.mp4]}\noverlays: {a: {subtitles: words.srt, font: {family: \(family)}}}"
      )
    }
    for family in ["Roman", "Han"] {
      let found = await subtitles(family)
      #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("such as font: {family: Both}") })
    }
    #expect(await subtitles("Both") == [])
  }
}
