// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The renderer of a kind of transition.
///
/// `TransitionKernel.all` has one for each declaration in `TransitionStyle.all`, under the same
/// name.
public struct TransitionKernel: Sendable {
  /// The name in the declaration.
  public let name: String
  /// The number of values that its look depends on beside progress.
  public let parameterCount: Int
  /// True if it goes through black, which may be transparent.
  public let passesBlack: Bool
  /// True if it reads the grey of a picture.
  public let readsMap: Bool
  let drawing: Drawing

  /// The way in which frames are made.
  enum Drawing: Sendable {
    /// By loops of its own.
    case own(TransitionKind)
    /// By the weights of a field, row by row.
    case field(@Sendable (EffectFrame) -> FieldRows)
    /// By places in both pictures, row by row.
    case lookup(@Sendable (EffectFrame) -> LookupRows)
    /// By places in both pictures that depend on their colours, row by row.
    case tintLookup(@Sendable (EffectFrame) -> TintLookRows)
    /// By the colours of both pictures at a place, row by row.
    case pixel(@Sendable (EffectFrame) -> PixelRows)
    /// By colours that are seen apart; where something is clear, by colours of any places.
    case apart(
      @Sendable (EffectFrame) -> any ApartEffect, covered: @Sendable (EffectFrame) -> ColorRows)
    /// By colours of any places, row by row.
    case color(@Sendable (EffectFrame) -> ColorRows)
    /// By the colours of both pictures at another place.
    case seen(
      @Sendable (EffectFrame) -> LookupRows, then: @Sendable (EffectFrame) -> PixelRows)
    /// By the colours here and of two other places; where something is clear, by colours of any places.
    case far(@Sendable (EffectFrame) -> FarRows, covered: @Sendable (EffectFrame) -> ColorRows)
    /// By how much of each picture its edges let be seen; where something is clear, by colours of any places.
    case edges(@Sendable (EffectFrame) -> EdgePlan, covered: @Sendable (EffectFrame) -> ColorRows)
    /// By what is seen in stretches of rows.
    case torn(@Sendable (EffectFrame) -> any TornEffect)
    /// By sums of many samples of a dissolve.
    case blur(@Sendable (EffectFrame) -> BlurPlan)
    /// By the colours of such sums at a place, row by row.
    case blurred(
      @Sendable (EffectFrame) -> BlurPlan, then: @Sendable (EffectFrame) -> PixelRows)
  }

  /// The kernel called `name`; nil if there is none.
  public init?(named name: String) {
    guard let kernel = TransitionKernel.byName[name] else { return nil }
    self = kernel
  }

  /// The kernel of `kind`.
  public init(_ kind: TransitionKind) {
    name = kind.rawValue
    parameterCount = kind.parameterCount
    passesBlack = kind.passesBlack
    readsMap = false
    drawing = .own(kind)
  }

  init(
    _ name: String, _ parameterCount: Int, passesBlack: Bool = false, readsMap: Bool = false,
    _ drawing: Drawing
  ) {
    self.name = name
    self.parameterCount = parameterCount
    self.passesBlack = passesBlack
    self.readsMap = readsMap
    self.drawing = drawing
  }

  /// A transition by a field.
  static func field<E: FieldEffect>(
    _ name: String, _ parameterCount: Int, readsMap: Bool = false,
    _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, readsMap: readsMap, .field { FieldRows(make($0), $0) })
  }

  /// A transition by places in both pictures.
  static func lookup<E: LookupEffect>(
    _ name: String, _ parameterCount: Int, passesBlack: Bool = false,
    _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, passesBlack: passesBlack, .lookup { LookupRows(make($0), $0) })
  }

  /// A transition by places in both pictures, of which as much is seen everywhere.
  static func lookup<E: SteadyLookupEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, passesBlack: false, .lookup { LookupRows(make($0), $0) })
  }

  /// A transition by the colours of both pictures at a place.
  static func pixel<E: PixelEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, passesBlack: false, .pixel { PixelRows(make($0), $0) })
  }

  /// The same with a number for each pixel that is worked out row by row.
  static func pixel<E: RowedEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, passesBlack: false, .pixel { PixelRows(make($0), $0) })
  }

  /// A transition by colours of any places.
  static func color<E: ColorEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(name, parameterCount, .color { ColorRows(make($0), $0) })
  }

  /// The same with numbers that are worked out before.
  static func color<E: PreparedEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, passesBlack: false, .color { ColorRows(make($0), $0) })
  }

  /// All kernels.
  public static let all: [TransitionKernel] =
    TransitionKind.allCases.map { TransitionKernel($0) } + effects

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
