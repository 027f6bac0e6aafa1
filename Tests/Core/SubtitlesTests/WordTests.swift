// SPDX-License-Identifier: Apache-2.0

import Base
import Subtitles
import TestSupport
import Testing

/// Files of words that say when they are spoken.
@Suite struct WordTests {
  private func read(_ text: String, most: Int = 7) throws -> CueList {
    try CueList(ofWords: Array(text.utf8), most: most)
  }

  private func ms(_ time: Time?) -> Int64? { time.map { ($0 * Time(1000)).rounded } }

  private func remarks(_ list: CueList) -> [String] {
    list.remarks.map { "\($0.line): \($0.message)" }
  }

  private func word(_ text: String, _ start: Double, _ end: Double, _ name: String = "word")
    -> String
  {
    "{\"\(name)\": \"\(text)\", \"start\": \(start), \"end\": \(end)}"
  }

  @Test func wordsAreGrouped() throws {
    let words = ["Two", "days", "in", "Rome.", "And", "then"].enumerated().map {
      word($0.element, Double($0.offset), Double($0.offset) + 0.5)
    }
    let list = try read("[" + words.joined(separator: ",\n") + "]", most: 3)
    #expect(list.remarks.isEmpty)
    // A sentence ends a group, too, and what comes next ends what is shown.
    #expect(list.cues.map(\.text) == ["Two days in", "Rome.", "And then"])
    #expect(list.cues.map { ms($0.start) } == [0, 3000, 4000])
    #expect(list.cues.map { ms($0.end) } == [3000, 4000, 6000])
    #expect(list.cues.map(\.line) == [1, 4, 5])
    #expect(list.cues[0].runs.map(\.text) == ["Two", " ", "days", " ", "in"])
    #expect(list.cues[0].runs.map { ms($0.since) } == [0, nil, 1000, nil, 2000])
    #expect(list.cues[0].runs.map { ms($0.until) } == [500, nil, 1500, nil, 2500])
  }

  @Test(arguments: [
    ("Dr. Ada said hello.", ["Dr. Ada said hello."]),
    ("It was Mr. Byron. He left.", ["It was Mr. Byron.", "He left."]),
    ("Fruit, e.g. Pears and so on.", ["Fruit, e.g. Pears and so on."]),
    ("J. S. Bach. Then silence.", ["J. S. Bach.", "Then silence."]),
    ("About 3.5 km. away from it.", ["About 3.5 km. away from it."]),
    ("So do I. You know. Yes. Me too.", ["So do I.", "You know.", "Yes.", "Me too."]),
    ("Wait... He is in Rome? Go!", ["Wait...", "He is in Rome?", "Go!"]),
    ("In 1984. Later.", ["In 1984.", "Later."]),
  ])
  func aFullStopIsNotAlwaysTheEndOfASentence(text: String, groups: [String]) throws {
    let words = text.split(separator: " ").enumerated().map {
      word(String($0.element), Double($0.offset), Double($0.offset) + 0.5)
    }
    #expect(try read("[" + words.joined(separator: ",") + "]", most: 20).cues.map(\.text) == groups)
  }

  @Test func aWordWithoutTimesEndsNoSentenceEither() throws {
    let list = try read(
      "[\(word("Rome,", 0, 1)), {\"word\": \"Dr.\"}, \(word("Smith", 1, 2)), \(word("now.", 2, 3))]"
    )
    #expect(list.cues.map(\.text) == ["Rome, Dr. Smith now."])
  }

  @Test func eachSegmentHasSpacesOfItsOwnOrNone() throws {
    let list = try read(
      "{\"segments\": [{\"words\": [\(word(" Two", 0, 1)), \(word(" days", 1, 2))]}, "
        + "{\"words\": [\(word("in", 2, 3)), \(word("Rome", 3, 4))]}]}")
    #expect(list.cues.map(\.text) == ["Two days", "in Rome"])
  }

  @Test func allUsualShapesAreRead() throws {
    for text in [
      "[\(word("One", 1, 2, "text"))]", "{\"words\": [\(word("One", 1, 2))], \"language\": \"en\"}",
      "{\"text\": \"x\", \"segments\": [{\"id\": 0, \"start\": 0, \"words\": [\(word(" One", 1, 2))]}]}",
    ] {
      let list = try read(text)
      #expect(list.cues.map(\.text) == ["One"] && list.remarks.isEmpty, "\(text)")
    }
    let apart = try read(
      "{\"segments\": [{\"words\": [\(word(" One", 1, 2))]}, {\"words\": [\(word(" two", 2, 3)), \(word("-three", 3, 4))]}]}"
    )
    #expect(apart.cues.map(\.text) == ["One", "two-three"])
    let moments = try read("WEBVTT\n\n00:01.000 --> 00:03.000\n<00:01.100>One <00:02.000>two\n")
    #expect(moments.cues[0].runs.map { ms($0.since) } == [1100, nil, 2000])
    // The usual form: what stands before the first moment is spoken from the cue's start on.
    let usual = try read("WEBVTT\n\n00:01.000 --> 00:03.000\nOne<00:01.500> two\n")
    #expect(usual.cues[0].runs.map(\.text) == ["One", " ", "two"] && usual.remarks.isEmpty)
    #expect(usual.cues[0].runs.map { ms($0.since) } == [1000, nil, 1500])
    let first = try read("WEBVTT\n\n00:01.000 --> 00:03.000\n<00:01.000>One <00:02.000>two\n")
    #expect(first.cues[0].runs.map { ms($0.since) } == [1000, nil, 2000] && first.remarks.isEmpty)
  }

  @Test func segmentsWithoutWordsAreLeftOut() throws {
    let list = try read(
      "{\"segments\": [{\"start\": 0, \"end\": 2, \"text\": \" Two days\"}, {\"words\": [\(word(" One", 1, 2))]}]}"
    )
    #expect(list.cues.map(\.text) == ["One"])
    #expect(
      remarks(list) == ["1: a segment has no 'words' with times of their own and is left out"])
  }

  @Test func aFileWithoutWordsIsRefused() {
    for text in [
      "[]", "{\"text\": \"One\"}", "[{\"word\": \"One\"}]",
      "{\"segments\": [{\"text\": \"One\", \"words\": []}]}",
    ] {
      #expect(throws: CueProblem.self, "\(text)") { try read(text) }
    }
  }

  @Test func someScriptsHaveNoSpaces() throws {
    func text(_ words: [String]) throws -> String {
      let items = words.enumerated().map {
        word($0.element, Double($0.offset), Double($0.offset + 1))
      }
      return try read("[\(items.joined(separator: ", "))]").cues.map(\.text).joined(separator: "|")
    }
    #expect(try text(["今日", "は", "良い", "OK", "です"]) == "今日は良い OK です")
    #expect(try text(["words", ",", "here"]) == "words, here")
  }

  @Test func noWordHasANUL() throws {
    let list = try read("[\(word("a\\u0000b", 1, 2))]")
    #expect(list.cues.map(\.text) == ["a\u{FFFD}b"])
  }

  @Test func controlCharactersAreLeftOut() throws {
    let list = try read("[\(word("a\\u001bb\\u0007", 1, 2))]")
    #expect(list.cues.map(\.text) == ["ab"])
    #expect(remarks(list) == ["1: a control character is left out"])
  }

  @Test func wordsBeforeTheStartAreSaidFromThereOn() throws {
    let list = try read(
      "[\(word("gone", -2, -1)),\n\(word("half", -1, 1)),\n\(word("whole", 1, 2))]")
    #expect(list.cues.map(\.text) == ["half whole"])
    #expect(list.cues[0].runs[0].since == .zero && list.cues[0].runs[0].until == Time(1))
    #expect(
      remarks(list) == [
        "1: 'gone' ends before 0 s and is left out",
        "2: 'half' starts before 0 s and is said from there on",
      ])
  }

  @Test func aPauseEndsAGroup() throws {
    let list = try read("[\(word("One", 1, 2)), \(word("two", 2.5, 3)), \(word("three", 4.5, 5))]")
    #expect(list.cues.map(\.text) == ["One two", "three"])
    #expect(list.cues.map { ms($0.end) } == [3500, 5500])
  }

  @Test func whatIsWrongIsSaid() throws {
    #expect(
      remarks(
        try read(
          "[{\"word\": \"lost\"},\n\(word("One", 1, 2)),\n{\"word\": \"7\"},\n\(word("two", 9, 8)), 5, {\"start\": 1}]"
        ))
        == [
          "1: 'lost' has no times and is left out",
          "3: '7' has no times and is said with the word before it",
          "4: 'two' ends before it starts",
          "4: this value is not a word and is left out",
          "4: a word has no 'word', or a longer one than 1000 bytes, and is left out",
        ])
    let problem = #expect(throws: CueProblem.self) { try read("[\(word("One", 1, 2))\n x") }
    #expect(problem?.line == 2 && problem?.message == "']' is missing")
    #expect(throws: CueProblem.self) { try read(String(repeating: "[", count: 100_000)) }
    #expect(throws: CueProblem.self) { try read("1\n00:00:01,000 --> 00:00:02,000\nOne\n") }
    #expect(
      remarks(try read("WEBVTT\n\n00:01.000 --> 00:03.000\nOne\n"))
        == ["1: no text says when its words are spoken, such as <00:00:01.000>"])
  }

  @Test func stringsOfJSONAreThose() throws {
    let text = #"[{"word": "A\u00e9\ud83d\ude00\n\"q\"\\", "start": 1e0, "end": 2.0005}]"#
    let list = try read(text)
    #expect(list.cues[0].text == "A\u{E9}\u{1F600}\n\"q\"\\")
    #expect(ms(list.cues[0].runs[0].until) == 2001)
  }

  @Test func damagedFilesAreReadOrRefused() throws {
    var random = SeededNumbers(seed: 19)
    let original = Array(
      "{\"segments\": [{\"words\": [\(word("One", 1, 2)), \(word("tw\\u00e9o", 2, 3))]}]}".utf8)
    var read = 0
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 32...126, using: &random), at: place)
        }
      }
      do throws(CueProblem) { read += try CueList(ofWords: bytes, most: 3).cues.count } catch {
        #expect(error.line >= 1 && !error.message.isEmpty)
      }
    }
    #expect(read > 20)
  }
}
