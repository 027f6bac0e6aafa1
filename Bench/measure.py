# SPDX-License-Identifier: Apache-2.0
"""Runs commands and measures their cost, all descendants included."""

import ctypes
import math
import os
import statistics
import subprocess
import threading
import time
from dataclasses import dataclass

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Makes processes that outlive their parents ours, so that their time is counted."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@dataclass
class Cost:
    """What a run took: seconds, seconds of all cores, bytes, and CPU seconds spent in the kernel."""

    wall: float
    cpu: float
    memory: int
    status: int
    output: str
    system: float = 0


def _children(pid):
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                yield from map(int, file.read().split())
    except OSError:
        return


def _tree(pid):
    pids = [pid]
    for parent in pids:
        pids.extend(_children(parent))
    return pids


def proportional_size(pid):
    """Resident memory in bytes; pages that several processes share count once, divided among them."""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class _Sampler(threading.Thread):
    """Remembers the most memory that a process tree held at one of its looks, 50 ms apart."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.peak, self.over = pid, 0, threading.Event()

    def run(self):
        while not self.over.is_set():
            self.peak = max(self.peak, sum(map(proportional_size, _tree(self.pid))))
            self.over.wait(0.05)


def run(command, folder=None, sample=True, stdin=None):
    """Runs `command` in `folder`; user and system time of it and of all it started."""
    with open(os.path.join(folder or ".", ".bench-output"), "w+") as output:
        began = time.monotonic()
        process = subprocess.Popen(
            command, cwd=folder, stdin=stdin or subprocess.DEVNULL, stdout=output, stderr=output
        )
        sampler = _Sampler(process.pid) if sample else None
        if sampler:
            sampler.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if sampler:
            sampler.over.set()
            sampler.join()
        cpu, system = usage.ru_utime + usage.ru_stime, usage.ru_stime
        try:
            while True:
                # Workers that were still ending when their parent did.
                pid, _, usage = os.wait3(0)
                cpu += usage.ru_utime + usage.ru_stime
                system += usage.ru_stime
        except ChildProcessError:
            pass
        output.seek(0)
        text = output.read()
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\nended with {process.returncode}:\n{text[-4000:]}")
    return Cost(wall, cpu, sampler.peak if sampler else 0, process.returncode, text, system)


def quick_wall(command, folder, times):
    """The median of the wall time, in seconds, of a command that takes a few milliseconds."""
    devnull = os.open(os.devnull, os.O_RDWR)
    here = os.getcwd()
    os.chdir(folder)
    walls = []
    try:
        for _ in range(times):
            began = time.perf_counter()
            pid = os.posix_spawn(
                command[0],
                command,
                os.environ,
                file_actions=[(os.POSIX_SPAWN_DUP2, devnull, fd) for fd in (0, 1, 2)],
            )
            _, status = os.waitpid(pid, 0)
            walls.append(time.perf_counter() - began)
            if os.waitstatus_to_exitcode(status) != 0:
                raise SystemExit(f"{' '.join(command)} failed in {folder}")
    finally:
        os.chdir(here)
        os.close(devnull)
    return sorted(walls)[len(walls) // 2]


def least(costs):
    """The CPU seconds of the same work where nothing disturbed it: the least of the program's and of the kernel's.

    In a virtual machine, a page that is used for the first time may take many times as long, as its host has to find it
    first: builds of the same film differ by half a second in the kernel, and hardly in anything else.
    """
    return min(cost.cpu - cost.system for cost in costs) + min(cost.system for cost in costs)


def difference(these, those):
    """How many CPU seconds more `these` take than `those`, runs of two works that took turns; and how exact that is.

    Disturbances only make runs longer, so the slower half of each is left out; the mean of the others varies less than the least.
    The second figure is the standard error of the means of all runs.
    """
    seconds = [sorted(cost.cpu for cost in costs) for costs in (these, those)]
    faster = [statistics.fmean(runs[:(len(runs) + 1) // 2]) for runs in seconds]
    error = math.sqrt(sum(statistics.variance(runs) / len(runs) for runs in seconds))
    return faster[0] - faster[1], error


def median(costs):
    """The median of each figure by itself."""

    def middle(values):
        return sorted(values)[len(values) // 2]

    return Cost(
        middle([c.wall for c in costs]),
        middle([c.cpu for c in costs]),
        max(c.memory for c in costs),
        0,
        "",
    )
