# SPDX-License-Identifier: Apache-2.0
"""Damaged media through `reel build`, compared with what ffmpeg says of them.

Small films, sounds and pictures of all codecs and containers are made once; they and real files are mutated,
zeroed or cut, or packets in a row are made zero and the film ends among them. Where ffmpeg logs an error within
what is shown, the build must report one; where neither reports any, the film must show what ffmpeg shows.
"""

import os
import re
import subprocess
import tempfile

SECONDS = 2
# Up to this many seconds before the end of a range, errors may come from what ffmpeg reads ahead.
AHEAD = 0.2
WIDTH, HEIGHT, RATE = 16, 12, 5

PICTURES = {
    "vp8.webm": "-c:v libvpx -b:v 400k", "vp9.webm": "-c:v libvpx-vp9 -b:v 400k -row-mt 0",
    "av1.mp4": "-c:v libsvtav1 -preset 10", "av1.mkv": "-c:v libsvtav1 -preset 10",
    "h264.mp4": "-c:v libx264", "h264.ts": "-c:v libx264", "h264.mkv": "-c:v libx264",
    "h264.flv": "-c:v libx264", "h264.mov": "-c:v libx264 -movflags +faststart",
    "hevc.mp4": "-c:v libx265 -x265-params log-level=none",
    "hevc.ts": "-c:v libx265 -x265-params log-level=none",
    "mpeg2.ts": "-c:v mpeg2video -b:v 1M", "mpeg2.mpg": "-c:v mpeg2video -b:v 1M",
    "mpeg4.avi": "-c:v mpeg4 -b:v 1M", "mjpeg.avi": "-c:v mjpeg -pix_fmt yuvj420p",
    "mjpeg.mov": "-c:v mjpeg -pix_fmt yuvj420p", "mjpeg.mkv": "-c:v mjpeg -pix_fmt yuvj420p",
    "prores.mov": "-c:v prores", "dnxhd.mov": "-c:v dnxhd -profile:v dnxhr_lb -pix_fmt yuv422p",
    # Without checksums libav does not notice damage, and shows another picture each time.
    "ffv1.mkv": "-c:v ffv1 -level 3 -slicecrc 1",
    "theora.ogg": "-c:v libtheora -b:v 400k", "h263.3gp": "-c:v h263 -s 176x144 -b:v 400k",
    "wmv2.asf": "-c:v wmv2 -b:v 400k", "gif.gif": "-r 10",
}
SOUNDS = {
    "vorbis.ogg": "-c:a libvorbis", "opus.ogg": "-c:a libopus", "opus.mka": "-c:a libopus",
    "flac.mka": "-c:a flac", "flac.flac": "-c:a flac", "mp3.mp3": "-c:a libmp3lame", "aac.m4a": "-c:a aac",
    "aac.ts": "-c:a aac", "ac3.ac3": "-c:a ac3", "alac.m4a": "-c:a alac", "pcm.wav": "-c:a pcm_s16le",
}
STILLS = {
    "still.jpg": "", "still.png": "-pix_fmt rgb24", "still.tiff": "-pix_fmt rgb24", "still.bmp": "",
    "still.webp": "",
}
# What ffmpeg's own muxer or summary says, and not the file.
IDLE = re.compile(
    r"non monotonically|Application provided|Conversion failed|Error while decoding|"
    r"Error marking filters|Finishing stream|Output file|incompatible with output|"
    r"Cannot determine format")
REPORTED = re.compile(r"damaged|cut off|cannot be decoded|broken-media|there are only")


def made(folder):
    """The small files, made where they are not there yet; those that this ffmpeg cannot make are left out."""
    os.makedirs(folder, exist_ok=True)
    picture = "testsrc2=s=160x96:r=25:d=4,noise=alls=8:all_seed=1"
    sound = "anoisesrc=d=4:a=0.2:seed=1:r=48000"
    for group, source in ((PICTURES, picture), (SOUNDS, sound), (STILLS, picture)):
        for name, options in group.items():
            path = os.path.join(folder, name)
            if os.path.exists(path):
                continue
            extra = ["-frames:v", "1"] if group is STILLS else []
            if group is PICTURES:
                extra = ["-g", "25", "-bitexact"] if name != "gif.gif" else []
                extra += ["-pix_fmt", "yuv420p"] if "pix_fmt" not in options and "gif" not in name else []
            if name == "prores.mov":
                extra = []
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "quiet", "-y", "-f", "lavfi", "-i", source, *extra,
                 *options.split(), path], check=False)
    return [
        os.path.join(folder, name) for name in (*PICTURES, *SOUNDS, *STILLS)
        if os.path.exists(os.path.join(folder, name)) and os.path.getsize(os.path.join(folder, name))
    ]


def damaged(data, dice):
    """What was done to `data`, and what came of it."""
    data = bytearray(data)
    kind = dice.choice(("mutated", "mutated", "zeroed", "cut"))
    if kind == "mutated":
        for _ in range(dice.choice((1, 2, 8, 32))):
            data[dice.randrange(len(data))] = dice.randrange(256)
    elif kind == "zeroed":
        size = min(4096, max(1, len(data) // 8))
        place = dice.randrange(max(1, len(data) - size))
        data[place : place + size] = bytes(size)
    else:
        del data[dice.randrange(len(data) // 8, len(data)) :]
    return kind, bytes(data)


def holed(data, path, dice):
    """`data` with zeros from one packet up to another, and a time between the two; None where that cannot be."""
    done = subprocess.run(
        ["ffprobe", "-v", "quiet", "-select_streams", "0", "-show_entries", "packet=pts_time,pos,size", "-of",
         "csv=p=0", path], capture_output=True, timeout=120)
    rows = [line.split(",") for line in done.stdout.decode().splitlines()]
    packets = sorted(
        (float(row[0]), int(row[2]), int(row[1])) for row in rows if len(row) >= 3 and "N/A" not in row[:3])
    firsts = [index for index, packet in enumerate(packets) if 0.6 < packet[0] < 2.5]
    if not firsts:
        return None
    first = dice.choice(firsts)
    last = min(first + dice.randrange(4, 30), len(packets) - 1)
    begin, end = packets[first][1] - dice.choice((0, 3, 4)), packets[last][1]
    if not 0 < begin < end or packets[last][0] - packets[first][0] < 0.1:
        return None
    data = bytearray(data)
    data[begin:end] = bytes(end - begin)
    # A little more than what is taken off for what ffmpeg reads ahead.
    shown = dice.uniform(packets[first][0] + AHEAD + 0.05, packets[last][0] + AHEAD)
    return bytes(data), round(shown, 2)


def attached(path):
    """The decoders of pictures that are attached to the file, such as covers, which no film shows."""
    done = subprocess.run(
        ["ffprobe", "-v", "quiet", "-show_entries", "stream=codec_name:stream_disposition=attached_pic", "-of",
         "csv=p=0", path], capture_output=True, timeout=120)
    rows = [line.split(",") for line in done.stdout.decode().splitlines() if "," in line]
    return {row[0] for row in rows if row[-1] == "1"} - {row[0] for row in rows if row[-1] != "1"}


def errors(path, is_still, seconds):
    """What libav logs as errors within the first `seconds`; None if that takes too long.

    It reads a few frames ahead, so it is given a little less.
    """
    # Exploding, the decoder of TIFF refuses whole files.
    detection = "crccheck" if is_still else "explode+crccheck"
    try:
        done = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-threads", "1", "-err_detect", detection,
             "-t", str(seconds - AHEAD), "-i", path, "-map", "0:v:0?", "-map", "0:a:0?", "-fps_mode", "passthrough",
             "-f", "null", "-"], capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None
    lines = done.stderr.decode(errors="replace").splitlines()
    unseen = tuple(f"[{name} @" for name in attached(path))
    return [line for line in lines if not IDLE.search(line) and not line.startswith(unseen)]


def start_of_rest(source, seconds):
    """Where only what is later than `seconds` lies, in files that can be cut off there.

    When it opens them, ffmpeg reads ahead, and to the end of Ogg files.
    """
    if os.path.splitext(source)[1] not in (".ogg", ".oga", ".ogv", ".opus", ".ts", ".gif", ".flv"):
        return None
    done = subprocess.run(
        ["ffprobe", "-v", "quiet", "-show_entries", "packet=pts_time,pos", "-of", "csv=p=0", source],
        capture_output=True, text=True, timeout=60)
    rows = [row[:2] for row in (line.split(",") for line in done.stdout.splitlines()) if len(row) > 1]
    places = [int(pos) for time, pos in rows
              if time not in ("", "N/A") and pos not in ("", "N/A") and float(time) > seconds + 0.1]
    return min(places, default=None)


def thumbnails(path, seconds):
    """Small pictures of the light of BT.709 that a player shows, `RATE` a second."""
    try:
        done = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "quiet", "-i", path, "-t", str(seconds), "-map", "0:v:0", "-vf",
             f"fps={RATE},scale={WIDTH}:{HEIGHT}:flags=area:out_color_matrix=bt709:out_range=tv,"
             "format=yuv444p,extractplanes=y", "-f", "rawvideo", "-"],
            capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return []
    size = WIDTH * HEIGHT
    return [done.stdout[at : at + size] for at in range(0, len(done.stdout) - size + 1, size)]


def difference(one, other):
    return sum(abs(a - b) for a, b in zip(one, other)) / (WIDTH * HEIGHT)


def is_like(film, source, seconds):
    """Whether each picture of the film is like one of the source's at that time, give or take one."""
    frames, shown = thumbnails(film, seconds), thumbnails(source, seconds)
    if not shown or not frames:
        return True
    for place, frame in enumerate(frames[: len(shown)]):
        near = shown[max(0, place - 1) : place + 2]
        if near and min(difference(frame, other) for other in near) > 16:
            return False
    return True


def campaign(budget, dice, reel, keep, folder, real):
    files = made(folder)
    tally = {"both": 0, "neither": 0, "reel alone": 0, "ffmpeg alone": 0}
    for _ in budget:
        source = dice.choice(real) if real and dice.random() < 0.25 else dice.choice(files)
        with open(source, "rb") as file:
            data = file.read()
        hole = holed(data, source, dice) if dice.random() < 0.25 else None
        (data, shown), kind = hole or (data, SECONDS), "holed"
        if hole is None:
            kind, data = damaged(data, dice)
        with tempfile.TemporaryDirectory() as place:
            clip = os.path.join(place, "clip" + os.path.splitext(source)[1])
            with open(clip, "wb") as file:
                file.write(data)
            name = os.path.basename(clip)
            is_still = os.path.splitext(source)[1] in (".jpg", ".png", ".tiff", ".bmp", ".webp", ".avif")
            item = f"{{clip: {name}, duration: {SECONDS}s}}" if is_still else name
            with open(os.path.join(place, "p.reel.yaml"), "w") as file:
                file.write(
                    f"reel: 1\ncanvas: {{size: 160x96, rate: 25, fit: stretch}}\ntracks: {{main: [{item}]}}\n"
                    f"outputs: {{film: {{file: film.mkv, preset: low, range: 0s..{shown}s}}}}\n")
            try:
                done = subprocess.run(
                    [reel, "build", "p.reel.yaml"], cwd=place, stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=240)
            except subprocess.TimeoutExpired:
                keep(f"{source} {kind}: hangs", clip)
                continue
            words = done.stdout.decode(errors="replace")
            rest, looked = start_of_rest(source, shown), clip
            if rest is not None:
                looked = os.path.join(place, "shown" + os.path.splitext(source)[1])
                with open(looked, "wb") as file:
                    file.write(data[:rest])
            lines = errors(looked, is_still, shown)
            is_reported = done.returncode != 0 or REPORTED.search(words) is not None
            if done.returncode not in (0, 1, 3) or "disk-failed" in words or "renderer-died" in words:
                keep(f"{source} {kind}: exit status {done.returncode}\n{words}", clip)
            elif done.returncode == 1 and "error" not in words:
                keep(f"{source} {kind}: fails without a word\n{words}", clip)
            if lines is None:
                continue
            which = {
                (True, True): "both", (False, False): "neither", (True, False): "reel alone",
                (False, True): "ffmpeg alone"}[is_reported, bool(lines)]
            tally[which] += 1
            film = os.path.join(place, "film.mkv")
            if which == "ffmpeg alone":
                keep(f"{source} {kind}: damage is not reported\n" + "\n".join(lines[:5]) + "\n" + words, clip)
            elif which == "reel alone":
                print(f"  {os.path.basename(source)} {kind}: reel alone: {words.splitlines()[0]}", flush=True)
            elif which == "neither" and os.path.exists(film) and source in files and not is_like(film, clip, shown):
                keep(f"{source} {kind}: another film in silence\n{words}", clip, film)
    print("  reported by " + ", ".join(f"{name}: {count}" for name, count in tally.items()), flush=True)
