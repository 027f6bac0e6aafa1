// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Driver
import RenderProtocol

// What is found from streams, their lengths and the times of frames.

extension FilmReport {
  /// Compares the streams of `exam` with what is expected.
  mutating func checkStreams(_ exam: FilmExam, _ expected: ExpectedOutput) {
    let facts = exam.facts
    if let damage = exam.damage {
      add(.error("damage", "the file is damaged or not whole: \(damage)", hint: Self.again))
    }
    if expected.frameCount > 0, facts.video == nil {
      add(.error("pictures", "the film has no pictures", hint: Self.again))
    }
    if expected.frameCount == 0, facts.video != nil, !facts.isStill, expected.kind == .film {
      add(.error("pictures", "the film has pictures, and the project shows none", hint: Self.again))
    }
    if expected.sound != nil, facts.audio == nil {
      add(.error("sound", "the film has no sound", hint: Self.again))
    }
    if expected.sound == nil, facts.audio != nil {
      add(.error("sound", "the film has sound, and the project has none", hint: Self.again))
    }
    if expected.frameCount > 0, let video = facts.video {
      checkPictures(video, exam, expected)
    }
    if expected.sound != nil, let audio = facts.audio { checkSoundTimes(audio, facts, expected) }
    if let profile = expected.profile { checkProfile(exam, profile) }
  }

  static let again = "build it again: `reel build`"

  private mutating func checkPictures(
    _ video: VideoFacts, _ exam: FilmExam, _ expected: ExpectedOutput
  ) {
    let size = video.orientation.size(of: video.size)
    if size != expected.size {
      add(.error("size", "its pictures are \(size), planned \(expected.size)", hint: Self.again))
    }
    guard let found = exam.examination.pictures else { return }
    let planned = "\(expected.frameCount) at \(expected.rate) are planned"
    if found.frames != expected.frameCount {
      let difference = found.frames - expected.frameCount
      let words =
        "\(counted(difference.magnitude.asInt, "frame")) too \(difference > 0 ? "many" : "few")"
      add(
        .error(
          "frames", "it has \(counted(found.frames, "frame")), \(words): \(planned)",
          hint: Self.again))
    }
    figure(
      "frames",
      "\(found.frames)" + (found.frames == expected.frameCount ? ", as planned" : ", \(planned)"))
    if let interval = found.interval {
      let wanted = expected.rate.frameDuration
      if (interval - wanted).magnitude * Time(200) > wanted {
        add(
          .error(
            "rate", "a frame is shown for \(interval.words), planned \(wanted.words)",
            hint: Self.again))
      }
    }
    if let words = found.paceWords {
      let place = found.uneven.first.map { TimeRange($0.time, $0.time + $0.interval) }
      add(.error("pace", "the pace is not constant: \(words)", at: place, hint: Self.again))
    }
    figure("pace", found.paceWords ?? "constant")
    let length = video.end - video.firstFrame
    if (length - expected.duration).magnitude > expected.rate.frameDuration / Time(2),
      found.frames == expected.frameCount
    {
      add(
        .error(
          "duration", "its pictures last \(length.words), planned \(expected.duration.words)",
          hint: Self.again))
    }
    figure("duration", length.words + ", planned \(expected.duration.words)")
  }

  private mutating func checkSoundTimes(
    _ audio: AudioFacts, _ facts: MediaFacts, _ expected: ExpectedOutput
  ) {
    if let video = facts.video, expected.frameCount > 0 {
      let start = audio.start(beside: video)
      if start.magnitude > Time(1, over: 50) {
        add(
          .error(
            "sync",
            "the sound begins \(start.magnitude.words) \(start > .zero ? "after" : "before") the pictures",
            hint: Self.again))
      }
    }
    let zero = facts.video.map { expected.frameCount > 0 ? $0.firstFrame : .zero } ?? .zero
    let length = audio.end - zero
    // An encoder codes whole packets, of which the last one goes on behind the end.
    if length < expected.duration - Time(1, over: 20)
      || length > expected.duration + Time(1, over: 8)
    {
      add(
        .error(
          "sound-length", "its sound ends at \(length.words), planned \(expected.duration.words)",
          hint: Self.again))
    }
  }

  private mutating func checkProfile(_ exam: FilmExam, _ profile: PlayerProfile) {
    let film = FilmFeatures(exam)
    let verdicts = profile.rules.verdicts(of: film)
    for verdict in verdicts where verdict.outcome == .fails {
      let words =
        "profile '\(profile.rawValue)': \(verdict.rule.rawValue) is \(verdict.found); accepted: \(verdict.accepted)"
      // The mix is limited as the profile asks; what coding adds to it, building it again does not change.
      let isOfCoding =
        verdict.rule == .peak && (film.sound?.peak ?? 0) <= (profile.rules.peak ?? 0) + 1
      add(
        isOfCoding
          ? .note("profile", words) : .error("profile", words, hint: verdict.remedy))
    }
    let kept = verdicts.count { $0.outcome != .fails }
    figure("profile", "\(profile.rawValue), \(kept) of \(verdicts.count) rules kept")
  }

  mutating func add(_ finding: FilmFinding) { findings.append(finding) }

  mutating func figure(_ name: String, _ words: String) { figures.append((name, words)) }
}

extension UInt {
  fileprivate var asInt: Int { Int(clamping: self) }
}
