# SPDX-License-Identifier: Apache-2.0
"""Films whose packets are partly copied, played to the end by GStreamer and by a browser, frames counted."""

import http.server
import json
import os
import random
import shutil
import subprocess
import tempfile
import threading
from fractions import Fraction

import footage

# Plays the film without sound, and sends how far it came, how many frames were decoded, and its size.
PAGE = """<!doctype html><video id=v muted src="%s"></video><script>
const send = (what) => fetch("/result", {method: "POST", body: JSON.stringify(what)})
if (v.canPlayType('%s') == "") send({cannot: true})
v.onerror = () => send({error: v.error.message})
v.onended = () => send({frames: v.getVideoPlaybackQuality().totalVideoFrames,
                        size: v.videoWidth + "x" + v.videoHeight})
v.play().catch((error) => send({error: String(error)}))
</script>"""

# How a browser is asked whether it plays a codec at all.
TYPES = {"h264": "video/mp4; codecs=avc1.64001f", "hevc": "video/mp4; codecs=hvc1.1.6.L93.B0",
         "vp9": "video/webm; codecs=vp09.00.31.08", "av1": "video/mp4; codecs=av01.0.05M.08"}

# Films that are made: their sources and containers. Of AV1 only what is shown whole is copied.
KINDS = [
    (("bbb_720p24_82s.mp4", "sintel_trailer_720p24_52s.mp4"), ("film.mp4", "film.mkv")),
    (("x264-turned.mov",), ("film.mp4",)),
    (("x264-open.mp4", "x264-late-pictures.mp4"), ("film.mp4",)),
    (("x265-closed.mp4", "x265-open.mp4", "x265-radl.mp4"), ("film.mp4", "film.mkv")),
    (("vp9.webm", "vp9-hidden.webm"), ("film.webm", "film.mp4")),
    (("svt-av1.mp4",), ("film.mp4", "film.webm")),
]


def browser():
    """A headless browser that plays what Debian's plays; None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def gstreamer_frames(film):
    """Pictures that GStreamer decodes, in the order they are shown, or what it complains of."""
    run = subprocess.run(
        ["gst-launch-1.0", "-v", "filesrc", f"location={film}", "!", "decodebin", "!", "video/x-raw",
         "!", "identity", "silent=false", "!", "fakesink", "sync=false"],
        capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        return run.stderr.strip() or f"exit {run.returncode}"
    return sum("last-message = chain" in line for line in run.stdout.splitlines())


def browser_result(film, codec, seconds):
    """What the browser reports of `film` after playing it; None where it does not know the codec."""
    result, done = {}, threading.Event()
    name = os.path.basename(film)
    kind = "video/" + name[-4:].strip(".")
    page = PAGE % (name, TYPES[codec])

    class Desk(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path not in ("/", "/" + name):
                self.send_error(404)
                return
            with open(film, "rb") as file:
                body = page.encode() if self.path == "/" else file.read()
            self.send_response(200)
            self.send_header("Content-Type", "text/html" if self.path == "/" else kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self):
            result.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            done.set()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Desk)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    process = subprocess.Popen(
        [browser(), "--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio",
         "--autoplay-policy=no-user-gesture-required", f"http://127.0.0.1:{server.server_port}/"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        env=os.environ | {"HOME": os.path.dirname(film)})
    done.wait(seconds)
    process.terminate()
    process.wait()
    server.shutdown()
    return None if result.get("cannot") else result or {"error": "it does not come to an end"}


def check(film, frames, seconds, codec, size):
    """What is wrong when `film` is played, which has so many frames and this size, and what each player
    says."""
    wrong, said = [], []
    played = gstreamer_frames(film)
    said.append(f"GStreamer {played}")
    if played != frames:
        wrong.append(f"GStreamer shows {played} of {frames} frames")
    if browser() and not film.endswith(".mkv"):
        result = browser_result(film, codec, 60 + 2 * seconds)
        said.append(f"browser {result['frames'] if result and 'frames' in result else 'cannot play it'}")
        if result and (result.get("frames"), result.get("size")) != (frames, size):
            wrong.append(f"the browser should show {frames} frames of {size}: {result}")
    return wrong, ", ".join(said)


def parts(dice, sources, codec):
    """Stretches of one to three of the sources."""
    if codec == "av1":
        return [(dice.choice(sources).path, None)]
    found = []
    for source in (dice.choice(sources) for _ in range(dice.randrange(1, 4))):
        start = dice.uniform(0, float(source.duration) - 7)
        end = start + dice.uniform(3, min(12, float(source.duration) - start))
        found.append((source.path, (round(start, 2), round(end, 2))))
    return found


def campaign(budget, folders, run, keep):
    """Makes films of all kinds in turn, and plays them."""
    if not shutil.which("gst-launch-1.0"):
        print("  skipped: GStreamer's tools are not installed")
        return
    kinds = []
    for names, films in KINDS:
        paths = [os.path.join(folder, name) for name in names for folder in folders]
        sources = [footage.Source(path) for path in paths if os.path.exists(path)]
        if sources:
            kinds.append((sources, films))
    dice = random.Random(budget.seed)
    allow = [word for folder in folders for word in ("--allow", folder)]
    for number in budget if kinds else []:
        sources, films = kinds[(number - 1) % len(kinds)]
        codec, film = sources[0].facts["codec_name"], dice.choice(films)
        with tempfile.TemporaryDirectory() as folder:
            chosen = parts(dice, sources, codec)
            path = os.path.join(folder, "p.reel.yaml")
            with open(path, "w") as file:
                file.write(footage.joined(chosen, film))
            status, words = run(["build", "p.reel.yaml", *allow], folder, 300)
            what = " + ".join(f"{os.path.basename(clip)} {cut or 'whole'}" for clip, cut in chosen)
            if status != 0:
                keep(f"{what}: exit {status}: {words}", path)
                continue
            film = os.path.join(folder, film)
            facts = footage.probe(film)
            count, rate = len(footage.frames(film)[0]), Fraction(facts["r_frame_rate"])
            wrong, said = check(
                film, count, float(count / rate), facts["codec_name"], footage.upright(film))
            asked = sum(Fraction(cut[1]) - Fraction(cut[0]) if cut else sources[0].duration
                        for _, cut in chosen) * rate
            if abs(count - asked) > len(chosen):
                wrong.append(f"{count} frames, {float(asked):.2f} were asked for")
            print(f"  {facts['codec_name']} in {os.path.basename(film)}: {what}: {count} frames, {said}; "
                  f"{words.strip().splitlines()[-1]}", flush=True)
            for one in wrong:
                keep(f"{what}: {one}", path, film)
