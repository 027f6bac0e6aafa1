# SPDX-License-Identifier: Apache-2.0
"""What `reel build --dry-run --measure` estimates of the examples, beside what a build makes."""

import json
import os
import shutil
import subprocess
import time


def _events(command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def _names(reel, file):
    """The outputs of a project, and those of them that a dry run says something of by itself."""
    planned = [e for e in _events([reel, "build", file, "--dry-run", "--measure", "--json"]) if e["event"] == "planned"][-1]
    return [output["output"] for output in planned["outputs"]]


def measure(reel, folder, work):
    """For each output of each example in `folder`: its name, estimated and real bytes, estimated and real seconds.

    Each is estimated and made in a copy of the folder by itself, without anything that was made before.
    """
    rows = []
    examples = sorted(name for name in os.listdir(folder) if name.endswith(".reel.yaml"))
    for name in examples:
        place = os.path.join(work, "estimates")

        def fresh():
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(folder, place, ignore=shutil.ignore_patterns(".reel", "out"))
            return os.path.join(place, name)

        for output in _names(reel, fresh()):
            command = [reel, "build", fresh(), "--only", output, "--json"]
            start = time.monotonic()
            planned = [e for e in _events([*command, "--dry-run", "--measure"]) if e["event"] == "planned"][-1]
            sampled = time.monotonic() - start
            estimate = [o for o in planned["outputs"] if o["output"] == output][0]
            start = time.monotonic()
            finished = [e for e in _events(command) if e["event"] == "finished"][-1]
            rows.append({
                "example": name.removesuffix(".reel.yaml"), "output": output,
                "bytes": (estimate.get("estimatedBytes"), finished["bytes"]),
                "seconds": (estimate.get("estimatedSeconds"), time.monotonic() - start), "sampled": sampled,
            })
    return rows

