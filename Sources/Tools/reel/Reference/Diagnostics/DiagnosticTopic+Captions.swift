// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let captions: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("bad-subtitles"),
      "A file of captions or subtitles cannot be read as SubRip, WebVTT, ASS or words.",
      remedy: "Mend the line that the message names, or name another file.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {words: {words: notes.txt}}
        """)),
    DiagnosticTopic(
      .warning("bad-cue"),
      "A cue of a file of captions is left out, for the reason in the message.",
      remedy: "Mend that line of the file.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {words: {subtitles: twice.srt}}
        """)),
    DiagnosticTopic(
      .error("no-text-stream"),
      "Captions or subtitles name a text stream that the footage does not have.",
      remedy: "Name a stream of the hint, or a file: `captions: talk.srt`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, captions: {stream: 0}}]}
        outputs: {film: {file: film.mkv, captions: clips}}
        """)),
    DiagnosticTopic(
      .warning("no-subtitles"),
      "Nothing of the subtitles of an overlay is said while it is shown.",
      remedy: "Play the part in which it is said, or leave the overlay out.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 4s..6s, captions: talk.srt}]}
        overlays: {words: {subtitles: {clip: wide}}}
        """)),
    DiagnosticTopic(
      .warning("no-captions"),
      "An output shows none of its captions, as its film plays nothing of them.",
      remedy: "Leave them out, or play the part that has them.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 4s..6s, captions: talk.srt}]}
        outputs: {film: {file: film.mkv, captions: clips}}
        """)),
    DiagnosticTopic(
      .warning("unused-captions"),
      "No output holds the captions of a clip, and no overlay draws them.",
      remedy: "Write `captions: clips` on an output, or `subtitles: {clip: wide}` on an overlay.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, captions: talk.srt}]}
        """)),
    DiagnosticTopic(
      .warning("captions-of-loop"),
      "A clip loops, and its captions are left out.",
      remedy: "Give captions to clips that do not loop.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - {clip: small.mp4, captions: talk.srt}
            - {clip: wide.mp4, captions: talk.srt, loop: true, duration: 15s}
        outputs: {film: {file: film.mkv, captions: clips}}
        """)),
    DiagnosticTopic(
      .error("subtitles-of-loop"),
      "An overlay draws the captions of a clip that loops.",
      remedy: "Name a clip that does not loop.",
      .project(
        """
        reel: 1
        assets: {talk: {file: wide.mp4, captions: talk.srt}}
        tracks: {main: [talk, {clip: talk, loop: true, duration: 15s}]}
        overlays: {words: {subtitles: {clip: talk}}}
        """)),
    DiagnosticTopic(
      .error("styles-of-file"),
      "Keys for the look of subtitles stand beside a file of ASS, which has its own styles.",
      remedy: "Change the styles in the file.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {words: {subtitles: talk.ass, color: red}}
        """)),
    DiagnosticTopic(
      .warning("several-defaults"),
      "Several caption files of an output are the default, and players show one.",
      remedy: "Write `default: true` for one of them.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs:
          film:
            file: film.mkv
            captions: [{file: talk.srt, default: true}, {file: rome.vtt, default: true}]
        """)),
    DiagnosticTopic(
      .warning("unknown-language"),
      "ISO 639-2 has no such language.",
      remedy: "Write a code of ISO 639, such as `en`, or `und` where the language is not known.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mkv, captions: {file: talk.srt, language: xxx}}}
        """)),
    DiagnosticTopic(
      .error("too-many-captions"),
      "An output has more captions, or longer ones, than players can read.",
      remedy: "Make several outputs, or merge captions.",
      .cause("A file of more than 100,000 captions.")),
    DiagnosticTopic(
      .error("too-many-chapters"),
      "An output has more than 1,000 chapters.",
      remedy: "Name fewer.",
      .cause("A film of a thousand and one chapters.")),
    DiagnosticTopic(
      .error("chapters-at-once"),
      "Two chapters begin at the same time.",
      remedy: "Let one of them begin later, or leave it out.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mp4, chapters: {Intro: 0s, One: 1s, Two: 1s}}}
        """)),
    DiagnosticTopic(
      .warning("late-chapter"),
      "The first chapter begins after the start, from where players show it all the same.",
      remedy: "Write one at the start, such as `Intro: 0s`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mp4, chapters: {One: 1s}}}
        """)),
    DiagnosticTopic(
      .error("no-clips-for-chapters"),
      "`chapters: clips` names the clips of a video track, and the film has none.",
      remedy: "Write the chapters out: `{Intro: 0s}`.",
      .project(
        """
        reel: 1
        tracks: {music: [song.ogg]}
        outputs: {sound: {file: film.m4a, chapters: clips}}
        """)),
    DiagnosticTopic(
      .error("wrong-cover"),
      "A `cover` is not a JPEG or PNG picture.",
      remedy: "Name a picture of one of these formats.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mp4, metadata: {cover: wide.mp4}}}
        """)),
  ]
}
