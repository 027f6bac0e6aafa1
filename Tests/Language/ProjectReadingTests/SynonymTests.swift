// SPDX-License-Identifier: Apache-2.0

import Catalog
import Diagnostics
import Testing

@testable import Parsing
@testable import ProjectModel

@Suite struct SynonymTests {
  @Test(arguments: SchemaTests.examples)
  func `What is written instead of another tool's key decodes`(place: SchemaTests.ObjectExample) {
    let entries = KeyTable.synonyms.first { $0.object == place.object }?.entries ?? []
    for entry in entries {
      let key = entry.snippet.prefix { $0 != ":" }
      // The line that already has the key is replaced by the snippet.
      let lines = place.text.split(separator: "\n", omittingEmptySubsequences: false).filter {
        $0.contains("%") || !$0.drop { $0 == " " }.hasPrefix(key + ":")
      }
      var text = lines.joined(separator: "\n").replacing(
        "%", with: entry.snippet, maxReplacements: 1)
      // The size belongs to an image, and an overlay has one content.
      if key == "image" { text = text.replacing("\n    text: a", with: "") }
      if ["audio", "volume", "speed", "reverse", "with"].contains(key) {
        text = text.replacing("\n    text: a", with: "\n    clip: a.mov")
      }
      if key == "size" { text = text.replacing("\n    text: a", with: "\n    image: a.png") }
      if key == "during" { text = text.replacing("  -\n", with: "  -\n    background: red\n") }
      let errors = Reading(text).diagnostics.filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(entry.snippet): \(errors.map(\.message))")
    }
  }

  @Test func `What is written instead of another tool's shape decodes`() {
    for entry in KeySynonym.forms {
      let text =
        "reel: 1\noverlays: {a: {\(entry.snippet), fill: red, during: 0s..1s}}\ntracks: {main: [a.mov]}\n"
      let errors = Reading(text).diagnostics.filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(entry.snippet): \(errors.map(\.message))")
      #expect(entry.words.allSatisfy { GraphicForm(rawValue: $0) == nil && $0 == $0.lowercased() })
    }
  }

  @Test func `Every object with synonyms is one of the table`() {
    let names = KeyTable.objects.map(\.name)
    for (object, entries) in KeyTable.synonyms {
      let shape = KeyTable.objects.first { $0.name == object }
      #expect(shape != nil && names.contains(object))
      for word in entries.flatMap(\.words) {
        #expect(shape?.key(word) == nil, "'\(word)' is a key of \(object)")
        #expect(word == word.lowercased())
      }
    }
  }
}
