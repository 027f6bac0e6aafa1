# SPDX-License-Identifier: Apache-2.0
"""What builds keep, damaged in every file, and with links in every place."""

import hashlib
import os
import shutil
import subprocess

PROJECT = """reel: 1
canvas: {size: 160x90, rate: 10}
tracks:
  main:
    - {clip: a.mkv, range: 0s..3s}
    - {transition: dissolve, duration: 500ms}
    - {clip: b.mkv, range: 0s..3s}
    - {clip: a.mkv, range: 1s..4s}
  music: [{clip: tone.wav, until: main.end}]
overlays:
  title: {text: Kept, during: 0s..2s, font: {family: DejaVu Sans, size: 20}, position: center}
outputs:
  film: {file: film.mkv, preset: low}
  still: {file: still.png, at: 1s}
"""
FILMS = ("film.mkv", "still.png")
BUILD = ("build", "p.reel.yaml", "--quiet")


def make(folder):
    """A project in `folder` with media of its own."""
    for name, source in (("a", "testsrc2"), ("b", "testsrc")):
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"{source}=size=160x90:rate=10:duration=4",
             "-c:v", "ffv1", os.path.join(folder, name + ".mkv")], check=True)
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=440:duration=12",
         os.path.join(folder, "tone.wav")], check=True)
    with open(os.path.join(folder, "p.reel.yaml"), "w") as file:
        file.write(PROJECT)


def digests(folder, names=FILMS):
    found = []
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            found.append(hashlib.sha256(file.read()).hexdigest())
    return found


def places(store):
    """The paths of all files and folders in `store`, from there, in order."""
    found = []
    for place, folders, files in os.walk(store):
        found += [os.path.relpath(os.path.join(place, name), store) for name in folders + files]
    return sorted(found)


def kind(path):
    """What has files that could be taken for this one."""
    parts = path.split(os.sep)
    return parts[:-2] if parts[0] == "store" or parts[:2] == ["texts", "rasters"] else parts[:-1], \
        os.path.splitext(path)[1]


def restore(folder, pristine):
    store = os.path.join(folder, ".reel")
    if os.path.islink(store):
        os.remove(store)
    shutil.rmtree(store, ignore_errors=True)
    shutil.copytree(pristine, store, symlinks=True)


# Damage: each takes the paths of a file, of all files of its kind, and chance.

def flip(path, others, dice):
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        if data:
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        file.seek(0)
        file.write(data)


def cut(path, others, dice):
    os.truncate(path, dice.randrange(max(os.path.getsize(path), 1)))


def exchange(path, others, dice):
    """With another of its kind; of an entry both files."""
    others = [other for other in others if other != path]
    if not others:
        return
    other = dice.choice(others)
    pairs = [(path, other)]
    if not path.endswith(".sum") and os.path.exists(path + ".sum") and dice.random() < 0.7:
        pairs.append((path + ".sum", other + ".sum"))
    for one, two in pairs:
        os.rename(one, one + ".away")
        os.rename(two, one)
        os.rename(one + ".away", two)


def folder_instead(path, others, dice):
    os.remove(path)
    os.makedirs(os.path.join(path, "deep"))
    with open(os.path.join(path, "deep", "file"), "w") as file:
        file.write("nothing")


def raw_folder_instead(path, others, dice):
    """With a file and a folder in it whose names are not UTF-8."""
    os.remove(path)
    os.makedirs(os.path.join(os.fsencode(path), b"deep\xff"))
    for name in (b"\xfe", b"deep\xff/\xfe"):
        with open(os.path.join(os.fsencode(path), name), "w") as file:
            file.write("nothing")


def remove(path, others, dice):
    os.remove(path)


DAMAGE = (flip, flip, flip, cut, exchange, exchange, folder_instead, raw_folder_instead, remove)


def built(folder, run, keep):
    """Makes the project, builds it, and gives the path of a copy of its store; None where that fails."""
    make(folder)
    status, words = run(BUILD, folder, 300)
    if status != 0:
        keep(f"the project cannot be built: {status}\n{words}")
        return None
    pristine = os.path.join(folder, "pristine")
    shutil.copytree(os.path.join(folder, ".reel"), pristine)
    return pristine


def damage(budget, dice, folder, run, keep):
    """Every file of a store damaged in every way: the next build makes the same films, or fails at a
    place; the one after it succeeds."""
    pristine = built(folder, run, keep)
    if pristine is None:
        return
    wanted = digests(folder)
    files = [path for path in places(pristine) if os.path.isfile(os.path.join(pristine, path))]
    cases = [(path, way) for path in files for way in DAMAGE]
    dice.shuffle(cases)
    for _, (path, way) in zip(budget, cases):
        restore(folder, pristine)
        others = [os.path.join(folder, ".reel", other) for other in files if kind(other) == kind(path)]
        way(os.path.join(folder, ".reel", path), others, dice)
        # A film that stands is looked at, too: then nothing else needs to be read.
        if dice.random() < 0.8:
            for name in FILMS:
                os.remove(os.path.join(folder, name))
        status, words = run(BUILD, folder, 120)
        what = f"{way.__name__} of {path}"
        if status not in (0, 1, 3) or (status != 0 and "error[" not in words):
            keep(f"{what}: {'hangs' if status is None else status}\n{words}")
        elif status == 0 and digests(folder) != wanted:
            keep(f"{what}: another film", os.path.join(folder, FILMS[0]))
        if status != 0:
            status, words = run((*BUILD, "--force"), folder, 120)
            if status != 0 or digests(folder) != wanted:
                keep(f"{what}: the next build ends with {status}\n{words}")


COMMANDS = (
    ("check", "p.reel.yaml"), BUILD, ("build", "p.reel.yaml", "--verify-all"), ("explain", "p.reel.yaml"),
    ("frame", "p.reel.yaml", "--at", "1s", "-o", "frame.png"), ("cache", "p.reel.yaml"),
    ("cache", "p.reel.yaml", "--gc", "--max-size", "0"), ("clean", "p.reel.yaml"))


def state(victim):
    """What can be seen of everything in a folder."""
    seen = {}
    for place in [".", *places(victim)]:
        path = os.path.join(victim, place)
        facts = os.lstat(path)
        content = None
        if os.path.isfile(path):
            with open(path, "rb") as file:
                content = hashlib.sha256(file.read()).hexdigest()
        seen[place] = (facts.st_mode, facts.st_ino, facts.st_mtime_ns, content)
    return seen


def links(budget, dice, folder, run, keep):
    """A link in the place of every file and folder of a store: what it leads to stays as it is."""
    pristine = built(folder, run, keep)
    if pristine is None:
        return
    cases = [".", *places(pristine)]
    dice.shuffle(cases)
    for _, path in zip(budget, cases):
        for target in ("copy", "thesis", "nothing"):
            restore(folder, pristine)
            victim = os.path.join(folder, "victim")
            shutil.rmtree(victim, ignore_errors=True)
            os.makedirs(os.path.join(victim, "home"))
            with open(os.path.join(victim, "home", "thesis.txt"), "w") as file:
                file.write("dear")
            store = os.path.normpath(os.path.join(folder, ".reel", path))
            leads = os.path.join(victim, "home" if os.path.isdir(store) else "home/thesis.txt")
            if target == "copy":
                # What was there, so that it looks right.
                leads = os.path.join(victim, "copy")
                os.rename(store, leads)
            elif os.path.isdir(store):
                shutil.rmtree(store)
            else:
                os.remove(store)
            if target == "nothing":
                leads = os.path.join(victim, "nothing")
            os.symlink(leads, store)
            before = state(victim)
            for command in COMMANDS:
                if dice.random() < 0.3:
                    continue
                status, words = run(command, folder, 120)
                if status not in (0, 1, 3):
                    keep(f"a link in place of {path} to {target}, {command}: {status}\n{words}")
                if state(victim) != before:
                    keep(f"a link in place of {path} to {target}: {command} changed what it leads to\n{words}")
                    break
