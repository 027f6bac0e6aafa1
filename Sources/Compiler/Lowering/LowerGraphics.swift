// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

/// Drawn contents.
extension TimelineLowering {
  /// The frames of a drawing in its box, after all steps of `drawing`.
  ///
  /// Anything but a uniform rectangle is drawn on a picture of whole pixels around the box, so that its antialiased
  /// edges are inside the picture and nothing is resampled. If the layer is clipped to a shape, only the shape has
  /// antialiased edges.
  ///
  /// - Parameters:
  ///   - values: The keys of its animated values, with times relative to `lead`.
  mutating func graphic(
    _ content: GraphicContent, _ values: PropertyKeys, from lead: Time, of layer: DrawnLayer,
    _ drawing: LayerDrawing, in box: LayerBox
  ) -> RenderGraph.NodeID {
    var drawing = drawing
    // The line along a rectangle follows its corners, also those that an instruction gives it.
    let corners = content.linesCorners ? drawing.takeInstructedCorners() : []
    return inTurn(corners.map(\.frames), of: drawing) { [drawing] lowering, range in
      let use = corners.last { $0.frames.overlaps(range) }
      let own = use.flatMap { use in use.keys[.radius].map { (use.start, $0) } }
      return lowering.inTurn(drawing) { lowering, drawing in
        lowering.graphic(
          content, values, from: lead, of: layer, drawing, in: box, corners: own)
      }
    }
  }

  /// - Parameter corners: The radii of its corners, with times relative to a start, in place of those in `values`.
  private mutating func graphic(
    _ content: GraphicContent, _ values: PropertyKeys, from lead: Time, of layer: DrawnLayer,
    _ drawing: LayerDrawing, in box: LayerBox, corners: (start: Time, keys: [ResolvedKey])?
  ) -> RenderGraph.NodeID {
    var drawing = drawing
    let rect = box.rect
    let isCut = drawing.isCut
    var curves = curves(values, from: lead, in: box)
    if let corners {
      curves[.radius] = curve(corners.keys, of: .radius, from: corners.start) {
        frame.numbers($0, of: .radius, natural: box.natural, at: rect)
      }
    }
    var area: Graphic.Area
    switch content.outline {
    case .rect where content.stroke == nil:
      area = isCut || rect.whole != nil ? .everything : .box(RoundedBox(rect))
    case .rect: area = .box(RoundedBox(rect))
    case .particles(let settings):
      return particles(settings, of: layer, drawing, in: rect)
    case .ellipse, .points, .star, .path:
      area = .path(content.outline.path(in: rect, pixelScale: frame.pixelScale))
    }
    if let color = content.uniform {
      // It has no detail: a rectangle between pixels is drawn as any other picture there.
      let shown = isCut ? PixelBox(RoundedBox(rect).hull) : rect
      drawing.keepsShape = isCut
      return self.drawn(
        .color(color), PixelSize(Int(shown.width.rounded(.up)), Int(shown.height.rounded(.up))),
        curves, of: layer, in: shown, drawing, rect)
    }
    var hull = area.hull(in: rect)
    if content.stroke != nil { hull = hull.grown(by: reach(of: content, curves, layer)) }
    let whole = hull.even
    let origin = PixelPoint(-Double(whole.x), -Double(whole.y))
    let inner = rect.moved(origin.x, origin.y)
    place(content.fill, .fill, values, from: lead, in: inner, &curves)
    place(content.stroke?.fill, .stroke, values, from: lead, in: inner, &curves)
    var graphic = Graphic(
      area.moved(origin), fill: content.fill.map { fill($0, in: inner) }, size: whole.size)
    graphic.stroke = content.stroke.map { stroke in
      Stroke(
        fill(stroke.fill, in: inner), width: frame.pixelScale,
        dash: stroke.dash.map { $0 * frame.pixelScale }, cap: stroke.cap, join: stroke.join,
        hasHead: content.hasHead)
    }
    drawing.keepsShape = isCut
    return self.drawn(
      graphic, whole.size.drawable, curves, of: layer, in: PixelBox(whole), drawing, rect)
  }

  /// The values of a drawing that are the same wherever it lies.
  private func curves(
    _ values: PropertyKeys, from lead: Time, in box: LayerBox
  ) -> PropertyTable<Curve> {
    var curves = PropertyTable<Curve>()
    for entry in values.entries where !Property.Unit.inBox.contains(entry.property.unit) {
      curves[entry.property] = curve(entry.value, of: entry.property, from: lead) {
        frame.numbers($0, of: entry.property, natural: box.natural, at: box.rect)
      }
    }
    return curves
  }

  /// The distance by which the stroke of a drawing extends beyond its path; 0 without a stroke.
  private func reach(
    of content: GraphicContent, _ curves: PropertyTable<Curve>, _ layer: DrawnLayer
  ) -> Double {
    guard let stroke = content.stroke else { return 0 }
    let width = curves[.strokeWidth].map { curve in
      (0..<layer.frames.count).reduce(0) { most, index in
        curve.constantValue == nil || index == 0
          ? max(most, curve.value(at: rate.time(of: index))[0]) : most
      }
    }
    let reach = Stroke(
      .color(.white), width: 0, cap: stroke.cap, join: stroke.join, hasHead: content.hasHead
    )
    .reach(hasCorners: content.outline != .ellipse)
    return (width ?? frame.pixelScale) * reach + 1
  }

  /// The visible extent of a drawing beyond its box; 0 if it is cut off there.
  func overhang(
    of content: GraphicContent, _ values: PropertyKeys, from lead: Time, _ layer: DrawnLayer,
    _ drawing: LayerDrawing, in box: LayerBox
  ) -> Double {
    if content.stroke == nil || drawing.isCut && !content.linesCorners { return 0 }
    return reach(of: content, curves(values, from: lead, in: box), layer)
  }

  mutating func drawn(
    _ graphic: Graphic, _ size: PixelSize, _ curves: PropertyTable<Curve>, of layer: DrawnLayer,
    in shown: PixelBox, _ drawing: LayerDrawing, _ rect: PixelBox
  ) -> RenderGraph.NodeID {
    let isConstant = curves.entries.allSatisfy { $0.value.constantValue != nil }
    let graphic = isConstant ? graphic.with(curves, at: .zero) : graphic
    let source = graph.add(.graphic(graphic, size), origin: layer.span)
    let frames: Operation =
      isConstant
      ? .still(frames: layer.frames.count) : .draw(curves, frames: layer.frames.count)
    let node = graph.add(frames, [source], origin: layer.span)
    return drawn(
      graph.add(.fit(.stretch, box: shown), [node], origin: layer.span), drawing,
      of: LayerFrame(picture: rect, box: rect, fit: drawing.isResized ? .stretch : .contain))
  }

  /// Adds the curves by which a gradient that changes lies in `box`.
  private func place(
    _ settings: FillSettings?, _ paint: Property.Paint, _ values: PropertyKeys, from lead: Time,
    in box: PixelBox, _ curves: inout PropertyTable<Curve>
  ) {
    guard case .gradient(let gradient) = settings else { return }
    func numbers(_ value: PropertyValue, of property: Property) -> [Double] {
      value.numbers(inside: box, property.unit, pixelScale: frame.pixelScale)
    }
    for property in [paint.centre, paint.radius] {
      guard let keys = values[property] else { continue }
      curves[property] = curve(keys, of: property, from: lead) { numbers($0, of: property) }
    }
    var needsBox = curves[paint.direction] != nil
    if case .radial(_, let radii) = gradient.geometry, curves[paint.centre] != nil,
      curves[paint.radius] == nil
    {
      // Where nothing is said of it, the farthest corner is another one as the centre moves.
      needsBox = radii.isEmpty
      if !needsBox {
        let own = numbers(PropertyValue(radii.map(\.amount)), of: paint.radius)
        curves[paint.radius] = Curve([.init(.zero, own)])
      }
    }
    if needsBox {
      curves[.paintedBox] = .constant(box.x, box.y, box.width, box.height)
    }
  }

  /// The fill of a box, in pixels of this canvas.
  private func fill(_ settings: FillSettings, in box: PixelBox) -> Fill {
    switch settings {
    case .color(let color): return .color(color)
    case .gradient(let gradient):
      return .gradient(
        Gradient(gradient.geometry.placed(in: box, pixelScale: frame.pixelScale), gradient.stops))
    }
  }
}

extension GraphicContent {
  /// The colour of a rectangle that has one all over, or the first one where it changes.
  fileprivate var uniform: Color? {
    guard outline == .rect, stroke == nil, case .color(let color) = fill else { return nil }
    return color
  }

  fileprivate var hasHead: Bool {
    if case .points(_, _, hasHead: true) = outline { return true }
    return false
  }

  /// True if a line follows the corners of its box.
  var linesCorners: Bool { outline == .rect && stroke != nil }

  /// Takes what is said of the drawing itself out of the properties of its layer.
  func takeValues(from properties: inout PropertyKeys) -> PropertyKeys {
    let taken = Property.drawn + (linesCorners ? [.radius] : [])
    var values = PropertyKeys()
    for property in taken {
      values[property] = properties[property]
      properties[property] = nil
    }
    return values
  }
}

extension Graphic {
  /// The same with the values of `curves` at `time`.
  fileprivate func with(_ curves: PropertyTable<Curve>, at time: Time) -> Graphic {
    curves.entries.isEmpty ? self : with(values(of: curves, at: time))
  }
}

extension Graphic.Area {
  /// The box around all of it; `box` where that is its edge.
  fileprivate func hull(in box: PixelBox) -> PixelBox {
    guard case .path(let path) = self, let bounds = path.bounds else { return box }
    return PixelBox(
      x: bounds.x.lowerBound, y: bounds.y.lowerBound,
      width: bounds.x.upperBound - bounds.x.lowerBound,
      height: bounds.y.upperBound - bounds.y.lowerBound)
  }

  fileprivate func moved(_ by: PixelPoint) -> Graphic.Area {
    switch self {
    case .everything: self
    case .box(let box): .box(box.moved(by.x, by.y))
    case .path(let path): .path(path.mapped(.translation(by.x, by.y)).rounded)
    case .particles(let emitter): .particles(emitter.moved(by))
    }
  }
}

extension VectorPath {
  /// The same with coordinates that are multiples of 1/4096, as those of boxes are.
  fileprivate var rounded: VectorPath {
    func near(_ p: PixelPoint) -> PixelPoint {
      PixelPoint((p.x * 4096).rounded() / 4096 + 0, (p.y * 4096).rounded() / 4096 + 0)
    }
    return VectorPath(
      steps.map { step in
        switch step {
        case .move(let p): .move(near(p))
        case .line(let p): .line(near(p))
        case .curve(let a, let b, let p): .curve(near(a), near(b), near(p))
        case .close: .close
        }
      })
  }
}

extension PixelBox {
  /// The box with its edges `distance` farther out.
  func grown(by distance: Double) -> PixelBox {
    PixelBox(
      x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }

  /// The smallest rectangle of even edges around it, as far as pictures go.
  var even: PixelRect {
    let limit = 262_144.0
    func edge(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int((min(max(value, -limit), limit) / 2).rounded(rule)) * 2
    }
    let (left, top) = (edge(x, .down), edge(y, .down))
    return PixelRect(
      x: left, y: top, width: max(2, edge(x + width, .up) - left),
      height: max(2, edge(y + height, .up) - top))
  }
}

extension PixelSize {
  /// The size that something as large as this is drawn in: the same, or less where that would be too much.
  var drawable: PixelSize {
    let (w, h) = (Double(width), Double(height))
    let factor = min(1, 16_384 / max(w, h), (67_108_864 / (w * h)).squareRoot())
    return factor == 1
      ? self : PixelSize(max(2, Int(w * factor)), max(2, Int(h * factor)))
  }
}
