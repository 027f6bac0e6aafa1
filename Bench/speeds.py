# SPDX-License-Identifier: Apache-2.0
"""Footage at other speeds: as Reel's projects, and as ffmpeg's commands."""

from fractions import Fraction

import films


class Paced:
    """So many seconds of a recording at a speed, heard or not."""

    RATE = 24

    def __init__(self, source, seconds, speed, is_heard=True):
        self.source, self.seconds, self.speed, self.is_heard = source, seconds, Fraction(speed), is_heard
        self.frames = round(seconds * Paced.RATE / abs(self.speed))

    def project(self, preset):
        """The project file; the film is `film.mp4`, or `film.mkv` when lossless."""
        name = "film.mkv" if preset == "lossless" else "film.mp4"
        # A film without loss that may copy has the 4:2:0 of the others.
        copy = ", copy: when-possible" if preset == "lossless" else ""
        speed = "" if self.speed == 1 else f", speed: {float(self.speed):g}"
        if not self.is_heard:
            speed += ", audio: off"
        return "\n".join([
            "reel: 1", f"canvas: {{size: 1280x720, rate: {Paced.RATE}}}", "tracks:", "  main:",
            f"    - {{clip: '{self.source}', range: 0s..{self.seconds}s{speed}}}",
            f"outputs: {{film: {{file: {name}, preset: {preset}{copy}}}}}", ""])

    def command(self, output, encoding=tuple(films.ENCODING), sound=True):
        """The same by ffmpeg, which holds all frames and all sound that it plays backwards."""
        size = abs(self.speed)
        picture = [f"setpts=PTS*{size.denominator}/{size.numerator}"] if size != 1 else []
        voice = [f"atempo={float(size):g}"] if size != 1 else []
        if self.speed < 0:
            picture, voice = ["reverse", *picture], ["areverse", *voice]
        # `round=up` shows the last frame that has begun, as Reel does.
        picture += [f"fps={Paced.RATE}:round=up:start_time=0", "format=yuv420p"]
        command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-t", str(self.seconds), "-i", self.source]
        command += ["-vf", ",".join(picture), "-frames:v", str(self.frames), *encoding]
        if not sound or not self.is_heard:
            return [*command, "-an", output]
        voice = [*voice, "aresample=48000", "aformat=channel_layouts=stereo"]
        return [*command, "-af", ",".join(voice), *films.SOUND, "-movflags", "+faststart", output]
