# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven through a pipe by the DevTools protocol."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def executable():
    """Debian's Chromium, or None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Chromium:
    """One process with one page of a fixed size. Use it in a `with` statement."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.number, self.session, self.pending = 0, None, b""

    def __enter__(self):
        # The browser reads commands from descriptor 3 and writes answers to 4. The shell that puts them there
        # gets them under high numbers, as either of them may be 3 or 4 here.
        commands, self.input = os.pipe()
        self.output, answers = os.pipe()
        theirs = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (commands, answers)]
        self.home = tempfile.mkdtemp()
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs[0]} 4>&{theirs[1]}', "bash", executable(), "--headless=new",
             "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=2",
             "--force-color-profile=srgb", "--disable-lcd-text", "--enable-unsafe-swiftshader",
             "--allow-file-access-from-files", "--remote-debugging-pipe", f"--user-data-dir={self.home}",
             "about:blank"],
            pass_fds=theirs, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": self.home})
        for end in (commands, answers, *theirs):
            os.close(end)
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self.call("Emulation.setDeviceMetricsOverride", width=self.width, height=self.height,
                      deviceScaleFactor=2, mobile=False)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.home, ignore_errors=True)

    def call(self, method, **parameters):
        """The result of a method of the protocol; raises RuntimeError where the browser refuses it."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.input, data):]
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def read(self, seconds=60):
        """The next message of the browser."""
        end = time.monotonic() + seconds
        while b"\0" not in self.pending:
            if not select.select([self.output], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError(f"the browser is silent for {seconds} s")
            more = os.read(self.output, 1 << 20)
            if not more:
                raise RuntimeError("the browser has ended")
            self.pending += more
        message, _, self.pending = self.pending.partition(b"\0")
        return json.loads(message)

    def open(self, path):
        """Shows a local file, once it is loaded."""
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.evaluate("new Promise(r => document.readyState == 'complete' ? r() : addEventListener('load', r))")

    def evaluate(self, expression):
        """The value of an expression of JavaScript, awaited if it is a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    def picture(self):
        """What the page shows, as the bytes of a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])
