// SPDX-License-Identifier: Apache-2.0

import Base
import FilmTesting
import Foundation
import Subtitles
import TestSupport
import Testing

/// Damaged files of subtitles: every line of their text is shown, or something is said of it.
@Suite struct CueMutationTests {
  private static let samples: [[UInt8]] = [
    Array(
      """
      1
      00:00:00,000 --> 00:00:01,234
      <i>This is</i> the first &amp; subtitle.

      2
      00:00:02,345 --> 00:00:03,456
      {\\an8}This is the second subtitle.
      It has <b>two</b> lines.
      """.utf8),
    Array(
      """
      WEBVTT

      REGION
      id:fred width:40%

      NOTE a remark

      first
      00:00:00.000 --> 00:00:01.234 region:fred align:start line:-1
      <v Ann>This <c.loud>is</c> <00:00:01.000>the first
      of two

      00:02.345 --> 00:03.456 position:10%
      This is the second subtitle.
      """.utf8),
  ]

  private static func files() -> [[UInt8]] {
    var files = samples
    guard let media = Places.media else { return files }
    let folder = URL(fileURLWithPath: media).appendingPathComponent("subtitles")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() where name.hasSuffix(".srt") || name.hasSuffix(".vtt") {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
      files.append(Array(data))
    }
    return files
  }

  @Test func textIsShownOrSomethingIsSaidOfIt() throws {
    var random = SeededNumbers(seed: 17)
    let files = CueMutationTests.files()
    let runs = Int(ProcessInfo.processInfo.environment["REEL_MUTATIONS"] ?? "") ?? 600
    var shown = 0
    for index in 0..<runs {
      let original = files[index % files.count]
      let bytes = index < files.count ? original : mutated(original, by: &random)
      let encodings: [TextEncoding?] = [nil, nil, nil, .latin1, .utf16]
      let encoding = encodings[Int.random(in: 0..<encodings.count, using: &random)]
      do throws(CueProblem) {
        let list = try CueList(bytes, encoding: encoding)
        shown += list.cues.count
        if encoding == nil, !bytes.starts(with: [0xFF]), !bytes.starts(with: [0xFE]) {
          check(bytes, list)
        }
        // What was read can be written and read again.
        let again = try CueList(Array(list.text(as: list.format).utf8), format: list.format)
        #expect(again.cues.count == list.cues.count)
      } catch {
        #expect(error.line >= 1 && !error.message.isEmpty)
      }
    }
    #expect(shown > runs)
  }

  /// Damaged files of ASS: every text that a player could show is kept, or something is said of it.
  @Test func textsOfASSAreKeptOrSomethingIsSaidOfThem() throws {
    var random = SeededNumbers(seed: 18)
    let runs = Int(ProcessInfo.processInfo.environment["REEL_MUTATIONS"] ?? "") ?? 600
    let original = Array(
      """
      [Script Info]
      PlayResX: 640
      [V4+ Styles]
      Format: Name, Fontname, Fontsize
      Style: Default,DejaVu Sans,20
      [Fonts]
      fontname: a.ttf
      !!!!AAAA$$$$
      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\k20\\t(\\fs40)}Ka{\\p1}m 0 0{\\p0}
      Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Two, {\\fnSerif\\b1}words
      """.utf8)
    var shown = 0
    for _ in 0..<runs {
      let bytes = mutated(original, by: &random)
      do throws(CueProblem) {
        let script = try SubtitleScript(bytes)
        shown += script.events.count
        let lines = String(decoding: bytes, as: UTF8.self).split(
          separator: /\r*\n|\r/, omittingEmptySubsequences: false)
        let said = Set(script.remarks.map(\.line))
        let kept = Set(script.events.map(\.number))
        // Which lines are of another section is not looked into, nor notes without a word or a time.
        let start = lines.lastIndex { $0.hasPrefix("[") }
        if let start, lines[start] == "[Events]", script.moreRemarks == 0 {
          for (index, line) in lines.enumerated().dropFirst(start)
          where line.hasPrefix("Dialogue:") && line.contains("Two, {") {
            #expect(kept.contains(index + 1) || said.contains(index + 1), "\(line)")
          }
        }
        for event in script.events {
          #expect(event.start < event.end && event.line.hasPrefix("Dialogue: "))
        }
        _ = CueList(script)
      } catch {
        #expect(error.line >= 1 && !error.message.isEmpty)
      }
    }
    #expect(shown > runs / 2)
  }

  /// Checks that all lines of plain words are in a cue, or in a block with a remark.
  private func check(_ bytes: [UInt8], _ list: CueList) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: /\r*\n|\r/, omittingEmptySubsequences: false)
    let all = list.cues.map(\.text).joined(separator: "\n")
    let said = Set(list.remarks.map(\.line))
    var start = 0
    // A text of SubRip goes on behind empty lines, and so does one that is left out.
    var isLeftOut = false
    while start < lines.count {
      var end = start
      while end < lines.count, !lines[end].allSatisfy({ $0 == " " || $0 == "\t" }) { end += 1 }
      defer { start = end + 1 }
      if list.moreRemarks > 0 || (start..<end).contains(where: { said.contains($0 + 1) }) {
        isLeftOut = list.format == .srt
        continue
      }
      if isLeftOut, !lines[start..<end].contains(where: { $0.contains("-->") }) { continue }
      isLeftOut = false
      if list.format == .vtt, end > start {
        let head = lines[start]
        if ["WEBVTT", "NOTE", "REGION"].contains(where: { head.hasPrefix($0) }) { continue }
      }
      for (offset, line) in lines[start..<end].enumerated() {
        let words = line.drop { $0 == "\u{FEFF}" }
        let next = start + offset + 1
        let isName = list.format == .vtt && next < lines.count && lines[next].contains("-->")
        guard words.count > 3, !isName,
          words.allSatisfy({ ($0.isASCII && $0.isLetter) || $0 == " " || $0 == "." })
        else { continue }
        #expect(all.contains(words), "line \(start + offset + 1) of a file in \(list.format)")
      }
    }
  }

  private func mutated(_ original: [UInt8], by random: inout SeededNumbers) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard !bytes.isEmpty else { return [0x31, 10] }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 0...127, using: &random), at: place)
      case 3:
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
        bytes.removeSubrange(place..<end)
      case 4:
        let end = min(bytes.count, place + Int.random(in: 1...200, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...place, using: &random))
      case 5:
        let pieces = [
          "-->", "\n\n", "\n", "\r", "<", ">", "<i>", "</b>", "{\\an8}", "&amp;", "<00:00:01.000>",
          "WEBVTT\n", "NOTE ", "\0", ":", "00:00:01,000 --> 00:00:02,000\n", "region:x",
        ]
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        bytes.insert(contentsOf: piece.utf8, at: place)
      case 6: bytes.removeSubrange(place...)
      default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
      }
    }
    return bytes
  }
}
