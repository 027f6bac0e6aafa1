# SPDX-License-Identifier: Apache-2.0
"""Layers that are written both as a project and as a page of HTML, so that a browser can draw what Reel draws.

Values of keys are numbers, tuples of numbers or words; `Over` and `Motion` make them change over time.
"""

import html
import json
from dataclasses import dataclass, field

from easings import css_easing

ANCHORS = {
    "top-left": (0, 0), "top": (0.5, 0), "top-right": (1, 0), "left": (0, 0.5), "center": (0.5, 0.5),
    "right": (1, 0.5), "bottom-left": (0, 1), "bottom": (0.5, 1), "bottom-right": (1, 1)}


def shown(number):
    """A number without noise."""
    return f"{number:.6f}".rstrip("0").rstrip(".") or "0"


@dataclass
class Over:
    """Keyframes: values by seconds from the start, evenly in the first second unless `times` has them.

    `easing` is that of all ways, or a list of one for each.
    """

    values: list
    times: list = None
    easing: object = "linear"

    def when(self):
        last = len(self.values) - 1
        return self.times or [index / last for index in range(last + 1)]

    def easings(self):
        ways = len(self.values) - 1
        return self.easing if isinstance(self.easing, list) else [self.easing] * ways

    def yaml(self, write):
        words = []
        for time, value, easing in zip(self.when(), self.values, ["linear", *self.easings()]):
            ending = "" if easing == "linear" else " " + easing
            words.append(f"{shown(time * 1000)}ms: {write(value)}{ending}")
        return "{" + ", ".join(words) + "}"

    def timing(self):
        return {"duration": (self.when()[-1] - self.when()[0]) * 1000, "delay": self.when()[0] * 1000}

    def offsets(self):
        first, last = self.when()[0], self.when()[-1]
        return [(time - first) / (last - first) for time in self.when()]


@dataclass
class Ramp(Over):
    """`a -> b`, from the first moment of a layer to its last, which is `length` seconds later."""

    length: float = 1.25

    def when(self):
        return [0, self.length]

    def yaml(self, write):
        ending = "" if self.easing == "linear" else " " + self.easing
        return f"{write(self.values[0])} -> {write(self.values[1])}{ending}"


@dataclass
class Motion(Over):
    """A motion of its own length; `times` are shares of it."""

    duration: float = 1
    delay: float = 0
    repeat: float = 1
    autoreverse: bool = False

    def yaml(self, write):
        words = ["values: [" + ", ".join(f'"{write(value)}"' for value in self.values) + "]"]
        if self.times:
            words.append("keys: [" + ", ".join(f"{shown(100 * time)}%" for time in self.times) + "]")
        words += [f"duration: {shown(self.duration)}s", f"delay: {shown(self.delay)}s",
                  f"repeat: {shown(self.repeat)}"]
        if self.autoreverse:
            words.append("autoreverse: true")
        if self.easing != "linear":
            words.append(f"easing: {self.easing}")
        return "{" + ", ".join(words) + "}"

    def timing(self):
        # A run there and back are two of CSS's.
        return {"duration": self.duration * 1000, "delay": self.delay * 1000,
                "iterations": self.repeat * (2 if self.autoreverse else 1),
                "direction": "alternate" if self.autoreverse else "normal"}

    def offsets(self):
        return self.when()


# How keys are written: the element of a layer, its value in a project, and the properties of CSS.

def pair(value):
    return value if isinstance(value, tuple) else (value, value)


def words(value, unit=""):
    return " ".join(shown(part) + unit for part in (value if isinstance(value, tuple) else (value,)))


def corners(value):
    """Radii clockwise from the top left."""
    return value if isinstance(value, tuple) else (value,) * 4


def matrix(value):
    return f"matrix{'3d' if len(value) == 16 else ''}({', '.join(map(shown, value))})"


def quoted(value):
    return f'"{value}"'


def skew(value):
    ways = value if isinstance(value, tuple) else (value, 0)
    return {"--kx": f"{shown(ways[0])}deg", "--ky": f"{shown(ways[1])}deg"}


KEYS = {
    "position": ("place", lambda v: words(v, "px"),
                 lambda v: {"--x": f"{shown(v[0])}px", "--y": f"{shown(v[1])}px"}),
    "skew": ("place", lambda v: words(v, "deg"), skew),
    "scale": ("place", words, lambda v: {"--sx": shown(pair(v)[0]), "--sy": shown(pair(v)[1])}),
    "rotation": ("place", lambda v: words(v, "deg"), lambda v: {"--rz": f"{shown(v)}deg"}),
    "rotation-x": ("place", lambda v: words(v, "deg"), lambda v: {"--rx": f"{shown(v)}deg"}),
    "rotation-y": ("place", lambda v: words(v, "deg"), lambda v: {"--ry": f"{shown(v)}deg"}),
    "perspective": ("place", lambda v: words(v, "px"), lambda v: {"--p": f"{1 / v:.9f}"}),
    "backface": ("place", str, lambda v: {"backfaceVisibility": v}),
    "transform": ("frame", words, lambda v: {"transform": matrix(v)}),
    "opacity": ("frame", words, lambda v: {"opacity": shown(v)}),
    "blur": ("filter", lambda v: words(v, "px"), lambda v: {"--blur": f"{shown(v)}px"}),
    "blend": ("frame", str, lambda v: {"mixBlendMode": {"add": "plus-lighter"}.get(v, v)}),
    # What a project has, and rules of CSS that mean the same.
    "mask": ("box", lambda v: v[0], lambda v: v[1]),
    "mask.size": ("box", lambda v: words(v, "%"), lambda v: {"clipPath": f"ellipse({shown(v / 2)}% {shown(v / 2)}%)"}),
    "mask.image": ("box", str, lambda v: {"maskImage": f"url({v})", "maskSize": "100% 100%"}),
    "mask.by": ("box", str, lambda v: {"maskMode": {"luma": "luminance"}[v]}),
    # Whatever the image, the rest of a box that is black all over.
    "mask.invert": ("box", str, lambda v: {
        "maskImage": "url(disc.png), linear-gradient(black, black)", "maskComposite": "exclude"}),
    "adjust.brightness": ("content", words, lambda v: {"--brightness": shown(v)}),
    "adjust.contrast": ("content", words, lambda v: {"--contrast": shown(v)}),
    "adjust.saturation": ("content", words, lambda v: {"--saturation": shown(v)}),
    "adjust.hue": ("content", lambda v: words(v, "deg"), lambda v: {"--hue": f"{shown(v)}deg"}),
    "border.width": ("edge", lambda v: words(v, "px"), lambda v: {"--border": f"{shown(v)}px"}),
    "border.color": ("edge", quoted, lambda v: {"borderColor": v}),
    "shadow.blur": ("filter", lambda v: words(v, "px"), lambda v: {"--soft": f"{shown(v)}px"}),
    "shadow.offset": ("filter", lambda v: words(v, "px"), lambda v: {
        "--across": f"{shown(v[0])}px", "--down": f"{shown(v[1])}px"}),
    "shadow.color": ("filter", quoted, lambda v: {"--shade": v}),
    "stroke.width": ("content", lambda v: words(v, "px"), lambda v: {"--line": f"{shown(v)}px"}),
    "stroke.trim": ("content", lambda v: words(v, "%"), lambda v: {"--trim": shown(v)}),
    "radius": ("box", lambda v: words(v, "px"), lambda v: {"borderRadius": words(corners(v), "px")}),
    "crop": ("content", lambda v: words(v, "%"), lambda v: {
        "objectViewBox": f"xywh({' '.join(shown(part) + '%' for part in v)})"}),
}

# Of keys whose value has keys itself: those in it, and filters that read what they set.
FILTERS = {
    "adjust": "brightness(var(--brightness)) contrast(var(--contrast)) saturate(var(--saturation)) hue-rotate(var(--hue))",
    "blur": "blur(var(--blur)) ",
    "shadow": "drop-shadow(var(--across) var(--down) calc(var(--soft) / 2) var(--shade))",
}

names = iter(range(1 << 30))


def flat(keys, before=""):
    """All keys with their values, those within others as `shadow.blur`."""
    for key, value in keys.items():
        if isinstance(value, dict):
            yield from flat(value, key + ".")
        else:
            yield before + key, value


def written(key, value):
    """The value of a key as a project has it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{part}: {written(f'{key}.{part}', one)}" for part, one in value.items()) + "}"
    write = KEYS[key][1] if key in KEYS else str
    return value.yaml(write) if isinstance(value, Over) else write(value)


@dataclass
class Layer:
    """What a layer shows (its key, the value of that in a project, and HTML), the size of its box, its keys."""

    kind: str
    written: str
    inside: str
    size: tuple
    keys: dict
    anchor: str = "center"
    members: list = field(default_factory=list)
    # Further keys of its content, as a project has them.
    options: dict = field(default_factory=dict)

    def yaml(self, indent, length=None):
        """Lines of an overlay, from the one below its name."""
        lines = []
        if self.members:
            lines.append("group:")
            for index, member in enumerate(self.members):
                lines += [f"  m{index}:", *member.yaml("    ")]
        else:
            lines.append(f"{self.kind}: {self.written}")
        if self.size:
            lines.append(f"size: [{shown(self.size[0])}px, {shown(self.size[1])}px]")
        lines.append(f"anchor: {self.anchor}")
        if length:
            lines.append(f"during: 0s..{shown(length)}s")
        lines += [f"{key}: {value}" for key, value in self.options.items()]
        lines += [f"{key}: {written(key, value)}" for key, value in self.keys.items()]
        return [indent + line for line in lines]

    def html(self, motions):
        """Its elements; what moves in them is added to `motions`."""
        number = next(names)
        styles = {"frame": {}, "place": {}, "filter": {}, "box": {}, "content": {}, "edge": {}}
        for key, value in flat(self.keys):
            if key not in KEYS:
                continue
            element, _, css = KEYS[key]
            if isinstance(value, Over):
                motions += self.motions(f"{element}{number}", value, css)
            else:
                styles[element] |= css(value)
        for name, filters in FILTERS.items():
            if name in self.keys:
                element = styles["content" if name == "adjust" else "filter"]
                element["filter"] = element.get("filter", "") + filters
        if self.kind == "shape" and not {"radius", "crop"} & self.keys.keys():
            # The line along an edge lies half outside of the box.
            styles["box"]["overflow"] = "visible"
        across, down = ANCHORS[self.anchor]
        styles["place"] |= {"--ax": across, "--ay": down}
        if self.size:
            styles["place"] |= {"width": f"{self.size[0]}px", "height": f"{self.size[1]}px"}

        def element(name):
            rules = "".join(f"{dashed(key)}: {value}; " for key, value in styles[name].items())
            return f'id="{name}{number}" class="{name}" style="{html.escape(rules)}"'

        inside = self.inside
        if self.members:
            inside = f"<div {element('content')}>" + "".join(
                member.html(motions) for member in self.members) + "</div>"
        else:
            inside = inside.replace("CONTENT", element("content"))
        if "border" in self.keys:
            inside += f"<div {element('edge')}></div>"
        return (f"<div {element('frame')}><div {element('place')}><div {element('filter')}>"
                f"<div {element('box')}>{inside}</div></div></div></div>")

    @staticmethod
    def motions(element, value, css):
        frames = []
        for index, (offset, one) in enumerate(zip(value.offsets(), value.values)):
            frame = css(one) | {"offset": offset}
            if index < len(value.values) - 1:
                frame["easing"] = css_easing(value.easings()[index])
            frames.append(frame)
        return [{"element": element, "frames": frames, "timing": value.timing() | {"fill": "both"}}]


def dashed(name):
    """The name of a property in a style sheet."""
    return name if name.startswith("--") else "".join(
        "-" + letter.lower() if letter.isupper() else letter for letter in name)


# Contents.

def fill(color, size, at=None, anchor="center", **keys):
    """A colour, or a gradient as a pair of its notation in a project and in CSS."""
    written, css = color if isinstance(color, tuple) else (f'"{color}"', color)
    return Layer("fill", written, f'<div CONTENT><div class="all" style="background: {css}"></div></div>',
                 size, placed(at, keys), anchor)


def image(name, size, at=None, anchor="center", **keys):
    return Layer("image", name, f'<img CONTENT src="{name}">', size, placed(at, keys), anchor)


def shape(kind, svg, size, at=None, anchor="center", line=None, options=None, **keys):
    """A shape, and the same as an element of SVG without its line in a box of `size`."""
    line = line or {}
    dashes = line.get("dash", "").strip("[]").replace("px", "")
    if "trim" in line:
        # Its length is 100 where a trim is.
        svg, dashes = svg.replace("/>", ' pathLength="100"/>'), "var(--trim) 1000"
    style = "stroke-width: var(--line); "
    for key, css in (("color", "stroke"), ("cap", "stroke-linecap"), ("join", "stroke-linejoin")):
        style += f"{css}: {line[key]}; " if key in line else ""
    inside = (f'<div CONTENT><svg class="all" viewBox="0 0 {size[0]} {size[1]}" style="overflow: visible; '
              f'{style}stroke-dasharray: {dashes or "none"}">{svg}</svg></div>')
    return Layer("shape", kind, inside, size, placed(at, keys | ({"stroke": line} if line else {})), anchor,
                 [], options or {})


def text(words, font_size, color, at=None, anchor="center", **keys):
    inside = (f'<div CONTENT><div class="text" style="color: {color}; font-size: {font_size}px">'
              f"{html.escape(words)}</div></div>")
    return Layer("text", json.dumps(words), inside, None, placed(at, keys), anchor, [],
                 {"font": f"{{family: DejaVu Sans, size: {font_size}}}", "color": f'"{color}"'})


def group(members, size, at=None, anchor="center", **keys):
    return Layer("group", "", "", size, placed(at, keys), anchor, members)


def placed(at, keys):
    keys = {key.replace("_", "-"): value for key, value in keys.items()}
    return keys if at is None else {"position": at} | keys


@dataclass
class Scene:
    """Layers over a colour that fills the picture."""

    name: str
    layers: list
    background: str = "#e8e4d8"
    size: tuple = (640, 360)
    rate: int = 4
    frames: int = 5

    def project(self):
        length = self.frames / self.rate
        lines = ["reel: 1", f'canvas: {{size: {self.size[0]}x{self.size[1]}, rate: {self.rate}}}',
                 "tracks:", f'  main: [{{fill: "{self.background}", duration: {self.frames}f}}]', "overlays:"]
        for index, layer in enumerate(self.layers):
            lines += [f"  layer{index}:", *layer.yaml("    ", length)]
        lines += [f"outputs: {{film: {{file: {self.name}.mkv, preset: lossless}}}}", ""]
        return "\n".join(lines)

    def page(self):
        """An expression of JavaScript that shows it; `seek(milliseconds)` then goes to a moment."""
        motions = []
        body = "".join(layer.html(motions) for layer in self.layers)
        return f"show({json.dumps(self.background)}, {json.dumps(body)}, {json.dumps(motions)})"


@dataclass
class Change(Scene):
    """A transition between two pictures, and how properties of CSS of the first and of the second move in it."""

    first: dict = field(default_factory=dict)
    second: dict = field(default_factory=dict)

    def project(self):
        before, after = (layer.written for layer in self.layers)
        return "\n".join([
            "reel: 1", f"canvas: {{size: {self.size[0]}x{self.size[1]}, rate: {self.rate}}}", "tracks:", "  main:",
            f"    - {{clip: {before}, duration: {self.frames - 1}f}}",
            f"    - {{transition: {self.name.removeprefix('transition-')}, duration: {self.frames - 1}f}}",
            f"    - {{clip: {after}, duration: {self.frames}f}}",
            f"outputs: {{film: {{file: {self.name}.mkv, preset: lossless}}}}", ""])

    def page(self):
        body, motions = "", []
        for index, (layer, moves) in enumerate(zip(self.layers, (self.first, self.second))):
            body += f'<div class="frame" id="side{index}"><img class="all" src="{layer.written}"></div>'
            motions.append({
                "element": f"side{index}",
                "frames": [{key: value[end] for key, value in moves.items()} for end in (0, 1)],
                "timing": {"duration": 1000 * (self.frames - 1) / self.rate, "fill": "both"}})
        return f"show('black', {json.dumps(body)}, {json.dumps(motions)})"
