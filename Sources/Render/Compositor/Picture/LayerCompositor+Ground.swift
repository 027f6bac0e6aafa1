// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

extension LayerCompositor {
  /// The lowest of `items`, the picture of `node` that covers the canvas, to be drawn on.
  ///
  /// Nil where it has to be copied first, and it stays in `items`: if anything else needs it after frame `index`, and it cannot
  /// be lent either.
  func take(
    _ items: inout [Item], from node: SourceNode, _ index: Int
  ) throws(AVError) -> ImageBuffer? {
    try node.giveUp(index)
    if knownShell == nil {
      let canvas = try ImageBuffer(size: size, hasAlpha: false, in: run.canvas.color)
      knownShell = ImageBuffer(try canvas.frame.withoutSamples())
    }
    guard let shell = knownShell, shell.frame.hasForm(of: items[0].frame.frame) else { return nil }
    var areas: [PixelRect]?
    if !isKnownUniquelyReferenced(&items[0].frame) || !items[0].frame.frame.isUnshared {
      areas = run.lends && node.lends(index) ? areasToKeep(of: items) : nil
      guard areas != nil else { return nil }
    }
    let canvas = ImageBuffer(try shell.frame.withSamples(of: items.removeFirst().frame.frame))
    if let areas { run.loan.begin(canvas, in: areas) }
    return canvas
  }

  /// The areas of the first of `items` in which the others are drawn, if that is in little of it.
  private func areasToKeep(of items: [Item]) -> [PixelRect]? {
    var areas: [PixelRect] = []
    for item in items.dropFirst() {
      guard case .at = item.placement, item.outline == nil, item.blend == nil,
        item.backdrop == nil,
        !item.frame.frame.sharesSamples(with: items[0].frame.frame)
      else { return nil }
      areas.append(item.hull.intersection(item.clip ?? PixelRect(size)).even)
    }
    return InPlaceDrawing.isWorthwhile(areas, of: size) ? areas : nil
  }
}
