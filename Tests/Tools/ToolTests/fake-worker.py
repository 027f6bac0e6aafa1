#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A worker that renders nothing: what it does is decided by the names in its requests.

The name of a probed file, of an encoder, or of the first file of a mix, is a way to behave: `crash`, `exit`, `unlinked` (as the loader does), `hang`, `babble`,
`endless`, `other-id`, `chatty`, `slow`, `waits` (for the file `go`), `lingers` (does not end before there is `go`), `short`, `broken`, `noted`, `unstable`; with `-once` at its end, only the first time. Anything
else succeeds. What it was asked is written to the file `log` in the project's folder.
"""

import hashlib
import json
import os
import re
import signal
import struct
import sys
import time


def read_exactly(count):
    data = b""
    while len(data) < count:
        more = sys.stdin.buffer.read(count - len(data))
        if not more:
            linger()
            sys.exit(0)
        data += more
    return data


lingering = None


def linger():
    """Where it was asked to, writes its number to the file `ending` and waits for the file `go`."""
    if lingering is None:
        return
    with open(os.path.join(lingering, "ending.new"), "w") as file:
        file.write(str(os.getpid()))
    os.rename(os.path.join(lingering, "ending.new"), os.path.join(lingering, "ending"))
    while not os.path.exists(os.path.join(lingering, "go")):
        time.sleep(0.01)


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def answer(number, reply):
    body = json.dumps({"id": number, "reply": reply}).encode()
    write(struct.pack("<I", len(body)) + body)


def behave(number, name, folder):
    """Does what the name says; the rest of the name if that is left to the caller."""
    if name.endswith("-once"):
        mark = os.path.join(folder, name + ".seen")
        if os.path.exists(mark):
            return "fine"
        open(mark, "w").close()
        name = name[: -len("-once")]
    if name == "crash":
        sys.stderr.write("about to crash\n" * 3)
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
    elif name == "exit":
        sys.exit(7)
    elif name == "unlinked":
        sys.stderr.write(
            "reel-render: error while loading shared libraries: libavcodec.so.11: "
            "cannot open shared object file: No such file or directory\n")
        sys.exit(127)
    elif name == "hang":
        time.sleep(600)
    elif name == "chatty":
        sys.stderr.write("words\n" * 100_000)
        sys.stderr.flush()
    elif name == "babble":
        write(struct.pack("<I", 5) + b"hello")
        time.sleep(600)
    elif name == "endless":
        write(b"\xff\xff\xff\xff")
        time.sleep(600)
    elif name == "other-id":
        answer(number + 1, {"progress": {"_0": 1}})
        time.sleep(600)
    elif name == "waits":
        while not os.path.exists(os.path.join(folder, "go")):
            time.sleep(0.01)
    elif name == "lingers":
        global lingering
        lingering = folder
    elif name == "slow":
        for _ in range(8):
            time.sleep(0.25)
            answer(number, {"progress": {"_0": 1}})
    return name


def log(folder, line):
    with open(os.path.join(folder, "log"), "a") as file:
        file.write(line + "\n")


def failure(kind, message):
    return {"failed": {"_0": {"kind": kind, "message": message, "origin": 0, "frame": 2, "log": ["libav's words"]}}}


def spoken():
    """The version of the protocol, which tests take from the sources."""
    place = os.path.dirname(os.path.realpath(__file__))
    with open(os.path.join(place, "../../../Sources/Core/RenderProtocol/Actions/Request.swift")) as file:
        return int(re.search(r"renderingVersion = (\d+)", file.read())[1])


def project(path):
    return path.split("/.reel/")[0]


def perform(number, request):
    (kind, argument), = request.items()
    argument = argument.get("_0", {})
    if kind == "hello":
        return {"hello": {"_0": {"version": spoken(), "libraries": ["fake 1"], "files": [], "fontFolders": []}}}
    if kind == "faces":
        # What it finds them by is beside it, if it was given a place of its own.
        folder = os.path.dirname(sys.argv[0])
        cascade = os.path.join(folder, "cascade")
        mark = "fake"
        if os.path.exists(cascade):
            log(folder, "faces")
            with open(cascade) as file:
                mark = file.read()
        return {"faces": {"_0": {"marks": [mark], "files": [cascade]}}}
    if kind == "probe":
        path = argument["path"]
        folder = os.path.dirname(path)
        log(folder, "probe " + os.path.basename(path))
        name = behave(number, os.path.basename(path), folder)
        if name == "broken":
            return failure("media", "not a film")
        facts = {"format": name, "start": "0", "isStill": False, "isSVG": False, "warnings": []}
        return {"probed": {"_0": facts}}
    if kind == "texts":
        path = argument["path"]
        log(os.path.dirname(path), f"texts {argument['stream']} {os.path.basename(path)}")
        text = {"start": 100, "end": 900, "text": "One", "settings": ""}
        stream = {"kind": "text", "codec": "subrip", "language": "eng"}
        return {"texts": {"_0": {"streams": [stream], "texts": [text], "lost": 0}}}
    if kind == "levels":
        for clip in argument["clips"]:
            log(os.path.dirname(clip["file"]["path"]), "levels " + os.path.basename(clip["file"]["path"]))
        return {"levels": {"_0": {"momentary": [-2000], "powers": [-2000], "peaks": [-1000]}}}
    if kind == "subjects":
        name = os.path.basename(argument["path"])
        log(os.path.dirname(argument["path"]), "subjects " + name)
        face = {"x": 100, "y": 200, "width": 100, "height": 100, "weight": 9}
        return {"subjects": {"_0": {"samples": [{"time": "0", "faces": [face]}], "cuts": []}}}
    if kind in ("segment", "mix", "encode"):
        folder = project(argument["output"])
        words = []
        if kind == "segment":
            encoder = argument["encoding"]["encoder"]
            frames = sum(part["frameCount"] for part in argument["program"]["parts"])
        elif kind == "mix":
            encoder = os.path.basename(argument["program"]["clips"][0]["file"]["path"])
            frames = argument["program"]["sampleCount"]
        else:
            encoder = argument["encoding"]["encoder"]
            frames = 0
            for interval in argument["intervals"]:
                (what, values), = interval.items()
                if what == "silence":
                    words.append("silence")
                    frames += values["_0"]
                else:
                    with open(values["_0"]) as chunk:
                        text = chunk.read().split()
                    if text[:1] != ["mix"]:
                        return failure("disk", "a file of samples is damaged")
                    words.append(text[1])
                    frames += values["_1"]
        log(folder, f"{kind} {encoder}")
        name = behave(number, encoder, folder)
        if name == "broken":
            return failure("media", "cannot decode")
        if name == "refused":
            return failure("encoder", "cannot open the encoder")
        answer(number, {"progress": {"_0": 1}})
        if name == "unstable":
            words.append(os.urandom(8).hex())
        with open(argument["output"], "w") as file:
            file.write(" ".join([kind, encoder, str(frames)] + words) + "\n")
        for other in argument.get("others", []):
            log(folder, "also " + other["encoding"]["encoder"])
            if other["encoding"]["encoder"] == "broken":
                return failure("encoder", "cannot encode")
            with open(other["output"], "w") as file:
                file.write(" ".join([kind, other["encoding"]["encoder"], str(frames)]) + "\n")
        if name == "short":
            frames -= 1
        notes = []
        if name == "noted":
            notes = [{"message": "held", "origin": 0, "frame": 1, "log": [], "isOfSilence": False}]
        reply = {"segment": "segment", "mix": "mixed", "encode": "encoded"}[kind]
        return {reply: {"_0": {"frames": frames, "bytes": 10, "notes": notes}}}
    if kind == "text":
        data = argument["block"]["text"].encode()
        name = hashlib.sha256(data).hexdigest()
        with open(os.path.join(argument["folder"], name + ".raster"), "wb") as file:
            file.write(data)
        return {"text": {"_0": {
            "size": {"width": 1, "height": 1},
            "box": {"x": 0, "y": 0, "width": 1, "height": 1}, "raster": name, "fonts": [],
            "missing": "", "substitutes": [], "isTooLarge": False, "cells": [],
            "lines": 1, "lackingFeatures": []}}}
    if kind == "link":
        folder = os.path.dirname(argument["output"])
        log(folder, "link")
        with open(argument["output"], "w") as film:
            for path in [one["path"] for one in argument["segments"]] + [argument.get("sound")]:
                if path:
                    with open(path) as segment:
                        text = segment.read()
                    if "segment" not in text and "encode" not in text:
                        return failure("disk", "a segment is damaged")
                    film.write(text)
        return {"linked": {"bytes": 1}}
    if kind == "deliver":
        film, stem = argument["film"], argument["delivery"]["stream"]["_0"]["stem"]
        log(os.path.dirname(film["output"]), "deliver")
        files = []
        for path in [one["path"] for one in film["segments"]]:
            with open(path) as segment:
                text = segment.read()
            files.append((stem + "-video-" + hashlib.sha256(text.encode()).hexdigest()[:12] + ".m4s", text))
        names = "\n".join(name for name, _ in files)
        files += [(stem + "-video.m3u8", names), (stem + ".m3u8", "main of " + names)]
        for name, text in files:
            with open(os.path.join(film["output"], name), "w") as file:
                file.write(text)
        return {"delivered": {"_0": [{"name": name, "bytes": len(text)} for name, text in files]}}
    if kind == "compare":
        with open(argument["one"]) as one, open(argument["other"]) as other:
            isSame = one.read() == other.read()
        return {"compared": {} if isSame else {"_0": {"packet": 3, "frame": 3}}}
    if kind == "checkPictures":
        layer = argument["program"]["parts"][0]["layers"][0]
        read = layer["content"]["picture"]["_0"]["source"]["video"]["_0"]
        path = read["file"]["path"]
        log(os.path.dirname(path), "check " + os.path.basename(path))
        if os.path.basename(path) == "rotten":
            return {"checked": {"_0": {
                "kind": "damaged", "origin": read["origin"], "frame": 4, "sourceTime": "2.5",
                "log": ["libav's words"]}}}
        return {"checked": {}}
    return failure("program", "unknown request " + kind)


while True:
    (length,) = struct.unpack("<I", read_exactly(4))
    call = json.loads(read_exactly(length))
    answer(call["id"], perform(call["id"], call["request"]))
