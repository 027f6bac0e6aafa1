// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Properties whose keys stand in an object of their own: `adjust: {brightness: 120%}`.
  public struct Group: Hashable, Sendable {
    /// The key of the object.
    public let name: String
    /// The description of their joint effect, one sentence.
    public let doc: String

    /// All groups, in the order of their properties.
    public static let all: [Group] = [.adjust, .key, .border, .shadow, .backdrop]

    /// Colour adjustments.
    public static let adjust = Group(name: "adjust", doc: "Changes of its colours.")

    /// The colour key.
    public static let key = Group(
      name: "key", doc: "A colour that becomes transparent, as of a green screen.")

    /// A line along its edge.
    public static let border = Group(name: "border", doc: "A line along its edge, inside of it.")

    /// The drop shadow.
    public static let shadow = Group(
      name: "shadow", doc: "A shadow of its picture, which moves and turns with it.")

    /// Effects on the layers below.
    public static let backdrop = Group(
      name: "backdrop",
      doc: "What is done to what lies below its shape before it is drawn, as by frosted glass.")

    /// Its properties.
    public var properties: [Property] { Property.all.filter { $0.group == self } }

    /// Its properties whose value is a file.
    public var files: [Property] { Property.files.filter { $0.group == self } }
  }
}
