# SPDX-License-Identifier: Apache-2.0
"""The photos of the sample footage."""

import math
import random

from sketch import Sketch, area, bokeh, box, curve, fir, glow, mixed, oval, ridge


def studio():
    """A room out of focus: a wall with a lamp and smaller lights, and a table."""
    sketch = Sketch((1920, 1080), [(0, "#2c313c"), (796, "#3a3236"), (804, "#8a5a40"), (1080, "#2c1c18")])
    for radius, alpha in ((620, 0.28), (430, 0.32), (280, 0.4), (150, 0.5)):
        sketch.draw(oval(600, 300, radius * 1.15, radius), "#e8a468", alpha, min(100, radius / 3))
    sketch.draw(oval(600, 830, 520, 110), "#f0b27a", 0.3, 60)
    bokeh(sketch, [(1780, 240, 76, 0.34), (1580, 400, 60, 0.3), (1680, 600, 92, 0.24), (1360, 220, 48, 0.34),
                   (1420, 580, 68, 0.3),
                   (1160, 380, 84, 0.2), (160, 180, 80, 0.24), (120, 540, 96, 0.22), (280, 660, 60, 0.3)], "#f0b878",
          blur=5)
    return sketch


def lake():
    """A mountain lake in the morning."""
    width, height, shore = 2400, 1600, 930
    sketch = Sketch((width, height), [
        (0, "#4f8fc0"), (420, "#9cc6d6"), (760, "#f6dcc0"), (930, "#f8c8a4"), (930, "#e3b6a0"), (1150, "#86a9b4"),
        (1600, "#2c5f78")])
    dice = random.Random(21)
    glow(sketch, 1560, 640, 170, "#fff0c4", 0.8)
    sketch.draw(oval(1560, 640, 84), "#fff6dc")
    peaks = [(-100, 930), (160, 560), (300, 640), (560, 300), (760, 520), (880, 450), (1180, 760), (1420, 640),
             (1700, 800),
             (1980, 480), (2160, 600), (2330, 420), (2500, 930)]
    for flip, alpha in ((False, 1.0), (True, 0.45)):
        def at(x, y):
            return (x, 2 * shore - y if flip else y)
        sketch.draw(area([at(*point) for point in peaks]), "#7f90b0", alpha, 3 if flip else 0)
        snow = []
        for left, (x, y), right in zip(peaks, peaks[1:], peaks[2:]):
            if left[1] > y < right[1] and y < 600:
                side = lambda end, drop: at(x + (end[0] - x) * drop / (end[1] - y), y + drop)
                drop = min(130, left[1] - y, right[1] - y)
                snow.append(area([at(x, y), side(right, drop), at(x + drop * 0.3, y + drop * 0.7),
                                  at(x + 6, y + drop * 1.1),
                                  at(x - drop * 0.3, y + drop * 0.66), side(left, drop)]))
        sketch.draw(" ".join(snow), "#fbf1ea", alpha, 3 if flip else 0)
        hill = [(x, 850 - 70 * math.sin(x / 330 + 0.6) - 22 * math.sin(x / 107)) for x in range(0, 2410, 20)]
        sketch.draw(area([at(0, shore), *[at(*point) for point in hill], at(2400, shore)]), "#5a7f86", alpha,
                    3 if flip else 0)
        for low, color, count in ((shore - 14, "#3f6b66", 70), (shore, "#27504e", 60)):
            trees = []
            for number in range(count):
                x, tall = 2400 * (number + dice.random()) / count, dice.uniform(70, 150)
                if not 900 < x < 1700 or low < shore:
                    trees.append(area([at(x - tall * 0.2, low), at(x, low - tall), at(x + tall * 0.2, low)]))
            sketch.draw(" ".join(trees), color, alpha, 3 if flip else 0)
    sketch.draw(" ".join(oval(1560 + dice.gauss(0, 60 + 200 * share), 945 + 600 * share, 20 + 60 * share, 2 + 4 * share)
                         for share in (dice.random() ** 1.3 for _ in range(150))), "#fff0cc", 0.8)
    sketch.draw(" ".join(box(dice.uniform(0, 2400), 950 + 640 * share, 60 + 160 * share, 2 + 2 * share)
                         for share in (dice.random() for _ in range(90))), "#ffffff", 0.18, 1)
    # A boat with nobody in it.
    sketch.draw(oval(760, 1330, 190, 22), "#1a3a4a", 0.5, 10)
    sketch.draw(curve((560, 1262), ((640, 1290), (880, 1290), (960, 1256)), ((940, 1310), (910, 1332), (880, 1334)),
                      ((800, 1340), (700, 1340), (630, 1334)), ((600, 1330), (570, 1300), (560, 1262))), "#a8503c")
    sketch.draw(curve((560, 1262), ((640, 1290), (880, 1290), (960, 1256)), ((950, 1268), (946, 1274), (942, 1280)),
                      ((860, 1306), (660, 1306), (572, 1284)), ((568, 1276), (564, 1270), (560, 1262))), "#d8845c")
    return sketch


def skyline():
    """A city at dusk beside its river."""
    width, height, shore = 2400, 1600, 1180
    sketch = Sketch((width, height), [
        (0, "#1d2552"), (400, "#4a3a78"), (800, "#b0587c"), (1050, "#f08a6a"), (1180, "#fbb878"), (1180, "#9a5a70"),
        (1600, "#191d44")])
    dice = random.Random(5)
    glow(sketch, 1500, 1120, 240, "#ffc078", 0.8)
    sketch.draw(" ".join(oval(dice.uniform(0, width), dice.uniform(0, 520), dice.uniform(1, 3)) for _ in range(90)),
                "#ffffff", 0.7)
    for color, low, high, step, lights in (("#8a5080", 760, 1000, 110, None), ("#54396e", 560, 980, 150, "#ffb070"),
                                           ("#2a2350", 640, 1060, 190, "#ffd890")):
        towers, windows, x = [], [], -30
        while x < width:
            wide, top = dice.uniform(0.6, 1.0) * step, dice.uniform(low, high)
            towers.append(box(x, top, wide, shore - top))
            if dice.random() < 0.35:
                towers.append(area([(x + wide * 0.2, top), (x + wide / 2, top - dice.uniform(40, 130)),
                                    (x + wide * 0.8, top)]))
            elif dice.random() < 0.4:
                towers.append(box(x + wide * 0.45, top - 90, 7, 90)
                              + box(x + wide * 0.2, top - 24, wide * 0.6, 24))
            if lights:
                windows += [box(a, b, 13, 19) for a in range(int(x + 14), int(x + wide - 20), 28)
                            for b in range(int(top + 22), shore - 30, 38) if dice.random() < 0.42]
            x += wide + dice.choice((0, 0, 6, 26))
        sketch.draw(" ".join(towers), color)
        sketch.draw(" ".join(windows), lights or color, 0.92)
    sketch.draw(box(0, shore - 8, width, 18), "#17163a")
    sketch.draw(box(0, shore + 10, width, 90), "#17163a", 0.5, 40)
    for _ in range(70):
        x, deep = dice.uniform(0, width), dice.uniform(80, 330)
        sketch.draw(box(x, shore + 20, dice.uniform(8, 22), deep),
                    dice.choice(("#ffd890", "#ff9f6a", "#f07890", "#ffe8b8")), 0.34, 9)
    sketch.draw(" ".join(box(dice.uniform(-100, width), dice.uniform(shore + 24, 1596), dice.uniform(60, 340), 3)
                         for _ in range(150)),
                "#1a1b42", 0.7)
    for x in range(120, width, 330):
        sketch.draw(box(x, shore - 66, 5, 66), "#100f2a")
        glow(sketch, x + 2, shore - 72, 24, "#ffe0a0", 0.9)
        sketch.draw(oval(x + 2, shore - 72, 10), "#fff4d0")
    return sketch


def night():
    """A tent under the stars; upright."""
    width, height = 1600, 2400
    sketch = Sketch((width, height), [
        (0, "#0d1638"), (600, "#1f2d62"), (1050, "#3f4a86"), (1340, "#7a6a9c"), (1560, "#c08a9a"), (2400, "#c08a9a")])
    dice = random.Random(9)
    for _ in range(44):
        along = dice.uniform(-0.1, 1.1)
        sketch.draw(oval(1500 * along + dice.gauss(0, 60), 1500 - 1500 * along + dice.gauss(0, 90),
                         dice.uniform(80, 200)),
                    dice.choice(("#8f8ad0", "#b49ad0", "#6f8fd0")), 0.07, 60)
    for count, low, high, alpha in ((520, 0.8, 1.8, 0.6), (150, 1.6, 3.0, 0.85), (26, 3, 4.6, 1.0)):
        sketch.draw(" ".join(oval(dice.uniform(0, width), 1400 * dice.random() ** 1.2, dice.uniform(low, high))
                             for _ in range(count)),
                    "#fdf6e8", alpha)
    sketch.draw(oval(1140, 960, 110), "#fdf0d4")
    glow(sketch, 1140, 960, 150, "#f4e4d0", 0.4)
    sketch.draw(" ".join(oval(*spot) for spot in ((1110, 930, 24), (1175, 985, 32), (1120, 1010, 14), (1180, 910, 12))),
                "#e6d2b4", 0.7)
    sketch.draw(ridge(width, height, lambda x: 1480 - 110 * math.sin(x / 290 + 0.8) - 40 * math.sin(x / 97), step=10),
                "#5a5488")
    sketch.draw(ridge(width, height, lambda x: 1620 - 70 * math.sin(x / 350 + 3) - 26 * math.sin(x / 120), step=10),
                "#353764")
    sketch.draw(" ".join(fir(x, 1760 + dice.uniform(-10, 30), dice.uniform(150, 330)) for x in range(-20, 1640, 58)),
                "#1c2348")
    sketch.draw(ridge(width, height, lambda x: 1760 - 30 * math.sin(x / 300 + 1.3), step=10), "#141a38")
    glow(sketch, 760, 1960, 260, "#ffab58", 0.9)
    sketch.draw(area([(520, 2060), (740, 1760), (760, 1746), (800, 1760), (1060, 2060)]), "#e88a3e")
    sketch.draw(area([(520, 2060), (740, 1760), (760, 1746), (720, 2060)]), "#f6a850")
    sketch.draw(area([(690, 2060), (752, 1810), (820, 2060)]), "#ffe0a0")
    sketch.draw(area([(752, 1746), (756, 1746), (764, 2060), (756, 2060)]), "#9c4f26")
    # Glow-worms in the grass.
    worms = [(dice.uniform(100, 1500), dice.uniform(2080, 2360)) for _ in range(40)]
    for radius, alpha, blur in ((14, 0.35, 8), (3.5, 1, 0)):
        sketch.draw(" ".join(oval(x, y, radius) for x, y in worms), "#ffe08a", alpha, blur)
    sketch.draw(" ".join(fir(x, 2440, tall) for x, tall in ((60, 960), (230, 620), (1390, 700), (1540, 1060))),
                "#0b1026")
    return sketch


def dunes():
    """Dunes and three camels in the evening."""
    width, height = 2400, 1600
    sketch = Sketch((width, height), [(0, "#6a5aa0"), (380, "#c8708c"), (700, "#f6a070"), (900, "#fdd08a"),
                                      (1600, "#fdd08a")])
    glow(sketch, 640, 760, 220, "#fff0b8", 0.8)
    sketch.draw(oval(640, 760, 120), "#fff2c8")
    # A side in light and one in shade meet at each crest.
    rows = (
        ("#e8a272", "#c87a68", ((-50, 1010), (420, 880), (900, 985), (1420, 860), (1900, 960), (2450, 870)), 1120),
        ("#e28a56", "#a85250", ((-50, 1120), (600, 1190), (1240, 1010), (1880, 1150), (2450, 1040)), 1330),
        ("#cf6f46", "#7c3844", ((-50, 1240), (820, 1390), (1500, 1290), (2450, 1490)), 1610))
    for light, shade, crest, low in rows:
        line = []
        for (x0, y0), (x1, y1) in zip(crest, crest[1:]):
            line += [(x0 + (x1 - x0) * s / 40, y0 + (y1 - y0) * (1 - math.cos(math.pi * s / 40)) / 2)
                     for s in range(40)]
        sketch.draw(area([(-50, 1610), *line, crest[-1], (2450, 1610)]), light)
        foot = [(x + 130, y + 60 + (low - y) * (0.5 + 0.3 * math.sin(x / 260))) for x, y in reversed(line)]
        sketch.draw(area([*line, crest[-1], *foot]), shade, 0.75)
    for x, size in ((1020, 1.0), (1200, 0.92), (1370, 1.0)):
        foot = 1038 - (x - 1020) * 0.03

        def at(a, b):
            return (x + a * size, foot + b * size)
        body = curve(at(-62, -74), (at(-52, -96), at(-34, -118), at(-10, -118)),
                     (at(10, -118), at(24, -98), at(40, -92)),
                     (at(60, -84), at(70, -96), at(78, -120)), (at(80, -130), at(96, -134), at(108, -126)),
                     (at(108, -118), at(96, -114), at(90, -112)),
                     (at(84, -80), at(70, -56), at(46, -56)), (at(10, -50), at(-40, -50), at(-54, -58)),
                     (at(-60, -62), at(-64, -68), at(-62, -74)))
        legs = [area([at(a, -64), at(a + 10, -64), at(a + 7 + lean, 6), at(a + 1 + lean, 6)])
                for a, lean in ((-52, -6), (-38, 5), (32, -4), (44, 7))]
        sketch.draw(" ".join([body, *legs]), "#3a1f34")
    return sketch


def woods():
    """Woods in autumn, in the mist of the morning."""
    width, height = 2400, 1600
    sketch = Sketch((width, height), [(0, "#f6dca8"), (600, "#f8c98c"), (1000, "#f0b070"), (1600, "#b86a3c")])
    dice = random.Random(14)
    glow(sketch, 1180, 560, 300, "#fff4cc", 0.9)
    rows = ((1060, "#d9a468", 34, 26, ("#eab566", "#f0a850", "#e8c070"), 0.7),
            (1160, "#a8683c", 22, 40, ("#e8903a", "#d8702e", "#f0b048"), 0.85),
            (1330, "#5a3222", 12, 64, ("#c8502a", "#e07a2c", "#a83c28"), 0.95))
    for foot, bark, count, wide, leaves, alpha in rows:
        sketch.draw(ridge(width, height, lambda x: foot - 20 - 24 * math.sin(x / 300 + foot), step=10),
                    mixed(bark, leaves[0], 0.45))
        trunks, crowns = [], ([], [], [])
        for number in range(count):
            x = 2400 * (number + dice.uniform(0.1, 0.9)) / count
            if foot > 1100 and 930 < x < 1430:
                continue
            lean = dice.uniform(-30, 30)
            trunks.append(area([(x - wide * 0.5, foot + 10), (x - wide * 0.22 + lean, 0), (x + wide * 0.22 + lean, 0),
                                (x + wide * 0.6, foot + 10)]))
            for _ in range(60):
                crowns[dice.randrange(3)].append(oval(
                    x + lean + dice.gauss(0, wide * 1.9), (foot - 560) * dice.random() ** 1.4 - 40,
                    dice.uniform(0.35, 0.8) * wide, dice.uniform(0.25, 0.5) * wide))
        sketch.draw(" ".join(trunks), bark)
        for group, color in zip(crowns, leaves):
            sketch.draw(" ".join(group), color, alpha, wide / 16)
        if foot < 1300:
            sketch.draw(box(-100, foot - 200, width + 200, 210), "#fbe2b4", 0.5, 90)
    # The way through, and leaves that fall.
    sketch.draw(curve((1120, 1110), ((1180, 1240), (900, 1380), (640, 1600)), ((980, 1600), (1320, 1600), (1680, 1600)),
                      ((1460, 1400), (1240, 1240), (1190, 1110))),
                "#f4cf96", 0.75, 4)
    for color in ("#e07a2c", "#c8502a", "#f4b84c"):
        sketch.draw(" ".join(oval(dice.uniform(0, width), 1620 - 560 * dice.random() ** 1.4, dice.uniform(7, 16),
                                  dice.uniform(4, 8)) for _ in range(90)),
                    color, 0.9)
    return sketch
