# SPDX-License-Identifier: Apache-2.0
"""Damaged files of subtitles through `reel build`.

Files of the media and small ones of ASS are mutated, and three seconds of each are drawn from a moment at which a text of
the undamaged file begins. Nothing crashes, hangs or fails without a word; and where nothing is drawn and nothing is said
of the file, ffmpeg's `subtitles` filter draws nothing either.
"""

import os
import re
import subprocess
import tempfile

WIDTH, HEIGHT, RATE, SECONDS = 320, 180, 5, 3
GROUND = "navy"

SMALL = {
    "tags.ass": """[Script Info]
PlayResX: 320
PlayResY: 180
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Outline, Shadow, Alignment, MarginL, MarginR, MarginV
Style: Default,DejaVu Sans,20,&H00FFFFFF,0,2,1,2,10,10,10
Style: Top,DejaVu Serif,16,&H0000FFFF,-1,1,0,8,10,10,10
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,{\\k20}Ka{\\kf30}ra{\\ko20}oke {\\t(0,500,\\frz40\\fscx150)}turns
Dialogue: 0,0:00:01.50,0:00:04.00,Default,,0,0,0,,{\\move(10,10,200,100)\\fad(200,200)}moves {\\i1}and{\\i0} fades
Dialogue: 1,0:00:02.00,0:00:05.00,Top,,0,0,0,,{\\clip(0,0,200,90)\\blur2}Clipped {\\p1}m 0 0 l 20 0 20 20{\\p0} drawn
Dialogue: 0,0:00:02.00,0:00:05.00,Top,,0,0,0,Banner;20,A banner {\\rDefault\\pos(50,50)}placed
""",
    "old.ssa": """[Script Info]
ScriptType: v4.00
[V4 Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Outline, Alignment
Style: Default,DejaVu Sans,20,65535,0,1,6
[Events]
Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: Marked=0,0:00:01.00,0:00:04.00,Default,,0,0,0,,At the top
Dialogue: Marked=0,0:00:02.00,0:00:04.00,*Default,,0,0,0,,Another
""",
}

TIME = re.compile(rb"(\d+):(\d\d):(\d\d)[.,](\d+)(?= *(?:-->|,\d+:\d\d:\d\d))")
PIECES = [
    b"{\\fs1e9}", b"{\\p1}m 0 0 l 99999 0 b 1 2 3", b"\\N\\N", b"{\\t(", b"}", b"{", b"\\fscx1000000", b"-->", b"\xff\xfe",
    b"\x00", b"99:59:59.99", b"-1", b",,,,", b"[Fonts]\n", b"[Events]\n", b"Style: ", b"<c.", b"&#x110000;", b"\n\n",
    b"{\\blur100}", b"{\\pos(1e30,-1e30)}", b"{\\org(9999999,0)\\frx89}", b"\xe2\x80\xae", "\U0001F469\u200d\U0001F680".encode(),
]


def files(media):
    """The undamaged files by their names."""
    found = {name: text.encode() for name, text in SMALL.items()}
    folder = os.path.join(media, "subtitles")
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if name.endswith((".srt", ".vtt", ".ass", ".ssa")):
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
    return found


def moments(data):
    """When texts begin, in milliseconds."""
    times = []
    for hours, minutes, seconds, rest in TIME.findall(data.replace(b"\x00", b"")):
        rest = int(rest.ljust(3, b"0")[:3])
        times.append(((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + rest)
    return times or [0]


def mutated(data, dice):
    """`data` with a few bytes changed, left out, doubled or put in."""
    data = bytearray(data)
    for _ in range(dice.choice([1, 2, 5, 20])):
        place = dice.randrange(len(data) + 1)
        kind = dice.randrange(5)
        if kind == 0:
            data[place:place + dice.choice([1, 4, 40])] = b""
        elif kind == 1:
            data[place:place] = dice.choice(PIECES)
        elif kind == 2 and place < len(data):
            data[place] = dice.randrange(256)
        elif kind == 3:
            start = dice.randrange(len(data) + 1)
            data[place:place] = data[start:start + dice.randrange(200)]
        else:
            data[place:place + 3] = dice.choice(PIECES)
    return bytes(data) or b"\n"


def shows(arguments, folder):
    """Whether a picture that ffmpeg makes has something on it; None where there is no picture."""
    made = subprocess.run(
        ["ffmpeg", "-v", "quiet", *arguments, "-f", "rawvideo", "-pix_fmt", "gray", "-"], cwd=folder,
        stdin=subprocess.DEVNULL, capture_output=True)
    if made.returncode != 0 or not made.stdout:
        return None
    return max(made.stdout) - min(made.stdout) > 24


def campaign(budget, dice, media, run, keep):
    originals = files(media)
    names = sorted(originals, key=lambda name: (not name.endswith(("ass", "ssa")), name))
    counts = {"shown": 0, "said": 0, "refused": 0, "neither": 0}
    for number in budget:
        # Files of ASS come twice as often, as libass draws them.
        scripts = [name for name in names if name.endswith(("ass", "ssa"))]
        name = dice.choice(scripts if dice.random() < 0.6 else names)
        data = originals[name]
        start = dice.choice(moments(data)) / 1000
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(mutated(data, dice))
            project = os.path.join(folder, "p.reel.yaml")
            with open(project, "w") as file:
                file.write(
                    f"reel: 1\ncanvas: {{size: {WIDTH}x{HEIGHT}, rate: {RATE}}}\n"
                    f"tracks: {{main: [{{fill: {GROUND}, duration: {SECONDS}s}}]}}\n"
                    f"overlays: {{texts: {{subtitles: {{file: {name}, offset: 0s - {start}s}}}}}}\n"
                    "outputs: {film: film.mp4}\n")
            status, words = run(["build", "p.reel.yaml", "--quiet"], folder, 120)
            if status not in (0, 1):
                keep(f"{number} {name}: {'hangs' if status is None else status}\n{words}", path, project)
                continue
            if status == 1:
                counts["refused"] += 1
                if name not in words:
                    keep(f"{number} {name}: fails without a word of the file\n{words}", path, project)
                continue
            seen = shows(["-i", "film.mp4"], folder)
            if seen is None:
                keep(f"{number} {name}: the film cannot be decoded\n{words}", path, project)
            elif seen:
                counts["shown"] += 1
            elif f"'{name}'" in run(["check", "p.reel.yaml"], folder, 120)[1]:
                counts["said"] += 1
            else:
                counts["neither"] += 1
                source = f"color={GROUND}:s={WIDTH}x{HEIGHT}:r={RATE}:d={SECONDS}"
                filters = f"setpts=PTS+{start}/TB,subtitles={name}"
                if shows(["-f", "lavfi", "-i", source, "-vf", filters], folder):
                    keep(f"{number} {name}: nothing is drawn or said of it, and ffmpeg draws it\n{words}", path, project)
    print(f"subtitles: {counts}", flush=True)
