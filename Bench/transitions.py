# SPDX-License-Identifier: Apache-2.0
"""The transitions of the benchmark: all that Reel has, as films of two photographs, and ffmpeg's way of some of them."""

import os
import subprocess

SIZE, RATE = "1920x1080", 24
# Two photographs of 51 frames, which meet for 48.
SHOWN, MET = 51, 48
FRAMES = 2 * SHOWN - MET
PICTURES = ("first.png", "second.png")
# Those that read a picture, and the one that they get: rings about a place, with grey from black to white.
MAPPED, MAP = ("luma", "displacement"), "map.png"
RINGS = "127.5+127.5*sin(hypot(X-W/3,Y-H/3)/60)"

# The least that x264 does, in a project and as a command: what varies in an encoder is no cost of a transition.
SETTINGS = "{codec: h264, speed: ultrafast, crf: 26}"
ENCODER = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "26", "-threads", "1", "-x264-params",
           "cpu-independent=1:open-gop=0:rc-lookahead=30"]

# Most milliseconds that a frame may cost.
BLURS = {"hblur", "cross-zoom", "linear-blur", "tangent-motion-blur", "defocus-blur", "edge-transition", "film-burn",
         "revolve-left"}
PLAIN = ("dissolve", "fade-", "wipe-", "smooth-", "smpte-", "luma")

# Names of xfade that are not ours without hyphens.
XFADE = {"dissolve": "fade", "noise-dissolve": "dissolve"}
# Expressions of xfade for others; P goes from 1 to 0.
CUSTOM = {
    "angular": "if(lt(mod(atan2(H/2-Y,X-W/2)/(2*PI)+1,1),1-P),B,A)",
    "polka-dots-curtain": "if(lt(hypot(mod(X/W*20,1)-0.5,mod(Y/H*20,1)-0.5)*hypot(X/W,Y/H),1-P),B,A)",
    "crosshatch": "if(lt(hypot(X/W-0.5,Y/H-0.5)/3,1-P-mod(sin(Y*12.9898+X*78.233)*43758.5453,1)),B,A)",
}


def make_pictures(folder, media):
    for name, photo in zip(PICTURES, ("photo_book_flowers_12mp.jpg", "photo_japanese_shop_12mp.jpg")):
        size = SIZE.replace("x", ":")
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", f"{media}/images/{photo}", "-vf",
             f"scale={size}:force_original_aspect_ratio=increase,crop={size},format=rgb24", os.path.join(folder, name)],
            check=True)
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", f"color=s={SIZE},format=gray,geq='{RINGS}'",
         "-frames:v", "1", os.path.join(folder, MAP)], check=True)


def names(reel):
    """All transitions."""
    output = subprocess.run([reel, "transitions"], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in output.splitlines() if line.strip()]


def limit(name):
    return 60 if name in BLURS else 6 if name.startswith(PLAIN) else 12


def project(name, preset):
    """Both photographs with a transition, or one after the other with none; as many frames."""
    film = "film.mkv, preset: lossless" if preset == "lossless" else f"film.mp4, video: {SETTINGS}"
    shown = [SHOWN, SHOWN] if name else [FRAMES // 2, FRAMES - FRAMES // 2]
    lines = ["reel: 1", f"canvas: {{size: {SIZE}, rate: {RATE}}}", "tracks:", "  main:",
             f"    - {{clip: {PICTURES[0]}, duration: {shown[0]}f}}"]
    if name:
        given = f", with: {{map: {MAP}}}" if name in MAPPED else ""
        lines.append(f"    - {{transition: {name}, duration: {MET}f{given}}}")
    lines.append(f"    - {{clip: {PICTURES[1]}, duration: {shown[1]}f}}")
    return "\n".join([*lines, f"outputs: {{film: {{file: {film}}}}}", ""])


def built_in():
    """The transitions of the installed xfade."""
    output = subprocess.run(
        ["ffmpeg", "-hide_banner", "-h", "filter=xfade"], check=True, capture_output=True, text=True).stdout
    return {line.split()[0] for line in output.splitlines() if line.startswith("     ") and line.split()}


def xfade(name):
    """The options of xfade for a transition, or for none."""
    if name in CUSTOM:
        return f"custom:expr='{CUSTOM[name]}'"
    theirs = XFADE.get(name, name.replace("-", ""))
    return theirs if theirs in built_in() else None


def command(options=None):
    """ffmpeg's way without an encoder; both photographs without a transition."""
    held = f"format=yuv420p,loop=loop=-1:size=1,setpts=N/{RATE}/TB,fps={RATE},settb=1/{RATE},trim=end_frame={MET}"
    chain = f"[0:v]{held}[a];[1:v]{held}[b];"
    chain += f"[a][b]xfade=transition={options}:duration={MET / RATE:g}:offset=0[v]" if options else "[b]nullsink;[a]null[v]"
    return ["ffmpeg", "-nostdin", "-v", "error", "-filter_complex_threads", "1", "-i", PICTURES[0], "-i", PICTURES[1],
            "-filter_complex", chain, "-map", "[v]", "-frames:v", str(MET), "-f", "null", "-"]
