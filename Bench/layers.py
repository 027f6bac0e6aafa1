# SPDX-License-Identifier: Apache-2.0
"""The layers of the benchmark: as overlays of Reel, as filters of ffmpeg, and as transitions of MLT."""

import os
import subprocess
from dataclasses import dataclass

import films

SECONDS, RATE = 10, 24
FRAMES = SECONDS * RATE
# ffmpeg shows one picture for all frames without decoding it again.
HELD = f"loop=loop=-1:size=1,setpts=N/{RATE}/TB,trim=end_frame={FRAMES}"
STILL = f"format=yuva420p,{HELD}"


def make_pictures(folder, media):
    """A picture of the film's size without alpha, a smaller one, and a watermark."""
    photo = f"{media}/images/photo_book_flowers_12mp.jpg"
    for name, size in (("layer.png", "1280:720"), ("small.png", "640:360")):
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", photo, "-vf", f"scale={size}:flags=area,format=rgb24",
             os.path.join(folder, name)], check=True)
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", f"{media}/images/png_alpha_2048.png", "-vf",
         "scale=160:120:flags=area", os.path.join(folder, "mark.png")], check=True)


    with open(os.path.join(folder, "film.cube"), "w") as file:
        file.write("LUT_3D_SIZE 33\n")
        for place in range(33 ** 3):
            r, g, b = (place // 33 ** axis % 33 / 32 for axis in range(3))
            file.write(f"{r ** 0.9:.6f} {(g * 3 + r) / 4:.6f} {b * b:.6f}\n")


@dataclass
class Row:
    """One layer over ten seconds of footage, and how many milliseconds a frame it may cost."""

    name: str
    limit: float
    # The keys of the overlay.
    overlay: str
    # ffmpeg's filters from [b], the footage, and [1:v], its picture, to [v].
    chain: str
    picture: str = "layer.png"
    # Properties of MLT's transition `affine` of the picture over the footage.
    melt: tuple = ()
    # How many of the frames show it.
    share: float = 1


ROWS = [
    Row("opacity of a full frame", 4, "{image: layer.png, opacity: 0.2 -> 0.9}",
        f"[1:v]{STILL},fade=in:alpha=1:d={SECONDS}[l];[b][l]overlay[v]",
        melt=("rect=0=0/0:1280x720:20;239=0/0:1280x720:90",)),
    Row("position of a full frame", 4,
        "{image: layer.png, position: {0%: [-20%, 50%], 100%: [120%, 50%]}}",
        f"[1:v]{STILL}[l];[b][l]overlay=x='-W*0.7+W*1.4*t/{SECONDS}':y=0[v]",
        melt=("rect=0=-896/0:1280x720:100;239=896/0:1280x720:100",)),
    Row("rotation with scale", 8, "{image: layer.png, rotation: 0deg -> 90deg, scale: 50% -> 120%}",
        f"[1:v]{STILL},scale=w='iw*(0.5+0.07*t)':h=-2:eval=frame,"
        f"rotate=a='PI/2*t/{SECONDS}':c=none:ow='hypot(iw,ih)':oh=ow[l];"
        "[b][l]overlay=x='(W-w)/2':y='(H-h)/2'[v]",
        melt=("fix_rotate_x=0=0;239=90", "scale_x=0=2;239=0.83", "scale_y=0=2;239=0.83")),
    Row("rotation in perspective", 12, "{image: layer.png, rotation-y: -60deg -> 60deg}",
        f"[1:v]format=yuva444p,{HELD},perspective=eval=frame:x0='100+on':y0='on/2':x1='W-100-on':y1=0"
        ":x2='100+on':y2='H-on/2':x3='W-100-on':y3=H,format=yuva420p[l];[b][l]overlay[v]"),
    Row("title", 0.7, "{text: Chapter one, font: {family: DejaVu Sans, size: 72}, position: [50%, 80%]}",
        "[b]drawtext=font=DejaVu Sans:text=Chapter one:fontsize=72:fontcolor=white:x=(w-tw)/2:y=540[v]"),
    Row("shape", 0.7, "{shape: rect, radius: 24px, fill: navy@70%, size: [480px, 120px], position: [50%, 80%]}",
        "[b]drawbox=400:516:480:120:navy@0.7:fill[v]"),
    Row("watermark", 0.7, "{image: mark.png, position: [1180px, 640px]}",
        f"[1:v]{STILL}[l];[b][l]overlay=x=1100:y=580[v]", picture="mark.png",
        melt=("rect=1100/580:160x120:100",)),
    Row("blur of 640x360 that stays", 1, "{image: small.png, blur: 12px}",
        f"[1:v]format=yuva420p,pad=720:440:40:40:black@0,gblur=sigma=12,{HELD}[l];[b][l]overlay=x=280:y=140[v]",
        picture="small.png"),
    Row("shadow of 640x360 that stays", 1,
        "{image: small.png, shadow: {blur: 24px, offset: [0px, 12px], color: black@60%}}",
        f"[1:v]format=yuva420p,split[l][q];[q]pad=760:480:60:60:black@0,colorchannelmixer=rr=0:gg=0:bb=0:aa=0.6,"
        f"gblur=sigma=12,{HELD}[s];[l]{HELD}[m];[b][s]overlay=x=260:y=132[c];[c][m]overlay=x=320:y=180[v]",
        picture="small.png"),
    Row("blend mode of a full frame", 8, "{image: layer.png, blend: overlay, opacity: 0.2 -> 0.9}",
        f"[1:v]format=gbrp,{HELD}[l];[b]format=gbrp[c];[c][l]blend=all_mode=overlay:all_opacity=0.5[v]"),
    Row("LUT of a full frame", 16, "{image: layer.png, adjust: {lut: film.cube, lut-strength: 0.2 -> 1}}",
        f"[1:v]format=yuv420p,{HELD},format=gbrp,lut3d=film.cube:interp=tetrahedral,format=yuv420p[l];[b][l]overlay[v]"),
    Row("rotation with scale, a tenth of the film", 0.9,
        "{image: layer.png, during: 4s..5s, rotation: 0deg -> 90deg, scale: 50% -> 120%}",
        f"[1:v]{STILL},scale=w='iw*(0.5+0.07*t)':h=-2:eval=frame,"
        f"rotate=a='PI/2*t/{SECONDS}':c=none:ow='hypot(iw,ih)':oh=ow[l];"
        "[b][l]overlay=x='(W-w)/2':y='(H-h)/2':enable='between(t,4,5)'[v]", share=0.1),
]


def project(media, row=None, preset="low"):
    """Ten seconds of footage, with the layer or without one."""
    name = "film.mkv" if preset == "lossless" else "film.mp4"
    lines = ["reel: 1", f"canvas: {{size: 1280x720, rate: {RATE}}}", "tracks:", "  main:",
             f"    - {{clip: '{media}/{films.BUNNY}', range: 20s..{20 + SECONDS}s, audio: off}}"]
    if row:
        lines += ["overlays:", f"  layer: {row.overlay}"]
    return "\n".join([*lines, f"outputs: {{film: {{file: {name}, preset: {preset}}}}}", ""])


def command(media, row=None):
    """ffmpeg's way without an encoder."""
    words = ["ffmpeg", "-nostdin", "-v", "error", "-filter_complex_threads", "1", "-ss", "20", "-t", str(SECONDS), "-i",
             f"{media}/{films.BUNNY}", "-i", row.picture if row else "layer.png"]
    chain = f"[0:v]fps={RATE},format=yuv420p[b];" + (row.chain if row else "[b]null[v]")
    return [*words, "-filter_complex", chain + ";[v]format=yuv420p[o]", "-map", "[o]", "-frames:v", str(FRAMES), "-f",
            "null", "-"]


def melt_command(media, row=None):
    words = ["melt", "-silent", "-profile", "atsc_720p_24", "-track", f"{media}/{films.BUNNY}", "in=480", f"out={479 + FRAMES}"]
    if row:
        words += ["-track", f"pixbuf:{row.picture}", f"out={FRAMES - 1}", "-transition", "affine", "in=0",
                  f"out={FRAMES - 1}", "a_track=0", "b_track=1", *row.melt]
    return [*words, "-consumer", "null", "real_time=-1", "terminate_on_pause=1"]


# Films of photographs, without footage.

KEN_BURNS = "ken-burns: {from: [0%, 0%, 100%, 100%], to: [30%, 25%, 50%, 50%], easing: ease-in-out}"


def photo_project(media, keys, preset="low"):
    name = "film.mkv" if preset == "lossless" else "film.mp4"
    photo = f"{media}/images/photo_book_flowers_12mp.jpg"
    return "\n".join([
        "reel: 1", f"canvas: {{size: 1920x1080, rate: {RATE}, fit: cover}}",
        f"tracks: {{main: [{{clip: '{photo}', duration: {SECONDS}s{', ' + keys if keys else ''}}}]}}",
        f"outputs: {{film: {{file: {name}, preset: {preset}}}}}", ""])


def photo_command(media, moves):
    photo = f"{media}/images/photo_book_flowers_12mp.jpg"
    chain = ("scale=4000:2250:force_original_aspect_ratio=increase,crop=4000:2250,"
             f"zoompan=z='1+in/{FRAMES}':x='iw*0.3*in/{FRAMES}':y='ih*0.25*in/{FRAMES}':d={FRAMES}:s=1920x1080:fps={RATE}"
             if moves else f"scale=1920:1080:force_original_aspect_ratio=increase,crop=1920:1080,{HELD}")
    return ["ffmpeg", "-nostdin", "-v", "error", "-filter_threads", "1", "-i", photo, "-vf", chain + ",format=yuv420p",
            "-frames:v", str(FRAMES), "-f", "null", "-"]


def many(media, count, at_once, size="1920x1080"):
    """Overlays of so many pictures of the film's size, together for a second or one after the other."""
    seconds = 1 if at_once else count / 10
    lines = ["reel: 1", f"canvas: {{size: {size}, rate: 10}}",
             f"tracks: {{main: [{{fill: navy, duration: {films.shown(seconds)}s}}]}}", "overlays:"]
    for index in range(count):
        during = "" if at_once else f", during: {index}f..{index + 1}f"
        lines.append(f"  o{index}: {{image: many-{index % 100}.png{during}, opacity: 0.5, "
                     f"position: {{0%: [{45 + index % 10}%, 50%], 100%: [60%, 40%]}}}}")
    return "\n".join([*lines, "outputs: {film: {file: film.mp4, preset: low}}", ""])


def make_many(folder, count=100):
    """So many pictures of 1920x1080, all of them different."""
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=10", "-frames:v",
         str(count), "-start_number", "0", "-compression_level", "1", os.path.join(folder, "many-%d.png")], check=True)
