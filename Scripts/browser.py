# SPDX-License-Identifier: Apache-2.0
"""Scenes that Reel and a browser draw by themselves from the same table, and how alike they are."""

import math
import os
import shutil
import subprocess

import chromium
import scenes

# Pictures that are less alike break the promise, in dB.
LIMIT = 35


def make_pictures(folder):
    for name, chain in scenes.PICTURES.items():
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", chain, "-frames:v", "1",
             os.path.join(folder, name)], check=True)


def draw(all_scenes, folder):
    """The pictures of the browser, SCENE-MOMENT.png."""
    page = os.path.join(folder, "page.html")
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "browser.html"), page)
    width, height = all_scenes[0].size
    with chromium.Chromium(width, height) as browser:
        browser.open(page)
        for scene in all_scenes:
            browser.evaluate(scene.page())
            for moment in range(scene.frames):
                browser.evaluate(f"seek({1000 * moment / scene.rate})")
                with open(os.path.join(folder, f"{scene.name}-{moment}.png"), "wb") as file:
                    file.write(browser.picture())


def compare(scene, folder):
    """The PSNR in dB of each moment; SCENE.png then shows Reel's pictures, the browser's, and eight times what
    they differ by."""
    chain = ("[0:v]settb=1,setpts=N,scale=flags=accurate_rnd+full_chroma_int,format=gbrp,split=3[a][b][c];"
             "[1:v]settb=1,setpts=N,scale=iw/2:ih/2:flags=area+accurate_rnd,format=gbrp,split=3[d][e][f];[a][d]psnr=stats_file=-,nullsink;"
             "[c][f]blend=all_mode=difference,lutrgb=r=val*8:g=val*8:b=val*8[g];"
             f"[b][e][g]vstack=inputs=3,scale=iw/2:-2:flags=area,tile={scene.frames}x1[sheet]")
    run = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", f"{scene.name}.mkv", "-framerate", str(scene.rate),
         "-i", f"{scene.name}-%d.png", "-filter_complex", chain, "-map", "[sheet]", "-frames:v", "1",
         f"{scene.name}.png"], cwd=folder, check=True, capture_output=True, text=True)
    values = [dict(word.split(":", 1) for word in line.split()) for line in run.stdout.splitlines()]
    return [math.inf if value["psnr_avg"] == "inf" else float(value["psnr_avg"]) for value in values]


def campaign(budget, folder, run, keep):
    """Draws all scenes twice; pictures and projects stay in `folder`."""
    if not chromium.executable():
        keep("Chromium is missing: install Debian's package `chromium`, or run Scripts/install-packages soak")
        return
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    make_pictures(folder)
    chosen = [scene for scene in scenes.all_scenes()
              if any(text in scene.name for text in budget.only.split(","))]
    names = []
    for scene in chosen:
        names.append(f"{scene.name}.reel.yaml")
        with open(os.path.join(folder, names[-1]), "w") as file:
            file.write(scene.project())
    status, words = run(["build", "--quiet", *names], folder, 600)
    if status != 0:
        keep(f"the scenes cannot be built: exit {status}\n{words}")
    draw(chosen, folder)
    for scene in chosen:
        if not os.path.exists(os.path.join(folder, f"{scene.name}.mkv")):
            continue
        values = compare(scene, folder)
        print(f"  {scene.name:<36}" + "".join(f"{value:8.2f}" for value in values), flush=True)
        budget.count += len(values)
        if len(values) != scene.frames or min(values) < LIMIT:
            keep(f"{scene.name}: {', '.join(f'{value:.2f}' for value in values)} dB",
                 *(os.path.join(folder, scene.name + ending) for ending in (".png", ".reel.yaml")))
