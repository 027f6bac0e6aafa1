# SPDX-License-Identifier: Apache-2.0
"""Texts in many scripts, drawn by Reel and by a browser in the same fonts: the same lines, as wide."""

import html
import json
import os
import shutil
import subprocess

import chromium

# A page of the browser has two pixels of the screen for each of its own.
WIDTH, HEIGHT, WRAP, SIZE, LINE, LEFT, TOP = 800, 420, 560, 40, 84, 100, 20
# Lines may differ in width by this share, or by a pixel.
MOST = 0.01

# A family, a language by BCP 47 and a text.
TEXTS = [
    ("Noto Sans", "en", "The quick brown fox jumps over the lazy dog, efficient office waffle & fjord."),
    ("Noto Sans", "cs", "Příliš žluťoučký kůň úpěl ďábelské ódy; zażółć gęślą jaźń, Þór ærði."),
    ("Noto Sans", "vi", "Việt Nam: Con đường từ Hà Nội đến thành phố Hồ Chí Minh rất dài."),
    ("Noto Sans", "ru", "Съешь же ещё этих мягких французских булок, да выпей чаю."),
    ("Noto Sans", "el", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, πολυτονικά: ἀρχῇ ἦν ὁ λόγος."),
    ("Noto Sans Hebrew", "he", "דג סקרן שט בים מאוכזב ולפתע מצא לו חברה נעימה"),
    ("Noto Sans Arabic", "ar", "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر"),
    ("Noto Sans Arabic", "fa", "یک متن فارسی با گچ و پژ و کلمه‌های پیوسته می‌نویسیم"),
    ("Noto Nastaliq Urdu", "ur", "اردو ہے جس کا نام ہمیں جانتے ہیں"),
    ("Noto Sans Devanagari", "hi", "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश"),
    ("Noto Sans Bengali", "bn", "আমি বাংলায় গান গাই আমি বাংলার গান গাই ক্ষুদ্র"),
    ("Noto Sans Gurmukhi", "pa", "ਪੰਜਾਬੀ ਭਾਸ਼ਾ ਬਹੁਤ ਮਿੱਠੀ ਅਤੇ ਸੋਹਣੀ ਬੋਲੀ ਹੈ"),
    ("Noto Sans Gujarati", "gu", "ગુજરાતી ભાષા ખૂબ જ સુંદર અને સરળ ભાષા છે"),
    ("Noto Sans Oriya", "or", "ଓଡ଼ିଆ ଭାଷା ଏକ ପ୍ରାଚୀନ ଶାସ୍ତ୍ରୀୟ ଭାଷା ଅଟେ"),
    ("Noto Sans Tamil", "ta", "யாதும் ஊரே யாவரும் கேளிர் தீதும் நன்றும்"),
    ("Noto Sans Telugu", "te", "తెలుగు భాష తియ్యన తెలుగు జాతి గొప్పతనం"),
    ("Noto Sans Kannada", "kn", "ಕನ್ನಡ ನಾಡು ಚೆಲುವ ನಾಡು ಸಿರಿಗನ್ನಡಂ ಗೆಲ್ಗೆ"),
    ("Noto Sans Malayalam", "ml", "മലയാളം എന്റെ മാതൃഭാഷയാണ് അക്ഷരങ്ങൾ മനോഹരം"),
    ("Noto Sans Sinhala", "si", "සිංහල භාෂාව ශ්‍රී ලංකාවේ ප්‍රධාන භාෂාවයි"),
    ("Noto Sans Thai", "th", "เป็นมนุษย์สุดประเสริฐเลิศคุณค่ากว่าบรรดาฝูงสัตว์เดรัจฉาน"),
    # Browsers break these between words of a dictionary, which Pango has for Thai alone: one line each.
    ("Noto Sans Lao", "lo", "ພາສາລາວເປັນພາສາທີ່ງາມ"),
    ("Noto Sans Khmer", "km", "ភាសាខ្មែរជាភាសាផ្លូវការ"),
    ("Noto Sans Myanmar", "my", "မြန်မာဘာသာစကားသည်"),
    ("Noto Sans Georgian", "ka", "ქართული ენა ერთ-ერთი უძველესი ენაა მსოფლიოში"),
    ("Noto Sans Armenian", "hy", "Հայոց լեզուն հնդեվրոպական լեզու է հին գրականությամբ"),
    ("Noto Sans Ethiopic", "am", "ሰማይ አይታረስ ንጉሥ አይከሰስ ብላ ካለኝ እንደአባቴ"),
    ("Noto Serif Tibetan", "bo", "བོད་ཡིག་ནི་བོད་པའི་སྐད་ཡིག་ཡིན་ནོ། མི་རིགས་ཀྱི"),
    ("Noto Sans CJK JP", "ja", "いろはにほへと散りぬるを、我が世誰ぞ常ならむ。有為の奥山「今日」越えて。"),
    ("Noto Sans CJK SC", "zh-Hans", "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。"),
    ("Noto Sans CJK KR", "ko", "다람쥐 헌 쳇바퀴에 타고파. 모든 국민은 법 앞에 평등하다."),
    ("Noto Sans Cherokee", "chr", "ᎠᏂᏴᏫᏯᎢ ᎦᏬᏂᎯᏍᏗ ᏣᎳᎩ ᎤᎾᏓᏅᏙ"),
    ("Noto Sans Canadian Aboriginal", "iu", "ᐃᓄᒃᑎᑐᑦ ᐅᖃᐅᓯᖅ ᓄᓇᕗᒻᒥ ᐊᑐᖅᑕᐅᔪᖅ"),
]


def has(family):
    found = subprocess.run(["fc-list", family, "family"], capture_output=True, text=True).stdout
    return bool(found.strip())


def project(number, family, text):
    """One picture of a text, in pixels of the screen."""
    return "\n".join([
        "reel: 1", f"canvas: {{size: {2 * WIDTH}x{2 * HEIGHT}, rate: 1, background: black}}",
        "tracks: {main: [{fill: black, duration: 1s}]}", "overlays:",
        f"  a: {{text: {json.dumps(text, ensure_ascii=False)}, font: {{family: {family}, size: {2 * SIZE}px}},"
        f" wrap: {2 * WRAP}px, align: left, line-height: {2 * LINE}px, position: [{2 * LEFT}px, {2 * TOP}px],"
        " anchor: top-left}",
        f"outputs: {{picture: {{file: reel-{number}.png}}}}", ""])


def page(family, language, text):
    return (f"<html lang={language}><meta charset=utf-8><body style='margin:0;background:black;color:white'>"
            f"<div dir=auto style=\"position:absolute;left:{LEFT}px;top:{TOP}px;width:{WRAP}px;text-align:left;"
            f"font:{SIZE}px/{LINE}px '{family}'\">{html.escape(text)}</div>")


def lines(path):
    """The left and the right edge of the ink of each line."""
    gray = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-"],
        check=True, capture_output=True).stdout
    found, across = [], 2 * WIDTH
    for line in range((HEIGHT - TOP) // LINE):
        left, right = across, -1
        for y in range(2 * (TOP + line * LINE), 2 * (TOP + (line + 1) * LINE)):
            row = gray[y * across:(y + 1) * across].translate(SEEN)
            if (first := row.find(1)) >= 0:
                left, right = min(left, first), max(right, row.rfind(1))
        if right >= 0:
            found.append((left, right))
    return found


# What is darker than a quarter of white is the edge of a letter.
SEEN = bytes(value > 63 for value in range(256))


def campaign(budget, folder, run, keep):
    """Draws each text twice; pictures and projects stay in `folder`."""
    if not chromium.executable():
        keep("Chromium is missing: install Debian's package `chromium`, or run Scripts/install-packages soak")
        return
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with chromium.Chromium(WIDTH, HEIGHT) as browser:
        for number, (family, language, text) in enumerate(TEXTS):
            if not has(family):
                print(f"  {family}: not installed", flush=True)
                continue
            names = [f"text-{number}.{kind}" for kind in ("reel.yaml", "html")]
            for name, content in zip(names, (project(number, family, text), page(family, language, text))):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(content)
            status, words = run(["build", "--quiet", names[0]], folder, 60)
            browser.open(os.path.join(folder, names[1]))
            pictures = [os.path.join(folder, f"{kind}-{number}.png") for kind in ("reel", "browser")]
            with open(pictures[1], "wb") as file:
                file.write(browser.picture())
            if status != 0:
                keep(f"{language}: exit {status}\n{words}", os.path.join(folder, names[0]))
                continue
            ours, theirs = map(lines, pictures)
            budget.count += 1
            wide = [right - left for left, right in theirs]
            apart = [abs(b - a - width) for (a, b), width in zip(ours, wide)]
            print(f"  {family:<32}{len(ours)} lines, {max(apart, default=0)} pixels of {max(wide, default=0)}", flush=True)
            same = len(ours) == len(theirs) and all(
                gap <= max(1, MOST * width) for gap, width in zip(apart, wide))
            if not same:
                keep(f"{language}: lines {ours} in place of {theirs}", *pictures)
