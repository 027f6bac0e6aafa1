// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// The description of a media file in a listing.
package enum MediaListing {
  /// The main facts about a file, as labels and values.
  package static func rows(_ facts: MediaFacts) -> [[String]] {
    var rows = [["  format", facts.format + (facts.isStill ? ", still" : "")]]
    if let video = facts.video {
      var words = [video.codec, "\(video.size.width)x\(video.size.height)", video.pixels.name]
      if video.sampleAspect != Time(1) { words.append("pixel aspect \(video.sampleAspect)") }
      if let fields = video.fields ?? video.coding?.fields {
        words.append("interlaced, \(fields) field first")
      }
      if video.orientation != .upright { words.append("shown \(video.orientation)") }
      if video.hasAlpha { words.append("alpha") }
      if video.color.isHDR { words.append("HDR") }
      rows.append(["  picture", words.joined(separator: ", ")])
      if !facts.isStill {
        let rate = video.rate.map { " at \($0)" } ?? ""
        let times =
          "\(MediaListing.seconds(video.firstFrame)) .. \(MediaListing.seconds(video.end))"
        rows.append([
          "  frames", "\(video.frameCount)\(rate), \(times), \(video.keyFrames.count) key frames",
        ])
      }
    }
    if let audio = facts.audio {
      let times = "\(MediaListing.seconds(audio.firstSample)) .. \(MediaListing.seconds(audio.end))"
      rows.append([
        "  sound", "\(audio.codec), \(audio.sampleRate) Hz, \(audio.channels) channels, \(times)",
      ])
    }
    if let pictures = facts.pictures, pictures.count > 1 {
      for (number, stream) in pictures.enumerated() {
        rows.append(["  video \(number)", stream.words])
      }
    }
    if let sounds = facts.sounds, sounds.count > 1 {
      for (number, stream) in sounds.enumerated() {
        rows.append(["  audio \(number)", stream.words])
      }
    }
    if let words = facts.container?.words {
      rows.append(["  says", words.joined(separator: ", ")])
    }
    return rows + facts.warnings.map { ["  warning", $0] }
  }

  /// A time to the millisecond, such as `12.5 s`.
  private static func seconds(_ time: Time) -> String {
    Time((time * Time(1000)).rounded, over: 1000).description + " s"
  }
}

extension StreamOfFile {
  /// A container's facts about a stream, in words.
  fileprivate var words: String {
    var words = [codec]
    if let language { words.append("language \(language)") }
    if let title { words.append("title '\(title)'") }
    if isUsual { words.append("used unless 'streams' says otherwise") }
    return words.joined(separator: ", ")
  }
}

extension LightFacts {
  /// The light levels of a grading, in words.
  fileprivate var words: [String] {
    var words: [String] = []
    if luminance.count == 2 { words.append("graded for \(luminance[1] / 10000) cd/m²") }
    if content.count == 2 { words.append("as light as \(content[0]) cd/m²") }
    return words
  }
}

extension ContainerFacts {
  /// A container's facts, in words.
  fileprivate var words: [String] {
    var words: [String] = []
    if let creation { words.append("recorded \(creation.date)") }
    if let location { words.append("at \(location)") }
    if let pictureLanguage { words.append("picture in \(pictureLanguage)") }
    if let soundLanguage { words.append("sound in \(soundLanguage)") }
    if let light { words += light.words }
    if let timecode { words.append("timecode \(timecode)") }
    if !chapters.isEmpty {
      words.append(chapters.count == 1 ? "1 chapter" : "\(chapters.count) chapters")
    }
    return words
  }
}
