// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// A transition by rows of a field.
  static func rows<E: RowEffect>(
    _ name: String, _ parameterCount: Int, readsMap: Bool = false,
    _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(name, parameterCount, readsMap: readsMap, .field { FieldRows(make($0)) })
  }

  /// A transition by places in both pictures, row by row.
  static func rowLookup<E: RowLookEffect>(
    _ name: String, _ parameterCount: Int, passesBlack: Bool = false, readsMap: Bool = false,
    _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, passesBlack: passesBlack, readsMap: readsMap,
      .lookup { LookupRows(make($0), $0) })
  }

  /// A transition by the colours of both pictures at a place, row by row.
  static func rowTints<E: RowTintEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, passesBlack: false, .pixel { PixelRows(make($0), $0) })
  }

  /// A transition by places that depend on colours.
  static func tintLookup<E: TintLookEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(name, parameterCount, .tintLookup { TintLookRows(make($0), $0) })
  }

  /// A transition of colours that depend on those of other places.
  static func far(
    _ name: String, _ parameterCount: Int, _ rows: @escaping @Sendable (EffectFrame) -> FarRows,
    covered: @escaping @Sendable (EffectFrame) -> ColorRows
  ) -> TransitionKernel {
    TransitionKernel(name, parameterCount, .far(rows, covered: covered))
  }

  /// A transition of colours that are seen apart.
  static func apart<E: ColorEffect & ApartEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, .apart({ make($0) }, covered: { ColorRows(make($0), $0) }))
  }

  /// The same with numbers that are worked out before, where something is clear.
  static func apart<E: PreparedEffect & ApartEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(
      name, parameterCount, .apart({ make($0) }, covered: { ColorRows(make($0), $0) }))
  }
}
