# SPDX-License-Identifier: Apache-2.0
"""What is heard in a film, laid beside what ffmpeg decodes of its source at the same place."""

import array
import math
import operator
import re
import subprocess

RATE = 48000
# How long a piece is looked for, and how far away: first near by, then anywhere that words can tell.
WINDOW, REACH, FAR = 4096, 64, 2400
FRAME = re.compile(r" pts:(-?\d+) .*nb_samples:(\d+)")


class Sound:
    """The first sound of a file in one channel, on the clock of the file."""

    def __init__(self, path):
        # Whole numbers, since channels that become one are made quieter only for these.
        chain = f"aformat=s16:{RATE}:mono,asettb=1/{RATE},ashowinfo"
        run = subprocess.run(
            ["ffmpeg", "-nostdin", "-hide_banner", "-nostats", "-copyts", "-i", path, "-map", "0:a:0?",
             "-af", chain, "-f", "s16le", "-"], capture_output=True)
        heard = array.array("h", run.stdout[:len(run.stdout) // 2 * 2])
        self.samples, self.first, place = array.array("h"), 0, 0
        # How far times and counted samples part: where it is heard is known no better.
        self.slack = 0
        for words in FRAME.findall(run.stderr.decode(errors="replace")):
            time, count = map(int, words)
            if not self.samples:
                self.first = time
            # Containers round times; only what is more than that is a gap, or is heard twice.
            gap = time - self.first - len(self.samples)
            if gap > RATE // 100:
                self.samples.extend(quiet(gap))
            elif gap < -RATE // 100:
                del self.samples[gap:]
            else:
                self.slack = max(self.slack, abs(gap))
            self.samples.extend(heard[place:place + count])
            place += count

    @property
    def end(self):
        return self.first + len(self.samples)

    def part(self, start, count):
        """`count` samples from the time `start` on, in samples; where there is no sound it is quiet."""
        found = quiet(min(count, self.first - start))
        found.extend(self.samples[max(0, start - self.first):max(0, start - self.first + count)])
        found = found[:count]
        found.extend(quiet(count - len(found)))
        return found


def quiet(count):
    return array.array("h", bytes(2 * max(0, count)))


def power(samples):
    return sum(map(operator.mul, samples, samples)) / max(1, len(samples)) / (1 << 30)


def decibels(ratio):
    return 10 * math.log10(ratio) if ratio > 0 else -math.inf


def lag(wanted, got, place, reach):
    """By how many samples `got` is late in a window at `place`, and how alike the two are there."""
    window = wanted[place:place + WINDOW]
    found = {}
    for shift in range(-min(reach, place), reach + 1):
        other = got[place + shift:place + shift + WINDOW]
        product = sum(map(operator.mul, window, other))
        scale = math.sqrt(power(window) * power(other)) * WINDOW * (1 << 30)
        found[shift] = product / (scale + 1)
    best = max(found, key=found.get)
    # A tone is as like itself one of its waves later: then the nearest is meant.
    near = max((shift for shift in found if abs(shift) < 8), key=found.get)
    return (near if found[near] > found[best] - 0.02 else best), found[best]


def compare(film, place, source, start, count, tolerance, isCopied):
    """What is wrong with the sound of `film`, which is to be from `place` on `count` samples of `source`
    from the time `start` on, in samples of their clocks; None if nothing."""
    # ffmpeg follows the clocks of phones, which jitter, and so bends what was copied. Noise that is encoded anew
    # is other noise, and in a mix what is too loud is held back.
    least, most = (0.95 if source.slack else 0.99, 0.5) if isCopied else (0.7, 1)
    there = place + min(count, source.end - start)
    if film.end < there - 2048:
        return f"sound ends {(there - film.end) / RATE:.3f} s early"
    wanted, got = source.part(start, count), film.part(place, count)
    level = (power(wanted), power(got))
    if max(level) < 1e-6:
        return None
    if abs(decibels(level[1] / max(level[0], 1e-12))) > most:
        return f"sound is {decibels(level[1] / max(level[0], 1e-12)):+.1f} dB louder than the source"
    # In each third where it is loudest.
    third = count // 3
    for begin in (0, third, 2 * third):
        places = range(max(REACH, begin), min(begin + third, count - REACH) - WINDOW, WINDOW)
        loudest = max(places, key=lambda at: power(wanted[at:at + WINDOW]), default=None)
        if loudest is None or power(wanted[loudest:loudest + WINDOW]) < 1e-5:
            continue
        late, likeness = lag(wanted, got, loudest, REACH)
        if likeness < least:
            late, likeness = lag(wanted, got, loudest, FAR)
        time = (place + loudest) / RATE
        if likeness < least:
            return f"sound at {time:.3f} s is not the source's (correlation {likeness:.3f})"
        if abs(late) > tolerance:
            return f"sound at {time:.3f} s is {late} samples late"
    return None
