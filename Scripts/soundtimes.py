# SPDX-License-Identifier: Apache-2.0
"""Sound in all containers and codecs, and what goes wrong with its times: heard through Reel beside the noise it is made of.

Each file is noise, coded by ffmpeg into one container and changed in one way: its sound begins late or early, an edit list cuts it,
its clock is slow or fast, packets are missing, times begin anew in the middle, or a picture is beside it. The film of it is
laid beside the noise at several places: a sample lies where the file says, to the sample where containers say that, else to
the tick of theirs.
"""

import array
import math
import operator
import os
import subprocess

RATE = 48000
SECONDS = 6
# A container, what codes the sound, and the samples that encoders put before it without a word in the container.
FORMS = (
    ("webm", "libopus", 0), ("mkv", "libopus", 0), ("opus", "libopus", 0), ("mp4", "libopus", 0),
    ("mkv", "pcm_s16le", 0), ("mov", "pcm_s16le", 0), ("avi", "pcm_s16le", 0), ("wav", "pcm_s24le", 0),
    ("mkv", "flac", 0), ("ogg", "flac", 0), ("flac", "flac", 0), ("ogg", "libvorbis", 0), ("mkv", "libvorbis", 0),
    ("mp4", "aac", 0), ("m4a", "alac", 0), ("mkv", "aac", 1024), ("flv", "aac", 1024), ("ts", "aac", 1024),
    ("mp3", "libmp3lame", 0), ("mp4", "libmp3lame", 0), ("mkv", "libmp3lame", 1105), ("ts", "libmp3lame", 1105),
    ("avi", "libmp3lame", 1105), ("mkv", "ac3", 256), ("ts", "ac3", 256), ("vob", "ac3", 256), ("mpg", "mp2", 481),
    ("vob", "mp2", 481), ("nut", "pcm_s16le", 0), ("caf", "pcm_s16le", 0), ("au", "pcm_s16be", 0), ("aiff", "pcm_s16be", 0),
    ("w64", "pcm_s16le", 0), ("wv", "wavpack", 0), ("tta", "tta", 0),
)
PICTURES = {
    "webm": "libvpx", "mkv": "libx264", "mp4": "libx264", "mov": "libx264", "avi": "mpeg4", "ts": "mpeg2video", "flv": "flv",
    "vob": "mpeg2video", "mpg": "mpeg2video", "nut": "mpeg4",
}
JOINED = ("ts", "vob", "mpg", "ogg", "opus", "mp3", "flv")
# MOV has no times of PCM.
DRIFTING = ("mkv", "mp4", "m4a")


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments], check=True, stdin=subprocess.DEVNULL)


def samples(path, *options):
    run = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, *options, "-ac", "1", "-ar", str(RATE), "-f", "s16le", "-"],
        capture_output=True, check=True)
    return array.array("h", run.stdout[:len(run.stdout) // 2 * 2])


class Case:
    """A form, a change, and where a sample of the noise is to be heard."""

    def __init__(self, dice, folder):
        self.container, self.codec, self.lead = dice.choice(FORMS)
        changes = ["plain", "plain"]
        if self.container in PICTURES:
            # ffmpeg does not write into an AVI that MP3 begins late.
            changes += ["picture", "early"] + (["late"] if (self.container, self.codec) != ("avi", "libmp3lame") else [])
        if self.container in DRIFTING:
            changes += ["drift", "drift"]
        if self.container == "mkv":
            changes.append("hole")
        if self.container in ("mp4", "m4a", "mov"):
            changes.append("edit")
        if self.container in JOINED:
            changes.append("joined")
        self.change = dice.choice(changes)
        self.shift, self.ratio, self.hole = 0, 1.0, None
        self.folder = folder
        self.path = os.path.join(folder, "in." + self.container)
        self.coding = ["-c:a", self.codec, "-strict", "-2"]
        if self.codec == "libopus":
            self.coding += ["-frame_duration", dice.choice(("20", "20", "2.5", "60"))]
        self.make(dice)

    def make(self, dice):
        noise = os.path.join(self.folder, "noise.wav")
        picture = ["-f", "lavfi", "-i", f"testsrc2=s=64x48:r=25:d={SECONDS}"]
        shown = ["-c:v", PICTURES.get(self.container, "libx264"), "-b:v", "300k", "-g", "12"]
        if self.change in ("plain", "drift", "hole"):
            ffmpeg("-i", noise, *self.coding, self.path)
        if self.change in ("picture", "late", "early"):
            late = {"picture": 0, "late": dice.choice((0.3, 0.52)), "early": -dice.choice((0.2, 0.4))}[self.change]
            offset = ["-itsoffset", str(late)] if late > 0 else []
            before = ["-itsoffset", str(-late)] if late < 0 else []
            ffmpeg(*before, *picture, *offset, "-i", noise, *shown, *self.coding, self.path)
            self.shift = round(max(0, late) * RATE)
        if self.change == "edit":
            whole = os.path.join(self.folder, "whole." + self.container)
            ffmpeg("-i", noise, *self.coding, whole)
            cut = dice.choice((0.5, 1.25))
            ffmpeg("-ss", str(cut), "-i", whole, "-c", "copy", self.path)
            self.shift = -round(cut * RATE)
        if self.change in ("drift", "hole"):
            whole = os.path.join(self.folder, "whole." + self.container)
            os.replace(self.path, whole)
            if self.change == "drift":
                self.ratio = 1 + dice.choice((-0.01, -0.004, -0.001, 0.002, 0.004, 0.01))
                filters = f"setts=ts=PTS*{self.ratio}"
            else:
                self.hole = (100, 100 + dice.randrange(4, 30))
                filters = f"noise=drop='between(n,{self.hole[0]},{self.hole[1] - 1})'"
            ffmpeg("-i", whole, "-c", "copy", "-bsf:a", filters, self.path)
        if self.change == "joined":
            parts = []
            for number in range(2):
                part = os.path.join(self.folder, f"part{number}.{self.container}")
                half = ["-ss", str(number * SECONDS / 2), "-t", str(SECONDS / 2), "-i", noise]
                with_picture = self.container in PICTURES
                ffmpeg(*(picture if with_picture else []), *half, *(shown if with_picture else []), *self.coding,
                       *(["-t", str(SECONDS / 2)]), part)
                parts.append(open(part, "rb").read())
            with open(self.path, "wb") as file:
                file.write(b"".join(parts))

    def __str__(self):
        return f"{self.codec} in {self.container}, {self.change} {self.shift} {self.ratio:.3f} {self.hole or ''}"

    # Ticks of a millisecond are rounded, frames of the picture may be off by one of its own where parts are joined.
    def tolerance(self):
        if self.change == "joined":
            return 0.06 * RATE
        coarse = self.container in ("mkv", "webm", "flv", "ts", "vob", "mpg")
        # Sound that leads by less than a frame may be left out, so that the film begins with its first picture.
        most = 72 + (self.lead if self.change in ("picture", "early") else 0)
        # A clock that runs away by less than ten milliseconds is heard as it is.
        if abs(self.ratio - 1) * SECONDS < 0.01:
            most += abs(self.ratio - 1) * SECONDS * RATE
        # ffmpeg 5.1 writes late Opus into Matroska earlier by what its encoder puts before it.
        if self.change == "late" and self.codec == "libopus":
            most += 312
        return most if coarse or self.change in ("drift", "edit", "late", "early", "picture") else 1

    def places(self):
        """Places in the noise, each with that in the film."""
        for place in range(RATE // 2, RATE * SECONDS - RATE, RATE):
            lead = 0 if self.change in ("late", "picture") else self.lead
            wanted = (place + lead) * self.ratio + self.shift
            if self.change == "joined" and place > RATE * SECONDS / 2:
                # What the second encoder puts before its sound is behind the first part.
                wanted += self.lead
            if wanted > RATE // 4 and not self.is_lost(place):
                yield place, wanted

    def is_lost(self, place):
        if self.change == "joined":
            return abs(place - RATE * SECONDS / 2) < RATE // 4
        # Long packets are about a second.
        return self.change == "hole" and RATE < place < 5 * RATE


def lag(noise, film, place, wanted, reach, length):
    """How much later than `wanted` the noise at `place` is in the film, and how alike they are."""
    window = noise[place:place + length]
    power = math.sqrt(sum(map(operator.mul, window, window))) + 1
    best = (0, -1.0)
    for shift in range(-reach, reach + 1):
        start = round(wanted) + shift
        other = film[max(0, start):max(0, start) + length]
        scale = power * (math.sqrt(sum(map(operator.mul, other, other))) + 1)
        likeness = sum(map(operator.mul, window, other)) / scale
        if likeness > best[1]:
            best = (start - wanted, likeness)
    return best


def campaign(budget, dice, folder, run, keep):
    noise_path = os.path.join(folder, "noise.wav")
    ffmpeg("-f", "lavfi", "-i", f"anoisesrc=d={SECONDS}:r={RATE}:a=0.4:seed=7,aformat=channel_layouts=mono", noise_path)
    noise = samples(noise_path)
    project = os.path.join(folder, "p.reel.yaml")
    with open(project, "w") as file:
        file.write("")
    worst = {}
    for _ in budget:
        try:
            case = Case(dice, folder)
        except subprocess.CalledProcessError:
            continue
        with open(project, "w") as file:
            name = os.path.basename(case.path)
            file.write(
                f"reel: 1\ntracks:\n  main: [{name}]\noutputs: {{f: {{file: f.wav, limit: off}}}}\n")
        status, words = run(["build", "--force", "p.reel.yaml"], folder, 120)
        if status == 1 and case.change == "joined" and "begins anew after" in words:
            continue
        if status != 0:
            keep(f"soundtimes: {case}: ends with {status}\n{words}", project, case.path)
            continue
        film = samples(os.path.join(folder, "f.wav"))
        length = 4096 if case.ratio == 1 else 192
        least = 0.4 if case.ratio == 1 else 0.3
        for place, wanted in case.places():
            late, likeness = lag(noise, film, place, wanted, 60, length)
            if likeness < least:
                late, likeness = lag(noise, film, place, wanted, 2600, length)
            worst[case.change] = max(worst.get(case.change, 0), abs(late) if likeness >= least else math.inf)
            if likeness < least or abs(late) > case.tolerance():
                keep(
                    f"soundtimes: {case}: at {place / RATE:.2f} s of the noise it is {late:.0f} samples late "
                    f"(likeness {likeness:.2f})\n{words}", project, case.path)
                break
    print("  farthest off, in samples: " + ", ".join(f"{name} {off:.0f}" for name, off in sorted(worst.items())), flush=True)
