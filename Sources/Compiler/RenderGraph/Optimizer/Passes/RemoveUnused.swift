// SPDX-License-Identifier: Apache-2.0

extension Pass {
  /// Removes nodes that the film does not need, and numbers the others anew.
  ///
  ///     %0 = image "logo.png" …
  ///     %1 = still %0 frames=60
  ///     %2 = compose #000000 frames=60 :       %0 = compose #000000 frames=60 :
  ///     %3 = film %2                       →   %1 = film %0
  public static let removeUnused = Pass("remove-unused", isRequired: true) { graph in
    if graph.usedNodes().allSatisfy({ $0 }) { return }
    graph.rebuild { rebuilt, _, node in rebuilt.add(node) }
  }
}
