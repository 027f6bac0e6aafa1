// SPDX-License-Identifier: Apache-2.0

import Base

/// A description of an interval of a film, made from the ingredients of a piece: a part of a segment,
/// or of a sound between two borders of clips.
struct Scene {
  /// Its place in the film, in frames or samples.
  var place: Range<Int64>
  /// The background under all layers; nil for audio.
  var background: String?
  /// The drawn layers from the bottom up, or the audible clips.
  var things: [Thing]

  /// One picture or sound in it.
  struct Thing {
    /// The index of the clip or overlay among the film's subjects; -1 for none.
    var subject: Int
    /// Digest of the file; a drawing with its colours.
    var content: String
    /// True if `content` is the raster of a text.
    var isText: Bool
    /// True if `content` is a drawing, whose colours may change.
    var isColor = false
    /// Source time at the start of the film, were it to go on like this; nil for stills.
    var source: Time?
    /// The interval of the film in which it goes on like this; values for every frame are of these.
    var extent: Range<Int64>
    /// Everything else, by name.
    var items: [Ingredients.Item]
    /// The transition it takes part in.
    var transition: Transition?

    /// True if the transition leads into it.
    var isEntered: Bool {
      items.contains { $0.name == "role" && $0.value == "content.transition.to" }
    }
  }

  /// A transition and how far it has gone.
  struct Transition: Hashable {
    var items: [Ingredients.Item]
    /// The frame of the film at which it starts.
    var start: Int64

    /// Returns true if it differs from `other` only in the file of the picture that it reads.
    func hasOtherPictureAlone(than other: Transition?) -> Bool {
      guard let other, other.items != items else { return false }
      func rest(_ items: [Ingredients.Item]) -> [Ingredients.Item] {
        items.filter { $0.name != "content.transition.map.file" }
      }
      return rest(items) == rest(other.items)
    }
  }
}

extension Scene {
  /// The scenes of a piece at `place`, in order.
  static func scenes(
    of ingredients: Ingredients, subjects: [Int], at place: Range<Int64>, ticks: Time,
    isSound: Bool
  ) -> [Scene] {
    let reader = SceneReader(
      groups: ingredients.groups, subjects: subjects, first: place.lowerBound, ticks: ticks)
    return isSound ? reader.sounds(place) : reader.pictures()
  }

  /// A number of frames or samples that a record holds; nil for one that no film has.
  fileprivate static func ticks(_ text: String) -> Int64? {
    Int64(text).flatMap { $0.magnitude < 1 << 40 ? $0 : nil }
  }
}

/// Reads scenes from ingredients.
private struct SceneReader {
  let groups: [Ingredients.Group]
  let subjects: [Int]
  let first: Int64
  let ticks: Time
  private var children: [[Int]]

  init(groups: [Ingredients.Group], subjects: [Int], first: Int64, ticks: Time) {
    self.groups = groups
    self.subjects = subjects
    self.first = first
    self.ticks = ticks
    children = Array(repeating: [], count: groups.count)
    for (index, group) in groups.enumerated() where group.parent >= 0 {
      children[group.parent].append(index)
    }
  }

  func pictures() -> [Scene] {
    var scenes: [Scene] = []
    var start = first
    for part in children.first ?? [] {
      let count = groups[part]["frameCount"].flatMap(Scene.ticks) ?? 0
      let place = start..<(start + max(count, 0))
      var things: [Scene.Thing] = []
      for layer in children[part] { collect(layer, place, [], nil, &things) }
      scenes.append(
        Scene(place: place, background: groups[part]["background"], things: things))
      start = place.upperBound
    }
    return scenes
  }

  /// Files what the layer `index` and those in it show; `around` is what all of it goes through.
  private func collect(
    _ index: Int, _ place: Range<Int64>, _ around: [Ingredients.Item],
    _ transition: Scene.Transition?, _ things: inout [Scene.Thing]
  ) {
    let group = groups[index]
    let inner = children[index]
    if inner.isEmpty {
      things.append(thing(index, place, around, transition))
      return
    }
    var own: [Ingredients.Item] = []
    var passage: [Ingredients.Item] = []
    var start = place.lowerBound
    for item in group.items {
      switch item.name {
      case "content.transition.offset": start -= Scene.ticks(item.value) ?? 0
      case let name where name.hasPrefix("content.transition."): passage.append(item)
      default: own.append(Ingredients.Item(name: "around.\(item.name)", value: item.value))
      }
    }
    let within = passage.isEmpty ? transition : Scene.Transition(items: passage, start: start)
    for child in inner {
      let side = Ingredients.Item(name: "role", value: groups[child].role)
      collect(child, place, around + own + (passage.isEmpty ? [] : [side]), within, &things)
    }
  }

  private func thing(
    _ index: Int, _ place: Range<Int64>, _ around: [Ingredients.Item],
    _ transition: Scene.Transition?
  ) -> Scene.Thing {
    var thing = Scene.Thing(
      subject: subjects.indices.contains(index) ? subjects[index] : -1, content: "",
      isText: false, source: nil, extent: place, items: around, transition: transition)
    for item in groups[index].items {
      switch item.name {
      case "content.picture.source.video.file", "content.picture.source.image",
        "content.picture.source.svg":
        thing.content = item.value
      case "content.picture.source.drawing" where thing.isColor:
        // Its numbers in every frame.
        thing.items.append(Ingredients.Item(name: "values", value: item.value))
      case "content.picture.source.graphic", "content.picture.source.drawing":
        thing.content = item.value
        thing.isColor = true
      case "content.picture.source.raster", "content.picture.source.letters",
        "content.picture.source.caption.block.text":
        thing.content = item.value
        thing.isText = true
      case "content.picture.source.video.map.start":
        let speed = groups[index]["content.picture.source.video.map.speed"].flatMap {
          Time(parsing: $0)
        }
        if speed == .zero {
          // The moment that is held, wherever it lies in the film.
          thing.items.append(
            Ingredients.Item(
              name: "content.picture.source.video.map.holdAfter", value: item.value))
          continue
        }
        // In seconds of the film.
        thing.source = Time(parsing: item.value).map {
          $0 / (speed ?? Time(1)) - Time(place.lowerBound) / ticks
        }
      default: thing.items.append(item)
      }
    }
    return thing
  }

  func sounds(_ place: Range<Int64>) -> [Scene] {
    var things: [Scene.Thing] = []
    for index in children.first ?? [] {
      let group = groups[index]
      guard let start = group["start"].flatMap(Scene.ticks),
        let count = group["count"].flatMap(Scene.ticks)
      else { continue }
      let extent = (first + start)..<(first + start + max(count, 0))
      let source = group["sourceStart"].flatMap { Time(parsing: $0) }
      things.append(
        Scene.Thing(
          subject: subjects.indices.contains(index) ? subjects[index] : -1,
          content: group["file"] ?? "", isText: false,
          source: source.map { $0 - Time(extent.lowerBound) / ticks }, extent: extent,
          items: group.items.filter {
            !["file", "start", "count", "sourceStart"].contains($0.name)
          }, transition: nil))
    }
    var borders: Set<Int64> = [place.lowerBound, place.upperBound]
    for thing in things { borders.formUnion([thing.extent.lowerBound, thing.extent.upperBound]) }
    let cuts = borders.sorted()
    var scenes = zip(cuts, cuts.dropFirst()).map {
      Scene(place: $0..<$1, background: nil, things: [])
    }
    // Clips come in the order of their starts, so each is looked for from where the last began.
    var from = 0
    for thing in things {
      while from < scenes.count, scenes[from].place.lowerBound < thing.extent.lowerBound {
        from += 1
      }
      var index = from
      while index < scenes.count, scenes[index].place.lowerBound < thing.extent.upperBound {
        scenes[index].things.append(thing)
        index += 1
      }
    }
    return scenes
  }
}
