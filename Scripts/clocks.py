# SPDX-License-Identifier: Apache-2.0
"""Footage of every container, codec and kind of clock, built and compared frame by frame.

Each picture of a source is its number: columns that are light or dark in the upper half, and the other way around in the
lower. Its sound has a short tone every half second. A film of the whole source and of a stretch from its middle shows each
number where it belongs and sounds in time with it, or there is an error or a warning that names the file.
"""

import array
import math
import os
import statistics
import subprocess
import tempfile

BITS, WIDTH, HEIGHT, RATE = 8, 160, 96, 25
NUMBERS = (
    f"color=black:s={WIDTH}x{HEIGHT}:r=%s,geq=lum='if(mod(floor(N/pow(2,floor(X*{BITS}/{WIDTH})))"
    f"+floor(2*Y/{HEIGHT}),2),215,35)':cb=128:cr=128")
TONES = "aevalsrc='0.7*sin(2*PI*1000*t)*lt(mod(t+0.25,0.5),0.01)':s=48000"

X264 = "-c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p -g 12"
CODECS = {
    "h264": X264 + " -bf 3 -b_strategy 0",
    "h264-plain": X264 + " -bf 0",
    "h264-open": X264 + " -bf 2 -x264-params open-gop=1:b-pyramid=normal",
    "hevc": "-c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params log-level=none:keyint=12:bframes=3",
    "vp8": "-c:v libvpx -b:v 2M -deadline realtime -auto-alt-ref 1 -lag-in-frames 8 -g 12",
    "vp9": "-c:v libvpx-vp9 -b:v 2M -deadline realtime -cpu-used 8 -g 12",
    "mpeg4": "-c:v mpeg4 -q:v 2 -g 12",
    "xvid": "-c:v mpeg4 -q:v 2 -bf 2 -g 12 -vtag XVID",
    "mpeg4-b": "-c:v mpeg4 -q:v 2 -bf 2 -g 12",
    "mpeg2": "-c:v mpeg2video -q:v 2 -bf 2 -g 12",
    "mpeg1": "-c:v mpeg1video -q:v 2 -bf 2 -g 12",
    "mjpeg": "-c:v mjpeg -q:v 2 -pix_fmt yuvj420p", "ffv1": "-c:v ffv1", "huffyuv": "-c:v huffyuv",
    "prores": "-c:v prores_ks -profile:v 0", "qtrle": "-c:v qtrle", "theora": "-c:v libtheora -q:v 8 -g 12",
    "flv1": "-c:v flv -q:v 2 -g 12", "wmv2": "-c:v wmv2 -q:v 2 -g 12", "msmpeg4": "-c:v msmpeg4 -q:v 2 -g 12",
    "h263": "-c:v h263 -q:v 2 -s 176x144 -g 12", "raw": "-c:v rawvideo", "dv": "-c:v dvvideo -s 720x576",
    "gif": "-c:v gif", "apng": "-c:v apng",
}
# Containers: their codecs of pictures and of sound, and what their clocks can do.
FINE, COARSE = "hold jitter telecine offset late edit", "hold"
CONTAINERS = {
    "mp4": ("h264 hevc mpeg4-b h264-open", "aac", FINE + " cover one single outlast near behind faster torn"),
    "mov": ("h264 prores mjpeg qtrle", "pcm_s16le", FINE + " one outlast"),
    "mkv": ("h264 hevc mpeg2 mpeg4-b vp9 mjpeg ffv1 h264-open", "libopus", FINE + " cover one single outlast size near faster torn"),
    "mka.mkv": ("h264", "aac", FINE), "vorbis.mkv": ("h264", "libvorbis", FINE),
    "webm": ("vp8 vp9", "libopus", FINE + " one outlast near torn"),
    "avi": ("h264 h264-plain h264-open xvid mpeg4 mpeg4-b mpeg2 mjpeg huffyuv msmpeg4 ffv1 raw", "pcm_s16le", "hold one outlast torn"),
    "mp3.avi": ("h264 xvid", "libmp3lame", ""),
    "flv": ("h264 flv1 h264-plain", "aac", "hold jitter offset late one outlast behind torn"),
    "ts": ("h264 hevc mpeg2 h264-open", "aac", "hold jitter telecine offset late edit restart midway size one outlast faster torn"),
    "mp2.ts": ("h264 mpeg2 mpeg4-b", "mp2", "hold offset edit restart midway faster torn"),
    "vob": ("mpeg2 mpeg1", "ac3", "offset restart edit midway outlast torn"),
    # Hardly any of their pictures has a time in the file.
    "mp2.vob": ("h264 h264-plain h264-open hevc mpeg4-b", "mp2", "restart torn"),
    "mpg": ("mpeg1 mpeg2", "mp2", "offset restart midway torn"),
    "ogv": ("theora", "libvorbis", "torn restart"), "wmv": ("wmv2 msmpeg4", "wmav2", "hold jitter offset behind torn"),
    "nut": ("h264 ffv1", "pcm_s16le", FINE), "mxf": ("mpeg2", "pcm_s16le", "torn"), "3gp": ("h263 h264", "aac", "hold offset"),
    "dv": ("dv", "pcm_s16le", ""), "gif": ("gif", None, "hold single behind"), "apng": ("apng", None, "hold single"),
    "ivf": ("vp8 vp9", None, "hold"), "h264": ("h264", None, "raw"), "hevc": ("hevc", None, "raw"),
    "m2v": ("mpeg2", None, "raw"), "m4v": ("mpeg4-b", None, "raw"), "mjpeg": ("mjpeg", None, "raw"),
}
# What is made in a moment, one of each kind.
SMALL = [
    ("avi", "h264", "plain"), ("avi", "xvid", "plain"), ("mkv", "h264", "hold"), ("mp4", "h264", "jitter"),
    ("ts", "h264", "telecine"), ("mkv", "h264", "offset"), ("vob", "mpeg2", "restart"), ("mp4", "h264", "outlast"),
    ("gif", "gif", "single"), ("mjpeg", "mjpeg", "raw"), ("ts", "h264", "size"), ("mkv", "h264", "near"),
    ("ts", "h264-open", "midway"), ("ts", "hevc", "midway"), ("mp4", "h264", "behind"), ("flv", "h264", "behind"),
    ("mp2.vob", "h264", "plain"), ("mp2.vob", "hevc", "restart"), ("mpg", "mpeg2", "restart"), ("ts", "h264", "faster"),
    ("ts", "h264", "torn"), ("vob", "mpeg2", "torn"), ("flv", "h264", "torn"), ("ogv", "theora", "torn"),
    ("ogv", "theora", "restart"),
]


class Wrong(Exception):
    """A film that is not as its source."""


def make(*arguments):
    process = subprocess.run(["ffmpeg", "-nostdin", "-y", "-v", "error", *arguments], capture_output=True, text=True)
    return process.returncode == 0, process.stderr


def numbers(film):
    """The number that each frame of a film shows; None where it is none."""
    data = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", film, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
         f"scale={BITS}:2:flags=area,format=gray", "-f", "rawvideo", "-"], capture_output=True).stdout
    found = []
    for start in range(0, len(data) - 2 * BITS + 1, 2 * BITS):
        upper, lower = data[start:start + BITS], data[start + BITS:start + 2 * BITS]
        clear = all(abs(a - b) > 70 for a, b in zip(upper, lower))
        found.append(sum(1 << place for place in range(BITS) if upper[place] > lower[place]) if clear else None)
    return found


def lateness(path):
    """How many seconds pictures begin after what begins first in a file."""
    words = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=codec_type,start_time", "-of", "csv=p=0", path],
        capture_output=True, text=True).stdout
    starts = {kind: float(time) for kind, time in (line.split(",")[:2] for line in words.split()) if time != "N/A"}
    return starts.get("video", 0) - min(starts.values(), default=0)


def tones(film):
    """When the tones of a film begin, in seconds; None where it has no sound."""
    data = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", film, "-map", "0:a:0", "-ac", "1", "-ar", "48000", "-f", "s16le", "-"],
        capture_output=True).stdout
    samples = array.array("h", data[:len(data) // 2 * 2])
    if not samples:
        return None
    found, quiet = [], -10000
    for place, sample in enumerate(samples):
        if abs(sample) > 5000:
            if place - quiet > 9600:
                found.append(place / 48000)
            quiet = place
    return found


def shortened(found):
    """Numbers for people: 0..9 12x3."""
    words, place = [], 0
    while place < len(found):
        end = place + 1
        if end < len(found) and found[end] == found[place]:
            while end < len(found) and found[end] == found[place]:
                end += 1
            words.append(f"{found[place]}x{end - place}")
        else:
            while (end < len(found) and None not in (found[end], found[end - 1]) and found[end] == found[end - 1] + 1
                   and (end + 1 >= len(found) or found[end + 1] != found[end])):
                end += 1
            words.append(f"{found[place]}" + (f"..{found[end - 1]}" if end > place + 1 else ""))
        place = end
    return " ".join(words)


class Cell:
    """A container, a codec and a clock: a source, and what a film of it shows."""

    def __init__(self, container, codec, clock, folder):
        self.container, self.codec, self.clock, self.folder = container, codec, clock, folder
        self.sound = CONTAINERS[container][1]
        self.rate, self.canvas, self.expected = str(RATE), str(RATE), list(range(50))
        # Words that an error or a warning may or must have.
        self.error, self.warning = None, None
        self.offset = 0
        self.size = "128x96" if container == "dv" else f"{WIDTH}x{HEIGHT}"
        self.source = os.path.join(folder, "clip." + container.split(".")[-1])

    @property
    def name(self):
        return f"{self.container} {self.codec} {self.clock}"

    def encode(self, path, *, filters=None, video=(), sound=None, seconds=2, tones_for=None, start=0, extra=()):
        """Encodes `seconds` of numbers from `start` on, and of tones; whether ffmpeg can do that."""
        arguments = [*video, "-f", "lavfi", "-t", str(seconds + start), "-i", NUMBERS % self.rate]
        if self.sound:
            arguments += [*(sound or ()), "-f", "lavfi", "-t", str((tones_for or seconds) + start), "-i", TONES]
        chain = [f"select='gte(n,{int(start * RATE)})',setpts=PTS-{start}/TB"] if start else []
        chain += [filters] if filters else []
        # ffmpeg would fill a late start with copies of the first frame.
        passes = self.clock in ("jitter", "telecine", "offset", "late")
        arguments += ["-fps_mode", "passthrough" if passes else "vfr"] if chain or passes else []
        arguments += ["-vf", ",".join(chain)] if chain else []
        if start and self.sound:
            arguments += ["-af", f"atrim={start},asetpts=N/SR/TB"]
        arguments += CODECS[self.codec].split()
        if self.sound:
            arguments += ["-c:a", self.sound, "-ac", "2"]
        return make(*arguments, *extra, path)

    def prepare(self):
        """Makes the source; whether that is possible."""
        clock, path = self.clock, self.source
        if clock in ("plain", "raw"):
            if clock == "raw":
                self.error = "raw stream"
            return self.encode(path, extra=("-f", self.container) if self.container == "m4v" else ())
        if clock in ("offset", "late"):
            made = self.encode(
                path, video=("-itsoffset", "0.023" if clock == "offset" else "0.48"),
                tones_for=None if clock == "offset" else 2.5)
            self.wait(0, 50)
            return made
        if clock == "hold":
            self.expected = [*range(20), *[19] * 27, *range(47, 75)]
            return self.encode(path, filters="select='lt(n,20)+gt(n,46)'", seconds=3)
        if clock == "jitter":
            # By at most 7 ms, the first one right.
            base = ("-enc_time_base", "1/90000") if self.container.split(".")[-1] not in ("flv", "wmv") else ()
            scale = ("-video_track_timescale", "90000") if self.container in ("mp4", "mov") else ()
            return self.encode(
                path, filters="settb=1/90000,setpts='N*3600+if(eq(N,0),0,(mod(N*7,15)-7)*90)'", extra=(*base, *scale))
        if clock == "telecine":
            # 24 pictures a second in 60 fields: two, then three of them.
            self.rate = self.canvas = "24000/1001"
            self.expected = list(range(48))
            scale = ("-video_track_timescale", "90000") if self.container in ("mp4", "mov") else ()
            return self.encode(
                path, filters="settb=1/90000,setpts='floor(N*2.5)*1501.5'",
                extra=("-enc_time_base", "1/90000", *scale))
        if clock == "near":
            self.rate, self.canvas = "30000/1001", "30"
            self.expected = list(range(60))
            return self.encode(path)
        if clock == "edit":
            whole = os.path.join(self.folder, "whole." + self.container.split(".")[-1])
            made = self.encode(whole, seconds=3)
            self.expected = None
            return made if not made[0] else make("-ss", "0.6", "-i", whole, "-c", "copy", path)
        if clock == "midway":
            # As a recording of a broadcast begins, in the middle of a group of pictures.
            whole = os.path.join(self.folder, "whole." + self.container.split(".")[-1])
            made = self.encode(whole, seconds=3)
            self.expected = None
            with open(whole, "rb") as file, open(path, "wb") as part:
                data = file.read()
                # Program streams are cut between packs.
                part.write(data[len(data) // 4 // 2048 * 2048 if self.container in ("vob", "mpg") else len(data) // 4:])
            return made
        if clock == "behind":
            self.warning = "another file begins behind it"
            whole = os.path.join(self.folder, "whole." + self.container.split(".")[-1])
            made = self.encode(whole)
            with open(whole, "rb") as file, open(path, "wb") as both:
                both.write(2 * file.read())
            return made
        if clock == "restart":
            self.error = "another recording begins" if self.container == "ogv" else "begin anew"
            self.expected = list(range(100))
            parts = [os.path.join(self.folder, f"{number}." + self.container.split(".")[-1]) for number in range(2)]
            for number, part in enumerate(parts):
                made = self.encode(part, start=2 * number)
                if not made[0]:
                    return made
            with open(path, "wb") as file:
                for part in parts:
                    file.write(open(part, "rb").read())
            return True, ""
        if clock == "torn":
            return self.encode(path)
        if clock == "faster":
            kind = self.container.split(".")[-1]
            parts = [os.path.join(self.folder, f"{rate}.{kind}") for rate in (RATE, 2 * RATE)]
            for part, self.rate in zip(parts, (str(RATE), str(2 * RATE))):
                made = self.encode(part)
                if not made[0]:
                    return made
            self.canvas, self.expected = self.rate, [*(number // 2 for number in range(100)), *range(100)]
            if kind == "ts":
                with open(path, "wb") as file:
                    for part in parts:
                        file.write(open(part, "rb").read())
                return True, ""
            names = os.path.join(self.folder, "parts.txt")
            with open(names, "w") as file:
                file.writelines(f"file {part}\n" for part in parts)
            return make("-f", "concat", "-safe", "0", "-i", names, "-c", "copy", path)
        if clock == "size" and self.codec == "ffv1":
            return False, "its size is said once for all of a track"
        if clock == "size":
            self.expected = list(range(100))
            inner = "mkv" if self.codec in ("vp9", "mjpeg") else "ts"
            parts = [os.path.join(self.folder, f"{number}.{inner}") for number in range(2)]
            for number, part in enumerate(parts):
                larger = f"scale={2 * WIDTH}:{2 * HEIGHT}:flags=neighbor" if number else None
                moved = ("-output_ts_offset", str(1 + 2 * number)) if inner == "ts" else ()
                made = self.encode(part, start=2 * number, filters=larger, extra=moved)
                if not made[0]:
                    return made
            if inner == "mkv":
                names = os.path.join(self.folder, "parts.txt")
                with open(names, "w") as file:
                    file.writelines(f"file {part}\n" for part in parts)
                return make("-f", "concat", "-safe", "0", "-i", names, "-c", "copy", path)
            both = os.path.join(self.folder, "both.ts")
            with open(both, "wb") as file:
                for part in parts:
                    file.write(open(part, "rb").read())
            return make("-i", both, "-c", "copy", path)
        if clock == "cover":
            cover, whole = os.path.join(self.folder, "cover.png"), os.path.join(self.folder, "w." + self.container)
            make("-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", cover)
            made = self.encode(whole)
            picture = ("-attach", cover, "-metadata:s:t", "mimetype=image/png") if self.container == "mkv" else ()
            more = () if picture else ("-i", cover, "-map", "0", "-map", "1", "-disposition:v:1", "attached_pic")
            return made if not made[0] else make("-i", whole, *more, *picture, "-c", "copy", path)
        if clock in ("one", "single"):
            self.expected = [0] * (50 if clock == "one" else 1)
            self.warning = "its last picture" if clock == "one" else None
            if clock == "single" and self.container in ("gif", "apng"):
                self.expected = [0] * 50
            self.sound = self.sound if clock == "one" else None
            return self.encode(path, filters="select='eq(n,0)'")
        if clock == "outlast":
            self.expected = [*range(50), *[49] * 50]
            self.warning = "its last picture"
            return self.encode(path, tones_for=4)
        raise ValueError(clock)

    def from_key(self, path):
        """How many pictures of a recording are shown: those from its first key frame on."""
        lines = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,flags", "-of", "csv=p=0", path],
            capture_output=True, text=True).stdout.split()
        packets = [(float(time) if time != "N/A" else math.inf, "K" in flags) for time, flags in (line.split(",")[:2] for line in lines)]
        key = next(n for n, (_, is_key) in enumerate(packets) if is_key)
        return sum(1 for time, _ in packets[key:] if time >= packets[key][0])

    def wait(self, first, end):
        """Expects each picture from `first` on once, the first as long as the file is late: some have times of whole frames only."""
        self.offset = lateness(self.source) if os.path.exists(self.source) else 0
        late = self.offset * RATE
        self.expected = [*[first] * (round(late) if late > 0.999 else 0), *range(first, end)]

    def project(self, clips):
        with open(os.path.join(self.folder, "clock.reel.yaml"), "w") as file:
            file.write(
                f"reel: 1\ncanvas: {{size: {self.size}, rate: {self.canvas}}}\ndefaults: {{clip: {{duration: 2s}}}}\n"
                f"tracks: {{main: [{clips}]}}\noutputs: {{film: {{file: film.mov, audio: pcm}}}}\n")

    def check(self, run):
        """Builds the film and compares it; raises what is wrong."""
        if self.clock == "torn":
            return self.tear(run)
        clip, film = os.path.basename(self.source), os.path.join(self.folder, "film.mov")
        self.project(clip)
        status, words = run(["build", "clock.reel.yaml", "--force"], self.folder, 120)
        if status == 1 and self.error and self.error in words and clip in words:
            return
        if status != 0:
            raise Wrong(f"exit {status}\n{words}")
        if self.error and self.clock != "restart":
            raise Wrong(f"no error\n{words}")
        if self.warning and self.warning not in words:
            raise Wrong(f"nothing is said\n{words}")
        found = numbers(film)
        if self.expected is None:
            # From wherever it was cut, each once.
            first = found[0] if found and found[0] is not None else -1
            self.wait(first, 75)
            if self.clock == "midway":
                # The first one is held from where there is sound on.
                held = sum(1 for number in found if number == first)
                self.offset, self.expected = 0, [*[first] * (held - 1), *range(first, 75)]
                # Program streams tell no times of many pictures, and that of a first key frame may be wrong.
                is_near = first in (24, 36, 48) if self.container in ("vob", "mpg") else first == 75 - self.from_key(self.source)
                if not is_near:
                    raise Wrong(f"begins elsewhere than at its first key frame: {shortened(found)}")
        # The last picture may be lost to or gain by how an encoder of sound ends.
        if not self.agrees(found, self.expected):
            raise Wrong(f"shows {shortened(found)}\nnot   {shortened(self.expected)}")
        if self.clock == "faster":
            if len(tones(film) or ()) != 8:
                raise Wrong("tones are lost")
            return
        self.hear(film, found)
        if len(self.expected) < 40 or self.clock in ("single", "one"):
            return
        # In seconds, as frames within a range are those of the source.
        rate = eval(self.canvas)  # pylint: disable=eval-used
        self.project(f"{{clip: {clip}, range: {17 / rate:.5f}s..{33 / rate:.5f}s}}")
        status, words = run(["build", "clock.reel.yaml", "--force"], self.folder, 120)
        found = numbers(film) if status == 0 else []
        if found != self.expected[17:33]:
            raise Wrong(f"frames 17..33: exit {status}, shows {shortened(found)}\nnot   {shortened(self.expected[17:33])}\n{words}")

    def tear(self, run):
        """A whole file is silent; one that ends anywhere within its last part is said to be cut off."""
        clip = os.path.basename(self.source)
        self.project(clip)
        with open(self.source, "rb") as file:
            data = file.read()
        for end in (None, len(data) * 7 // 10 + 1, len(data) * 8 // 10 + 3, len(data) * 9 // 10 + 5):
            with open(self.source, "wb") as file:
                file.write(data[:end])
            _, words = run(["check", "clock.reel.yaml"], self.folder, 60)
            is_said = clip in words and any(text in words for text in ("cut off", "damaged", "there are only", "cannot open"))
            if is_said != (end is not None):
                raise Wrong(f"cut at {end} of {len(data)}:\n{words}")

    def agrees(self, found, expected):
        if self.clock == "faster":
            # Sound may begin earlier by a part of a picture; it lasts longer by one, and what follows begins behind both.
            found = found[1:] if found[2:3] == [0] else found
            held = next((place for place, number in enumerate(found[98:]) if number != 49), 0)
            later = found[98 + held:]
            return found[:98] == expected[:98] and 1 <= held <= 4 and later[:99] == expected[100:199] and set(later[99:]) <= {99}
        if self.clock == "size" and self.codec in ("mpeg2", "mpeg4-b") and 49 not in found:
            # libavcodec drops the picture that it holds back when the size changes.
            expected = [48 if number == 49 else number for number in expected]
        if self.clock == "edit" and self.container == "vob":
            # The first frame of sound is cut, but lasts.
            found = found[max(0, min(2, len(found) - len(expected))):]
        return found == expected

    def hear(self, film, found):
        """Compares when tones are heard with when their pictures are seen."""
        if not self.sound:
            return
        heard = tones(film)
        rate = eval(self.canvas)  # pylint: disable=eval-used
        own = eval(self.rate)  # pylint: disable=eval-used
        late = statistics.median(
            place / rate - number / own for place, number in enumerate(found)
            if number is not None and (place == 0 or number != found[place - 1]))
        # A cut leaves sound before its first picture, which is shown up to a frame earlier beside it.
        late_by = self.offset * RATE
        offset = -(late_by if late_by < 1 else late_by - round(late_by)) / RATE if self.clock == "edit" else self.offset
        apart = [
            moment - late + offset - (round((moment - late + offset - 0.25) * 2) / 2 + 0.25) for moment in heard or ()]
        if len(apart) < 3:
            raise Wrong(f"only {len(apart)} tones are heard")
        # An encoder of MP3 has its sound 1105 samples later, and AVI does not tell.
        if abs(statistics.median(apart)) > (0.024 if self.container == "mp3.avi" else 0.021) or max(apart) - min(apart) > 0.02:
            raise Wrong("tones are off by " + " ".join(f"{1000 * value:.0f} ms" for value in apart))


def cells():
    for container, (codecs, _, clocks) in CONTAINERS.items():
        for clock in clocks.split() if clocks == "raw" else ["plain", *clocks.split()]:
            for codec in codecs.split():
                yield container, codec, clock


def campaign(budget, run, keep, only=(), small=False):
    """Every cell once, in an order that begins with one of each kind, as long as the budget lasts."""
    every = [*SMALL, *(cell for cell in cells() if cell not in SMALL)] if not small else SMALL
    every = [cell for cell in every if not only or any(text in " ".join(cell) for text in only)]
    made = right = 0
    for _, (container, codec, clock) in zip(budget, every):
        with tempfile.TemporaryDirectory() as folder:
            cell = Cell(container, codec, clock, folder)
            is_made, words = cell.prepare()
            if not is_made:
                print(f"  {cell.name}: ffmpeg does not make it: {words.strip().splitlines()[:1]}", flush=True)
                continue
            made += 1
            try:
                cell.check(run)
                right += 1
            except Wrong as wrong:
                keep(f"{cell.name}: {wrong}", cell.source)
    print(f"footage: {right} of {made} clocks are right", flush=True)
