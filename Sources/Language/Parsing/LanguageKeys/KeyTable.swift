// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import ProjectModel
import YAML

/// Every object and key of the language.
package enum KeyTable {
  /// A project is read in the order of need, not of the file: clips want defaults and assets, instructions all layers.
  package static let project = ObjectKeys<ProjectDocument>(
    "project", "A Reel project: the contents of a film, and the files to produce."
  ) {
    Key(unread: .required("reel", .integer(1...1), "The version of the language; 1."))
    Key(
      "extends", .path,
      "A project file whose params, canvas, assets and defaults hold where this one does not say otherwise.",
      default: "none", rank: 1
    ) { parser, field, _ in _ = parser.path(field.value) }
    Key(
      "allow", ValueKind(.either([.path, .list(.path)])) { $0.allowed($1.value) }, \.allowed,
      "Folders and files outside the project's folder that it reads; needs `reel build --trust` or an "
        + "entry in the user's list of trusted folders.", default: "none", rank: 2)
    Key(
      unread: .key(
        "params", projectParameters,
        "Values for ${name} anywhere in the project, which `--set` and `--data` give: by name its default, or what it is."
      ))
    Key(
      "canvas", ValueKind(.object(canvas.shape)) { $0.canvas($1.value) }, \.canvas,
      "The frame everything is drawn on.", rank: 3)
    Key(
      "assets", .named(.either([.path, .list(.path), .object(asset.shape)])),
      "Media by name; a clip may also name a file directly.", rank: 4
    ) { parser, field, _ in parser.assets(field.value) }
    Key("defaults", .object(defaults.shape), "Default values of keys.", rank: 5) {
      parser, field, _ in
      var nothing: Void = ()
      parser.read(field.value, defaults, into: &nothing)
    }
    Key(
      "beats", ValueKind(.either([.time, .path, .object(beats.shape)])) { $0.beats($1) }, \.beats,
      "The beats that durations count, as in duration: 4 beats: how far apart they are, or a file of their times.",
      default: "none", rank: 6)
    Key(
      "tracks", .named(.either([.media, .list(item), .object(track.shape)])),
      "Sequences of clips, by name, in drawing order: later tracks lie over earlier ones.",
      isRequired: true, rank: 7
    ) { parser, field, project in
      // Tracks inherit from the canvas at compile time, from `defaults` here.
      project.tracks = parser.tracks(field.value, key: field.key.span)
      project.overlays = parser.overlays
    }
    Key<ProjectDocument>.elsewhere(
      "chapters", "it is a key of an output: film: {file: film.mp4, chapters: {Intro: 0s}}")
    Key<ProjectDocument>.elsewhere(
      "metadata", "it is a key of an output: film: {file: film.mp4, metadata: {title: Rome}}")
    Key<ProjectDocument>.elsewhere(
      "captions", "it is a key of an output: film: {file: film.mp4, captions: rome.srt}")
    Key(
      "instructions", .list(.either([.object(instruction.shape), .object(each)])),
      "Changes of tracks, clips and overlays over ranges of film time.", rank: 11
    ) { parser, field, project in
      parser.nameLayers(of: project)
      project.instructions = parser.instructions(field.value)
      for (track, playback) in parser.trackPlaybacks { project.tracks[track].playback = playback }
    }
    Key(
      "overlays", .overlays,
      "Images, texts, colours and groups of them over all tracks, by name, in drawing order.",
      rank: 8
    ) { parser, field, project in
      parser.overlays(field.value, in: nil)
      project.overlays = parser.overlays
    }
    effects(
      "The filters that the whole picture of the film goes through, in order.",
      \ProjectDocument.effects
    ).ranked(9)
    Key(
      "outputs",
      ValueKind(.named(.either([.path, .object(output.shape), .object(each)]))) {
        $0.outputs($1.value)
      }, \.outputs, "The files to produce, by name.", default: "{film: NAME.mp4}", rank: 10)
  }

  /// Keys that a project takes over from the files that it extends.
  package static let extensible = ["params", "canvas", "assets", "defaults"]

  /// A project file that others extend.
  package static let extended = ObjectShape(
    name: "extended project", doc: "What several projects have in common.",
    keys: project.shape.keys.map { key in
      if extensible.contains(key.name) || ["reel", "extends"].contains(key.name) { return key }
      return .elsewhere(
        key.name,
        "move it to the files that extend this one, which take over params, canvas, assets and defaults"
      )
    })

  static let asset = ObjectKeys<Asset>("asset", "A file, a glob or a list of files with a name.") {
    Key(
      "file", .either([.path, .list(.path)]),
      "A path relative to the project file, a glob (in natural order), or a list of them.",
      isRequired: true
    ) { $0.files($1.value, into: &$2) }
    rotationOfFile("the file's own", \Asset.rotation)
    captionsOfFile(\Asset.captions)
    Key<Asset>.later("color", "The colour standard of the file, in place of its tags.")
  }

  /// A track while its keys are read.
  package struct TrackDraft {
    var track: Track
    let index: Int
    var draft: LayerDraft

    init(_ track: Track, _ index: Int, look: TextLook) {
      (self.track, self.index) = (track, index)
      draft = LayerDraft(nil, of: .track(index), look: look)
      draft.id = track.name
    }
  }

  package static let track = ObjectKeys<TrackDraft>(
    "track", "A sequence of clips, and clips placed at given times."
  ) {
    Key(
      "kind", .located(.choice("a kind of track")), \.track.kind, "The kind of the track.",
      default: "audio if all clips have sound only, else video")
    Key(
      "clips", .either([.media, .list(item)]), "The items of the track, in order.",
      isRequired: true
    ) { parser, field, draft in
      draft.track.items = parser.items(field.value, of: draft.track.name, index: draft.index)
    }
    Key(
      "between", betweenNeighbours, \.track.between,
      "The transition between all neighbours that have none of their own, no gap and no `at`; those of a list take turns.",
      default: "none")
    blend(
      "How its items are combined with the layers below it, where they do not say so.",
      default: "normal", \TrackDraft.draft.layer.blend)
    Key(unread: when)
    for key in layerKeys(size: "the canvas's") where key.shape.name != "blend" {
      key.shape.name == "effects" ? effectsOfTrack(key.shape) : key.at(\TrackDraft.draft)
    }
    for key in heardKeys { key.at(\TrackDraft.draft) }
    for key in soundOfTracks { key.at(\TrackDraft.track) }
  }

  /// Filters of pictures, and of the mix of its clips.
  private static func effectsOfTrack(_ shape: KeyShape) -> Key<TrackDraft> {
    Key(shape: shape) { parser, field, draft in
      var filters = draft.track.filters ?? TrackFilters()
      parser.effects(field, of: &draft.draft.layer, &filters.cleanup, &filters.key)
      if filters != TrackFilters() { draft.track.filters = filters }
    }
  }

  static let item = ValueShape.either(
    [.media, .object(clip.shape)] + drawnItems.map { .object($0.shape) }
      + [.object(transition.shape), .object(gap.shape), .object(freeze.shape), .object(each)])

  package static let freeze = ObjectKeys<LayerDraft>(
    "freeze",
    "The last picture of the clip before it, held in silence; it looks as that one does in its end where it does "
      + "not say otherwise, but comes and goes, and is masked, by itself."
  ) {
    Key(
      "freeze", .short("a freeze"), \.until,
      "How long the last picture of what came before is held.", isRequired: true)
    id("Its name in anchors and instructions.", default: "none", example: "last")
    Key(unread: when)
    Key<LayerDraft>.elsewhere("duration", "its length is the value of 'freeze': freeze: 3s")
    Key<LayerDraft>.elsewhere("at", "it follows the item before it")
    Key<LayerDraft>.elsewhere(
      "range", "it holds the last picture of the item before it: end that one there")
    Key<LayerDraft>.elsewhere("speed", "it holds one picture")
    Key<LayerDraft>.elsewhere("volume", "it is silent; write music on another track")
    Key<LayerDraft>.elsewhere("audio", "it is silent; write music on another track")
    for key in layerKeys(size: "that of what is held") {
      ["fade", "enter", "exit", "mask"].contains(key.shape.name)
        ? key : key.with(default: "that of what is held")
    }
  }

}

extension CanvasSettings {
  /// The depths that a canvas may have.
  package static let depths = [8, 10]
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The names of all cases.
  package static var allNames: [String] { allCases.map(\.rawValue) }
}
