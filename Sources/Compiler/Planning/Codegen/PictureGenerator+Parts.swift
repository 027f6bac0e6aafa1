// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

// A part of a picture is drawn from the picture itself. One that never changes is drawn from the picture scaled to the
// size in which it is seen. One that moves is drawn from a picture with 1.75 times as many pixels, across and down, as are seen where the
// zoom is nearest, as far as there are so many: kernels take means of these for every frame, so nothing steps. The picture is
// scaled anew only where a zoom is an octave away from that.

extension PictureGenerator {
  /// The number of pixels, across and down, of a picture per visible pixel at the nearest zoom.
  private static let density = 1.75

  /// A picture that is fitted, and the step of geometry that fits it; nil for anything else.
  private func fitted(_ id: NodeID, window: Range<Int>) -> (leaf: Leaf, geometry: FitGeometry)? {
    let node = graph[id]
    switch node.operation {
    case .fit(.backdrop, _), .place(_, _, _, isBlurred: true): return nil
    case .fit, .place: break
    default: return nil
    }
    // Groups and films are composed, and cut as they lie on the canvas.
    guard group(under: node.inputs[0], window: window) == nil,
      film(under: node.inputs[0], window: window) == nil
    else { return nil }
    let leaf = source(node.inputs[0], window: window)
    guard leaf.turn == nil else { return nil }
    switch leaf.source {
    case .video, .image, .svg: break
    case .raster, .letters, .caption, .script, .graphic, .drawing: return nil
    }
    switch node.operation {
    case .place(let orientation, let crop, let box, _):
      return (
        leaf, FitGeometry(orientation: leaf.orientation.then(orientation), crop: crop, box: box)
      )
    case .fit(let fit, let box):
      return (
        leaf,
        FitGeometry(
          coded: leaf.coded, sampleAspect: leaf.sampleAspect, orientation: leaf.orientation,
          fit: fit, box: box)
      )
    default: return nil
    }
  }

  /// The layers left by a step that cuts a part out of a fitted picture; nil for anything else.
  func part(_ step: LayerStep, of id: NodeID, window: Range<Int>) -> [Layer]? {
    guard let (leaf, geometry) = fitted(id, window: window) else { return nil }
    let cuts = window.map { step.cut(at: rate.time(of: $0) + shift, canvas: canvas) }
    // A picture that is shown whole, and where it is fitted, keeps its samples.
    guard cuts.contains(where: { $0.map != .identity }) else { return nil }
    let zoom = level(of: cuts.reduce(0) { max($0, $1.zoom) }, nearest: nearest(of: step))
    let wanted = step.isConstant || leaf.isDrawn ? zoom : zoom * Self.density
    let size = size(
      of: geometry, zoom: wanted * max(Double(scale), magnification), isDrawn: leaf.isDrawn)
    var layer = placedAsIs(leaf, geometry, in: PixelRect(size), isBlurred: false)
    let own = Affine.scale(
      geometry.box.width / Double(size.width), geometry.box.height / Double(size.height)
    ).then(.translation(geometry.box.x, geometry.box.y))
    let maps = cuts.map { own.then($0.map).then(onto(scale)) }
    layer.placement = Placement(PerFrame(maps.map { Projection($0) }))
    let outlines = cuts.map { $0.outline.scaled(by: Double(scale)) }
    // What fills the canvas is cut off by that, unless it is moved.
    if seen != nil || !outlines.allSatisfy({ $0.fills(drawnCanvas) }) {
      layer.outline = PerFrame(outlines)
    }
    return [layer]
  }

  /// The frames of `window` in which a picture, of which a step cuts a part out, has to be scaled anew.
  func scalings(of step: LayerStep, on id: NodeID, window: Range<Int>) -> [Int] {
    guard step.stage.role == .cut, !step.isConstant, let first = window.first,
      fitted(id, window: first..<first + 1) != nil
    else { return [] }
    let nearest = nearest(of: step)
    var last: Double?
    return window.filter { frame in
      let zoom = step.cut(at: rate.time(of: frame), canvas: canvas).zoom
      let level = level(of: zoom, nearest: nearest)
      defer { last = level }
      return last != nil && last != level
    }
  }

  /// By how much a step that cuts a part out enlarges it at the key where it does so most.
  private func nearest(of step: LayerStep) -> Double {
    let times = step.curves.entries.flatMap { $0.value.ownKeys.map(\.time) }
    return times.reduce(0) { max($0, step.cut(at: $1, canvas: canvas).zoom) }
  }

  /// The zoom for which a picture is scaled that is seen `zoom` times as large as it is fitted: the nearest one, or so
  /// many octaves less.
  private func level(of zoom: Double, nearest: Double) -> Double {
    var level = nearest
    while level / 2 >= zoom, level > 1e-6 { level /= 2 }
    return level
  }

  /// The size to which a picture is scaled that is seen `zoom` times as large as it is fitted: no larger than it is.
  private func size(of geometry: FitGeometry, zoom: Double, isDrawn: Bool) -> PixelSize {
    let box = geometry.box
    var wanted = (box.width * zoom, box.height * zoom)
    let crop = geometry.crop
    if isDrawn {
      let most = min(1, 8192 / max(wanted.0, wanted.1))
      wanted = (wanted.0 * most, wanted.1 * most)
    } else if wanted.0 >= Double(crop.width) || wanted.1 >= Double(crop.height) {
      return crop.size
    }
    // Of even sizes, as chroma has half as many samples, the conversion of colours is fastest.
    func pixels(_ length: Double, _ most: Int) -> Int {
      let even = 2 * max(1, Int(((length - 1e-6) / 2).rounded(.up)))
      return isDrawn ? even : min(even, most)
    }
    return PixelSize(pixels(wanted.0, crop.width), pixels(wanted.1, crop.height))
  }
}

extension LayerCut {
  /// By how much it enlarges the picture, in the direction in which it does so more.
  fileprivate var zoom: Double { max(abs(map.a), abs(map.d)) }
}

extension RoundedBox {
  /// Returns true if it covers all of a canvas, except for invisible margins.
  fileprivate func fills(_ canvas: PixelSize) -> Bool {
    let limit = 1.0 / 1024
    return radii.allSatisfy { $0 == 0 } && x < limit && y < limit
      && x + width > Double(canvas.width) - limit && y + height > Double(canvas.height) - limit
  }
}
