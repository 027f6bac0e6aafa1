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
    /// By a plan for each.
    case effect(@Sendable (EffectFrame) -> EffectPlan)
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

  /// An effect, of which `plan` says how a frame is drawn.
  init(
    _ name: String, _ parameterCount: Int, passesBlack: Bool = false, readsMap: Bool = false,
    _ plan: @escaping @Sendable (EffectFrame) -> EffectPlan
  ) {
    (self.name, self.parameterCount) = (name, parameterCount)
    (self.passesBlack, self.readsMap) = (passesBlack, readsMap)
    drawing = .effect(plan)
  }

  /// All kernels.
  public static let all: [TransitionKernel] =
    TransitionKind.allCases.map { TransitionKernel($0) } + effects

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
