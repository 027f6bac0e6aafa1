// SPDX-License-Identifier: Apache-2.0

extension Pass {
  /// Pushes every cut down into what is cut, until reads and stills start and end where they are wanted.
  ///
  ///     %1 = read %0 from=2 frames=180
  ///     %2 = opacity %1 {0: 0, 2: 1}              %1 = read %0 from=3 frames=90
  ///     %3 = cut %2 30..120                   →   %2 = opacity %1 {-1: 0, 1: 1}
  ///
  ///     %4 = transition %2 %3 fade 0/30       →   %4 = transition %2' %3' fade 10/30
  ///     %5 = cut %4 10..20                        where %2', %3' are cut likewise
  ///
  /// No `cut` is left, and after slicing no `track` and no `during`: an interval depends on
  /// relative times only, and keys and holds that have no effect in it are gone.
  public static let foldCuts = Pass("fold-cuts", isRequired: true) { graph in
    let hasCuts = graph.nodes.contains { if case .cut = $0.operation { true } else { false } }
    let cutter = Cutter(graph)
    let isTrimmed = !hasCuts && graph.nodes.allSatisfy { cutter.trimmed($0, graph) == $0 }
    if isTrimmed { return }
    var growing = Cutter(RenderGraph(canvas: graph.canvas))
    graph.rebuild { rebuilt, _, node in
      if case .cut(let range) = node.operation {
        return growing.cut(node.inputs[0], range, in: &rebuilt)
      }
      return growing.add(growing.trimmed(node, rebuilt), to: &rebuilt)
    }
  }
}
