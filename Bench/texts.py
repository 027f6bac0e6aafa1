# SPDX-License-Identifier: Apache-2.0
"""Texts over a recording: as Reel's projects, and as filters of ffmpeg."""

import json
import os

RATE = 24
FONT = "DejaVu Sans"
# Seconds from one text to the next, and how long one is shown.
EVERY, SHOWN = 1.2, 1.0
SENTENCE = "The quick brown fox jumps over the lazy dog while the river runs past the old mill".split()


def moment(seconds):
    """A time as SubRip writes it."""
    whole = round(seconds * 1000)
    return f"{whole // 3600000:02}:{whole // 60000 % 60:02}:{whole // 1000 % 60:02},{whole % 1000:03}"


SCRIPT = f"""[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BorderStyle, Outline, Alignment, MarginV
Style: Default,{FONT},48,&H00FFFFFF,&H00000000,1,2,2,30

[Events]
Format: Layer, Start, End, Style, Text
"""


def script_moment(seconds):
    """A time as ASS writes it."""
    whole = round(seconds * 100)
    return f"{whole // 360000}:{whole // 6000 % 60:02}:{whole // 100 % 60:02}.{whole % 100:02}"


def make_files(folder):
    """Subtitles of ninety minutes, as SubRip and as ASS, and words of a minute."""
    with open(os.path.join(folder, "long.ass"), "w") as file:
        file.write(SCRIPT)
        for index in range(1800):
            words = [SENTENCE[(index + word) % len(SENTENCE)] for word in range(9)]
            file.write(f"Dialogue: 0,{script_moment(3 * index)},{script_moment(3 * index + 2.5)},Default,{' '.join(words)}\n")
    with open(os.path.join(folder, "long.srt"), "w") as file:
        for index in range(1800):
            words = [SENTENCE[(index + word) % len(SENTENCE)] for word in range(9)]
            file.write(f"{index + 1}\n{moment(3 * index)} --> {moment(3 * index + 2.5)}\n{' '.join(words)}\n\n")
    words = [{"word": SENTENCE[index % len(SENTENCE)], "start": index * 0.4, "end": index * 0.4 + 0.35}
             for index in range(150)]
    with open(os.path.join(folder, "words.json"), "w") as file:
        json.dump(words, file)


class Texts:
    """So many seconds of a recording, with one kind of texts over them or with none."""

    def __init__(self, source, kind, seconds):
        self.source, self.kind, self.seconds = source, kind, seconds
        self.frames = seconds * RATE

    def project(self, preset):
        """The project file of `film.mp4`; without a preset the encoder does as little as it can."""
        settings = f"preset: {preset}" if preset else "video: {codec: h264, speed: ultrafast, crf: 51}"
        font = f"font: {{family: {FONT}, size: 48px}}"
        overlays = []
        if self.kind == "titles":
            overlays = [f"  t{index}: {{text: {self.title(index)}, {font}, position: [50%, 85%], "
                        f"during: {index * EVERY:.1f}s..{index * EVERY + SHOWN:.1f}s}}" for index in range(50)]
        elif self.kind == "subtitles":
            overlays = [f"  long: {{subtitles: long.srt, {font}}}"]
        elif self.kind == "script":
            overlays = ["  long: {subtitles: long.ass}"]
        elif self.kind == "words":
            overlays = [f"  said: {{words: words.json, {font}}}"]
        return "\n".join([
            "reel: 1", f"canvas: {{size: 1280x720, rate: {RATE}}}", "tracks:", "  main:",
            f"    - {{clip: '{self.source}', range: 0s..{self.seconds}s, audio: off}}",
            *(["overlays:", *overlays] if overlays else []),
            f"outputs: {{film: {{file: film.mp4, {settings}}}}}", ""])

    @staticmethod
    def title(index):
        return f"Title {index + 1} of fifty"

    def command(self):
        """ffmpeg's way without an encoder; None for what it has no filter for."""
        chain = [f"fps={RATE}", "format=yuv420p"]
        if self.kind == "titles":
            chain += [f"drawtext=font='{FONT}':fontsize=48:fontcolor=white:x=(w-tw)/2:y=h*0.85-th/2:"
                      f"text='{self.title(index)}':"
                      f"enable='between(t,{index * EVERY:.1f},{index * EVERY + SHOWN:.1f})'" for index in range(50)]
        elif self.kind == "subtitles":
            chain.append(f"subtitles=long.srt:force_style='FontName={FONT},FontSize=19'")
        elif self.kind == "script":
            chain.append("ass=long.ass")
        elif self.kind:
            return None
        return ["ffmpeg", "-nostdin", "-v", "error", "-filter_threads", "1", "-t", str(self.seconds), "-i", self.source,
                "-an", "-vf", ",".join(chain), "-f", "null", "-"]

    def unpacking(self):
        """Writes the samples of `film.mp4` to a file, which is read at next to no cost."""
        return ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", "film.mp4", "-an", "-f", "rawvideo", "-pix_fmt", "yuv420p",
                f"{self.kind}.yuv"]

    def encoding(self):
        """Encodes those samples as a film of `project(None)` is."""
        return ["ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-video_size", "1280x720", "-framerate", str(RATE),
                "-i", f"{self.kind}.yuv", "-c:v", "libx264", "-threads", "1", "-preset", "ultrafast", "-crf", "51",
                "-f", "null", "-"]
