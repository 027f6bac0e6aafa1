# SPDX-License-Identifier: Apache-2.0
"""Random projects of all contents and properties of layers.

Each is built with and without optimisation, which must show the same and sound the same; then it is edited at random and
built again, which must give the film of a clean build, byte for byte. In projects whose layers all hang on one anchor, time
is inserted before it, which must move all frames and change none.
"""

import os
import shutil

import films
from contents import ALPHA, FILES, ITEMS, KINDS, STILLS, TRANSITIONS, WORDS, Maker, flow, has_pace, refused_beside
from trials import Bench

SIZE, RATE = (192, 108), 12
LOGO = ('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" rx="12" fill="teal"/>'
        '<circle cx="40" cy="30" r="20" fill="gold" fill-opacity="0.8"/></svg>')
SILENT = (ALPHA, *STILLS)
# The list `takes`: whose parts, from which second on, how long.
TAKES = (("harbour.mp4", 1, 1), ("market.mp4", 2, 0.9), ("train.mp4", 0.5, 1.3))


class Mixture:
    """A random project, and ways to change it."""

    def __init__(self, dice):
        self.dice, self.maker = dice, Maker(dice)
        self.depth = dice.choice((8, 8, 8, 10))
        # Frames of a colour at the front, after which all else begins, and those inserted before it.
        self.front = dice.choice((None, None, dice.randrange(2, 20)))
        self.inserted = 0
        self.tracks = {"main": [self.item() for _ in range(dice.randrange(1, 4))]}
        self.looks = {"main": self.track_look()}
        if dice.random() < 0.4:
            self.tracks["second"] = [self.item() for _ in range(dice.randrange(2, 4))]
            self.looks["second"] = self.track_look() + [("size", "50%")]
        self.overlays = {self.maker.name(): self.overlay() for _ in range(dice.randrange(1, 4))}
        self.instruction = self.look_now() if dice.random() < 0.5 else None
        self.quiet = dice.choice((None, None, "1 -> 0.2", "0.5"))
        self.track_speed = None
        if self.front is None and dice.random() < 0.2:
            # It is laid out by itself, as one clip.
            self.track_speed, self.instruction, self.quiet = dice.choice(("2", "0.5", "-1")), None, None
        self.word, self.pace = dice.choice(WORDS), dice.choice(("0.8", "2"))
        self.inner = self.inner_film()

    def inner_film(self):
        """The file of the film within the film: of a size and a rate of its own, longer than what is shown of it."""
        look = self.look_now_of(self.maker.values())
        return "\n".join((
            "reel: 1", "params: {name: {type: text, default: Nobody}, tint: {type: color, default: teal}}",
            f"canvas: {{size: 160x120, rate: {self.dice.choice((10, 12, 15))}, background: {self.dice.choice(('clear', 'navy'))}}}",
            "tracks:", "  main:",
            f"    - {{clip: {self.dice.choice(FILES)}, range: 500ms..{self.dice.choice((2, 2.5))}s, size: 80%, "
            f"speed: {self.dice.choice((1, 1, 0.7))}}}",
            f"    - {{fill: '${{tint}}', duration: 1s, {look[0]}: {look[1]}}}",
            "overlays:", "  title: {text: '${name}', font: {size: 30px}, position: [50%, 80%]}", ""))

    def look_now_of(self, values):
        key = self.dice.choice(sorted(values))
        return key, self.maker.moving(values[key])

    def track_look(self):
        """A track begins at the start of the film, so that what moves on it does not hang on an anchor."""
        if self.front is not None or self.dice.random() < 0.6:
            return []
        keys = self.maker.look() + self.maker.volume()
        return [(key, value) for key, value in keys if key != "size"]

    def item(self):
        keys = self.maker.layer(0, ITEMS)
        if all(key not in ("range", "duration") and value != "takes" for key, value in keys) and not has_pace(keys):
            keys.append(("duration", f"{self.dice.choice((1, 1.5, 2))}s"))
        return {"id": self.maker.name(), "keys": keys,
                "freeze": keys[0][0] == "clip" and self.dice.choice((None, None, None, "500ms", "1s, opacity: 1 -> 0.3")),
                "transition": self.dice.random() < 0.5 and self.dice.choice(TRANSITIONS),
                "length": self.dice.choice(("overlap", "overlap", "handles", "freeze")),
                "duration": self.dice.choice(("250ms", "400ms", "500ms"))}

    def overlay(self):
        keys = self.maker.layer(0, KINDS)
        if self.front is not None:
            ends = ("",) if keys[0][0] == "clip" else ("front.end + 1s", "front.end + 2500ms")
            keys.append(("during", self.dice.choice(("front.end", "front.end + 300ms")) + " .. " + self.dice.choice(ends)))
        elif self.dice.random() < 0.5 and keys[0][0] != "clip":
            keys.append(("during", self.dice.choice(("0s..1s", "500ms..", "0s..800ms"))))
        return keys

    def look_now(self):
        values = self.maker.values()
        key = self.dice.choice(sorted(set(values) - refused_beside(self.tracks["main"][0]["keys"])))
        a, b = values[key](), values[key]()
        return key, a if "[" in a else f"{a} -> {b}"

    # Edits, each of which usually leaves a sound project.

    def edit(self):
        change = self.dice.choice((self.retouch, self.retouch, self.retime, self.slip, self.insert, self.remove, self.add,
                                   self.swap, self.change_volume, self.change_transition, self.change_pace, self.change_film,
                                   self.change_parameter))
        change()
        return change.__name__

    def shift(self):
        """Inserts frames before all that moves, or lengthens the first clip; how many."""
        frames = self.dice.randrange(1, 40)
        if self.dice.random() < 0.5:
            self.front += frames
        else:
            self.inserted += frames
        return frames

    def items(self):
        return [item for items in self.tracks.values() for item in items]

    def replace(self, keys, key, value):
        keys[:] = [(other, old) for other, old in keys if other != key]
        keys.append((key, value))

    def retouch(self):
        layer = self.dice.choice([item["keys"] for item in self.items()] + list(self.overlays.values()))
        values = self.maker.values()
        key = self.dice.choice(sorted(set(values) - refused_beside(layer)))
        self.replace(layer, key, self.maker.moving(values[key]))

    def retime(self):
        item = self.dice.choice(self.items())
        item["keys"] = [(key, f"{self.dice.choice((1, 1.3, 2.1))}s" if key == "duration" else value)
                        for key, value in item["keys"]]

    def slip(self):
        item = self.dice.choice(self.items())
        item["keys"] = [(key, f"{self.dice.choice((0.7, 1.3))}s..2.6s" if key == "range" else value)
                        for key, value in item["keys"]]

    def insert(self):
        items = self.dice.choice(list(self.tracks.values()))
        items.insert(self.dice.randrange(len(items) + 1), self.item())

    def remove(self):
        items = self.dice.choice(list(self.tracks.values()))
        if len(items) > 1:
            items.pop(self.dice.randrange(len(items)))

    def add(self):
        self.overlays[self.maker.name()] = self.overlay()

    def swap(self):
        names = list(self.overlays)
        self.dice.shuffle(names)
        self.overlays = {name: self.overlays[name] for name in names}

    def change_volume(self):
        heard = [item["keys"] for item in self.items()] + list(self.overlays.values())
        heard = [keys for keys in heard if keys[0][0] in ("clip", "group") and keys[0][1] not in SILENT
                 and ("audio", "off") not in keys]
        if heard:
            self.replace(self.dice.choice(heard), "volume", f"{self.maker.number(0.1, 1)} -> {self.maker.number(0.1, 1)}")

    def change_transition(self):
        self.dice.choice(self.items())["transition"] = self.dice.choice((None, *TRANSITIONS))

    def change_pace(self):
        played = [item["keys"] for item in self.items() if item["keys"][0][0] == "clip" and item["keys"][0][1] not in STILLS]
        if played:
            self.dice.choice(self.items())["freeze"] = None
            keys = self.dice.choice(played)
            keys[:] = [(key, value) for key, value in keys if key not in ("speed", "stretch", "reverse", "pitch", "duration")]
            keys.extend(self.maker.pace() or [("speed", "1.5")])

    def change_film(self):
        self.inner = self.inner_film()

    def change_parameter(self):
        self.word, self.pace = self.dice.choice(WORDS), self.dice.choice(("0.8", "2", "1", "-1"))

    # The project file.

    def texts(self):
        return self.text(), self.inner

    def text(self):
        lines = ["reel: 1", f"params: {{word: {{type: text, default: {self.word}}}, "
                 f"pace: {{type: number, default: {self.pace}}}}}",
                 f"canvas: {{size: {SIZE[0]}x{SIZE[1]}, rate: {RATE}, depth: {self.depth}}}",
                 f"assets: {{takes: [{', '.join(take_names())}]}}", "tracks:"]
        for name in self.tracks:
            lines += self.track(name)
        lines.append("overlays:")
        lines += [f"  {name}: {flow(keys)}" for name, keys in self.overlays.items()]
        lines += self.instructions()
        lines += ["outputs:", "  film: {file: film.mkv, preset: lossless}",
                  # A lossless film of more than footage is composed in 4:4:4, this in 4:2:0.
                  "  still: {file: still.jpg, at: 700ms}", ""]
        return "\n".join(lines)

    def track(self, name):
        lines = [f"  {name}:"] + [f"    {key}: {flow(value)}" for key, value in self.looks[name]] + ["    clips:"]
        if name == "main" and self.front is not None:
            if self.inserted:
                lines.append(f"    - {{fill: navy, duration: {self.inserted}f}}")
            lines.append(f"    - {{fill: black, duration: {self.front}f, id: front}}")
        items = self.tracks[name]
        for index, item in enumerate(items):
            if index and item["transition"]:
                length = item["length"]
                before = items[index - 1]
                if length == "handles" and (before["freeze"] or not (has_handles(before) and has_handles(item))):
                    length = "freeze"
                lines.append(f"    - {{transition: {item['transition']}, duration: {item['duration']}, length: {length}}}")
            keys = [*item["keys"], ("id", item["id"])]
            if name != "main" and self.front is not None and index == 0:
                keys.append(("at", "front.end"))
            lines.append(f"    - {flow(keys)}")
            if item["freeze"]:
                lines.append(f"    - {{freeze: {item['freeze']}}}")
        return lines

    def instructions(self):
        start = "front.end + " if self.front is not None else ""
        during, changes = f"{start}200ms .. {start}900ms", []
        if self.instruction:
            key, value = self.instruction
            changes.append(f"{self.tracks['main'][0]['id']}: {{{key}: {value}}}")
        if self.quiet:
            changes.append(f"main: {{volume: {self.quiet}}}")
        lines = [f"  - {{during: {during}, layers: {{{', '.join(changes)}}}}}"] if changes else []
        if self.track_speed:
            lines.append(f"  - {{layers: {{main: {{speed: {self.track_speed}}}}}}}")
        return ["instructions:", *lines] if lines else []


def has_handles(item):
    """Whether there is more of its source before and after its range."""
    keys = item["keys"]
    return not has_pace(keys) and any(key == "range" and not value.startswith("0s") for key, value in keys)


def take_names():
    return [f"take{number}.mp4" for number in range(len(TAKES))]


def make_media(footage, folder):
    for name in FILES:
        os.link(os.path.join(footage, name), os.path.join(folder, name))
    for name, (source, start, length) in zip(take_names(), TAKES):
        films.decode(["-ss", str(start), "-t", str(length), "-i", os.path.join(folder, source), "-vf", "scale=320:-2",
                      "-preset", "veryfast", os.path.join(folder, name)])
    with open(os.path.join(folder, "logo.svg"), "w") as file:
        file.write(LOGO)
    make_pictures(folder)


def make_pictures(folder):
    """Pictures without and with alpha, two that move, footage with alpha, and two LUTs."""
    ball = "geq=r=220:g='150-Y':b=40:a='255*lte(hypot(X-40-20*cos(2*PI*N/8),Y-30),18)'"
    for name, size, chain, *options in (
            ("photo.png", "320x200", "testsrc2=size={}:rate=8:duration=1,gblur=sigma=1,format=rgb24", "-frames:v", "1"),
            ("soft.png", "120x90", "color=size={}:rate=8:duration=1,format=rgba,geq=r='X*2':g=80:b='Y*2'"
             ":a='255*clip((44-hypot(X-60,Y-45))/20,0,1)'", "-frames:v", "1"),
            ("ball.gif", "80x60", "color=size={}:rate=8:duration=1,format=rgba," + ball +
             ",split[a][b];[a]palettegen[p];[b][p]paletteuse"),
            ("ring.mov", "160x90", "color=size={}:rate=10:duration=2.6,format=rgba,geq=r='X*1.5':g='200-Y':b=60"
             ":a='255*clip((12-abs(hypot(X-80-30*sin(2*T),Y-45)-26))/6,0,1)'", "-pix_fmt", "yuva444p10le", "-c:v", "prores_ks",
             "-profile:v", "4444"),
            ("spark.png", "80x60", "color=size={}:rate=8:duration=1,format=rgba," + ball, "-f", "apng", "-plays", "0")):
        films.decode(["-f", "lavfi", "-i", chain.format(size), *options, os.path.join(folder, name)])
    with open(os.path.join(folder, "warm.cube"), "w") as file:
        file.write("LUT_3D_SIZE 5\n")
        for place in range(5 ** 3):
            r, g, b = (place // 5 ** axis % 5 / 4 for axis in range(3))
            file.write(f"{r * 0.8 + 0.2 * g:.4f} {g * 0.9 + 0.05:.4f} {b * b * 0.7:.4f}\n")
    with open(os.path.join(folder, "faded.cube"), "w") as file:
        file.write("LUT_1D_SIZE 9\n")
        file.writelines(f"{0.1 + 0.1 * level:.4f} {0.11 * level:.4f} {0.2 + 0.07 * level:.4f}\n" for level in range(9))


def campaign(budget, dice, footage, folder, run, keep):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    make_media(footage, folder)
    bench = Bench("mixture", folder, run, keep)
    for _ in budget:
        bench.try_mixture(Mixture(dice))
    bench.tell()
