// SPDX-License-Identifier: Apache-2.0

import Base

/// Something that a project may set of a transition, a key under `with`.
public struct TransitionParameter: Sendable {
  /// The key.
  public let name: String
  /// The description of its effect, one sentence.
  public let doc: String
  /// The type of its values.
  public let kind: Kind
  /// The numbers where a project sets none; as many as `kind.count`.
  public let fallback: [Double]

  /// A type of values, all of which are numbers in programs.
  public enum Kind: Hashable, Sendable {
    /// A number.
    case number(ClosedRange<Double>)
    /// A whole number.
    case whole(ClosedRange<Int>)
    /// Two whole numbers, across and down.
    case wholes(ClosedRange<Int>)
    /// Yes or no: 1 or 0.
    case flag
    /// A point in the picture or a direction: two numbers, of its width to the right and of its height down.
    case point(ClosedRange<Double>)
    /// An opaque colour: red, green and blue, 0…1.
    case color
    /// A still picture, an asset or a file, which a project must name: no number.
    case picture

    /// The number of components of a value.
    public var count: Int {
      switch self {
      case .number, .whole, .flag: 1
      case .wholes, .point: 2
      case .color: 3
      case .picture: 0
      }
    }
  }

  private init(_ name: String, _ kind: Kind, _ fallback: [Double], _ doc: String) {
    (self.name, self.kind, self.fallback, self.doc) = (name, kind, fallback, doc)
  }

  /// A number within `range`.
  static func number(
    _ name: String, _ range: ClosedRange<Double>, default fallback: Double, _ doc: String
  ) -> TransitionParameter {
    TransitionParameter(name, .number(range), [fallback], doc)
  }

  /// A whole number within `range`.
  static func whole(
    _ name: String, _ range: ClosedRange<Int>, default fallback: Int, _ doc: String
  ) -> TransitionParameter {
    TransitionParameter(name, .whole(range), [Double(fallback)], doc)
  }

  /// Whole numbers across and down.
  static func wholes(
    _ name: String, _ range: ClosedRange<Int>, default x: Int, _ y: Int, _ doc: String
  ) -> TransitionParameter {
    TransitionParameter(name, .wholes(range), [Double(x), Double(y)], doc)
  }

  /// Yes or no.
  static func flag(
    _ name: String, default fallback: Bool = false, _ doc: String
  ) -> TransitionParameter {
    TransitionParameter(name, .flag, [fallback ? 1 : 0], doc)
  }

  /// A point in the picture, or a direction.
  static func point(
    _ name: String, _ range: ClosedRange<Double> = -2...3, default x: Double, _ y: Double,
    _ doc: String
  ) -> TransitionParameter {
    TransitionParameter(name, .point(range), [x, y], doc)
  }

  /// A colour by its shares of red, green and blue.
  static func color(
    _ name: String, default red: Double, _ green: Double, _ blue: Double, _ doc: String
  ) -> TransitionParameter {
    TransitionParameter(name, .color, [red, green, blue], doc)
  }

  /// A still picture whose grey counts.
  static func picture(_ name: String, _ doc: String) -> TransitionParameter {
    TransitionParameter(name, .picture, [], doc)
  }

  /// The seed of an effect's random numbers: the same seed, the same film.
  static let seed = whole(
    "seed", 0...1_000_000, default: 0, "Another number is another choice of what is random.")

  /// `numbers` as a project has them.
  public func written(_ numbers: [Double]) -> String {
    switch kind {
    case .number, .whole: numbers[0].shortest
    case .flag: numbers[0] == 0 ? "false" : "true"
    case .wholes, .point: "[\(numbers[0].shortest), \(numbers[1].shortest)]"
    case .color: "\"\(Color(premultiplied: numbers + [1]))\""
    case .picture: "\(name).png"
    }
  }

  /// Its value where a project sets none, as a project has it; nil where it must.
  public var writtenFallback: String? { kind == .picture ? nil : written(fallback) }

  /// The range of its values, in words.
  public var range: String {
    switch kind {
    case .number(let range):
      "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .wholes(let range):
      "two whole numbers, across and down, from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .point(let range):
      "x and y, shares of the picture from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
    case .color: "a colour"
    case .picture: "a still picture, an asset or a file"
    }
  }
}
