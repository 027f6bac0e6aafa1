# SPDX-License-Identifier: Apache-2.0
"""The scenes that a browser draws for comparison."""

import base64
import math

from easings import CURVES
from layers import Change, Motion, Over, Ramp, Scene, fill, group, image, shape, text

# What `make_pictures` makes.
PICTURES = {
    # Soft enough that the way in which pixels are mixed is no matter.
    "card.png": "testsrc2=size=320x180,gblur=sigma=1.2,format=rgb24",
    # As above, without the ends of the channels.
    "soft.png": "testsrc2=size=320x180,gblur=sigma=1.2,format=rgb24,lutrgb=r=50+val*0.6:g=50+val*0.6:b=50+val*0.6",
    "pale.png": "mandelbrot=size=640x360:start_scale=0.9,gblur=sigma=3,format=rgb24"
                ",lutrgb=r=50+val*0.6:g=50+val*0.6:b=50+val*0.6",
    "wide.png": "testsrc2=size=640x360,gblur=sigma=2,format=rgb24",
    "photo.png": "mandelbrot=size=1280x720:start_scale=0.9,gblur=sigma=3,format=rgb24",
    "disc.png": "color=c=#d03050:size=200x200,format=rgba,geq=r='r(X,Y)':g='120+X/2':b='b(X,Y)'"
                ":a='255*clip(95.5-hypot(X-99.5,Y-99.5),0,1)*(0.4+0.6*Y/200)'",
}

INK, GOLD, SEA = "#27304a", "#f2b134", "#1d7a8c"


def card(**keys):
    return image("card.png", (320, 180), **{"at": (320, 180), **keys})


def plate(size=(240, 120), color=SEA, **keys):
    return fill(color, size, **{"at": (320, 180), **keys})


def gradient(kind, stops, css, **keys):
    """A gradient over the whole picture; `css` is what stands in parentheses."""
    extra = "".join(f", {key}: {value}" for key, value in keys.items())
    written = f"{{{kind}: [{', '.join(stops)}]{extra}}}"
    return fill((written, f"{kind}-gradient({css})"), (640, 360), (320, 180))


def turned(degrees):
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def rotated(degrees, x=0, y=0):
    """A matrix of six numbers."""
    cos, sin = turned(degrees)
    return (cos, sin, -sin, cos, x, y)


def seen(degrees, distance=500, x=320, y=180):
    """Sixteen numbers: a turn about an upright axis through a point, seen from a distance."""
    cos, sin = turned(degrees)
    # T(x, y) · P · R · T(-x, -y), column by column.
    turn = [[cos, 0, sin, 0], [0, 1, 0, 0], [-sin, 0, cos, 0], [0, 0, 0, 1]]
    far = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, -1 / distance, 1]]

    def move(across, down):
        return [[1, 0, 0, across], [0, 1, 0, down], [0, 0, 1, 0], [0, 0, 0, 1]]

    def times(a, b):
        return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]

    whole = times(times(times(move(x, y), far), turn), move(-x, -y))
    return tuple(whole[row][column] for column in range(4) for row in range(4))


def geometry():
    yield "position", [plate(position=Over([(120, 80), (520, 300)]))]
    yield "position-fraction", [card(position=Over([(300.25, 170.5), (312.75, 181.125)]))]
    yield "position-outside", [card(position=Over([(-60, 20), (600, 420)]))]
    yield "position-path-by-keys", [plate(position=Over(
        [(100, 300), (320, 60), (540, 300)], easing=["ease-in", "ease-out"]))]
    for anchor in ("top-left", "bottom-right", "top", "left"):
        yield f"anchor-{anchor}", [plate(
            anchor=anchor, at=(320, 180), rotation=Over([0, 90]), scale=Over([1, 1.4]))]
    yield "scale-up", [card(scale=Over([0.4, 1.9]))]
    yield "scale-down", [image("photo.png", (640, 360), (320, 180), scale=Over([1, 0.2]))]
    yield "scale-axes", [card(scale=Over([(1, 0.3), (0.5, 1.6)]))]
    yield "scale-from-nothing", [plate(scale=Over([0, 1]))]
    yield "rotation", [card(rotation=Over([-30, 120]))]
    yield "rotation-many-turns", [card(rotation=Over([0, 1000]))]
    yield "rotation-of-a-thin-line", [plate((500, 3), INK, rotation=Over([0, 47]))]
    yield "skew", [card(skew=Over([0, 35]))]
    yield "skew-both", [card(skew=Over([(0, 0), (25, 15)]))]
    yield "skew-scale-rotation", [card(
        anchor="left", at=(180, 200), skew=Over([10, -20]), scale=Over([(0.7, 1), (1.2, 0.8)]),
        rotation=Over([0, 40]))]
    yield "transform", [card(transform=Over([(1, 0, 0, 1, 0, 0), (0.8, 0.3, -0.2, 1.1, 60, -40)]))]
    yield "transform-turns-the-short-way", [card(transform=Over([rotated(20, 30, -60), rotated(-40, -20, 120)]))]
    yield "transform-after-rotation", [card(rotation=30, transform=(0.7, 0.1, 0, 0.9, 90, 10))]
    yield "alpha", [image("disc.png", (200, 200), (320, 180), rotation=Over([0, 45]), scale=Over([1, 1.5]))]
    yield "alpha-fraction", [image("disc.png", (200, 200), (320.5, 180), position=Over([(200.3, 90.7), (420.9, 250.1)]))]


def space():
    yield "rotation-y", [card(rotation_y=Over([0, 180]))]
    yield "rotation-x", [card(rotation_x=Over([0, 75]))]
    yield "rotation-x-y-z", [card(rotation=Over([0, 30]), rotation_x=Over([0, 40]), rotation_y=Over([0, 60]))]
    yield "rotation-y-anchor", [card(anchor="left", at=(160, 180), rotation_y=Over([-60, 60]))]
    yield "perspective", [card(rotation_y=50, perspective=Over([250, 2000]))]
    yield "perspective-near", [card(rotation_x=Over([20, 60]), perspective=200)]
    yield "perspective-scale-skew", [card(
        rotation_y=Over([-40, 40]), scale=1.3, skew=10, perspective=700)]
    yield "backface-visible", [card(rotation_y=Over([0, 200]))]
    yield "backface-hidden", [card(rotation_y=Over([0, 200]), backface="hidden")]
    yield "matrix3d", [card(transform=seen(40))]
    yield "matrix3d-moves", [card(transform=Over([seen(0), seen(70)]))]
    yield "perspective-photo", [image(
        "photo.png", (640, 360), (320, 180), rotation_y=Over([0, 55]), rotation_x=Over([0, 20]))]
    yield "perspective-group", [group(
        [plate((100, 60), GOLD, at=(60, 60)), plate((100, 60), SEA, at=(140, 110), rotation=20)],
        (260, 180), (320, 180), rotation_y=Over([-50, 50]))]


def look():
    yield "opacity", [card(opacity=Over([0, 1]))]
    yield "opacity-of-a-group", [group(
        [plate((160, 100), "#c83232", at=(110, 80)), plate((160, 100), "#3264c8", at=(190, 120))],
        (300, 200), (320, 180), opacity=Over([1, 0.2]))]
    yield "opacity-of-members", [group(
        [plate((160, 100), "#c83232", at=(110, 80), opacity=Over([0, 1])),
         plate((160, 100), "#3264c8", at=(190, 120), opacity=0.5)],
        (300, 200), (320, 180), opacity=0.8)]
    yield "group-cuts-off", [group(
        [card(at=(60, 60), rotation=Over([0, 90]))], (240, 160), (320, 180), scale=Over([1, 1.5]))]
    yield "group-in-group", [group(
        [group([card(at=(100, 60), rotation=Over([0, 30]))], (200, 120), (150, 100), opacity=0.7),
         plate((60, 60), GOLD, at=(40, 160))],
        (300, 200), (320, 180), rotation=Over([0, -30]))]
    yield "layers-over-each-other", [
        plate((640, 120), "#203040", at=(320, 300), opacity=0.6),
        card(at=(260, 160), rotation=-8), image("disc.png", (200, 200), (420, 200), scale=Over([0.5, 1.2]))]
    yield "radius", [plate((300, 200), radius=Over([0, 100]))]
    yield "radius-corners", [card(radius=(0, 30, 60, 90))]
    yield "radius-turned", [card(radius=40, rotation=Over([0, 70]), scale=1.4)]
    yield "radius-comes-in", [plate((500, 160), radius=20, anchor="right", at=None, position=Over([(0, 180), (560, 180)]))]
    yield "radius-wide", [plate((1200, 160), radius=80, position=Over([(0, 180), (640, 180)]))]
    yield "blur-comes-in", [plate((500, 160), blur=10, anchor="right", at=None, position=Over([(0, 180), (560, 180)]))]
    yield "radius-of-a-group", [group([card(at=(150, 100))], (300, 200), (320, 180), radius=Over([10, 60]))]
    yield "crop", [image("photo.png", (400, 225), (320, 180), crop=Over([(0, 0, 100, 100), (30, 20, 40, 40)]))]
    yield "crop-radius", [image("photo.png", (400, 225), (320, 180), crop=(25, 25, 50, 50), radius=36)]
    yield "blur", [card(blur=Over([0, 12]))]
    yield "blur-turned", [plate(blur=10, rotation=Over([0, 45]), scale=1.4)]
    yield "blur-radius", [card(radius=50, blur=Over([1, 20]))]


def looks():
    yield "adjust-brightness", [card(adjust={"brightness": Over([0.2, 1])})]
    yield "adjust-contrast", [card(adjust={"contrast": Over([0, 1])})]
    yield "adjust-saturation", [card(adjust={"saturation": Over([0, 1])})]
    yield "adjust-hue", [image("photo.png", (640, 360), (320, 180), adjust={"hue": Over([0, 120])})]
    yield "adjust-many", [image("photo.png", (640, 360), (320, 180), adjust={
        "brightness": 0.8, "contrast": 0.7, "saturation": Over([0.2, 1]), "hue": 20})]
    yield "border", [card(border={"width": Over([1, 24]), "color": "white"})]
    yield "border-radius", [plate(radius=40, border={"width": Over([0, 20]), "color": "black"}, scale=1.3)]
    yield "border-turned", [card(
        border={"width": 12, "color": GOLD}, radius=30, rotation=Over([0, 60]), crop=(10, 10, 80, 80))]
    soft = {"blur": Over([0, 40]), "offset": (0, 12), "color": "#00000080"}
    yield "shadow", [plate(shadow=soft)]
    yield "shadow-offset", [card(radius=24, shadow={
        "blur": 16, "offset": Over([(-30, 0), (30, 30)]), "color": "#302040"})]
    yield "shadow-turns", [card(radius=30, shadow={"blur": 24, "offset": (20, 20), "color": "#000000b0"},
                                rotation=Over([0, 90]), scale=0.8)]
    yield "shadow-of-alpha", [image("disc.png", (200, 200), (320, 180), shadow={
        "blur": 20, "offset": (10, 14), "color": "#000000"})]
    yield "shadow-fades", [plate(shadow={"blur": 20, "offset": (10, 10), "color": "black"}, opacity=Over([0, 1]))]
    yield "shadow-of-a-group", [group(
        [plate((120, 80), GOLD, at=(70, 60)), plate((120, 80), SEA, at=(130, 110))], (200, 160), (320, 180),
        shadow={"blur": 24, "offset": (8, 16), "color": "#000000a0"})]


BLENDS = ("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
          "difference", "exclusion", "hue", "saturation", "color", "luminosity", "add")


def blends():
    # Colours are stored as luma and chroma: at the ends of a channel some modes tell apart what these do not.
    below = image("pale.png", (640, 360), (320, 180))
    for mode in BLENDS:
        yield f"blend-{mode}", [below, image("soft.png", (320, 180), (330, 180), blend=mode, scale=1.5, opacity=Over([0.2, 1])),
                                image("disc.png", (200, 200), (120, 260), blend=mode, rotation=Over([0, 60]))]
    yield "blend-odd", [below, image("soft.png", (320, 180), (301, 181), blend="multiply")]
    yield "blend-in-a-group", [below, group(
        [plate((160, 100), "#c83232", at=(110, 80)), plate((160, 100), "#3264c8", at=(190, 120), blend="multiply")],
        (300, 200), (320, 180), opacity=Over([1, 0.5]))]


def drawn_mask(written, svg, composite=None):
    """A mask of a card: the keys in a project, and the same as SVG; composite with a box that is black all over."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180">{svg}</svg>'
    picture = f"url(data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"
    if composite:
        return f"{{{written}}}", {"maskImage": f"{picture}, linear-gradient(black, black)", "maskComposite": composite}
    return f"{{{written}}}", {"maskImage": picture}


def masks():
    yield "mask-ellipse", [card(mask={"shape": "ellipse", "fill": "white", "size": Over([20, 100])})]
    square = ("{linear: [gold, purple], angle: 60deg}", "linear-gradient(60deg, gold, purple)")
    yield "mask-image", [fill(square, (200, 200), (320, 180), mask={"image": "disc.png"}, rotation=Over([0, 60]),
                               scale=1.4)]
    yield "mask-luma", [image("soft.png", (320, 180), (320, 180), mask={"image": "card.png", "by": "luma"},
                              opacity=Over([0.4, 1]))]
    yield "mask-inverted", [fill(square, (200, 200), (320, 180), mask={"image": "disc.png", "invert": "true"},
                                  scale=Over([0.5, 1.5]))]
    star = f'<polygon points="{regular(5, 90, 0.4)}" transform="translate(70 0)"/>'
    written = "shape: star, tips: 5, inner: 40%, size: [180px, 180px], fill: white"
    yield "mask-shape", [card(mask=drawn_mask(written, star), rotation=Over([0, 40]), scale=1.5)]
    yield "mask-shape-inverted", [card(
        mask=drawn_mask(written + ", invert: true", star, "exclude"), scale=Over([0.8, 1.6]))]
    # Its line is 106 pixels high, and its letters stand 84.5 below the upper edge of that.
    word = '<text x="160" y="121.5" text-anchor="middle" font-family="DejaVu Sans" font-size="91">Mask</text>'
    written = "text: Mask, font: {family: DejaVu Sans, size: 91}"
    yield "mask-text", [card(mask=drawn_mask(written, word), position=Over([(320, 180), (400, 140)]))]
    yield "mask-text-inverted", [card(
        mask=drawn_mask(written + ", invert: true", word, "exclude"), opacity=Over([0.3, 1]))]
    yield "mask-luma-inverted", [image(
        "soft.png", (320, 180), (320, 180), rotation=Over([0, 30]),
        mask=("{image: card.png, by: luma, invert: true}", {
            "maskImage": "url(card.png), linear-gradient(white, white)", "maskMode": "luminance",
            "maskSize": "100% 100%", "maskComposite": "exclude"}))]
    yield "mask-of-a-group", [group(
        [plate((120, 160), GOLD, at=(60, 80)), plate((120, 160), SEA, at=(140, 80))], (200, 160), (320, 180),
        mask={"shape": "ellipse", "fill": "white", "size": Over([40, 100])})]
    yield "mask-shadow", [card(mask={"shape": "ellipse", "fill": "white", "size": 80},
                               shadow={"blur": 20, "offset": (8, 12), "color": "black"})]


def gradients():
    for angle in (0, 45, 90, 215):
        yield f"linear-{angle}", [gradient(
            "linear", ["navy", '"#f2b134 40%"', "tomato"], f"{angle}deg, navy, #f2b134 40%, tomato",
            angle=f"{angle}deg")]
    yield "linear-edge", [gradient("linear", ["red 30%", "gold 30%", "teal 70%"], "red 30%, gold 30%, teal 70%")]
    yield "linear-alpha", [card(scale=2), gradient("linear", ["white@0%", "navy"], "rgb(255 255 255 / 0), navy")]
    yield "linear-turned", [fill(
        ("{linear: [gold, purple], angle: 60deg}", "linear-gradient(60deg, gold, purple)"), (300, 160), (320, 180),
        rotation=Over([0, 90]), scale=1.3, radius=20)]
    yield "radial", [gradient("radial", ["white", "navy"], "at 50% 50%, white, navy")]
    yield "radial-circle", [gradient(
        "radial", ["white", "orange 50%", "black"], "circle 180px at 25% 50%, white, orange 50%, black",
        at="[25%, 50%]", radius="180px")]
    yield "radial-ellipse", [gradient(
        "radial", ["gold", "teal"], "ellipse 300px 100px at 60% 40%, gold, teal", at="[60%, 40%]",
        radius="[300px, 100px]")]
    yield "conic", [gradient("conic", ["red", "gold", "blue", "red"], "from 30deg at 40% 50%, red, gold, blue, red",
                             at="[40%, 50%]", angle="30deg")]
    yield "conic-edges", [gradient(
        "conic", ["black", "white 25%", "red 25%", "navy"], "black, white 25%, red 25%, navy")]


def regular(tips, radius, inner=None):
    """Points about (radius, radius), the first straight up."""
    count = tips * (2 if inner else 1)
    points = []
    for index in range(count):
        far = radius * (inner if inner and index % 2 else 1)
        turn = 2 * math.pi * index / count
        points.append(f"{radius + far * math.sin(turn):.4f},{radius - far * math.cos(turn):.4f}")
    return " ".join(points)


def shapes():
    white = {"color": "white", "width": 12}
    yield "ellipse", [shape("ellipse", '<ellipse cx="150" cy="80" rx="150" ry="80" fill="teal"/>', (300, 160),
                            (320, 180), line=white, options={"fill": "teal"}, rotation=Over([0, 60]))]
    yield "rect-line", [shape("rect", f'<rect width="260" height="140" rx="30" fill="{GOLD}"/>', (260, 140),
                              (320, 180), line=white | {"width": Over([2, 30])},
                              options={"fill": f'"{GOLD}"', "radius": "30px"}, rotation=10)]
    yield "ring-grows", [shape("ellipse", '<path d="M100 0A100 100 0 0 1 100 200A100 100 0 0 1 100 0" fill="none"/>',
                               (200, 200), (320, 180),
                               line={"color": "navy", "width": 24, "trim": Over([1, 99], easing="ease-out")})]
    yield "polygon", [shape("polygon", f'<polygon points="{regular(6, 120)}" fill="tomato"/>', (240, 240),
                            (320, 180), options={"fill": "tomato", "sides": 6}, rotation=Over([0, 40]))]
    yield "star", [shape("star", f'<polygon points="{regular(5, 140, 0.4)}" fill="{GOLD}"/>', (280, 280), (320, 180),
                         options={"fill": f'"{GOLD}"', "tips": 5, "inner": "40%"}, scale=Over([0.3, 1.2]))]
    yield "polygon-points", [shape(
        "polygon", '<polygon points="0,0 400,80 200,200" fill="purple"/>', (400, 200), (320, 180),
        line={"color": "black", "width": 10, "join": "round"},
        options={"fill": "purple", "points": "[[0%, 0%], [100%, 40%], [50%, 100%]]"})]
    for cap in ("butt", "round", "square"):
        yield f"line-{cap}", [shape(
            "line", '<path d="M50 150L250 50L450 150" fill="none"/>', (500, 200), (320, 180),
            line={"color": "navy", "width": Over([4, 40]), "cap": cap, "join": {"butt": "miter", "round": "round",
                                                                                 "square": "bevel"}[cap]},
            options={"points": "[[10%, 75%], [50%, 25%], [90%, 75%]]"})]
    yield "dashes", [shape(
        "line", '<path d="M0 100L500 100" fill="none"/>', (500, 200), (320, 180),
        line={"color": "navy", "width": 14, "dash": "[40px, 18px]"}, options={"points": "[[0%, 50%], [100%, 50%]]"},
        rotation=Over([0, 30]))]
    # It touches the edges of its box with its ends alone, as a path is brought to the size that it has.
    curve = "M0 200C0 0 200 0 250 100S500 200 500 0"
    yield "path", [shape(
        "path", f'<path d="{curve}" fill="none"/>', (500, 200), (320, 180), line={
            "color": "crimson", "width": 12, "cap": "round", "trim": Over([1, 100])},
        options={"path": f'"{curve}"'})]


def texts():
    # A browser rounds the heights of a line; of this size they are whole at two pixels each.
    def words(what, color=INK, **keys):
        return [text(what, 91, color, **{"at": (320, 180), **keys})]

    yield "text", words("Two days", position=Over([(320, 60), (320, 300)]))
    yield "text-fades", words("the water", anchor="top-left", at=(80, 90), opacity=Over([0, 1]))
    yield "text-turned", words("Rotation", "#a01030", rotation=Over([0, 35]))
    yield "text-grows-up", words("Growing", anchor="bottom-left", at=(40, 330), scale=Over([0.3, 1]))
    yield "text-perspective", words("Seen afar", SEA, rotation_y=Over([-50, 50]))


def easings():
    for name in ("ease", "ease-in", "ease-out", "ease-in-out", "cubic-bezier(0.3 -0.6 0.2 1.7)",
                 "cubic-bezier(0.9 0 0.1 1)", "hold", "steps(3)", "steps(3 start)", "steps(4 jump-none)",
                 "steps(5 jump-both)", *CURVES):
        label = "".join(letter if letter.isalnum() else "-" for letter in name).strip("-")
        yield f"easing-{label}", [
            plate((80, 80), INK, at=None, position=Over([(120, 100), (470, 100)], easing=name)),
            plate((80, 80), GOLD, at=(320, 260), rotation=Over([0, 170], [0, 0.9], easing=name))]


def motions():
    def mover(value, opacity=1):
        return [plate((70, 70), INK, at=None, position=value), plate((300, 30), GOLD, at=(320, 320), opacity=opacity)]

    ways = [(100, 100), (540, 100), (320, 240)]
    yield "ramp", mover(Ramp([(100, 60), (500, 200)], easing="ease-in"), Ramp([1, 0]))
    yield "motion", mover(Motion(ways, duration=0.8), Motion([0, 1], duration=0.6, delay=0.1))
    yield "motion-keys", mover(Motion(ways, times=[0, 0.2, 1], easing="ease-out"))
    yield "motion-repeats", mover(Motion(ways, duration=0.4, repeat=2.5), Motion([0.1, 1], duration=0.3, repeat=3))
    yield "motion-there-and-back", mover(
        Motion(ways, duration=0.35, repeat=2, autoreverse=True, easing="ease-in"),
        Motion([0, 1], duration=0.3, repeat=1.5, autoreverse=True, easing="ease-in-out"))
    yield "motion-delayed", mover(Motion(ways, duration=0.5, delay=0.4, easing="steps(3)"))


# How the first and the second picture move in a transition. An edge of libavfilter's `xfade` may be a pixel
# beside that of a browser, so wipes are compared with `xfade` alone, by the tests.
CHANGES = {
    "dissolve": ({}, {"opacity": (0, 1)}),
    "slide-left": ({"translate": ("0 0", "-100% 0")}, {"translate": ("100% 0", "0 0")}),
    "slide-right": ({"translate": ("0 0", "100% 0")}, {"translate": ("-100% 0", "0 0")}),
    "slide-up": ({"translate": ("0 0", "0 -100%")}, {"translate": ("0 100%", "0 0")}),
    "slide-down": ({"translate": ("0 0", "0 100%")}, {"translate": ("0 -100%", "0 0")}),
}


def changes():
    before, after = image("photo.png", (640, 360)), image("wide.png", (640, 360))
    for name, (first, second) in CHANGES.items():
        yield Change(f"transition-{name}", [before, after], first=first, second=second)


def all_scenes():
    yield from changes()
    for part in (geometry, space, look, looks, blends, masks, gradients, shapes, texts, easings, motions):
        for name, layers in part():
            yield Scene(name, layers)
