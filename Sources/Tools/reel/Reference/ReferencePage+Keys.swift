// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Parsing

// The keys, from the table by which projects are read.

/// Keys that many objects have, which the page lists once.
private struct CommonKeys {
  let name: String
  let keys: [KeyShape]

  static let all = [
    CommonKeys(
      name: "layer-keys",
      keys: KeyTable.layerKeys(size: "").map(\.shape).filter { $0.name != "size" }),
    CommonKeys(name: "footage-keys", keys: KeyTable.playback.map(\.shape)),
    CommonKeys(name: "sound-keys", keys: KeyTable.heardKeys.map(\.shape)),
    CommonKeys(name: "text-keys", keys: KeyTable.textKeys.map(\.shape)),
  ]

  /// Those of which `shape` has every key, some maybe with another default.
  static func of(_ shape: ObjectShape) -> [CommonKeys] {
    all.filter { common in
      common.keys.allSatisfy { shape.key($0.name)?.isSupported ?? false }
    }
  }

  /// The text about its objects.
  var text: String {
    let objects = KeyTable.objects.filter { CommonKeys.of($0).map(\.name).contains(name) }
    return "Keys of \(objects.map { "[\($0.topicName)](#\($0.topicName))" }.listed("and"))."
  }

  var topics: [Topic] { keys.map { .key($0, of: name) } }
}

extension ReferencePage {
  static let keySections: [Section] =
    KeyTable.objects.map(\.section)
    + CommonKeys.all.map { Section(title: $0.name, text: $0.text, topics: $0.topics) }

  /// Every object with what its section has, and each of its keys, wherever it is listed.
  static let keyTopics: [Topic] =
    KeyTable.objects.flatMap { shape in
      [Topic(name: shape.topicName, kind: "object", text: shape.section.body)] + shape.topics
    }
    + CommonKeys.all.map { common in
      Topic(
        name: common.name, kind: "keys of several objects",
        text: Section(text: common.text, topics: common.topics).body)
    }
}

extension ObjectShape {
  fileprivate var topics: [Topic] {
    keys.filter(\.isSupported).map { .key($0, of: topicName) }
  }

  /// Its description and its keys, without those that are common and the same here.
  fileprivate var section: ReferencePage.Section {
    var text = doc
    if !exclusive.isEmpty {
      let groups = exclusive.map { $0.map { "`\($0)`" }.listed("and") }
      text += " These keys exclude each other: \(groups.joined(separator: "; "))."
    }
    let common = CommonKeys.of(self)
    let listed = Set(common.flatMap(\.topics).map { [$0.word, $0.text] })
    var own = topics.filter { !listed.contains([$0.word, $0.text]) }
    if name == KeyTable.transitionSettings.name {
      own = []
      text += " Each [transition](transitions.md) has its own."
    }
    if !common.isEmpty {
      let links = common.map { "[\($0.name)](#\($0.name))" }.listed("and")
      text += " It has the \(links), too; those that are different here are in this list."
    }
    return ReferencePage.Section(title: topicName, text: text, topics: own)
  }
}

extension Topic {
  /// A key of the object whose topic is `object`.
  fileprivate static func key(_ key: KeyShape, of object: String) -> Topic {
    var words = ["\(key.value.words)"]
    if key.isRequired { words.append("required") }
    if let fallback = key.fallback { words.append("by default \(fallback)") }
    return Topic(
      name: "\(object).\(key.name)", kind: Topic.key,
      text: "\(key.doc) *Value:* \(words.joined(separator: "; ")).", isItem: true)
  }
}

extension ValueShape {
  /// The values, in words.
  fileprivate var words: String {
    switch self {
    case .time: "a time"
    case .range: "a range of time"
    case .text: "a text"
    case .path: "a path"
    case .media: "an asset or a path"
    case .name: "a name"
    case .flag: "true or false"
    case .color: "a colour"
    case .entrance: "the name of an entrance, perhaps with its length and its easing"
    case .pixelSize: "a size in pixels, such as 1280x720"
    case .grid: "columns and rows, such as 5x4"
    case .frameSize: "a size in pixels, or a ratio such as 9:16"
    case .rate: "frames per second"
    case .integer(let range):
      range.count == 1
        ? "\(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
    case .measure(let range, let unit):
      "a number from \(range.lowerBound) to \(range.upperBound), with or without `\(unit)`"
    case .integers(let numbers): numbers.map { "\($0)" }.listed("or")
    case .length: "a length, in pixels or percent"
    case .boxSize: "a width and a height, such as [50%, auto]"
    case .value(let unit): unit.words
    case .animated(let shape): "\(shape.words), which may change over time"
    // Only transitions have that many names.
    case .choice(let names) where names.count > 60: "the name of a [transition](transitions.md)"
    case .choice(let names): names.map { "`\($0)`" }.listed("or")
    case .object(let shape): "[\(shape.topicName)](#\(shape.topicName))"
    case .list(let element): "[\(element.words), …]"
    case .named(let element): "{name: \(element.words), …}"
    case .fill: KeyTable.fills.words
    case .mask: ValueShape.object(KeyTable.mask.shape).words
    case .overlays:
      ValueShape.named(.either([.object(KeyTable.overlay.shape), .object(KeyTable.each)])).words
    case .effects: "a list of [filters](effects.md) with their options"
    case .either(let shapes): shapes.map(\.words).listed("or")
    case .anything: "any value"
    }
  }
}

extension Property.Unit {
  /// The values, in words.
  fileprivate var words: String {
    switch self {
    case .opacity: "a share, such as 50% or 0.5"
    case .volume: "a factor, a percentage or decibels, such as -6dB"
    case .scale: "a factor or a percentage, or one across and one down"
    case .angle: "an angle, such as 90deg or 0.25turn"
    case .slant: "an angle below 90deg, or one across and one down"
    case .position, .anchor, .centre: "a place, such as top-left or [50%, 90%]"
    case .box: "a width and a height, such as 50% or [640px, auto]"
    case .matrix: "6 or 16 numbers"
    case .distance: "a distance in pixels"
    case .crop: "left, top, width and height, such as [10%, 10%, 80%, 80%]"
    case .corners: "a length, or one for each corner"
    case .deviation: "pixels, from 0 to 500"
    case .side: "pixels, from 0 to 1000"
    case .edges: "kept or soft"
    case .factor: "a factor or a percentage"
    case .balance: "a share from -100% to 100%"
    case .offset: "two lengths, to the right and down"
    case .color: "a colour"
    case .radii: "a length, or one across and one down"
    case .stop: "a colour and its place, such as red 50%"
    case .thickness: "pixels, from 0 to 1000"
    case .stretch: "a share, or the two at which it begins and ends"
    case .number: "a number"
    }
  }
}
