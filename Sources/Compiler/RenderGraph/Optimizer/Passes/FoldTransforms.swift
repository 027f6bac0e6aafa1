// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderProtocol

extension Pass {
  /// Moves a picture where it is placed, so that it is resampled once at most.
  ///
  ///     %2 = place %1 upright crop=640x360+0+0 box=1280x720+0+0
  ///     %3 = transform %2 scale={0: (0.5 0.5)}
  ///       →   %3 = place %1 upright crop=640x360+0+0 box=640x360+320+180
  ///
  ///     %3 = transform %2 scale={0: (1 1), 2: (1.2 1.2)}
  ///       →   %3 = warp %1 (2 0 0 2 0 0) crop=640x360+0+0 then scale={0: (1 1), 2: (1.2 1.2)}
  ///
  /// It goes through steps that move no pixel. Over groups and transitions, which end at the edges of
  /// the canvas, it stays.
  public static let foldTransforms = Pass("fold-transforms", isRequired: true) { graph in
    let isWanted = graph.nodes.contains { node in
      node.motion != nil && graph.canMove(node.inputs[0])
    }
    guard isWanted else { return }
    graph.rebuild { rebuilt, _, node in
      guard let motion = node.motion else { return rebuilt.add(node) }
      return rebuilt.move(node.inputs[0], motion, origin: node)
    }
  }
}

extension RenderGraph.Node {
  /// The step of geometry that it is in all of its frames; nil if it is none.
  fileprivate var motion: LayerStep? {
    guard case .step(let step, nil) = operation, step.stage == .geometry else { return nil }
    return step
  }
}

extension RenderGraph {
  /// Returns true if a transform can be folded into `id`.
  fileprivate func canMove(_ id: NodeID) -> Bool {
    switch self[id].operation {
    case .warp: true
    case .place: source(under: self[id].inputs[0]) != nil
    case .step(let step, _): step.stage.isPixelwise
    case .blend: true
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
      .draw,
      .orient, .fit,
      .motionBlur, .mask, .transition, .cut, .track, .join, .compose, .group, .listen, .gain, .mix,
      .film:
      false
    }
  }

  /// `id` moved by `motion`; `origin` is the transform.
  fileprivate mutating func move(_ id: NodeID, _ motion: LayerStep, origin: Node) -> NodeID {
    guard canMove(id) else {
      return add(.step(motion, during: nil), [id], origin: origin.origin)
    }
    let node = self[id]
    switch node.operation {
    case .step, .blend:
      let moved = move(node.inputs[0], motion, origin: origin)
      return add(node.operation, [moved], origin: node.origin)
    case .warp(let warp):
      return add(
        .warp(warp.moved(by: motion, canvas: canvas.size)), node.inputs, origin: node.origin)
    case .place(let orientation, let crop, let box, let isBlurred):
      return add(
        placed(
          FitGeometry(orientation: orientation, crop: crop, box: box), node.inputs[0], isBlurred,
          motion), node.inputs, origin: node.origin)
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
      .draw,
      .orient, .fit,
      .motionBlur, .mask, .transition, .cut, .track, .join, .compose, .group, .listen, .gain, .mix,
      .film:
      preconditionFailure("\(node.operation) cannot be moved")
    }
  }

  private func placed(
    _ geometry: FitGeometry, _ input: NodeID, _ isBlurred: Bool, _ motion: LayerStep
  ) -> Operation {
    if motion.isConstant {
      let map = motion.map(at: .zero, canvas: canvas.size).affine
      if let box = geometry.box.whole.flatMap({ map?.wholeBox(of: $0) }) {
        return .place(geometry.orientation, crop: geometry.crop, box: box, isBlurred: isBlurred)
      }
    }
    let size = source(under: input).flatMap { coded($0)?.size } ?? geometry.crop.size
    let warp = geometry.warp(coded: size, isBlurred: isBlurred)
    return .warp(warp.moved(by: motion, canvas: canvas.size))
  }
}

extension Warp {
  fileprivate func moved(by motion: LayerStep, canvas: PixelSize) -> Warp {
    var moved = self
    let map = motion.map(at: .zero, canvas: canvas).affine.map { self.map.then($0) }
    if let map, motion.isConstant, motions.isEmpty, clip == nil, map.isFinite, map.determinant != 0
    {
      moved.map = map
    } else {
      moved.motions.append(motion)
    }
    return moved
  }
}

extension Affine {
  /// The image of `box`, if that is a box of whole pixels again, neither turned nor mirrored.
  fileprivate func wholeBox(of box: PixelRect) -> PixelRect? {
    guard isScaling else { return nil }
    let e = extremes(of: box)
    let edges = [e.x0, e.y0, e.x1, e.y1]
    guard edges.allSatisfy({ abs($0 - $0.rounded()) < 1e-6 && abs($0) < 1e5 }) else {
      return nil
    }
    let whole = edges.map { Int($0.rounded()) }
    let moved = PixelRect(left: whole[0], top: whole[1], right: whole[2], bottom: whole[3])
    return moved.isEmpty ? nil : moved
  }
}
