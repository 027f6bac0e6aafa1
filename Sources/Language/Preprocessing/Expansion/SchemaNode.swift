// SPDX-License-Identifier: Apache-2.0

import Parsing

/// A place in a project, by the key table: the places below it, and whether its node may have `when` and `each`.
///
/// Places are made when they are first asked for, and kept: a film has many clips of one shape.
final class SchemaNode {
  private let objects: [ObjectShape]
  private let lists: [ValueShape]
  private let names: [ValueShape]
  private var below: [String: SchemaNode] = [:]
  /// The names of keys below which nothing is left out.
  private var plain: Set<String> = []

  /// The place of a whole project.
  static func project() -> SchemaNode { SchemaNode([.object(KeyTable.project.shape)]) }

  private init(_ shapes: [ValueShape]) {
    var (objects, lists, names) = ([ObjectShape](), [ValueShape](), [ValueShape]())
    func add(_ shape: ValueShape) {
      switch shape {
      case .object(let object): objects.append(object)
      case .list(let element): lists.append(element)
      case .named(let element): names.append(element)
      case .overlays: names.append(.object(KeyTable.overlay.shape))
      case .mask: objects.append(KeyTable.mask.shape)
      case .fill: add(KeyTable.fills)
      case .either(let shapes): shapes.forEach(add)
      case .animated(let inner): add(inner)
      case .time, .range, .text, .path, .media, .name, .flag, .color, .entrance, .pixelSize, .grid,
        .frameSize,
        .rate, .integer, .number, .measure, .integers, .length, .boxSize, .value, .choice,
        .effects,
        .anything:
        break
      }
    }
    shapes.forEach(add)
    (self.objects, self.lists, self.names) = (objects, lists, names)
  }

  private static func make(_ shapes: [ValueShape]) -> SchemaNode? {
    let place = SchemaNode(shapes)
    return place.objects.isEmpty && place.lists.isEmpty && place.names.isEmpty ? nil : place
  }

  /// True if the thing here may be left out, or be repeated.
  private(set) lazy var isOptional = objects.contains { $0.key(KeyTable.when.name) != nil }

  /// True if a track stands here, whose items can be repeated rather than itself.
  private(set) lazy var isTrack = objects.contains { $0.name == KeyTable.track.shape.name }

  /// True where an output stands here.
  private(set) lazy var isOutput = objects.contains { $0.name == KeyTable.output.shape.name }

  /// The place of the value of a key of an object here; nil where nothing is left out below it.
  func value(of key: String) -> SchemaNode? {
    if let known = below[key] { return known }
    if plain.contains(key) { return nil }
    let place = SchemaNode.make(
      objects.compactMap { $0.key(key) }.filter(\.isSupported).map(\.value))
    if let place { below[key] = place } else { plain.insert(key) }
    return place
  }

  /// The place of an item of a list here.
  private(set) lazy var listItem: SchemaNode? = SchemaNode.make(lists)

  /// The place of an entry of a mapping here whose keys are names that the user chooses.
  private(set) lazy var namedEntry: SchemaNode? = SchemaNode.make(names)
}
