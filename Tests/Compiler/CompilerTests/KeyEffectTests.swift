// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import Driver
import Foundation
import RenderProtocol
import Testing

@testable import Parsing
@testable import Planning
@testable import ProjectModel

/// The effect of every key of the language on the result.
@Suite struct KeyEffectTests {
  /// Every supported key, as `object.key`, except objects that have no keys.
  static let keys = KeyTable.objects.flatMap { shape in
    shape.keys.filter { $0.isSupported && !$0.isEmptyObject }.map { "\(shape.name).\($0.name)" }
  }.filter { !isForPeople.contains($0) }

  /// Keys that only commands show.
  private static let isForPeople: Set<String> = ["parameter.doc"]

  @Test(arguments: keys)
  func `a key changes what is made`(_ key: String) async throws {
    let effect = try #require(
      KeyEffect.all[key], "write down two projects of which \(key) makes two films")
    let (first, second) = (await outcome(effect.first), await outcome(effect.second))
    #expect(first != second)
    #expect(await outcome(effect.first + "# a remark\n") == first)
  }

  @Test func `there is a case for keys of the language alone`() {
    #expect(Set(KeyEffect.all.keys).subtracting(KeyEffectTests.keys) == [])
  }

  /// The result of a project: its diagnostics, and the keys of all artifacts.
  private func outcome(_ project: String) async -> [String] {
    var facts = CopyingTests.take([0, 2], seconds: 4)
    facts.container = ContainerFacts(pictureLanguage: "eng")
    var world = TestWorld(
      project: project, media: TestWorld.shelf.merging(["take.mp4": facts]) { $1 })
    world.data = [
      "song.beats.txt": "0\n1\n2\n3\n", "other.beats.txt": "0\n1\n2\n4\n",
      "one.srt": "1\n00:00:00,100 --> 00:00:01,000\né\n",
      "two.srt": "1\n00:00:00,100 --> 00:00:01,000\ntwo\n",
      "rome.srt": "1\n00:00:01,000 --> 00:00:02,000\nCaf\u{E9}\n",
      "oslo.srt": "1\n00:00:01,000 --> 00:00:02,000\nTwo\n",
      "one.json":
        #"[{"word": "One", "start": 0.1, "end": 0.5}, {"word": "two", "start": 0.6, "end": 1.9}]"#,
      "two.json": #"[{"word": "Two", "start": 0.1, "end": 0.5}]"#,
    ]
    world.projects = [
      "red.reel.yaml": "reel: 1\ncanvas: {rate: 12}\n",
      "card.reel.yaml":
        "reel: 1\nparams: {size: 10%}\ntracks: {main: [{shape: rect, fill: red, size: \"${size}\"}]}\n",
    ]
    let result = await world.compilation().plan()
    var lines = result.diagnostics.filter { $0.severity == .error }.map(\.code.name)
    for output in result.product?.outputs ?? [] {
      switch output.product {
      case .film(let film): lines.append("\(output.path) \(film.key.hex)")
      case .still(_, let key): lines.append("\(output.path) \(key.hex)")
      case .text(let text): lines.append("\(output.path) \(text.key.hex)")
      }
    }
    return lines
  }
}

/// Two projects that differ in one key.
struct KeyEffect {
  var first: String
  var second: String

  /// `project` with each of two texts in place of `@`.
  init(_ project: String, _ first: String, _ second: String, version: String = "reel: 1\n") {
    self.first = version + project.replacingOccurrences(of: "@", with: first) + "\n"
    self.second = version + project.replacingOccurrences(of: "@", with: second) + "\n"
  }

  static let all: [String: KeyEffect] = [
    whole, canvas, things, tracks, between, clips, freezes, items, transitions, instructions,
    overlays, masks,
    particles,
    drawings,
    texts, groups, outputs, defaults, parameters,
  ].reduce(into: [:]) { $0.merge($1) { $1 } }

  /// Parameters, and what is there only for some of their values.
  private static let parameters: [String: KeyEffect] = {
    let text = main + "overlays: {a: {text: '${a}'}}\n"
    func parameter(_ keys: String, _ second: String) -> KeyEffect {
      KeyEffect("\(main)overlays: {a: {text: '${a}'}}\nparams: {a: {\(keys)}}", "", second)
    }
    var effects: [String: KeyEffect] = [
      "project.extends": KeyEffect(
        main + "overlays: {a: {text: One}}\n@", "", "extends: red.reel.yaml"),
      "project.params": KeyEffect(text + "params: {a: @}", "One", "Two"),
      "parameter.default": KeyEffect(text + "params: {a: {default: @}}", "One", "Two"),
      "parameter.type": parameter("default: One@", ", type: number"),
      "parameter.min": parameter("default: 1@", ", min: 2"),
      "parameter.max": parameter("default: 3@", ", max: 2"),
      "parameter.values": parameter("default: One@", ", values: [Two]"),
      "each.each": KeyEffect(
        "tracks: {main: [{each: @, as: a, item: {clip: '${a}'}}]}", "[wide.mp4]",
        "[wide.mp4, small.mp4]"),
      "each.as": KeyEffect(
        "tracks: {main: [{each: [wide.mp4], as: @, item: {clip: '${a}'}}]}", "a", "b"),
      "each.item": KeyEffect(
        "tracks: {main: [{each: [wide.mp4], as: a, item: {clip: @}}]}", "'${a}'", "small.mp4"),
      "each.when": KeyEffect(
        "tracks: {main: [wide.mp4, {each: [small.mp4], as: a, item: {clip: '${a}'}@}]}", "",
        ", when: false"),
      "track.when": KeyEffect(
        "tracks: {main: [wide.mp4], a: {clips: [song.ogg]@}}", "", ", when: off"),
      "transition.when": transition("transition: fade@", "", ", when: false"),
      "instruction.when": KeyEffect(
        main + "instructions: [{during: 0s..1s, layers: {main: {opacity: 0.5}}@}]", "",
        ", when: no"),
      "output.when": KeyEffect(
        main + "outputs: {a: {file: a.mp4}, b: {file: b.mp4@}}", "", ", when: false"),
      "clip.with": KeyEffect(
        "tracks: {main: [{clip: card.reel.yaml@}]}", "", ", with: {size: 20%}"),
      "overlay.with": overlay("clip: card.reel.yaml@", ", with: {size: 20%}"),
      "mask.with": overlay(
        "fill: red, mask: {clip: card.reel.yaml@}", ", with: {size: 20%}"),
      "overlay.when": overlay("text: One@", ", when: false"),
    ]
    for (kind, item) in [
      ("clip", "clip: small.mp4"), ("gap", "gap: 1s"), ("image item", "image: logo.svg"),
      ("text item", "text: One"), ("counter item", "counter: {to: 10}"),
      ("particles item", "particles: {rate: 9}"), ("fill item", "fill: red"),
      ("shape item", "shape: rect, fill: red"), ("group item", "group: {one: {text: One}}"),
    ] {
      effects["\(kind).when"] = KeyEffect(
        "tracks: {main: [wide.mp4, {\(item)@}, long.mp4]}", "", ", when: false")
    }
    return effects
  }()

  private static let two = "{clip: wide.mp4, range: 0s..4s}, {clip: long.mp4, range: 0s..4s}"
  private static let main = "tracks: {main: [\(two)]}\n"

  /// A clip that lasts three of the beats that `keys` say.
  private static func counting(_ keys: String, _ first: String, _ second: String) -> KeyEffect {
    KeyEffect(
      "beats: \(keys)\ntracks: {main: [{clip: wide.mp4, duration: 3 beats}]}", first, second)
  }

  private static let whole: [String: KeyEffect] = [
    "project.reel": KeyEffect("tracks: {main: [wide.mp4]}", "", "", version: "").with("reel: 1\n"),
    "project.allow": KeyEffect(main + "@", "", "allow: ../footage"),
    "project.canvas": KeyEffect(main + "@", "", "canvas: {rate: 25}"),
    "project.assets": KeyEffect("tracks: {main: [a]}\nassets: {a: @}", "wide.mp4", "small.mp4"),
    "project.defaults": KeyEffect(main + "@", "", "defaults: {clip: {fade: 1s}}"),
    "project.tracks": KeyEffect("tracks: {@}", "main: [wide.mp4]", "main: [wide.mp4, small.mp4]"),
    "project.instructions": KeyEffect(
      main + "@", "",
      "instructions: [{during: 0s..1s, background: red, layers: {main: {opacity: 0.5}}}]"
    ),
    "project.overlays": KeyEffect(main + "@", "", "overlays: {a: {text: A}}"),
    "project.beats": counting("@", "0.5s", "0.4s"),
    "beats.every": counting("{every: @}", "0.5s", "0.4s"),
    "beats.bpm": counting("{bpm: @}", "120", "100"),
    "beats.file": counting("{file: @}", "song.beats.txt", "other.beats.txt"),
    "beats.from": counting("{every: 1s@}", "", ", from: 300ms"),
    "project.effects": KeyEffect(main + "@", "", "effects: [vignette]"),
    "project.outputs": KeyEffect(main + "@", "", "outputs: {a: a.mkv}"),
  ]

  private static let canvas: [String: KeyEffect] = [
    "canvas.size": KeyEffect(main + "canvas: {@}", "", "size: 640x480"),
    "canvas.rate": KeyEffect(main + "canvas: {@}", "", "rate: 24"),
    "canvas.background": KeyEffect(main + "canvas: {size: 640x640, @}", "", "background: red"),
    "canvas.fit": KeyEffect(main + "canvas: {size: 640x640, @}", "", "fit: cover"),
    "canvas.orientation": KeyEffect(
      "tracks: {main: [wide.mp4, tall.mov]}\ncanvas: {@}", "", "orientation: strict"),
    "canvas.depth": KeyEffect(main + "canvas: {@}", "", "depth: 10"),
    "canvas.color": KeyEffect(main + "canvas: {@}", "", "color: bt601"),
    "canvas.channels": KeyEffect(
      "tracks: {a: [song.ogg]}\ncanvas: {@}", "channels: stereo", "channels: 5.1"),
  ]

  private static let things: [String: KeyEffect] = [
    "asset.file": KeyEffect(
      "tracks: {main: [a]}\nassets: {a: {file: @}}", "wide.mp4", "small.mp4"),
    "asset.rotate": KeyEffect(
      "tracks: {main: [a]}\nassets: {a: {file: wide.mp4@}}", "", ", rotate: 90"),
    "asset.captions": KeyEffect(
      "tracks: {main: [a]}\nassets: {a: {file: wide.mp4, captions: @}}\noutputs: {a: {file: a.mp4, captions: clips}}",
      "one.srt", "two.srt"),
    "track.kind": KeyEffect("tracks: {main: {@clips: [wide.mp4]}}", "", "kind: audio, "),
    "track.effects": KeyEffect(
      "tracks: {main: {clips: [wide.mp4]@}}", "", ", effects: [vignette]"),
    "track.blend": KeyEffect("tracks: {main: {@clips: [wide.mp4]}}", "", "blend: multiply, "),
    "track.motion-blur": KeyEffect(
      "tracks: {main: {@clips: [wide.mp4]}}\n"
        + "instructions: [{during: 0s..2s, layers: {main: {scale: 100% -> 120%}}}]", "",
      "motion-blur: 4, "),
    "track.mask": KeyEffect(
      "tracks: {main: {@clips: [wide.mp4]}}", "", "mask: {shape: ellipse, fill: white}, "),
    "track.duck": KeyEffect(
      "tracks: {main: {clips: [wide.mp4]@}, talk: [talk.mp4]}", "", ", duck: talk"),
    "track.denoise": trackFilter("denoise: true"), "track.gate": trackFilter("gate: true"),
    "track.de-ess": trackFilter("de-ess: true"), "track.eq": trackFilter("eq: {low: 3dB}"),
    "track.compress": trackFilter("compress: true"), "track.reverb": trackFilter("reverb: true"),
    "track.tail": KeyEffect(
      "tracks: {main: [long.mp4], talk: {clips: [{clip: talk.mp4, range: 0s..1s}], reverb: true@}}",
      "", ", tail: 5s"),
    "track.normalize": KeyEffect("tracks: {main: {clips: [wide.mp4]@}}", "", ", normalize: -30"),
    "track.clips": KeyEffect("tracks: {main: {clips: [@]}}", "wide.mp4", "small.mp4"),
    "fade.in": clip("fade: {@}", "", "in: 1s"),
    "fade.out": clip("fade: {@}", "", "out: 1s"),
    "fade.curve": clip("fade: {in: 1s@}", "", ", curve: log"),
    "ken-burns.from": clip(
      "ken-burns: {from: @, to: [10%, 10%, 80%, 80%]}", "[0%, 0%, 90%, 90%]", "[0%, 0%, 80%, 80%]"),
    "ken-burns.to": clip(
      "ken-burns: {to: @, from: [10%, 10%, 80%, 80%]}", "[0%, 0%, 90%, 90%]", "[0%, 0%, 80%, 80%]"),
    "ken-burns.focus": clip("ken-burns: {@}", "", "focus: [20%, 30%]"),
    "ken-burns.easing": clip("ken-burns: {@}", "", "easing: ease-in"),
    "entrance.kind": clip("enter: {kind: @}", "fade", "pop"),
    "entrance.duration": clip("enter: {kind: fade@}", "", ", duration: 1s"),
    "entrance.easing": clip("exit: {kind: radial@}", "", ", easing: ease-in"),
    "entrance.by": overlay("text: One two, enter: {kind: fade@}", ", by: word"),
    "entrance.stagger": overlay(
      "text: One two, enter: {kind: fade, by: word@}", ", stagger: 200ms"),
    "entrance.with": clip("exit: {kind: pinwheel@}", "", ", with: {speed: 3}"),
    "gap.gap": KeyEffect("tracks: {main: [wide.mp4, {gap: @}, long.mp4]}", "1s", "2s"),
  ]

  /// The keys of pictures that are held.
  private static let freezes: [String: KeyEffect] = {
    func freeze(_ keys: String, _ before: String = "") -> KeyEffect {
      KeyEffect(
        "canvas: {size: 640x640}\n"
          + "tracks: {main: [{clip: wide.mp4, range: 0s..2s\(before)}, {freeze: 2s@}]}", "",
        ", " + keys)
    }
    var effects = [
      "freeze.freeze": KeyEffect("tracks: {main: [wide.mp4, {freeze: @}]}", "1s", "2s"),
      "freeze.id": KeyEffect(
        "tracks: {main: [wide.mp4, {freeze: 2s@}], b: [{clip: song.ogg, until: a.end}]}", "",
        ", id: a"),
      "freeze.motion-blur": KeyEffect(
        "tracks: {main: [wide.mp4, {freeze: 2s, scale: 100% -> 120%@}]}", "", ", motion-blur: 4"),
      "freeze.when": KeyEffect("tracks: {main: [wide.mp4, {freeze: 2s@}]}", "", ", when: false"),
      "freeze.backface": freeze("backface: hidden", ", rotation-y: 0deg -> 170deg"),
      "freeze.perspective": freeze("perspective: 300px", ", rotation-y: 20deg"),
      "freeze.anchor": freeze("anchor: top", ", rotation: 5deg"),
      "freeze.blur-edges": freeze("blur-edges: soft", ", blur: 4px"),
    ]
    for written in [
      "size: 50%", "position: [20%, 20%]", "opacity: 0.5", "fade: 1s", "scale: 50%",
      "enter: pop", "exit: radial", "skew: 10deg", "rotation: 10deg", "rotation-x: 10deg",
      "rotation-y: 20deg", "crop: [10%, 10%, 80%, 50%]", "radius: 20px", "blur: 4px",
      "pixelate: 8px",
      "transform: [1, 0, 0, 1, 20, 0]", "blend: screen", "effects: [vignette]",
      "mask: {shape: ellipse, fill: white, size: 50%}",
    ] + looks.map({ "\($0.group): {\($0.whole)}" }) {
      effects["freeze.\(written.prefix { $0 != ":" })"] = freeze(written)
    }
    return effects
  }()

  /// The keys that tracks share with other layers.
  private static let tracks: [String: KeyEffect] = {
    let written = [
      "size: 50%", "position: [20%, 20%]", "opacity: 0.5", "fade: 1s", "volume: 50%", "pan: 50%",
      "balance: 50%", "scale: 50%",
      "enter: pop", "exit: radial",
      "skew: 10deg", "rotation: 10deg", "rotation-x: 10deg", "rotation-y: 20deg",
      "crop: [10%, 10%, 80%, 50%]", "radius: 20px", "blur: 4px", "pixelate: 8px",
      "blur-edges: soft",
      "transform: [1, 0, 0, 1, 20, 0]", "anchor: top", "perspective: 300px", "backface: hidden",
    ]
    var effects: [String: KeyEffect] = [:]
    for keys in written + looks.map({ "\($0.group): {\($0.whole)}" }) {
      let key = keys.prefix { $0 != ":" }
      let turn =
        ["anchor", "perspective", "backface"].contains(key)
        ? "rotation-y: 120deg, " : key == "blur-edges" ? "blur: 4px, " : ""
      effects["track.\(key)"] = KeyEffect(
        "tracks: {main: {\(turn)@clips: [wide.mp4]}}", "", keys + ", ")
    }
    return effects
  }()

  private static func trackFilter(_ key: String) -> KeyEffect {
    KeyEffect("tracks: {main: {clips: [wide.mp4]@}}", "", ", \(key)")
  }

  /// A clip beside others, with `keys`.
  private static func clip(_ keys: String, _ first: String, _ second: String) -> KeyEffect {
    KeyEffect(
      "canvas: {size: 640x640}\n"
        + "tracks: {main: [wide.mp4, {clip: small.mp4, \(keys)}, long.mp4]}", first, second)
  }

  private static func streams(_ keys: String, _ first: String, _ second: String) -> KeyEffect {
    KeyEffect("tracks: {main: [{clip: tongues.mkv, \(keys)}]}", first, second)
  }

  private static func duck(_ first: String, _ second: String) -> KeyEffect {
    let under = first.contains("under") ? "" : "under: talk, "
    return KeyEffect(
      "tracks: {main: [talk.mp4, wide.mp4, long.mp4], music: [{clip: song.ogg, duck: {\(under)@}}]}",
      first, second)
  }

  private static let clips: [String: KeyEffect] = [
    "clip.clip": KeyEffect("tracks: {main: [{clip: @}]}", "wide.mp4", "small.mp4"),
    "clip.id": KeyEffect(
      "tracks: {main: [{clip: wide.mp4@}, {clip: wide.mp4}], b: [{clip: song.ogg, until: a.end}]}",
      "", ", id: a"),
    "clip.range": clip("@", "", "range: 1s..3s"),
    "clip.duration": clip("@", "", "duration: 3s"),
    "clip.at": clip("@", "", "at: 100s"),
    "clip.loop": clip("until: 30s@", "", ", loop: true"),
    "loop.crossfade": KeyEffect(
      "tracks: {main: [wide.mp4], music: [{clip: jingle.wav, loop: {crossfade: @}, until: 9s}]}",
      "500ms", "1s"),
    "clip.rotate": clip("@", "", "rotate: 90"),
    "clip.speed": clip("@", "", "speed: 2"),
    "clip.stretch": clip("@", "", "stretch: 3s"),
    "clip.reverse": clip("@", "", "reverse: true"),
    "clip.pitch": clip("speed: 2@", "", ", pitch: follow"),
    "clip.deinterlace": KeyEffect(
      "tracks: {main: [{clip: fields.mp4@}]}", "", ", deinterlace: off"),
    "clip.interpolate": clip("speed: 0.4@", "", ", interpolate: blend"),
    "clip.until": clip("@", "", "until: 12s"),
    "clip.captions": KeyEffect(
      "tracks: {main: [{clip: wide.mp4@}]}\noutputs: {a: {file: a.mp4, captions: clips}}",
      ", captions: one.srt", ", captions: two.srt"),
    "clip.fit": clip("@", "", "fit: stretch"),
    "clip.focus": clip("fit: cover@", "", ", focus: left"),
    "clip.size": clip("@", "", "size: 50%"),
    "clip.position": clip("size: 50%@", "", ", position: top-left"),
    "clip.anchor": clip("size: 50%, position: [0, 0]@", "", ", anchor: top-left"),
    "clip.scale": clip("@", "", "scale: 100% -> 120%"),
    "clip.skew": clip("@", "", "skew: 10deg"),
    "clip.rotation": clip("@", "", "rotation: 10deg"),
    "clip.rotation-x": clip("@", "", "rotation-x: 10deg"),
    "clip.rotation-y": clip("@", "", "rotation-y: 10deg"),
    "clip.backface": clip("rotation-y: 0deg -> 1turn@", "", ", backface: hidden"),
    "clip.blend": clip("@", "", "blend: screen"),
    "clip.mask": clip("@", "", "mask: {text: One}"),
    "clip.motion-blur": clip("scale: 100% -> 120%@", "", ", motion-blur: 4"),
    "motion blur.samples": clip("scale: 100% -> 120%, motion-blur: {@}", "", "samples: 4"),
    "motion blur.shutter": clip("scale: 100% -> 120%, motion-blur: {@}", "", "shutter: 90deg"),
    "clip.perspective": clip("rotation-y: 10deg@", "", ", perspective: 300px"),
    "clip.crop": clip("@", "", "crop: [10%, 10%, 80%, 50%]"),
    "clip.radius": clip("@", "", "radius: 20px"),
    "clip.effects": clip("@", "", "effects: [vignette]"),
    "clip.blur": clip("@", "", "blur: 4px"),
    "clip.blur-edges": clip("blur: 4px@", "", ", blur-edges: soft"),
    "clip.pixelate": clip("@", "", "pixelate: 8px"),
    "clip.transform": clip("@", "", "transform: [1, 0, 0, 1, 20, 0]"),
    "clip.audio": clip("@", "", "audio: off"),
    "clip.mute": clip("@", "", "mute: true"),
    "clip.streams": streams("@", "", "streams: {audio: 2}"),
    "streams.audio": streams("streams: {@}", "", "audio: 2"),
    "streams.video": streams("streams: {@}", "", "video: 1"),
    "sound stream.stream": streams(
      "streams: {audio: {@}}", "stream: 0", "stream: 2"),
    "sound stream.language": streams(
      "streams: {audio: {@}}", "language: de", "language: en"),
    "sound stream.title": streams(
      "streams: {audio: {@}}", "title: Commentary", "title: Original"),
    "sound stream.volume": streams(
      "streams: {audio: {@}}", "stream: 0", "stream: 0, volume: -6dB"),
    "picture stream.stream": streams(
      "streams: {video: {@}}", "stream: 0", "stream: 1"),
    "picture stream.language": streams(
      "streams: {video: {@}}", "language: de", "language: en"),
    "picture stream.title": streams(
      "streams: {video: {@}}", "title: Stage", "title: Hall"),
    "clip.channels": clip("@", "", "channels: left"),
    "clip.sync": clip("@", "", "sync: 40ms"),
    "clip.duck": clip("@", "", "duck: long"),
    "duck.under": duck("under: wide", "under: long"),
    "duck.by": duck("", "by: 6dB"),
    "duck.attack": duck("", "attack: 2s"),
    "duck.hold": duck("", "hold: 2s"),
    "duck.release": duck("", "release: 2s"),
    "duck.from": duck("", "from: clips"),
    "duck.threshold": duck("", "threshold: -70dB"),
    "clip.denoise": clip("@", "", "denoise: true"),
    "denoise.by": clip("denoise: {@}", "", "by: 20dB"),
    "denoise.floor": clip("denoise: {@}", "", "floor: -30dB"),
    "clip.gate": clip("@", "", "gate: -50dB"),
    "clip.de-ess": clip("@", "", "de-ess: 30%"),
    "clip.eq": clip("@", "", "eq: {low: 3dB}"),
    "clip.compress": clip("@", "", "compress: true"),
    "clip.reverb": clip("@", "", "reverb: true"),
    "clip.tail": clip("reverb: 20%@", "", ", tail: 5s"),
    "reverb.size": clip("reverb: {@}", "", "size: 80%"),
    "reverb.damping": clip("reverb: {@}", "", "damping: 20%"),
    "reverb.mix": clip("reverb: {@}", "", "mix: 60%"),
    "eq.low": clip("eq: {@}", "", "low: 3dB"),
    "eq.mid": clip("eq: {@}", "", "mid: 3dB"),
    "eq.high": clip("eq: {@}", "", "high: 3dB"),
    "eq.low-cut": clip("eq: {@}", "", "low-cut: 80Hz"),
    "eq.high-cut": clip("eq: {@}", "", "high-cut: 12000"),
    "compressor.threshold": clip("compress: {@}", "", "threshold: -30dB"),
    "compressor.ratio": clip("compress: {@}", "", "ratio: 4:1"),
    "compressor.attack": clip("compress: {@}", "", "attack: 5ms"),
    "compressor.release": clip("compress: {@}", "", "release: 1s"),
    "compressor.gain": clip("compress: {@}", "", "gain: 6dB"),
    "clip.loudness": clip("@", "", "loudness: -23 LUFS"),
    "clip.peak": clip("loudness: -10@", "", ", peak: -12 dBTP"),
    "clip.pan": clip("@", "", "pan: -50%"),
    "clip.balance": clip("@", "", "balance: -50%"),
    "clip.fade": clip("@", "", "fade: 1s"),
    "clip.ken-burns": clip("@", "", "ken-burns: auto"),
    "clip.enter": clip("@", "", "enter: slide-up"),
    "clip.exit": clip("@", "", "exit: wipe-left 1s"),
    "clip.volume": clip("@", "", "volume: 0.5"),
    "clip.opacity": clip("@", "", "opacity: 0.5"),
  ]

  /// The keys of drawn items.
  private static let items: [String: KeyEffect] = {
    let shared =
      [
        "duration: 3s", "at: 100s", "until: 3s", "position: [20%, 20%]", "anchor: top",
        "scale: 50%",
        "rotation: 10deg", "rotation-x: 10deg", "rotation-y: 20deg", "perspective: 300px",
        "backface: hidden", "blend: overlay", "motion-blur: 4",
        "mask: {shape: ellipse, fill: white, size: 50%}",
        "skew: 10deg", "transform: [1, 0, 0, 1, 20, 0]", "opacity: 0.5", "fade: 1s",
        "crop: [10%, 10%, 80%, 50%]", "radius: 20px", "blur: 4px", "enter: pop", "exit: radial 1s",
        "effects: [vignette]", "pixelate: 8px", "blur-edges: soft",
      ] + looks.map { "\($0.group): {\($0.whole)}" }
    let kinds: [(content: String, other: String, keys: [String])] = [
      ("image: logo.svg", "photo-1.jpg", ["size: 300px", "ken-burns: auto", "fit: cover"]),
      (
        "text: One", "Two",
        textKeys
      ),
      (
        "counter: {to: 10}", "{to: 20}",
        ["font: Serif", "color: red", "align: left", "letter-spacing: 10%", "outline: 2px"]
      ),
      ("particles: {rate: 9}", "{rate: 8}", ["size: 300px"]),
      ("fill: red", "blue", ["size: 300px"]),
      ("shape: rect, fill: red", "rect, fill: blue", ["size: 300px"]),
      ("group: {one: {text: One}}", "{one: {text: Two}}", ["size: 300px"]),
    ]
    var effects: [String: KeyEffect] = [:]
    for (content, other, keys) in kinds {
      let kind = String(content.prefix { $0 != ":" })
      for written in shared + keys {
        let key = written.prefix { $0 != ":" }
        // An anchor only affects rotated items, and a distance what is turned in space.
        let turn =
          key == "anchor"
          ? ", rotation: 5deg"
          : ["perspective", "backface"].contains(key)
            ? ", rotation-y: 120deg"
            : key == "motion-blur"
              ? ", rotation-x: 0deg -> 60deg"
              : key == "blur-edges" ? ", blur: 4px" : kind == "text" ? box(String(key)) : ""
        effects["\(kind) item.\(key)"] = KeyEffect(
          "tracks: {main: [wide.mp4, {\(content)\(turn)@}]}", "", ", " + written)
      }
      effects["\(kind) item.\(kind)"] = KeyEffect(
        "tracks: {main: [{\(kind): @}]}", String(content.dropFirst(kind.count + 2)), other)
      effects["\(kind) item.id"] = KeyEffect(
        "tracks: {main: [{\(content)@}, {\(content)}], b: [{clip: song.ogg, until: a.end}]}", "",
        ", id: a")
    }
    for key in ["volume", "pan", "balance"] {
      effects["group item.\(key)"] = KeyEffect(
        "tracks: {main: [{group: {one: {clip: wide.mp4}}@}]}", "", ", \(key): 50%")
    }
    effects["shape item.fill"] = KeyEffect(
      "tracks: {main: [{shape: rect, fill: @}]}", "red", "blue")
    effects["shape item.shape"] = KeyEffect(
      "tracks: {main: [{@}]}", "text: One", "shape: rect, fill: red")
    return effects
  }()

  private static func transition(_ keys: String, _ first: String, _ second: String) -> KeyEffect {
    KeyEffect(
      "tracks: {main: [{clip: wide.mp4, range: 1s..4s}, {\(keys)},"
        + " {clip: long.mp4, range: 1s..4s}]}", first, second)
  }

  private static let transitions: [String: KeyEffect] = [
    "transition.easing": transition("transition: dissolve@", "", ", easing: ease-in"),
    "picture transition.luma": transition("transition: {luma: @}", "photo-1.jpg", "photo-2.jpg"),
    "picture transition.displacement": transition(
      "transition: {displacement: @}", "photo-1.jpg", "photo-2.jpg"),
    "picture transition.softness": transition(
      "transition: {luma: photo-1.jpg@}", "", ", softness: 0.5"),
    "picture transition.invert": transition(
      "transition: {luma: photo-1.jpg@}", "", ", invert: true"),
    "picture transition.strength": transition(
      "transition: {displacement: photo-1.jpg@}", "", ", strength: 1"),
    "transition.reverse": transition("transition: heart@", "", ", reverse: true"),
    "transition.transition": transition("transition: @", "dissolve", "wipe-left"),
    "transition.with": transition("transition: pinwheel@", "", ", with: {speed: 3}"),
    "transition.duration": transition("transition: dissolve@", "", ", duration: 500ms"),
    "transition.length": transition("transition: dissolve@", "", ", length: handles"),
    "transition.audio": transition("transition: dissolve@", "", ", audio: cut"),
    "transition sound.curve": transition(
      "transition: dissolve, audio: {@}", "", "curve: linear"),
    "transition sound.offset": transition(
      "transition: cut, audio: {@}", "offset: -500ms", "offset: 500ms"),
    "transition sound.duration": transition(
      "transition: dissolve, audio: {@}", "", "duration: 200ms"),
  ].merging(settings) { $1 }

  /// Every parameter, in the last of the transitions that have it.
  private static let settings: [String: KeyEffect] = {
    var effects: [String: KeyEffect] = [:]
    for style in TransitionStyle.all {
      // One that reads a picture is nothing without it.
      let map = style.map.map { "\($0.name): photo-1.jpg" }
      for parameter in style.parameters {
        if parameter.kind == .picture {
          effects["transition settings.\(parameter.name)"] = transition(
            "transition: \(style.name), with: {\(parameter.name): @}", "photo-1.jpg", "photo-2.jpg")
          continue
        }
        let other: [Double] =
          switch parameter.kind {
          case .number(let range), .point(let range):
            parameter.fallback.map {
              $0 == range.lowerBound ? range.upperBound : ($0 + range.lowerBound) / 2
            }
          case .whole(let range), .wholes(let range):
            parameter.fallback.map { Double(Int($0) == range.lowerBound ? $0 + 1 : $0 - 1) }
          case .flag: [1 - parameter.fallback[0]]
          case .color: [1, 0, 1]
          case .picture: []
          }
        let written = "\(parameter.name): \(parameter.written(other))"
        effects["transition settings.\(parameter.name)"] =
          if let map {
            transition("transition: \(style.name), with: {\(map)@}", "", ", \(written)")
          } else {
            transition("transition: \(style.name)@", "", ", with: {\(written)}")
          }
      }
    }
    return effects
  }()

  private static func layer(_ keys: String, _ second: String) -> KeyEffect {
    KeyEffect(
      main + "instructions: [{during: 0s..4s, layers: {main: {\(keys)}}}]", "", second)
  }

  /// A project with `keys` in an instruction for all of a track.
  private static func track(_ keys: String, _ first: String, _ second: String) -> KeyEffect {
    KeyEffect(main + "instructions: [{layers: {main: {\(keys)}}}]", first, second)
  }

  private static let instructions: [String: KeyEffect] = [
    "instruction.during": KeyEffect(
      main + "instructions: [{during: @, layers: {main: {opacity: 0.5}}}]", "0s..1s", "0s..2s"),
    "instruction.background": KeyEffect(
      main + "canvas: {size: 640x640}\ninstructions: [{during: 0s..1s@}]", "", ", background: red"),
    "instruction.effects": KeyEffect(
      main + "effects: [vignette]\ninstructions: [{during: 0s..1s, background: red@}]", "",
      ", effects: []"),
    "instruction.layers": KeyEffect(
      main + "instructions: [{during: 0s..1s, background: red@}]", "",
      ", layers: {main: {opacity: 0.5}}"),
    "layer.opacity": layer("@", "opacity: 1 -> 0"),
    "layer.speed": track("speed: @", "2", "3"),
    "layer.stretch": track("stretch: @", "5s", "6s"),
    "layer.reverse": track("reverse: @", "false", "true"),
    "layer.pitch": track("speed: 2@", "", ", pitch: follow"),
    "layer.volume": layer("@", "volume: 1 -> 0"),
    "layer.pan": layer("@", "pan: -100% -> 100%"),
    "layer.balance": layer("@", "balance: -100% -> 100%"),
    "layer.transform": layer("@", "transform: [1, 0, 0, 1, 20, 0]"),
    "layer.scale": layer("@", "scale: 50%"),
    "layer.skew": layer("@", "skew: [0deg, 10deg]"),
    "layer.rotation": layer("@", "rotation: 0deg -> 1turn"),
    "layer.rotation-x": layer("@", "rotation-x: 0deg -> 1turn"),
    "layer.rotation-y": layer("@", "rotation-y: 0deg -> 1turn"),
    "layer.perspective": layer("rotation-y: 20deg@", ", perspective: 300px"),
    "layer.crop": layer("@", "crop: [10%, 10%, 80%, 50%]"),
    "layer.anchor": layer("rotation: 20deg@", ", anchor: top-left"),
    "layer.size": KeyEffect(
      "tracks: {main: [{clip: wide.mp4, id: own}]}\n"
        + "instructions: [{during: 0s..4s, layers: {own: {@}}}]", "", "size: 50%"),
    "layer.radius": layer("@", "radius: 20px"),
    "layer.effects": layer("@", "effects: [vignette]"),
    "layer.blur": layer("@", "blur: 4px"),
    "layer.blur-edges": layer("blur: 4px@", ", blur-edges: soft"),
    "layer.pixelate": layer("@", "pixelate: 8px"),
    "layer.backface": layer("rotation-y: 180deg@", ", backface: hidden"),
    "layer.blend": layer("@", "blend: multiply"),
    "layer.mask": layer("@", "mask: {shape: ellipse, fill: white}"),
    "layer.position": layer("@", "position: top-left"),
  ]

  private static func overlay(_ keys: String, _ second: String) -> KeyEffect {
    KeyEffect("\(main)overlays: {a: {\(keys)}}", "", second)
  }

  private static func run(_ second: String) -> KeyEffect {
    overlay("text: {runs: [One, {text: Two@}]}", ", " + second)
  }

  private static let overlays: [String: KeyEffect] = [
    "overlay.image": KeyEffect(main + "overlays: {a: {image: @}}", "logo.svg", "photo-1.jpg"),
    "overlay.group": KeyEffect(
      main + "overlays: {a: {group: {@}}}", "one: {text: One}", "one: {text: Two}"),
    "overlay.text": KeyEffect(main + "overlays: {a: {text: @}}", "One", "Two"),
    "overlay.shape": KeyEffect(
      main + "overlays: {a: {@}}", "image: logo.svg", "shape: rect, fill: red"),
    "overlay.counter": KeyEffect(
      main + "overlays: {a: {counter: {to: @}}}", "10", "20"),
    "overlay.subtitles": KeyEffect(
      main + "overlays: {a: {subtitles: @}}", "rome.srt", "oslo.srt"),
    "subtitles.file": KeyEffect(
      main + "overlays: {a: {subtitles: {file: @}}}", "rome.srt", "oslo.srt"),
    "subtitles.clip": KeyEffect(
      "tracks: {main: [\(two), {clip: long.mp4, id: last, range: 9s..12s}]}\n"
        + "overlays: {a: {subtitles: {clip: @}}}", "long", "last"),
    "subtitles.stream": overlay("subtitles: {clip: long@}", ", stream: 1"),
    "subtitles.encoding": overlay("subtitles: {file: rome.srt@}", ", encoding: latin-1"),
    "subtitles.safe-area": overlay("subtitles: {file: rome.srt@}", ", safe-area: [5%, 12%]"),
    "subtitles.offset": overlay("subtitles: {file: rome.srt@}", ", offset: 500ms"),
    "subtitles.range": overlay("subtitles: {file: rome.srt@}", ", range: 1.5s.."),
    "overlay.words": KeyEffect(main + "overlays: {a: {words: @}}", "one.json", "two.json"),
    "words.file": KeyEffect(main + "overlays: {a: {words: {file: @}}}", "one.json", "two.json"),
    "words.highlight": overlay("words: {file: one.json@}", ", highlight: red"),
    "words.max-words": overlay("words: {file: one.json@}", ", max-words: 1"),
    "words.safe-area": overlay("words: {file: one.json@}", ", safe-area: 10%"),
    "words.offset": overlay("words: {file: one.json@}", ", offset: 500ms"),
    "words.range": overlay("words: {file: one.json@}", ", range: 0.5s.."),
    "highlight.color": overlay("words: {file: one.json, highlight: {@}}", "color: red"),
    "highlight.background": overlay("words: {file: one.json, highlight: {@}}", "background: red"),
    "highlight.outline": overlay(
      "words: {file: one.json, highlight: {color: red@}}", ", outline: none"),
    "highlight.underline": overlay("words: {file: one.json, highlight: {@}}", "underline: true"),
    "counter.format": overlay("counter: {to: 10@}", ", format: '%.1f'"),
    "counter.from": overlay("counter: {to: 10@}", ", from: 3"),
    "counter.to": overlay("counter: {@}", "to: 10"),
    "counter.value": overlay("counter: {@}", "value: 5 -> 7"),
    "overlay.clip": KeyEffect(main + "overlays: {a: {clip: @}}", "small.mp4", "long.mp4"),
    "overlay.streams": overlay("clip: tongues.mkv@", ", streams: {audio: 2}"),
    "overlay.range": overlay("clip: small.mp4@", ", range: 1s..3s"),
    "overlay.duration": overlay("clip: small.mp4@", ", duration: 1s"),
    "overlay.loop": overlay("clip: small.mp4, range: 1s..2s@", ", loop: true"),
    "overlay.speed": overlay("clip: small.mp4@", ", speed: 0.5"),
    "overlay.stretch": overlay("clip: small.mp4@", ", stretch: 1s"),
    "overlay.rotate": overlay("clip: small.mp4@", ", rotate: 90"),
    "overlay.reverse": overlay("clip: small.mp4@", ", reverse: true"),
    "overlay.deinterlace": overlay("clip: fields.mp4@", ", deinterlace: off"),
    "overlay.interpolate": overlay("clip: wide.mp4, speed: 0.4@", ", interpolate: motion"),
    "overlay.pitch": overlay("clip: wide.mp4, speed: 0.5@", ", pitch: follow"),
    "overlay.fit": overlay("clip: small.mp4, size: [50%, 10%]@", ", fit: cover"),
    "overlay.focus": overlay("clip: small.mp4, size: [50%, 10%], fit: cover@", ", focus: top"),
    "overlay.audio": overlay("clip: wide.mp4@", ", audio: off"),
    "overlay.mute": overlay("clip: wide.mp4@", ", mute: true"),
    "overlay.channels": overlay("clip: wide.mp4@", ", channels: 2"),
    "overlay.sync": overlay("clip: wide.mp4@", ", sync: -40ms"),
    "overlay.duck": overlay("clip: wide.mp4@", ", duck: main"),
    "overlay.reverb": overlay("clip: wide.mp4@", ", reverb: 40%"),
    "overlay.tail": overlay("clip: wide.mp4, range: 0s..1s, reverb: true@", ", tail: 1s"),
    "overlay.denoise": overlay("clip: wide.mp4@", ", denoise: 20dB"),
    "overlay.gate": overlay("clip: wide.mp4@", ", gate: true"),
    "overlay.de-ess": overlay("clip: wide.mp4@", ", de-ess: true"),
    "overlay.eq": overlay("clip: wide.mp4@", ", eq: {high: -3dB}"),
    "overlay.compress": overlay("clip: wide.mp4@", ", compress: {ratio: 8}"),
    "overlay.loudness": overlay("clip: wide.mp4@", ", loudness: -30"),
    "overlay.peak": overlay("clip: wide.mp4, loudness: -10@", ", peak: -15 dBTP"),
    "overlay.pan": overlay("clip: wide.mp4@", ", pan: 50%"),
    "overlay.balance": overlay("clip: wide.mp4@", ", balance: 50%"),
    "overlay.volume": overlay("clip: wide.mp4@", ", volume: 50%"),
    "overlay.captions": KeyEffect(
      "tracks: {main: [take.mp4]}\noverlays: {b: {clip: wide.mp4@}}\noutputs: {a: {file: a.mp4, captions: clips}}",
      ", captions: one.srt", ", captions: two.srt"),
    "overlay.during": overlay("text: One@", ", during: 1s..2s"),
    "overlay.position": overlay("text: One@", ", position: top"),
    "overlay.anchor": overlay("text: One@", ", anchor: top"),
    "overlay.size": overlay("image: logo.svg@", ", size: 300px"),
    "overlay.scale": overlay("text: One@", ", scale: 50%"),
    "overlay.skew": overlay("text: One@", ", skew: 10deg"),
    "overlay.rotation": overlay("text: One@", ", rotation: 10deg"),
    "overlay.crop": overlay("text: One@", ", crop: [10%, 10%, 80%, 50%]"),
    "overlay.radius": overlay("text: One@", ", radius: 20px"),
    "overlay.effects": overlay("text: One@", ", effects: [vignette]"),
    "overlay.blur": overlay("text: One@", ", blur: 4px"),
    "overlay.blur-edges": overlay("text: One, blur: 4px@", ", blur-edges: soft"),
    "overlay.pixelate": overlay("text: One@", ", pixelate: 8px"),
    "overlay.rotation-x": overlay("text: One@", ", rotation-x: 10deg"),
    "overlay.rotation-y": overlay("text: One@", ", rotation-y: 10deg"),
    "overlay.backface": overlay("text: One, rotation-y: 190deg@", ", backface: hidden"),
    "overlay.blend": overlay("text: One@", ", blend: difference"),
    "overlay.mask": overlay("fill: red@", ", mask: {image: logo.svg}"),
    "overlay.motion-blur": overlay("text: One, opacity: 0 -> 1@", ", motion-blur: 8"),
    "overlay.perspective": overlay("text: One, rotation-y: 10deg@", ", perspective: 300px"),
    "overlay.transform": overlay("text: One@", ", transform: [1, 0, 0, 1, 20, 0]"),
    "overlay.opacity": overlay("text: One@", ", opacity: 0.5"),
    "overlay.fade": overlay("text: One@", ", fade: 1s"),
    "overlay.ken-burns": overlay("image: logo.svg@", ", ken-burns: auto"),
    "overlay.enter": overlay("text: One@", ", enter: typewriter"),
    "overlay.exit": overlay("text: One@", ", exit: spin"),
    "font.family": overlay("text: One, font: {size: 20px@}", ", family: Serif"),
    "font.file": overlay("text: One, font: {size: 20px@}", ", file: a.ttf"),
    "font.size": overlay("text: One, font: {family: Serif@}", ", size: 20px"),
    "font.weight": overlay("text: One, font: {family: Serif@}", ", weight: bold"),
    "font.style": overlay("text: One, font: {family: Serif@}", ", style: italic"),
    "font.features": overlay("text: One, font: {family: Serif@}", ", features: [smcp]"),
    "font.variations": overlay(
      "text: One, font: {family: Serif@}", ", variations: {wdth: 75}"),
    "background.color": KeyEffect(
      main + "overlays: {a: {text: One, background: {@}}}", "color: red", "color: blue"),
    "background.padding": overlay("text: One, background: {color: red@}", ", padding: 4px"),
    "background.radius": overlay("text: One, background: {color: red@}", ", radius: 4px"),
    "background.by": overlay("text: One, background: {color: red@}", ", by: line"),
    "rich text.runs": KeyEffect(
      main + "overlays: {a: {text: {runs: [One, @]}}}", "Two", "{text: Two, color: red}"),
    "rich text.markup": overlay("text: {markup: 'One @'}", "<b>Two</b>"),
    "run.text": KeyEffect(
      main + "overlays: {a: {text: {runs: [{text: @, color: red}]}}}", "One", "Two"),
    "run.font": run("font: Serif"),
    "run.color": run("color: red"),
    "run.background": run("background: red"),
    "run.letter-spacing": run("letter-spacing: 10%"),
    "run.underline": run("underline: true"),
    "run.strikethrough": run("strikethrough: true"),
    "run.script": run("script: super"),
    "run.when": run("when: false"),
    "outline.width": KeyEffect(
      main + "overlays: {a: {text: One, outline: {width: @}}}", "2px", "3px"),
    "outline.color": overlay("text: One, outline: {width: 2px@}", ", color: red"),
  ]

  /// The keys of masks.
  private static let masks: [String: KeyEffect] = {
    func mask(_ keys: String, _ first: String, _ second: String) -> KeyEffect {
      KeyEffect(
        "\(main)overlays: {two: {text: Two}, a: {fill: red, mask: {\(keys)}}}", first, second)
    }
    var effects: [String: KeyEffect] = [
      "mask.clip": mask("clip: @", "small.mp4", "long.mp4"),
      "mask.streams": mask(
        "clip: tongues.mkv, by: luma@", "", ", streams: {video: 1}"),
      "mask.range": mask("clip: small.mp4, by: luma@", "", ", range: 1s..3s"),
      "mask.duration": mask("clip: small.mp4, by: luma@", "", ", duration: 1s"),
      "mask.loop": mask("clip: small.mp4, by: luma, range: 1s..2s@", "", ", loop: true"),
      "mask.speed": mask("clip: small.mp4, by: luma@", "", ", speed: 2"),
      "mask.deinterlace": mask("clip: fields.mp4, by: luma@", "", ", deinterlace: off"),
      "mask.interpolate": mask("clip: wide.mp4, by: luma, speed: 0.4@", "", ", interpolate: blend"),
      "mask.stretch": mask("clip: small.mp4, by: luma@", "", ", stretch: 1s"),
      "mask.rotate": mask("clip: small.mp4, by: luma@", "", ", rotate: 90"),
      "mask.reverse": mask("clip: small.mp4, by: luma@", "", ", reverse: true"),
      "mask.fit": mask("clip: small.mp4, by: luma, size: [50%, 10%]@", "", ", fit: cover"),
      "mask.focus": mask(
        "clip: small.mp4, by: luma, size: [50%, 10%], fit: cover@", "", ", focus: top"),
      "mask.image": mask("image: @", "logo.svg", "photo-1.jpg"),
      "mask.text": mask("text: @", "One", "Two"),
      "mask.fill": mask("fill: @", "red", "blue"),
      "mask.counter": mask("counter: @", "{to: 10}", "{to: 20}"),
      "mask.particles": mask("particles: @", "{rate: 8}", "{rate: 9}"),
      "mask.effects": mask("text: One@", "", ", effects: [vignette]"),
      "mask.shape": mask("@", "image: logo.svg", "shape: rect, fill: red"),
      "mask.group": mask("group: {@}", "one: {text: One}", "one: {text: Two}"),
      "mask.layer": mask("@", "text: Two", "layer: two"),
      "mask.by": mask("fill: red@", "", ", by: luma"),
      "mask.invert": mask("text: One@", "", ", invert: true"),
      "mask.size": mask("shape: ellipse, fill: white@", "", ", size: 0% -> 150%"),
      "mask.anchor": mask("text: One, rotation: 5deg@", "", ", anchor: top"),
      "mask.backface": mask("text: One, rotation-y: 190deg@", "", ", backface: hidden"),
      "mask.perspective": mask("text: One, rotation-y: 20deg@", "", ", perspective: 300px"),
      "mask.enter": mask("text: One@", "", ", enter: pop"),
      "mask.exit": mask("text: One@", "", ", exit: pop"),
      "mask.motion-blur": mask("text: One, opacity: 0 -> 1@", "", ", motion-blur: 4"),
      "mask.stroke": mask("shape: rect, fill: red@", "", ", stroke: {color: blue}"),
      "mask.points": mask(
        "shape: polygon, fill: red@", "", ", points: [[0, 0], [1px, 0], [0, 50%]]"),
      "mask.sides": mask("shape: polygon, fill: red@", "", ", sides: 5"),
      "mask.tips": mask("shape: star, fill: red@", "", ", tips: 6"),
      "mask.inner": mask("shape: star, fill: red@", "", ", inner: 50%"),
      "mask.path": mask("shape: path, fill: red, path: M0 0h20v20@", "", "h20"),
      "mask.path-origin": mask(
        "shape: path, fill: red, path: M0 0h20v20@", "", ", path-origin: canvas"),
      "mask.blur-edges": mask("text: One, blur: 4px@", "", ", blur-edges: soft"),
    ]
    for written in [
      "position: top", "scale: 50%", "skew: 10deg", "rotation: 10deg", "rotation-x: 10deg",
      "rotation-y: 10deg", "transform: [1, 0, 0, 1, 20, 0]", "opacity: 0.5", "fade: 1s",
      "crop: [10%, 10%, 80%, 50%]", "radius: 20px", "blur: 4px", "pixelate: 8px",
    ] + textKeys + looks.filter({ $0.group != "backdrop" }).map({ "\($0.group): {\($0.whole)}" }) {
      let key = String(written.prefix { $0 != ":" })
      effects["mask.\(key)"] = mask("text: One\(box(key))@", "", ", " + written)
    }
    return effects
  }()

  /// The keys of particles and of animated images.
  private static let particles: [String: KeyEffect] = {
    var effects = [
      "overlay.particles": KeyEffect(
        main + "overlays: {a: {particles: @}}", "{rate: 8}", "{rate: 9}"),
      "image item.loop": KeyEffect(
        "tracks: {main: [wide.mp4, {image: spinner.gif@}]}", "", ", loop: false"),
    ]
    for written in [
      "shape: star", "colors: [red, gold]", "size: [4px, 12px]", "rate: 30", "count: 5",
      "life: [500ms, 2s]", "speed: 20px", "direction: 90deg", "spread: 45deg", "spin: 1turn",
      "scale: [100%, 0%]", "fade: [20%, 20%]", "gravity: [0, 50px]", "at: top",
      "area: [100%, 0px]", "seed: 7", "lead: 2s",
    ] {
      effects["particles.\(written.prefix { $0 != ":" })"] = overlay(
        "particles: {@}", written)
    }
    return effects
  }()

  /// The keys of drawn content, as an item and as an overlay.
  private static let drawings: [String: KeyEffect] = {
    var effects: [String: KeyEffect] = [:]
    func add(_ key: String, _ others: String, _ first: String, _ second: String) {
      let keys = "shape: \(others), fill: red\(first)@"
      effects["shape item.\(key)"] = KeyEffect(
        "tracks: {main: [wide.mp4, {\(keys)}]}", "", second)
      effects["overlay.\(key)"] = overlay(keys, second)
    }
    add("stroke", "rect", "", ", stroke: {color: blue}")
    add("points", "polygon", "", ", points: [[0, 0], [100%, 0], [50%, 50%]]")
    add("sides", "polygon", "", ", sides: 5")
    add("tips", "star", "", ", tips: 6")
    add("inner", "star", "", ", inner: 50%")
    add("path", "path", ", path: M0 0h20v20", "h20")
    add("path-origin", "path", ", path: M0 0h20v20", ", path-origin: canvas")
    func fill(_ name: String, _ kind: String, _ keys: [(String, String)]) {
      effects["\(name) gradient.\(kind)"] = overlay(
        "fill: {\(kind): [red@, blue]}", ", lime 20%")
      for (key, value) in keys {
        effects["\(name) gradient.\(key)"] = overlay(
          "fill: {\(kind): [red, blue]@}", ", \(key): \(value)")
      }
    }
    // What changes from its default is another gradient than one that says nothing.
    fill("linear", "linear", [("angle", "180deg -> 90deg")])
    fill("radial", "radial", [("at", "center -> top"), ("radius", "50%")])
    fill("conic", "conic", [("at", "center -> top"), ("angle", "0deg -> 90deg")])
    effects["linear gradient.linear"] = overlay("fill: {linear: [red@, blue]}", " -> lime")
    effects["radial gradient.radius"] = overlay(
      "fill: {radial: [red, blue], radius: 50%@}", " -> 20%")
    for (key, value) in [
      ("width", "4px"), ("trim", "0% -> 100%"), ("dash", "[8px, 4px]"), ("cap", "round"),
      ("join", "round"),
    ] {
      effects["stroke.\(key)"] = overlay(
        "shape: rect, stroke: {color: red@}", ", \(key): \(value)")
    }
    // A colour that changes is another one than the first.
    effects["overlay.fill"] = overlay("fill: red@", " -> blue")
    effects["stroke.color"] = overlay("shape: rect, stroke: {color: red@}", " -> blue")
    return effects
  }()

  /// Objects with keys of layers: what makes all of one act, and another value of each key beside that.
  private static let looks: [(group: String, whole: String, others: [String])] = [
    (
      "adjust", "brightness: 50%",
      ["brightness: 80%", "contrast: 2", "saturation: 0", "hue: 90deg", "temperature: -20%"]
    ),
    ("adjust", "lut: film.cube", ["lut: cold.cube", "lut-strength: 50%"]),
    (
      "key", "color: lime",
      ["color: blue", "tolerance: 20%", "softness: 20%", "luma: 50%", "spill: 50%"]
    ),
    ("border", "width: 2px", ["width: 3px", "color: red"]),
    ("shadow", "color: black", ["color: red", "offset: [0, 8px]", "blur: 20px"]),
    (
      "backdrop", "blur: 4px",
      [
        "blur: 8px", "pixelate: 8px", "brightness: 80%", "contrast: 2", "saturation: 0",
        "hue: 90deg", "temperature: -20%",
      ]
    ),
  ]

  private static let groups: [String: KeyEffect] = looks.reduce(into: [:]) { effects, look in
    let all = "\(look.group): {\(look.whole)}"
    effects["clip.\(look.group)"] = clip("@", "", all)
    effects["layer.\(look.group)"] = layer("@", all)
    effects["overlay.\(look.group)"] = overlay("text: One@", ", " + all)
    for other in look.others {
      let key = String(other.prefix { $0 != ":" })
      let isSet = look.whole.hasPrefix("\(key):")
      effects["\(look.group).\(key)"] = clip(
        "\(look.group): {@}", look.whole, isSet ? other : "\(look.whole), \(other)")
    }
  }

  /// The keys of texts, which also apply to overlays.
  private static let texts: [String: KeyEffect] = textKeys.reduce(into: [:]) { effects, written in
    let key = String(written.prefix { $0 != ":" })
    if key != "fit" { effects["overlay." + key] = overlay("text: One\(box(key))@", ", " + written) }
    effects["text defaults." + key] = KeyEffect(
      main + "overlays: {a: {text: One\(box(key))}}\ndefaults: {text: {@}}", "", written)
  }

  private static let textKeys = [
    "font: Serif", "color: red", "align: left", "vertical-align: top", "wrap: 200px",
    "writing: vertical",
    "box: [200px, 90px]", "fit: shrink", "max-lines: 1", "line-height: 2", "letter-spacing: 10%",
    "outline: 2px", "background: red",
  ]

  /// The box beside a key of a text that has no effect without one.
  private static func box(_ key: String) -> String {
    ["fit", "vertical-align"].contains(key) ? ", box: [200px, 90px]" : ""
  }

  private static func output(_ second: String, _ first: String = "file: a.mp4") -> KeyEffect {
    KeyEffect("tracks: {main: [take.mp4]}\noutputs: {a: {@}}", first, "\(first), \(second)")
  }

  private static func sheet(_ second: String, _ first: String) -> KeyEffect {
    let file = first.hasPrefix("sheet") ? "a.png" : "a.vtt"
    return KeyEffect(
      "tracks: {main: [take.mp4]}\noutputs: {a: {file: \(file), @}}", first,
      "\(first.dropLast()), \(second)}")
  }

  private static func outputCaptions(_ first: String, _ second: String) -> KeyEffect {
    KeyEffect(
      "tracks: {main: [take.mp4]}\noutputs: {a: {file: a.mp4, captions: {@}}}", first, second)
  }

  private static func clipCaptions(_ first: String, _ second: String) -> KeyEffect {
    KeyEffect(
      "tracks: {main: [{clip: take.mp4, captions: {@}}]}\noutputs: {a: {file: a.mp4, captions: clips}}",
      first, second)
  }

  private static let outputs: [String: KeyEffect] = [
    "output.file": KeyEffect(main + "outputs: {a: {file: @}}", "a.mp4", "b.mp4"),
    "output.preset": output("preset: medium"),
    "output.profile": output("profile: tv"),
    "output.copy": output("copy: when-possible"),
    "output.metadata": output("metadata: keep"),
    "output.max-size": output("max-size: 25MB"),
    "output.strip": output(
      "strip: [location, date, languages, timecode, chapters]", "file: a.mp4, metadata: keep"),
    "output.chapters": output("chapters: {One: 0s}"),
    "output.captions": output("captions: one.srt"),
    "captions of an output.from": outputCaptions("file: one.srt", "from: clips"),
    "captions of an output.file": outputCaptions("file: one.srt", "file: two.srt"),
    "captions of an output.language": outputCaptions(
      "file: one.srt", "file: one.srt, language: eng"),
    "captions of an output.name": outputCaptions("file: one.srt", "file: one.srt, name: English"),
    "captions of an output.default": outputCaptions(
      "file: one.srt", "file: one.srt, default: true"),
    "captions of an output.offset": outputCaptions("file: one.srt", "file: one.srt, offset: 100ms"),
    "captions of an output.encoding": outputCaptions(
      "file: one.srt", "file: one.srt, encoding: latin-1"),
    "captions.file": clipCaptions("file: one.srt", "file: two.srt"),
    "captions.stream": KeyEffect(
      "tracks: {main: [{clip: long.mp4, captions: {stream: @}}]}\noutputs: {a: {file: a.mp4, captions: clips}}",
      "0", "1"),
    "captions.offset": clipCaptions("file: one.srt", "file: one.srt, offset: 100ms"),
    "captions.encoding": clipCaptions("file: one.srt", "file: one.srt, encoding: latin-1"),
    "metadata.sources": output("metadata: {sources: keep}"),
    "metadata.title": output("metadata: {title: One}"),
    "metadata.artist": output("metadata: {artist: One}"),
    "metadata.album": output("metadata: {album: One}"),
    "metadata.date": output("metadata: {date: 2026-05}"),
    "metadata.genre": output("metadata: {genre: One}"),
    "metadata.copyright": output("metadata: {copyright: One}"),
    "metadata.comment": output("metadata: {comment: One}"),
    "metadata.cover": output("metadata: {cover: photo-1.jpg}"),
    "metadata.language": output("metadata: {language: ita}"),
    "output.size": output("size: 640x360"),
    "output.canvas": output("canvas: 640x640", "file: a.mp4"),
    "output.change": output("change: {main: {opacity: 50%}}", "file: a.mp4"),
    "canvas of an output.size": output("canvas: {size: '1:1'}", "file: a.mp4"),
    "canvas of an output.rate": output("canvas: {rate: 24}", "file: a.mp4"),
    "canvas of an output.background": output(
      "canvas: {size: 640x640, background: red}", "file: a.mp4, canvas: 640x640"),
    "canvas of an output.fit": output(
      "canvas: {size: 640x640, fit: cover}", "file: a.mp4, canvas: 640x640"),
    "canvas of an output.orientation": KeyEffect(
      "tracks: {main: [wide.mp4, tall.mov]}\noutputs: {a: {file: a.mp4, canvas: {size: '1:1'@}}}",
      "", ", orientation: strict"),
    "canvas of an output.depth": output("canvas: {depth: 10}", "file: a.mp4"),
    "canvas of an output.color": output("canvas: {color: bt601}", "file: a.mp4"),
    "canvas of an output.channels": KeyEffect(
      "tracks: {a: [song.ogg]}\noutputs: {a: {file: a.wav@}}", "", ", canvas: {channels: mono}"),
    "output.fit": output("fit: cover", "file: a.mp4, size: 360x640"),
    "output.range": output("range: 1s..2s"),
    "output.at": output("at: 1s", "file: a.png"),
    "output.faststart": output("faststart: false"),
    "output.every": output("every: 1s", "file: 'a-%04d.png'"),
    "output.rate": output("rate: 5", "file: 'a-%04d.png'"),
    "output.sheet": output("sheet: true", "file: a.png"),
    "sheet.every": sheet("every: 1s", "sheet: {timestamps: true}"),
    "sheet.grid": sheet("grid: 3x2", "sheet: {timestamps: true}"),
    "sheet.width": sheet("width: 160", "sheet: {timestamps: true}"),
    "sheet.gap": sheet("gap: 0", "sheet: {timestamps: true}"),
    "sheet.background": sheet("background: red", "sheet: {timestamps: true}"),
    "sheet.timestamps": sheet("timestamps: true", "sheet: {gap: 1}"),
    "output.thumbnails": KeyEffect(
      "tracks: {main: [take.mp4]}\noutputs: {a: {file: a.vtt, @}}", "thumbnails: true",
      "thumbnails: {width: 80}"),
    "thumbnails.every": sheet("every: 1s", "thumbnails: {width: 80}"),
    "thumbnails.grid": sheet("grid: 3x2", "thumbnails: {width: 80}"),
    "thumbnails.width": sheet("width: 120", "thumbnails: {grid: 2x2}"),
    "output.loop": output("loop: 3", "file: a.gif"),
    "output.colors": output("colors: 64", "file: a.gif"),
    "output.dither": output("dither: none", "file: a.gif"),
    "output.start-number": output("start-number: 0", "file: 'a-%04d.png'"),
    "output.segment": output("segment: 3s", "file: a.m3u8"),
    "output.loudness": output("loudness: -16 LUFS"),
    "output.peak": output("peak: -1 dBTP"),
    "output.limit": output("limit: off"),
    "output.video": output("video: {speed: slow}"),
    "output.audio": output("audio: {bitrate: 96k}"),
    "video.codec": output("video: hevc"),
    "video.crf": output("video: {crf: 30}"),
    "video.bitrate": output("video: {bitrate: 2M}"),
    "video.speed": output("video: {speed: fast}"),
    "video.profile": output("video: {profile: main}"),
    "video.level": output("video: {level: 4.1}"),
    "video.keyframes": output("video: {keyframes: 2s}"),
    "video.grain": output("video: {grain: true}"),
    "video.pixel-format": output("video: {pixel-format: yuv420p10}"),
    "video.options": output("video: {options: {aq-mode: none}}"),
    "audio.codec": output("audio: opus"),
    "audio.bitrate": output("audio: {bitrate: 160k}"),
    "audio.options": output("audio: {options: {aac_coder: fast}}"),
  ]

  private static func standard(_ object: String, _ value: String) -> KeyEffect {
    KeyEffect(
      """
      canvas: {size: 640x640}
      tracks:
        main: [{clip: wide.mp4, range: 1s..4s}, {transition: dissolve}, {clip: long.mp4, range: 1s..4s}]
        other: [{clip: photo-1.jpg, size: 20%}]
      defaults: {\(object): {@}}
      """, "", value)
  }

  private static let defaults: [String: KeyEffect] = [
    "defaults.clip": KeyEffect(main + "defaults: {@}", "", "clip: {fade: 1s}"),
    "defaults.text": KeyEffect(
      main + "overlays: {a: {text: One}}\ndefaults: {@}", "", "text: {color: red}"),
    "defaults.transition": KeyEffect(
      "tracks: {main: [wide.mp4, {transition: dissolve}, long.mp4]}\ndefaults: {@}", "",
      "transition: {duration: 2s}"),
    "clip defaults.duration": standard("clip", "duration: 2s"),
    "clip defaults.fit": standard("clip", "fit: cover"),
    "clip defaults.focus": KeyEffect(
      main + "canvas: {size: 640x640, fit: cover}\n@", "", "defaults: {clip: {focus: left}}"),
    "clip defaults.audio": standard("clip", "audio: off"),
    "clip defaults.fade": standard("clip", "fade: 500ms"),
    "clip defaults.volume": standard("clip", "volume: 0.5"),
    "clip defaults.denoise": standard("clip", "denoise: true"),
    "clip defaults.gate": standard("clip", "gate: true"),
    "clip defaults.de-ess": standard("clip", "de-ess: true"),
    "clip defaults.eq": standard("clip", "eq: {low-cut: 80Hz}"),
    "clip defaults.compress": standard("clip", "compress: true"),
    "clip defaults.loudness": standard("clip", "loudness: -30"),
    "clip defaults.peak": KeyEffect(
      "defaults: {clip: {loudness: -10@}}\n" + main, "", ", peak: -15 dBTP"),
    "clip defaults.pan": standard("clip", "pan: 50%"),
    "clip defaults.balance": standard("clip", "balance: 50%"),
    "clip defaults.ken-burns": standard("clip", "ken-burns: auto"),
    "clip defaults.opacity": standard("clip", "opacity: 0.5"),
    "transition defaults.duration": standard("transition", "duration: 2s"),
    "transition defaults.length": standard("transition", "length: handles"),
    "transition defaults.easing": standard("transition", "easing: ease-in"),
    "transition defaults.audio": standard("transition", "audio: cut"),
  ]

  /// The same with a line before the second project.
  private func with(_ line: String) -> KeyEffect {
    var result = self
    result.second = line + second
    return result
  }
}

extension KeyShape {
  fileprivate var isEmptyObject: Bool {
    if case .object(let shape) = value { shape.keys.isEmpty } else { false }
  }
}
