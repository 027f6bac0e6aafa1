# SPDX-License-Identifier: Apache-2.0
"""Other Debians: all tests in the stable one, pixel tests and examples in the next, and films of both beside this machine's."""

import collections
import json
import os
import subprocess
import tempfile

# Filters with a time and with the number of a frame, full range, other matrices, scaling, mixes and texts. `geq` reads no
# samples: since FFmpeg 5.1 it has others beyond the edges.
PROJECT = """\
reel: 1
canvas: {size: 320x180, rate: 25}
tracks:
  main:
    - {clip: hd.mp4, range: 0s..1s, effects: [{hue: {h: "20*sin(t*3)+n", s: 1.4}}]}
    - {clip: full.mp4, range: 0s..1s, effects: [{noise: {allf: t, alls: 20}}, {rotate: {angle: t*0.3}}]}
    - {clip: sd.mp4, range: 0s..1s, effects: [{eq: {brightness: 0.2*sin(n/3), eval: frame}}]}
    - {clip: plain.mp4, range: 0s..1s, effects: [{fade: {type: in, nb_frames: 12}}, {geq: {lum: "128+90*sin((X+Y)/20+N/3)"}}]}
    - {transition: dissolve, duration: 400ms}
    - {clip: jpeg.mp4, range: 0s..1s, crop: [10%, 10%, 80%, 80%]}
    - {clip: wide.mkv, range: 0s..1s}
overlays:
  title: {text: FFmpeg, during: 1s..3s, position: [50%, 80%]}
outputs:
  film: {file: film.mkv, preset: lossless}
  small: {file: small.mkv, preset: lossless, size: 160x90}
"""

X264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "12", "-pix_fmt"]
FFV1 = ["-c:v", "ffv1", "-pix_fmt"]
# Files (not of ProRes, whose own colours libavcodec 59 does not read): how pictures are brought there, the encoder, and the tags: matrix, primaries, transfer, range.
FOOTAGE = {
    "hd.mp4": ("null", X264 + ["yuv420p"], ("bt709", "bt709", "bt709", "tv")),
    "full.mp4": ("scale=out_range=pc:out_color_matrix=bt709", X264 + ["yuv420p"], ("bt709", "bt709", "bt709", "pc")),
    "sd.mp4": ("scale=out_color_matrix=bt601", X264 + ["yuv420p"], ("smpte170m", "smpte170m", "smpte170m", "tv")),
    "plain.mp4": ("null", X264 + ["yuv420p"], None),
    "jpeg.mp4": ("scale=out_range=pc:out_color_matrix=bt601", X264 + ["yuvj420p"], ("bt470bg", "bt470bg", "smpte170m", "pc")),
    "wide.mkv": (
        "format=yuv444p10le,scale=out_color_matrix=bt2020", FFV1 + ["yuv444p10le"], ("bt2020nc", "bt2020", "bt709", "tv")),
}
# How much a sample may differ, of 255: a conversion of range rounds otherwise, and what is scaled behind it once more.
FILMS = {"film.mkv": 1, "small.mkv": 2}
TAGS = ("color_space", "color_range", "color_primaries", "color_transfer", "pix_fmt", "width", "height")

# Their suites, and what is run in the source tree beside the films.
SUITES = {
    "trixie": [["make", "test"]],
    "sid": [["make", "tests"], ["Scripts/run-tests", "pixels", "examples"]],
}


def make_footage(folder):
    for name, (filters, encoder, tags) in FOOTAGE.items():
        words = []
        for option, value in zip(("-colorspace", "-color_primaries", "-color_trc", "-color_range"), tags or ()):
            words += [option, value]
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=1.2", "-vf", filters,
             *encoder, *words, os.path.join(folder, name)], check=True)


def described(path):
    """The tags of a film, and its samples, all of them."""
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=" + ",".join(TAGS), "-of", "json", path],
        check=True, stdout=subprocess.PIPE)
    stream = json.loads(probe.stdout)["streams"][0]
    frames = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo", "-"], check=True,
        stdout=subprocess.PIPE)
    return [stream.get(tag) for tag in TAGS], frames.stdout


def compare(folder, wanted, keep, suite):
    for film, bound in FILMS.items():
        path = os.path.join(folder, film)
        tags, samples = described(path)
        own_tags, own_samples = wanted[film]
        if tags != own_tags:
            keep(f"{suite}: {film} has the tags {tags}, here {own_tags}", path)
        if len(samples) != len(own_samples):
            keep(f"{suite}: {film} has {len(samples)} samples, here {len(own_samples)}", path)
            continue
        differences = collections.Counter(abs(a - b) for a, b in zip(samples, own_samples))
        most, more = max(differences, default=0), sum(count for level, count in differences.items() if level > 1)
        print(f"  {suite}: {film} differs by {most} of 255 at most, {more} of {len(samples)} samples by more than 1", flush=True)
        if most > bound or more * 1000 > len(samples):
            keep(f"{suite}: {film} differs by {most} of 255, {more} samples by more than 1", path)


def campaign(root, reel, keep):
    """Builds, tests and compares in each suite, once."""
    with tempfile.TemporaryDirectory() as folder:
        make_footage(folder)
        with open(os.path.join(folder, "film.reel.yaml"), "w") as file:
            file.write(PROJECT)
        subprocess.run([reel, "build", "film.reel.yaml"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        wanted = {film: described(os.path.join(folder, film)) for film in FILMS}
        for suite, commands in SUITES.items():
            subprocess.run(["rm", "-rf", *(os.path.join(folder, name) for name in (*FILMS, ".reel"))], check=True)

            def run(*words):
                done = subprocess.run([os.path.join(root, "Scripts", "in-debian"), "--with", folder, suite, *words])
                if done.returncode != 0:
                    keep(f"{suite}: `{' '.join(words)}` ends with {done.returncode}")
                return done.returncode == 0

            if not run("make", "demo"):
                continue
            if run("bash", "-c", 'cd /reel/with && "$OLDPWD/.build/bin/reel" build film.reel.yaml'):
                compare(folder, wanted, keep, suite)
            for words in commands:
                run(*words)
