# SPDX-License-Identifier: Apache-2.0
"""Contents and properties of layers at random, as a project has them."""

EASINGS = ("", " ease", " ease-in-out", " back-in", " back-out", " bounce-out", " elastic-out", " elastic-in-out", " hold",
           " spring", " spring(1, 400, 25)", " spring(1, 300, 40)", " steps(3)", " cubic-bezier(0.2, 0.8, 0.2, 1)")
MODES = ("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
         "difference", "exclusion", "hue", "saturation", "color", "luminosity", "add")
TRANSITIONS = ("dissolve", "wipe-left", "slide-up", "circle-open", "fade-black", "pixelize", "radial", "zoom-in",
               "pinwheel", "squeeze-h", "hblur", "distance")
ENTRANCES = ("fade", "slide-up", "pop", "wipe-left", "spin", "circle-open")
FILES = ("harbour.mp4", "market.mp4", "train.mp4", "phone.mov")
# Pictures: a drawing, one without and one with alpha, and two that move.
IMAGES = ("logo.svg", "photo.png", "soft.png", "ball.gif", "spark.png")
# Clips of their own kind: footage with alpha, stills, and a film within the film, whose parameters `with` gives.
ALPHA, STILLS, FILM = "ring.mov", ("photo.png", "soft.png"), "inner.reel.yaml"
WORDS = ("Ada", "Grace", "Linus")
# Speeds that change.
CURVES = ("'0.5 -> 2'", "'2 -> 0.3 ease-in-out'", "{0%: 1, 40%: 0, 60%: 0, 100%: 2}", "{0s: 1, 300ms: 0.3, 800ms: 3}",
          "'-0.5 -> -2'")
LUTS = ("warm.cube", "faded.cube")
EFFECTS = ("vignette", "negate", "edgedetect", "unsharp", "gblur: {{sigma: {}}}", "hue: {{h: {}}}", "eq: {{gamma: {}}}",
           "colorbalance: {{rm: {}}}")
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
        form = self.dice.randrange(7)
        easing = self.dice.choice(EASINGS)
        a, b = make(), make()
        if form < 3 or a.startswith(("'", "purple", "lime")):
            return a
        if form == 3:
            return f"{{from: {a}, to: {b}{f', easing: {chr(39)}{easing.strip()}{chr(39)}' if easing else ''}}}"
        eased = "'" + b.strip("'") + easing + "'"
        if form == 4:
            return f"{{0%: {a}, 50%: {eased}, 100%: {make()}}}"
        if form == 5:
            # Lists have no brackets in a ramp.
            first, last = (value.strip("'[]").replace(",", "") for value in (a, b))
            return f"'{first} -> {last}{easing}'"
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
            words = [f"{key}: {self.moving(members[key])}" for key in chosen]
            if name == "adjust" and self.dice.random() < 0.4:
                strength = self.moving(lambda: self.number(20, 100, "%"))
                words += [f"lut: {self.dice.choice(LUTS)}", f"lut-strength: {strength}"]
            keys.append((name, "{" + ", ".join(words) + "}"))
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
            chosen = self.dice.sample(EFFECTS, self.dice.choice((1, 1, 2)))
            keys.append(("effects", "[" + ", ".join(self.effect(words) for words in chosen) + "]"))
        if self.dice.random() < 0.2:
            keys.append(("mask", self.mask()))
        return keys

    def effect(self, words):
        """A filter, whose option may change over time."""
        return "{" + words.format(self.moving(lambda: self.number(0, 1, digits=2))) + "}" if "{" in words else words

    def mask(self):
        inner = self.dice.choice((
            "shape: ellipse, fill: white", "text: Mask, font: {size: 40px}", "image: logo.svg", "image: soft.png",
            "fill: {linear: [white, clear], angle: 90deg}", "clip: train.mp4, by: luma"))
        words = [inner]
        if self.dice.random() < 0.4:
            words.append(f"position: {self.moving(lambda: self.pair(20, 80, '%'))}")
        if self.dice.random() < 0.4 and "text" not in inner:
            words.append("size: " + self.dice.choice(("60%", "20% -> 130%", "{0%: 10%, 50%: 120% ease, 100%: 40%}")))
        if self.dice.random() < 0.2:
            words.append(f"rotation: {self.moving(lambda: self.number(-90, 90, 'deg'))}")
        if self.dice.random() < 0.4:
            words.append("invert: true")
        return "{" + ", ".join(words) + "}"

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
            return keys + [("stroke", self.stroke())]
        keys.append(("fill", self.fill()))
        if form == "path":
            keys.append(("path", "'M0 0 L60 0 C80 30 20 50 60 60 L0 40 Z'"))
        if self.dice.random() < 0.4:
            keys.append(("stroke", self.stroke()))
        return keys

    def stroke(self):
        words = [f"color: {self.color()}", f"width: {self.moving(lambda: self.number(1, 8, 'px'))}"]
        if self.dice.random() < 0.5:
            words.append(f"trim: {self.moving(lambda: self.number(10, 100, '%'))}")
        if self.dice.random() < 0.3:
            words.append("dash: " + self.dice.choice(("[6px, 3px]", "[1px, 8px], cap: round", "[12px, 4px, 2px, 4px]")))
        if self.dice.random() < 0.3:
            words.append(f"join: {self.dice.choice(('round', 'bevel'))}")
        return "{" + ", ".join(words) + "}"

    def text(self):
        keys = [("text", self.dice.choice(("Rome", "'Two\\nlines'", "Größe"))),
                ("font", f"{{size: {self.dice.choice((12, 24, 40))}px}}"), ("color", self.color())]
        if self.dice.random() < 0.3:
            keys.append(("outline", self.dice.choice(("2px", f"{{width: 3px, color: {self.color()}}}"))))
        if self.dice.random() < 0.35:
            keys.append(("enter", self.dice.choice(("typewriter", "typewriter 600ms"))))
        return keys

    def ken_burns(self):
        way = ", easing: ease-in-out" if self.dice.random() < 0.3 else ""
        return self.dice.choice(("auto", f"{{from: {self.box()}, to: {self.box()}{way}}}",
                                 f"{{focus: {self.pair(0, 100, '%')}{way}}}"))

    def content(self, depth, kinds):
        """The keys of a content, and whether it takes a size."""
        kind = self.dice.choice(kinds)
        if kind == "group" and depth >= 2:
            kind = "text"
        if kind == "clip":
            if self.dice.random() < 0.15:
                keys = [("clip", self.dice.choice(STILLS))]
                return keys + [("ken-burns", self.ken_burns())] * (self.dice.random() < 0.3), True
            if self.dice.random() < 0.15:
                return [("clip", ALPHA), ("range", self.dice.choice(("0s..1s", "500ms..2500ms")))] + self.pace(), True
            if self.dice.random() < 0.2:
                return self.film(), True
            start = self.dice.choice((0, 0.5, 1.2, 2))
            keys = [("clip", self.dice.choice(FILES)), ("range", f"{start}s..{start + self.dice.choice((1, 1.7, 2.5))}s")]
            if self.dice.random() < 0.2:
                keys.append(("ken-burns", self.ken_burns()))
            elif self.dice.random() < 0.3:
                keys.append(("fit", self.dice.choice(("cover", "stretch", "blur"))))
            return keys + self.pace() + self.sound(), True
        if kind == "takes":
            # A list of files, each of which becomes a clip of the track.
            return [("clip", "takes")] + self.pace() + self.sound(), True
        if kind == "image":
            keys = [("image", self.dice.choice(IMAGES))]
            if keys[0][1] in ("ball.gif", "spark.png"):
                return keys + [("loop", "false")] * (self.dice.random() < 0.3), True
            return keys + [("ken-burns", self.ken_burns())] * (self.dice.random() < 0.3), True
        if kind == "text":
            return self.text(), False
        if kind == "fill":
            return [("fill", self.fill())], True
        if kind == "shape":
            return self.shape(), True
        if kind == "counter":
            return [("counter", self.dice.choice((
                "{from: 0, to: 100, format: '%d %%'}", "{to: 9.5, format: '%.1f'}", "{format: timecode}",
                "{value: 3598 -> 3602, format: clock}"))),
                    ("font", "{size: 30px}")], False
        if kind == "particles":
            return [("particles", "{{rate: 30, size: [2px, 6px], seed: {}, gravity: [0px, 80px]}}".format(
                self.dice.randrange(100)))], True
        members = {self.name(): self.layer(depth + 1, KINDS) for _ in range(self.dice.randrange(1, 4))}
        return [("group", members)] + self.volume(), True

    def film(self):
        """A film within the film."""
        keys = [("clip", FILM), ("range", self.dice.choice(("0s..1500ms", "300ms..2s")))]
        if self.dice.random() < 0.6:
            name = self.dice.choice((*WORDS, "'${word}'"))
            keys.append(("with", f"{{name: {name}, tint: {self.color()}}}"))
        return keys + (self.pace() if self.dice.random() < 0.5 else []) + self.sound()

    def pace(self):
        """At which speed it is played, mostly as it is."""
        if self.dice.random() < 0.5:
            return []
        keys = [self.dice.choice((
            ("speed", self.dice.choice(("0.5", "2", "1.37", "9", "-1", "-0.6", "-3", "'${pace}'"))),
            ("speed", self.dice.choice(CURVES)),
            ("reverse", "true"), ("stretch", self.dice.choice(("900ms", "2s", "2700ms")))))]
        if self.dice.random() < 0.4 and keys[0][0] != "reverse":
            keys.append(("pitch", self.dice.choice(("follow", "keep"))))
        if self.dice.random() < 0.4:
            keys.append(("interpolate", self.dice.choice(("blend", "motion"))))
        return keys

    def volume(self):
        """How loud it is, which cannot repeat or run back."""
        a, b = (self.number(0, 1.2, digits=2) for _ in range(2))
        value = self.dice.choice((None, None, a, f"{a} -> {b}", f"{{0%: {a}, 40%: {b}, 100%: 0.5}}", "-9dB"))
        return [("volume", value)] if value else []

    def sound(self):
        """The keys of footage that is heard."""
        audio = self.dice.choice((None, None, None, "cut", "cut", "off"))
        return self.volume() if audio is None else [("audio", audio)] + (self.volume() if audio == "cut" else [])

    def layer(self, depth, kinds):
        keys, has_size = self.content(depth, kinds)
        look = self.look()
        if has_size and self.dice.random() < 0.6:
            sizes = [self.number(20, 90, "%", 0), f"[{self.number(20, 150, 'px', 0)}, 40%]"]
            # All else would have to be laid out anew, and is refused.
            if (keys[0][0] in ("clip", "image") and ("fit", "blur") not in keys
                    and not {"mask", "effects", "anchor"} & {key for key, _ in look}):
                sizes.append("20% -> 60%")
            keys.append(("size", self.dice.choice(sizes)))
        taken = refused_beside(keys) | {key for key, _ in keys}
        return keys + [(key, value) for key, value in look if key not in taken]


def has_pace(keys):
    """Whether its length in the film is another than that of its range."""
    return any(key in ("speed", "stretch") for key, _ in keys)


def refused_beside(keys):
    """The keys that a layer of such keys does not take."""
    return {"crop"} if any(key == "ken-burns" for key, _ in keys) else set()


# Those of layers anywhere, and those of items of tracks.
KINDS = ("clip", "image", "image", "text", "fill", "shape", "counter", "particles", "group", "shape", "clip")
ITEMS = (*KINDS, "clip", "clip", "takes", "takes")


def flow(value):
    """A layer, which is a list of pairs, or what a key says, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {flow(layer)}" for name, layer in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value) + "}"
    return value
