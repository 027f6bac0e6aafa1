# SPDX-License-Identifier: Apache-2.0
"""The pictures of the pages, in docs/pictures: moments of the project that stands above a picture, each with its time,
and sheets of exhibits, each with its name."""

import glob
import json
import os
import re
import subprocess

import exhibits

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURES = os.path.join(ROOT, "docs", "pictures")
# Of a project: when it is shown.
MOMENTS = {
    "film": "1500ms 3500ms 5500ms 7s",
    "title": "200ms 500ms 900ms 3500ms",
    "geometry": "300ms 600ms 1s 3800ms",
    "words-rise": "100ms 300ms 500ms 2s",
    "dissolve": "2s 3250ms 3750ms 5s",
    "headline": "2s",
    "counter": "1s 2s 3s 3900ms",
    "subtitles": "2s",
    "spoken": "800ms 1200ms 1900ms 2500ms",
    "ring": "300ms 1s 2s 3900ms",
    "particles": "1s 2200ms 2600ms 3s",
}
# The files that pages name: footage, or what is in them.
MEDIA = {"media/harbour.mp4": "harbour.mp4", "media/market.mp4": "market.mp4", "media/train.mp4": "train.mp4",
         "media/beach.mov": "harbour.mp4", "media/talk.mp4": "ada.mp4"}
SUBTITLES = "1\n00:00:01,000 --> 00:00:05,000\nThe ferry leaves at nine.\nUntil then, we watch the boats.\n"
TALK = "I wrote a program before there was a machine to run it"
# Sheets: the part of the exhibits, a pattern of names, columns and when each is shown. What names have in common is
# left out below the pictures.
SHEETS = {
    "blend-modes": ("blend modes", ".", 8, "1600ms"),
    "masks": ("masks", "^mask by (a shape|a text|luma|an image)$|inverted", 6, "1200ms"),
    "shapes": ("contents", "^shape", 7, "1900ms"),
    "fills": ("contents", "^(linear|radial|conic) gradient|of alpha|dashes", 5, "1s"),
    "transitions": ("transitions", "^(dissolve|fade-white|wipe-left|slide-left|smooth-up|circle-open|radial|vert-open"
                    "|diag-tl|hl-slice|pixelize|squeeze-h|polka-dots-curtain|wind|pinwheel|squares-wire|window-blinds"
                    "|heart|cube|doorway|swap|book-flip|ripple|swirl|hexagonalize|mosaic|fly-eye|puzzle-right|burn"
                    "|inverted-page-curl)$", 6, "1s"),
}
GAP, LINE = 8, 24
# Pages are read over networks.
LARGEST = 40_000


def project(name):
    """The last project of a page above the picture `name`."""
    for page in (os.path.join(ROOT, "README.md"), *glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True)):
        with open(page, encoding="utf-8") as file:
            above, found, _ = file.read().partition(f"pictures/{name}.jpg")
        if found:
            return re.findall(r"^```yaml\n(.*?)^```$", above, re.M | re.S)[-1]
    raise SystemExit(f"no page shows {name}.jpg")


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def prepare(folder, footage):
    os.makedirs(os.path.join(folder, "media"))
    for name, source in MEDIA.items():
        os.symlink(os.path.join(footage, source), os.path.join(folder, name))
    write(folder, "media/rome.srt", SUBTITLES)
    words = [{"word": word, "start": 0.4 + 0.3 * place, "end": 0.7 + 0.3 * place}
             for place, word in enumerate(TALK.split())]
    write(folder, "media/talk.json", json.dumps(words))


def frame(folder, footage, text, time, name):
    """Draws a moment of a project into NAME.png."""
    write(folder, name + ".reel.yaml", text)
    subprocess.run([exhibits.REEL, "frame", name + ".reel.yaml", "--at", time, "-o", name + ".png", "--quiet",
                    "--force", "--allow", footage], cwd=folder, check=True)
    return name + ".png"


def seconds(time):
    return f"{float(time[:-2]) / 1000:g} s" if time.endswith("ms") else f"{time[:-1]} s"


def compose(folder, footage, name, tiles, columns):
    """Puts pictures with what is written below each into rows: docs/pictures/NAME.jpg."""
    whole = 400 if columns == 1 else 960
    width = (whole - (columns + 1) * GAP) // columns
    height = width * 9 // 16
    rows = -(-len(tiles) // columns)
    lines = ["reel: 1", f"canvas: {{size: {whole}x{(rows * (height + LINE + GAP) + GAP) // 2 * 2}, rate: 25}}",
             'tracks: {main: [{fill: "#f4f2ee", duration: 1s}]}', "overlays:"]
    for number, (picture, text) in enumerate(tiles):
        x = GAP + number % columns * (width + GAP)
        y = GAP + number // columns * (height + LINE + GAP)
        lines.append(f"  p{number}: {{image: {picture}, size: [{width}px, {height}px], position: [{x}px, {y}px], "
                     "anchor: top-left}")
        lines.append(f"  t{number}: {{text: {json.dumps(text)}, font: {{family: DejaVu Sans, size: 14px}}, "
                     f'color: "#27304a", position: [{x + width // 2}px, {y + height + LINE // 2}px]}}')
    sheet = frame(folder, footage, "\n".join(lines) + "\n", "0s", "picture-" + name)
    os.makedirs(PICTURES, exist_ok=True)
    target = os.path.join(PICTURES, name + ".jpg")
    for quality in range(3, 20):
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", sheet, "-pix_fmt", "yuvj420p",
                        "-q:v", str(quality), target], cwd=folder, check=True)
        if os.path.getsize(target) <= LARGEST:
            break


def make(folder, footage, chosen):
    """Makes those in whose name a word is, in the folder of the gallery."""
    prepare(folder, footage)
    for name in (*MOMENTS, *SHEETS):
        label = "picture-" + name
        if chosen and not any(word in label for word in chosen):
            continue
        if name in MOMENTS:
            times = MOMENTS[name].split()
            columns = 1 if name == "film" else len(times)
            tiles = [(frame(folder, footage, project(name), time, f"{label}-{time}"), seconds(time)) for time in times]
        else:
            part, pattern, columns, time = SHEETS[name]
            tiles = [(frame(folder, footage, text, time, f"{label}-{number}"), re.sub("^(shape|mask) ", "", title))
                     for number, (title, text) in enumerate(exhibits.PARTS[part]()) if re.search(pattern, title)]
        compose(folder, footage, name, tiles, columns)
