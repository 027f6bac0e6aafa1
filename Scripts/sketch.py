# SPDX-License-Identifier: Apache-2.0
"""Moving pictures of flat shapes over a gradient. ffmpeg draws them: the gradient is a picture, the shapes are drawings
of ASS subtitles, which libass draws with smooth edges at fractions of pixels, and which need no fonts."""

import math

HEAD = """[Script Info]
ScriptType: v4.00+
PlayResX: {}
PlayResY: {}
WrapStyle: 2
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, BorderStyle, Outline, Shadow, Alignment
Style: shape,none,20,&H00FFFFFF,1,0,0,7
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""
# Eighths of a pixel, as \p4 says, since places in drawings are whole numbers.
UNIT = 8
# How far from its ends the handles of a curve lie that is a quarter of a circle.
QUARTER = 0.5523


def dots(*points):
    return " ".join(f"{round(x * UNIT)} {round(y * UNIT)}" for x, y in points)


# Outlines. Each ends in a space, so that one added to another makes one of both.

def area(points):
    first, *others = points
    return f"m {dots(first)} l {dots(*others)} "


def box(x, y, width, height):
    return area([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def oval(x, y, across, down=None):
    """An ellipse of two radii about a place."""
    a, b = across, across if down is None else down
    p, q = a * QUARTER, b * QUARTER
    return (f"m {dots((x + a, y))} b {dots((x + a, y + q), (x + p, y + b), (x, y + b))}"
            f" {dots((x - p, y + b), (x - a, y + q), (x - a, y))} {dots((x - a, y - q), (x - p, y - b), (x, y - b))}"
            f" {dots((x + p, y - b), (x + a, y - q), (x + a, y))} ")


def curve(start, *bends):
    """A closed line of Bézier curves, each of two handles and an end."""
    return f"m {dots(start)} b " + " ".join(dots(*bend) for bend in bends) + " "


def ridge(width, bottom, height, left=0, step=6):
    """What lies below the line that `height` tells of each place."""
    line = [(x, height(x)) for x in range(left, width + step, step)]
    return area([(left, bottom), *line, (line[-1][0], bottom)])


def fir(x, foot, height):
    """A fir of three tiers."""
    wide = height * 0.24
    tiers = ((0, 0.45, 0.55), (0.25, 0.72, 0.8), (0.5, 1, 1))
    return " ".join(area([(x, foot - height * (1 - top)), (x + wide * share, foot - height * (1 - low)),
                          (x - wide * share, foot - height * (1 - low))]) for top, low, share in tiers)


def wave(time, period, phase=0.0):
    return math.sin(2 * math.pi * (time / period + phase))


def rgb(color):
    return [int(color[place:place + 2], 16) for place in (1, 3, 5)]


def mixed(one, other, share):
    """The colour at a share of the way between two."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(rgb(one), rgb(other)))


class Pile:
    """Shapes that do not overlap on their level: those of one colour are drawn as one, which costs least."""

    def __init__(self):
        self.levels = {}

    def put(self, level, color, *outlines):
        self.levels.setdefault(level, {}).setdefault(color, []).extend(outlines)

    def draw(self, sketch, **keys):
        for _, colors in sorted(self.levels.items()):
            for color, outlines in colors.items():
                sketch.draw(" ".join(outlines), color, **keys)


class Sketch:
    def __init__(self, size, stops, rate=25, seconds=1):
        """A background of colours from top to bottom, each with its height; two at one height make an edge."""
        self.size, self.stops, self.rate, self.seconds = size, stops, rate, seconds
        # What rests below all that moves is drawn once.
        self.ground, self.lines = [], []

    def add(self, lines, outline, color, begin, end, place, alpha, blur, extra=""):
        tags = f"\\1c&H{color[5:7]}{color[3:5]}{color[1:3]}&\\1a&H{255 - round(255 * alpha):02X}&{place}{extra}"
        if blur:
            tags += f"\\blur{blur:g}"
        times = ",".join(f"{int(time) // 3600}:{int(time) // 60 % 60:02}:{time % 60:05.2f}" for time in (begin, end))
        lines.append(f"Dialogue: 0,{times},shape,,0,0,0,,{{{tags}\\p4}}{outline}")

    def draw(self, outline, color, alpha=1.0, blur=0, at=(0, 0), to=None):
        """A shape that rests, or moves evenly from one place to another."""
        end = self.seconds + 1
        place = f"\\pos({at[0]:g},{at[1]:g})" if to is None else (
            f"\\move({at[0]:g},{at[1]:g},{to[0]:g},{to[1]:g},0,{self.seconds * 1000:g})")
        lines = self.ground if to is None and not self.lines else self.lines
        self.add(lines, outline, color, 0, end, place, alpha, blur)

    def each(self, draw):
        """Calls `draw` with the time of each frame; what it yields is drawn in that frame: keys of `paint`."""
        for frame in range(math.ceil(self.seconds * self.rate)):
            # From half a frame before to half a frame after: times of ASS are rounded to hundredths.
            begin, end = (max(0.0, (frame + half) / float(self.rate)) for half in (-0.5, 0.5))
            for keys in draw(float(frame / self.rate)):
                self.paint(begin, end, **keys)

    def paint(self, begin, end, outline, color, at=(0, 0), alpha=1.0, blur=0, turn=0.0, scale=(1, 1)):
        extra = ""
        if turn:
            extra += f"\\frz{-turn:.2f}\\org({at[0]:.2f},{at[1]:.2f})"
        if scale != (1, 1):
            extra += f"\\fscx{100 * scale[0]:.1f}\\fscy{100 * scale[1]:.1f}"
        if alpha > 0.003:
            self.add(self.lines, outline, color, begin, end, f"\\pos({at[0]:.2f},{at[1]:.2f})", alpha, blur, extra)

    def row(self, y):
        """The colour of the background at a height."""
        for (above, first), (below, second) in zip(self.stops, self.stops[1:]):
            if above <= y < below:
                return rgb(mixed(first, second, (y - above) / (below - above)))
        return rgb(self.stops[-1][1] if y >= self.stops[-1][0] else self.stops[0][1])

    def save(self, name):
        """Writes what `inputs` and `chain` name."""
        width, height = self.size
        with open(name + ".ppm", "wb") as file:
            file.write(b"P6 %d %d 255\n" % (width, height))
            for y in range(height):
                file.write(bytes(self.row(y)) * width)
        for lines, suffix in ((self.ground, "-ground.ass"), (self.lines, ".ass")):
            with open(name + suffix, "w", encoding="utf-8") as file:
                file.write(HEAD.format(width, height) + "\n".join(lines) + "\n")

    def inputs(self, name):
        return ["-framerate", str(self.rate), "-i", name + ".ppm"]

    def chain(self, name):
        """The filters that draw the frames in RGB. A little noise hides the steps of the gradient."""
        return f"format=gbrp,ass={name}-ground.ass,noise=alls=3:all_seed=5,loop=loop=-1:size=1,ass={name}.ass"


def glow(sketch, x, y, radius, color, strength=0.5, **keys):
    """Light around a place, softer the farther away."""
    for share, alpha in ((2.6, 0.22), (1.3, 0.4), (0.7, 0.6)):
        sketch.draw(oval(x, y, radius * share), color, strength * alpha, min(100, radius * share * 0.45), **keys)


def bokeh(sketch, lights, color, to=(0, 0), rim=0.3, blur=1.5):
    """Lights out of focus, whose rims are brighter: x, y, radius and opacity of each."""
    for x, y, radius, alpha in lights:
        sketch.draw(oval(x, y, radius), color, alpha * 0.75, blur, to=to)
        # A circle that runs the other way round is a hole.
        ring = oval(x, y, radius) + oval(x, y, -0.9 * radius, 0.9 * radius)
        sketch.draw(ring, mixed(color, "#ffffff", 0.25), alpha * rim * 2, blur, to=to)
