# SPDX-License-Identifier: Apache-2.0
"""People in the sample footage."""

from sketch import Sketch, area, bokeh, curve, mixed, oval, wave


def walker(time, x, foot, tall, coat, skin, hair, pace, phase=0.0, skirt=False):
    """Somebody who walks: legs that swing, a coat, a head."""
    step = wave(time, 58 * (tall / 150) / abs(pace), phase)
    way, part, lift = (1 if pace > 0 else -1), tall / 150, 2.2 * abs(step)
    x, foot = x + pace * time, foot - lift * part

    def put(outline, color, dx=0.0, dy=0.0, turn=0.0):
        return dict(outline=outline, color=color, at=(x + way * dx * part, foot + dy * part), turn=way * turn,
                    scale=(part, part))

    def facing(*points):
        return [(way * a, b) for a, b in points]
    leg = area(facing((-7, 0), (7, 0), (5, 58), (11, 64), (-6, 64)))
    dark, hem = mixed(coat, "#0c0a18", 0.6), 25 if skirt else 18
    yield put(leg, dark, 0, -64, 21 * step)
    yield put(leg, mixed(dark, "#000000", 0.3), 0, -64, -21 * step)
    yield put(curve((-15, -68), ((-9, -76), (9, -76), (15, -68)), ((20, -40), (19, -20), (hem, 8)),
                    ((9, 12), (-9, 12), (-hem, 8)), ((-19, -20), (-20, -40), (-15, -68))), coat, 0, -58)
    yield put(curve((-5, 0), ((-7, 20), (-6, 36), (-4, 44)), ((0, 48), (4, 48), (6, 44)), ((8, 30), (8, 12), (6, 0))),
              mixed(coat, "#000000", 0.22), -2, -122, -16 * step)
    yield put(oval(0, 0, 10, 12), skin, 2, -141)
    yield put(curve(*facing((-12, 2)), facing((-14, -16), (10, -20), (12, -6)), facing((4, -8), (0, -6), (-2, 4)),
                    facing((-3, 12), (-10, 12), (-12, 2))), hair, 1, -142)


def speaker(levels, look, backdrop, lamp):
    """Somebody who talks, in a room that is out of focus; `levels` says how loud each tenth of a second is."""
    skin, shade, hair, coat, collar, long, seed = look
    sketch = Sketch((1280, 720), backdrop, seconds=7)
    for radius, alpha in ((330, 0.3), (210, 0.4), (110, 0.6)):
        sketch.draw(oval(lamp[0], lamp[1], radius), lamp[2], alpha, min(100, radius / 3))
    bokeh(sketch, lamp[3], lamp[2], blur=4)
    blinks = [1.3, 3.4, 3.7, 5.9] if seed % 2 else [0.8, 2.6, 4.6, 6.3]
    foot = 800

    def life(time):
        nod = (foot + 5 * wave(time, 2.3) + 3 * wave(time, 1.1, 0.3), 2 * wave(time, 3.1, seed / 7),
               1.6 * wave(time, 3.7, 0.1 * seed))
        body = dict(at=(foot, 720 + 2 * wave(time, 3.6)))
        head = dict(at=(nod[0], 470 + nod[1]), turn=nod[2])
        if long:
            yield dict(outline=curve((-104, -150), ((-120, -280), (120, -280), (104, -150)),
                                     ((122, -70), (116, 0), (84, 44)),
                                     ((30, 60), (-30, 60), (-84, 44)), ((-116, 0), (-122, -70), (-104, -150))),
                       color=mixed(hair, "#000000", 0.25), **head)
            yield dict(outline=oval(0, -272, 52, 40), color=hair, **head)
        yield dict(outline=curve((-270, 20), ((-262, -120), (-200, -160), (-60, -196)),
                                 ((-30, -206), (30, -206), (60, -196)),
                                 ((200, -160), (262, -120), (270, 20))), color=coat, **body)
        yield dict(outline=curve((-270, 20), ((-262, -120), (-220, -146), (-170, -162)),
                                 ((-190, -100), (-196, -40), (-190, 20)))
                   + curve((270, 20), ((262, -120), (220, -146), (170, -162)), ((190, -100), (196, -40), (190, 20))),
                   color=mixed(coat, "#000000", 0.28), **body)
        if long:
            yield dict(outline=curve((-74, -196), ((-50, -130), (50, -130), (74, -196)),
                                     ((110, -176), (60, -110), (0, -100)),
                                     ((-60, -110), (-110, -176), (-74, -196))), color=collar, **body)
            yield dict(outline=oval(0, -104, 13), color="#e0b050", **body)
        else:
            yield dict(outline=area([(-52, -200), (0, -60), (52, -200)]), color="#f4efe6", **body)
            yield dict(outline=area([(-70, -198), (-46, -204), (-4, -64), (-40, -96)])
                       + area([(70, -198), (46, -204), (4, -64), (40, -96)]),
                       color=mixed(coat, "#ffffff", 0.14), **body)
            yield dict(outline=area([(-34, -190), (0, -172), (-34, -150)])
                       + area([(34, -190), (0, -172), (34, -150)]) + oval(0, -171, 9),
                       color=collar, **body)
        # The neck goes with the head above, and into the collar.
        yield dict(outline=curve((-40, -40), ((-38, 0), (-46, 40), (-56, 62)), ((-20, 92), (20, 92), (56, 62)),
                                 ((46, 40), (38, 0), (40, -40))),
                   color=shade, at=((foot + nod[0]) / 2, 470))
        yield dict(outline=oval(-88, -104, 14, 22) + oval(88, -104, 14, 22), color=shade, **head)
        yield dict(outline=curve((-88, -130), ((-90, -240), (90, -240), (88, -130)), ((88, -50), (52, 14), (0, 16)),
                                 ((-52, 14), (-88, -50), (-88, -130))),
                   color=skin, **head)
        yield dict(outline=oval(-52, -64, 20, 13) + oval(52, -64, 20, 13), color="#e0605a", alpha=0.22, blur=6,
                   **head)
        closed = min(abs(time - blink) for blink in blinks) < 0.08
        eye = 1.8 if closed else 13
        if not closed:
            yield dict(outline=oval(-36, -110, 17, eye) + oval(36, -110, 17, eye), color="#fdfaf4", **head)
            look = 3 * wave(time, 5.3, 0.2)
            yield dict(outline=oval(-36 + look, -110, 9.5) + oval(36 + look, -110, 9.5), color="#3a2a24", **head)
            yield dict(outline=oval(-33 + look, -114, 3) + oval(39 + look, -114, 3), color="#ffffff", **head)
        lid = 0 if closed else -13
        yield dict(outline=" ".join(curve((x - 19, -108), ((x - 10, -112 + lid), (x + 10, -112 + lid), (x + 19, -108)),
                                          ((x + 10, -107 + lid), (x - 10, -107 + lid), (x - 19, -108)))
                                    for x in (-36, 36)), color="#2a1c1a", **head)
        lift = 3 * max(0.0, wave(time, 2.9, 0.4))
        yield dict(outline=" ".join(curve((x - 22, -136 - lift),
                                          ((x - 8, -146 - lift), (x + 8, -146 - lift), (x + 22, -138 - lift)),
                                          ((x + 8, -139 - lift), (x - 8, -139 - lift),
                                           (x - 22, -136 - lift))) for x in (-37, 37)),
                   color=mixed(hair, "#000000", 0.2), **head)
        yield dict(outline=curve((-3, -104), ((-6, -84), (-12, -74), (-10, -68)), ((-4, -62), (6, -62), (12, -68)),
                                 ((6, -66), (0, -66), (-3, -72)),
                                 ((-2, -84), (0, -94), (-3, -104))), color=shade, **head)
        # The mouth is as far open as it is loud.
        now, share = int(max(0.0, time * 10 - 0.5)), max(0.0, time * 10 - 0.5) % 1
        gape = levels[now] + (levels[min(now + 1, len(levels) - 1)] - levels[now]) * share
        low = -31 + 30 * gape
        yield dict(outline=curve((-25, -39), ((-12, -35), (12, -35), (25, -39)), ((15, low), (-15, low), (-25, -39))),
                   color="#8a3038", **head)
        if gape > 0.3:
            yield dict(outline=curve((-16, -36), ((-6, -34), (6, -34), (16, -36)), ((10, -30), (-10, -30), (-16, -36))),
                       color="#fdf6ee", **head)
        if long:
            yield dict(outline=curve((0, -226), ((-70, -236), (-100, -180), (-96, -96)),
                                     ((-86, -150), (-60, -186), (0, -204)))
                       + curve((0, -226), ((70, -236), (100, -180), (96, -96)),
                                     ((86, -150), (60, -186), (0, -204))), color=hair, **head)
        else:
            yield dict(outline=curve((-94, -112), ((-112, -236), (-30, -262), (30, -246)),
                                     ((96, -244), (110, -190), (94, -112)),
                                     ((90, -150), (80, -176), (58, -192)), ((20, -176), (-40, -182), (-66, -190)),
                                     ((-82, -170), (-90, -150), (-94, -112))),
                       color=hair, **head)
            yield dict(outline=curve((-92, -120), ((-96, -80), (-88, -52), (-78, -40)),
                                     ((-82, -70), (-84, -100), (-84, -124)))
                       + curve((92, -120), ((96, -80), (88, -52), (78, -40)),
                               ((82, -70), (84, -100), (84, -124))), color=hair, **head)
    sketch.each(life)
    return sketch


def ada(levels):
    return speaker(levels, ("#f0c3a0", "#d69c7c", "#4a2a22", "#2f6672", "#f3e6d0", True, 3),
                   [(0, "#3b2f4a"), (420, "#6b4a52"), (720, "#3a2630")],
                   (330, 190, "#f0a860", [(1120, 430, 46, 0.4), (1050, 180, 34, 0.36), (1190, 270, 38, 0.4),
                                          (150, 380, 54, 0.34),
                                          (420, 400, 36, 0.32), (90, 180, 40, 0.3), (560, 130, 26, 0.36)]))


def charles(levels):
    return speaker(levels, ("#e2ac86", "#c08660", "#8b8580", "#3c3a5c", "#8a2f3c", False, 4),
                   [(0, "#20363e"), (420, "#3f6460"), (720, "#1e2c30")],
                   (300, 180, "#f4d08a", [(130, 400, 46, 0.36), (400, 420, 30, 0.36), (70, 240, 40, 0.4),
                                          (1120, 160, 54, 0.32),
                                          (1030, 330, 36, 0.3), (1200, 400, 44, 0.3), (560, 110, 26, 0.34)]))
