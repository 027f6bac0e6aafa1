# SPDX-License-Identifier: Apache-2.0
"""Random projects, built with and without optimisation, edited, and built again."""

import collections
import copy
import math
import os
import re
import shutil

import films
from contents import ALPHA, FILM

# Pictures of -O0 and of the default that are less alike break the promise, in dB.
LIMIT = 45
# A layer that is heard at a speed that changes.
HEARD_CURVE = re.compile(rf"clip: (?!{re.escape(ALPHA)})(?![^\n]*audio: off)[^\n]*speed: ('[^']*->|\{{)")


def have_equal_bytes(left, right):
    with open(left, "rb") as one, open(right, "rb") as other:
        return one.read() == other.read()


class Refusals:
    """How many projects `check` refuses, and why."""

    def __init__(self, what):
        self.what, self.tried, self.refused, self.codes = what, 0, 0, collections.Counter()

    def count(self, status, words):
        self.tried += 1
        if status == 1:
            self.refused += 1
            self.codes.update(sorted(set(re.findall(r"error\[([\w-]+)\]", words))))
        return status == 1

    def tell(self, keep):
        codes = ", ".join(f"{code} {count}" for code, count in sorted(self.codes.items()))
        words = f"{self.refused} of {self.tried} {self.what} were refused" + (f" ({codes})" if codes else "")
        print(f"  {words}", flush=True)
        # A campaign that makes only what is refused would see nothing.
        if self.refused * 3 > self.tried:
            keep(words)


class Bench:
    """A folder in which random projects are built and compared."""

    def __init__(self, name, folder, run, keep):
        self.name, self.folder, self.run = name, folder, run
        self.keep = lambda what, *paths: keep(f"{name}: {what}", *paths)
        self.project, self.film, self.other, self.still, self.other_still = (
            os.path.join(folder, name)
            for name in (f"{name}.reel.yaml", "film.mkv", "other.mkv", "still.jpg", "other.jpg"))
        self.files = ()
        self.least, self.shifted, self.heard, self.curved = math.inf, 0, 0, 0
        self.generated, self.edited = Refusals("generated projects"), Refusals("edits")

    def is_refused(self, mixture, refusals):
        """Writes it, and asks `check`."""
        texts = mixture.texts()
        self.files = (self.project, os.path.join(self.folder, FILM))[:len(texts)]
        for path, text in zip(self.files, texts):
            with open(path, "w") as file:
                file.write(text)
        status, words = self.run(["check", self.project], self.folder, 60)
        if status not in (0, 1):
            self.keep(f"check ends with {status}\n{words}", *self.files)
        return refusals.count(status, words)

    def is_built(self, what, *options, before=""):
        """Builds what is written; a failure is kept."""
        status, words = self.run(["build", "--quiet", *options, self.project], self.folder, 300)
        if status != 0:
            self.keep(f"{what} ends with {status}\n{words}\n{before}", *self.files)
        return status == 0

    def put_aside(self):
        os.replace(self.film, self.other)
        os.replace(self.still, self.other_still)

    def forget(self, *stores):
        for name in stores:
            shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)

    def in_store(self, name):
        return "--cache", os.path.join(self.folder, name)

    def try_mixture(self, mixture):
        self.forget(".reel", "plain")
        if self.is_refused(mixture, self.generated):
            return
        if not self.is_built("-O0", "-O0", *self.in_store("plain")):
            return
        self.put_aside()
        if not self.is_built("the build"):
            return
        self.compare_plain()
        self.curved += bool(HEARD_CURVE.search(mixture.text()))
        if mixture.front is not None:
            self.try_shift(mixture)
        self.try_edit(mixture)

    def compare_plain(self):
        """The film, and that of -O0 put aside."""
        count, plain_count = len(films.frames(self.film)), len(films.frames(self.other))
        if count != plain_count:
            self.keep(f"-O0 has {plain_count} frames instead of {count}", *self.files)
        values = films.likeness(self.film, self.other)
        self.least = min([self.least, *values])
        if not values or min(values) < LIMIT:
            worst = min(values, default=0)
            self.keep(
                f"-O0 differs, {worst:.1f} dB in frame {values.index(worst) if values else 0}", *self.files)
        value, = films.likeness(self.still, self.other_still)
        self.least = min(self.least, value)
        if value < LIMIT:
            self.keep(f"the still of -O0 differs, {value:.1f} dB", *self.files)
        samples = films.sound(self.film)
        self.heard += any(samples)
        words = films.difference_of_sound(samples, films.sound(self.other))
        if words:
            self.keep(f"-O0: {words}", *self.files)

    def try_shift(self, mixture):
        """Inserts time in front of all layers: what was shown after it is shown later, and is the same."""
        before, frames = copy.deepcopy(mixture), films.frames(self.film)
        begins, by = mixture.front, mixture.shift()
        if self.is_refused(mixture, self.edited) or not self.is_built("the build of what is shifted", before=before.text()):
            return
        self.shifted += 1
        place = films.first_difference(frames[begins:], films.frames(self.film)[begins + by:])
        if place is not None:
            self.keep(f"frame {begins + place} is another after a shift by {by}\n{before.text()}", *self.files)
        self.compare_clean("the shift", before)

    def try_edit(self, mixture):
        before = copy.deepcopy(mixture)
        what = mixture.edit()
        if not self.is_refused(mixture, self.edited) and self.is_built(f"the edit {what}", before=before.text()):
            self.compare_clean(f"the edit {what}", before)

    def tell(self):
        print(f"  the least likeness to -O0 is {self.least:.1f} dB; {self.heard} films are heard, in {self.curved} projects at "
              f"speeds that change, {self.shifted} were shifted", flush=True)
        self.generated.tell(self.keep)
        self.edited.tell(self.keep)

    def compare_clean(self, what, before):
        """The film as it was edited, and that of a clean build."""
        self.put_aside()
        if self.is_built(f"the clean build after {what}", *self.in_store("clean"), before=before.text()):
            if not have_equal_bytes(self.still, self.other_still):
                self.keep(f"after {what} the still is not that of a clean build\n{before.text()}", *self.files)
            if not have_equal_bytes(self.film, self.other):
                place = films.first_difference(films.frames(self.film), films.frames(self.other))
                words = "the pictures are equal" if place is None else f"frame {place} is another"
                heard = films.difference_of_sound(films.sound(self.film), films.sound(self.other)) or "the sound is equal"
                self.keep(f"after {what} the film is not that of a clean build: {words}, {heard}\n{before.text()}",
                          *self.files)
        self.forget("clean")
