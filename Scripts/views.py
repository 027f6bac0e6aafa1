# SPDX-License-Identifier: Apache-2.0
"""What is seen in the clips of the sample footage."""

import math
import random
from fractions import Fraction

from people import walker
from sketch import Pile, Sketch, area, bokeh, box, curve, fir, glow, mixed, oval, ridge, wave

NTSC = Fraction(30000, 1001)


def glitter(dice, count, top, bottom, middle, spread):
    """Dashes of light on water: how far they are from the shore, place, length, and when they shine."""
    dashes = []
    for _ in range(count):
        depth = dice.random() ** 1.5
        wide = spread[0] + (spread[1] - spread[0]) * depth
        dashes.append((top + (bottom - top) * depth, middle + dice.gauss(0, 0.45) * wide,
                       8 + 40 * depth * dice.uniform(0.5, 1),
                       1 + 2.4 * depth, dice.uniform(1.1, 2.6), dice.random()))

    def shine(time):
        """The outlines of those that shine faintly, and brightly."""
        levels = ([], [])
        for y, x, length, thick, period, phase in dashes:
            light = wave(time, period, phase)
            if light > -0.4:
                levels[light > 0.35].append(
                    oval(x + 3 * wave(time, 3.1, phase), y, length * (0.5 + 0.5 * light) / 1.4, thick * 0.5))
        return [" ".join(level) for level in levels]
    return shine


def harbour():
    """A sail before the evening sun, a lighthouse, and a lantern on a jetty."""
    width, height, shore = 1280, 720, 446
    sketch = Sketch((width, height), [
        (0, "#232a5c"), (150, "#48407a"), (290, "#94527c"), (390, "#d8735f"), (446, "#f3a468"),
        (446, "#c06d62"), (510, "#7d4a70"), (610, "#3d3566"), (720, "#1a2047")], seconds=8)
    dice = random.Random(4)
    sun = 500
    glow(sketch, sun, 420, 130, "#ffb066", 0.75)
    sketch.draw(oval(sun, 412, 52), "#ffe3ad")
    # The other bank, and the headland.
    sketch.draw(ridge(width + 6, shore + 2, lambda x: shore - 30 - 18 * math.sin(x / 170 + 0.6) - 8 * math.sin(x / 61)),
                "#9a5673")

    def headland(x):
        return shore + 4 - 84 / (1 + math.exp((880 - x) / 55)) - 5 * math.sin(x / 33)

    def point(x):
        return shore + 2 - 44 * max(0, 1 - x / 330) ** 1.4 - 3 * math.sin(x / 23)
    sketch.draw(ridge(width + 6, shore + 3, headland, left=720), "#4a3460")
    sketch.draw(ridge(330, shore + 3, point), "#5b3b66")
    roofs, walls, windows = [], [], []
    for x, size, land in ((846, 22, headland), (884, 26, headland), (928, 22, headland), (1128, 26, headland),
                          (1168, 20, headland), (1200, 32, headland), (20, 24, point), (64, 20, point),
                          (102, 18, point)):
        y = max(land(x), land(x + size * 1.5)) + 2
        roofs.append(area([(x - 4, y - size), (x + size * 0.4, y - size * 1.6), (x + size * 1.1, y - size * 1.6),
                           (x + size * 1.5 + 4, y - size)]))
        walls.append(box(x, y - size, size * 1.5, size))
        windows += [box(x + size * share - 2, y - size * 0.72, 5, 7) for share in (0.3, 0.75, 1.2)]
    sketch.draw(" ".join(walls), "#3a2a53")
    sketch.draw(" ".join(roofs), "#5f3353")
    sketch.draw(" ".join(windows), "#ffd58a", 0.95)
    tower = 1040
    sketch.draw(area([(tower - 17, 376), (tower - 11, 266), (tower + 11, 266), (tower + 17, 376)]), "#e9cfc6")
    for y in (352, 312, 276):
        sketch.draw(area([(tower - 11 - (y - 266) / 18, y), (tower - 10.2 - (y - 266) / 18, y - 16),
                          (tower + 10.2 + (y - 266) / 18, y - 16), (tower + 11 + (y - 266) / 18, y)]), "#b8485a")
    sketch.draw(box(tower - 16, 262, 32, 5) + area([(tower - 11, 246), (tower, 232), (tower + 11, 246)]), "#33264a")
    sketch.draw(box(tower - 8, 246, 16, 16), "#ffe9b0")
    # Light lies on the water below the sun, the houses and the lighthouse.
    sketch.draw(curve((sun - 34, shore), ((sun - 150, 560), (sun - 170, 640), (sun - 190, 720)),
                      ((sun - 60, 720), (sun + 60, 720), (sun + 190, 720)),
                      ((sun + 170, 640), (sun + 150, 560), (sun + 34, shore))),
                "#ffb27a", 0.2, 24)
    for x in (38, 79, 115, 862, 903, 944, 1147, 1183, 1224):
        sketch.draw(box(x - 3, shore + 2, 7, 50), "#ffce86", 0.3, 4)
    glow(sketch, 299, 540, 46, "#ffb45e", 0.8)
    for x, y, wide, thick, color, alpha, pace in (
            (250, 150, 210, 9, "#e58a78", 0.5, 26), (820, 108, 260, 11, "#c9708a", 0.45, 20),
            (610, 232, 190, 7, "#ffb58a", 0.55, 34), (1130, 196, 150, 8, "#f09a7c", 0.45, 24),
            (120, 290, 150, 6, "#ffbd90", 0.5, 38)):
        sketch.draw(" ".join(oval(x + shift * wide, y + 9 * shift, wide * (0.7 - abs(shift) / 2),
                                  thick * (1 - abs(shift) / 2))
                             for shift in (-0.45, 0.1, 0.5)), color, alpha, 7, to=(pace, 0))
    bright = glitter(dice, 150, shore + 5, 716, sun, (50, 240))
    dim = glitter(dice, 130, shore + 8, 716, 640, (600, 1100))
    hull = curve((-74, -14), ((-20, -4), (40, -6), (84, -22)), ((70, -6), (62, 6), (50, 12)),
                 ((10, 14), (-30, 14), (-58, 10)),
                 ((-66, 2), (-70, -6), (-74, -14)))
    main = curve((4, -22), ((2, -80), (0, -130), (-2, -186)), ((-34, -130), (-58, -70), (-66, -24)),
                 ((-40, -18), (-16, -18), (4, -22)))
    jib = curve((10, -172), ((34, -120), (56, -76), (74, -30)), ((50, -24), (30, -22), (12, -22)),
                ((14, -80), (13, -130), (10, -172)))
    shade = curve((4, -22), ((2, -80), (0, -130), (-2, -186)), ((-8, -130), (-14, -80), (-20, -21)),
                  ((-12, -20), (-4, -21), (4, -22)))
    gulls = [(700, 190, 62, 0.9, 0.1), (752, 168, 58, 0.75, 0.55), (664, 160, 55, 0.6, 0.8)]

    def life(time):
        faint, strong = dim(time)
        yield dict(outline=faint + strong, color="#f0a08a", alpha=0.16)
        faint, strong = bright(time)
        yield dict(outline=faint, color="#ffc48a", alpha=0.45)
        yield dict(outline=strong, color="#ffe9c4", alpha=0.85)
        beam = max(0.0, wave(time, 4.0, 0.4)) ** 3
        yield dict(outline=oval(0, 0, 30), color="#fff0c0", at=(tower, 254), alpha=0.25 + 0.7 * beam, blur=16)
        for reach in (90, 170, 270, 380):
            yield dict(outline=area([(0, -2), (-reach, -reach / 10), (-reach, reach / 14), (0, 3)]), color="#fff0c0",
                       at=(tower, 254), alpha=0.13 * beam, blur=reach / 20)
        x, y, turn = 404 + 27 * time, 548 + 2.5 * wave(time, 3.4), 1.7 * wave(time, 3.4, 0.2)
        yield dict(outline=curve((-70, 6), ((-40, 4), (40, 4), (72, 6)), ((60, 60), (30, 120), (0, 158)),
                                 ((-26, 120), (-56, 60), (-70, 6))),
                   color="#2c2148", at=(x, y + 4), alpha=0.34, blur=7)
        yield dict(outline=box(-2, -196, 4, 186), color="#2a1d3c", at=(x, y), turn=turn)
        yield dict(outline=main + jib, color="#f7dfc0", at=(x, y), turn=turn)
        yield dict(outline=shade, color="#d99a86", at=(x, y), turn=turn, alpha=0.5)
        yield dict(outline=hull, color="#2a1d3c", at=(x, y), turn=turn)
        yield dict(outline=area([(-72, -14), (84, -22), (80, -17), (-70, -9)]), color="#d8735f", at=(x, y), turn=turn)
        for x, y, pace, size, phase in gulls:
            flap = 7 * wave(time, 0.9, phase)
            yield dict(outline=curve((0, 0), ((-8, -8), (-18, -12 - flap), (-30, -6 - 2 * flap)),
                                     ((-18, -8 - flap), (-9, -3), (0, 5)),
                                     ((9, -3), (18, -8 - flap), (30, -6 - 2 * flap)),
                                     ((18, -12 - flap), (8, -8), (0, 0))),
                       color="#3a2950", at=(x + pace * time / 2, y - 3 * time + 4 * wave(time, 3, phase)),
                       scale=(size, size))
    sketch.each(life)
    # The jetty.
    dark = "#140f28"
    for x in (18, 120, 222, 306):
        sketch.draw(box(x, 604, 13, 130), dark)
    sketch.draw(area([(-10, 602), (336, 612), (336, 624), (-10, 618)]), dark)
    sketch.draw(box(308, 520, 5, 94) + box(296, 520, 17, 4), dark)
    sketch.draw(area([(292, 530), (306, 530), (309, 552), (289, 552)]), "#ffdf9a")
    sketch.draw(area([(289, 531), (299, 522), (309, 531)]) + box(288, 551, 22, 3), dark)
    sketch.draw(box(286, 640, 26, 80), "#ffb45e", 0.3, 12)
    return sketch


def market():
    """A street market in the evening: houses with lit windows, strings of lights, stalls, and people who walk by."""
    width, height = 960, 540
    sketch = Sketch((width, height), [
        (0, "#16204a"), (130, "#333068"), (260, "#6b3f74"), (360, "#a85a6c"), (424, "#c9786a"), (424, "#4a3350"),
        (540, "#1f1a33")], NTSC, 7)
    dice = random.Random(12)
    stars = " ".join(oval(dice.uniform(0, width), dice.uniform(0, 120), dice.uniform(0.6, 1.4)) for _ in range(60))
    sketch.draw(stars, "#ffffff", 0.7)
    sketch.draw(oval(770, 70, 30), "#fff2d6", 0.95)
    glow(sketch, 770, 70, 40, "#ffe6c0", 0.35)
    slow, pan = dict(to=(-16, 0)), dict(to=(-44, 0))
    # Roofs far away, then the houses of the street.
    far = [area([(x, 430), (x, top), (x + 35, top - 26), (x + 70, top), (x + 70, 430)])
           for x, top in ((x, dice.uniform(196, 250)) for x in range(-10, 1000, 66))]
    sketch.draw(" ".join(far) + box(470, 130, 44, 300) + area([(464, 132), (492, 66), (520, 132)]), "#4d3767", **slow)
    sketch.draw(oval(492, 160, 12), "#ffdf9f", 0.9, **slow)
    houses, x, number = Pile(), -14, 0
    colors = ("#5a3357", "#3c3c6b", "#71405a", "#34486b", "#633a63", "#4a3160", "#2f4a66")
    while x < 1040:
        wide, top, color = dice.choice((104, 118, 132, 146)), dice.uniform(150, 232), colors[number % len(colors)]
        peak = [(x + wide / 2, top - 52)] if number % 2 == 0 else [(x + 10, top - 30), (x + wide - 10, top - 30)]
        number += 1
        houses.put(0, color, box(x, top, wide, 430 - top))
        houses.put(1, mixed(color, "#120d24", 0.5), area([(x - 5, top), *peak, (x + wide + 5, top)]))
        houses.put(2, mixed(color, "#ffffff", 0.14), box(x, top, wide, 6))
        columns = 3 if wide > 110 else 2
        for line, column in ((line, column) for line in range(3) for column in range(columns)):
            left, upper = x + (column + 0.5) * wide / columns - 11, top + 24 + line * 58
            if upper < 330:
                houses.put(3, dice.choice(("#ffd27f", "#ffd27f", "#ff9f5f", mixed(color, "#0f1030", 0.45))),
                           box(left, upper, 22, 34))
                houses.put(4, mixed(color, "#120d24", 0.3), box(left + 10, upper, 2, 34), box(left, upper + 15, 22, 2),
                           box(left - 4, upper + 34, 30, 4))
        x += wide
    houses.draw(sketch, **pan)
    # Warm light over the stalls, and on the street.
    places = [44 + 250 * stall for stall in range(4)]
    for radius, alpha, blur in ((200, 0.13, 60), (110, 0.22, 40)):
        sketch.draw(" ".join(oval(left + 106, 350, min(124, radius), radius) for left in places), "#ffb25a", alpha,
                    blur, **pan)
    sketch.draw(" ".join(oval(left + 106, 452, 122, 22) for left in places), "#ffb25a", 0.4, 16, **pan)
    stalls = Pile()
    for left, cloth, coat, skin, hair in zip(
            places, ("#c8414b", "#2f8f8a", "#e0a030", "#b0487f"), ("#3e5f8a", "#7a3b52", "#3f6b55", "#6b4a86"),
            ("#e8b48c", "#b9805a", "#f0c49c", "#8f5f44"), ("#3a2420", "#1d1520", "#8a5a2c", "#20161c")):
        stalls.put(0, "#d98d4e", box(left + 8, 334, 196, 62))
        stalls.put(1, "#2a1b30", box(left + 6, 330, 6, 112), box(left + 200, 330, 6, 112))
        # Someone sells.
        keeper = left + dice.choice((52, 70, 140, 160))
        stalls.put(1, coat, curve((keeper - 22, 404), ((keeper - 24, 366), (keeper - 10, 360), (keeper, 360)),
                                  ((keeper + 10, 360), (keeper + 24, 366), (keeper + 22, 404))))
        stalls.put(2, skin, oval(keeper, 350, 9, 11))
        stalls.put(3, hair, curve((keeper - 11, 348), ((keeper - 11, 333), (keeper + 11, 333), (keeper + 11, 348)),
                                  ((keeper + 6, 342), (keeper - 6, 342), (keeper - 11, 348))))
        for crate in range(4):
            x = left + 4 + 52 * crate
            fruit, shine = dice.choice((("#f2903a", "#ffb066"), ("#d8433f", "#f07058"), ("#9cbf4a", "#c4dc74"),
                                        ("#f2c84a", "#ffe08a"),
                                        ("#8a5aa8", "#b084c8")))
            heap = [(x + 8 + 5 * line + 10.5 * k, 394 - 7.5 * line) for line in range(3) for k in range(4 - line)]
            stalls.put(4, fruit, *(oval(a, b, 6.2) for a, b in heap))
            stalls.put(5, shine, *(oval(a - 1.5, b - 2, 2.4) for a, b in heap))
            stalls.put(6, "#8a5c3c", box(x - 1, 394, 50, 12))
        stalls.put(7, "#6b4433", box(left, 402, 212, 40))
        stalls.put(8, "#4a2d27", box(left, 414, 212, 2), box(left, 428, 212, 2))
        for stripe in range(8):
            top, low = left + 12 + stripe * 23.5, left - 12 + stripe * 29.5
            stalls.put(9 + stripe % 2, ("#f6e7cf", cloth)[stripe % 2],
                       area([(top, 296), (top + 23.5, 296), (low + 29.5, 338), (low, 338)])
                       + oval(low + 14.75, 338, 14.75, 9))
        stalls.put(11, mixed(cloth, "#1a1030", 0.35),
                   area([(left + 12, 293), (left + 200, 293), (left + 201, 298), (left + 11, 298)]))
    stalls.draw(sketch, **pan)
    lamps = [(left + 106, 364) for left in places]
    for radius, alpha, blur in ((46, 0.3, 20), (26, 0.6, 10)):
        sketch.draw(" ".join(oval(x, y, radius) for x, y in lamps), "#ffd890", alpha, blur, **pan)
    sketch.draw(" ".join(oval(x, y, 8, 10) for x, y in lamps), "#fff4d0", **pan)
    strings = [(-60, 120, 230, 120, 26), (230, 120, 520, 96, 34), (520, 96, 800, 128, 30), (800, 128, 1080, 100, 30)]
    tints = ("#ffe2a0", "#ffb070", "#ff8f8f", "#a8e0d0")
    people = [
        (-60, 492, 150, "#8c3b4a", "#e8b48c", "#2b1a1c", 64, 0.0, True),
        (1010, 498, 160, "#2f5670", "#f0c49c", "#5a3620", -70, 0.3, False),
        (300, 486, 146, "#d0a050", "#8f5f44", "#1a1216", 46, 0.6, False),
        (700, 490, 152, "#4d7a5c", "#e8b48c", "#7a4a28", -48, 0.1, True)]
    near = [(560, 556, 196, "#43305e", "#d8a27c", "#17101c", -96, 0.4, False),
            (-190, 560, 204, "#7a3350", "#e8b48c", "#3a2420", 104, 0.7, True)]

    def life(time):
        shift = -44 * time / 7
        lines = []
        for index, (x0, y0, x1, y1, sag) in enumerate(strings):
            deep = [math.sin(math.pi * part / 20) for part in range(21)]
            lines.append([(x0 + (x1 - x0) * part / 20 + shift * 1.1 + 3 * wave(time, 3.3, index * 0.3) * deep[part],
                           y0 + (y1 - y0) * part / 20 + sag * deep[part]) for part in range(21)])
        yield dict(outline=" ".join(area(line + [(x, y + 1.6) for x, y in reversed(line)]) for line in lines),
                   color="#1a1430")
        for number, tint in enumerate(tints):
            bulbs = [(x, y + 8) for line in lines for x, y in line[1 + number:-1:4]]
            yield dict(outline=" ".join(oval(x, y, 13) for x, y in bulbs), color=tint, alpha=0.5, blur=7)
            yield dict(outline=" ".join(oval(x, y, 4.6, 6) for x, y in bulbs), color=mixed(tint, "#ffffff", 0.35))
        for person in people + near:
            x, foot = person[0] + person[6] * time, person[1]
            if -60 < x < width + 60:
                yield dict(outline=oval(0, 0, 26, 4), color="#100c1c", at=(x, foot + 1), alpha=0.4, blur=2)
                yield from walker(time, *person)
    sketch.each(life)
    return sketch


def train():
    """A steam train on a viaduct, seen from beside it: what is nearer goes by faster."""
    width, height, seconds = 640, 480, 6
    sketch = Sketch((width, height), [
        (0, "#5fa3b8"), (130, "#a9cfc6"), (230, "#f4e2bd"), (300, "#f7c99a"), (480, "#f0b088")], Fraction(24), seconds)
    dice = random.Random(3)
    glow(sketch, 470, 150, 60, "#fff0c4", 0.7)
    sketch.draw(oval(470, 150, 30), "#fff6dc")
    clouds = [oval(x + part * 26, y - 8 * (part % 2), 34 - 5 * abs(part - 1), 11)
              for x, y in ((60, 92), (300, 60), (560, 104), (720, 70)) for part in range(3)]
    sketch.draw(" ".join(clouds), "#ffffff", 0.55, 3, to=(-24, 0))

    def land(pace, color, level, *bumps, trees=0, haze=0.0):
        """Hills that go by at a pace, in pixels a second, as tall as the sum of bumps."""
        wide = int(width + pace * seconds) + 20

        def top(x):
            return level - sum(tall * math.sin(x / long + phase) for tall, long, phase in bumps)
        sketch.draw(ridge(wide, height, top), color, to=(-pace * seconds, 0))
        if trees:
            row = [(x, dice.uniform(0.6, 1.0)) for x in range(0, wide, trees)]
            sketch.draw(" ".join(fir(x + dice.uniform(0, trees), top(x) + 7, 30 * size) for x, size in row),
                        mixed(color, "#0c2430", 0.3), to=(-pace * seconds, 0))
        if haze:
            sketch.draw(box(-60, level + 18, width + 120, 50), "#f7e3c8", haze, 20)
    land(6, "#a8bcc4", 262, (30, 90, 0.5), (14, 37, 1))
    land(16, "#7ea3a4", 290, (26, 120, 2), (12, 49, 0), haze=0.5)
    land(36, "#5a8f7b", 322, (24, 140, 1), (9, 57, 2), trees=23, haze=0.35)
    # The river below, and the viaduct over it.
    sketch.draw(box(0, 404, width, 80), "#8cc0c4")
    sketch.draw(" ".join(box(dice.uniform(0, 1500), dice.uniform(410, 476), dice.uniform(20, 80), 2)
                         for _ in range(90)),
                "#d8efe6", 0.6, to=(-70 * seconds, 0))
    pace, rail = 120, 318
    wide = width + pace * seconds + 100
    stone = [box(0, rail, wide, 30)]
    for x in range(-20, wide, 100):
        stone.append(curve((x, rail + 28), ((x, rail + 28), (x + 100, rail + 28), (x + 100, rail + 28)),
                           ((x + 100, 420), (x + 100, 470), (x + 100, 480)),
                           ((x + 94, 480), (x + 88, 480), (x + 82, 480)),
                           ((x + 82, 420), (x + 82, 390), (x + 82, 380)), ((x + 82, 338), (x + 18, 338), (x + 18, 380)),
                           ((x + 18, 390), (x + 18, 420), (x + 18, 480)), ((x + 12, 480), (x + 6, 480), (x, 480))))
    sketch.draw(" ".join(stone), "#b98a6c", to=(-pace * seconds, 0))
    sketch.draw(" ".join(box(x + 78, 380, 4, 100) + box(x - 18, rail + 10, 100, 2)
                         for x in range(-20, wide, 100)),
                "#96694f", to=(-pace * seconds, 0))
    sketch.draw(" ".join(box(x, rail - 3, 9, 3) for x in range(0, wide, 18)), "#5c4238", to=(-pace * seconds, 0))
    sketch.draw(box(0, rail - 5, width, 3) + box(0, rail, width, 4), "#4a3a3a")
    # Coaches and the engine, drawn about the middle of the train's foot.
    cars = Pile()
    for left, body in ((-268, "#2f6d6a"), (-158, "#2f6d6a"), (-48, "#2f6d6a")):
        cars.put(0, "#22303a", box(left + 4, -14, 96, 6), box(left - 8, -16, 20, 4))
        cars.put(1, body, box(left, -58, 104, 46))
        cars.put(1, "#e9d7a8", box(left, -56, 104, 25))
        cars.put(2, "#f6b95a", *(box(left + 8 + 19 * window, -52, 13, 16) for window in range(5)))
        cars.put(2, "#1c4a4a", box(left, -31, 104, 2))
        cars.put(3, "#3a3038", curve((left - 3, -57), ((left + 6, -66), (left + 98, -66), (left + 107, -57)),
                                     ((left + 70, -56), (left + 30, -56), (left - 3, -57))))
    cars.put(0, "#22303a", box(60, -16, 146, 8), area([(200, -14), (222, -4), (200, -4)]))
    cars.put(1, "#9c2f3a", box(98, -46, 92, 30), box(62, -66, 40, 52))
    cars.put(2, "#c8505a", box(98, -44, 92, 5))
    cars.put(2, "#2b2230", box(56, -72, 52, 7), box(168, -78, 15, 34),
             area([(163, -86), (188, -86), (183, -76), (168, -76)]),
             box(188, -48, 10, 34))
    cars.put(2, "#f6b95a", box(70, -58, 22, 20))
    cars.put(3, "#e3b04a", box(116, -46, 4, 30), box(150, -46, 4, 30),
             curve((126, -46), ((126, -60), (142, -60), (142, -46)), ((138, -46), (130, -46), (126, -46))),
             oval(200, -40, 5))
    small = [(left + place, 7) for left in (-268, -158, -48) for place in (14, 34, 72, 92)] + [(188, 8), (204, 8)]
    large = [(78, 12), (110, 12), (142, 12)]

    def life(time):
        at = (290 + 9 * time, rail - 6 + 0.6 * wave(time, 0.5))
        for birth in (number * 0.2 - 3 for number in range(int(9 / 0.2))):
            age = time - birth
            if 0 < age < 3:
                kick = random.Random(int(birth * 10 + 500))
                x = 290 + 9 * birth + 176 - (34 + kick.uniform(-4, 4)) * age - 14 * age * age
                yield dict(outline=oval(0, 0, 10), color="#fffaf0",
                           at=(x, rail - 98 - 26 * age + 3 * age * age + kick.uniform(-3, 3)),
                           alpha=0.75 * (1 - age / 3) ** 1.2, blur=2 + 2 * round(age),
                           scale=(0.7 + 1.1 * age, 0.6 + 0.9 * age))
        for _, colors in sorted(cars.levels.items()):
            for color, outlines in colors.items():
                yield dict(outline=" ".join(outlines), color=color, at=at)
        turn = time * (pace + 9) / 11
        yield dict(outline=" ".join(oval(x, -radius, radius) for x, radius in small + large), color="#22262e",
                   at=(at[0], rail - 4))
        spokes, rods = [], []
        for x, radius in small + large:
            for part in range(4):
                angle = turn * 11 / radius + math.pi * part / 4
                a, b = math.cos(angle) * (radius - 2), math.sin(angle) * (radius - 2)
                spokes.append(area([(x + a - b * 0.1, -radius + b + a * 0.1), (x - a - b * 0.1, -radius - b + a * 0.1),
                                    (x - a + b * 0.1, -radius - b - a * 0.1),
                                    (x + a + b * 0.1, -radius + b - a * 0.1)]))
        a, b = 6 * math.cos(turn * 11 / 12), 6 * math.sin(turn * 11 / 12)
        rods.append(box(76 + a, -14 + b, 68, 4))
        yield dict(outline=" ".join(spokes), color="#8a8f98", at=(at[0], rail - 4))
        yield dict(outline=" ".join(rods), color="#d8d2c4", at=(at[0], rail - 4))
    sketch.each(life)
    # Trees that fly by before it.
    fast = 330
    wide = width + fast * seconds
    bushes = [oval(x, 486 - dice.uniform(0, 12), dice.uniform(40, 90), dice.uniform(20, 46))
              for x in range(0, wide, 70)]
    sketch.draw(" ".join(bushes), "#24504a", 1, 2, to=(-fast * seconds, 0))
    sketch.draw(" ".join(fir(x + dice.uniform(0, 200), 500, dice.uniform(90, 150)) for x in range(200, wide, 340)),
                "#1c443f", 1, 2, to=(-fast * seconds, 0))
    return sketch


def balloons():
    """Balloons rise over a valley in the morning; upright, as a phone sees it."""
    width, height, seconds = 1080, 1920, 6
    sketch = Sketch((width, height), [
        (0, "#3f86b8"), (600, "#8fc3d4"), (1050, "#f3e3c2"), (1300, "#f8c79a"), (1500, "#ee9f80"), (1920, "#ee9f80")],
        Fraction(30), seconds)
    dice = random.Random(8)
    glow(sketch, 800, 1120, 150, "#ffe9b8", 0.7)
    sketch.draw(oval(800, 1120, 74), "#fff4d4")
    sketch.draw(ridge(width, height, lambda x: 1370 - 70 * math.sin(x / 150 + 0.4) - 26 * math.sin(x / 61), step=10),
                "#b58a9a")
    sketch.draw(box(-80, 1400, 1240, 110), "#fbd9b4", 0.6, 40)
    sketch.draw(ridge(width, height, lambda x: 1480 - 60 * math.sin(x / 210 + 2.4) - 18 * math.sin(x / 70 + 1),
                      step=10), "#7d7a92")
    sketch.draw(box(-80, 1510, 1240, 110), "#f7c8a8", 0.5, 44)
    sketch.draw(ridge(width, height, lambda x: 1590 - 50 * math.sin(x / 240 + 4) - 12 * math.sin(x / 80), step=10),
                "#4d6472")
    sketch.draw(curve((676, 1562), ((540, 1650), (760, 1700), (620, 1780)), ((520, 1830), (420, 1880), (400, 1920)),
                      ((480, 1920), (600, 1920), (700, 1920)), ((720, 1860), (780, 1800), (760, 1740)),
                      ((800, 1690), (610, 1640), (692, 1562))),
                "#f3c9a4", 0.85)
    near = lambda x: 1730 - 46 * math.sin(x / 260 + 5.2) - 10 * math.sin(x / 60)
    sketch.draw(area([(0, 1920), *[(x, near(x) + 230 * (x / 520) ** 5) for x in range(0, 530, 10)], (520, 1920)]),
                "#2f4a52")
    sketch.draw(area([(680, 1920), *[(x, near(x) - 20 + 230 * ((1080 - x) / 400) ** 4) for x in range(680, 1090, 10)],
                      (1080, 1920)]), "#2f4a52")
    firs = [fir(x, near(x) + 20, dice.uniform(70, 150)) for x in range(10, 390, 34)]
    firs += [fir(x, near(x) + 6, dice.uniform(70, 160)) for x in range(850, 1080, 34)]
    sketch.draw(" ".join(firs), "#22393f")
    sketch.draw(" ".join(fir(x, 1960, dice.uniform(150, 250)) for x in (20, 120, 230, 860, 960, 1060)), "#162a30")
    for x, y, size, pace in ((180, 300, 1.0, 50), (760, 190, 0.8, 40), (560, 640, 0.7, 30), (-120, 820, 0.9, 36),
                             (960, 560, 0.6, 26)):
        puffs = [oval(x + size * dx, y - size * dy, size * rx, size * ry)
                 for dx, dy, rx, ry in ((0, 0, 110, 30), (80, 22, 90, 44), (160, 34, 80, 50), (240, 8, 110, 34))]
        sketch.draw(" ".join(puffs), "#ffffff", 0.6, 8, to=(pace, 0))
    flock = [  # x, y, size, colours, pixels a second, phase
        (800, 900, 0.42, ("#e0a83c", "#f7e6c0", "#c8603a"), 16, 0.2),
        (180, 1010, 0.34, ("#7a5aa0", "#f2d8e0", "#a9487a"), 12, 0.6),
        (930, 560, 0.62, ("#2f8f8a", "#f2ead0", "#1f6a78"), 22, 0.0),
        (400, 700, 1.25, ("#d8483f", "#fbe9cc", "#f0a03c"), 34, 0.4)]

    def gores(colors):
        """The stripes of a balloon, from those behind to the one before."""
        for number, share in enumerate((1, 0.78, 0.5, 0.2)):
            r = 150 * share
            yield curve((0, -190), ((r * 0.75, -190), (r * 1.02, -80), (r, -20)),
                        ((r * 0.9, 70), (r * 0.42, 140), (26 * share, 176)),
                        ((10 * share, 178), (-10 * share, 178), (-26 * share, 176)),
                        ((-r * 0.42, 140), (-r * 0.9, 70), (-r, -20)),
                        ((-r * 1.02, -80), (-r * 0.75, -190), (0, -190))), colors[(0, 1, 2, 1)[number]]

    def life(time):
        for x, y, size, colors, pace, phase in flock:
            at = (x + 9 * wave(time, 5, phase), y - pace * time)
            keys = dict(at=at, scale=(size, size), turn=1.6 * wave(time, 5, phase + 0.25))
            for outline, color in gores(colors):
                yield dict(outline=outline, color=color, **keys)
            yield dict(outline=curve((-120, -110), ((-140, -60), (-140, 0), (-128, 40)),
                                     ((-120, 0), (-118, -60), (-96, -120)),
                                     ((-104, -122), (-112, -120), (-120, -110))), color="#ffffff", alpha=0.28, **keys)
            yield dict(outline=area([(-24, 178), (-20, 178), (-16, 224), (-19, 224)])
                       + area([(24, 178), (20, 178), (16, 224), (19, 224)]),
                       color="#4a342c", **keys)
            yield dict(outline=curve((-22, 222), ((-22, 240), (-18, 256), (-14, 258)), ((-6, 260), (6, 260), (14, 258)),
                                     ((18, 256), (22, 240), (22, 222))), color="#7a4e34", **keys)
            yield dict(outline=oval(0, 186, 7, 13), color="#ffd070", alpha=0.5 + 0.5 * wave(time, 0.7, phase), blur=3,
                       **keys)
    sketch.each(life)
    return sketch


def evening():
    """An evening by the water, with the lights of the other bank out of focus."""
    sketch = Sketch((1280, 720), [
        (0, "#18224a"), (200, "#2d2f5e"), (330, "#6d4a68"), (410, "#c07a62"), (436, "#d28a66"), (446, "#7a5250"),
        (560, "#3c3348"),
        (720, "#161a30")], seconds=8)
    sketch.draw(box(-90, 425, 1460, 26), "#3a2d48", 0.55, 8)
    far = [(90, 420, 34, 0.5), (230, 452, 26, 0.6), (330, 408, 40, 0.42), (480, 446, 30, 0.55), (570, 428, 22, 0.6),
           (700, 440, 36, 0.45), (830, 412, 28, 0.55), (930, 450, 40, 0.4), (1060, 426, 24, 0.6), (1180, 444, 34, 0.5),
           (1330, 416, 28, 0.5)]
    sketch.draw(" ".join(box(x - radius * 0.4, 470, radius * 0.8, 130) for x, _, radius, _ in far), "#e8a870", 0.22, 14,
                to=(-72, 0))
    bokeh(sketch, far, "#f4b470", (-72, 0))
    near = [(-60, 600, 66, 0.22), (150, 560, 74, 0.24), (420, 610, 58, 0.2), (690, 540, 88, 0.22), (1010, 590, 66, 0.2),
            (1240, 560, 80, 0.18)]
    for x, y, radius, alpha in near:
        bokeh(sketch, [(x, y, radius, alpha)], mixed("#c88aa0", "#e0a890", x / 1280 if x > 0 else 0), (150, -12), 0.22)
    return sketch


def hills():
    """Hills in the morning, each range nearer and darker than that behind it, seen from a train."""
    width, height = 960, 540
    sketch = Sketch((width, height), [(0, "#6fa6cc"), (180, "#b7c8cc"), (300, "#f6d9b4"), (360, "#ffd9b0"),
                                      (540, "#e8b8a0")], NTSC, 7)
    glow(sketch, 660, 190, 90, "#fff0c8", 0.9)
    sketch.draw(oval(660, 190, 36), "#fffae6", 1, 2)
    ranges = ((42, "#a9abc2", 250, ((34, 97, 0), (16, 41, 1), (6, 17, 0)), 0.75),
              (112, "#7481a3", 330, ((38, 131, 2), (18, 53, 0), (5, 19, 1)), 0.6),
              (220, "#47587c", 412, ((40, 173, 1), (14, 61, 2), (3, 13, 0)), 0.4),
              (420, "#222f4c", 486, ((26, 150, 3), (10, 47, 1), (3, 11, 0)), 0.0))
    for way, color, level, bumps, haze in ranges:
        wide = width + way + 60
        line = lambda x: level - sum(tall * math.sin(x / long + phase) for tall, long, phase in bumps)
        sketch.draw(ridge(wide, height, line, left=-60, step=4), color, to=(-way, 0))
        if haze:
            sketch.draw(box(-60, level + 48, width + 120, 60), "#f6cdb0", haze, 34)
        else:
            dice = random.Random(2)
            sketch.draw(" ".join(fir(x, line(x) + 8, dice.uniform(24, 52)) for x in range(-40, wide, 17)
                                 if wave(x, 310) > -0.3),
                        "#1a2540", to=(-way, 0))
    return sketch
