// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// Everything that decides the bytes of a rendered piece, item by item.
///
/// Ingredients are gathered from the canonical form of the same value that the key is hashed from, so that nothing can
/// change a key and be missing here: an item without a known name is kept under the name the value gives it. Equal
/// ingredients have equal keys.
public struct Ingredients: Hashable, Sendable {
  /// One of them.
  public struct Item: Hashable, Sendable {
    /// The path to it from its group, such as `content.picture.source.video.start`.
    public var name: String
    /// Its value as text where that is short, else a digest of it; one that holds a value for every
    /// frame starts with `~`.
    public var value: String
  }

  /// Those of one part, layer or clip.
  public struct Group: Hashable, Sendable {
    /// Its place in the enclosing group, such as `layers` or `content.transition.from`.
    public var role: String
    /// The index of the group around it; -1 for the first.
    public var parent: Int
    /// In the order they are written.
    public var items: [Item] = []

    /// The value of the item called `name`.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }
  }

  /// The first is the whole; each comes after its enclosing group.
  public var groups: [Group]

  init(groups: [Group]) { self.groups = groups }

  /// True if frames of a video are shown, which takes several times as long as stills do.
  var showFootage: Bool {
    groups.contains { $0.items.contains { $0.name.hasSuffix("source.video.file") } }
  }

  /// The ingredients of `identity`, and for each group the clip or overlay that it shows.
  static func of(_ identity: some Encodable) -> (Ingredients, origins: [Origin]) {
    let collector = IngredientCollector()
    collector.visit(identity, isForKey: false)
    return (Ingredients(groups: collector.groups), collector.origins)
  }
}

/// Hears a value and files what it hears.
private final class IngredientCollector: CanonicalVisitor {
  private(set) var groups = [Ingredients.Group(role: "", parent: -1)]
  private(set) var origins = [Origin.none]
  /// The groups that have begun and not ended.
  private var open = [Opened(group: 0, depth: 0, path: [])]
  /// The keys that lead here from where the last group began.
  private var path: [String] = []
  private var depth = 0

  private struct Opened {
    var group: Int
    /// The nesting depth at which it began.
    var depth: Int
    /// The keys that led to it.
    var path: [String]
  }

  private var current: Int { open[open.count - 1].group }

  func enter(_ key: String) {
    depth += 1
    path.append(key)
  }

  func enter(item index: Int) {
    depth += 1
    path.append("\(index)")
  }

  func leave() {
    if open[open.count - 1].depth == depth { path = open.removeLast().path }
    depth -= 1
    path.removeLast()
  }

  func leaf(_ leaf: CanonicalLeaf) {
    let text =
      switch leaf {
      case .text(let text): text
      case .integer(let value): "\(value)"
      case .unsigned(let value): "\(value)"
      case .number(let value): "\(value)"
      case .truth(let value): value ? "yes" : "no"
      case .null: "null"
      case .emptyList: "[]"
      case .empty: "{}"
      }
    guard path.first == "libraries" else { return add(text) }
    // One item each, such as `libavcodec` and `59.37.100`.
    let words = text.split(separator: " ", maxSplits: 1)
    add(words.count == 2 ? String(words[1]) : "", to: "libraries.\(words.first ?? "")")
  }

  func take<Value: Encodable>(_ value: Value) -> Bool {
    guard let kind = IngredientCollector.kinds[ObjectIdentifier(Value.self)] else { return false }
    switch kind {
    case .group:
      begin()
      return false
    case .origin:
      if let origin = value as? Origin, origins[current] == .none { origins[current] = origin }
    case .plain:
      if let value = value as? any CustomStringConvertible { add(whole: value.description) }
    case .summarised: add(Summary.text(of: value))
    case .file:
      guard let file = value as? MediaFile else { return false }
      add(Summary.short(file.digest))
      if let fonts = file.fonts { add(Summary.short(fonts), to: name(of: path + ["fonts"])) }
    case .option:
      if let option = value as? EncoderOption {
        // People read which option changed, however long its value is.
        let name = "\(path.dropLast().joined(separator: ".")).\(option.name)"
        groups[current].items.append(Ingredients.Item(name: name, value: option.value))
      }
    }
    return true
  }

  private enum Kind {
    /// A value whose contents are a group of their own.
    case group
    /// It says what the group shows.
    case origin
    /// It is described completely by its text.
    case plain
    case summarised
    case file
    case option
  }

  private static let kinds: [ObjectIdentifier: Kind] = [
    ObjectIdentifier(LayerInterval.self): .group, ObjectIdentifier(Layer.self): .group,
    ObjectIdentifier(AudioClip.self): .group, ObjectIdentifier(Origin.self): .origin,
    ObjectIdentifier(Time.self): .plain, ObjectIdentifier(FrameRate.self): .plain,
    ObjectIdentifier(PixelSize.self): .plain, ObjectIdentifier(PixelRect.self): .plain,
    ObjectIdentifier(Color.self): .plain, ObjectIdentifier(Graphic.self): .plain,
    ObjectIdentifier(CanvasColor.self): .plain,
    ObjectIdentifier(EncoderOption.self): .option,
    ObjectIdentifier(Fingerprint.self): .summarised, ObjectIdentifier(MediaFile.self): .file,
    ObjectIdentifier([PictureStep].self): .summarised,
    ObjectIdentifier(Placement.self): .summarised,
    ObjectIdentifier(LayerTreatment.self): .summarised,
    ObjectIdentifier(PerFrame<Int>.self): .summarised, ObjectIdentifier([Gain].self): .summarised,
    ObjectIdentifier(PerFrame<RoundedBox>.self): .summarised,
    ObjectIdentifier(PerFrame<Graphic.Values>.self): .summarised,
    ObjectIdentifier(PerFrame<[Double]>.self): .summarised,
  ]

  private func begin() {
    // Indices in lists are left out, because groups are in order.
    groups.append(Ingredients.Group(role: name(of: path.dropLast()), parent: current))
    origins.append(.none)
    open.append(Opened(group: groups.count - 1, depth: depth, path: path))
    path = []
  }

  private func add(_ value: String) { add(value, to: name(of: path[...])) }

  private func add(whole value: String) {
    groups[current].items.append(Ingredients.Item(name: name(of: path), value: value))
  }

  private func add(_ value: String, to name: String) {
    let short = value.utf8.count > 40 ? Summary.short(Fingerprint(of: value)) : value
    groups[current].items.append(Ingredients.Item(name: name, value: short))
  }

  /// A path, without the names of values that have none.
  private func name(of path: [String]) -> String { name(of: path[...]) }

  private func name(of path: ArraySlice<String>) -> String {
    path.filter { !$0.hasPrefix("_") }.joined(separator: ".")
  }
}

/// Values that are described as one ingredient, completely or by a digest.
private enum Summary {
  static func text(of value: some Encodable) -> String {
    switch value {
    case let digest as Fingerprint: short(digest)
    case let opacity as PerFrame<Int>: text(opacity)
    case let outline as PerFrame<RoundedBox>: digest(outline)
    case let values as PerFrame<Graphic.Values>: digest(values)
    case let numbers as PerFrame<[Double]>: digest(numbers)
    case let placement as Placement: text(placement)
    case let treatment as LayerTreatment: text(treatment)
    case let steps as [PictureStep]: steps.map(text).joined(separator: ", ")
    case let gains as [Gain]: gains.map(text).joined(separator: ", ")
    default: short(Fingerprint(ofCanonical: value))
    }
  }

  /// Enough of a digest to tell it from all others.
  static func short(_ digest: Fingerprint) -> String { String(digest.hex.prefix(16)) }

  private static func digest<Value>(_ sampled: PerFrame<Value>) -> String {
    let digest = short(Fingerprint(ofCanonical: sampled))
    switch sampled {
    case .constant: return digest
    case .perFrame: return "~" + digest
    }
  }

  private static func text(_ opacity: PerFrame<Int>) -> String {
    switch opacity {
    case .constant(let value): "\(value)"
    case .perFrame: "~" + short(Fingerprint(ofCanonical: opacity))
    }
  }

  private static func text(_ placement: Placement) -> String {
    switch placement {
    case .at(let x, let y): "\(x),\(y)"
    case .warped(.constant), .projected(.constant): short(Fingerprint(ofCanonical: placement))
    case .warped(.perFrame), .projected(.perFrame): "~" + short(Fingerprint(ofCanonical: placement))
    }
  }

  private static func text(_ treatment: LayerTreatment) -> String {
    switch treatment.numbers {
    case .constant: short(Fingerprint(ofCanonical: treatment))
    case .perFrame: "~" + short(Fingerprint(ofCanonical: treatment))
    }
  }

  private static func text(_ step: PictureStep) -> String {
    switch step {
    case .orient(let orientation): "orient \(orientation.rawValue)"
    case .crop(let rect): "crop \(rect)"
    case .scale(let size): "scale \(size)"
    case .blur: "blur"
    }
  }

  private static func text(_ gain: Gain) -> String {
    switch gain {
    case .constant(let value): "\(value)"
    case .keys: "~" + short(Fingerprint(ofCanonical: gain))
    case .routed(let route): route.rawValue
    }
  }
}
