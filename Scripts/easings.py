# SPDX-License-Identifier: Apache-2.0
"""Easings of the language in CSS: its own of the same name, and curves that it holds by many points."""

import math

def back(t, s=1.70158):
    return t * t * ((s + 1) * t - s)


def bounce_out(t):
    for end, middle, height in ((1, 0, 0), (2, 1.5, 0.75), (2.5, 2.25, 0.9375), (2.75, 2.625, 0.984375)):
        if t <= end / 2.75:
            return 7.5625 * (t - middle / 2.75) ** 2 + height
    return 1


def elastic_out(t):
    if t in (0, 1):
        return t
    return 2 ** (-10 * t) * math.sin((t * 10 - 0.75) * 2 * math.pi / 3) + 1


def spring(t, mass, stiffness, damping):
    """The way of a spring from 0 to 1 after t seconds, less than critically damped."""
    speed = math.sqrt(stiffness / mass)
    ratio = damping / (2 * math.sqrt(stiffness * mass))
    damped = speed * math.sqrt(1 - ratio * ratio)
    return 1 - math.exp(-ratio * speed * t) * (
        math.cos(damped * t) + ratio * speed / damped * math.sin(damped * t))


def both_ways(way_out):
    return lambda t: (1 - way_out(1 - 2 * t)) / 2 if t < 0.5 else (1 + way_out(2 * t - 1)) / 2


CURVES = {
    "back-in": back,
    "back-out": lambda t: 1 - back(1 - t),
    "bounce-in": lambda t: 1 - bounce_out(1 - t),
    "bounce-out": bounce_out,
    "bounce-in-out": both_ways(bounce_out),
    "elastic-in": lambda t: 1 - elastic_out(1 - t),
    "elastic-out": elastic_out,
    # In its own time from the key before, which is a second before the key here.
    "spring(1 200 15)": lambda t: spring(t, 1, 200, 15),
}


def css_easing(name):
    if name in CURVES:
        points = [CURVES[name](index / 400) for index in range(401)]
        return "linear(" + ", ".join(f"{point:.6f}" for point in points) + ")"
    if name == "hold":
        return "steps(1, end)"
    if name.startswith("steps") or name.startswith("cubic"):
        return ", ".join(name.split())
    return name


