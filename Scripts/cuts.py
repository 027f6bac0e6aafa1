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
# The longest packet of sound, at 8 kHz: ffmpeg plays the last one whole.
PACKET = 1024 * sounds.RATE // 8000 + 256
# WebM holds neither H.264 nor HEVC.
NAMES = {"h264": ["film.mp4", "film.mp4", "film.mkv"],
         "vp9": ["film.mp4", "film.mkv", "film.webm", "film.webm"]}
NAMES["av1"] = NAMES["vp9"]


class Part:
    """A stretch of a source, which may be the whole of it."""

    def __init__(self, source, dice, isWhole=False):
        self.source = source
        longest = min(source.duration, Fraction(15))
        length = longest * Fraction(dice.randrange(100, 1001), 1000)
        start = Fraction(dice.randrange(0, max(1, int((source.duration - length) * 1000))), 1000)
        end = min(start + length, Fraction(int(source.duration * 1000), 1000))
        # Some begin or end where a group of pictures does; of AV1 only these are copied.
        odds = 0.8 if source.facts["codec_name"] == "av1" else 0.25
        if dice.random() < odds:
            start = max([key for key in source.keys if 0 <= key <= start], default=start)
        if dice.random() < odds:
            end = min([key for key in source.keys if key >= end], default=end)
        self.isWhole = isWhole or source.duration < 1
        self.start, self.end = (Fraction(0), source.duration) if self.isWhole else (start, end)

    def __str__(self):
        return f"{self.source.name} {float(self.start)}..{float(self.end)}"


class Cut:
    """A film of one part, or of several that are joined."""

    def __init__(self, parts, dice=None):
        names = NAMES.get(parts[0].source.facts["codec_name"], NAMES["h264"])
        self.parts, self.name = parts, dice.choice(names) if dice else names[0]

    def __str__(self):
        return f"{' + '.join(map(str, self.parts))} {self.name}"

    def places(self, rate, count):
        """Each part and the frames of the film that show it. A part begins at the frame that is nearest."""
        long, begin, found = Fraction(0), 0, []
        for part in self.parts:
            long += part.end - part.start
            end = count if part is self.parts[-1] else int(long * rate + Fraction(1, 2))
            found.append((part, range(begin, end)))
            begin = end
        return found


class Result:
    """What came of a cut: what is wrong, how many frames there are, and why frames were not copied."""

    def __init__(self):
        self.wrong, self.copied, self.encoded, self.reasons = [], 0, 0, []
        self.sounds, self.fellBack = "", False


def check(cut, folder, run):
    """Makes one film and compares it with its sources."""
    result = Result()
    with open(os.path.join(folder, "p.reel.yaml"), "w") as file:
        file.write(footage.joined(
            [(part.source.path, None if part.isWhole else (part.start, part.end)) for part in cut.parts],
            cut.name))
    allow = [word for part in cut.parts for word in ("--allow", os.path.dirname(part.source.path))]
    status, words = run(["build", "p.reel.yaml", *allow], folder, 600)
    if status != 0:
        result.wrong.append(f"exit {status}\n{words}")
        return result
    # A copied stretch that was found out to be unsafe is encoded, and the build says so.
    result.fellBack = "it is encoded" in words
    status, words = run(["explain", "p.reel.yaml", "0s..100000s", "--json", *allow], folder, 60)
    lines = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    stretches = [one for one in lines if one.get("kind") == "picture"]
    result.sounds = "copied" if any(
        one.get("kind") == "sound" and one.get("isCopied") for one in lines) else "mixed"
    result.reasons = [why for one in stretches for why in one.get("copyObstacles", [])]
    film = os.path.join(folder, cut.name)
    made, complaints = footage.frames(film)
    if complaints and not any(complaints in part.source.complaints for part in cut.parts):
        result.wrong.append(f"ffmpeg complains: {complaints.splitlines()[0]}")
    if not made:
        result.wrong.append("no frames")
        return result
    facts = footage.probe(film)
    rate = Fraction(facts["r_frame_rate"])
    # Matroska rounds to whole pixels of what is shown.
    change = footage.stretch(facts) / footage.stretch(cut.parts[0].source.facts)
    if any(one.get("isCopied") for one in stretches) and abs(change - 1) > Fraction(1, 200):
        result.wrong.append(f"its pixels are {float(change):.3f} times as wide as its source's")
    result.wrong += timing(cut, made, facts, rate, sum(one["count"] for one in stretches))
    pictures(cut, film, made, rate, stretches, result)
    if result.copied:
        result.wrong += fields(cut, facts)
    result.wrong += [f"{result.sounds} {wrong}" for wrong in heard(
        cut, film, rate, len(made), result.sounds == "copied")]
    return result


def timing(cut, made, facts, rate, wanted):
    """What is wrong with the number of frames, their times and the duration of a film."""
    wrong = []
    if len(made) != wanted:
        wrong.append(f"{len(made)} of {wanted} frames")
    asked = sum(part.end - part.start for part in cut.parts) * rate
    # A file may tell times in ticks that are coarser than what was asked for.
    near = Fraction(51, 100) + sum(part.source.tick for part in cut.parts) * rate
    # Shown whole, its sound may go on after the pictures.
    isLong = len(made) > asked + near and not any(part.isWhole for part in cut.parts)
    if len(made) < asked - near or isLong:
        wrong.append(f"{len(made)} frames, {float(asked):.2f} were asked for")
    # Matroska has milliseconds.
    exact = Fraction(1, 1000) if cut.name[-3:] != "mp4" else Fraction(0)
    uneven = [n for n, (time, _) in enumerate(made) if abs(time - n / rate) > exact]
    if uneven:
        wrong.append(f"frame {uneven[0]} is not in time but at {float(made[uneven[0]][0]):.6f} s")
    long = Fraction(facts["whole"].get("duration") or "0")
    # Sound ends with a packet of it.
    if abs(long - len(made) / rate) > Fraction(5, 100):
        wrong.append(f"{float(long):.3f} s long, its frames {float(len(made) / rate):.3f} s")
    return wrong


def sought(part, numbers, rate):
    """The source's frames that a part is to show."""
    def shown(start):
        return [part.source.shown(start + at / rate) for at in range(len(numbers))]
    # So near behind a frame that rounded times of some that follow lie before it, the one before is meant.
    found = shown(part.start)
    if part.source.rate == rate and any(b == a for a, b in zip(found, found[1:]) if b < part.source.last):
        return shown(part.start - part.source.tick)
    return found


def fields(cut, facts):
    """What is wrong with which field a film says is shown first."""
    orders = {part.source.facts.get("field_order") for part in cut.parts}
    order = facts.get("field_order")
    if orders & {"tt", "bb"} and order not in orders:
        return [f"field order {order}, of its sources {', '.join(map(str, orders))}"]
    return []


def pictures(cut, film, made, rate, stretches, result):
    """Compares copied frames bit by bit, and encoded ones by their likeness."""
    places = cut.places(rate, len(made))
    meant = [(part, n) for part, numbers in places for n in sought(part, numbers, rate)]
    encoded, place = set(), 0
    for one in stretches:
        numbers = range(place, min(place + one["count"], len(made)))
        place += one["count"]
        if not one.get("isCopied"):
            encoded.update(numbers)
            continue
        other = [n for n in numbers if made[n][1] != meant[n][0].source.frames[meant[n][1]][1]]
        if other and result.fellBack:
            encoded.update(numbers)
        elif other:
            result.wrong.append(f"copied frame {other[0]} is not the source's frame {meant[other[0]][1]}, "
                                f"{len(other)} of {len(numbers)} are not")
    result.encoded, result.copied = len(encoded), len(made) - len(encoded)
    for part, numbers in places if result.copied else []:
        if encoded.intersection(numbers):
            result.wrong += poor(part.source, film, numbers, [meant[n][1] for n in numbers], encoded)


def poor(source, film, numbers, meant, encoded):
    """What is wrong with the `encoded` frames among the `numbers`, which are `meant` to be those of a
    source."""
    # Frames that are held, before the first of the source and after its last, are left out.
    middle = len(numbers) // 2
    kept = [at for at in range(len(numbers)) if meant[at] - at == meant[middle] - middle]
    if len(kept) <= kept[-1] - kept[0]:
        return [f"frames are doubled and left out: {meant[kept[0]:kept[0] + 8]}"]
    first, count = numbers[kept[0]], kept[-1] - kept[0] + 1
    form = "yuv420p10le" if "10" in source.facts.get("pix_fmt", "") else "yuv420p"
    values = footage.likeness(film, first, source.path, meant[kept[0]], count, form)
    if len(values) != count:
        return [f"{len(values)} of {count} frames could be compared"]
    bad = [n for n, value in enumerate(values, first) if n in encoded and value < LIKENESS]
    if not bad:
        return []
    worst = min(bad, key=lambda n: values[n - first])
    return [f"encoded frame {worst} is {values[worst - first]} dB like the source's, "
            f"{len(bad)} of {len(encoded)} are below {LIKENESS}"]


def heard(cut, film, rate, count, isCopied):
    """What is wrong with the sound of a film of so many frames."""
    wrong = []
    sound = sounds.Sound(film) if any(part.source.sound for part in cut.parts) else None
    if sound and sound.end > count / rate * sounds.RATE + PACKET:
        wrong.append(f"sound goes on for {float(sound.end / sounds.RATE - count / rate):.3f} s")
    # Several sounds are moved onto one grid of packets, by up to a millisecond.
    moved = sounds.RATE // 1000 if isCopied and len(cut.parts) > 1 else 0
    for part, numbers in cut.places(rate, count):
        if not part.source.sound or not numbers:
            continue
        # Containers that tell milliseconds are half of one off.
        rounded = sum(os.path.splitext(path)[1] in (".mkv", ".webm") for path in (film, part.source.path))
        what = sounds.compare(
            sound, round(numbers[0] / rate * sounds.RATE), part.source.sound,
            round((part.start + part.source.start) * sounds.RATE),
            round(len(numbers) / rate * sounds.RATE),
            1 + max(24 * rounded, sound.slack + part.source.sound.slack) + moved, isCopied)
        wrong += [what] if what else []
    return wrong


def campaign(budget, paths, run, keep):
    """Cuts each file in turn, and joins cuts of files that are alike. Each has dice of its own, so that
    with its name alone its cuts are made again."""
    alike = {}
    for path in paths:
        source = footage.Source(path)
        if not source.frames:
            continue
        dice = random.Random(f"{budget.seed} {source.name}")

        def cut(number):
            return Cut([Part(source, dice, number == 0)], dice if number else None)
        if series(source.name, cut, budget, run, keep):
            alike.setdefault(source.shape, []).append(source)
    for shape, sources in alike.items():
        dice = random.Random(f"{budget.seed} {shape}")

        def joined(_):
            chosen = [dice.choice(sources) for _ in range(dice.randrange(2, 4))]
            return Cut([Part(source, dice) for source in chosen], dice)
        # Nothing can be encoded beside AV1.
        if len(sources) > 1 and not shape.startswith("av1"):
            series(f"joins of {len(sources)} files, {shape}", joined, budget, run, keep)


def series(name, cut, budget, run, keep):
    """Makes and checks films; returns the results, and whether anything was copied."""
    began, results = time.monotonic(), []
    for number in range(budget.cuts):
        # Nothing is copied of it, whole or cut.
        if number == 3 and not any(result.copied for result in results):
            break
        film = cut(number)
        with tempfile.TemporaryDirectory() as folder:
            results.append(check(film, folder, run))
            for what in results[-1].wrong:
                keep(f"{film}: {what}", os.path.join(folder, "p.reel.yaml"))
        budget.count += 1
    print(f"  {name}: {tell(results)}, {time.monotonic() - began:.0f} s", flush=True)
    return any(result.copied for result in results)


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
