// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension Pass {
  /// Removes what changes nothing, and makes one cut of two.
  ///
  ///     %3 = opacity %2 {0: 1}                       →   %2 in its place
  ///     %3 = gain %2 {0: 1}                          →   %2
  ///     %3 = transform %2 scale={0: (1 1)}           →   %2
  ///     %3 = orient %2 upright                       →   %2
  ///     %3 = orient %2 (0 1 -1 0)                    →   %3 = orient %2 rotate-90
  ///     %3 = join %2                                 →   %2
  ///     %3 = cut %2 0..90    where %2 has 90 frames  →   %2
  ///     %3 = cut %2 5..20    where %2 = cut %1 10..50   →   %3 = cut %1 15..30
  public static let foldIdentities = Pass("fold-identities") { graph in
    let counts = graph.frameCounts()
    let canvas = graph.canvas.size
    graph.forward { graph, id in
      let node = graph[id]
      if node.operation.isIdentity(on: canvas) { return node.inputs[0] }
      if case .orient(.linear(let a, let b, let c, let d)) = node.operation,
        let exact = Orientation(a, b, c, d)
      {
        if exact == .upright { return node.inputs[0] }
        graph[id].operation = .orient(.exact(exact))
      }
      switch node.operation.flow {
      case .joined where node.inputs.count == 1: return node.inputs[0]
      case .window(let range):
        if range == 0..<counts[node.inputs[0].position] { return node.inputs[0] }
        let input = graph[node.inputs[0]]
        if case .cut(let first) = input.operation {
          graph[id].operation = .cut(range.earlier(by: -first.lowerBound))
          graph[id].inputs = input.inputs
        }
      case .none, .made, .framewise, .placed, .joined, .layered: break
      }
      return id
    }
  }
}

extension Orientation {
  /// The orientation that a linear map (a, b, c, d) is, if it is one.
  init?(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    let whole = [a, b, c, d].map { Int(exactly: $0) }
    guard let a = whole[0], let b = whole[1], let c = whole[2], let d = whole[3] else { return nil }
    self.init(linear: a, b, c, d)
  }
}
