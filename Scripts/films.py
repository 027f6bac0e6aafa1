# SPDX-License-Identifier: Apache-2.0
"""What two films show and let hear, decoded and compared."""

import json
import re
import subprocess

import footage


def decode(arguments):
    return subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", *arguments], check=True, capture_output=True).stdout


def streams(path):
    """The kinds of its streams: video, audio."""
    words = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "json", path],
        check=True, capture_output=True, text=True).stdout
    return [stream["codec_type"] for stream in json.loads(words)["streams"]]


def likeness(left, right):
    """The PSNR in dB of each pair of frames, infinite for equal ones."""
    chain = "[0:v]setpts=N/TB[a];[1:v]setpts=N/TB[b];[a][b]psnr=stats_file=-:shortest=1"
    words = decode(["-i", left, "-i", right, "-lavfi", chain, "-f", "null", "-"]).decode()
    return [float(value) for value in re.findall(r"psnr_avg:(\S+)", words)]


def frames(path):
    """A digest of each decoded picture."""
    found, complaints = footage.frames(path)
    if complaints:
        raise RuntimeError(f"{path}: {complaints}")
    return [digest for _, digest in found]


def sound(path):
    """All samples, of 32 bits in two channels; nothing if there is no sound."""
    return decode(["-i", path, "-map", "0:a", "-ac", "2", "-f", "s32le", "-"]) if "audio" in streams(path) else b""


def first_difference(left, right, unit=1):
    """The first place, in units of so many parts, where two sequences differ; None if they are equal."""
    if left == right:
        return None
    pairs = zip(left, right)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right))) // unit


def difference_of_sound(left, right, rate=48000):
    """Where the sound of two films differs, in words; None if it is equal."""
    place = first_difference(left, right, 8)
    if place is None:
        return None
    return (f"the sound differs from {place / rate:.4f} s on "
            f"({len(left) // 8} and {len(right) // 8} samples)")
