# SPDX-License-Identifier: Apache-2.0
"""Slideshows: as Reel's projects, and as commands of ffmpeg and MLT."""

import os

import films

RATE = 25
# Frames of each photo, and of each transition, in which two photos are seen.
SHOWN, SHARED = 4 * RATE, RATE
# Transitions that take turns, and what libavfilter calls them.
KINDS = {"dissolve": "fade", "wipe-left": "wipeleft", "slide-up": "slideup", "circle-open": "circleopen",
         "smooth-right": "smoothright", "fade-black": "fadeblack"}


def make_photos(media, place, count):
    """So many photos of 12 to 24 million pixels, no two of the same bytes; their paths."""
    paths = []
    for index in range(count):
        source = ("photo_book_flowers_12mp", "photo_craft_beer_24mp", "photo_japanese_shop_12mp")[index % 3]
        paths.append(os.path.join(place, f"photo-{index}.jpg"))
        with open(f"{media}/images/{source}.jpg", "rb") as file:
            picture = file.read()
        with open(paths[-1], "wb") as file:
            # Some bytes after the picture, so that each file is another one.
            file.write(picture + f"photo {index}".encode())
    return paths


class Slideshow:
    """All photos, each cropped to 1920x1080, at rest or with the Ken Burns effect."""

    def __init__(self, photos, moves=False):
        self.photos, self.moves = photos, moves
        self.frames = len(photos) * (SHOWN - SHARED) + SHARED

    def project(self, preset):
        """The project file; the film is `film.mp4`, or `film.mkv` when lossless."""
        name = "film.mkv" if preset == "lossless" else "film.mp4"
        # A film without loss that may copy has the 4:2:0 of the others.
        copy = ", copy: when-possible" if preset == "lossless" else ""
        moves = ", ken-burns: auto" if self.moves else ""
        return "\n".join([
            "reel: 1", f"canvas: {{size: 1920x1080, rate: {RATE}, fit: cover}}",
            f"defaults: {{clip: {{duration: {SHOWN}f{moves}}}}}",
            "tracks:", "  main:",
            f"    between: {{transition: [{', '.join(KINDS)}], duration: {SHARED}f}}", "    clips:",
            *(f"      - '{photo}'" for photo in self.photos),
            f"outputs: {{film: {{file: {name}, preset: {preset}{copy}}}}}", ""])

    def command(self, output, encoding=tuple(films.ENCODING), sound=True):
        """The best command we know: each photo is decoded and scaled once."""
        command = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
        chains = []
        for index, photo in enumerate(self.photos):
            command += ["-i", photo]
            chains.append(f"[{index}:v]{self._still(index)},setsar=1,format=yuv420p[v{index}]")
        seen, at = "v0", 0
        for index in range(1, len(self.photos)):
            kind = list(KINDS.values())[(index - 1) % len(KINDS)]
            at += SHOWN - SHARED
            chains.append(f"[{seen}][v{index}]xfade=transition={kind}:duration={SHARED / RATE:g}:offset={at / RATE:g}[x{index}]")
            seen = f"x{index}"
        # There is no sound to leave out.
        del sound
        return [*command, "-filter_complex", ";".join(chains), "-map", f"[{seen}]", *encoding, output]

    def _still(self, index):
        size = "1920:1080"
        if not self.moves:
            return (f"scale={size}:force_original_aspect_ratio=increase,crop={size},loop=loop=-1:size=1,"
                    f"setpts=N/{RATE}/TB,trim=end_frame={SHOWN}")
        # Of twice the size, as `zoompan` moves by whole pixels.
        part = f"{0.12 / (SHOWN - 1):.8f}*on"
        zoom = f"1+{part}" if index % 2 else f"1.12-{part}"
        return ("scale=3840:2160:force_original_aspect_ratio=increase,crop=3840:2160,"
                f"zoompan=z='{zoom}':x='(iw-iw/zoom)*on/{SHOWN - 1}':y='(ih-ih/zoom)/2':d={SHOWN}:s=1920x1080:fps={RATE}")

    def melt_command(self, output):
        """MLT's mixes of photos that are as they are, cut off nowhere."""
        command = ["melt", "-silent", "-profile", "atsc_1080p_25"]
        for index, photo in enumerate(self.photos):
            command += [f"pixbuf:{photo}", f"out={SHOWN - 1}"]
            if index:
                command += ["-mix", str(SHARED), "-mixer", "luma"]
        return [*command, "-consumer", f"avformat:{output}", "vcodec=libx264", "preset=medium", "crf=20", "an=1",
                "real_time=-1", "terminate_on_pause=1"]
