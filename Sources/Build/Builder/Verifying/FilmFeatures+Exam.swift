// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog
import RenderProtocol

extension FilmFeatures {
  /// The features of the film of `exam` that matter to players.
  package init(_ exam: FilmExam) {
    self.init()
    let (facts, found) = (exam.facts, exam.examination)
    container = exam.container
    damage = exam.damage
    isIndexFirst = found.movie?.isFragmented == true ? true : found.movie?.isIndexFirst
    edits = exam.edits
    pictures = exam.pictureFeatures
    if let audio = facts.audio {
      var sound = Sound()
      (sound.codec, sound.sampleRate, sound.channels) = (
        audio.codec, audio.sampleRate, audio.channels
      )
      sound.bits = bits(found.soundBytes, over: audio.end - audio.firstSample)
      if let levels = exam.sound?.film {
        let whole = TimeRange(.zero, audio.end)
        (sound.loudness, sound.peak) = (levels.loudness(in: whole), levels.peak(in: whole))
      }
      self.sound = sound
    }
    if let video = facts.video, let audio = facts.audio { sync = unevenness(of: video, audio) }
  }

  private func bits(_ bytes: Int64, over time: Time) -> Int64 {
    time > .zero ? (Time(bytes * 8) / time).rounded : 0
  }

  private func unevenness(of video: VideoFacts, _ audio: AudioFacts) -> String? {
    let start = audio.start(beside: video)
    let end = audio.end - video.end
    // An encoder of sound codes whole packets, of which the last one may go on for a tenth of a second.
    if start.magnitude > Time(1, over: 20) {
      return
        "the sound begins \(start.magnitude.words) \(start > .zero ? "after" : "before") the pictures"
    }
    if end.magnitude > Time(1, over: 2) {
      return
        "the sound ends \(end.magnitude.words) \(end > .zero ? "after" : "before") the pictures"
    }
    return nil
  }
}

extension FilmExam {
  /// The extension of its container, as profiles have it.
  package var container: String {
    if let document = examination.document { return document == "webm" ? "webm" : "mkv" }
    if let movie = examination.movie {
      return movie.brand.hasPrefix("qt") || movie.brand.isEmpty ? "mov" : "mp4"
    }
    return facts.format.split(separator: ",").first.map(String.init) ?? facts.format
  }

  /// The parts of it that cannot be decoded, in words; nil for none.
  package var damage: String? {
    if let pictures = examination.pictures {
      if let first = pictures.damage.first {
        let times = pictures.damageCount == 1 ? "once" : "\(pictures.damageCount) times"
        return "damaged \(times), first after \(counted(first.frame, "frame")): \(first.reason)"
      }
      let claimed = claimedFrames(pictures)
      if claimed > 0, pictures.frames < claimed {
        return
          "it ends after \(counted(pictures.frames, "frame")) of the \(claimed) that it says it has"
      }
    }
    if let first = sound?.damage.first { return "its sound is damaged: \(first)" }
    if let words = examination.breakOff { return "it cannot be read to its end: \(words)" }
    return facts.warnings.first { $0.contains("damaged") || $0.contains("cut off") }
  }

  /// The frames that its index has, without those that an edit list cuts off, which are not shown.
  private func claimedFrames(_ pictures: ExaminedPictures) -> Int {
    let edits = examination.movie?.tracks.first { $0.handler == "vide" }?.edits ?? []
    let shown = edits.filter { $0.start != nil }.reduce(Time.zero) { $0 + $1.duration }
    guard shown > .zero, let interval = pictures.interval, interval > .zero else {
      return pictures.claimedFrames
    }
    return min(pictures.claimedFrames, Int((shown / interval).floor) - 1)
  }

  /// The fault in its edits; nil if they skip only the encoder's priming.
  var edits: String? {
    for track in examination.movie?.tracks ?? [] where ["vide", "soun"].contains(track.handler) {
      let noun = track.handler == "vide" ? "pictures" : "sound"
      if let pause = track.edits.first(where: { $0.start == nil }),
        pause.duration > Time(1, over: 50)
      {
        return "the \(noun) \(noun == "sound" ? "begins" : "begin") \(pause.duration.words) late"
      }
      let shown = track.edits.filter { $0.start != nil }
      if shown.count > 1 { return "the \(noun) are put together of \(shown.count) edits" }
      if shown.contains(where: { !$0.isPlain }) { return "the \(noun) are played at another speed" }
      if let start = shown.first?.start, start > Time(1, over: 4) {
        return "\(start.words) of the \(noun) are cut off by an edit list"
      }
    }
    return nil
  }

  var pictureFeatures: FilmFeatures.Pictures? {
    guard let video = facts.video, !facts.isStill, let found = examination.pictures else {
      return nil
    }
    var pictures = FilmFeatures.Pictures()
    pictures.codec = video.codec
    if video.codec == "h264", let coding = video.coding {
      pictures.profile = FilmExam.profiles[coding.profile & 0xff]
      pictures.level = coding.level
    }
    pictures.tag = examination.movie?.tracks.first { $0.handler == "vide" }?.tag
    pictures.isLossless =
      video.codec == "h264"
      ? found.isLossless
      : ["ffv1", "rawvideo", "huffyuv", "utvideo"].contains(video.codec)
        ? true : ["mpeg4", "prores", "mjpeg", "mpeg2video"].contains(video.codec) ? false : nil
    pictures.pixels = video.pixels.projectName
    (pictures.size, pictures.sampleAspect) = (video.size, video.sampleAspect)
    pictures.rate = found.interval.map { Time(1) / $0 } ?? video.rate?.perSecond
    if let usual = video.rate?.perSecond, let rate = pictures.rate,
      (usual - rate).magnitude * Time(500) < usual
    {
      pictures.rate = usual
    }
    pictures.unevenness = found.paceWords
    pictures.isInterlaced = video.fields != nil || video.coding?.fields != nil
    pictures.color = video.color
    (pictures.longestGroup, pictures.longestGroupStart) = (
      found.longestGroup, found.longestGroupStart
    )
    let time = video.end - video.firstFrame
    pictures.bits = time > .zero ? (Time(examination.pictureBytes * 8) / time).rounded : 0
    return pictures
  }

  /// libavcodec's numbers of the profiles of H.264.
  private static let profiles = [
    66: "baseline", 77: "main", 88: "extended", 100: "high", 110: "high10", 122: "high422",
    244: "high444",
  ]
}

extension ExaminedPictures {
  /// Which frames are shown for another time than most, in words; nil for none.
  var paceWords: String? {
    guard unevenCount > 0, let first = uneven.first else { return nil }
    let count = unevenCount == 1 ? "1 frame is" : "\(unevenCount) frames are"
    return
      "\(count) shown for another time, first frame \(first.frame) at \(first.time.words) for \(first.interval.words)"
  }
}

extension PixelLayout {
  /// The format as projects write it, or libavutil's name.
  fileprivate var projectName: String {
    var name = name
    if name.hasPrefix("yuvj") { name = "yuv" + name.dropFirst(4) }
    if name.hasSuffix("10le") { name = String(name.dropLast(2)) }
    return name
  }
}

extension AudioFacts {
  /// From the first frame of `video` to the first sample that is heard: an encoder's delay lies before time 0.
  func start(beside video: VideoFacts) -> Time { max(.zero, firstSample) - video.firstFrame }
}
