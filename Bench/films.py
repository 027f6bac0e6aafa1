# SPDX-License-Identifier: Apache-2.0
"""The films of the benchmark: as Reel's projects, and as ffmpeg's commands."""

import os
import subprocess

RATE = 30
# The settings of `preset: low`, for what encoding costs beside all else.
LOW = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "26", "-threads", "1",
       "-x264-params", "cpu-independent=1:open-gop=0:rc-lookahead=8:b-pyramid=none"]
# x264's own settings: what is best for ffmpeg, not what Reel's segments impose on it.
STOCK = ["-c:v", "libx264", "-preset", "medium", "-crf"]
ENCODING = [*STOCK, "20"]
SOUND = ["-c:a", "aac", "-b:a", "192k"]
LOSSLESS = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"]

BUNNY = "edit/bbb_720p24_82s.mp4"
SINTEL = "edit/sintel_trailer_720p24_52s.mp4"
SPEECH = "edit/timecode_speech_720p30_42s.mp4"
GREEN = "edit/greenscreen_man_720p30_24s.mp4"


def shown(number):
    """A number of seconds without noise."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


class Film:
    """A sequence of clips, each a file with a start and an end in seconds."""

    def __init__(self, media, clips, overlap=0, watermark=None):
        self.media, self.clips, self.overlap, self.watermark = media, clips, overlap, watermark

    @property
    def frames(self):
        total = sum(end - start for _, start, end in self.clips)
        return round((total - self.overlap * (len(self.clips) - 1)) * RATE)

    def project(self, preset):
        """The project file; the film is `film.mp4`, or `film.mkv` when lossless."""
        name = "film.mkv" if preset == "lossless" else "film.mp4"
        lines = ["reel: 1", f"canvas: {{size: 1280x720, rate: {RATE}}}", "tracks:", "  main:"]
        for index, (file, start, end) in enumerate(self.clips):
            if index and self.overlap:
                lines += ["    - transition: dissolve", f"      duration: {shown(self.overlap)}s"]
            lines += [
                f"    - clip: '{self.media}/{file}'",
                f"      id: clip{index}",
                f"      range: {shown(start)}s..{shown(end)}s",
            ]
        if self.watermark:
            lines += [
                "overlays:",
                "  watermark:",
                f"    image: '{self.watermark}'",
                "    position: [1260px, 700px]",
                "    anchor: bottom-right",
            ]
        # A film without loss that may copy has the 4:2:0 of the others, also where something is drawn.
        copy = ", copy: when-possible" if preset == "lossless" else ""
        lines += [f"outputs: {{film: {{file: {name}, preset: {preset}{copy}}}}}", ""]
        return "\n".join(lines)

    def command(self, output, encoding=tuple(ENCODING), sound=True):
        """The best command we know: every clip an input of its own that seeks."""
        command = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
        for file, start, end in self.clips:
            command += ["-ss", shown(start), "-t", shown(end - start)]
            command += ["-i", f"{self.media}/{file}"]
        if self.watermark:
            command += ["-i", self.watermark]
        chains = []
        for index, (_, start, end) in enumerate(self.clips):
            # Lengths are exact, lest pictures drift from one join to the next; `round=up` shows the
            # last frame that has begun, as Reel does.
            chains.append(
                f"[{index}:v]fps={RATE}:round=up:start_time=0,"
                f"trim=end_frame={round((end - start) * RATE)},setsar=1,format=yuv420p[v{index}]"
            )
            if sound:
                chains.append(
                    f"[{index}:a]aresample=48000:async=1:first_pts=0,"
                    f"aformat=channel_layouts=stereo,atrim=end_sample={round((end - start) * 48000)}"
                    f"[a{index}]"
                )
        chains += self._dissolves(sound) if self.overlap else self._joins(sound)
        if self.watermark:
            chains.append(f"[v][{len(self.clips)}:v]overlay=x=1260-w:y=700-h,format=yuv420p[film]")
        else:
            chains.append("[v]null[film]")
        command += ["-filter_complex", ";".join(chains), "-map", "[film]"]
        command += list(encoding)
        if sound:
            command += ["-map", "[a]"] + SOUND
        return command + ["-movflags", "+faststart", output] if sound else command + [output]

    def _joins(self, sound):
        pads = "".join(
            f"[v{index}]" + (f"[a{index}]" if sound else "") for index in range(len(self.clips))
        )
        return [f"{pads}concat=n={len(self.clips)}:v=1:a={int(sound)}[v]" + ("[a]" if sound else "")]

    def _dissolves(self, sound):
        chains, at = [], 0.0
        picture, voice = "v0", "a0"
        for index in range(1, len(self.clips)):
            _, start, end = self.clips[index - 1]
            at += end - start - self.overlap
            last = index == len(self.clips) - 1
            following = "v" if last else f"x{index}"
            chains.append(
                f"[{picture}][v{index}]xfade=transition=fade:duration={shown(self.overlap)}"
                f":offset={shown(at)}[{following}]"
            )
            picture = following
            if sound:
                following = "a" if last else f"y{index}"
                chains.append(
                    f"[{voice}][a{index}]acrossfade=d={shown(self.overlap)}:c1=qsin:c2=qsin"
                    f"[{following}]"
                )
                voice = following
        return chains

    def untouched(self):
        """Film frames outside of transitions: (first film frame, its source time, clip, count)."""
        parts, at = [], 0.0
        for index, (_, start, end) in enumerate(self.clips):
            before = self.overlap if index else 0
            after = self.overlap if index < len(self.clips) - 1 else 0
            parts.append(
                (
                    round((at + before) * RATE),
                    start + before,
                    index,
                    round((end - start - before - after) * RATE),
                )
            )
            at += end - start - self.overlap
        return parts

    def reference(self, output):
        """A lossless film of the untouched frames alone, exact at every cut."""
        command = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
        chains, pads, lead = [], "", 0.5
        for number, (_, time, index, count) in enumerate(self.untouched()):
            # Half a second earlier, so that the frame that has begun at the cut is there.
            skip = min(lead, time)
            command += ["-ss", shown(time - skip), "-t", shown(count / RATE + skip + 0.5)]
            command += ["-i", f"{self.media}/{self.clips[index][0]}"]
            first = round(skip * RATE)
            chains.append(
                f"[{number}:v]fps={RATE}:round=up:start_time=0,"
                f"trim=start_frame={first}:end_frame={first + count},setpts=PTS-STARTPTS,"
                f"setsar=1,format=yuv420p[v{number}]"
            )
            pads += f"[v{number}]"
        chains.append(f"{pads}concat=n={len(chains)}[j]")
        if self.watermark:
            command += ["-i", self.watermark]
            chains.append(f"[j][{len(self.untouched())}:v]overlay=x=1260-w:y=700-h,format=yuv420p[v]")
        else:
            chains.append("[j]null[v]")
        command += ["-filter_complex", ";".join(chains), "-map", "[v]"]
        return command + LOSSLESS + [output]


def joined(media):
    """Fifty seconds of three films, cut together."""
    return Film(media, [(BUNNY, 10, 28), (SINTEL, 12, 28), (SPEECH, 5, 21)])


def dissolved(media, watermark):
    """A minute of twenty clips of three films, a second of dissolve between any two."""
    clips = []
    for index in range(20):
        file, step = ((BUNNY, 8), (SINTEL, 6), (SPEECH, 5))[index % 3]
        start = 2 + step * (index // 3)
        clips.append((file, start, start + (4 if index < 19 else 3)))
    return Film(media, clips, overlap=1, watermark=watermark)


class TitledFilm(Film):
    """Ten minutes: 120 clips, and a title for three seconds over every sixth of them."""

    FILES = (BUNNY, SINTEL, SPEECH, GREEN)
    FONT = "DejaVu Sans"

    def __init__(self, media, clip_count=120):
        spans = tuple(zip(self.FILES, (81, 51, 41, 23)))
        clips = []
        for index in range(clip_count):
            file, length = spans[index % len(spans)]
            # No two clips show the same.
            start = round((index * 2.9) % (length - 5), 1)
            clips.append((file, start, start + 5))
        super().__init__(media, clips)
        self.titles = {index: f"Chapter {index // 6 + 1}" for index in range(0, clip_count, 6)}
        # Seconds of another clip before all others.
        self.intro = 0

    def project(self, preset):
        lines = super().project(preset).splitlines()
        if self.intro:
            first = lines.index("  main:") + 1
            end = shown(float(10 + self.intro))
            lines[first:first] = [f"    - {{clip: '{self.media}/{BUNNY}', range: 10s..{end}s}}"]
        titles = ["overlays:"]
        for index, text in self.titles.items():
            titles += [
                f"  title{index}:",
                f"    text: {text}",
                f"    during: clip{index}.start + 1s .. clip{index}.start + 4s",
                f"    font: {{family: {self.FONT}, size: 64}}",
                "    position: [50%, 80%]",
                "    fade: 500ms",
            ]
        return "\n".join(lines[:-1] + titles + lines[-1:] + [""])

    def command(self, output, encoding=tuple(ENCODING), sound=True):
        command = super().command(output, encoding, sound)
        chain = command.index("-filter_complex") + 1
        titles = []
        for index, text in self.titles.items():
            start = sum(end - start for _, start, end in self.clips[:index]) + 1
            titles.append(
                f"drawtext=text='{text}':font='{self.FONT}':fontsize=64:fontcolor=white"
                f":x=(w-text_w)/2:y=h*0.8-text_h/2:enable='between(t,{shown(start)},{shown(start + 3)})'"
                f":alpha='min(1,min(t-{shown(start)},{shown(start + 3)}-t)*2)'"
            )
        command[chain] = command[chain].replace("[v]null[film]", "[v]" + ",".join(titles) + "[film]")
        return command


def slideshow(photos):
    """All photos, three seconds each, with dissolves; a project of stills."""

    def project(preset):
        name = "film.mkv" if preset == "lossless" else "film.mp4"
        lines = [
            "reel: 1",
            "canvas: {size: 1280x720, rate: 25}",
            "defaults: {clip: {duration: 3s}, transition: {duration: 1s}}",
            "tracks:",
            "  main:",
        ]
        for index, photo in enumerate(photos):
            if index:
                lines.append("    - transition: dissolve")
            lines.append(f"    - '{photo}'")
        return "\n".join(lines + [f"outputs: {{film: {{file: {name}, preset: {preset}}}}}", ""])

    return project


def long_project(media, clips):
    """A project of `clips` clips of ten assets."""
    names = [
        BUNNY,
        SINTEL,
        SPEECH,
        "edit/person_432p10_75s.mp4",
        "edit/bbb_720p25_5s_aac51.mp4",
        "edit/flower_540p2997_5s.mp4",
        "edit/tears_of_steel_332p24_70s.webm",
        "edit/greenscreen_man_720p30_24s.mp4",
        "rotation/emulator_rot0_720p2997.mp4",
        "variety/bbb_vp8_720p24_30s.webm",
    ]
    lines = ["reel: 1", "canvas: {size: 1280x720, rate: 30}", "assets:"]
    lines += [f"  asset{index}: '{media}/{name}'" for index, name in enumerate(names)]
    lines += ["tracks:", "  main:"]
    for index in range(clips):
        start = index % 37 / 10
        lines += [
            f"    - clip: asset{index % len(names)}",
            f"      id: clip{index}",
            f"      range: {shown(start)}s..{shown(start + 1)}s",
        ]
    return "\n".join(lines + [""])


class Recording:
    """Ten minutes of one camera, and what is often done to such."""

    RATE = 24
    FRAMES = 596 * RATE
    START, END = "33.3", "500.7"
    TAKES = 30
    ENCODING = [*STOCK, "14"]

    def __init__(self, media, work):
        self.source, self.path = f"{media}/{BUNNY}", os.path.join(work, "recording.mp4")
        self.takes = os.path.join(work, "takes")
        self.frames = Recording.FRAMES
        # From the frame that is shown at the start to the nearest at the end.
        self.trimmed_frames = round(467.4 * Recording.RATE)

    def make(self):
        """Encodes the recording and divides it into takes, once."""
        if os.path.isdir(self.takes):
            return
        ffmpeg = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
        subprocess.run(
            ffmpeg + ["-stream_loop", "-1", "-i", self.source, "-t", "596", "-r", "24", "-c:v",
                      "libx264", "-preset", "veryfast", "-crf", "20", "-c:a", "aac", "-b:a", "128k",
                      self.path], check=True)
        os.makedirs(self.takes + ".part", exist_ok=True)
        subprocess.run(
            ffmpeg + ["-i", self.path, "-c", "copy", "-f", "segment", "-segment_time", "15",
                      "-reset_timestamps", "1", os.path.join(self.takes + ".part", "take-%02d.mp4")],
            check=True)
        os.rename(self.takes + ".part", self.takes)

    def project(self, clips, more=()):
        lines = ["reel: 1", "tracks:", "  main:", *(f"    - {clip}" for clip in clips), *more]
        return "\n".join(lines + ["outputs: {film: {file: film.mp4, preset: passthrough}}", ""])

    def trimmed(self):
        return self.project([f"{{clip: '{self.path}', range: {self.START}s..{self.END}s}}"])

    def titled(self):
        return self.project(
            [f"{{clip: '{self.path}'}}"],
            ["overlays: {title: {text: Big Buck Bunny, during: 300s..305s}}"])

    def joined(self):
        return self.project(f"{{clip: '{take}'}}" for take in self.files())

    def files(self):
        # ffmpeg moves the sound of the first by what the encoder put in front of it: no camera would.
        names = sorted(os.listdir(self.takes))[1 : self.TAKES + 1]
        return [os.path.join(self.takes, name) for name in names]

    @property
    def joined_frames(self):
        counts = [
            subprocess.run(
                ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
                 "stream=nb_frames", "-of", "csv=p=0", take],
                check=True, capture_output=True, text=True).stdout
            for take in self.files()
        ]
        return sum(int(count.strip().rstrip(",")) for count in counts)

    def copy_command(self):
        return ["ffmpeg", "-nostdin", "-v", "error", "-y", "-ss", self.START, "-to", self.END, "-i",
                self.path, "-c", "copy", "copied.mp4"]

    def encode_command(self, frames=None):
        """Encodes all of the cut, or so many frames of it."""
        count = ["-an", "-frames:v", str(frames)] if frames else []
        return ["ffmpeg", "-nostdin", "-v", "error", "-y", "-ss", self.START, "-to", self.END, "-i",
                self.path, *count, *self.ENCODING, "encoded.mp4"]

    def concat_command(self, place):
        with open(os.path.join(place, "takes.txt"), "w") as file:
            file.writelines(f"file '{take}'\n" for take in self.files())
        return ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "concat", "-safe", "0", "-i",
                "takes.txt", "-c", "copy", "joined.mp4"]


class Take:
    """A take without a cut: a presenter, forwards and backwards in turn, as a camera records it.

    Its key frames lie on a grid of a second.
    """

    RATE = 30

    def __init__(self, media, work, seconds):
        self.source, self.seconds = f"{media}/{GREEN}", seconds
        self.path = os.path.join(work, f"take-{seconds}.mp4")
        self.frames = seconds * Take.RATE

    def make(self):
        """Encodes the take, once."""
        if os.path.exists(self.path):
            return
        ffmpeg = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
        turn = self.path + ".turn.mp4"
        chain = (f"[0:v]fps={Take.RATE},trim=end=16,split[a][c];"
                 "[c]reverse[b];[a][b]concat=n=2,format=yuv420p")
        subprocess.run(
            ffmpeg + ["-i", self.source, "-filter_complex", chain, "-an", "-c:v", "libx264",
                      "-preset", "veryfast", "-crf", "16", "-g", "30", "-keyint_min", "30",
                      "-sc_threshold", "0", turn], check=True)
        subprocess.run(
            ffmpeg + ["-stream_loop", "-1", "-i", turn, "-frames:v", str(self.frames), "-c", "copy",
                      self.path + ".part.mp4"], check=True)
        os.remove(turn)
        os.rename(self.path + ".part.mp4", self.path)

    def project(self, preset):
        return "\n".join(["reel: 1", "tracks:", "  main:", f"    - '{self.path}'",
                          f"outputs: {{film: {{file: film.mp4, preset: {preset}}}}}", ""])
