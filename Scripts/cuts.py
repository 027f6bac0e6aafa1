# SPDX-License-Identifier: Apache-2.0
"""Cuts out of footage whose packets are copied, compared with what ffmpeg decodes of the source."""

import json
import os
import subprocess
from fractions import Fraction


def probe(path):
    """What ffprobe says of the first picture stream; None where there is none of H.264."""
    output = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
         "stream=codec_name,r_frame_rate,time_base:format=start_time",
         "-of", "json", path],
        capture_output=True, text=True).stdout
    facts = json.loads(output or "{}")
    streams = facts.get("streams") or [{}]
    if streams[0].get("codec_name") != "h264":
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


def joined(parts):
    """A project of stretches, each a path, a start and an end in seconds."""
    clips = ", ".join(f"{{clip: {clip}, range: {start}s..{end}s}}" for clip, start, end in parts)
    return (f"reel: 1\ntracks: {{main: [{clips}]}}\n"
            "outputs: {film: {file: film.mp4, preset: passthrough}}\n")


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
    with open(os.path.join(folder, "p.reel.yaml"), "w") as file:
        file.write(joined([(source.path, float(start), float(end))]))
    allow = ["--allow", os.path.dirname(source.path)]
    status, words = run(["build", "p.reel.yaml", *allow], folder, 300)
    what = f"{os.path.basename(source.path)} {float(start)}..{float(end)}"
    if status != 0:
        return f"{what}: exit {status}\n{words}", 0, 0
    status, words = run(
        ["explain", "p.reel.yaml", f"0s..{float(end - start)}s", "--json", *allow], folder, 60)
    stretches = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    stretches = [one for one in stretches if one.get("kind") == "picture"]
    film = os.path.join(folder, "film.mp4")
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
