// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// The kernels that the shared loops draw, by families.
  static let effects: [TransitionKernel] =
    [
      edges, shapes, grains, slides, warps, space, colors, melts, cells, noises, splits, boxes,
      tiles, lights, glitches, blurs, maps, numbered,
    ].flatMap(\.self)
}
