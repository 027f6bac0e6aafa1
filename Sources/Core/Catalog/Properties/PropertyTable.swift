// SPDX-License-Identifier: Apache-2.0

/// A table of values by property, always in the order in which the properties act.
public struct PropertyTable<Value> {
  /// A property and its value.
  public struct Entry {
    /// The property.
    public let property: Property
    /// The value.
    public var value: Value
  }

  /// The entries, in the order of `Property.drawn`, `Property.framing`, `Property.implied`, `Property.all`, then `Property.files`.
  public private(set) var entries: [Entry] = []

  /// An empty table.
  public init() {}

  /// True if there are no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value of `property`; nil where it has none.
  public subscript(property: Property) -> Value? {
    get { entries.first { $0.property == property }?.value }
    set {
      if !entries.isEmpty { entries.removeAll { $0.property == property } }
      guard let newValue else { return }
      guard !entries.isEmpty else {
        entries.append(Entry(property: property, value: newValue))
        return
      }
      let place = entries.firstIndex { property.acts(before: $0.property) }
      entries.insert(
        Entry(property: property, value: newValue), at: place ?? entries.endIndex)
    }
  }

  /// Sets all properties of `other`.
  public mutating func set(_ other: PropertyTable) {
    for entry in other.entries { self[entry.property] = entry.value }
  }

  /// The same properties with other values.
  public func mapValues<Other>(_ transform: (Value) -> Other) -> PropertyTable<Other> {
    var result = PropertyTable<Other>()
    result.entries = entries.map { .init(property: $0.property, value: transform($0.value)) }
    return result
  }

  /// The entries that a step of one stage may have; none where the stage has properties of its own and none of them is
  /// here.
  public func of(_ stage: Property.Stage) -> PropertyTable {
    if isEmpty { return self }
    let isMeant =
      stage.properties.isEmpty || entries.contains { $0.property.stage == stage }
    return isMeant ? accepted(by: stage) : PropertyTable()
  }

  /// The entries that one stage accepts.
  public func accepted(by stage: Property.Stage) -> PropertyTable {
    var result = self
    if isEmpty { return result }
    let accepted = stage.accepted
    result.entries.removeAll { !accepted.contains($0.property) }
    return result
  }
}

extension Property {
  /// Returns true if the property acts before `other`: those of a drawing first.
  fileprivate func acts(before other: Property) -> Bool {
    guard let own = Property.places[name], let others = Property.places[other.name] else {
      return false
    }
    return own < others
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: (drawn + framing + implied + all + files).enumerated().map {
      ($1.name, $0)
    })
}

extension PropertyTable: ExpressibleByDictionaryLiteral {
  /// The given properties.
  public init(dictionaryLiteral elements: (Property, Value)...) {
    for (property, value) in elements { self[property] = value }
  }
}

extension PropertyTable.Entry: Equatable where Value: Equatable {}
extension PropertyTable.Entry: Hashable where Value: Hashable {}
extension PropertyTable.Entry: Sendable where Value: Sendable {}
extension PropertyTable: Equatable where Value: Equatable {}
extension PropertyTable: Hashable where Value: Hashable {}
extension PropertyTable: Sendable where Value: Sendable {}
