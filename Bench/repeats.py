# SPDX-License-Identifier: Apache-2.0
"""Projects that make many films: one per row of a table, and films that share a component."""

import os

ROWS, FILMS = 100, 100
NAMES = ("Ada", "Grace", "Linus", "Barbara", "Dennis", "Margaret", "Ken", "Radia", "Edsger", "Frances")


def greeting(media):
    """A film of six seconds, with the name of its row in a title of two."""
    return f"""reel: 1
params: {{name: text, number: number}}
canvas: {{size: 640x360, rate: 24}}
tracks:
  main:
    - {{clip: "{media}/edit/bbb_720p24_82s.mp4", range: 0s..6s}}
overlays:
  title:
    text: Welcome, ${{name}}
    font: {{size: 40px}}
    position: [50%, 80%]
    during: 1s..3s
    fade: 500ms
outputs:
  film: {{file: "films/${{number}}.mp4", preset: medium}}
"""


def rows(changed=None):
    """A table of names; row `changed` has another one."""
    lines = ["number,name"]
    for row in range(ROWS):
        name = f"{NAMES[row % len(NAMES)]} {row // len(NAMES)}"
        lines.append(f"{row},{name + ' the Second' if row == changed else name}")
    return "\n".join([*lines, ""])


def lower_third(color):
    """A component: a bar with a name, over a clear background."""
    return f"""reel: 1
params: {{name: text}}
canvas: {{size: 640x120, rate: 24, background: clear}}
tracks:
  main:
    - {{shape: rect, fill: {color}, size: [70%, 60%], duration: 2s, enter: slide-right 300ms, exit: fade 300ms}}
overlays:
  name: {{text: "${{name}}", font: {{size: 36px}}}}
"""


def film(media, number, component):
    """A film of six seconds that shows the component for two of them."""
    return f"""reel: 1
canvas: {{size: 640x360, rate: 24}}
tracks:
  main:
    - {{clip: "{media}/edit/bbb_720p24_82s.mp4", range: {number % 70}s..{number % 70 + 6}s}}
overlays:
  guest: {{clip: {component}.reel.yaml, with: {{name: {NAMES[number % len(NAMES)]} {number}}}, during: 2s..4s, position: [50%, 80%]}}
outputs:
  film: {{file: guests/{number}.mp4, preset: medium}}
"""


def write_films(media, place):
    """Films that share the component but for the last, which has one of its own; their files' names."""
    names = [f"film{number}.reel.yaml" for number in range(FILMS)]
    for number, name in enumerate(names):
        with open(os.path.join(place, name), "w") as file:
            file.write(film(media, number, "own" if number == FILMS - 1 else "shared"))
    return names


def write_component(place, name, color):
    with open(os.path.join(place, f"{name}.reel.yaml"), "w") as file:
        file.write(lower_third(color))
