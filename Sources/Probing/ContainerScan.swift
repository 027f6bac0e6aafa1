// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// What a container says beside its streams, before anything of it is believed.
struct ContainerScan {
  private let creations: [Time]
  private let timecode: String?
  /// Of tracks of their own, to which no other refers.
  private let otherTimecode: String?
  private let chapters: [ChapterTags]

  /// Looks into an open file.
  init(_ demuxer: borrowing Demuxer) {
    let streams = demuxer.streams
    creations = ([demuxer.creation] + streams.map(\.creation)).compactMap { $0 }
    timecode = demuxer.timecode
    otherTimecode = streams.lazy.filter { $0.kind == .other }.compactMap(\.timecode).first
    chapters = demuxer.chapters(atMost: Chapter.maximumCount)
  }

  /// What of it makes sense for the streams `video`, which has `rate`, and `audio`, where source time 0
  /// is `zero`; nil for nothing.
  func facts(
    video: StreamInfo?, rate: FrameRate?, audio: StreamInfo?, light: LightTags?, zero: Time
  ) -> ContainerFacts? {
    var facts = ContainerFacts()
    // Writers without a clock leave the first instant of all.
    facts.creation = creations.first { $0 != .zero && ContainerFacts.creations.contains($0) }
    facts.pictureLanguage = language(video)
    facts.soundLanguage = language(audio)
    if video != nil, let rate {
      facts.timecode =
        [video?.timecode, timecode, otherTimecode].lazy.compactMap { $0 }
        .compactMap { Timecode(parsing: $0)?.advanced(by: 0, at: rate) }.first
    }
    facts.light = light.map {
      LightFacts(primaries: $0.primaries, luminance: $0.luminance, content: $0.content)
    }
    facts.chapters = chapters.map { chapter in
      let time = TimeRange(chapter.time.start - zero, chapter.time.end - zero)
      return Chapter(title: chapter.title ?? "", time: time)
    }
    facts.chapters.sort { $0.time.start < $1.time.start }
    return facts.isEmpty ? nil : facts
  }

  /// The language of a stream, where it is one by ISO 639-2.
  private func language(_ info: StreamInfo?) -> String? {
    guard let name = info?.language, name.utf8.count == 3, name != "und",
      name.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    return name
  }
}
