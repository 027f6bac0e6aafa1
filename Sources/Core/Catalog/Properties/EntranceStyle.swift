// SPDX-License-Identifier: Apache-2.0

public import Base

/// A way in which a layer comes or goes: its name and its look.
///
/// `EntranceStyle.all` declares each of them once; every transition is one, too, from nothing or to nothing. Names, hints
/// and the schema follow from the declaration.
public struct EntranceStyle: Sendable {
  /// The name in a project, in kebab case.
  public let name: String
  /// The description of its look, one sentence.
  public let doc: String
  /// The animation of the layer.
  public let action: Action
  /// The easings in which a layer comes and goes that names none.
  public let easing: (enter: Easing, exit: Easing)

  /// The animation of a layer by an entrance or exit.
  public enum Action: Hashable, Sendable {
    /// Properties begin at other values, beside whatever else they are; what is turned goes on turning in an exit.
    case properties([Start])
    /// It moves that way, from beyond the edge of the canvas to its place, or from there out of sight: one of x and y is
    /// 1 or −1.
    case slide(x: Double, y: Double)
    /// An edge moves that way over its box and leaves it uncovered, or covered.
    case wipe(x: Double, y: Double)
    /// A transition between nothing and the layer, on its canvas.
    case transition(TransitionStyle)
    /// A text appears letter by letter.
    case letters
    /// It moves up into its place, from below by half of its height, and its opacity changes.
    case rise
  }

  /// The first value of a property.
  public struct Start: Hashable, Sendable {
    /// The animated property.
    public let property: Property
    /// The numbers from which it changes to those that change nothing.
    public let numbers: [Double]

    init(_ property: Property, _ numbers: Double...) {
      self.property = property
      self.numbers = numbers
    }
  }

  init(
    _ name: String, _ doc: String, _ action: Action,
    easing: (enter: Easing, exit: Easing) = (.linear, .linear)
  ) {
    self.name = name
    self.doc = doc
    self.action = action
    self.easing = easing
  }

  /// True if parts of a text can be animated with it, one after the other.
  public var isForParts: Bool { ["fade", "pop", "rise", "typewriter"].contains(name) }

  /// The parameters that a project may set, in the order in which programs have the values.
  public var parameters: [TransitionParameter] {
    guard case .transition(let style) = action else { return [] }
    return style.parameters
  }

  /// Every name that a project may write, with the style it means.
  public static let names: [(name: String, style: EntranceStyle)] = {
    let own = all.map { (name: $0.name, style: $0) }
    let taken = Set(own.map(\.name))
    return own
      + TransitionStyle.names.filter { !taken.contains($0.name) }.map { name, style in
        (name, EntranceStyle(style.name, style.doc, .transition(style)))
      }
  }()

  /// The style that a project calls `name`; nil if there is none.
  public init?(named name: String) {
    guard let style = EntranceStyle.byName[name] else { return nil }
    self = style
  }

  private static let byName = Dictionary(uniqueKeysWithValues: names.map { ($0.name, $0.style) })

  /// The plain one.
  public static let fade = EntranceStyle(
    "fade", "Its opacity changes.", .properties([Start(.opacity, 0)]))

  /// Those that are not just transitions, in the order in which they are listed.
  public static let all: [EntranceStyle] = {
    let slide = (enter: Easing.easeOut, exit: Easing.easeIn)
    return [
      fade,
      EntranceStyle(
        "slide-up", "It moves up: from below the canvas, or out at the top.", .slide(x: 0, y: -1),
        easing: slide),
      EntranceStyle(
        "slide-down", "It moves down: from above the canvas, or out at the bottom.",
        .slide(x: 0, y: 1), easing: slide),
      EntranceStyle(
        "slide-left", "It moves left: from the right of the canvas, or out at the left.",
        .slide(x: -1, y: 0), easing: slide),
      EntranceStyle(
        "slide-right", "It moves right: from the left of the canvas, or out at the right.",
        .slide(x: 1, y: 0), easing: slide),
      EntranceStyle(
        "pop", "It grows from nothing about its anchor, and swings beyond its size.",
        .properties([Start(.scale, 0, 0)]),
        easing: (.swing(.back, .out), .swing(.back, .in))),
      EntranceStyle("wipe-left", "An edge moves from right to left.", .wipe(x: -1, y: 0)),
      EntranceStyle("wipe-right", "An edge moves from left to right.", .wipe(x: 1, y: 0)),
      EntranceStyle("wipe-up", "An edge moves from bottom to top.", .wipe(x: 0, y: -1)),
      EntranceStyle("wipe-down", "An edge moves from top to bottom.", .wipe(x: 0, y: 1)),
      EntranceStyle(
        "spin", "It turns once about its anchor, and grows from nothing.",
        .properties([Start(.scale, 0, 0), Start(.rotation, -360)]), easing: slide),
      EntranceStyle(
        "rise", "It rises from a little below its place, and its opacity changes.", .rise,
        easing: slide),
      EntranceStyle("typewriter", "A text appears letter by letter.", .letters),
    ]
  }()
}

extension EntranceStyle: Hashable {
  /// Two styles are the same if they have one name.
  public static func == (a: EntranceStyle, b: EntranceStyle) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
