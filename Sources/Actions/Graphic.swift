// SPDX-License-Identifier: Apache-2.0

public import Basics

/// A still picture that is computed from a few values instead of being read from a file, in any size.
public struct Graphic: Hashable, Sendable, Codable {
  /// The drawings that a worker has (`Drawing/Picture/GraphicDrawing.swift`).
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// One colour all over.
    case color

    /// How many colours it takes.
    public var colorCount: Int {
      switch self {
      case .color: 1
      }
    }

    /// Whether it looks the same however large it is drawn before it is scaled.
    public var isEven: Bool {
      switch self {
      case .color: true
      }
    }
  }

  /// How it is drawn.
  public var kind: Kind
  /// Its colours, `kind.colorCount` of them.
  public var colors: [Color]

  /// A picture drawn as `kind` with `colors`.
  public init(_ kind: Kind, _ colors: [Color]) {
    precondition(colors.count == kind.colorCount, "a \(kind) takes \(kind.colorCount) colours")
    self.kind = kind
    self.colors = colors
  }

  /// One colour all over.
  public static func color(_ color: Color) -> Graphic { Graphic(.color, [color]) }

  /// Whether some of its pixels may be clear.
  public var hasAlpha: Bool {
    switch kind {
    case .color: colors[0].alpha < 255
    }
  }
}

extension Graphic: CustomStringConvertible {
  /// Its kind and its colours: `color #203040`.
  public var description: String {
    ([kind.rawValue] + colors.map(\.description)).joined(separator: " ")
  }
}
