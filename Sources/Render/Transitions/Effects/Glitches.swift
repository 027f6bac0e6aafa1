// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Signals that are lost and torn.
  static let glitches: [TransitionKernel] = [
    torn("dropzoneflicker", 7, DropZoneFlicker.init),
    torn("oldtvlostsignal", 1, OldTV.init),
    torn("staticwipe", 3, StaticWipe.init),
    torn("stripdatamoshglitch", 10, StripGlitch.init),
  ]

  /// A transition by what is seen in stretches of rows.
  static func torn<E: TornEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(name, parameterCount, .torn { make($0) })
  }
}
