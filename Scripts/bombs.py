# SPDX-License-Identifier: Apache-2.0
"""Small projects that ask for much: each is done, or refused at its place, within bounds."""

import os
import resource
import signal
import struct
import subprocess
import tempfile
import threading
import zlib

SECONDS = 10
MEGABYTES = 500

HEAD = "reel: 1\ncanvas: {size: 320x180, rate: 25}\n"


def aliases(folder):
    """Nine lists of nine aliases each."""
    lines = ["reel: 1", "x0: &x0 [a, a, a, a, a, a, a, a, a]"]
    lines += [f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]" for n in range(1, 10)]
    return "\n".join(lines) + "\ntracks: {main: *x9}\n"


def nesting(folder):
    return "reel: 1\ntracks: " + "[" * 20_000 + "]" * 20_000 + "\n"


def long_scalar(folder):
    return HEAD + "tracks: {main: [{clip: still.png}]}\noverlays: {a: {text: " + "word " * 1_999 + "}}\n"


def many_clips(folder):
    return HEAD + "tracks:\n  main:\n" + "    - {clip: still.png, duration: 1s}\n" * 100_000


def many_texts(folder):
    texts = "".join(f"  t{n}: {{text: Number {n}, during: {n % 59}s..{n % 59 + 1}s}}\n" for n in range(10_000))
    return HEAD + "tracks: {main: [{clip: still.png, duration: 60s}]}\noverlays:\n" + texts


def many_keyframes(folder):
    keys = ", ".join(f"{n}ms: {n % 2}" for n in range(10_000))
    return HEAD + "tracks: {main: [{clip: still.png, duration: 60s}]}\n" \
        f"instructions: [{{during: 0s..60s, layers: {{main: {{opacity: {{{keys}}}}}}}}}]\n"


def anchor_chain(folder):
    clips = "".join(
        f"    - {{clip: still.png, id: c{n}, at: c{n - 1}.end, duration: 1s}}\n" for n in range(1, 20_000))
    return HEAD + "tracks:\n  main:\n    - {clip: still.png, id: c0, duration: 1s}\n" + clips


def number_list(folder):
    return HEAD + "assets: {a: [" + ", ".join(map(str, range(100_000))) + "]}\ntracks: {main: [a]}\n"


def endless_loop(folder):
    return HEAD + "tracks: {main: [{clip: frame.mkv, loop: true, until: 100h}]}\n"


def long_loop(folder):
    return HEAD + "tracks: {main: [{clip: frame.mkv, loop: true, until: 1h}]}\n"


def equal_cuts(folder):
    """Cuts between frames that cannot be told apart: borders of segments have nothing to go by."""
    return HEAD + "tracks:\n  main:\n" + "    - {clip: frame.mkv, range: 0f..1f}\n" * 20_000


def long_gap(folder):
    return HEAD + "tracks: {main: [{gap: 100h}, {clip: still.png}]}\n"


def long_still(folder):
    return HEAD + "tracks: {main: [{clip: still.png, duration: 100h}]}\n"


def wide_canvas(folder):
    return "reel: 1\ncanvas: {size: 1000000x1000000, rate: 25}\ntracks: {main: [{clip: still.png}]}\n"


def quick_canvas(folder):
    return "reel: 1\ncanvas: {size: 320x180, rate: 1000000000}\ntracks: {main: [{clip: still.png}]}\n"


def tall_text(folder):
    return HEAD + "tracks: {main: [{clip: still.png}]}\n" \
        "overlays: {a: {text: M, font: {family: DejaVu Sans, size: 1000000}}}\n"


def drawing(name):
    return HEAD + "tracks: {main: [{clip: still.png}]}\noverlays: {a: {image: " + name + "}}\n"


def svg(folder, body):
    with open(os.path.join(folder, "bomb.svg"), "w") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
                   f' width="320" height="180">{body}</svg>')
    return drawing("bomb.svg")


def many_paths(folder):
    return svg(folder, "".join(
        f'<path d="M{n % 320} 0 L{n % 320} {n % 180} Q 10 10 20 20" stroke="red"/>' for n in range(300_000)))


def turbulence(folder):
    return svg(folder, '<filter id="f"><feTurbulence baseFrequency="0.01" numOctaves="1000"/></filter>'
                       '<rect width="320" height="180" filter="url(#f)"/>')


def nested_uses(folder):
    levels = '<g id="u0"><rect width="9" height="9"/></g>' + "".join(
        f'<g id="u{n}">' + f'<use xlink:href="#u{n - 1}"/>' * 10 + "</g>" for n in range(1, 10))
    return svg(folder, f'<defs>{levels}</defs><use xlink:href="#u9"/>')


def wide_drawing(folder):
    with open(os.path.join(folder, "bomb.svg"), "w") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"/>')
    return drawing("bomb.svg")


def wide_image(folder):
    """A PNG of 30,000 pixels each way that takes a megabyte."""
    side = 30_000

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = bytes(1 + (side + 7) // 8)
    rows = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    with open(os.path.join(folder, "bomb.png"), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)))
        file.write(chunk(b"IDAT", rows) + chunk(b"IEND", b""))
    return drawing("bomb.png")


def glob_of_many(folder):
    os.mkdir(os.path.join(folder, "many"))
    for number in range(20_000):
        os.link(os.path.join(folder, "still.png"), os.path.join(folder, "many", f"{number}.png"))
    return HEAD + "assets: {a: many/*.png}\ntracks: {main: [{clip: a, duration: 1f}]}\n"


BOMBS = [
    aliases, nesting, long_scalar, many_clips, many_texts, many_keyframes, anchor_chain, number_list,
    endless_loop, long_loop, equal_cuts, long_gap, long_still, wide_canvas, quick_canvas, tall_text, many_paths,
    turbulence, nested_uses, wide_drawing, wide_image, glob_of_many,
]


def measure(reel, arguments, folder):
    """Exit status (None where it was stopped), output, CPU seconds and megabytes of the largest process.

    Time is CPU time of `reel` and its workers, so that a busy machine changes no verdict; a process that
    neither works nor ends is stopped after sixty times as long.
    """
    process = subprocess.Popen(
        [reel, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (12 * SECONDS, 12 * SECONDS)))
    stopped = []

    def stop():
        stopped.append(True)
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(60 * SECONDS, stop)
    timer.start()
    output = process.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return (None if stopped else process.returncode, output,
            usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def campaign(budget, reel, keep):
    """Checks every bomb and plans those that are valid; what can be planned may be a film that is wanted."""
    bombs = [bomb for bomb in BOMBS if any(text in bomb.__name__ for text in budget.only.split(","))]
    for bomb in bombs:
        budget.count += 1
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180",
                 "-frames:v", "1", "still.png", "-f", "lavfi", "-i", "testsrc2=s=320x180", "-frames:v", "1",
                 "-map", "1:v", "-c:v", "ffv1", "frame.mkv"], cwd=folder, check=True)
            path = os.path.join(folder, "p.reel.yaml")
            text = bomb(folder)
            with open(path, "w") as file:
                file.write(text)
            for arguments in (["check", "p.reel.yaml"], ["build", "--dry-run", "p.reel.yaml"]):
                status, words, seconds, megabytes = measure(reel, arguments, folder)
                said = f"{bomb.__name__}: {arguments[0]} exit {status}, {seconds:.1f} s of CPU, {megabytes:.0f} MB"
                print(f"  {said}", flush=True)
                if status not in (0, 1) or seconds > SECONDS or megabytes > MEGABYTES:
                    keep(f"{said}\n{words[:4000]}", path)
                elif status == 1 and "--> p.reel.yaml:" not in words:
                    keep(f"{said}, the message names no line\n{words[:4000]}", path)
                if status != 0:
                    break
