#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A server of shared pieces that misbehaves: bad-server.py FOLDER MODE PORT-FILE

It keeps what is PUT in FOLDER, unless MODE is about that, and answers as MODE says, below. The number of its port is
written to PORT-FILE when it listens; what it was asked, to FOLDER/log.
"""

import hashlib
import http.server
import os
import re
import struct
import sys
import time

FOLDER, MODE, PORT_FILE = sys.argv[1:4]


def varint(number):
    out = b""
    while number >= 0x80:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def record(line, content, size=None):
    digest = field(1, hashlib.sha256(content).hexdigest().encode()) + b"\x10" + varint(size or len(content))
    return field(2, field(1, b"piece") + field(2, digest)) + field(5, line)


def line_of(data):
    return re.search(rb"reel-piece-1 [0-9a-f]{64} [0-9]+\n", data).group()


def content_of(data):
    name = re.search(rb"\x0a\x40([0-9a-f]{64})", data).group(1).decode()
    return read("cas/" + name)


def read(name):
    try:
        with open(os.path.join(FOLDER, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def records():
    folder = os.path.join(FOLDER, "ac")
    return [read("ac/" + name) for name in sorted(os.listdir(folder))]


def write(name, data):
    path = os.path.join(FOLDER, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def length(line):
    return int(line.split()[2])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def note(self):
        with open(os.path.join(FOLDER, "log"), "a") as file:
            file.write(f"{self.command} {self.path}\n")

    def answer(self, data, status=200):
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def hang_up(self):
        self.close_connection = True

    def hang(self):
        time.sleep(300)
        self.hang_up()

    def endless(self):
        self.send_response(200)
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                self.wfile.write(b"x" * 65536)
        except OSError:
            pass

    def do_PUT(self):
        self.note()
        if MODE == "put-hang":
            return self.hang()
        if MODE == "put-403":
            self.hang_up()
            return self.answer(b"read only", 403)
        data = self.rfile.read(int(self.headers["Content-Length"]))
        write(self.path[1:], data)
        self.answer(b"", 201)

    def do_GET(self):
        self.note()
        data = read(self.path[1:])
        is_record = self.path.startswith("/ac/")
        if MODE == "hang":
            return self.hang()
        if MODE == "500":
            return self.answer(b"sorry", 500)
        if MODE == "redirect":
            self.send_response(302)
            self.send_header("Location", "file:///etc/passwd")
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if MODE == "no-http":
            self.wfile.write(b"220 welcome to the mail server\r\n" * 100)
            return self.hang_up()
        if data is None:
            return self.answer(b"no such thing", 404)
        if is_record:
            return self.give_record(data)
        self.give_content(data)

    def give_record(self, data):
        line = line_of(data)
        if MODE == "endless-record":
            return self.endless()
        if MODE == "junk-record":
            return self.answer(b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff" + os.urandom(200))
        if MODE == "empty-record":
            return self.answer(b"")
        if MODE == "other-record":
            # Somebody else's record, as it is.
            return self.answer(next(other for other in records() if other != data))
        if MODE == "other-length":
            # A whole piece, promised rightly, that is not as long as the one that was asked for.
            other = next(other for other in records() if length(line_of(other)) != length(line))
            return self.answer(record(line, content_of(other)))
        if MODE == "huge":
            return self.answer(record(line, b"x", 1 << 50))
        if MODE in ("hollow", "no-segment"):
            # All is as promised, and it begins and ends as a piece does, but it holds nothing.
            content = b"reelseg\n" + struct.pack("<I", 3) + line + b"?" * 5000
            content += b"E" + struct.pack("<QqQ", 1, length(line), 0)
            if MODE == "no-segment":
                content = b"<html>" + line + b"?" * 5000
            write("cas/" + hashlib.sha256(content).hexdigest(), content)
            return self.answer(record(line, content))
        self.answer(data)

    def give_content(self, data):
        if MODE == "wrong-bytes":
            return self.answer(data[:-100] + bytes([data[-100] ^ 1]) + data[-99:])
        if MODE == "short":
            return self.answer(data[:-1])
        if MODE == "long":
            return self.answer(data + b"x")
        if MODE == "gone":
            return self.answer(b"no such thing", 404)
        if MODE == "endless":
            return self.endless()
        if MODE in ("cut", "drip"):
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.close_connection = True
            if MODE == "cut":
                return self.wfile.write(data[: len(data) // 2])
            try:
                for byte in data:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(0.2)
            except OSError:
                pass
            return None
        self.answer(data)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(PORT_FILE + ".part", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(PORT_FILE + ".part", PORT_FILE)
server.serve_forever()
