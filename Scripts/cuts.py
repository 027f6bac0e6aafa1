# SPDX-License-Identifier: Apache-2.0
"""Cuts out of footage whose packets are copied, compared with what ffmpeg decodes of the source."""

import json
import os
import subprocess
from fractions import Fraction


CODECS = ("h264", "hevc", "vp9", "av1")

# Files derived from footage: their names, and what encodes them, if ffmpeg has it.
COLOUR = "setsar=1,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv"
DERIVED = [
    ("x265-closed.mp4", ["libx265", "-tag:v", "hvc1", "-x265-params", "open-gop=0:keyint=40:min-keyint=20"]),
    ("x265-closed.ts", ["libx265", "-x265-params", "open-gop=0:keyint=48:min-keyint=48:slices=2"]),
    ("x265-open.mp4", ["libx265", "-x265-params", "keyint=48:min-keyint=24"]),
    ("x265-open.mkv", ["libx265", "-x265-params", "keyint=30:min-keyint=15:bframes=6:radl=0"]),
    ("x265-radl.mp4", ["libx265", "-x265-params", "open-gop=0:keyint=36:min-keyint=36:radl=3"]),
    ("vp9.webm", ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "48", "-b:v", "1M"]),
    ("vp9-two-pass.mp4", ["libvpx-vp9", "-cpu-used", "5", "-g", "60", "-auto-alt-ref", "1",
                          "-lag-in-frames", "16", "-b:v", "1M"]),
    ("svt-av1.mp4", ["libsvtav1", "-preset", "12", "-g", "48"]),
    ("aom-av1.mkv", ["libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-g", "48", "-b:v", "1M"]),
]


def derive(source, folder, size="640:360", seconds=14):
    """Encodes the beginning of `source` in all other codecs; the files that came of it."""
    # AAC in Matroska begins before the pictures, whose first frame would be held.
    sounds = {".mp4": "aac", ".ts": "aac", ".webm": "libopus", ".mkv": "flac"}
    paths = []
    for name, options in DERIVED:
        path = os.path.join(folder, name)
        quiet = ["-x265-params", options[-1] + ":log-level=none"] if options[0] == "libx265" else []
        status = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-ss", "8", "-t", str(seconds), "-i", source,
             "-map", "0:v:0", "-map", "0:a:0?", "-vf", f"scale={size},{COLOUR}", "-c:v", *options, *quiet,
             "-pix_fmt", "yuv420p", "-c:a", sounds[os.path.splitext(name)[1]], path],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        if status == 0:
            paths.append(path)
        else:
            print(f"  {name}: this ffmpeg cannot make it", flush=True)
    return paths


def probe(path):
    """What ffprobe says of the first picture stream; None where there is none that could be copied."""
    output = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
         "stream=codec_name,r_frame_rate,time_base:format=start_time",
         "-of", "json", path],
        capture_output=True, text=True).stdout
    facts = json.loads(output or "{}")
    streams = facts.get("streams") or [{}]
    if streams[0].get("codec_name") not in CODECS:
        return None
    return streams[0] | facts.get("format", {})


def frames(path):
    """Time in seconds and digest of every decoded frame, and what ffmpeg complains of."""
    run = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "warning", "-noautorotate", "-i", path, "-map", "0:v:0",
         "-fps_mode", "passthrough", "-copyts", "-enc_time_base", "-1", "-f", "framemd5", "-"],
        capture_output=True, text=True)
    base, found = Fraction(1), []
    for line in run.stdout.splitlines():
        if line.startswith("#tb 0:"):
            base = Fraction(line.split(":")[1].strip())
        elif line and line[0] != "#":
            words = [word.strip() for word in line.split(",")]
            found.append((int(words[2]) * base, words[5]))
    return found, run.stderr.strip()


def likeness(film, skipped, source, first, count):
    """PSNR in dB of `count` frames of `film`, after those that are `skipped`, to those of `source` from
    the frame `first` on."""
    def frames(start):
        return f"select=between(n\\,{start}\\,{start + count - 1}),setpts=N/TB,format=yuv420p"
    chain = f"[0:v]{frames(skipped)}[a];[1:v]{frames(first)}[b];[a][b]psnr=stats_file=-"
    output = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", film, "-noautorotate", "-i",
         source, "-lavfi", chain, "-f", "null", "-"], capture_output=True, text=True).stdout
    values = []
    for line in output.splitlines():
        words = dict(word.split(":", 1) for word in line.split())
        values.append(float("inf") if words["psnr_avg"] == "inf" else float(words["psnr_avg"]))
    return values


def joined(parts, film="film.mp4"):
    """A project of stretches, each a path, and a start and an end in seconds or nothing."""
    def clip(path, cut):
        stretch = f", range: {float(cut[0])}s..{float(cut[1])}s" if cut else ""
        return f"{{clip: {path}{stretch}}}"
    clips = ", ".join(clip(path, cut) for path, cut in parts)
    return (f"reel: 1\ntracks: {{main: [{clips}]}}\n"
            f"outputs: {{film: {{file: {film}, preset: passthrough}}}}\n")


class Source:
    """A file that is cut, decoded once."""

    def __init__(self, path):
        self.path = path
        self.facts = probe(path)
        if not self.facts:
            return
        self.frames, self.complaints = frames(path)
        self.start = Fraction(self.facts.get("start_time") or "0").limit_denominator(10**6)
        self.rate = Fraction(self.facts["r_frame_rate"])
        self.tick = min(Fraction(self.facts["time_base"]), Fraction(1, 1000))
        self.times = [time for time, _ in self.frames]

    @property
    def duration(self):
        return self.times[-1] + 1 / self.rate - self.start if self.times else Fraction(0)

    def shown(self, time):
        """The frame that is shown at the source time `time`."""
        limit = time + self.start + self.tick
        low = sum(1 for known in self.times if known <= limit)
        return max(0, low - 1)


def check(source, folder, run, dice):
    """Makes one cut; what is wrong with it, and the numbers of frames copied and of all."""
    duration = source.duration
    if duration < 1:
        return None, 0, 0
    length = min(duration, Fraction(dice.randrange(1000, 15000), 1000))
    latest = max(1, int((duration - length) * 1000))
    start = Fraction(dice.randrange(0, latest), 1000)
    end = min(start + length, Fraction(int(duration * 1000), 1000))
    if end <= start:
        return None, 0, 0
    # Of AV1 only whole films are copied.
    isWhole = source.facts["codec_name"] == "av1" and dice.randrange(4) > 0
    if isWhole:
        start, end = Fraction(0), duration
    # WebM holds neither H.264 nor HEVC.
    names = ["film.mp4", "film.mp4", "film.mkv"]
    name = dice.choice(names + ["film.webm"] if source.facts["codec_name"] in ("vp9", "av1") else names)
    with open(os.path.join(folder, "p.reel.yaml"), "w") as file:
        file.write(joined([(source.path, None if isWhole else (start, end))], name))
    allow = ["--allow", os.path.dirname(source.path)]
    status, words = run(["build", "p.reel.yaml", *allow], folder, 300)
    what = f"{os.path.basename(source.path)} {float(start)}..{float(end)} {name}"
    if status != 0:
        return f"{what}: exit {status}\n{words}", 0, 0
    status, words = run(
        ["explain", "p.reel.yaml", *([] if isWhole else [f"0s..{float(end - start)}s"]), "--json", *allow],
        folder, 60)
    stretches = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    stretches = [one for one in stretches if one.get("kind") == "picture"]
    film = os.path.join(folder, name)
    made, complaints = frames(film)
    if complaints and complaints not in source.complaints:
        return f"{what}: ffmpeg complains: {complaints.splitlines()[0]}", 0, 0
    wanted = sum(one["count"] for one in stretches)
    if len(made) != wanted:
        return f"{what}: {len(made)} of {wanted} frames", 0, 0
    step = (made[-1][0] - made[0][0]) / max(1, len(made) - 1)
    uneven = [n for n, (time, _) in enumerate(made) if abs(time - made[0][0] - n * step) > Fraction(1, 1000)]
    if uneven:
        return f"{what}: frame {uneven[0]} is not in time", 0, 0
    meant = [source.shown(start + n / source.rate) for n in range(len(made))]
    copied, place = 0, 0
    for one in stretches:
        if one.get("isCopied"):
            copied += one["count"]
            for n in range(place, place + one["count"]):
                if made[n][1] != source.frames[meant[n]][1]:
                    return f"{what}: copied frame {n} is not the source's frame {meant[n]}", copied, wanted
        place += one["count"]
    if copied:
        # Frames that are held, before the first of the source and after its last, are left out.
        kept = [n for n in range(len(made)) if meant[n] - n == meant[len(made) // 2] - len(made) // 2]
        values = likeness(film, kept[0], source.path, meant[kept[0]], kept[-1] - kept[0] + 1)
        if len(values) != kept[-1] - kept[0] + 1 or min(values) < 45:
            worst = min(values) if values else None
            return f"{what}: {len(values)} frames compared, the worst at {worst} dB", copied, wanted
    return None, copied, wanted
