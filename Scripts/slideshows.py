# SPDX-License-Identifier: Apache-2.0
"""Random slideshows: photos of all shapes and clips, with transitions between neighbours, captions and music.

Each is built with and without optimisation and edited, as mixtures are. Of a long one, what an inserted photo costs is
counted.
"""

import json
import os
import shutil
import struct

import films
from contents import FILES, Maker
from trials import Bench

SIZE, RATE = (192, 108), 12
SONG = "song.ogg"
# Width and height of photos, and how their file says that they are turned (EXIF).
SHAPES = ((480, 320, 1), (320, 480, 1), (320, 320, 1), (640, 200, 1), (300, 400, 6), (400, 300, 3), (255, 331, 8), (192, 108, 1))
PHOTOS = tuple(f"photo-{number}.jpg" for number in range(24))
# The slideshow into which photos are inserted: how many, and for how many seconds each.
MANY, SECONDS = 120, 4


def make_media(footage, folder):
    for name in (*FILES, SONG):
        os.link(os.path.join(footage, name), os.path.join(folder, name))
    make_photos(footage, folder)


def make_photos(footage, folder):
    """Photos are pictures of the footage, no two alike."""
    for number, name in enumerate(PHOTOS):
        width, height, turn = SHAPES[number % len(SHAPES)]
        path = os.path.join(folder, name)
        films.decode(["-ss", f"{0.2 * number:.1f}", "-i", os.path.join(footage, FILES[number % len(FILES)]), "-frames:v", "1",
                      "-vf", f"scale={width}:{height}:flags=area,hue=h={15 * number}", "-pix_fmt", "yuvj420p", path])
        if turn != 1:
            turned(path, turn)


def turned(path, turn):
    """Writes an orientation into a JPEG file."""
    exif = b"Exif\0\0II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, turn, 0, 0)
    with open(path, "rb") as file:
        data = file.read()
    with open(path, "wb") as file:
        file.write(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])


class Slideshow:
    """A random slideshow, and ways to change it."""

    # Nothing of it hangs on an anchor at the front, as mixtures do.
    front = None

    def __init__(self, dice, kinds):
        self.dice, self.kinds, self.maker = dice, kinds, Maker(dice)
        self.depth = dice.choice((8, 8, 8, 10))
        self.photos = [self.photo() for _ in range(dice.randrange(3, 9))]
        self.between = dice.choice((self.one, self.turns, self.drawn))()
        self.seed = dice.randrange(100)
        self.overlap = dice.choice(("300ms", "500ms", "700ms"))
        self.moves = dice.choice((None, "auto", "auto"))
        self.fit = dice.choice(("cover", "contain", "blur"))
        self.music = dice.choice((None, "1", "0.4 -> 1"))

    def photo(self):
        is_clip = self.dice.random() < 0.25
        keys = [("clip", self.dice.choice(FILES if is_clip else PHOTOS)), ("id", self.maker.name())]
        if is_clip:
            start = self.dice.choice((0, 0.5, 1.3))
            keys.append(("range", f"{start}s..{start + self.dice.choice((1.5, 2, 2.6))}s"))
            return keys + self.maker.sound()
        keys += [("duration", self.length())] * (self.dice.random() < 0.5)
        keys += [("caption", self.caption())] * (self.dice.random() < 0.3)
        return keys + [("ken-burns", self.maker.ken_burns())] * (self.dice.random() < 0.3)

    def length(self):
        return f"{self.dice.choice((1.5, 2, 2.4, 3.1, 5))}s"

    def caption(self):
        return self.dice.choice(("Rome", "The sea, 1974", "Größe", "Two of us"))

    # What lies between neighbours.

    def one(self):
        return f"transition: {self.dice.choice(self.kinds)}"

    def turns(self):
        return f"transition: [{', '.join(self.dice.sample(self.kinds, 3))}]"

    def drawn(self):
        return f"random: {self.dice.choice(('all', '[' + ', '.join(self.dice.sample(self.kinds, 4)) + ']'))}"

    # Edits.

    def edit(self):
        change = self.dice.choice((self.insert, self.insert, self.remove, self.swap, self.change_duration, self.change_kind,
                                   self.change_seed, self.change_caption, self.change_overlap, self.change_moves))
        change()
        return change.__name__

    def insert(self):
        self.photos.insert(self.dice.randrange(len(self.photos) + 1), self.photo())

    def remove(self):
        if len(self.photos) > 2:
            self.photos.pop(self.dice.randrange(len(self.photos)))

    def swap(self):
        first, second = self.dice.sample(range(len(self.photos)), 2)
        self.photos[first], self.photos[second] = self.photos[second], self.photos[first]

    def replace(self, key, value):
        """Says a key of some photo anew; of clips nothing is changed."""
        stills = [keys for keys in self.photos if keys[0][1] in PHOTOS]
        if stills:
            keys = self.dice.choice(stills)
            keys[:] = [(other, old) for other, old in keys if other != key] + [(key, value)]

    def change_duration(self):
        self.replace("duration", self.length())

    def change_kind(self):
        self.between = self.dice.choice((self.one, self.turns, self.drawn))()

    def change_seed(self):
        self.between, self.seed = self.drawn(), self.seed + 1

    def change_caption(self):
        self.replace("caption", self.caption())

    def change_overlap(self):
        self.overlap = self.dice.choice(("300ms", "500ms", "700ms"))

    def change_moves(self):
        self.moves = self.dice.choice((None, "auto"))

    # The project file.

    def texts(self):
        return self.text(),

    def text(self):
        moves = f", ken-burns: {self.moves}" if self.moves else ""
        seed = f", seed: {self.seed}" if "random" in self.between else ""
        lines = ["reel: 1", f"canvas: {{size: {SIZE[0]}x{SIZE[1]}, rate: {RATE}, depth: {self.depth}, fit: {self.fit}}}",
                 f"defaults: {{clip: {{duration: 2s{moves}}}}}", "tracks:", "  main:",
                 f"    between: {{{self.between}, duration: {self.overlap}{seed}}}", "    clips:"]
        lines += ["      - {" + ", ".join(f"{key}: {value}" for key, value in keys if key != "caption") + "}"
                  for keys in self.photos]
        if self.music:
            lines.append(f"  music: [{{clip: {SONG}, loop: true, until: main.end, volume: {self.music}}}]")
        captions = [(dict(keys)["id"], text) for keys in self.photos for key, text in keys if key == "caption"]
        lines += ["overlays:"] * bool(captions)
        lines += [f"  over-{name}: {{text: '{text}', font: {{size: 14px}}, position: [50%, 85%], "
                  f"during: {name}.start + 500ms .. {name}.end - 500ms}}" for name, text in captions]
        return "\n".join([*lines, "outputs:", "  film: {file: film.mkv, preset: lossless}",
                          "  still: {file: still.jpg, at: 700ms}", ""])


def long_text(names, between):
    """A slideshow of so many photos."""
    return "\n".join([
        "reel: 1", f"canvas: {{size: {SIZE[0]}x{SIZE[1]}, rate: {RATE}, fit: cover}}",
        f"defaults: {{clip: {{duration: {SECONDS}s, ken-burns: auto}}}}",
        "tracks:", "  main:", f"    between: {{{between}, duration: 1s}}", "    clips:",
        *(f"      - {name}" for name in names), "outputs: {film: {file: long.mkv, preset: low}}", ""])


def try_insertions(dice, folder, run, keep, count=4):
    """Inserts photos into a long slideshow: no more than three photos' worth of frames is made for each."""
    project = os.path.join(folder, "long.reel.yaml")
    most = 3 * SECONDS * RATE
    for between in ("transition: dissolve", "random: all, seed: 3"):
        names = []
        for number in range(MANY + count):
            names.append(f"long-{number}.jpg")
            # Some bytes after the picture, so that each file is another one.
            with open(os.path.join(folder, PHOTOS[number % len(PHOTOS)]), "rb") as file:
                data = file.read()
            with open(os.path.join(folder, names[-1]), "wb") as file:
                file.write(data + f"photo {number}".encode())
        shown, more, made = names[:MANY], names[MANY:], []
        for name in (None, *more):
            if name:
                shown.insert(dice.randrange(len(shown) + 1), name)
            with open(project, "w") as file:
                file.write(long_text(shown, between))
            status, words = run(["build", "--json", project], folder, 600)
            if status != 0:
                keep(f"a slideshow of {len(shown)} photos: exit {status}\n{words}", project)
                return
            plan = next(event for event in map(json.loads, words.splitlines()) if event["event"] == "planned")
            made.append(plan["frames"])
            if name and made[-1] > most:
                keep(f"an inserted photo makes {made[-1]} frames, more than the {most} of three photos: {name}", project)
        print(f"  {MANY} photos with {between}: {made[0]} frames, then {', '.join(map(str, made[1:]))} of each inserted photo "
              f"(at most {most})", flush=True)
        shutil.rmtree(os.path.join(folder, ".reel"))


def campaign(budget, dice, footage, folder, run, keep):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    make_media(footage, folder)
    bench = Bench("slideshow", folder, run, keep)
    try_insertions(dice, folder, run, keep)
    _, listed = run(["transitions"], folder, 60)
    kinds = [line.split()[0] for line in listed.splitlines()]
    for _ in budget:
        bench.try_mixture(Slideshow(dice, kinds))
    bench.tell()
