# SPDX-License-Identifier: Apache-2.0
"""A small project that is edited at random, as its author would and as other tools would."""

import os
import shutil
import subprocess

# Footage of Scripts/make-footage. Each has this many seconds, so that one may take another's place.
CLIPS = ("harbour.mp4", "market.mp4", "train.mp4", "phone.mov")
SECONDS = 5.9
SONG = "song.ogg"
STYLES = ("dissolve", "fade", "wipe-left", "circle-open", "slide-up", "fade-black")


class Project:
    """What a project file says, and ways to change it."""

    def __init__(self, dice):
        self.dice = dice
        self.names = 0
        self.canvas = ("160x90", dice.choice((10, 12, 25)))
        self.clips = []
        self.titles = []
        self.ramp = None
        self.song = {"volume": 1.0, "at": None}
        self.preset = "low"
        self.background = "#000000"
        self.fast_start = True
        self.comment = 0
        for _ in range(dice.randrange(3, 6)):
            self.insert_clip()
        for _ in range(2):
            self.insert_title()

    # Edits. Each is one that leaves a sound project.

    def clip(self):
        self.names += 1
        file = self.dice.choice(CLIPS)
        length = self.dice.choice((1.5, 2, 2.3, 3, 4))
        start = round(self.dice.uniform(0, SECONDS - length), 2)
        return {
            "id": f"c{self.names}", "file": file, "start": start, "length": length,
            "volume": 1.0, "fit": None, "transition": None, "opacity": 1, "layout": None,
        }

    def insert_clip(self):
        if len(self.clips) < 9:
            self.clips.insert(self.dice.randrange(len(self.clips) + 1), self.clip())

    def remove_clip(self):
        if len(self.clips) > 2:
            gone = self.clips.pop(self.dice.randrange(len(self.clips)))
            self.titles = [title for title in self.titles if title["clip"] != gone["id"]]

    def move_clip(self):
        clip = self.clips.pop(self.dice.randrange(len(self.clips)))
        self.clips.insert(self.dice.randrange(len(self.clips) + 1), clip)

    def trim_clip(self):
        clip = self.dice.choice(self.clips)
        room = SECONDS - clip["start"]
        clip["length"] = round(self.dice.uniform(1.5, max(1.5, min(4, room))), 2)

    def slip_clip(self):
        clip = self.dice.choice(self.clips)
        clip["start"] = round(self.dice.uniform(0, max(0, SECONDS - clip["length"])), 2)

    def rename_clip(self):
        clip = self.dice.choice(self.clips)
        self.names += 1
        old, clip["id"] = clip["id"], f"renamed{self.names}"
        for title in self.titles:
            if title["clip"] == old:
                title["clip"] = clip["id"]

    def change_volume(self):
        self.dice.choice(self.clips)["volume"] = self.dice.choice((0.3, 0.5, 1.0, 1.2))

    def change_fit(self):
        self.dice.choice(self.clips)["fit"] = self.dice.choice((None, "cover", "blur", "stretch"))

    def change_opacity(self):
        self.dice.choice(self.clips)["opacity"] = self.dice.choice((1, 0.5, 0.9))

    def change_layout(self):
        self.dice.choice(self.clips)["layout"] = self.dice.choice(
            (None, "{size: 50%, position: center}", "{size: 30%, position: [90%, 10%], anchor: top-right}"))

    def change_transition(self):
        clip = self.dice.choice(self.clips)
        clip["transition"] = self.dice.choice((None, *STYLES))

    def insert_title(self):
        self.names += 1
        self.titles.append({
            "name": f"t{self.names}", "clip": self.dice.choice(self.clips)["id"],
            "text": f"Title {self.dice.randrange(100)}", "size": self.dice.choice((12, 20)),
            "from": self.dice.choice((0, 0.2, 0.5)), "fade": self.dice.choice((None, "200ms")),
        })

    def remove_title(self):
        if self.titles:
            self.titles.pop(self.dice.randrange(len(self.titles)))

    def retitle(self):
        if self.titles:
            self.dice.choice(self.titles)["text"] = f"Words {self.dice.randrange(100)}"

    def change_ramp(self):
        self.ramp = self.dice.choice((None, "opacity: 1 -> 0", "scale: 100% -> 130%", "volume: 1 -> 0.2"))

    def change_song(self):
        self.song = {
            "volume": self.dice.choice((0.2, 1.0)),
            "at": self.dice.choice((None, self.dice.choice(self.clips)["id"]))}

    def change_background(self):
        self.background = f"#{self.dice.randrange(1 << 24):06x}"

    def change_canvas(self):
        self.canvas = (self.dice.choice(("160x90", "96x96")), self.dice.choice((10, 12, 25)))

    def change_output(self):
        self.fast_start = not self.fast_start

    def change_words_only(self):
        self.comment += 1

    def edit(self):
        """Changes something, and says what."""
        rare = ("change_canvas", "change_output", "change_background")
        edits = [
            name for name in sorted(vars(Project))
            if name.split("_")[0] in ("insert", "remove", "move", "trim", "slip", "rename", "change", "retitle")]
        name = self.dice.choice([name for name in edits if name not in rare or self.dice.random() < 0.3])
        getattr(self, name)()
        return name

    def text(self):
        """The project file."""
        size, rate = self.canvas
        lines = [f"# edited {self.comment} times" for _ in range(self.comment % 3)]
        lines += ["reel: 1", f"canvas: {{size: {size}, rate: {rate}, background: '{self.background}'}}"]
        lines += ["tracks:", "  main:"]
        for index, clip in enumerate(self.clips):
            if index and clip["transition"]:
                lines.append(f"    - {{transition: {clip['transition']}, duration: 500ms}}")
            end = round(clip["start"] + clip["length"], 2)
            keys = [f"clip: media/{clip['file']}", f"range: {clip['start']}s..{end}s"]
            if self.comment % 2:
                keys.reverse()
            keys.append(f"id: {clip['id']}")
            keys += [f"{key}: {clip[key]}" for key in ("fit", "layout") if clip[key]]
            keys += [f"{key}: {clip[key]}" for key in ("volume", "opacity") if clip[key] != 1]
            lines.append("    - {" + ", ".join(keys) + "}")
        at = f", at: {self.song['at']}.start" if self.song["at"] in {c["id"] for c in self.clips} else ""
        lines.append(
            f"  music: [{{clip: media/{SONG}, loop: true, until: main.end, "
            f"volume: {self.song['volume']}{at}}}]")
        if self.ramp:
            lines += ["instructions:", "  - during: main.end - 1s .. main.end", f"    layers: {{main: {{{self.ramp}}}}}"]
        if self.titles:
            lines.append("overlays:")
        for title in self.titles:
            fade = f", fade: {title['fade']}" if title["fade"] else ""
            lines.append(
                f"  {title['name']}: {{text: {title['text']}, font: {{family: DejaVu Sans, size: {title['size']}}}, "
                f"during: {title['clip']}.start + {title['from']}s .. {title['clip']}.start + 1s{fade}}}")
        lines += [
            "outputs:",
            f"  film: {{file: film.mp4, preset: {self.preset}, faststart: {str(self.fast_start).lower()}}}",
            "  sound: {file: sound.flac}", "  poster: {file: poster.png, at: 1s}", ""]
        return "\n".join(lines)


def make_footage(originals, folder):
    """Makes small copies of the footage, turned as it is: what counts is what is built, not how large it is."""
    shutil.copy(os.path.join(originals, SONG), folder)
    for name in CLIPS:
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", os.path.join(originals, name),
             "-vf", "scale=iw/4:-2", "-preset", "veryfast", "-g", "24", os.path.join(folder, name)],
            check=True)


def change_media(dice, folder, originals):
    """Touches a clip's file or puts another's bytes under its name; says which."""
    name, other = dice.choice(CLIPS), dice.choice(CLIPS)
    path = os.path.join(folder, name)
    if dice.random() < 0.5 or os.path.splitext(name)[1] != os.path.splitext(other)[1]:
        os.utime(path)
        return f"touch {name}"
    shutil.copyfile(os.path.join(originals, other), path + ".new")
    os.rename(path + ".new", path)
    return f"{name} becomes {other}"
