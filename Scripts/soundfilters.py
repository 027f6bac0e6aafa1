# SPDX-License-Identifier: Apache-2.0
"""Every filter of sound that a project may use, at the extremes of its options, each twice.

The second time memory that was never cleared holds other bytes (MALLOC_PERTURB_): what is made of it differs. A build gives
the same samples twice, or an error that names a place in the project, as samples that are no numbers are one.
"""

import json
import os
import shutil
import subprocess

SECONDS = 1


def filters(run, folder):
    """The filters of sound with their options, as the tool lists them."""
    status, words = run(["effects", "--json"], folder, 60)
    entries = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    return [entry for entry in entries if entry["sound"] and entry["allowed"]] if status == 0 else []


def values(option):
    """The extremes of an option, and all of its constants."""
    least, most = option.get("minimum"), option.get("maximum")
    if option["type"] in ("true or false", "flag", "boolean"):
        return ["true", "false"]
    found = list(option["constants"])
    if least is not None and most is not None:
        whole = option["type"].startswith(("whole", "integer"))
        found += [str(int(number)) if whole else repr(float(number)) for number in (least, most)]
    return found


def settings(entry, dice):
    """Settings with one option at an extreme each, then some with all of them at random ones."""
    known = {option["name"]: values(option) for option in entry["options"] if not option.get("refused")}
    known = {name: found for name, found in known.items() if found}
    for name, found in sorted(known.items()):
        for value in found:
            yield {name: value}
    for _ in range(4 if known else 1):
        yield {name: dice.choice(found) for name, found in sorted(known.items()) if dice.random() < 0.5}


NEEDED = {"chorus": {"delays": '"50|60"', "decays": '"0.4|0.3"', "speeds": '"0.25|0.4"', "depths": '"2|2.3"'}}


def campaign(budget, dice, folder, run, keep):
    source = os.path.join(folder, "noise.wav")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"anoisesrc=d={SECONDS}:r=48000:a=0.5:seed=1", "-ac", "2", source],
        check=True)
    # One after the other, as every build begins a worker anew.
    trials = [(entry["name"], chosen) for entry in filters(run, folder) for chosen in settings(entry, dice)]
    if not trials:
        keep("soundfilters: 'reel effects --json' lists no filter of sound")
    refused, silent, heard = 0, 0, set()
    # Those that a bounded time or number leaves out are any.
    dice.shuffle(trials)
    for _, (name, chosen) in zip(budget, trials):
        words, made = trial(folder, run, name, {**NEEDED.get(name, {}), **chosen})
        what = f"{name} {chosen}"
        if made is None:
            refused += 1
            if words is not None:
                keep(f"soundfilters: {what}: {words}", os.path.join(folder, "p.reel.yaml"))
        elif made[0] != made[1]:
            keep(f"soundfilters: {what}: other samples the second time", os.path.join(folder, "p.reel.yaml"))
        elif any(made[0]):
            heard.add(name)
        else:
            silent += 1
    print(
        f"  {len(trials)} settings; {refused} were refused or fail with a place in the project, {silent} are silent; "
        f"{len(heard)} of {len({name for name, _ in trials})} filters made sound", flush=True)


def trial(folder, run, name, chosen):
    """The samples of two builds; or None, and what is wrong with that (None where it is a refusal that says where)."""
    options = ", ".join(f"{key}: {value}" for key, value in chosen.items())
    text = (
        "reel: 1\ntracks:\n  main: [{clip: noise.wav, effects: [{" + f"{name}: {{{options}}}" + "}]}]\n"
        "outputs: {f: {file: f.wav, limit: off}}\n")
    with open(os.path.join(folder, "p.reel.yaml"), "w") as file:
        file.write(text)
    made = []
    for byte in (85, 170):
        shutil.rmtree(os.path.join(folder, ".reel"), ignore_errors=True)
        os.environ["MALLOC_PERTURB_"] = str(byte)
        try:
            status, words = run(["build", "--force", "p.reel.yaml"], folder, 120)
        finally:
            del os.environ["MALLOC_PERTURB_"]
        if status == 1 and "error" in words and "p.reel.yaml" in words:
            return None, None
        if status != 0:
            return f"ends with {status}\n{words}", None
        with open(os.path.join(folder, "f.wav"), "rb") as file:
            data = file.read()
        place = data.index(b"data") + 8
        made.append(data[place:])
    return None, made
