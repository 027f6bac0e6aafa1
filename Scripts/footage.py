# SPDX-License-Identifier: Apache-2.0
"""Films as ffmpeg sees them: facts, frames, times at which decoding can start, likeness of two."""

import json
import os
import subprocess
from fractions import Fraction

import sounds

CODECS = ("h264", "hevc", "vp9", "av1")
# Samples of sound that encoders put before what was recorded, where containers do not tell.
ENCODER_DELAYS = {"aac": 2112, "mp3": 1105, "mp2": 481, "ac3": 256}


def probe(path):
    """What ffprobe says of the first picture stream; None where there is none that could be copied."""
    output = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries",
         "stream=codec_type,codec_name,sample_rate,r_frame_rate,time_base,pix_fmt,sample_aspect_ratio,field_order:"
         "format=start_time,duration",
         "-of", "json", path],
        capture_output=True, text=True).stdout
    facts = json.loads(output or "{}")
    streams = facts.get("streams") or []
    pictures = [one for one in streams if one.get("codec_type") == "video"][:1]
    if not pictures or pictures[0].get("codec_name") not in CODECS:
        return None
    heard = next((one for one in streams if one.get("codec_type") == "audio"), None)
    return pictures[0] | {"sound": heard, "whole": facts.get("format", {})}


def stretch(facts):
    """How wide pixels are for their height."""
    wide, high = (facts.get("sample_aspect_ratio") or "1:1").split(":")
    return Fraction(int(wide), int(high)) if int(wide) and int(high) else Fraction(1)


def upright(path):
    """The size in which the pictures of a file are shown."""
    output = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
         "stream=width,height:stream_side_data=rotation", "-of", "json", path],
        capture_output=True, text=True).stdout
    stream = json.loads(output)["streams"][0]
    turns = [one["rotation"] for one in stream.get("side_data_list", []) if "rotation" in one]
    size = [stream["width"], stream["height"]]
    return "{}x{}".format(*(reversed(size) if turns and turns[0] % 180 else size))


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
    # Matroska cannot say which channels samples are for.
    complaints = [line for line in run.stderr.strip().splitlines() if "Guessed Channel Layout" not in line]
    return found, "\n".join(complaints)


def keys(path):
    """Times in seconds at which decoding may be able to start."""
    output = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,flags",
         "-of", "csv=p=0", path], capture_output=True, text=True).stdout
    lines = [line.split(",") for line in output.splitlines()]
    return [Fraction(line[0]) for line in lines if len(line) > 1 and "K" in line[1] and line[0] != "N/A"]


def likeness(film, skipped, source, first, count, form):
    """PSNR in dB of `count` frames of `film`, after those that are `skipped`, to those of `source` from
    the frame `first` on."""
    def frames(start):
        return f"select=between(n\\,{start}\\,{start + count - 1}),setpts=N/TB,format={form}"
    chain = f"[0:v:0]{frames(skipped)}[a];[1:v:0]{frames(first)}[b];[a][b]psnr=stats_file=-"
    output = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", film, "-noautorotate", "-i",
         source, "-lavfi", chain, "-frames:v", str(count), "-f", "null", "-"],
        capture_output=True, text=True).stdout
    values = []
    for line in output.splitlines():
        words = dict(word.split(":", 1) for word in line.split())
        values.append(float("inf") if words["psnr_avg"] == "inf" else float(words["psnr_avg"]))
    return values


def joined(parts, film="film.mp4"):
    """A project of stretches, each a path, and a start and an end in seconds or nothing."""
    def clip(path, cut):
        stretch = f", range: {float(cut[0]):.6f}s..{float(cut[1]):.6f}s" if cut else ""
        return f"{{clip: {path}{stretch}}}"
    clips = ", ".join(clip(path, cut) for path, cut in parts)
    return (f"reel: 1\ntracks: {{main: [{clips}]}}\n"
            f"outputs: {{film: {{file: {film}, preset: passthrough}}}}\n")


class Source:
    """A file that is cut, decoded once."""

    def __init__(self, path):
        self.path, self.name = path, os.path.basename(path)
        self.facts = probe(path)
        self.frames = []
        if not self.facts:
            return
        self.frames, self.complaints = frames(path)
        self.start = Fraction(self.facts["whole"].get("start_time") or "0").limit_denominator(10**6)
        self.rate = Fraction(self.facts["r_frame_rate"])
        self.tick = min(Fraction(self.facts["time_base"]), Fraction(1, 1000))
        self.times = [time for time, _ in self.frames]
        heard, late, interval = self.facts["sound"], self.times[0] - self.start if self.times else 0, 1 / self.rate
        delay = Fraction(ENCODER_DELAYS.get(heard["codec_name"], 0), int(heard["sample_rate"])) if heard else 0
        if delay and 0 < late <= delay + Fraction(1, 1000):
            self.start, late = self.start + late, 0
        # Pictures begin a whole number of frames after that.
        part = max(0, late) if late < interval else late - interval * round(late / interval)
        self.pictures = self.start + (part if abs(part) < Fraction(1, 10) else 0)
        self.keys = [key - self.pictures for key in keys(path)]
        self.sound = sounds.Sound(path) if self.facts["sound"] else None

    @property
    def shape(self):
        """What is the same in files that can be joined."""
        facts = self.facts
        pixels = "" if stretch(facts) == 1 else f" of {stretch(facts)}"
        return (f"{facts['codec_name']} {upright(self.path)}{pixels} at {facts['r_frame_rate']} "
                f"in {facts['pix_fmt']}")

    @property
    def duration(self):
        return self.times[-1] + 1 / self.rate - self.pictures if self.times else Fraction(0)

    @property
    def last(self):
        return len(self.times) - 1

    def shown(self, time):
        """The frame that is shown at the source time `time`."""
        limit = time + self.pictures + self.tick
        low = sum(1 for known in self.times if known <= limit)
        return max(0, low - 1)
