# SPDX-License-Identifier: Apache-2.0
"""Commands at the same time in one folder: each ends as it does alone, and so do the films."""

import hashlib
import os
import random
import signal
import subprocess
import tempfile
import time

COMMANDS = (
    ["build"], ["build", "-j1"], ["check"], ["explain"], ["inputs"], ["graph"],
    ["frame", "--at", "0.5s", "-o", "frame.png"], ["build", "--verify"],
)


def project(dice, name, titles):
    """A film of gaps under texts; those of `titles` may be in other projects, too."""
    length = dice.randrange(2, 6)
    lines = [
        "reel: 1", "canvas: {size: 160x90, rate: 10}", f"tracks: {{main: [{{gap: {length}s}}]}}",
        "overlays:",
    ]
    for number in range(dice.randrange(1, 6)):
        start = dice.randrange(length)
        lines.append(
            f"  t{number}: {{text: {dice.choice(titles)}, during: {start}s..{length}s, "
            f"font: {{size: {dice.choice((12, 20))}px}}}}")
    lines.append(f"outputs: {{film: {{file: {name}.mkv, preset: lossless}}}}")
    return "\n".join(lines) + "\n"


def digest(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def write(folder, texts):
    for name, text in texts.items():
        with open(os.path.join(folder, name + ".reel.yaml"), "w") as file:
            file.write(text)


def round(dice, reel, run, report):
    """One folder with a few projects, and a few commands that are started within a moment."""
    titles = [f"title{dice.randrange(1000)}" for _ in range(3)]
    texts = {name: project(dice, name, titles) for name in ("a", "b")}
    with tempfile.TemporaryDirectory() as folder:
        write(folder, texts)
        status, words = run(["build", "a.reel.yaml", "b.reel.yaml", "--quiet"], folder, 300)
        alone = {name: digest(os.path.join(folder, name + ".mkv")) for name in texts}
        if status != 0:
            report(f"the build alone ends with {status}\n{words}", texts)
            return
    with tempfile.TemporaryDirectory() as folder:
        write(folder, texts)
        chosen = [["build", name + ".reel.yaml"] for name in dice.choice((["a", "a"], ["a", "b"]))]
        for _ in range(dice.randrange(0, 4)):
            command = dice.choice(COMMANDS)
            chosen.append(command[:1] + [dice.choice(("a", "b")) + ".reel.yaml"] + command[1:])
        watch = None
        if dice.random() < 0.3:
            watch = subprocess.Popen(
                [reel, "watch", "a.reel.yaml", "--json"], cwd=folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        running = []
        for number, command in enumerate(chosen):
            # Two pictures in one file are the last one's.
            command = [word if word != "frame.png" else f"frame{number}.png" for word in command]
            running.append((command, subprocess.Popen(
                [reel, *command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)))
            time.sleep(dice.choice((0, 0, 0.02, 0.1, 0.3)))
        said = []
        for command, process in running:
            try:
                output, _ = process.communicate(timeout=300)
                if process.returncode != 0:
                    said.append(f"{' '.join(command)}: {process.returncode}\n{output.decode(errors='replace')}")
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                said.append(f"{' '.join(command)}: hangs")
        if watch:
            watch.send_signal(signal.SIGINT)
            _, words = watch.communicate(timeout=60)
            if b"error[" in words:
                said.append(f"watch: {words.decode(errors='replace')}")
        commands = ", ".join(" ".join(command) for command, _ in running)
        if said:
            report(f"at once: {commands}" + (", watch" if watch else "") + "\n" + "\n".join(said), texts)
            return
        for name, wanted in alone.items():
            made = digest(os.path.join(folder, name + ".mkv"))
            if made not in (None, wanted):
                report(f"another film than alone: {name}, of {commands}", texts)


def campaign(budget, dice, reel, run, keep):
    for _ in budget:
        def report(what, texts):
            with tempfile.TemporaryDirectory() as folder:
                write(folder, texts)
                keep(what, *(os.path.join(folder, name + ".reel.yaml") for name in texts))

        round(random.Random(dice.random()), reel, run, report)
