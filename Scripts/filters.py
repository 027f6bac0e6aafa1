# SPDX-License-Identifier: Apache-2.0
"""Every filter that a project may use, of pictures or of sound, at the extremes of its options, each twice.

The second time memory that was never cleared holds other bytes (MALLOC_PERTURB_): what is made of it differs. A build gives
the same frames or samples twice, or an error that names a place in the project, as samples that are no numbers are one.
"""

import json
import os
import re
import shutil
import subprocess

PROJECT = "p.reel.yaml"


def ffmpeg(folder, *arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], cwd=folder, check=True)


class Sounds:
    """A second of noise. A filter is heard in its whole film, so each has one of its own."""
    name, are_heard, together, ending = "soundfilters", True, 1, ".wav"
    needed = {"chorus": {"delays": '"50|60"', "decays": '"0.4|0.3"', "speeds": '"0.25|0.4"', "depths": '"2|2.3"'}}
    # Values of options that are texts.
    words = ()
    scenes = ("noise",)

    def prepare(self, folder):
        ffmpeg(folder, "-f", "lavfi", "-i", "anoisesrc=d=1:r=48000:a=0.5:seed=1", "-ac", "2", "noise.wav")

    def head(self, scene):
        return ""

    def output(self, number, name):
        return f"file: {name}.wav, limit: off"

    def item(self, scene, effect):
        return f"{{clip: noise.wav, effects: [{effect}]}}"

    def content(self, data):
        return data[data.index(b"data") + 8:]


class Pictures:
    """Three frames, opaque or with alpha and odd sides, in 8 and in 10 bits; forty filters one after the other in a film."""
    name, are_heard, together, ending = "filters", False, 40, ".mkv"
    needed = {"delogo": {"x": 20, "y": 10, "w": 40, "h": 30}, "lut1d": {"file": "line"}, "lut3d": {"file": "cube"}}
    words = ("0", "1", "1e6")
    scenes = tuple((source, depth) for source in ("opaque", "alpha") for depth in (8, 10))

    def prepare(self, folder):
        ffmpeg(folder, "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25,noise=alls=60:allf=t:all_seed=1", "-frames:v", "3",
               "-c:v", "ffv1", "-pix_fmt", "yuv420p", "opaque.mkv")
        ffmpeg(folder, "-f", "lavfi", "-i", "testsrc2=s=137x89,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*X/W'",
               "-frames:v", "1", "alpha.png")
        corners = [f"{1 - n % 2} {1 - n // 2 % 2} {1 - n // 4}" for n in range(8)]
        for name, sides, points in (("line", 1, corners[::7]), ("cube", 3, corners)):
            with open(os.path.join(folder, f"{name}.cube"), "w") as file:
                file.write("\n".join([f"LUT_{sides}D_SIZE 2", *points, ""]))

    def head(self, scene):
        return (f"canvas: {{size: 160x90, rate: 25, depth: {scene[1]}}}\n"
                "assets: {line: line.cube, cube: cube.cube}")

    def output(self, number, name):
        return f"file: {name}.mkv, preset: lossless, range: {3 * number}f..{3 * number + 3}f"

    def item(self, scene, effect):
        source = "clip: opaque.mkv" if scene[0] == "opaque" else "image: alpha.png, duration: 3f"
        return f"{{{source}, effects: [{effect}]}}"

    def content(self, data):
        return data


def entries(kind, run, folder):
    """The filters with their options, as the tool lists them."""
    status, words = run(["effects", "--json"], folder, 60)
    found = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    return [entry for entry in found if entry["sound"] == kind.are_heard and entry["allowed"]] if status == 0 else []


def values(kind, option):
    """The extremes of an option, and all of its constants."""
    least, most = option.get("minimum"), option.get("maximum")
    if option["type"] in ("true or false", "flag", "boolean"):
        return ["true", "false"]
    found = list(option["constants"])
    if least is not None and most is not None:
        whole = option["type"].startswith(("whole", "integer"))
        found += [str(int(number)) if whole else repr(float(number)) for number in (least, most)]
    elif option["type"] == "text":
        found += kind.words
    return found


def settings(kind, entry, dice):
    """Settings with one option at an extreme each, then some with all of them at random ones."""
    known = {option["name"]: values(kind, option) for option in entry["options"] if not option.get("refused")}
    known = {name: found for name, found in known.items() if found}
    for name, found in sorted(known.items()):
        for value in found:
            yield {name: value}
    for _ in range(4 if known else 1):
        yield {name: dice.choice(found) for name, found in sorted(known.items()) if dice.random() < 0.5}


class Trials:
    """What became of filters with their settings, one film after the other."""

    def __init__(self, kind, folder, run, keep):
        self.kind, self.folder, self.run, self.keep = kind, folder, run, keep
        self.refused, self.empty, self.made = 0, 0, set()
        self.project = os.path.join(folder, PROJECT)

    def write(self, scene, uses):
        """A film of one item a line, each in an output of its own; returns the items by their lines."""
        lines = ["reel: 1", *self.kind.head(scene).splitlines(), "tracks:", "  main:"]
        places = {}
        for use in uses:
            lines.append("    - " + self.kind.item(scene, use[1]))
            places[len(lines)] = use
        lines.append("outputs:")
        lines += [f"  {name}: {{{self.kind.output(number, name)}}}" for number, name in enumerate(self.outputs(uses))]
        with open(self.project, "w") as file:
            file.write("\n".join([*lines, ""]))
        return places

    def outputs(self, uses):
        return [f"f{number}" for number in range(len(uses))]

    def build(self, uses, byte):
        """Exit status, words, and the contents of the files, None where there is none."""
        shutil.rmtree(os.path.join(self.folder, ".reel"), ignore_errors=True)
        paths = [os.path.join(self.folder, name + self.kind.ending) for name in self.outputs(uses)]
        for path in paths:
            if os.path.exists(path):
                os.remove(path)
        os.environ["MALLOC_PERTURB_"] = str(byte)
        try:
            # With this what fails keeps no other output from being made.
            status, words = self.run(["build", "--keep-going", PROJECT], self.folder, 300)
        finally:
            del os.environ["MALLOC_PERTURB_"]
        return status, words, [self.content(path) for path in paths]

    def content(self, path):
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            return self.kind.content(file.read())

    def film(self, scene, uses):
        """Builds a film of `uses` twice, without those that are refused before anything is rendered."""
        while uses:
            places = self.write(scene, uses)
            status, words, first = self.build(uses, 85)
            errors = failures(words)
            if status != 1 or any(first) or not any(line in places for _, line in errors):
                break
            refused = {line for _, line in errors}
            left = [use for line, use in places.items() if line not in refused]
            self.refused += len(uses) - len(left)
            uses = left
        if not uses:
            return
        if status is None:
            return self.breaks(scene, f"{uses}: hangs")
        _, again, second = self.build(uses, 170)
        errors += failures(again)
        for (line, use), one, other in zip(places.items(), first, second):
            codes = {code for code, place in errors if place == line}
            if "renderer-died" in codes:
                self.breaks(scene, f"{use[1]}: the renderer dies\n{words}\n{again}")
            elif one != other:
                self.breaks(scene, f"{use[1]}: another film the second time\n{words}\n{again}")
            elif one is None and not codes:
                self.breaks(scene, f"{use[1]}: fails without a place\n{words}")
            elif one is None:
                self.refused += 1
            elif any(one):
                self.made.add(use[0])
            else:
                self.empty += 1

    def breaks(self, scene, what):
        self.keep(f"{self.kind.name}: {scene} {what}", self.project)


def failures(words):
    """Codes and lines of the errors among the words of a build, and of renderers that died, though another did the work."""
    found = []
    for line in words.splitlines():
        head = re.match(r"(error|warning)\[([a-z-]+)\]", line)
        place = re.match(r" *--> " + re.escape(PROJECT) + r":(\d+)", line)
        if head:
            found.append([head[2], None] if head[1] == "error" or head[2] == "renderer-died" else None)
        elif place and found and found[-1] and found[-1][1] is None:
            found[-1][1] = int(place[1])
    return [(code, line) for code, line in filter(None, found)]


def campaign(kind, budget, dice, folder, run, keep):
    kind.prepare(folder)
    uses = []
    for entry in entries(kind, run, folder):
        for chosen in settings(kind, entry, dice):
            options = ", ".join(f"{key}: {value}" for key, value in {**kind.needed.get(entry["name"], {}), **chosen}.items())
            uses.append((entry["name"], f"{entry['name']}: {{{options}}}"))
    if not uses:
        keep(f"{kind.name}: 'reel effects --json' lists no filter")
    # Those that a bounded time or number leaves out are any.
    dice.shuffle(uses)
    films = [(scene, uses[place:place + kind.together])
             for scene in kind.scenes for place in range(0, len(uses), kind.together)]
    dice.shuffle(films)
    # One after the other, as every build begins a worker anew.
    trials, count = Trials(kind, folder, run, keep), 0
    for _, (scene, some) in zip(budget, films):
        trials.film(scene, some)
        count += len(some)
    print(
        f"  {count} of {len(uses) * len(kind.scenes)} settings; {trials.refused} were refused or fail with a place in the "
        f"project, {trials.empty} are silent; {len(trials.made)} of {len({name for name, _ in uses})} filters made something",
        flush=True)
