// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog

extension Pass {
  /// Makes one step of turning a picture upright and fitting it into its box, so that it is resampled once at most.
  ///
  ///     %2 = orient %1 rotate-90                  %3 = place %1 rotate-90
  ///     %3 = fit %2 contain 1280x720+0+0      →        crop=1080x1920+0+0 box=404x720+438+0
  ///
  /// A box that does not lie on whole pixels is drawn through a map:
  ///
  ///     %3 = fit %1 contain 320x180+10.5+0    →   %3 = warp %1 (0.25 0 0 0.25 10.5 0) crop=1280x720+0+0
  ///
  ///     %2 = orient %1 (0.8 0.6 -0.6 0.8)         %3 = warp %1 (0.3… 0.2… -0.2… 0.3… 481… 0)
  ///     %3 = fit %2 contain 1280x720+0+0      →        crop=1920x1080+0+0
  public static let resolveOrientation = Pass("resolve-orientation", isRequired: true) { graph in
    for id in graph.ids {
      guard case .fit(let fit, let box) = graph[id].operation else { continue }
      var turn = Affine.identity
      var input = graph[id].inputs[0]
      while case .orient(let next) = graph[input].operation {
        turn = next.affine.then(turn)
        input = graph[input].inputs[0]
      }
      guard let source = graph.source(under: input), let coded = graph.coded(source) else {
        continue
      }
      graph[id].inputs = [input]
      if let orientation = Orientation(turn.a, turn.b, turn.c, turn.d) {
        let geometry = FitGeometry(
          coded: coded.size, sampleAspect: coded.sampleAspect, orientation: orientation, fit: fit,
          box: box)
        graph[id].operation = geometry.operation(
          coded: coded.size, isBlurred: fit == .backdrop)
      } else {
        graph[id].operation = .warp(
          Warp(
            coded: coded.size, sampleAspect: coded.sampleAspect, turn: turn, fit: fit, box: box))
      }
    }
  }
}

extension OrientationMap {
  /// The linear map.
  fileprivate var affine: Affine {
    switch self {
    case .exact(let orientation):
      // The map of a picture without pixels is the linear part alone.
      orientation.affine(for: PixelSize(0, 0))
    case .linear(let a, let b, let c, let d): Affine(a, b, c, d, 0, 0)
    }
  }
}
