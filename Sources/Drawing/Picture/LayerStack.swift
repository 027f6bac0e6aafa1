// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Kernels
import MediaFiles

/// The layers of one part, bottom first, with their canvas.
final class LayerStack {
  private struct Node {
    var layer: Layer
    var content: NodeContent
  }

  private enum NodeContent {
    case picture(PictureNode)
    case stack(LayerStack, TreatmentNode?)
    case transition(TransitionNode)
  }

  /// A layer's state in one frame.
  private struct Item: Equatable {
    var frame: SharedFrame
    var opacity: Weight
    var placement: ItemPlacement
    var clip: PixelRect?
    var outline: RoundedBox?

    static func == (a: Item, b: Item) -> Bool {
      a.frame === b.frame && a.opacity == b.opacity && a.placement == b.placement
        && a.clip == b.clip && a.outline == b.outline
    }
  }

  private enum ItemPlacement: Equatable {
    case at(x: Int, y: Int)
    case warped(Affine)
    case projected(Projection)
  }

  private let nodes: [Node]
  private let background: Color?
  private var knownPaint: Paint?
  private let size: PixelSize
  private let run: RenderRun
  private var lastItems: [Item]?
  private var lastResult: SharedFrame?

  /// - Parameters:
  ///   - size: The size of the canvas.
  ///   - background: The colour where no layer is; nil for transparent.
  init(
    _ layers: [Layer], on size: PixelSize, background: Color?, run: RenderRun
  ) throws(RenderFailure) {
    var nodes: [Node] = []
    for layer in layers {
      switch layer.content {
      case .picture(let picture):
        nodes.append(Node(layer: layer, content: .picture(PictureNode(picture, run: run))))
      case .stack(let layers):
        let stack = try LayerStack(layers, on: layer.canvas ?? size, background: nil, run: run)
        let origin = layers.pictures.lazy.map(\.source.origin).first { $0 != Origin.none }
        let treatment = layer.treatment.map {
          TreatmentNode($0, of: origin ?? Origin.none, run: run)
        }
        nodes.append(Node(layer: layer, content: .stack(stack, treatment)))
      case .transition(let transition):
        let node = try TransitionNode(transition, on: layer.canvas ?? size, run: run)
        nodes.append(Node(layer: layer, content: .transition(node)))
      }
    }
    self.nodes = nodes
    self.background = background
    self.size = size
    self.run = run
  }

  /// Releases the resources that the layers hold.
  func close() {
    for node in nodes {
      switch node.content {
      case .picture(let picture): picture.close()
      case .stack(let stack, let treatment):
        stack.close()
        treatment?.close()
      case .transition(let transition): transition.close()
      }
    }
    (lastItems, lastResult) = (nil, nil)
  }

  /// The composite of all layers in frame `index`, in the canvas's size.
  ///
  /// A layer that covers all others is returned without a copy; the layers that it covers are not decoded.
  func frame(_ index: Int) throws(RenderFailure) -> SharedFrame {
    var items: [Item] = []
    var isCovered = false
    for node in nodes.reversed() {
      guard let item = try item(node, index) else { continue }
      items.append(item)
      if covers(item) {
        isCovered = true
        break
      }
    }
    if isCovered && items.count == 1 { return items[0].frame }
    items.reverse()
    if let lastItems, let lastResult, lastItems == items { return lastResult }
    Logbook.note(Whereabouts(.drawing, frame: run.frameBase + index))
    do throws(AVError) {
      let result = try draw(items, isCovered: isCovered)
      (lastItems, lastResult) = (items, result)
      return result
    } catch { throw RenderFailure(reading: error, frame: run.frameBase + index) }
  }

  private func item(_ node: Node, _ index: Int) throws(RenderFailure) -> Item? {
    let opacity = Weight(clamping: node.layer.opacity[index])
    guard opacity > 0 else { return nil }
    let frame: SharedFrame?
    switch node.content {
    case .picture(let picture): frame = try picture.frame(index)
    case .stack(let stack, let treatment):
      let picture = try stack.frame(index)
      frame = try treatment?.frame(picture, index) ?? picture
    case .transition(let transition): frame = try transition.frame(index)
    }
    guard let frame else { return nil }
    let placement: ItemPlacement =
      switch node.layer.placement {
      case .at(let x, let y): .at(x: x, y: y)
      case .warped(let matrix): .warped(matrix[index])
      case .projected(let map): map[index].affine.map { .warped($0) } ?? .projected(map[index])
      }
    return Item(
      frame: frame, opacity: opacity, placement: placement, clip: node.layer.clip,
      outline: node.layer.outline?[index])
  }

  private func covers(_ item: Item) -> Bool {
    item.opacity == .whole && item.clip == nil && item.outline == nil && !item.frame.hasAlpha
      && item.frame.size == size
      && (item.placement == .at(x: 0, y: 0) || item.placement == .warped(.identity))
  }

  private func draw(_ items: [Item], isCovered: Bool) throws(AVError) -> SharedFrame {
    let hasAlpha = !isCovered && (background?.alpha ?? 0) < 255
    let canvas = try blank(hasAlpha: hasAlpha)
    if isCovered {
      canvas.copy(items[0].frame)
    } else if let background {
      canvas.fill(with: try paint(background))
    } else {
      canvas.clear()
    }
    for item in isCovered ? items.dropFirst() : items[...] {
      guard let outline = item.outline else {
        lay(item, on: canvas, opacity: item.opacity, within: item.clip)
        continue
      }
      // It is drawn on a separate canvas and cropped to the outline there.
      let within = outline.hull.even.intersection(item.clip ?? PixelRect(size))
      guard !within.isEmpty else { continue }
      let own = try SharedFrame(size: size, hasAlpha: true, in: run.canvas.color)
      own.clear()
      lay(item, on: own, opacity: .whole, within: within)
      own.cut(to: outline)
      canvas.lay(own, x: 0, y: 0, opacity: item.opacity, within: within)
    }
    return canvas
  }

  private func paint(_ color: Color) throws(AVError) -> Paint {
    if let knownPaint { return knownPaint }
    let paint = try Paint(color, in: run.canvas.color)
    knownPaint = paint
    return paint
  }

  private func lay(
    _ item: Item, on canvas: SharedFrame, opacity: Weight, within clip: PixelRect?
  ) {
    switch item.placement {
    case .at(let x, let y): canvas.lay(item.frame, x: x, y: y, opacity: opacity, within: clip)
    case .warped(let matrix):
      canvas.warp(item.frame, matrix, opacity: opacity, within: clip, run.context.scratch)
    case .projected(let map):
      canvas.project(item.frame, map, opacity: opacity, within: clip, run.context.scratch)
    }
  }

  /// A canvas to draw on, reusing the memory of the last one if it has no other references.
  private func blank(hasAlpha: Bool) throws(AVError) -> SharedFrame {
    if isKnownUniquelyReferenced(&lastResult), lastResult?.hasAlpha == hasAlpha,
      let frame = try lastResult?.frame.reference()
    {
      // The contents change, so the frame needs a new identity.
      lastResult = nil
      lastItems = nil
      try frame.makeWritable()
      return SharedFrame(frame)
    }
    return try SharedFrame(size: size, hasAlpha: hasAlpha, in: run.canvas.color)
  }
}
