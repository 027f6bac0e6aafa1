# SPDX-License-Identifier: Apache-2.0
"""The projects of the gallery: each part yields names and texts."""

import os
import re
import subprocess

import scenes

REEL = os.environ.get("REEL") or os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ".build", "bin", "reel")

HEAD = """reel: 1
canvas: {size: 480x270, rate: 25}
"""
UNDER = "tracks:\n  main: [{fill: {linear: [\"#e9e2d2\", \"#b9c4cf\"]}, duration: 2s}]\n"
PICTURE = "photo.jpg"


def overlay(lines, under=UNDER):
    """A project with an overlay of the given lines."""
    return HEAD + under + "overlays:\n  layer:\n" + "".join(f"    {line}\n" for line in lines)


def layer(key, value, *more):
    """A picture with a key."""
    return overlay([f"image: {PICTURE}", "size: 50%", *more, f"{key}: {value}"])


def properties():
    yield "opacity", layer("opacity", "0 -> 1")
    yield "position", layer("position", "{0s: 0% 50%, 1s: 60% 40% ease-out, end: 110% 80%}")
    yield "anchor", layer("rotation", "0deg -> 90deg", "anchor: bottom-left", "position: [30%, 70%]")
    yield "size", overlay([f"image: {PICTURE}", "size: [30%, 80%]"])
    yield "size that changes", HEAD + (
        f"tracks: {{main: [{{clip: {PICTURE}, duration: 2s, fit: cover, radius: 12px, size: 20% 80% -> 90% 30%}}]}}\n")
    yield "anchor that moves", layer("anchor", "top-left -> bottom-right", "rotation: 20deg")
    yield "scale", layer("scale", "50% -> 150%")
    yield "scale of both axes", layer("scale", "1 0.2 -> 0.3 1.4")
    yield "rotation", layer("rotation", "0deg -> 360deg ease-in-out")
    yield "rotation-x", layer("rotation-x", "-80deg -> 80deg")
    yield "rotation-y", layer("rotation-y", "0deg -> 360deg")
    yield "perspective", layer("perspective", "200px -> 1500px", "rotation-y: 50deg")
    yield "backface", layer("backface", "hidden", "rotation-y: 0deg -> 360deg")
    yield "skew", layer("skew", "-30deg 0deg -> 30deg 10deg")
    yield "transform", layer("transform", "1 0 0 1 0 0 -> 0.8 0.3 -0.3 0.8 80 -40")
    yield "crop", layer("crop", "0 0 100% 100% -> 30% 30% 40% 40%")
    yield "radius", layer("radius", "0px -> 60px")
    yield "radius of corners", layer("radius", "0px 60px 0px 60px")
    yield "blur", layer("blur", "0px -> 16px")
    yield "blur and radius", layer("blur", "6px", "radius: 40px", "rotation: 0deg -> 45deg")
    yield "fade", layer("fade", "600ms")
    yield "fit blur", HEAD + f"tracks: {{main: [{{clip: tall.jpg, duration: 2s, fit: blur}}]}}\n"
    yield "fit cover", HEAD + f"tracks: {{main: [{{clip: tall.jpg, duration: 2s, fit: cover, scale: 1 -> 1.3}}]}}\n"
    yield "motion that repeats", layer(
        "position", "{values: [20% 50%, 80% 50%], duration: 500ms, repeat: forever, autoreverse: true, easing: ease-in-out}")


def easings():
    names = ["linear", "ease", "ease-in", "ease-out", "ease-in-out", "hold", "spring", "steps(4)", "steps(4 start)",
             "steps(4 jump-none)", "steps(4 jump-both)", "cubic-bezier(0.8 -0.4 0.2 1.4)",
             # Less, as much and more damping than lets it swing.
             "spring(1 200 12)", "spring(1 100 20)", "spring(1 200 40)"]
    names += [f"{kind}-{way}" for kind in ("back", "bounce", "elastic") for way in ("in", "out", "in-out")]
    for name in names:
        yield name, HEAD + UNDER + (
            "overlays:\n"
            '  dot: {shape: ellipse, fill: "#d0504a", size: [40px, 40px], '
            f"position: {{0s: 80px 80px, 1500ms: 400px 80px {name}}}}}\n"
            '  bar: {fill: "#1d6f80", size: [320px, 24px], position: [240px, 150px], '
            f"scale: {{0s: 0 1, 1500ms: 1 1 {name}}}}}\n"
            f'  turn: {{fill: "#27304a", size: [60px, 60px], position: [240px, 220px], '
            f"rotation: {{0s: 0deg, 1500ms: 90deg {name}}}}}\n")


def contents():
    big = "font: {family: DejaVu Sans, size: 48, weight: bold}"
    dark = 'color: "#27304a"'
    yield "text", overlay(["text: Quick fjords", big, dark, "scale: 0.5 -> 1.2"])
    yield "text with an outline", overlay(
        ["text: Outline", big, "outline: {width: 4, color: navy}", "rotation: -5deg -> 5deg"])
    yield "text in lines", overlay(["text: |-", "  Left, then", "  right", big, dark, "align: right"])
    yield "fill", overlay(["fill: teal", "size: [50%, 50%]", "rotation: 0deg -> 90deg"])
    yield "linear gradient", overlay(["fill: {linear: [navy, gold, tomato], angle: 60deg}"])
    yield "radial gradient", overlay(["fill: {radial: [white, navy], at: [30%, 40%]}"])
    yield "conic gradient", overlay(["fill: {conic: [red, gold, lime, blue, red]}"])
    yield "dark gradient", overlay(['fill: {linear: ["#101820", "#18222c"]}'])
    yield "gradient of alpha", overlay(["fill: {linear: [black@0%, black@90%]}"])
    line = "stroke: {color: \"#27304a\", width: 6px, trim: 0% -> 100%}"
    for kind, more in (("rect", ["radius: 20px", "fill: gold"]), ("ellipse", ["fill: gold"]), ("polygon", ["sides: 6"]),
                       ("star", ["fill: gold"]), ("line", []), ("arrow", [])):
        size = "size: 50%" if kind in ("star", "polygon") else "size: [60%, 50%]"
        yield f"shape {kind}", overlay([f"shape: {kind}", size, *more, line])
    yield "shape path", overlay(["shape: path", "path: M4 12l6 6L20 6", "size: 120px",
                                 "stroke: {color: green, width: 14px, cap: round, join: round, trim: 0% -> 100%}"])
    for kind, more in (("ellipse", "fill: gold"), ("path", "path: M4 12l6 6L20 6")):
        yield f"line that gets wider, {kind}", overlay(
            [f"shape: {kind}", more, "size: [160px, 120px]",
             'stroke: {color: "#27304a", width: 0px -> 24px, cap: round, join: round}'])
    yield "dashes", overlay(["shape: ellipse", "size: [160px, 160px]", "rotation: 0deg -> 90deg",
                             'stroke: {color: "#27304a", width: 8px, dash: [2px, 16px], cap: round}'])
    yield "drawing", overlay(["image: logo.svg", "size: 30%", "rotation: 0deg -> 180deg"])
    yield "thin line that turns", overlay(["fill: black", "size: [360px, 1px]", "rotation: 0deg -> 20deg"])
    yield "slow text", overlay(["text: Slowly up", big, dark, "position: {0%: 240px 140px, 100%: 240px 130px}"])
    yield "group", overlay([
        "group:", "  plate: {fill: {linear: [tomato, darkred]}, size: [240px, 80px], radius: 16px}",
        "  label: {text: New, font: {size: 44}}", "size: [260px, 100px]", "scale: {0s: 0, 800ms: 1 spring}"])


def transitions():
    listing = subprocess.run([REEL, "transitions"], check=True, capture_output=True, text=True).stdout
    for name in sorted(set(re.findall(r"^\s*([a-z][a-z-]+)\b", listing, re.M))):
        yield name, HEAD + (
            "tracks:\n  main:\n    - {clip: harbour.mp4, range: 2s..3500ms, audio: off}\n"
            f"    - {{transition: {name}, duration: 1s}}\n"
            "    - {clip: hills.mp4, range: 0s..1500ms, audio: off}\n")


def looks():
    for key, value in (("brightness", "0% -> 160%"), ("contrast", "20% -> 180%"), ("saturation", "0 -> 2"),
                       ("hue", "0deg -> 360deg"), ("temperature", "-100% -> 100%")):
        yield f"adjust {key}", layer("adjust", f"{{{key}: {value}}}")
    yield "lut", layer("adjust", "{lut: sunset.cube, lut-strength: 0% -> 100%}")
    yield "lut of curves", layer("adjust", "{lut: faded.cube}", "scale: 1 -> 1.3")
    yield "key", HEAD + (
        "tracks:\n"
        f"  under: [{{clip: {PICTURE}, duration: 2s, fit: cover}}]\n"
        '  over: [{clip: product.mp4, range: 0s..2s, key: {color: "#16a43f", tolerance: 6%, softness: 22%, spill: 100%}}]\n')
    yield "key by brightness", HEAD + (
        f"tracks: {{under: [{{fill: teal, duration: 2s}}], over: [{{clip: {PICTURE}, duration: 2s, fit: cover, "
        "key: {color: white, luma: 0% -> 100%, tolerance: 40%, softness: 20%}}]}\n")
    yield "key of more and more", HEAD + (
        f"tracks: {{under: [{{fill: teal, duration: 2s}}], over: [{{clip: {PICTURE}, duration: 2s, fit: cover, "
        "key: {color: black, luma: 100%, tolerance: 0% -> 60%, softness: 20%}}]}\n")
    yield "border", layer("border", "{width: 0px -> 20px, color: white}", "radius: 30px")
    yield "border of another colour", layer("border", "{width: 12px, color: navy -> gold@40%}", "radius: 30px")
    yield "shadow", layer("shadow", "{blur: 0px -> 60px, offset: 0px 16px, color: black@60%}", "radius: 20px")
    yield "shadow that turns", layer("shadow", "{blur: 20px, offset: 14px 14px}", "rotation: 0deg -> 180deg")
    yield "shadow that moves", layer(
        "shadow", "{blur: 16px, offset: {0s: -40px -20px, 1s: 40px 0px, end: 0px 30px}, color: black@60%}", "radius: 20px")
    yield "shadow of letters", overlay(
        ["text: Shadow", "font: {size: 64, weight: bold}", "shadow: {blur: 12px, offset: 4px 6px, color: black@70%}"])


def comings():
    for kind in ("fade", "slide-up", "slide-down", "slide-left", "slide-right", "pop", "spin", "wipe-left", "wipe-right",
                 "wipe-up", "wipe-down", "circle-open"):
        yield f"enter and exit {kind}", layer("enter", f"{kind} 600ms", f"exit: {kind} 600ms")
    yield "typewriter", overlay(["text: Letter by letter", "font: {size: 44}", 'color: "#27304a"', "enter: typewriter"])
    yield "position along a path", layer(
        "position", "{path: M60 200 C160 20 320 260 420 70, orient: true, duration: 2s}", "scale: 0.4")
    yield "ken burns", HEAD + (
        f"tracks: {{main: [{{clip: {PICTURE}, duration: 2s, ken-burns: {{from: [0%, 0%, 100%, 100%], to: [30%, 20%, 60%, 60%]}}}}]}}\n")
    yield "ken burns auto", HEAD + f"tracks: {{main: [{{clip: {PICTURE}, duration: 2s, ken-burns: auto}}]}}\n"
    for where in ("10%, 20%", "90%, 80%"):
        yield f"ken burns with a focus at {where}", HEAD + (
            f"tracks: {{main: [{{clip: {PICTURE}, duration: 2s, ken-burns: {{focus: [{where}]}}}}]}}\n")


def blends():
    for mode in scenes.BLENDS:
        yield mode, HEAD + (
            f"tracks: {{main: [{{clip: {PICTURE}, duration: 2s, fit: cover}}]}}\noverlays:\n"
            f'  disc: {{shape: ellipse, fill: {{linear: [tomato, "#3af"], angle: 90deg}}, size: [60%, 80%], blend: {mode}, '
            "opacity: 0 -> 1}\n")


def masks():
    yield "mask by a shape", layer("mask", "{shape: ellipse, fill: white, size: 0% -> 130%}")
    yield "mask by a text", layer("mask", "{text: ROME, font: {size: 24%, weight: bold}}", "scale: 1 -> 1.4")
    yield "mask by luma", layer("mask", "{fill: {linear: [black, white], angle: 90deg}, by: luma}")
    yield "mask inverted", layer("mask", "{shape: star, fill: white, invert: true}", "rotation: 0deg -> 45deg")
    yield "mask by an image", layer("mask", "{image: logo.svg}", "scale: 1 -> 1.5")
    yield "mask by a text inverted", layer("mask", "{text: ROME, font: {size: 24%, weight: bold}, invert: true}")
    yield "motion blur", layer("motion-blur", "16", "rotation: {0s: 0deg, 1s: 180deg ease-in-out}",
                               "position: 0% 50% -> 100% 50%")


def effects():
    for effect in ("gblur: {sigma: 0 -> 8}", "vignette", "hue: {s: 0 -> 3}", "negate", "edgedetect",
                   "noise: {alls: 30}", "curves: {preset: vintage}", "pixelize: {width: 12, height: 12}",
                   "chromashift: {cbh: 8, crh: -8}", "unsharp"):
        yield effect.split(":")[0], layer("effects", f"[{effect}]")


def numbers():
    font = "font: {family: DejaVu Sans, size: 64, weight: bold}"
    yield "counter", overlay(['counter: {from: 0, to: 1500, format: "%,d km"}', font, 'color: "#27304a"'])
    yield "timecode", overlay(["counter: {format: timecode}", font, 'color: "#27304a"'])
    yield "clock", overlay(["counter: {format: clock, value: 3590 -> 3610}", font, 'color: "#27304a"'])
    yield "frame", overlay(["counter: {format: frame}", font, 'color: "#27304a"'])
    yield "snow", overlay(["particles: {rate: 60, life: [6s, 9s], lead: 9s, size: [3px, 9px], at: top, "
                           "area: [120%, 0px], direction: 180deg, spread: 30deg, speed: [40px, 80px]}"])
    yield "sparks", HEAD + (
        f"tracks: {{main: [{{clip: {PICTURE}, duration: 2s, fit: cover, adjust: {{brightness: 40%}}}}]}}\noverlays:\n"
        "  sparks:\n    blend: add\n    particles: {colors: [orange, gold, tomato], rate: 120, lead: 1s, size: [2px, 5px], "
        "at: bottom, spread: 50deg, speed: [150px, 300px], gravity: [0px, 120px], scale: [100%, 40%]}\n")
    yield "stars that turn", overlay([
        "particles: {shape: star, colors: [gold, white], rate: 12, life: 3s, lead: 3s, size: [16px, 40px], speed: 30px, "
        "area: [100%, 100%], spin: [-90deg, 90deg], fade: [30%, 30%]}"])
    yield "confetti", overlay([
        'particles: {shape: rect, colors: [red, gold, "#3af"], count: 200, rate: 2000, life: 3s, speed: [150px, 400px], '
        "spread: 90deg, gravity: [0px, 400px], spin: [-2turn, 2turn], size: [4px, 9px]}"])


def files():
    yield "animated image", overlay(["image: ball.gif", "size: 50%", "rotation: 0deg -> 20deg"])
    yield "animated image once", overlay(["image: ball.gif", "size: 50%", "loop: false"])
    yield "still picture in webp", overlay(["image: soft.webp", "size: 60%", "rotation: -10deg -> 10deg"])
    yield "still picture in avif", overlay(["image: photo.avif", "size: 60%", "radius: 20px", "scale: 80% -> 110%"])
    yield "picture with alpha", overlay(["image: soft.png", "size: 60%", "scale: 40% -> 140%"])
    for name in ("ring.webm", "ring.mov"):
        yield f"footage with alpha in {name[5:]}", HEAD + (
            f"tracks: {{main: [{{clip: {PICTURE}, duration: 2s, fit: cover}}], over: [{{clip: {name}, "
            "scale: 60% -> 120%, shadow: {blur: 12px, offset: 6px 6px}}]}\n")


PARTS = {"properties": properties, "easings": easings, "looks": looks, "coming and going": comings,
         "blend modes": blends, "masks": masks, "effects": effects, "numbers and particles": numbers,
         "files": files, "contents": contents, "transitions": transitions}
