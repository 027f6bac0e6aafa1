# SPDX-License-Identifier: Apache-2.0
"""Random films that are right, and the same films with one fault planted, through `reel verify`.

A right film must be said to be right, and a planted fault must be found. What of a fault can neither be seen nor be heard,
such as a doubled frame of a still picture, is planted elsewhere. Late sound in which nothing happens, so that it is as it
would be a few milliseconds later, is counted apart.
"""

import array
import collections
import json
import os
import shutil
import subprocess

import films
import mixtures
import slideshows
from contents import FILM, TRANSITIONS

FAULTS = ("lost", "doubled", "exchanged", "black", "garbled", "late", "silent", "clipped")
# The least share of planted faults that has to be found.
LEAST = 0.98
SIZES = ((160, 90), (192, 108), (256, 144), (320, 180), (180, 320))
RATES = ("10", "12", "24", "25", "30000/1001", "50")
# Generated footage: what moves, what changes its colour alone, what is dark, what hardly moves, and noise.
FOOTAGE = (
    ("pattern.mkv", "testsrc2=s=320x180:r=25:d=6", "sine=f=330:b=3:d=6"),
    ("zoom.mkv", "mandelbrot=s=256x144:r=24:end_scale=0.01:end_pts=200", "sine=f=440:d=6"),
    ("life.mkv", "life=s=80x45:r=12:mold=20:ratio=0.3:seed=7:life_color=#ffb050:death_color=#603020:mold_color=#203040,"
     "scale=320:180:flags=neighbor", "anoisesrc=c=pink:r=48000:seed=7:a=0.3:d=6"),
    ("colour.mkv", "testsrc=s=320x180:r=25:d=6,trim=end_frame=1,loop=149:1,setpts=N/25/TB,hue=h=60*t",
     "aevalsrc='0.3*sin(2*PI*261.63*t)+0.3*sin(2*PI*392*t)':d=6"),
    ("dusk.mkv", "gradients=s=320x180:r=25:d=6:c0=#0a0d12:c1=#1e2a36:speed=0.02:seed=4,fade=in:0:50", "sine=f=110:d=6"),
    ("still.mkv", "smptehdbars=s=320x180:r=25:d=6,drawbox=x=20:y=20:w=12:h=12:color=white:t=fill:enable='gt(mod(t,1),0.5)'",
     "aevalsrc='0.9*sin(2*PI*90*t)*gt(mod(t*3,1),0.6)':d=6"),
    ("grain.mkv", "color=c=#707880:s=320x180:r=24:d=6,noise=alls=24:allf=t:all_seed=5", "anoisesrc=c=white:seed=3:a=0.2:d=6"),
    ("slow.mkv", "gradients=s=320x180:r=30:d=6:c0=#204080:c1=#e08030:speed=0.004:seed=9",
     "aevalsrc='0.5*sin(2*PI*(200+120*t)*t)':d=6"),
)
# Real footage, from which second on; it has its own sound or none.
REAL = (("bbb.mkv", "edit/bbb_720p24_82s.mp4", 20), ("sintel.mkv", "edit/sintel_trailer_720p24_52s.mp4", 12),
        ("talk.mkv", "edit/timecode_speech_720p30_42s.mp4", 4), ("flower.mkv", "edit/flower_540p2997_5s.mp4", 0),
        ("tears.mkv", "edit/tears_of_steel_332p24_70s.webm", 30), ("green.mkv", "edit/greenscreen_man_720p30_24s.mp4", 3),
        ("person.mkv", "edit/person_432p10_75s.mp4", 10))
SOUNDS = (("loud.wav", "aevalsrc='1.6*sin(2*PI*196*t)*exp(-4*mod(t,0.5))|1.4*sin(2*PI*247*t)*exp(-3*mod(t,0.7))':d=12"),
          ("clicks.wav", "aevalsrc='0.8*lt(mod(t,0.25),0.002)*(random(0)-0.5)':d=12"),
          ("chord.wav", "aevalsrc='0.2*sin(2*PI*220*t)+0.2*sin(2*PI*277.18*t)+0.2*sin(2*PI*329.63*t)':d=12"),
          ("quiet.wav", "aevalsrc='0.01*sin(2*PI*300*t)':d=12"))
SONGS = (("song.wav", "audio/music_vibeace_cover_61s.ogg"), ("words.wav", "audio/speech_librispeech_f_16k.ogg"),
         ("rain.wav", "audio/ambience_rain_60s.mp3"), ("rag.wav", "audio/music_sunflower_slow_drag_194s.ogg"))
# What a film may be written as.
OUTPUTS = (
    ("mp4", "preset: medium"), ("mp4", "preset: low"), ("mp4", "preset: highest"), ("mkv", "preset: lossless"),
    ("mov", "preset: medium, loudness: -16 LUFS"), ("mp4", "preset: low, loudness: -23 LUFS, peak: -2 dBTP"),
    ("webm", "preset: low"), ("webm", "preset: low, video: {codec: av1, speed: 12}"), ("mp4", "video: {codec: hevc, speed: ultrafast}"),
    ("mp4", "video: {bitrate: 150k}, audio: {bitrate: 64k}"), ("mkv", "preset: medium, audio: {codec: opus, bitrate: 48k}"),
    ("mov", "video: {codec: prores, profile: lt}, audio: pcm"), ("mkv", "video: mjpeg, audio: mp3"), ("mp4", "profile: web"),
    ("mp4", "preset: medium, max-size: 250kB"), ("mp4", "preset: low, audio: {codec: mp3, bitrate: 96k}"),
    ("mp4", "preset: medium, video: {crf: 34}"), ("mkv", "preset: medium, audio: flac"), ("mp4", "profile: social"))


def make_media(media, folder):
    """Generated and real footage, small and hardly coded, and sounds of all kinds."""
    coded = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "14", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", "-ar", "48000"]
    for name, pictures, sound in FOOTAGE:
        films.decode(["-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", sound, "-t", "6", *coded, os.path.join(folder, name)])
    for name, sound in SOUNDS:
        films.decode(["-f", "lavfi", "-i", sound, "-ar", "48000", "-c:a", "pcm_f32le", os.path.join(folder, name)])
    clips, songs = [name for name, *_ in FOOTAGE], [name for name, _ in SOUNDS]
    for name, source, start in REAL:
        path = os.path.join(media, source)
        if os.path.exists(path):
            films.decode(["-ss", str(start), "-i", path, "-t", "7", "-map", "0:v:0", "-map", "0:a?", "-vf", "scale=320:-2", "-ac", "2",
                          *coded, os.path.join(folder, name)])
            clips.append(name)
    for name, source in SONGS:
        path = os.path.join(media, source)
        if os.path.exists(path):
            films.decode(["-ss", "2", "-i", path, "-t", "12", "-map", "0:a:0", "-ar", "48000", os.path.join(folder, name)])
            songs.append(name)
    films.decode(["-f", "lavfi", "-i", "testsrc=s=640x400", "-frames:v", "1", os.path.join(folder, "chart.png")])
    films.decode(["-f", "lavfi", "-i", "mandelbrot=s=480x640", "-frames:v", "1", "-q:v", "3", os.path.join(folder, "tall.jpg")])
    return clips, songs


class Cut:
    """A random film as people cut them: footage, photos, titles, cuts and transitions, music below."""

    def __init__(self, dice, clips, songs):
        self.dice, self.clips, self.songs, self.count = dice, clips, songs, 0

    def text(self):
        dice = self.dice
        width, height = dice.choice(SIZES)
        items = [self.item()]
        for _ in range(dice.randrange(1, 4)):
            between = dice.choice((None, None, "transition", "gap", "freeze"))
            if between == "transition":
                items.append(f"{{transition: {dice.choice((*TRANSITIONS, 'fade-black', 'fade-black', 'fade-white'))}, duration: 400ms}}")
            elif between == "gap":
                items.append(f"{{gap: {dice.choice((200, 500))}ms}}")
            elif between == "freeze" and items[-1].startswith("{clip: ") and ".mkv" in items[-1]:
                items.append(f"{{freeze: 600ms{dice.choice(('', ', adjust: {saturation: 1 -> 0}', ', opacity: 1 -> 0'))}}}")
            items.append(self.item())
        lines = ["reel: 1", f"canvas: {{size: {width}x{height}, rate: {dice.choice(RATES)}{dice.choice(('', '', ', depth: 10'))}}}",
                 "tracks:", "  main:", *(f"    - {item}" for item in items)]
        if dice.random() < 0.6:
            duck = dice.choice(("", "", ", duck: main"))
            lines.append(f"  music: {{clips: [{{clip: {dice.choice(self.songs)}, until: main.end, loop: true, "
                         f"volume: {dice.choice(('1', '0.5', '-12dB', '0 -> 1', '1.5'))}}}]{duck}}}")
        overlays = []
        if dice.random() < 0.4:
            overlays.append(f"  title: {{text: Two days in Rome, font: {{size: 12%}}, during: 300ms..1500ms, "
                            f"{dice.choice(('enter: fade 300ms', 'enter: typewriter 500ms', 'fade: 200ms', 'exit: slide-up 300ms'))}}}")
        if dice.random() < 0.3:
            overlays.append("  plate: {shape: rect, fill: navy@60%, size: [40%, 20%], position: '20% 80% -> 80% 20% ease'}")
        if overlays:
            lines += ["overlays:", *overlays]
        end, keys = dice.choice(OUTPUTS)
        return "\n".join([*lines, "outputs:", f"  film: {{file: film.{end}, {keys}}}", ""])

    def item(self):
        dice = self.dice
        self.count += 1
        kind = dice.randrange(10)
        if kind < 6:
            start, length = dice.choice((0, 0.4, 1, 2)), dice.choice((0.9, 1.5, 2.2, 3))
            words = [f"clip: {dice.choice(self.clips)}", f"range: {start}s..{start + length}s"]
            if dice.random() < 0.2:
                words.append(f"speed: {dice.choice(('0.5', '2', '-1', '1 -> 2'))}")
            if dice.random() < 0.2:
                words.append(dice.choice(("fade: 300ms", "adjust: {brightness: 70%}", "fit: cover", "fit: blur", "blur: 3px",
                                          "opacity: 1 -> 0.2", "audio: off", "fade: {out: 500ms}")))
            return "{" + ", ".join(words) + "}"
        if kind == 6:
            return f"{{clip: {dice.choice(('chart.png', 'tall.jpg'))}, duration: 1500ms, ken-burns: {dice.choice(('auto', 'off'))}}}"
        if kind == 7:
            return f"{{fill: {dice.choice(('black', 'navy', '{linear: [navy, teal], angle: 30deg}'))}, duration: 800ms}}"
        if kind == 8:
            return "{text: The end, font: {size: 20%}, duration: 1s, fade: 200ms}"
        return f"{{fill: teal, duration: 1s, adjust: {{hue: 0deg -> {dice.choice((40, 180))}deg}}}}"


class Planter:
    """A film in pieces, into which a fault is planted."""

    def __init__(self, film, folder, dice):
        self.film, self.folder, self.dice = film, folder, dice
        words = subprocess.run(
            ["ffprobe", "-v", "error", "-show_entries",
             "stream=codec_type,codec_name,profile,width,height,pix_fmt,r_frame_rate,sample_rate,channels,color_range,color_space,"
             "color_transfer,color_primaries", "-of", "json", film], check=True, capture_output=True, text=True).stdout
        streams = json.loads(words)["streams"]
        self.pictures = next((one for one in streams if one["codec_type"] == "video"), None)
        self.heard = next((one for one in streams if one["codec_type"] == "audio"), None)
        self.frames, self.samples, self.untold = None, None, 0

    # Pictures.

    def planes(self):
        """Width in bytes and height of each plane."""
        form, width, height = self.pictures["pix_fmt"], self.pictures["width"], self.pictures["height"]
        bytes_of = 2 if "10le" in form else 1
        right, down = (1 if "444" in form else 2), (2 if "420" in form else 1)
        chroma = (-(-width // right) * bytes_of, -(-height // down))
        return [(width * bytes_of, height), chroma, chroma]

    def read(self):
        if self.frames is None:
            data = films.decode(["-i", self.film, "-map", "0:v:0", "-f", "rawvideo", "-"])
            size = sum(width * height for width, height in self.planes())
            self.frames = [data[place:place + size] for place in range(0, len(data) // size * size, size)]
        return list(self.frames)

    def differs(self, one, other):
        """Whether two frames look different."""
        steps = [abs(a - b) for a, b in zip(one[::3], other[::3])] if self.is_plain() else \
            [abs(a - b) for a, b in zip(self.high(one), self.high(other))]
        return sum(steps) > 0.8 * len(steps) or sum(step > 24 for step in steps) > 0.01 * len(steps)

    def is_plain(self):
        return "10le" not in self.pictures["pix_fmt"]

    def high(self, frame):
        """Samples of ten bits as of eight, some of them."""
        return [value >> 2 for value in array.array("H", frame)[::3]]

    def change(self, kind):
        """The frames with a fault, and which it is; None where none can be seen."""
        frames = self.read()
        if len(frames) < 6:
            return None
        for _ in range(40):
            place = self.dice.randrange(1, len(frames) - 2)
            if kind == "lost":
                if self.differs(frames[place], frames[place + 1]):
                    return frames[:place] + frames[place + 1:], f"frame {place} is lost"
            elif kind == "doubled":
                if self.differs(frames[place], frames[place + 1]):
                    if self.dice.random() < 0.3:
                        return frames[:place] + frames[place - 1:], f"frame {place - 1} is inserted once more"
                    frames[place + 1] = frames[place]
                    return frames, f"frame {place} takes the place of the next"
            elif kind == "exchanged":
                other = place + 1 if self.dice.random() < 0.7 else self.dice.randrange(len(frames))
                if self.differs(frames[place], frames[other]):
                    frames[place], frames[other] = frames[other], frames[place]
                    return frames, f"frames {place} and {other} are exchanged"
            elif kind == "black":
                black = self.black()
                if self.differs(frames[place], black):
                    frames[place] = black
                    return frames, f"frame {place} is black"
            elif kind == "garbled":
                moved = self.garbled(frames[place])
                if self.differs(frames[place], moved):
                    frames[place] = moved
                    return frames, f"frame {place} is garbled"
        return None

    def black(self):
        is_full = self.pictures.get("color_range") == "pc"
        luma, chroma = (0 if is_full else 16), 128
        if self.is_plain():
            values = [bytes([luma]), bytes([chroma]), bytes([chroma])]
        else:
            values = [(value * 4).to_bytes(2, "little") for value in (luma, chroma, chroma)]
        return b"".join(value * (width * height // len(value)) for value, (width, height) in zip(values, self.planes()))

    def garbled(self, frame):
        """Blocks of a part of the picture come from elsewhere, as by wrong vectors of motion."""
        dice, result, base = self.dice, bytearray(frame), 0
        left, top, part = dice.uniform(0, 0.5), dice.uniform(0, 0.5), dice.uniform(0.3, 0.9)
        seed = dice.randrange(1 << 30)
        whole = self.planes()[0]
        for width, height in self.planes():
            moves = type(dice)(seed)
            scale = whole[0] / width
            sample = 1 if self.is_plain() else 2
            block_w, block_h = max(2, int(16 * sample / scale)), max(2, int(16 * height / whole[1]))
            for y in range(int(top * height) // block_h * block_h, int(min(1, top + part) * height), block_h):
                for x in range(int(left * width) // block_w * block_w, int(min(1, left + part) * width), block_w):
                    across = int(moves.choice((-2, -1.5, -1, 1, 1.5, 2)) * block_w) // sample * sample
                    down = int(moves.choice((-1.5, -1, 0, 1, 1.5)) * block_h)
                    for row in range(y, min(height, y + block_h)):
                        source = min(height - 1, max(0, row + down))
                        start = min(width - block_w, max(0, x + across)) // sample * sample
                        count = min(block_w, width - x)
                        result[base + row * width + x:base + row * width + x + count] = \
                            frame[base + source * width + start:base + source * width + start + count]
            base += width * height
        return bytes(result)

    def write(self, frames, path):
        facts = self.pictures
        coder = {"h264": ["libx264", "-preset", "veryfast", "-crf", "17"],
                 "hevc": ["libx265", "-preset", "ultrafast", "-crf", "18", "-x265-params", "log-level=error", "-tag:v", "hvc1"],
                 "vp9": ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "18", "-b:v", "0"],
                 "av1": ["libsvtav1", "-preset", "12", "-crf", "22"], "prores": ["prores_ks", "-profile:v", "2"],
                 "mjpeg": ["mjpeg", "-q:v", "2"], "ffv1": ["ffv1"]}[facts["codec_name"]]
        tags = [word for key, name in (("color_range", "-color_range"), ("color_space", "-colorspace"),
                                       ("color_transfer", "-color_trc"), ("color_primaries", "-color_primaries"))
                if facts.get(key) for word in (name, facts[key])]
        sound = ["-map", "1:a", "-c:a", "copy"] if self.heard else []
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", facts["pix_fmt"], "-s", f"{facts['width']}x{facts['height']}",
             "-r", facts["r_frame_rate"], "-i", "-", "-i", self.film, "-map", "0:v", *sound, "-pix_fmt", facts["pix_fmt"],
             *tags, "-c:v", *coder, path], input=b"".join(frames), check=True, capture_output=True)

    # Sound.

    def listen(self):
        if self.samples is None:
            self.samples = array.array("f", films.decode(
                ["-i", self.film, "-map", "0:a:0", "-f", "f32le", "-"])) if self.heard else array.array("f")
        return array.array("f", self.samples)

    def change_sound(self, kind):
        """The samples with a fault, and which it is; None where none can be heard."""
        samples = self.listen()
        if not samples:
            return None
        rate, channels = int(self.heard["sample_rate"]), self.heard["channels"]
        power = loudness(samples)
        if power < 0.003:
            return None
        if kind == "late":
            shift = int(0.03 * rate) * channels
            late = array.array("f", bytes(4 * shift)) + samples[:-shift]
            # A steady tone may be where it was.
            if loudness(array.array("f", (a - b for a, b in zip(late, samples)))) > 0.4 * power:
                return late, "the sound is 30 ms late"
        elif kind == "silent":
            if self.dice.random() < 0.3:
                return array.array("f", bytes(4 * len(samples))), "all of the sound is silent"
            for _ in range(20):
                length = int(self.dice.uniform(0.3, 1.2) * rate) * channels
                start = self.dice.randrange(max(1, len(samples) - length)) // channels * channels
                if loudness(samples[start:start + length]) > 0.006:
                    samples[start:start + length] = array.array("f", bytes(4 * len(samples[start:start + length])))
                    return samples, f"silence at {start / channels / rate:.2f} s for {length / channels / rate:.2f} s"
        else:
            peak = max(max(samples), -min(samples))
            limit = self.dice.uniform(0.25, 0.5) * peak
            gain = self.dice.choice((1, 1, min(4, 1 / limit)))
            clipped = array.array("f", (gain * min(limit, max(-limit, value)) for value in samples))
            if loudness(array.array("f", (a / gain - b for a, b in zip(clipped, samples)))) > 0.04 * power:
                return clipped, f"the sound is clipped at {limit:.3f} of {peak:.3f}, {gain:.1f} times as loud"
        return None

    def is_told(self, late):
        """Whether late sound is unlike the film's at every place within 15 ms: a steady tone that begins so softly is not."""
        rate, channels = int(self.heard["sample_rate"]), self.heard["channels"]
        width, part = rate // 4000, 400
        plan, film = (
            [sum(sound[place:place + width * channels:channels]) / width
             for place in range(0, len(sound) - width * channels, width * channels)] for sound in (self.listen(), late))
        power = loudness(plan)
        for shift in range(-60, 61):
            steps = [(a - b) ** 2 for a, b in zip(film[max(0, shift):], plan[max(0, -shift):])]
            # The edges, where there is nothing to compare, are no events.
            parts = [sum(steps[place:place + part]) / part for place in range(0, len(steps) - part, part)]
            if max(parts, default=0) ** 0.5 < 0.05 * power:
                return False
        return True

    def write_sound(self, samples, path):
        facts = self.heard
        coder = {"aac": ["aac", "-b:a", "160k"], "opus": ["libopus", "-b:a", "128k"], "mp3": ["libmp3lame", "-b:a", "160k"],
                 "flac": ["flac"], "alac": ["alac"], "vorbis": ["libvorbis"]}.get(facts["codec_name"], [facts["codec_name"]])
        pictures = ["-map", "1:v", "-c:v", "copy"] if self.pictures else []
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", facts["sample_rate"], "-ac", str(facts["channels"]), "-i", "-",
             "-i", self.film, "-map", "0:a", *pictures, "-c:a", *coder, "-strict", "-2", path],
            input=samples.tobytes(), check=True, capture_output=True)

    def plant(self, kind, path):
        """Writes the film with a fault; what it is, or None where it would be none."""
        if kind in ("late", "silent", "clipped"):
            found = self.change_sound(kind)
            if found and kind == "late" and not self.is_told(found[0]):
                self.untold += 1
                found = None
            if found:
                self.write_sound(found[0], path)
        else:
            found = self.change(kind) if self.pictures and "yuva" not in self.pictures["pix_fmt"] else None
            if found:
                self.write(found[0], path)
        return found[1] if found else None


def loudness(samples):
    """The root of the mean square."""
    return (sum(value * value for value in samples) / max(1, len(samples))) ** 0.5


class Trial:
    """Films that are verified, and what came of it."""

    def __init__(self, folder, run, keep):
        self.folder, self.run, self.keep = folder, run, keep
        self.right, self.refused, self.accused, self.untold = 0, 0, 0, 0
        self.planted, self.missed = collections.Counter(), collections.Counter()

    def verify(self, *arguments):
        """Whether the film agrees, and what was said; neither where there was an error."""
        status, words = self.run(["verify", "--quiet", *arguments], self.folder, 300)
        return {0: True, 1: False}.get(status) if "agree" in words else None, words

    def try_film(self, text, dice, kind):
        """One right film, and one fault of a kind, or of the next one that can be perceived."""
        project = os.path.join(self.folder, "p.reel.yaml")
        shutil.rmtree(os.path.join(self.folder, ".reel"), ignore_errors=True)
        with open(project, "w") as file:
            file.write(text)
        status, words = self.run(["build", "--quiet", "p.reel.yaml"], self.folder, 300)
        if status != 0:
            self.refused += 1
            if status != 1:
                self.keep(f"verify: the build ends with {status}\n{words}", project)
            return
        film = next(path for name in sorted(os.listdir(self.folder)) if name.startswith("film.")
                    for path in [os.path.join(self.folder, name)])
        agrees, words = self.verify("p.reel.yaml")
        self.right += 1
        if agrees is not True:
            self.accused += 1
            self.keep(f"verify: a right film is accused\n{words}", project, film)
        faulty = os.path.join(self.folder, "faulty" + os.path.splitext(film)[1])
        planter = Planter(film, self.folder, dice)
        first = FAULTS.index(kind)
        for other in FAULTS[first:] + FAULTS[:first]:
            what = planter.plant(other, faulty)
            if what is None:
                continue
            agrees, words = self.verify("p.reel.yaml", "--film", faulty)
            self.planted[other] += 1
            if agrees is not False:
                self.missed[other] += 1
                self.keep_missed(f"verify: {what}, which is not found\n{words}", project, faulty)
            break
        self.untold += planter.untold
        for path in (film, faulty):
            if os.path.exists(path):
                os.remove(path)

    def keep_missed(self, what, *paths):
        """A fault that is missed breaks a promise where too many are."""
        place = os.path.join(self.folder, f"missed-{sum(self.missed.values())}")
        os.makedirs(place, exist_ok=True)
        for path in paths:
            shutil.copy(path, place)
        print(f"  {what.splitlines()[0]} ({place})", flush=True)

    def tell(self):
        planted, missed = sum(self.planted.values()), sum(self.missed.values())
        kinds = ", ".join(f"{kind} {self.planted[kind] - self.missed[kind]}/{self.planted[kind]}" for kind in FAULTS)
        print(f"  {self.right} right films, {self.accused} accused ({self.refused} projects were refused); "
              f"{planted - missed} of {planted} faults found: {kinds}; of {self.untold} late sounds nothing tells", flush=True)
        if planted and planted - missed < LEAST * planted:
            self.keep(f"verify: {missed} of {planted} planted faults are not found")


def written_otherwise(text, dice):
    """A project of the other campaigns, whose film is written in some way."""
    head = text.split("outputs:")[0]
    end, keys = dice.choice(OUTPUTS)
    return head + f"outputs:\n  film: {{file: film.{end}, {keys}}}\n"


def campaign(budget, dice, footage, media, folder, run, keep):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    clips, songs = make_media(media, folder)
    mixtures.make_media(footage, folder)
    os.link(os.path.join(footage, slideshows.SONG), os.path.join(folder, slideshows.SONG))
    slideshows.make_photos(footage, folder)
    _, listed = run(["transitions"], folder, 60)
    kinds = [line.split()[0] for line in listed.splitlines()]
    trial = Trial(folder, run, keep)
    for number in budget:
        # One film of a seed is made again by that seed and number.
        own = type(dice)(f"{budget.seed} {number}")
        form = own.randrange(10)
        if form < 6:
            text = Cut(own, clips, songs).text()
        elif form < 8:
            text, inner = mixtures.Mixture(own).texts()
            with open(os.path.join(folder, FILM), "w") as file:
                file.write(inner)
            text = written_otherwise(text, own)
        else:
            text = written_otherwise(slideshows.Slideshow(own, kinds).text(), own)
        trial.try_film(text, own, FAULTS[number % len(FAULTS)])
        if number % 20 == 0:
            trial.tell()
    trial.tell()
