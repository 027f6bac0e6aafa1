# SPDX-License-Identifier: Apache-2.0
"""Films whose packets are partly copied, played to the end by GStreamer and by a browser, frames counted."""

import http.server
import json
import os
import shutil
import subprocess
import threading

# Plays the film without sound, and sends how far it came and how many frames were decoded.
PAGE = """<!doctype html><video id=v muted src=film.mp4></video><script>
const send = (what) => fetch("/result", {method: "POST", body: JSON.stringify(what)})
v.onerror = () => send({error: v.error.message})
v.onended = () => send({frames: v.getVideoPlaybackQuality().totalVideoFrames, time: v.currentTime})
v.play().catch((error) => send({error: String(error)}))
</script>"""


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


def browser_frames(film, seconds):
    """Pictures that the browser decodes while it plays `film`, or what it complains of."""
    result, done = {}, threading.Event()

    class Desk(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path not in ("/", "/film.mp4"):
                self.send_error(404)
                return
            with open(film, "rb") as file:
                body = PAGE.encode() if self.path == "/" else file.read()
            self.send_response(200)
            self.send_header("Content-Type", "text/html" if self.path == "/" else "video/mp4")
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
    return result.get("frames", result.get("error", "it does not come to an end"))


def check(film, frames, seconds):
    """What is wrong when `film`, of so many frames and seconds, is played; None if nothing."""
    played = gstreamer_frames(film)
    if played != frames:
        return f"GStreamer shows {played} of {frames} frames"
    if browser():
        played = browser_frames(film, 60 + 2 * seconds)
        if played != frames:
            return f"the browser shows {played} of {frames} frames"
    return None
