// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

// Treatments, masks and layers of layers are drawn on canvases of their own, which cover what is seen of them: also what
// lies beside the film's canvas, as it may be moved into sight afterwards.

/// The canvas of a layer that is drawn on its own.
struct Sheet {
  /// The generator that draws it, possibly at a larger scale than that of display.
  let generator: PictureGenerator
  /// The visible area, in pixels of its generator's canvas.
  let box: PixelRect

  /// True if it shows just its generator's canvas.
  var isWhole: Bool { box == PixelRect(generator.drawnCanvas) }

  /// Layers of its generator's canvas, as they lie on it.
  func laid(_ layers: [Layer]) -> [Layer] {
    isWhole ? layers : layers.map { $0.moved(from: generator.drawnCanvas, to: box) }
  }
}

extension PictureGenerator {
  /// A sheet that shows `box`, drawn by `inner` if it does not get too large; nil for an empty one.
  ///
  /// - Parameter box: In pixels of the canvas.
  func sheet(showing box: PixelRect?, drawnBy inner: PictureGenerator) -> Sheet? {
    guard let box = box.map({ drawable($0) }), !box.isEmpty else { return nil }
    let isTooLarge = PictureGenerator.isTooLarge(
      box, scale: inner.scale, most: PictureGenerator.mostPixelsOfSheet)
    let generator = isTooLarge ? self : inner
    return Sheet(generator: generator.showing(box), box: box.scaled(by: generator.scale))
  }

  /// A `compose` that is not the film's picture itself, as one layer.
  func nested(
    _ id: NodeID, _ color: Color, _ changes: [BackgroundChange], window: Range<Int>
  ) -> [Layer] {
    let fill = changes.last { $0.during.contains(window.lowerBound) }?.color ?? color
    let node = graph[id]
    let layers = filled(node, fill, window: window)
    if layers.count < 2 { return layers }
    let inner = enlarged(for: node.inputs, window: window)
    // A background fills the canvas, and no more.
    let sheet =
      fill.alpha > 0 || seen == nil
      ? Sheet(
        generator: inner.showing(PixelRect(canvas)), box: PixelRect(inner.drawnCanvas))
      : sheet(showing: box(of: id), drawnBy: inner)
    guard let sheet else { return [] }
    let drawn =
      sheet.generator.scale == scale
      ? layers : sheet.generator.filled(node, fill, window: window)
    return [layer(.stack(sheet.laid(drawn)), on: sheet)]
  }

  /// The layers of a `compose` over its background.
  private func filled(_ node: RenderGraph.Node, _ fill: Color, window: Range<Int>) -> [Layer] {
    var inner = self
    // Several are moved as one.
    if node.inputs.count > 1 { inner.isMoved = false }
    let layers = node.inputs.flatMap { inner.layers(of: $0, window: window, onto: nil) }
    if fill.alpha == 0 { return layers.isolated }
    let picture = Picture(source: .color(fill, size: drawnCanvas))
    return [Layer(content: .picture(picture), placement: .at(x: 0, y: 0))] + layers
  }

  /// `content` of `sheet`, as it lies on this canvas.
  func layer(_ content: Content, on sheet: Sheet) -> Layer {
    let (inner, box) = (sheet.generator, sheet.box)
    if sheet.isWhole { return whole(content, drawnBy: inner) }
    guard inner.scale != scale else {
      return Layer(content: content, placement: .at(x: box.x, y: box.y), canvas: box.size)
    }
    let place = Affine.translation(Double(box.x), Double(box.y))
    return Layer(
      content: content,
      placement: .warped(.constant(place.then(onto(scale, from: inner.scale)))), canvas: box.size)
  }

  /// The area in which something of `id` may be seen, in pixels of the canvas; nil for nowhere.
  ///
  /// - Parameters:
  ///   - outline: An area that is visible as well, if any.
  ///   - reach: The distance by which it extends beyond that.
  func box(of id: NodeID, and outline: PixelRect? = nil, reach: Int = 0) -> PixelRect? {
    guard var bounds = types[Int(id.index)].picture?.bounds, bounds != .everywhere else {
      return sight.grown(by: reach).even
    }
    if let outline { bounds = bounds.union(outline) }
    let near = bounds.intersection(sight.grown(by: reach))
    let reached = bounds.grown(by: reach).intersection(sight)
    let box = near.union(reached).even
    return box.isEmpty ? nil : box
  }
}

extension Layer {
  /// The same on a canvas that shows `box` of the one that it lies on, whose size is `canvas`.
  func moved(from canvas: PixelSize, to box: PixelRect) -> Layer {
    var layer = self
    switch content {
    case .picture: break
    case .stack, .transition: layer.canvas = layer.canvas ?? canvas
    }
    let (x, y) = (Double(-box.x), Double(-box.y))
    switch placement {
    case .at(let left, let top): layer.placement = .at(x: left - box.x, y: top - box.y)
    case .warped(let map): layer.placement = .warped(map.map { $0.then(.translation(x, y)) })
    case .projected(let map):
      layer.placement = Placement(map.map { $0.then(.translation(x, y)) })
    }
    layer.clip = clip.map {
      PixelRect(x: $0.x - box.x, y: $0.y - box.y, width: $0.width, height: $0.height)
    }
    layer.outline = outline.map { $0.map { $0.moved(x, y) } }
    return layer
  }
}
