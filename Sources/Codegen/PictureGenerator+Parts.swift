// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Properties
import RenderIR

// A part of a picture is drawn from the picture itself, which is scaled first, once, to hardly more than the size in which
// it is seen: so every sample is a mean of all pixels that it covers, and nothing is resampled twice. Where a zoom goes
// on, the picture is scaled anew.

extension PictureGenerator {
  /// The factor between two sizes to which a picture is scaled: an eighth of an octave.
  private static let stride = 1.0905077326652577

  /// A picture that is fitted, and the step of geometry that fits it; nil for anything else.
  private func fitted(_ id: NodeID, window: Range<Int>) -> (leaf: Leaf, geometry: FitGeometry)? {
    let node = graph[id]
    switch node.operation {
    case .fit(.backdrop, _), .place(_, _, _, isBlurred: true): return nil
    case .fit, .place: break
    default: return nil
    }
    guard group(under: node.inputs[0], window: window) == nil else { return nil }
    let leaf = source(node.inputs[0], window: window)
    guard leaf.turn == nil else { return nil }
    switch leaf.source {
    case .video, .image, .svg: break
    case .raster, .graphic, .drawing: return nil
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

  /// What a step that cuts a part out leaves of a picture that is fitted; nil where it is anything else.
  func part(_ step: LayerStep, of id: NodeID, window: Range<Int>) -> [Layer]? {
    guard let (leaf, geometry) = fitted(id, window: window) else { return nil }
    let cuts = window.map { step.cut(at: rate.time(of: $0), canvas: canvas) }
    // A picture that is shown whole, and where it is fitted, keeps its samples.
    guard cuts.contains(where: { $0.map != .identity }) else { return nil }
    let seen = max(Double(scale), magnification)
    let zoom = cuts.reduce(0) { max($0, zoomed(by: $1)) } * seen
    let isStill = cuts.allSatisfy { $0.map == cuts[0].map }
    let size = size(of: geometry, zoom: isStill ? zoom : Self.level(zoom), isDrawn: leaf.isDrawn)
    var layer = placedAsIs(leaf, geometry, in: PixelRect(size), isBlurred: false)
    let own = Affine.scale(
      geometry.box.width / Double(size.width), geometry.box.height / Double(size.height)
    ).then(.translation(geometry.box.x, geometry.box.y))
    let maps = cuts.map { own.then($0.map).then(onto(scale)) }
    layer.placement = Placement(Sampled(maps.map { Projection($0) }))
    let outlines = cuts.map { $0.outline.scaled(by: Double(scale)) }
    let whole = RoundedBox(PixelRect(drawnCanvas))
    if !outlines.allSatisfy({ $0.radii == whole.radii && $0.intersection(whole) == whole }) {
      layer.outline = Sampled(outlines)
    }
    return [layer]
  }

  /// The frames of `window` in which a picture, of which a step cuts a part out, has to be scaled anew.
  func scalings(of step: LayerStep, on id: NodeID, window: Range<Int>) -> [Int] {
    guard step.stage.role == .cut, !step.isConstant, let first = window.first,
      fitted(id, window: first..<first + 1) != nil
    else { return [] }
    var last: Double?
    return window.filter { frame in
      let level = Self.level(zoomed(by: step.cut(at: rate.time(of: frame), canvas: canvas)))
      defer { last = level }
      return last != nil && last != level
    }
  }

  private func zoomed(by cut: LayerCut) -> Double { max(abs(cut.map.a), abs(cut.map.d)) }

  /// The least power of the factor between two sizes that is no less than `zoom`.
  private static func level(_ zoom: Double) -> Double {
    var level = 1.0
    while level < zoom, level < 1e6 { level *= stride }
    while level / stride >= zoom, level > 1e-6 { level /= stride }
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
    func pixels(_ length: Double) -> Int { max(1, Int((length - 1e-6).rounded(.up))) }
    return PixelSize(pixels(wanted.0), pixels(wanted.1))
  }
}
