// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol

/// A container's metadata besides its streams, before validation.
struct ContainerScan {
  private let creations: [Time]
  private let locations: [String]
  private let timecode: String?
  /// The timecode of a separate track to which no other track refers.
  private let otherTimecode: String?
  private let chapters: [ChapterTags]

  /// Reads the metadata of an open file.
  init(_ demuxer: borrowing Demuxer) {
    let streams = demuxer.streams
    creations = ([demuxer.creation] + streams.map(\.creation)).compactMap { $0 }
    locations = demuxer.locations
    timecode = demuxer.timecode
    otherTimecode = streams.lazy.filter { $0.kind == .other }.compactMap(\.timecode).first
    chapters = demuxer.chapters(atMost: Chapter.maximumCount)
  }

  /// The valid metadata for the streams `video`, with frame rate `rate` and the timecode `own` in its first frame, and
  /// `audio`, with source time 0 at `zero`; nil if there is none.
  func facts(
    video: StreamInfo?, rate: FrameRate?, timecode own: String?, audio: StreamInfo?,
    light: LightTags?, zero: Time
  ) -> ContainerFacts? {
    var facts = ContainerFacts()
    // Devices without a clock write the earliest time that the format has.
    facts.creation = creations.first { $0 != .zero && ContainerFacts.creations.contains($0) }
    facts.location = locations.first(where: ContainerFacts.isLocation)
    facts.pictureLanguage = language(video)
    facts.soundLanguage = language(audio)
    if video != nil, let rate {
      facts.timecode =
        [video?.timecode, timecode, otherTimecode, own].lazy.compactMap { $0 }
        .compactMap { Timecode(parsing: $0)?.advanced(by: 0, at: rate) }.first
    }
    facts.light = light.map {
      LightFacts(primaries: $0.primaries, luminance: $0.luminance, content: $0.content)
    }
    facts.chapters = chapters.map { chapter in
      // A chapter may begin with the sound that leads.
      let time = TimeRange(max(.zero, chapter.time.start - zero), chapter.time.end - zero)
      return Chapter(title: chapter.title ?? "", time: time)
    }
    facts.chapters.sort { $0.time.start < $1.time.start }
    return facts.isEmpty ? nil : facts
  }

  /// The language of a stream, if it is an ISO 639-2 code.
  private func language(_ info: StreamInfo?) -> String? {
    guard let name = info?.language, name.utf8.count == 3, name != "und",
      name.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    return name
  }
}
