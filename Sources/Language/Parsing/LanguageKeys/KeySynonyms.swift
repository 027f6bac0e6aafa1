// SPDX-License-Identifier: Apache-2.0

import Catalog

/// Other tools' names of a key, and the snippet to write instead.
///
/// These are words that no edit distance leads from to the right key. Each snippet is a line that
/// decodes where the word was written; a test reads them all.
package struct KeySynonym: Sendable {
  /// The words, in lower case.
  package let words: [String]
  /// The key and an example of a value.
  package let snippet: String
  /// The meaning of the snippet, where the key alone does not tell it.
  package let meaning: String?

  package init(_ words: [String], _ snippet: String, _ meaning: String? = nil) {
    self.words = words
    self.snippet = snippet
    self.meaning = meaning
  }

  /// The recommendation in a message.
  package var hint: String { "write \(snippet)" + (meaning.map { ", \($0)" } ?? "") }

  /// Words of other tools for features without a key, and the advice in messages.
  package static let advice: [(words: [String], hint: String)] = [
    (
      ["z-index", "zindex", "z", "order"],
      "layers lie over those that are written before them: move this one"
    ),
    (
      ["letter-spacing", "tracking", "kerning", "line-height", "leading", "line-spacing"],
      "a text has letter-spacing: 2% and line-height: 1.4 beside its font"
    ),
    (
      [
        "preserve-pitch", "preservepitch", "keep-pitch", "keeppitch", "maintain-pitch",
        "pitch-correction",
      ],
      "sound at another speed keeps its pitch; pitch: follow lets it change"
    ),
    (
      ["hold", "freeze-frame", "freezeframe"],
      "write - freeze: 2s after the clip whose last picture is held"
    ),
    (
      ["padding", "margin"],
      "there is no layout by contents: say the size and the position of each layer"
    ),
    (["fit"], "clips and images take it; what is drawn fills its box"),
    (
      ["from", "to", "x1", "y1", "x2", "y2", "points"],
      "a line crosses its box from left to right: say its size, position and rotation; or write shape: path"
    ),
  ]

  /// Other tools' names of looks, and the filter of libavfilter for each.
  package static let filters = [
    KeySynonym(["blur", "gaussian-blur", "gaussianblur"], "gblur: {sigma: 8}"),
    KeySynonym(["grain", "film-grain"], "noise: {alls: 12}"),
    KeySynonym(
      ["grayscale", "greyscale", "gray", "grey", "bw", "black-and-white", "monochrome-look"],
      "hue: {s: 0}"),
    KeySynonym(["brightness", "contrast", "gamma"], "eq: {contrast: 1.1}"),
    KeySynonym(["sharpen", "sharpness"], "unsharp"),
    KeySynonym(["invert", "negative"], "negate"),
    KeySynonym(["mosaic", "pixelate"], "pixelize: {w: 16, h: 16}"),
    KeySynonym(["lut"], "lut3d: {file: warm.cube}"),
  ]

  /// Other tools' names of shapes, and the keys of such a shape.
  package static let forms = [
    KeySynonym(
      ["circle", "oval"], "shape: ellipse", "as wide as high for a circle: size: [100px, 100px]"),
    KeySynonym(["square", "rectangle", "box"], "shape: rect"),
    KeySynonym(
      ["rounded", "rounded-rect", "rounded-rectangle", "roundrect", "round-rect", "rrect"],
      "shape: rect, radius: 12px"),
    KeySynonym(["pill", "capsule"], "shape: rect, radius: 50%"),
    KeySynonym(["triangle"], "shape: polygon, sides: 3"),
    KeySynonym(["pentagon"], "shape: polygon, sides: 5"),
    KeySynonym(["hexagon"], "shape: polygon, sides: 6"),
  ]
}

extension ObjectShape {
  /// The synonym to recommend in place of `key`; nil if that is no word of other tools.
  package func synonym(of key: String) -> KeySynonym? {
    let word = key.lowercased()
    return KeyTable.synonyms.first { $0.object == name }?.entries.first { $0.words.contains(word) }
  }
}

extension KeyTable {
  /// Words for the keys of texts and counters.
  private static let lettered = [
    KeySynonym(["size", "font-size", "fontsize"], "font: {size: 64}"),
    KeySynonym(["family", "font-family"], "font: {family: Noto Sans}"),
    KeySynonym(["text-align", "halign"], "align: left"),
    KeySynonym(["text-stroke", "-webkit-text-stroke"], "outline: {width: 2px, color: navy}"),
    KeySynonym(["tracking", "kerning"], "letter-spacing: 2%"),
    KeySynonym(["weight", "font-weight", "bold"], "font: {weight: bold}"),
    KeySynonym(["italic", "font-style"], "font: {style: italic}"),
    KeySynonym(["style"], "font: {weight: bold}", "or font: {style: italic}"),
  ]
  /// Words for those of items, where shapes are not.
  private static let ofItems = [
    KeySynonym(["stroke"], "outline: {width: 2px, color: navy}")
  ]
  /// Words for those of texts alone.
  private static let ofTexts = [
    KeySynonym(
      ["valign", "vertical-alignment"], "box: [60%, 30%]", "and vertical-align: top beside it"),
    KeySynonym(["leading", "line-spacing"], "line-height: 1.4"),
    KeySynonym(["runs", "spans", "parts"], "text: {runs: [Rome, {text: Now, color: gold}]}"),
    KeySynonym(["markup", "html", "rich-text"], "text: {markup: Two days in <b>Rome</b>}"),
    KeySynonym(["plate", "bg", "background-color"], "background: black@50%"),
    KeySynonym(["gradient", "text-fill", "background-clip"], "color: {linear: [gold, tomato]}"),
    KeySynonym(
      ["direction", "writing-mode", "text-orientation", "vertical"], "writing: vertical",
      "for lines from top to bottom"),
  ]
  /// Words for keys that whatever is seen has.
  private static let seen = [
    KeySynonym(
      ["brightness", "contrast", "saturation", "hue", "temperature"], "adjust: {brightness: 1.2}"),
    KeySynonym(["fade-in", "fadein", "fade-out", "fadeout"], "fade: {in: 500ms, out: 500ms}"),
    KeySynonym(
      ["chroma-key", "chromakey", "chroma", "greenscreen", "green-screen"], "key: {color: lime}"),
    KeySynonym(
      ["box-shadow", "drop-shadow", "dropshadow"],
      "shadow: {color: black@50%, blur: 20px, offset: [0px, 8px]}"),
    KeySynonym(
      ["mix-blend-mode", "blend-mode", "blendmode", "composite", "compositing"], "blend: screen"),
    KeySynonym(
      ["motion-path", "offset-path"], "position: {path: M 100 100 L 900 400, duration: 2s}"),
    KeySynonym(["filter", "filters", "effect"], "effects: [gblur: {sigma: 4}]"),
    KeySynonym(
      ["backdrop-filter", "frosted-glass", "glass", "acrylic"], "backdrop: {blur: 12px}"),
    KeySynonym(["mosaic", "pixelize", "pixelise", "pixelation", "censor"], "pixelate: 12px"),
    KeySynonym(["clip-path", "matte"], "mask: {shape: ellipse, fill: white}"),
    KeySynonym(["transform-origin", "pivot", "origin"], "anchor: top-left"),
    KeySynonym(["visible", "visibility", "hidden", "display"], "opacity: 0%"),
    KeySynonym(["feather"], "mask: {shape: ellipse, fill: white, blur: 20px}"),
    KeySynonym(
      ["animation", "animations", "keyframes", "transition"], "opacity: 0 -> 1",
      "as every property takes ramps and keyframes"),
  ]
  /// Words for the keys of footage and of films within the film.
  private static let played = [
    KeySynonym(
      [
        "rate", "playback-rate", "playbackrate", "slow", "slowmo", "slow-mo", "slow-motion", "fast",
        "tempo", "timescale", "time-scale", "velocity",
      ], "speed: 0.5", "which is half as fast"),
    KeySynonym(
      [
        "timeremap", "time-remap", "timeremapping", "time-remapping", "speed-ramp", "ramp", "remap",
      ],
      "speed: {0s: 1, 2s: 0.25}", "in the clip's time in the film"),
    KeySynonym(["backwards", "backward", "reversed", "rewind"], "reverse: true"),
    KeySynonym(
      ["params", "parameters", "variables", "vars", "props", "values"], "with: {name: Ada}",
      "the parameters of a film within the film"),
  ]
  /// Words for keys that all items have which are drawn.
  private static let drawn =
    [
      KeySynonym(["range", "length", "start", "end", "in", "out", "trim"], "duration: 3s"),
      KeySynonym(["during", "offset"], "at: 5s", "in the film's time"),
      KeySynonym(["loop"], "until: 10s", "which needs no loop"),
      KeySynonym(["name"], "id: inset"), KeySynonym(["alpha"], "opacity: 0.6"),
      KeySynonym(["x", "y"], "position: [50%, 90%]"),
      KeySynonym(["rotate", "angle", "rotation-z"], "rotation: 90deg"),
      KeySynonym(["zoom"], "scale: 120%"),
      KeySynonym(["border-radius", "corner-radius", "rounded", "corners"], "radius: 12px"),
    ] + seen

  /// Words of other tools by the object they are written in.
  package static let synonyms: [(object: String, entries: [KeySynonym])] =
    words
    + GraphicStyle.all.map { style in
      ("\(style.key) item", drawn + [KeySynonym(["width", "height"], "size: 25%")])
    }

  private static let words: [(object: String, entries: [KeySynonym])] = [
    (
      "project",
      [
        KeySynonym(["version"], "reel: 1"),
        KeySynonym(
          ["clips", "timeline", "sequence", "scenes"], "tracks: {main: [media/beach.mov]}"),
        KeySynonym(["size", "resolution", "width", "height"], "canvas: {size: 1280x720}"),
        KeySynonym(["rate", "fps", "framerate"], "canvas: {rate: 30}"),
        KeySynonym(["texts", "titles"], "overlays: {title: {text: Two days in Rome}}"),
        KeySynonym(
          ["subtitles", "subtitle", "subs"], "overlays: {words: {subtitles: media/rome.srt}}",
          "or captions: rome.srt on an output for those that viewers switch on"),
        KeySynonym(
          ["parameters", "variables", "vars", "data"], "params: {title: Two days in Rome}",
          "and give values with --set or --data"),
      ]
    ),
    (
      "metadata",
      [
        KeySynonym(["author", "creator", "performer", "speaker"], "artist: Ada Lovelace"),
        KeySynonym(["year"], "date: 2026"),
        KeySynonym(["description"], "comment: Two days in Rome"),
        KeySynonym(["lang", "locale"], "language: eng"),
        KeySynonym(
          ["poster", "artwork", "thumbnail", "picture", "image", "cover-art"], "cover: poster.jpg"),
      ]
    ),
    (
      "canvas",
      [
        KeySynonym(["width", "height", "resolution", "dimensions"], "size: 1280x720"),
        KeySynonym(["fps", "framerate", "frame-rate", "frame_rate"], "rate: 30"),
        KeySynonym(["bg", "fill"], "background: black"),
        KeySynonym(["colour", "colorspace", "hdr"], "color: hlg", "or bt709, bt601, bt2020, pq"),
        KeySynonym(["bits", "bit-depth", "bitdepth"], "depth: 10"),
      ]
    ),
    (
      "asset",
      [
        KeySynonym(["path", "src", "source", "clip", "url"], "file: media/beach.mov"),
        KeySynonym(["rotation"], "rotate: 90"),
      ]
    ),
    (
      "track",
      [
        KeySynonym(["items", "list", "media", "files", "sequence"], "clips: [media/beach.mov]"),
        KeySynonym(["type"], "kind: audio"), KeySynonym(["mute", "muted", "audio"], "volume: 0"),
        KeySynonym(["transition", "transitions"], "between: dissolve", "beside the track's clips"),
        KeySynonym(
          ["loop", "until", "range", "duration"],
          "clips: [{clip: song.ogg, loop: true, until: main.end}]", "as it is a key of clips"),
        KeySynonym(
          ["ken-burns", "kenburns", "ken_burns"], "clips: [{clip: photo.jpg, ken-burns: auto}]",
          "or ken-burns: auto in the defaults of clips"),
      ] + heardOnTracks
    ),
    (
      "clip",
      [
        KeySynonym(
          ["start", "end", "in", "out", "from", "to", "begin", "trim", "cut"], "range: 2s..8s",
          "in the source's time"),
        KeySynonym(["offset"], "at: 5s", "in the film's time"),
        KeySynonym(["length"], "duration: 3s"),
        KeySynonym(["name"], "id: inset"),
        KeySynonym(["muted", "sound"], "audio: off"),
        KeySynonym(["delay"], "sync: 40ms", "how much later than the picture the sound is"),
        KeySynonym(["gain"], "volume: -12dB"),
        KeySynonym(["alpha"], "opacity: 0.6"),
        KeySynonym(["x", "y", "layout", "box"], "position: top-right", "beside size: 25%"),
        KeySynonym(
          ["focal-point", "focalpoint", "gravity", "object-position"], "focus: [30%, 50%]",
          "what fit: cover keeps in sight"),
        KeySynonym(["width", "height"], "size: 25%"),
        KeySynonym(["angle", "rotation-z"], "rotation: 90deg"),
        KeySynonym(["zoom"], "scale: 120%"),
        KeySynonym(["border-radius", "corner-radius", "rounded", "corners"], "radius: 12px"),
        KeySynonym(["repeat"], "loop: true"),
      ] + heardOfClips + played + seen
    ),
    (
      "image item",
      drawn.filter { !$0.words.contains("loop") } + [KeySynonym(["width", "height"], "size: 25%")]
    ),
    (
      "text item",
      lettered + ofItems + ofTexts + drawn
    ),
    (
      "counter item",
      lettered + ofItems + drawn
    ),
    (
      "particles",
      [
        KeySynonym(["color", "fill"], "colors: [white, gold]"),
        KeySynonym(["position", "center"], "at: bottom"),
        KeySynonym(["limit", "max"], "count: 200"),
        KeySynonym(["lifetime", "duration"], "life: 2s"), KeySynonym(["velocity"], "speed: 100px"),
        KeySynonym(["angle"], "direction: 90deg"),
      ]
    ),
    (
      "counter",
      [
        KeySynonym(["start", "begin"], "from: 0"), KeySynonym(["end", "stop"], "to: 100"),
      ]
    ),
    (
      "run",
      lettered.filter { !$0.words.contains("text-align") && !$0.words.contains("text-stroke") }
    ),
    ("group item", drawn + [KeySynonym(["width", "height"], "size: 25%")]),
    (
      "overlay",
      lettered.dropFirst() + ofTexts + [
        KeySynonym(
          ["start", "end", "from", "to", "at", "time"], "during: 1s..6s",
          "in the film's time"),
        KeySynonym(
          ["muted", "sound"], "audio: off", "beside a clip; nothing else is heard"),
        KeySynonym(["gain"], "volume: -12dB", "beside a clip"),
        KeySynonym(["x", "y"], "position: [50%, 90%]"),
        KeySynonym(["src", "source", "picture", "file"], "image: media/logo.svg"),
        KeySynonym(["title", "caption", "content"], "text: Two days in Rome"),
        KeySynonym(["lottie"], "image: spark.png", "an APNG or a GIF that was made of it"),
        KeySynonym(["width", "height"], "size: 25%"),
        KeySynonym(["angle", "rotation-z"], "rotation: 90deg"),
        KeySynonym(["zoom"], "scale: 120%"),
        KeySynonym(["alpha"], "opacity: 0.6"),
        KeySynonym(["border-radius", "corner-radius", "rounded", "corners"], "radius: 12px"),
        KeySynonym(["font-size", "fontsize"], "font: {size: 64}"),
        KeySynonym(["family", "font-family"], "font: {family: Noto Sans}"),
      ] + played + seen
    ),
    (
      "instruction",
      [
        KeySynonym(["range", "at", "time", "start", "end"], "during: 1s..2s"),
        KeySynonym(["tracks", "track", "layer"], "layers: {main: {opacity: 1 -> 0}}"),
      ]
    ),
    (
      "layer",
      [
        KeySynonym(["alpha"], "opacity: 1 -> 0"), KeySynonym(["gain"], "volume: 1 -> 0"),
        KeySynonym(["zoom"], "scale: 100% -> 120%"),
        KeySynonym(["rotate", "angle", "rotation-z"], "rotation: 0deg -> 10deg"),
        KeySynonym(["x", "y"], "position: center -> 60% 50%"),
      ]
    ),
    (
      "font",
      [
        KeySynonym(["name"], "family: Noto Sans"), KeySynonym(["bold"], "weight: bold"),
        KeySynonym(["italic"], "style: italic"),
      ]
    ),
    (
      "linear gradient",
      [KeySynonym(["gradient", "linear-gradient", "colors", "stops"], "linear: [red, blue]")]
    ),
    ("outline", [KeySynonym(["size", "thickness"], "width: 2")]),
    (
      "entrance",
      [
        KeySynonym(["style", "type", "name", "animation", "effect", "preset"], "kind: fade"),
        KeySynonym(["time", "length"], "duration: 500ms"),
        KeySynonym(["ease", "timing", "timing-function"], "easing: ease-out"),
      ]
    ),
    (
      "output",
      encoding + [
        KeySynonym(["path", "filename"], "file: out/trip.mp4"),
        KeySynonym(["resolution", "width", "height"], "size: 1280x720"),
        KeySynonym(["quality"], "preset: medium"),
        KeySynonym(
          ["aspect", "aspect-ratio", "ratio", "frame"], "canvas: 9:16",
          "for which the film is composed anew"),
        KeySynonym(
          ["override", "overrides", "changes", "layers", "overlays"],
          "change: {headline: {position: top}}", "in this output alone"),
        KeySynonym(["start", "end", "from", "to"], "range: 2s..8s"),
        KeySynonym(
          ["focus"], "change: {photo: {focus: left}}",
          "as it is a key of clips, or of the defaults of clips"),
        KeySynonym(
          ["subtitles", "subtitle", "subs", "cc"], "captions: talk.srt",
          "or captions: clips for those of the clips; an overlay burns them in"),
        KeySynonym(
          ["title", "artist", "cover", "language", "date", "comment"],
          "metadata: {title: Rome, cover: poster.jpg}"),
      ]
    ),
  ]
}
