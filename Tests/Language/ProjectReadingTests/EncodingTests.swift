// SPDX-License-Identifier: Apache-2.0

import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Testing

@testable import Parsing

/// The encodings of outputs.
@Suite struct EncodingTests {
  /// The messages about a project with an output of `keys`.
  private func messages(_ keys: String) -> [String] {
    let project = "reel: 1\ntracks: {main: [a.mov]}\noutputs: {a: {\(keys)}}\n"
    return Reading(project, encoders: .complete).diagnostics.map {
      "\($0.code.name): \($0.message)"
    }
  }

  /// All formats of films, with all codecs.
  static let films = OutputFormat.all.filter(\.isFilm).flatMap { format in
    FilmCodec.allCases.map { (format, $0) }
  }

  @Test(arguments: films)
  func `a container holds the codecs that its format lists, and no others`(
    _ format: OutputFormat, _ codec: FilmCodec
  ) throws {
    let isHeld = try #require(format.pictures).codecs.contains(codec)
    for video in [codec.rawValue, "{codec: \(codec.rawValue)}"] {
      let found = messages("file: a.\(format.name), video: \(video)")
      #expect(
        found
          == (isHeld ? [] : ["codec-format: a .\(format.name) file holds no \(codec.rawValue)"]))
    }
  }

  @Test(arguments: OutputFormat.all.filter { $0.isFilm || $0.isSound }, AudioCodec.allCases)
  func `a container holds the sound that its format lists, and no other`(
    _ format: OutputFormat, _ codec: AudioCodec
  ) throws {
    let isHeld = try #require(format.sound).codecs.contains(codec)
    let found = messages("file: a.\(format.name), audio: \(codec.rawValue)")
    #expect(
      found == (isHeld ? [] : ["codec-format: a .\(format.name) file holds no \(codec.rawValue)"]))
  }

  @Test(arguments: films.filter { $0.0.pictures?.codecs.contains($0.1) ?? false })
  func `a codec has the keys that its traits list, and no others`(
    _ format: OutputFormat, _ codec: FilmCodec
  ) {
    let traits = codec.traits
    let values = [
      "crf": "20", "bitrate": "2M", "speed": traits.speeds.first ?? "1",
      "profile": traits.profiles.first?.name ?? "main", "level": traits.levels.last ?? "4",
      "keyframes": "2s", "grain": traits.grain == .kept ? "on" : "10",
      "pixel-format": traits.pixelFormats[0].rawValue, "options": "{}",
    ]
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      let found = messages(
        "file: a.\(format.name), video: {codec: \(codec.rawValue), \(key): \(value)}")
      let isThere = traits.keys.contains(key)
      #expect(found == (isThere ? [] : ["exclusive-keys: \(codec.rawValue) has no '\(key)'"]))
    }
  }

  @Test(arguments: FilmCodec.allCases)
  func `every option that is refused is refused with its reason`(_ codec: FilmCodec) throws {
    let format = try #require(
      OutputFormat.all.first { $0.pictures?.codecs.contains(codec) ?? false })
    let rules = codec.traits.rules
    func refused(_ option: String) -> [String] {
      messages(
        "file: a.\(format.name), video: {codec: \(codec.rawValue), options: {\(option)}}")
    }
    for refusal in rules.refused {
      for name in refusal.names {
        #expect(
          refused("\(name): 1") == [
            "option-refused: option '\(name)' of \(codec.traits.title) is not supported:"
              + " \(refusal.reason)"
          ])
        #expect(!rules.allowed.contains(name))
      }
    }
    guard let own = rules.own else { return }
    for refusal in rules.refusedSettings {
      for name in refusal.names {
        let expected = [
          "option-refused: option '\(name)' of \(own) is not supported: \(refusal.reason)"
        ]
        #expect(refused("\(own): {\(name): 1}") == expected)
        #expect(refused("\(own): \"\(name)=1\"") == expected)
        #expect(!rules.settings.contains { $0.name == name })
      }
    }
  }

  @Test func `an encoder that is missing is named with those that there are`() {
    var few = EncoderCatalogue.complete
    few.encoders.removeAll { $0.name == "libsvtav1" }
    let read = Reading(
      "reel: 1\ntracks: {main: [a.mov]}\noutputs: {a: {file: a.mp4, video: av1}}\n",
      encoders: few)
    #expect(
      read.diagnostics.map { $0.message } == ["this libavcodec has no encoder 'libsvtav1' for av1"])
    #expect(
      read.diagnostics.first?.hint == "it has those for h264, hevc, vp9, prores, dnxhd, mjpeg")
  }
}

extension EncoderCatalogue {
  /// All encoders, with options that are whole numbers.
  fileprivate static let complete = EncoderCatalogue(
    encoders: known.map { name in
      let rules =
        FilmCodec.allCases.first { $0.traits.encoder == name }?.traits.rules.allowed ?? []
      return EncoderFacts(
        name: name, pixelFormats: [],
        options: rules.map {
          FilterOption(
            names: [$0], summary: "", kind: .integer, minimum: 0, maximum: 9, fallback: nil,
            constants: [], isRuntime: false)
        })
    })
}
