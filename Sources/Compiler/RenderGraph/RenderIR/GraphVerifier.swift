// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension RenderGraph {
  /// The rules this graph breaks, each with the node that breaks it; empty for a sound graph.
  ///
  /// The rules: inputs come before their users; operations get the right number and kind of
  /// inputs; lengths are positive; ranges lie inside; items of a track ascend without overlap; keys
  /// ascend; both sides of a transition are equally long; sizes, boxes and crops are sane; the film
  /// comes last and is the only one. A node behind a broken one is not looked at.
  public func violations() -> [String] {
    var found: [String] = []
    if canvas.size.width < 2 || canvas.size.height < 2 || canvas.size.width % 2 != 0
      || canvas.size.height % 2 != 0 || max(canvas.size.width, canvas.size.height) > Rules.edge
    {
      found.append("the canvas is \(canvas.size)")
    }
    if !(1...10_000_000).contains(canvas.sampleRate) {
      found.append("the canvas has \(canvas.sampleRate) samples a second")
    }
    var types: [StreamType] = []
    types.reserveCapacity(nodes.count)
    let canvases = canvases()
    for (index, node) in nodes.enumerated() {
      if case .film = node.operation, index != nodes.count - 1 {
        found.append("%\(index) is a film, and not the last node")
      }
      if case .nested(let film) = node.operation {
        let broken = film.graph.violations()
        found += broken.map { "%\(index) shows a film: \($0)" }
        if broken.isEmpty,
          film.frames != film.picture.map({ film.graph.frameCounts()[Int($0.index)] }) ?? 0
        {
          found.append("%\(index) shows a film of another length than \(film.frames) frames")
        }
      }
      do throws(RuleBroken) {
        types.append(try type(of: node, given: types, on: canvases[NodeID(index)]))
      } catch {
        return found + ["%\(index) \(error.message)"]
      }
    }
    if film == nil { found.append("the last node is no film") }
    return found
  }
}
