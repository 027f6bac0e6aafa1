# SPDX-License-Identifier: Apache-2.0
"""Six deliverables of one film: as outputs of Reel's project, and as commands of ffmpeg."""

import os

import films

FONT = "DejaVu Sans"
# Clips of the film: file, start, end, and what of it a narrower frame shows.
CLIPS = [(films.BUNNY, 10, 31), (films.SPEECH, 5, 26), (films.SINTEL, 12, 32)]
INSET = "edit/flower_540p2997_5s.mp4"
MUSIC = "audio/music_letsgofishin_stereo_133s.ogg"
SECONDS = 60
# Name, and width and height of the frame that is composed.
FRAMES = {"film": (1280, 720), "story": (720, 1280), "square": (720, 720)}


def project(media):
    """A minute of three clips with dissolves, an inset, a title and music, for three frames, two sizes, a stream and sound."""
    lines = ["reel: 1", "canvas: {size: 1280x720, rate: 30, fit: cover}", "tracks:", "  main:"]
    for index, (file, start, end) in enumerate(CLIPS):
        if index:
            lines.append("    - {transition: dissolve, duration: 1s}")
        lines.append(f"    - {{clip: '{media}/{file}', id: clip{index}, range: {start}s..{end}s}}")
    lines += [
        "  inset:",
        f"    clips: [{{clip: '{media}/{INSET}', at: 6s, range: 0s..5s, audio: off}}]",
        "    size: 28%", "    position: [96%, 94%]", "    anchor: bottom-right",
        f"  music: {{clips: [{{clip: '{media}/{MUSIC}', range: 0s..{SECONDS}s, volume: -12dB}}]}}",
        "overlays:",
        f"  headline: {{text: Two days in Rome, font: {{family: {FONT}, size: 56, weight: bold}}, color: white,",
        "    outline: 3px, position: [5%, 90%], anchor: bottom-left, during: 500ms..5s, fade: 300ms}",
        "outputs:",
        "  film: {file: film.mp4, preset: medium}",
        "  small: {file: small.mp4, preset: medium, size: 640x360}",
        "  story: {file: story.mp4, preset: medium, canvas: 9:16}",
        "  square: {file: square.mp4, preset: medium, canvas: 1:1}",
        "  stream: {file: stream/film.m3u8, preset: medium}",
        "  sound: {file: sound.m4a, preset: medium}", "",
    ]
    return "\n".join(lines)


FILES = ["film.mp4", "small.mp4", "story.mp4", "square.mp4", "sound.m4a"]


def commands(media, copies):
    """One command for each deliverable; where `copies`, stream and sound are those of the film."""
    os_commands = [
        _film(media, "film", "ff-film.mp4"), _film(media, "film", "ff-small.mp4", ",scale=640:360"),
        _film(media, "story", "ff-story.mp4"), _film(media, "square", "ff-square.mp4"),
    ]
    head = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
    stream = ["-f", "hls", "-hls_segment_type", "fmp4", "-hls_time", "6", "-hls_playlist_type", "vod", "ff-film.m3u8"]
    if copies:
        os_commands.append([*head, "-i", "ff-film.mp4", "-c", "copy", *stream])
        os_commands.append([*head, "-i", "ff-film.mp4", "-vn", "-c", "copy", "ff-sound.m4a"])
    else:
        os_commands.append(_film(media, "film", None)[:-1] + stream)
        inputs, sound = _inputs(media), _sound()
        os_commands.append([*head, *inputs, "-filter_complex", sound, "-map", "[a]", *films.SOUND, "ff-sound.m4a"])
    return os_commands


def _inputs(media):
    inputs = []
    for file, start, end in CLIPS:
        inputs += ["-ss", str(start), "-t", str(end - start), "-i", f"{media}/{file}"]
    return inputs + ["-t", "5", "-i", f"{media}/{INSET}", "-t", str(SECONDS), "-i", f"{media}/{MUSIC}"]


def _sound():
    return ("[0:a]aresample=48000[a0];[1:a]aresample=48000[a1];[2:a]aresample=48000[a2];"
            "[4:a]aresample=48000,volume=-12dB[m];[a0][a1]acrossfade=d=1:c1=qsin:c2=qsin[b];"
            "[b][a2]acrossfade=d=1:c1=qsin:c2=qsin[c];[c][m]amix=normalize=0:duration=first[a]")


def _film(media, frame, output, end=""):
    """The best graph we know: a clip that has the size of the frame is not scaled."""
    width, height = FRAMES[frame]
    fit = "" if frame == "film" else (
        f"scale={width}:{height}:force_original_aspect_ratio=increase,crop={width}:{height},")
    inset = 2 * round(0.28 * width / 2)
    chains = [f"[{index}:v]{fit}setsar=1,fps=30:round=up:start_time=0,format=yuv420p[v{index}]" for index in range(3)]
    chains += [
        "[v0][v1]xfade=fade:duration=1:offset=20[x]", "[x][v2]xfade=fade:duration=1:offset=40[y]",
        f"[3:v]scale={inset}:-2,setpts=PTS+6/TB,format=yuv420p[i]",
        "[y][i]overlay=x=W*0.96-w:y=H*0.94-h:enable='between(t,6,11)':eof_action=pass,"
        f"drawtext=font='{FONT} Bold':text='Two days in Rome':fontsize=56:fontcolor=white:borderw=3:"
        "x=W*0.05:y=H*0.9-th:alpha='min(1,min((t-0.5)/0.3,(5-t)/0.3))':enable='between(t,0.5,5)'"
        f"{end}[film]",
        _sound(),
    ]
    return ["ffmpeg", "-nostdin", "-v", "error", "-y", *_inputs(media), "-filter_complex", ";".join(chains),
            "-map", "[film]", *films.ENCODING, "-map", "[a]", *films.SOUND, "-movflags", "+faststart", output]


def size(folder, prefix=""):
    """The bytes of the files that are one each."""
    return sum(os.path.getsize(os.path.join(folder, prefix + name)) for name in FILES)


class Hour:
    """An hour of 360 clips of ten seconds, no two of them the same, with their sound."""

    COUNT, SECONDS = 360, 10

    def __init__(self, source, length):
        self.source, self.length = source, length

    def project(self, edit=0):
        """The project; `edit` moves the start of one clip by so many frames."""
        lines = ["reel: 1", "canvas: {size: 640x360, rate: 24}", "tracks:", "  main:"]
        for index in range(self.COUNT):
            starts = self.length - self.SECONDS - 2
            # Where the same second comes again, some frames later.
            frames = index * 7 % starts * 24 + index // starts * 3 + (edit if index == 180 else 0)
            lines.append(f"    - {{clip: '{self.source}', id: c{index}, range: {frames}f..{frames + self.SECONDS * 24}f}}")
        return "\n".join([*lines, "outputs: {film: {file: film.mp4, preset: medium}}", ""])
