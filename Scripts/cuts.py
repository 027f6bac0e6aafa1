# SPDX-License-Identifier: Apache-2.0
"""Cuts out of footage whose packets are copied, compared with what ffmpeg decodes of the source."""

import json
import os
import random
import tempfile
import time
from fractions import Fraction

import footage
import sounds

# Least likeness of an encoded frame to the source's, in dB.
LIKENESS = 45
# WebM holds neither H.264 nor HEVC.
NAMES = {"h264": ["film.mp4", "film.mp4", "film.mkv"],
         "vp9": ["film.mp4", "film.mkv", "film.webm", "film.webm"]}
NAMES["av1"] = NAMES["vp9"]


class Cut:
    """A stretch of a source; nothing for its times where it is shown whole."""

    def __init__(self, source, dice, number):
        names = NAMES.get(source.facts["codec_name"], NAMES["h264"])
        self.source, self.name = source, dice.choice(names) if number else names[0]
        length = min(source.duration, Fraction(dice.randrange(1000, 15000), 1000))
        start = Fraction(dice.randrange(0, max(1, int((source.duration - length) * 1000))), 1000)
        end = min(start + length, Fraction(int(source.duration * 1000), 1000))
        # Some begin or end where a group of pictures does; of AV1 only these are copied.
        odds = 0.8 if source.facts["codec_name"] == "av1" else 0.25
        if dice.random() < odds:
            start = max([key for key in source.keys if 0 <= key <= start], default=start)
        if dice.random() < odds:
            end = min([key for key in source.keys if key >= end], default=end)
        self.isWhole = number == 0 or source.duration < 1
        self.start, self.end = (Fraction(0), source.duration) if self.isWhole else (start, end)

    def __str__(self):
        return f"{self.source.name} {float(self.start)}..{float(self.end)} {self.name}"


class Result:
    """What came of a cut: what is wrong, how many frames there are, and why frames were not copied."""

    def __init__(self):
        self.wrong, self.copied, self.encoded, self.reasons = [], 0, 0, []
        self.sounds, self.fellBack = "", False


def check(cut, folder, run):
    """Makes one cut and compares it with its source."""
    source, result = cut.source, Result()
    with open(os.path.join(folder, "p.reel.yaml"), "w") as file:
        file.write(footage.joined([(source.path, None if cut.isWhole else (cut.start, cut.end))], cut.name))
    allow = ["--allow", os.path.dirname(source.path)]
    status, words = run(["build", "p.reel.yaml", *allow], folder, 600)
    if status != 0:
        result.wrong.append(f"exit {status}\n{words}")
        return result
    # A copied stretch that was found out to be unsafe is encoded, and the build says so.
    result.fellBack = "it is encoded" in words
    status, words = run(["explain", "p.reel.yaml", "0s..100000s", "--json", *allow], folder, 60)
    told = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    stretches = [one for one in told if one.get("kind") == "picture"]
    result.sounds = "copied" if any(
        one.get("kind") == "sound" and one.get("isCopied") for one in told) else "mixed"
    result.reasons = [why for one in stretches for why in one.get("copyObstacles", [])]
    film = os.path.join(folder, cut.name)
    made, complaints = footage.frames(film)
    if complaints and complaints not in source.complaints:
        result.wrong.append(f"ffmpeg complains: {complaints.splitlines()[0]}")
    if not made:
        result.wrong.append("no frames")
        return result
    facts = footage.probe(film)
    rate = Fraction(facts["r_frame_rate"])
    result.wrong += timing(cut, made, facts, rate, sum(one["count"] for one in stretches))
    pictures(cut, film, made, rate, stretches, result)
    if source.sound:
        rounded = sum(os.path.splitext(path)[1] in (".mkv", ".webm") for path in (film, source.path))
        # Containers that tell milliseconds are half of one off.
        wrong = sounds.compare(
            sounds.Sound(film), source.sound, round((cut.start + source.start) * sounds.RATE),
            round(len(made) / rate * sounds.RATE), 1 + 24 * rounded, result.sounds == "copied")
        result.wrong += [f"{result.sounds} {wrong}"] if wrong else []
    return result


def timing(cut, made, facts, rate, wanted):
    """What is wrong with the number of frames, their times and the duration of a film."""
    wrong = []
    if len(made) != wanted:
        wrong.append(f"{len(made)} of {wanted} frames")
    asked = (cut.end - cut.start) * rate
    if len(made) < asked - Fraction(51, 100) - cut.source.tick * rate or (
            not cut.isWhole and len(made) > asked + Fraction(51, 100) + cut.source.tick * rate):
        wrong.append(f"{len(made)} frames, {float(asked):.2f} were asked for")
    # Matroska tells milliseconds.
    exact = Fraction(1, 1000) if cut.name[-3:] != "mp4" else Fraction(0)
    uneven = [n for n, (time, _) in enumerate(made) if abs(time - n / rate) > exact]
    if uneven:
        wrong.append(f"frame {uneven[0]} is not in time but at {float(made[uneven[0]][0]):.6f} s")
    long = Fraction(facts["whole"].get("duration") or "0")
    # Sound ends with a packet of it.
    if abs(long - len(made) / rate) > Fraction(5, 100):
        wrong.append(f"{float(long):.3f} s long, its frames {float(len(made) / rate):.3f} s")
    return wrong


def pictures(cut, film, made, rate, stretches, result):
    """Compares copied frames bit by bit, and encoded ones by their likeness."""
    source, place = cut.source, 0
    meant = [source.shown(cut.start + n / rate) for n in range(len(made))]
    encoded = set()
    for one in stretches:
        numbers = range(place, min(place + one["count"], len(made)))
        place += one["count"]
        if not one.get("isCopied"):
            encoded.update(numbers)
            continue
        other = [n for n in numbers if made[n][1] != source.frames[meant[n]][1]]
        if other and result.fellBack:
            encoded.update(numbers)
        elif other:
            result.wrong.append(f"copied frame {other[0]} is not the source's frame {meant[other[0]]}, "
                                f"{len(other)} of {len(numbers)} are not")
    result.encoded, result.copied = len(encoded), len(made) - len(encoded)
    if not result.copied or not encoded:
        return
    # Frames that are held, before the first of the source and after its last, are left out.
    kept = [n for n in range(len(made)) if meant[n] - n == meant[len(made) // 2] - len(made) // 2]
    first, count = kept[0], kept[-1] - kept[0] + 1
    form = "yuv420p10le" if "10" in source.facts.get("pix_fmt", "") else "yuv420p"
    values = footage.likeness(film, first, source.path, meant[first], count, form)
    poor = [n for n, value in enumerate(values, first) if n in encoded and value < LIKENESS]
    if len(values) != count:
        result.wrong.append(f"{len(values)} of {count} frames could be compared")
    elif poor:
        worst = min(poor, key=lambda n: values[n - first])
        result.wrong.append(f"encoded frame {worst} is {values[worst - first]} dB like the source's, "
                            f"{len(poor)} of {len(encoded)} are below {LIKENESS}")


def campaign(budget, paths, run, keep):
    """Cuts each file in turn. Each has dice of its own, so that with its name alone its cuts are made
    again."""
    for path in paths:
        source = footage.Source(path)
        if not source.frames:
            continue
        dice = random.Random(f"{budget.seed} {source.name}")
        began, results = time.monotonic(), []
        for number in range(budget.cuts):
            # Nothing is copied of it, whole or cut.
            if number == 3 and not any(result.copied for result in results):
                break
            cut = Cut(source, dice, number)
            with tempfile.TemporaryDirectory() as folder:
                results.append(check(cut, folder, run))
                for what in results[-1].wrong:
                    keep(f"{cut}: {what}", os.path.join(folder, "p.reel.yaml"))
            budget.count += 1
        print(f"  {source.name}: {tell(results)}, {time.monotonic() - began:.0f} s", flush=True)


def tell(results):
    """What came of the cuts of one file, in a line."""
    copied = sum(result.copied for result in results)
    words = [f"{len(results)} cuts", f"{copied} frames copied",
             f"{sum(result.encoded for result in results)} encoded",
             f"sound of {sum(result.sounds == 'copied' for result in results)} copied"]
    if any(result.fellBack for result in results):
        words.append(f"{sum(result.fellBack for result in results)} fell back to encoding")
    if any(result.wrong for result in results):
        words.append(f"{sum(bool(result.wrong) for result in results)} BROKEN")
    if not copied:
        reasons = sorted({reason for result in results for reason in result.reasons})
        words.append("nothing is copied: " + ("; ".join(reasons[:3]) or "no reason is given"))
    return ", ".join(words)
