# SPDX-License-Identifier: Apache-2.0
"""Footage in the codecs, containers and shapes that real files of the media folder lack."""

import hashlib
import os
import subprocess

SIZE, START, SECONDS = "640:360", 2, 14
# Two frames become one, each a field of it.
FIELDS = "tinterlace=interleave_{0}"
TAGS = "setsar=1,setparams=colorspace={0}:color_primaries={1}:color_trc={2}:range=tv"
BT709 = TAGS.format("bt709", "bt709", "bt709")
HLG = TAGS.format("bt2020nc", "bt2020", "arib-std-b67")

X264 = ["-c:v", "libx264", "-preset", "veryfast", "-g", "45", "-pix_fmt", "yuv420p"]
VP9 = ["-c:v", "libvpx-vp9", "-cpu-used", "5", "-b:v", "1M"]
SVT = ["-c:v", "libsvtav1", "-preset", "12", "-g", "48"]
TEN = ["-pix_fmt", "yuv420p10le"]


def x265(parameters, *others):
    return ["-c:v", "libx265", "-preset", "fast", "-pix_fmt", "yuv420p", "-x265-params",
            parameters + ":log-level=none", *others]


# Names, the filters of the pictures after scaling, options of the encoder, and how much later than the
# pictures the sound begins. The open groups of pictures that x265 makes by default are there,
# alternate references that VP9 hides, key frames in the midst of AV1, and times that are not constant.
VARIANTS = [
    ("x264-open.mp4", BT709, [*X264, "-x264-params", "open-gop=1:bframes=3"], 0),
    ("x264.ts", BT709, X264, 0),
    ("x264.mkv", BT709, X264, 0),
    ("x264-dropped.mp4", f"{BT709},select='mod(n,7)'", X264, 0),
    ("x264-jitter.mp4", f"{BT709},settb=1/90000,setpts='PTS+floor(random(1)*900)'",
     [*X264, "-enc_time_base", "1/90000", "-video_track_timescale", "90000"], 0),
    ("x264-interlaced.mp4", f"{BT709},{FIELDS.format('top')}",
     [*X264, "-g", "15", "-x264-params", "tff=1"], 0),
    ("x264-interlaced.ts", f"{BT709},{FIELDS.format('bottom')}",
     [*X264, "-g", "15", "-x264-params", "bff=1:bframes=3"], 0),
    ("x264-late-sound.mp4", BT709, X264, 0.3),
    ("x264-late-pictures.mp4", BT709, X264, -0.3),
    ("x264-late-sound.mkv", BT709, X264, 0.3),
    ("x264-late-pictures.ts", BT709, X264, -0.3),
    ("x264-turned.mov", BT709, X264, 0),
    ("x264-anamorphic.mp4", f"{BT709},setsar=4/3", X264, 0),
    ("x264-anamorphic.mkv", f"{BT709},setsar=16/11", X264, 0),
    ("x264-anamorphic-turned.mov", f"{BT709},setsar=10/11", X264, 0),
    ("x264-high10.mp4", BT709, [*X264, *TEN], 0),
    ("x265-closed.mp4", BT709, x265("open-gop=0:keyint=40:min-keyint=20", "-tag:v", "hvc1"), 0),
    ("x265-closed.ts", BT709, x265("open-gop=0:keyint=48:min-keyint=48:slices=2"), 0),
    ("x265-open.mp4", BT709, x265("keyint=48:min-keyint=24"), 0),
    ("x265-open.mkv", BT709, x265("keyint=30:min-keyint=15:bframes=6:radl=0"), 0),
    ("x265-radl.mp4", BT709, x265("open-gop=0:keyint=36:min-keyint=36:radl=3"), 0),
    ("x265-main10.mp4", BT709, [*x265("keyint=48:min-keyint=24", "-tag:v", "hvc1"), *TEN], 0),
    ("x265-hlg.mp4", HLG, [*x265("keyint=48:min-keyint=24", "-tag:v", "hvc1"), *TEN], 0),
    ("x265-anamorphic.mp4", f"{BT709},setsar=4/3",
     x265("keyint=48:min-keyint=24", "-tag:v", "hvc1"), 0),
    ("vp9-anamorphic.webm", f"{BT709},setsar=4/3", [*VP9, "-g", "48"], 0),
    ("vp9.webm", BT709, [*VP9, "-g", "48", "-deadline", "realtime"], 0),
    ("vp9-hidden.webm", BT709, [*VP9, "-g", "60", "-auto-alt-ref", "1", "-lag-in-frames", "25"], 0),
    ("vp9-hidden.mp4", BT709, [*VP9, "-g", "45", "-auto-alt-ref", "1", "-lag-in-frames", "16"], 0),
    ("vp9-profile2.webm", BT709, [*VP9, "-g", "48", "-profile:v", "2", *TEN], 0),
    ("svt-av1.mp4", BT709, [*SVT, "-pix_fmt", "yuv420p"], 0),
    ("svt-av1.webm", BT709, [*SVT, "-pix_fmt", "yuv420p"], 0),
    ("svt-av1-10bit.mp4", BT709, [*SVT, *TEN], 0),
    ("aom-av1.mkv", BT709, ["-c:v", "libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-g", "48",
                            "-b:v", "1M", "-pix_fmt", "yuv420p"], 0),
]
# AAC in Matroska begins before the pictures, whose first frame would be held.
SOUNDS = {".mp4": "aac", ".mov": "aac", ".ts": "aac", ".webm": "libopus", ".mkv": "flac"}


def make(source, folder):
    """Encodes a part of `source` in all variants, in a folder below `folder` that is found again while
    nothing is changed here; the files that could be made."""
    with open(__file__, "rb") as file:
        recipe = hashlib.sha256(file.read() + source.encode()).hexdigest()[:12]
    folder = os.path.join(folder, recipe)
    os.makedirs(folder, exist_ok=True)
    return [path for path in (encode(source, folder, *variant) for variant in VARIANTS) if path]


def encode(source, folder, name, filters, options, delay):
    path, unfinished = os.path.join(folder, name), os.path.join(folder, "unfinished-" + name)
    if os.path.exists(path):
        return path
    part = ["-ss", str(START), "-t", str(SECONDS)]
    delays = [["-itsoffset", str(max(0, seconds))] for seconds in (-delay, delay)]
    # libvpx hides alternate references only when it has seen everything before.
    passes = [[]]
    if "-auto-alt-ref" in options:
        passes = [["-passlogfile", unfinished, "-pass", number] for number in ("1", "2")]
    commands = [
        ["-y", *delays[0], *part, "-i", source, *delays[1], *part, "-i", source, "-map", "0:v:0",
         "-map", "1:a:0", "-vf", f"scale={SIZE},{filters}", "-fps_mode", "passthrough", *options, *one,
         "-c:a", SOUNDS[os.path.splitext(name)[1]], unfinished] for one in passes]
    if "turned" in name:
        flat = os.path.join(folder, "flat-" + name)
        commands[0][-1] = flat
        commands.append(["-y", "-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=90", unfinished])
    for arguments in commands:
        status = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        if status != 0:
            print(f"  {name}: this ffmpeg cannot make it", flush=True)
            return None
    os.replace(unfinished, path)
    return path
