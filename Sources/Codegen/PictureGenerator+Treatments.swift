// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Properties
import RenderIR

// Treatments: what is done to a layer is drawn as a stack, on a canvas that is as large as what is seen of it.

extension PictureGenerator {
  /// What `id` draws after a treatment.
  func treated(
    _ kind: Treatment.Kind, _ step: LayerStep, on id: NodeID, window: Range<Int>
  ) -> [Layer] {
    let numbers = numbers(kind, of: step, window)
    if numbers.isIdentity(kind) { return layers(of: id, window: window, onto: nil) }
    var inner = kind.keepsDetail ? enlarged(for: [id], window: window) : self
    let reach = window.reduce(0.0) {
      max($0, kind.reach(numbers[$1 - window.lowerBound]) / Double(scale))
    }
    guard let box = box(of: id, step, reach: Int(reach.rounded(.up))) else { return [] }
    if box.width * inner.scale > PictureGenerator.mostEdge
      || box.height * inner.scale > PictureGenerator.mostEdge
    {
      inner = self
    }
    let layers = inner.layers(of: id, window: window, onto: nil)
    if layers.isEmpty { return [] }
    let drawn = layers.isolated
    let own = box.scaled(by: inner.scale)
    let isWhole = own == PixelRect(inner.drawnCanvas)
    var layer = Layer(
      content: .stack(isWhole ? drawn : drawn.map { $0.moved(from: inner.drawnCanvas, to: own) }),
      placement: .at(x: box.x * scale, y: box.y * scale),
      treatment: Treatment(
        kind,
        inner.numbers(kind, of: step, window)
          .map { kind.moved($0, Double(-own.x), Double(-own.y)) }),
      canvas: isWhole && inner.scale == scale ? nil : own.size)
    // What is blended as a whole stays so.
    if layers.count == 1 { layer.blend = layers[0].blend }
    if inner.scale != scale {
      layer.placement = .warped(
        .constant(
          Affine.translation(Double(own.x), Double(own.y)).then(onto(scale, from: inner.scale))))
    }
    return [layer]
  }

  private func numbers(
    _ kind: Treatment.Kind, of step: LayerStep, _ window: Range<Int>
  ) -> Sampled<[Double]> {
    sample(window) { kind.clamped(step.numbers(at: $0, canvas: canvas, scale: Double(scale))) }
  }

  /// Where something of `id` may be seen that reaches so many pixels beyond it, in pixels of the canvas; nil for nowhere.
  private func box(of id: NodeID, _ step: LayerStep, reach: Int) -> PixelRect? {
    let whole = PixelRect(canvas)
    guard var bounds = types[Int(id.index)].picture?.bounds, bounds != .everywhere else {
      return whole
    }
    if let frame = step.frame {
      bounds = bounds.union(RoundedBox(frame.box).hull).union(RoundedBox(frame.picture).hull)
    }
    // What is moved afterwards may come into sight; so far beside the canvas it is left out.
    let seen = isMoved ? whole.grown(by: max(canvas.width, canvas.height)) : whole
    let near = bounds.intersection(seen.grown(by: reach))
    let reached = bounds.grown(by: reach).intersection(seen)
    let box = near.union(reached).even
    if box.isEmpty { return nil }
    return PictureGenerator.isTooLarge(box, scale: scale) ? box.intersection(whole) : box
  }
}

extension Sampled<[Double]> {
  /// Whether they change nothing at any time.
  fileprivate func isIdentity(_ kind: Treatment.Kind) -> Bool {
    switch self {
    case .constant(let numbers): kind.isIdentity(numbers)
    case .perFrame(let values): values.allSatisfy { kind.isIdentity($0) }
    }
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
