// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// All transitions, in the order in which they are listed.
  public static let all: [TransitionStyle] =
    [
      ofXfade, ofEdges, ofShapes, ofGrains, ofSlides, ofWarps, ofSpace, ofColors, ofMelts, ofCells,
      ofNoises, ofSplits, ofBoxes, ofTiles, ofLights, ofGlitches, ofBlurs, ofMaps, ofNumbers,
    ].flatMap(\.self)
}
