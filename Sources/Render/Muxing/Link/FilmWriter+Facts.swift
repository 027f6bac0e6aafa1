// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

// Metadata that a film takes over from its sources.

extension FilmWriter {
  /// Writes `facts` to the container, between adding the streams and writing the header.
  mutating func say(_ facts: ContainerFacts) throws(RenderFailure) {
    do throws(AVError) {
      // The value may be invalid, and libavformat would replace an unreadable time by another.
      if let creation = facts.creation, ContainerFacts.creations.contains(creation) {
        try muxer.setTag("creation_time", to: creation.date)
      }
      if let location = facts.location, ContainerFacts.isLocation(location) {
        try muxer.setTag("location", to: location)
      }
      if pictureIndex >= 0 {
        if let language = facts.pictureLanguage {
          try muxer.setTag("language", ofStream: pictureIndex, to: name(of: language))
        }
        if let light = facts.light {
          try muxer.setLight(
            ofStream: pictureIndex,
            to: LightTags(
              primaries: light.primaries, luminance: light.luminance, content: light.content))
        }
        if let timecode = facts.timecode {
          try muxer.setTag("timecode", ofStream: pictureIndex, to: timecode.description)
        }
      }
      if soundIndex >= 0, let language = facts.soundLanguage {
        try muxer.setTag("language", ofStream: soundIndex, to: name(of: language))
      }
      for tag in facts.tags { try muxer.setTag(tag.name, to: tag.text) }
      let chapters = facts.chapters.prefix(Chapter.maximumCount)
      if !chapters.isEmpty {
        try muxer.setChapters(chapters.map { ChapterTags(title: $0.title, time: $0.time) })
      }
    } catch { throw RenderFailure(writing: error) }
  }

  /// The container's name of `language`.
  func name(of language: String) -> String {
    request.container == "mov" ? FilmWriter.quickTimeNames[language] ?? language : language
  }

  /// For languages with two codes in ISO 639-2, the other code if libavformat maps only that one to QuickTime's number.
  private static let quickTimeNames = [
    "bod": "tib", "cym": "wel", "cze": "ces", "deu": "ger", "ell": "gre", "eus": "baq",
    "fas": "per", "fre": "fra", "hye": "arm", "isl": "ice", "kat": "geo", "mkd": "mac",
    "msa": "may", "mya": "bur", "nld": "dut", "rum": "ron", "slo": "slk", "sqi": "alb",
    "zho": "chi",
  ]
}
