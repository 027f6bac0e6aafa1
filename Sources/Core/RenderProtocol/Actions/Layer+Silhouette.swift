// SPDX-License-Identifier: Apache-2.0

import Base

extension Layer {
  /// The same layer with drawings that are opaque all over their shape, regardless of their fill.
  ///
  /// The layers below are changed over the whole shape, though a drawing may be transparent there.
  /// Nil where the silhouette covers the same pixels as the layer. Opacity, blend mode and backdrop
  /// treatment are left out, as they apply to the layer as a whole.
  public var silhouette: Layer? {
    guard let shape = solid else { return nil }
    var whole = shape
    (whole.opacity, whole.blend, whole.backdrop) = (.constant(Layer.opaque), nil, nil)
    return whole
  }

  /// The same with opaque drawings; nil where nothing in it is another one then.
  private var solid: Layer? {
    var layer = self
    switch content {
    case .picture(var picture):
      guard let source = picture.source.solid else { return nil }
      picture.source = source
      layer.content = .picture(picture)
    case .stack(let layers):
      var isOther = false
      let shapes = layers.enumerated().map { index, inner -> Layer in
        // What masks it is as it is.
        guard mask == nil || index == 0, let solid = inner.solid else { return inner }
        isOther = true
        return solid
      }
      let hasShadow = treatment?.kind == .shadow
      guard isOther || hasShadow else { return nil }
      layer.content = .stack(shapes)
      if hasShadow { layer.treatment = nil }
    case .transition(var transition):
      let (from, to) = (transition.from.map(\.solid), transition.to.map(\.solid))
      guard (from + to).contains(where: { $0 != nil }) else { return nil }
      transition.from = zip(transition.from, from).map { $1 ?? $0 }
      transition.to = zip(transition.to, to).map { $1 ?? $0 }
      layer.content = .transition(transition)
    }
    return layer
  }
}

extension PictureSource {
  /// The same drawing, opaque where it is painted; nil for one that is, and for what is no drawing.
  fileprivate var solid: PictureSource? {
    func opaque(_ fill: Fill?) -> Fill? { fill.map { _ in .color(.white) } }
    switch self {
    case .graphic(let graphic, let size, let origin):
      guard graphic.fill?.hasAlpha == true || graphic.stroke?.fill.hasAlpha == true else {
        return nil
      }
      var solid = graphic
      solid.fill = opaque(graphic.fill)
      solid.stroke?.fill = .color(.white)
      return .graphic(solid, size: size, origin)
    case .drawing(let graphic, let values, let size, let origin):
      var solid = graphic
      solid.fill = opaque(graphic.fill)
      solid.stroke?.fill = .color(.white)
      func painted(_ values: Graphic.Values) -> Graphic.Values {
        var values = values
        (values.fill, values.stroke) = (opaque(values.fill), opaque(values.stroke))
        return values
      }
      let shapes: PerFrame<Graphic.Values> =
        switch values {
        case .constant(let value): .constant(painted(value))
        case .perFrame(let all): .perFrame(all.map(painted))
        }
      return .drawing(solid, shapes, size: size, origin)
    case .video, .image, .svg, .raster, .letters, .caption, .script: return nil
    }
  }
}
