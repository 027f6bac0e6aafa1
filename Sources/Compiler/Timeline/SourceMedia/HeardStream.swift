// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
package import RenderProtocol

/// A sound stream that is heard of a file.
package struct HeardStream: Hashable, Sendable {
  /// The facts of the stream.
  package var facts: AudioFacts
  /// The factor that it is heard with beside others.
  package var volume: Double

  /// The stream of `facts`.
  package init(_ facts: AudioFacts, volume: Double = 1) {
    (self.facts, self.volume) = (facts, volume)
  }

  /// Its factor together with another one; nil where both change nothing.
  package func factor(beside other: Double?) -> Double? {
    volume == 1 ? other : volume * (other ?? 1)
  }
}

/// A file and what is chosen of its streams.
struct StreamsName: Hashable {
  private let path: String
  private let rotation: Int?
  private let choice: StreamChoice

  init(_ media: ResolvedMedia, _ choice: StreamChoice) {
    (path, rotation, self.choice) = (media.file.path, media.rotation, choice)
  }
}

extension ResolvedMedia {
  /// The same file with the streams of `choice` as the ones that are seen and heard; nil where it lacks one, which is
  /// reported.
  func using(_ choice: StreamChoice, reporting sink: inout DiagnosticSink) -> ResolvedMedia? {
    var facts = facts
    var isFound = true
    if let name = choice.picture {
      if let found = facts.pictures.find(name.value, usual: facts.video) {
        facts.video = found.facts
        if let language = found.language { facts.container?.pictureLanguage = language }
      } else {
        sink.report(.noStream(name, .picture, of: self))
        isFound = false
      }
    }
    var heard: [HeardStream] = []
    var languages: [String?] = []
    for sound in choice.sounds {
      guard let found = facts.sounds.find(sound.name.value, usual: facts.audio) else {
        sink.report(.noStream(sound.name, .sound, of: self))
        isFound = false
        continue
      }
      if heard.contains(where: { $0.facts.stream == found.facts.stream }) {
        sink.report(.sameStream(sound.name, of: self))
        isFound = false
      }
      heard.append(HeardStream(found.facts, volume: sound.volume))
      languages.append(found.language)
    }
    guard isFound else { return nil }
    if !heard.isEmpty {
      facts.audio = heard.together
      facts.container?.soundLanguage =
        languages.allSatisfy { $0 == languages[0] }
        ? languages[0].flatMap { $0.utf8.count == 3 ? $0 : nil } : nil
    }
    return ResolvedMedia(
      shownPath: shownPath, file: file, facts: facts, rotation: rotation,
      chosen: heard.isEmpty ? nil : heard)
  }

  /// The same file with its picture turned by `rotation` degrees in place of what it was.
  func turned(by rotation: Int) -> ResolvedMedia {
    ResolvedMedia(
      shownPath: shownPath, file: file, facts: facts, rotation: rotation, chosen: chosen)
  }
}

extension [HeardStream] {
  /// The facts of all of them as one stream.
  fileprivate var together: AudioFacts? {
    guard var facts = first?.facts, count > 1 else { return first?.facts }
    for other in dropFirst().map(\.facts) {
      facts.firstSample = Swift.min(facts.firstSample, other.firstSample)
      facts.end = Swift.max(facts.end, other.end)
      facts.channels = Swift.max(facts.channels, other.channels)
      facts.sampleRate = Swift.max(facts.sampleRate, other.sampleRate)
    }
    facts.coding = nil
    return facts
  }
}

extension Optional {
  /// The stream with a name among those of a file, and its language; nil for none that can be decoded.
  ///
  /// - Parameter usual: The facts of the usual one, which alone is known of a file whose streams were not looked for.
  fileprivate func find<Facts>(
    _ name: StreamChoice.Name, usual: Facts?
  ) -> (facts: Facts, language: String?)? where Wrapped == [StreamOfFile<Facts>] {
    guard let streams = self else { return name == .number(0) ? usual.map { ($0, nil) } : nil }
    let found: StreamOfFile<Facts>? =
      switch name {
      case .number(let number): streams.indices.contains(number) ? streams[number] : nil
      case .language(let language):
        streams.first { $0.language.map { LanguageCodes.isSame($0, language) } ?? false }
      case .title(let title): streams.first { $0.title == title }
      }
    return found.flatMap { stream in
      (stream.isUsual ? usual : stream.facts).map { ($0, stream.language) }
    }
  }
}
