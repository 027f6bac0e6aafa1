// SPDX-License-Identifier: Apache-2.0

import Base

extension Pass {
  /// Puts the layers of a group among those of the `compose` that it lies in.
  ///
  ///     %4 = compose #00000000 frames=60 : %2 %3
  ///     %5 = compose #000000 frames=60 : %1 %4     →   %5 = compose #000000 frames=60 : %1 %2 %3
  ///
  /// A group on an opaque background hides what lies under it, and its background takes over. One on a clear background
  /// stays, if it has layers that are blended: they would be blended with what lies under the group, too.
  public static let flattenGroups = Pass("flatten-groups", isRequired: true) { graph in
    let types = graph.streamTypes().map(\.picture)
    for id in graph.ids {
      guard case .compose(var background, let changes, let frames) = graph[id].operation,
        changes.isEmpty
      else { continue }
      var layers: [NodeID] = []
      for input in graph[id].inputs {
        guard case .compose(let inner, let innerChanges, _) = graph[input].operation,
          innerChanges.isEmpty, types[input.position]?.frames == frames,
          inner.alpha == 255 || inner.alpha == 0 && !graph.isBlended(graph[input].inputs, types)
        else {
          layers.append(input)
          continue
        }
        if inner.alpha == 255 {
          background = inner
          layers = []
        }
        layers += graph[input].inputs
      }
      guard layers != graph[id].inputs else { continue }
      graph[id].operation = .compose(background: background, frames: frames)
      graph[id].inputs = layers
    }
  }
}

extension RenderGraph {
  /// Returns true if any of `layers` has a blend mode.
  fileprivate func isBlended(_ layers: [NodeID], _ types: [PictureType?]) -> Bool {
    layers.contains { types[$0.position]?.isBlended ?? false }
  }
}
