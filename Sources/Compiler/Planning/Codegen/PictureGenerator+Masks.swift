// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import RenderProtocol

// Masks: a stack of two stacks, of which the second decides what is seen of the first.

extension PictureGenerator {
  /// The layers of the first input of `node` seen through the second.
  func masked(_ node: RenderGraph.Node, _ mask: LayerMask, window: Range<Int>) -> [Layer] {
    guard
      let sheet = sheet(
        showing: box(of: node.inputs[0]), drawnBy: enlarged(for: node.inputs, window: window))
    else { return [] }
    let sides = node.inputs.map { sheet.generator.layers(of: $0, window: window, onto: nil) }
    if sides[0].isEmpty { return [] }
    // Each is a stack, and there even where it is clear.
    let stacks = sides.map {
      Layer(content: .stack(sheet.laid($0.isolated)), placement: .at(x: 0, y: 0))
    }
    var layer = self.layer(.stack(stacks), on: sheet)
    layer.mask = mask
    if sides[0].count == 1 { layer.combine(as: sides[0][0]) }
    return [layer]
  }
}
