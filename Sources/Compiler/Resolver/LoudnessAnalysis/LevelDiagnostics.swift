// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import Timeline

extension Diagnostic {
  static func noLayerToDuckUnder(_ name: Located<String>, among names: [String]) -> Diagnostic {
    let near = nearest(name.value, in: names)
    return Diagnostic(
      code: .error("unknown-name"), message: "there is no track, clip or overlay '\(name.value)'",
      span: name.span,
      hint: near.map { "did you mean '\($0)'?" } ?? "name the track of the voice")
  }

  static func severalToDuckUnder(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      code: .error("ambiguous-name"), message: "several clips are called '\(name.value)'",
      span: name.span, hint: "name their track, or give the one that is meant an id")
  }

  static func ducksUnderItself(_ name: Located<String>) -> Diagnostic {
    .simple(
      "duck-under-itself", "a sound cannot be lowered under itself, or under a part of it",
      at: name.span, hint: "name another track")
  }

  static func ducksInFastTrack(_ name: Located<String>, _ track: String) -> Diagnostic {
    .simple(
      "part-of-fast-track",
      "track '\(track)' is played at another speed as a whole, and 'duck' does not know its clips",
      at: name.span, hint: "write the track")
  }

  static func nothingToDuckUnder(
    _ name: Located<String>, hasSound: Bool, _ duck: Duck
  ) -> Diagnostic {
    let reason = hasSound ? "reaches the threshold of 'duck'" : "is heard"
    return Diagnostic(
      code: .warning("idle-setting"), message: "nothing of '\(name.value)' \(reason)",
      span: name.span,
      hint: !hasSound
        ? "name something that is heard"
        : duck.threshold == nil ? "write a threshold, such as -50dB" : "lower the threshold")
  }

  /// A setting that changes nothing, as there is no sound.
  static func idleSound(_ key: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .warning("idle-setting"), message: "'\(key)' changes nothing: there is no sound here",
      span: span, hint: "remove it")
  }

  static func peakWithoutLoudness(_ peak: Located<Double>) -> Diagnostic {
    Diagnostic(
      code: .warning("idle-setting"), message: "'peak' changes nothing without a loudness",
      span: peak.span, hint: "write loudness: -16 LUFS beside it, or 'peak' on an output")
  }

  /// A film within the film has no measured source; a default or a track's loudness is for the other clips, too.
  static func loudnessOfFilm(_ clip: PlacedClip, _ target: Located<Double>) -> Diagnostic {
    Diagnostic(
      code: .warning("sound-level"),
      message:
        "'\(clip.clip.name)' is left as loud as it is: a film within the film is not measured",
      span: target.span, hint: "write the loudness of its clips there, or of the output")
  }

  static func loudnessInFastTrack(_ target: Located<Double>, _ track: String) -> Diagnostic {
    Diagnostic(
      code: .warning("sound-level"),
      message:
        "the clips of track '\(track)' are left as loud as they are: it is played at another speed",
      span: target.span, hint: "write the speed on its clips")
  }

  static func tooQuietForLoudness(_ clip: PlacedClip, _ target: Located<Double>) -> Diagnostic {
    Diagnostic(
      code: .warning("sound-level"),
      message:
        "'\(clip.clip.name)' is too quiet for its loudness to be measured; it is left as it is",
      span: target.span)
  }

  static func peakBeforeLoudness(
    _ clip: PlacedClip, _ target: Located<Double>, short: Double
  ) -> Diagnostic {
    let tenths = Int((short * 10).rounded())
    return Diagnostic(
      code: .warning("sound-level"),
      message:
        "'\(clip.clip.name)' stays \(tenths / 10).\(tenths % 10) LU below its loudness, as it would go over its peak",
      span: target.span, hint: "leave out its 'peak': outputs limit what goes over theirs")
  }
}
