# SPDX-License-Identifier: Apache-2.0
"""Transitions as the shaders of gl-transitions draw them in a browser, and as Reel does.

The shaders are no part of this repository: they are cloned, or taken from the folder GL_TRANSITIONS. Both draw the same
two photographs at the same moments, in 4:4:4 and without loss.
"""

import base64
import math
import os
import re
import shutil
import subprocess

import chromium
import films

SHADERS = "https://github.com/gl-transitions/gl-transitions"
SIZE, RATE = (640, 360), 10
# Frame k of these has the progress k / RATE, as a transition lasts a second.
FRAMES = (1, 3, 5, 7, 9)
# Pictures that are less alike break the promise, in dB.
LIMIT = 35

# Kinds that take a third picture: a drawn one, of which browsers get the grey as it is.
MAPPED, MAP = ("luma", "displacement"), "map.png"
RINGS = "127.5+127.5*sin(hypot(X-W/3,Y-H/3)/30)"
# Those of which Reel draws something else at some places, how alike they are in dB, and why.
OTHERWISE = {
    "windowblinds": (31, "stripes that run ahead end at the second picture, and do not go beyond it"),
    "undulatingBurnOut": (34, "the driver rounds a mix that is compared with its end, which leaves holes in the rim"),
    **{f"wipe{way}": (34, "an edge of libavfilter's is a pixel beside, and that is Reel's")
       for way in ("Left", "Right", "Up", "Down")},
}
# Those with random numbers, which every program draws in its own way: their mean colours are compared.
RANDOM = ("BlockDissolve", "CrossZoom", "DoomScreenTransition", "Drop_Zone_Flicker", "FilmBurn", "GridFlip", "Mosaic",
          "PuzzleRight", "StaticFade", "StripDatamoshGlitch", "TVStatic", "burn0", "crosshatch", "fragment", "luminance_melt",
          "old_tv_lost_signal", "perlin", "randomNoisex", "randomsquares", "static_wipe", "tangentMotionBlur", "wind")
# Means that are less alike break the promise, in dB.
MEAN_LIMIT = 25
# Those whose light is left to chance, too, how alike their means are, and why.
BY_CHANCE = {"Drop_Zone_Flicker": (20, "means; the light of each step is left to chance"),
             "FilmBurn": (18, "means; it is lighter or darker by chance half-way"),
             "StripDatamoshGlitch": (12, "means; it flashes at other steps")}

# What surrounds a shader, as the site of the collection has it. A driver's own functions may be as coarse as 1 / 2048, which
# some shaders enlarge to many pixels, so they get finer ones.
BEFORE = """precision highp float;
uniform sampler2D first, second;
uniform float progress, ratio;
vec4 getFromColor(vec2 uv) { return texture2D(first, uv); }
vec4 getToColor(vec2 uv) { return texture2D(second, uv); }
float fine_sin(float x) {
  float turns = floor(x * 0.15915494 + 0.5), odd = 1.0, rest = (x - turns * 6.28125) - turns * 1.9353072e-3;
  if (abs(rest) > 1.5707963) { rest -= sign(rest) * 3.1415927; odd = -1.0; }
  float s = rest * rest;
  return odd * rest * (1.0 + s * (-1.0 / 6.0 + s * (1.0 / 120.0 + s * (-1.0 / 5040.0 + s * (1.0 / 362880.0 - s / 39916800.0)))));
}
vec2 fine_sin(vec2 x) { return vec2(fine_sin(x.x), fine_sin(x.y)); }
vec3 fine_sin(vec3 x) { return vec3(fine_sin(x.xy), fine_sin(x.z)); }
float fine_cos(float x) { return fine_sin(x + 1.5707963); }
vec2 fine_cos(vec2 x) { return vec2(fine_cos(x.x), fine_cos(x.y)); }
vec3 fine_cos(vec3 x) { return vec3(fine_cos(x.xy), fine_cos(x.z)); }
// Newton's method, from the driver's angle on.
float fine_atan(float y, float x) {
  float rough = atan(y, x), c = fine_cos(rough), s = fine_sin(rough), size = length(vec2(x, y));
  return size > 0.0 ? rough + (y * c - x * s) / size : rough;
}
float fine_atan(float x) { return fine_atan(x, 1.0); }
float fine_acos(float x) { return fine_atan(sqrt(1.0 - x * x), x); }
#define sin fine_sin
#define cos fine_cos
#define atan fine_atan
#define acos fine_acos
"""
AFTER = "\nvoid main() { gl_FragColor = transition(gl_FragCoord.xy / vec2(%d, %d)); }\n" % SIZE


def squashed(name):
    """A name without what spellings differ in."""
    return re.sub("[^a-z0-9]", "", name.lower())


def kinds(run):
    """Reel's transitions by the squashed names that shaders may have."""
    words = {"own": {}, "ported": {}}
    _, listed = run(["transitions"], ".", 60)
    for line in listed.splitlines():
        name = line.split()[0]
        _, described = run(["transitions", name], ".", 60)
        also = re.search(r"^  also: (.*)$", described, re.M)
        names = [name, name.removeprefix("gl-"), *(also[1].split(", ") if also else ())]
        # Of two effects of one name the other is libavfilter's.
        found = words["ported" if "after an effect by" in described else "own"]
        found.update({squashed(word): name for word in names})
    return words["own"] | words["ported"]


def shader_files(folder):
    """The shaders' files by their names."""
    root = os.environ.get("GL_TRANSITIONS")
    if not root:
        root = os.path.join(folder, "gl-transitions")
        subprocess.run(["git", "clone", "-q", "--depth", "1", SHADERS, root], check=True)
    place = os.path.join(root, "transitions")
    return {name.removesuffix(".glsl"): os.path.join(place, name) for name in sorted(os.listdir(place))
            if name.endswith(".glsl")}


def with_defaults(text):
    """A shader whose parameters are constants of the values that its comments give."""
    return BEFORE + re.sub(
        r"^\s*uniform\s+(?!sampler2D)(\w+)\s+(\w+)\s*(?:;\s*//|/\*)\s*=\s*([^;\n]*?)\s*(?:\*/)?\s*(?:;.*)?$",
        r"const \1 \2 = \1(\3);", text, flags=re.M) + AFTER


def make_photos(media, footage, folder):
    """Two photographs, or two pictures of the footage where there are none."""
    names = [os.path.join(media, "images", name) for name in ("photo_birdie.jpg", "photo_book_flowers_12mp.jpg")]
    if not all(map(os.path.exists, names)):
        names = [os.path.join(footage, name) for name in ("harbour.mp4", "phone.mov")]
    width, height = SIZE
    for name, made in zip(names, ("first.png", "second.png")):
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", name, "-frames:v", "1", "-vf",
             f"scale={width}:{height}:flags=area:force_original_aspect_ratio=increase,crop={width}:{height},format=rgb24",
             os.path.join(folder, made)], check=True)


def make_map(folder):
    """The third picture as a file; returns its grey, row by row."""
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
         f"color=s={SIZE[0]}x{SIZE[1]},format=gray,geq='{RINGS}'", "-frames:v", "1", os.path.join(folder, MAP)], check=True)
    return films.decode(["-i", os.path.join(folder, MAP), "-pix_fmt", "gray", "-f", "rawvideo", "-"])


def project(kind):
    given = f", with: {{map: {MAP}}}" if kind in MAPPED else ""
    return "\n".join([
        "reel: 1", f"canvas: {{size: {SIZE[0]}x{SIZE[1]}, rate: {RATE}}}", "tracks:", "  main:",
        "    - {clip: first.png, duration: 2s}", f"    - {{transition: {kind}, duration: 1s, easing: linear{given}}}",
        "    - {clip: second.png, duration: 2s}",
        f"outputs: {{film: {{file: {kind}.mkv, preset: lossless, range: 1s..2s}}}}", ""])


def composed(folder, run):
    """Both pictures as Reel has them: luma and two chromas of each."""
    with open(os.path.join(folder, "pictures.reel.yaml"), "w") as file:
        file.write("\n".join([
            "reel: 1", f"canvas: {{size: {SIZE[0]}x{SIZE[1]}, rate: {RATE}}}",
            "tracks: {main: [{clip: first.png, duration: 1f}, {clip: second.png, duration: 1f}]}",
            "outputs: {film: {file: pictures.mkv, preset: lossless}}", ""]))
    status, words = run(["build", "--quiet", "pictures.reel.yaml"], folder, 60)
    if status != 0:
        raise SystemExit(f"two photographs cannot be built: exit {status}\n{words}")
    data = films.decode(["-i", os.path.join(folder, "pictures.mkv"), "-pix_fmt", "yuv444p", "-f", "rawvideo", "-"])
    return data[: len(data) // 2], data[len(data) // 2 :]


def draw(pictures, gray, chosen, files, folder):
    """The pictures of the browser, KIND.rgba; what could not be compiled, by kind."""
    wrong = {}
    with chromium.Chromium(*SIZE) as browser:
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "shaders.js"), encoding="utf-8") as file:
            browser.evaluate(file.read())
        browser.evaluate(f"begin({SIZE[0]}, {SIZE[1]})")
        for unit, picture in enumerate(pictures):
            browser.evaluate(f"load({unit}, '{base64.b64encode(picture).decode()}')")
        browser.evaluate(f"loadGray(2, '{base64.b64encode(gray).decode()}')")
        for shader, kind in chosen.items():
            with open(files[shader], encoding="utf-8") as file:
                text = with_defaults(file.read())
            try:
                browser.evaluate(f"use({quoted(text)})")
            except RuntimeError as error:
                wrong[kind] = str(error)
                continue
            with open(os.path.join(folder, f"{kind}.rgba"), "wb") as file:
                for frame in FRAMES:
                    file.write(base64.b64decode(browser.evaluate(f"draw({frame} / {RATE})")))
    return wrong


def quoted(text):
    return "`" + re.sub(r"([`\\$])", r"\\\1", text) + "`"


def compare(kind, folder, way):
    """The PSNR in dB of each moment; KIND.png then shows Reel's pictures, the browser's, and eight times what they
    differ by. `way` is what is done to both before."""
    shown = "+".join(f"eq(n\\,{frame})" for frame in FRAMES)
    chain = (f"[0:v]select={shown},settb=1,setpts=N,scale=flags=accurate_rnd+full_chroma_int,format=gbrp,{way}split=3[a][b][c];"
             f"[1:v]settb=1,setpts=N,vflip,format=gbrp,{way}split=3[d][e][f];[a][d]psnr=stats_file=-,nullsink;"
             "[c][f]blend=all_mode=difference,lutrgb=r=val*8:g=val*8:b=val*8[g];"
             f"[b][e][g]vstack=inputs=3,tile={len(FRAMES)}x1[sheet]")
    run = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", f"{kind}.mkv", "-f", "rawvideo", "-pix_fmt", "rgba", "-s",
         f"{SIZE[0]}x{SIZE[1]}", "-framerate", str(RATE), "-i", f"{kind}.rgba", "-filter_complex", chain, "-map", "[sheet]",
         "-frames:v", "1", f"{kind}.png"], cwd=folder, check=True, capture_output=True, text=True)
    values = re.findall(r"psnr_avg:(\S+)", run.stdout)
    return [math.inf if value == "inf" else float(value) for value in values]


def campaign(budget, media, footage, folder, run, keep):
    """Draws all shaders twice; pictures and projects stay in `folder`."""
    if not chromium.executable():
        keep("Chromium is missing: install Debian's package `chromium`, or run Scripts/install-packages soak")
        return
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    make_photos(media, footage, folder)
    gray = make_map(folder)
    try:
        files = shader_files(folder)
    except subprocess.CalledProcessError as error:
        keep(f"the shaders cannot be cloned, and GL_TRANSITIONS names no folder of them: {error}")
        return
    known, chosen = kinds(run), {}
    for shader in files:
        kind = known.get(squashed(shader))
        if kind is None:
            print(f"  {shader:<30}there is no transition of its name", flush=True)
        elif any(text in kind for text in budget.only.split(",")):
            chosen[shader] = kind
    for kind in chosen.values():
        with open(os.path.join(folder, f"{kind}.reel.yaml"), "w") as file:
            file.write(project(kind))
    status, words = run(["build", "--quiet", *(f"{kind}.reel.yaml" for kind in chosen.values())], folder, 600)
    if status != 0:
        keep(f"the transitions cannot be built: exit {status}\n{words}")
    wrong = draw(composed(folder, run), gray, chosen, files, folder)
    for shader, kind in chosen.items():
        if kind in wrong:
            keep(f"{shader} cannot be compiled: {wrong[kind]}")
        elif os.path.exists(os.path.join(folder, f"{kind}.mkv")):
            judge(budget, shader, kind, folder, keep)


def judge(budget, shader, kind, folder, keep):
    """Prints the line of the table, and keeps what is not alike."""
    values = compare(kind, folder, "scale=1:1:flags=area," if shader in RANDOM else "")
    limit, why = OTHERWISE.get(shader, (LIMIT, ""))
    if shader in RANDOM:
        limit, why = BY_CHANCE.get(shader, (MEAN_LIMIT, "means"))
    print(f"  {kind:<30}{min(values, default=0):6.2f} " + "".join(f"{value:7.2f}" for value in values) + f"  {why}", flush=True)
    budget.count += 1
    if len(values) != len(FRAMES) or min(values) < limit:
        keep(f"{kind}: {', '.join(f'{value:.2f}' for value in values)} dB",
             *(os.path.join(folder, kind + ending) for ending in (".png", ".reel.yaml")))
