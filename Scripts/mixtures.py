# SPDX-License-Identifier: Apache-2.0
"""Random projects of all contents and properties of layers.

Each is built with and without optimisation, which must show the same; then it is edited at random and built again, which
must give the film of a clean build, byte for byte.
"""

import copy
import json
import math
import os
import re
import shutil
import subprocess

SIZE, RATE, SECONDS = (192, 108), 12, 4
# Pictures of -O0 and of the default that are less alike break the promise, in dB.
LIMIT = 45
EASINGS = ("", " ease", " ease-in-out", " back-out", " bounce-out", " spring", " steps(3)",
           " cubic-bezier(0.2, 0.8, 0.2, 1)")
MODES = ("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
         "difference", "exclusion", "hue", "saturation", "color", "luminosity", "add")
TRANSITIONS = ("dissolve", "wipe-left", "slide-up", "circle-open", "fade-black", "pixelize", "radial", "zoom-in",
               "pinwheel", "squeeze-h", "hblur", "distance")
ENTRANCES = ("fade", "slide-up", "pop", "wipe-left", "spin", "circle-open")
FILES = ("harbour.mp4", "market.mp4", "train.mp4", "phone.mov")
LOGO = ('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" rx="12" fill="teal"/>'
        '<circle cx="40" cy="30" r="20" fill="gold" fill-opacity="0.8"/></svg>')
COLORS = ("red", "gold", "navy", "white", "black", "lime@50%", "'#20a0c0'", "purple@30%")


class Maker:
    """Makes values and layers at random, as YAML in flow style."""

    def __init__(self, dice):
        self.dice = dice
        self.count = 0

    def number(self, low, high, unit="", digits=1):
        return f"{self.dice.uniform(low, high):.{digits}f}{unit}"

    def name(self):
        self.count += 1
        return f"n{self.count}"

    def color(self):
        return self.dice.choice(COLORS)

    # Values of properties: a function for one value, which `moving` makes a value over time of.

    def pair(self, low, high, unit):
        return f"[{self.number(low, high, unit)}, {self.number(low, high, unit)}]"

    def box(self):
        left, top = self.dice.randrange(0, 50), self.dice.randrange(0, 50)
        return f"[{left}%, {top}%, {self.dice.randrange(20, 100 - left)}%, {self.dice.randrange(20, 100 - top)}%]"

    def matrix(self):
        return "[{}, {}, {}, {}, {}, {}]".format(
            self.number(0.7, 1.3), self.number(-0.3, 0.3), self.number(-0.3, 0.3), self.number(0.7, 1.3),
            self.number(-20, 20), self.number(-20, 20))

    def values(self):
        """The animated keys of all layers, each with how one value is made."""
        return {
            "crop": self.box,
            "radius": lambda: self.number(0, 40, "px"),
            "blur": lambda: self.number(0, 6, "px"),
            "skew": lambda: self.number(-30, 30, "deg"),
            "scale": lambda: self.number(20, 150, "%"),
            "rotation": lambda: self.number(-180, 180, "deg"),
            "rotation-x": lambda: self.number(-80, 80, "deg"),
            "rotation-y": lambda: self.number(-80, 80, "deg"),
            "perspective": lambda: self.number(200, 900, "px"),
            "position": lambda: self.pair(0, 100, "%"),
            "anchor": lambda: self.pair(0, 100, "%"),
            "transform": self.matrix,
            "opacity": lambda: self.number(0.2, 1, digits=2),
        }

    def groups(self):
        """The same for keys in objects of their own."""
        return {
            "adjust": {
                "brightness": lambda: self.number(40, 160, "%"),
                "contrast": lambda: self.number(50, 160, "%"),
                "saturation": lambda: self.number(0, 200, "%"),
                "hue": lambda: self.number(-180, 180, "deg"),
                "temperature": lambda: self.number(-60, 60, "%"),
            },
            "key": {
                "color": self.color,
                "tolerance": lambda: self.number(5, 40, "%"),
                "softness": lambda: self.number(2, 30, "%"),
                "luma": lambda: self.number(0, 100, "%"),
                "spill": lambda: self.number(0, 100, "%"),
            },
            "border": {"width": lambda: self.number(1, 8, "px"), "color": self.color},
            "shadow": {
                "color": self.color,
                "offset": lambda: self.pair(-10, 10, "px"),
                "blur": lambda: self.number(0, 16, "px"),
            },
        }

    def moving(self, make):
        """A constant, a ramp, keyframes or a motion."""
        form = self.dice.randrange(6)
        easing = self.dice.choice(EASINGS)
        a, b = make(), make()
        if form < 3 or a.startswith(("'", "purple", "lime")):
            return a
        if form == 3:
            return f"{{from: {a}, to: {b}{f', easing: {chr(39)}{easing.strip()}{chr(39)}' if easing else ''}}}"
        if form == 4:
            return f"{{0%: {a}, 50%: {b}, 100%: {make()}}}"
        repeat = self.dice.choice(("forever", "2"))
        return f"{{from: {a}, to: {b}, duration: 700ms, repeat: {repeat}, autoreverse: true}}"

    def look(self):
        """Some of the keys that all layers take, as a list of pairs."""
        keys = []
        values = self.values()
        for key in self.dice.sample(sorted(values), self.dice.choice((0, 1, 1, 2, 3))):
            keys.append((key, self.moving(values[key])))
        if self.dice.random() < 0.3:
            name, members = self.dice.choice(sorted(self.groups().items()))
            chosen = self.dice.sample(sorted(members), self.dice.randrange(1, len(members) + 1))
            keys.append((name, "{" + ", ".join(f"{key}: {self.moving(members[key])}" for key in chosen) + "}"))
        if self.dice.random() < 0.2:
            keys.append(("blend", self.dice.choice(MODES)))
        if self.dice.random() < 0.1:
            keys.append(("motion-blur", self.dice.choice(("3", "{samples: 4, shutter: 360deg}"))))
        if self.dice.random() < 0.1:
            keys.append(("backface", "hidden"))
        if self.dice.random() < 0.2:
            keys.append(("fade", self.dice.choice(("300ms", "{out: 400ms}"))))
        for key in ("enter", "exit"):
            if self.dice.random() < 0.15:
                keys.append((key, self.dice.choice(ENTRANCES) + " 400ms"))
        if self.dice.random() < 0.15 and all(key != "position" for key, _ in keys):
            keys.append(("position", "{path: 'M20 20 C60 0 120 90 170 60', orient: true, duration: 900ms}"))
        if self.dice.random() < 0.15:
            keys.append(("effects", self.dice.choice(
                ("[vignette]", "[gblur: {sigma: 2}]", "[negate, hue: {h: 40}]", "[edgedetect]"))))
        if self.dice.random() < 0.15:
            inner = self.dice.choice(("shape: ellipse, fill: white", "text: Mask, font: {size: 40px}",
                                      "image: logo.svg", "fill: {linear: [white, clear], angle: 90deg}",
                                      "clip: train.mp4, by: luma"))
            keys.append(("mask", "{" + inner + self.dice.choice(("", ", invert: true")) + "}"))
        return keys

    # Contents.

    def fill(self):
        form = self.dice.randrange(4)
        colors = ", ".join(self.color() for _ in range(self.dice.randrange(2, 4)))
        return (self.color(), f"{{linear: [{colors}], angle: {self.number(0, 360, 'deg')}}}",
                f"{{radial: [{colors}], at: [30%, 60%]}}", f"{{conic: [{colors}]}}")[form]

    def shape(self):
        form = self.dice.choice(("rect", "ellipse", "line", "arrow", "polygon", "star", "path"))
        keys = [("shape", form)]
        if form in ("line", "arrow"):
            return keys + [("stroke", f"{{color: {self.color()}, width: {self.number(1, 8, 'px')}}}")]
        keys.append(("fill", self.fill()))
        if form == "path":
            keys.append(("path", "'M0 0 L60 0 C80 30 20 50 60 60 L0 40 Z'"))
        if self.dice.random() < 0.4:
            trim = self.moving(lambda: self.number(10, 100, "%"))
            keys.append(("stroke", f"{{color: {self.color()}, width: 3px, trim: {trim}}}"))
        return keys

    def content(self, depth, kinds):
        """The keys of a content, and whether it takes a size."""
        kind = self.dice.choice(kinds)
        if kind == "group" and depth >= 2:
            kind = "text"
        if kind == "clip":
            start = self.dice.choice((0, 0.5, 1.2, 2))
            keys = [("clip", self.dice.choice(FILES)), ("range", f"{start}s..{start + self.dice.choice((1, 1.7, 2.5))}s")]
            if self.dice.random() < 0.2:
                keys.append(("ken-burns", "auto"))
            elif self.dice.random() < 0.3:
                keys.append(("fit", self.dice.choice(("cover", "stretch", "blur"))))
            return keys, True
        if kind == "image":
            return [("image", "logo.svg")], True
        if kind == "text":
            return [("text", self.dice.choice(("Rome", "'Two\\nlines'", "Größe"))),
                    ("font", f"{{size: {self.dice.choice((12, 24, 40))}px}}"), ("color", self.color())], False
        if kind == "fill":
            return [("fill", self.fill())], True
        if kind == "shape":
            return self.shape(), True
        if kind == "counter":
            return [("counter", self.dice.choice(("{from: 0, to: 100, format: '%d %%'}", "{to: 9.5, format: '%.1f'}"))),
                    ("font", "{size: 30px}")], False
        if kind == "particles":
            return [("particles", "{{rate: 30, size: [2px, 6px], seed: {}, gravity: [0px, 80px]}}".format(
                self.dice.randrange(100)))], True
        members = {self.name(): self.layer(depth + 1, KINDS) for _ in range(self.dice.randrange(1, 4))}
        return [("group", members)], True

    def layer(self, depth, kinds):
        keys, has_size = self.content(depth, kinds)
        if has_size and self.dice.random() < 0.6:
            keys.append(("size", self.dice.choice(("20% -> 60%", self.number(20, 90, "%", 0), f"[{self.number(20, 150, 'px', 0)}, 40%]"))))
        taken = {key for key, _ in keys}
        return keys + [(key, value) for key, value in self.look() if key not in taken]


KINDS = ("clip", "image", "text", "fill", "shape", "counter", "particles", "group", "shape", "clip")


def flow(value):
    """A layer, which is a list of pairs, or what a key says, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {flow(layer)}" for name, layer in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value) + "}"
    return value


class Mixture:
    """A random project, and ways to change it."""

    def __init__(self, dice):
        self.dice, self.maker = dice, Maker(dice)
        self.depth = dice.choice((8, 8, 8, 10))
        self.items = [self.item() for _ in range(dice.randrange(1, 4))]
        self.track = self.maker.look() if dice.random() < 0.4 else []
        self.overlays = {self.maker.name(): self.overlay() for _ in range(dice.randrange(1, 4))}
        self.instruction = self.look_now() if dice.random() < 0.5 else None

    def item(self):
        keys = self.maker.layer(0, KINDS)
        if all(key not in ("range", "duration") for key, _ in keys):
            keys.append(("duration", f"{self.dice.choice((1, 1.5, 2))}s"))
        return {"id": self.maker.name(), "keys": keys, "transition": self.dice.random() < 0.4
                and self.dice.choice(TRANSITIONS)}

    def overlay(self):
        keys = self.maker.layer(0, KINDS)
        if self.dice.random() < 0.5 and all(key != "clip" for key, _ in keys):
            keys.append(("during", self.dice.choice(("0s..1s", "500ms..", "0s..800ms"))))
        return keys

    def look_now(self):
        values = self.maker.values()
        key = self.dice.choice(sorted(values))
        return key, f"{values[key]()} -> {values[key]()}" if "[" not in values[key]() else values[key]()

    # Edits, each of which leaves a sound project.

    def edit(self):
        change = self.dice.choice((self.retouch, self.retouch, self.retime, self.insert, self.remove, self.add, self.swap))
        change()
        return change.__name__

    def retouch(self):
        layer = self.dice.choice([item["keys"] for item in self.items] + list(self.overlays.values()))
        values = self.maker.values()
        key = self.dice.choice(sorted(values))
        layer[:] = [(other, value) for other, value in layer if other != key]
        layer.append((key, self.maker.moving(values[key])))

    def retime(self):
        item = self.dice.choice(self.items)
        item["keys"] = [(key, f"{self.dice.choice((1, 1.3, 2.1))}s" if key == "duration" else value)
                        for key, value in item["keys"]]

    def insert(self):
        self.items.insert(self.dice.randrange(len(self.items) + 1), self.item())

    def remove(self):
        if len(self.items) > 1:
            self.items.pop(self.dice.randrange(len(self.items)))

    def add(self):
        self.overlays[self.maker.name()] = self.overlay()

    def swap(self):
        names = list(self.overlays)
        self.dice.shuffle(names)
        self.overlays = {name: self.overlays[name] for name in names}

    def text(self):
        lines = ["reel: 1", f"canvas: {{size: {SIZE[0]}x{SIZE[1]}, rate: {RATE}, depth: {self.depth}}}", "tracks:",
                 "  main:"]
        if self.track:
            lines += [f"    {key}: {flow(value)}" for key, value in self.track] + ["    clips:"]
        for index, item in enumerate(self.items):
            if index and item["transition"]:
                lines.append(f"    - {{transition: {item['transition']}, duration: 500ms, length: freeze}}")
            lines.append(f"    - {flow([*item['keys'], ('id', item['id'])])}")
        lines.append("overlays:")
        lines += [f"  {name}: {flow(keys)}" for name, keys in self.overlays.items()]
        if self.instruction:
            key, value = self.instruction
            target = self.dice_name()
            lines += ["instructions:", f"  - {{during: 200ms..900ms, layers: {{{target}: {{{key}: {value}}}}}}}"]
        lines += ["outputs:", "  film: {file: film.mkv, preset: lossless}", ""]
        return "\n".join(lines)

    def dice_name(self):
        return self.items[0]["id"]


def likeness(left, right):
    """The PSNR in dB of each pair of frames, infinite for equal ones; none if there are not as many."""
    chain = "[0:v]setpts=N/TB[a];[1:v]setpts=N/TB[b];[a][b]psnr=stats_file=-:shortest=1"
    words = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", left, "-i", right, "-lavfi", chain, "-f", "null", "-"],
        check=True, capture_output=True, text=True).stdout
    return [float(value) for value in re.findall(r"psnr_avg:(\S+)", words)]


def frame_count(path):
    words = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries",
         "stream=nb_read_packets", "-of", "json", path], check=True, capture_output=True, text=True).stdout
    return int(json.loads(words)["streams"][0]["nb_read_packets"])


def campaign(budget, dice, footage, folder, run, keep):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in FILES:
        os.link(os.path.join(footage, name), os.path.join(folder, name))
    with open(os.path.join(folder, "logo.svg"), "w") as file:
        file.write(LOGO)
    project, film, plain = (os.path.join(folder, name) for name in ("mixture.reel.yaml", "film.mkv", "plain.mkv"))
    refused, least = 0, math.inf

    def build(*options):
        return run(["build", "--quiet", *options, project], folder, 300)

    def write(mixture):
        with open(project, "w") as file:
            file.write(mixture.text())

    for _ in budget:
        mixture = Mixture(dice)
        write(mixture)
        shutil.rmtree(os.path.join(folder, ".reel"), ignore_errors=True)
        status, words = run(["check", project], folder, 60)
        if status == 1:
            # What cannot be meant is refused in words; too much of that would make the campaign blind.
            refused += 1
            continue
        status, words = build("-O0", "--cache", os.path.join(folder, "plain"))
        if status != 0:
            keep(f"mixture: -O0 ends with {status}\n{words}", project)
            continue
        os.replace(film, plain)
        status, words = build()
        if status != 0:
            keep(f"mixture: the build ends with {status}\n{words}", project)
            continue
        if frame_count(film) != frame_count(plain):
            keep("mixture: -O0 has another number of frames", project)
        values = likeness(film, plain)
        least = min([least, *values])
        if not values or min(values) < LIMIT:
            worst = min(values, default=0)
            keep(f"mixture: -O0 differs, {worst:.1f} dB in frame {values.index(worst) if values else 0}", project)
        before = copy.deepcopy(mixture)
        what = mixture.edit()
        write(mixture)
        status, words = run(["check", project], folder, 60)
        if status == 1:
            continue
        status, words = build()
        if status != 0:
            keep(f"mixture: after the edit {what} the build ends with {status}\n{words}\n{before.text()}", project)
            continue
        os.replace(film, plain)
        status, words = build("--cache", os.path.join(folder, "clean"))
        shutil.rmtree(os.path.join(folder, "clean"), ignore_errors=True)
        shutil.rmtree(os.path.join(folder, "plain"), ignore_errors=True)
        with open(film, "rb") as one, open(plain, "rb") as other:
            if status != 0 or one.read() != other.read():
                keep(f"mixture: after the edit {what} the film is not that of a clean build\n{before.text()}", project)
    print(f"  {refused} projects were refused; the least likeness to -O0 is {least:.1f} dB", flush=True)
    if refused * 2 > budget.count:
        keep(f"mixture: {refused} of {budget.count} projects were refused")
