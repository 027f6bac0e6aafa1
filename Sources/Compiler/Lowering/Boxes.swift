// SPDX-License-Identifier: Apache-2.0

package import Base
package import Catalog
import Diagnostics
package import ProjectModel
import RenderProtocol
package import Timeline

/// A box on the canvas that a layer is drawn in.
package struct LayerBox {
  /// The rectangle into which its picture is fitted.
  package var rect: PixelBox
  /// The place of its anchor.
  var anchor: PixelPoint
  /// The size of its own picture.
  package var natural: PixelSize
  /// The area in which anchors are placed, if smaller than the box: a text without its padding.
  var inner: PixelSize?

  /// The size of what an anchor is a place in.
  var extent: (width: Double, height: Double) {
    inner.map { (Double($0.width), Double($0.height)) } ?? (rect.width, rect.height)
  }
}

/// Places on the canvas.
extension LoweringFrame {
  /// The numbers of a value in pixels of this canvas.
  func numbers(_ value: PropertyValue) -> [Double] {
    value.numbers(on: size, pixelScale: pixelScale)
  }

  /// The numbers of a value of `property` for a layer whose own picture is `natural` large and lies at `picture`.
  func numbers(
    _ value: PropertyValue, of property: Property, natural: PixelSize, at picture: PixelBox
  ) -> [Double] {
    switch property.unit.extent {
    case .picture:
      value.amounts.enumerated().map { index, amount in
        switch amount {
        case .number(let share), .share(let share): share
        case .pixels(let pixels):
          pixels / Double(max(1, index % 2 == 0 ? natural.width : natural.height))
        case .perPixel: preconditionFailure("no part of a picture is 1 / a length")
        }
      }
    case .box:
      value.amounts.map { amount in
        switch amount {
        case .number(let pixels), .pixels(let pixels): pixels * pixelScale
        case .share(let share): share * min(picture.width, picture.height)
        case .perPixel: preconditionFailure("no corner is 1 / a length")
        }
      }
    case .canvas: numbers(value)
    }
  }

  /// Radii of corners that are cut out: in pixels and, where there are any, as shares of what is cut out.
  func corners(_ value: PropertyValue) -> [Double] {
    var (lengths, shares): ([Double], [Double]) = ([], [])
    for amount in value.amounts {
      switch amount {
      case .number(let pixels), .pixels(let pixels):
        lengths.append(pixels * pixelScale)
        shares.append(0)
      case .share(let share):
        lengths.append(0)
        shares.append(share)
      case .perPixel: preconditionFailure("no corner is 1 / a length")
      }
    }
    return shares.allSatisfy { $0 == 0 } ? lengths : lengths + shares
  }

  /// The box that a layer's picture or the raster of its text is fitted into, its anchor at
  /// `position`; nil where there is nothing to be drawn.
  ///
  /// Of a layer whose size changes, it is as large as that ever is.
  package func box(
    of layer: DrawnLayer, raster: Raster?, at position: PropertyValue
  ) -> LayerBox? {
    guard let sizes = layer.properties[.size] else {
      return ownBox(of: layer, raster: raster, at: position).flatMap { box in
        box.rect.width > 0 && box.rect.height > 0 ? box : nil
      }
    }
    let boxes = sizes.flatMap { [$0] + ($0.turns?.keys ?? []) }.map {
      ownBox(of: layer.sized($0.value), raster: raster, at: position)
    }
    guard var box = boxes.first ?? nil else { return nil }
    let anchor = layer.settings.anchor
    let width = boxes.reduce(0) { max($0, $1?.rect.width ?? 0) }
    let height = boxes.reduce(0) { max($0, $1?.rect.height ?? 0) }
    if width == 0 || height == 0 { return nil }
    box.rect = PixelBox(
      x: box.anchor.x - anchor.x * width, y: box.anchor.y - anchor.y * height, width: width,
      height: height)
    return box
  }

  /// `keys` of a layer in `box` with sizes as shares of that, and anchors as ways in pixels.
  func settled(
    _ keys: PropertyKeys, of layer: DrawnLayer, in box: LayerBox
  ) -> PropertyKeys {
    let anchor = layer.settings.anchor
    var keys = keys
    keys[.size] = keys[.size]?.map { key in
      key.mapped { value in
        guard let own = ownBox(of: layer.sized(value), raster: nil, at: PropertyValue(0, 0)),
          value.boxSize != nil
        else { return value }
        let (x, y) = (own.rect.width / box.rect.width, own.rect.height / box.rect.height)
        return PropertyValue(anchor.x * (1 - x), anchor.y * (1 - y), x, y)
      }
    }
    let extent = box.extent
    keys[.anchor] = keys[.anchor]?.map { key in
      key.mapped { value in
        func way(_ amount: PropertyValue.Amount, _ start: Double, _ length: Double)
          -> PropertyValue.Amount
        {
          switch amount {
          case .share(let share): .number((share - start) * length)
          case .pixels(let pixels): .number(pixels * pixelScale - start * length)
          case .number, .perPixel: amount
          }
        }
        return PropertyValue([
          way(value.amounts[0], anchor.x, extent.width),
          way(value.amounts[1], anchor.y, extent.height),
        ])
      }
    }
    return keys
  }

  private func ownBox(
    of layer: DrawnLayer, raster: Raster?, at position: PropertyValue
  ) -> LayerBox? {
    let anchor = layer.settings.anchor
    let wanted = layer.settings.size?.value
    let position = numbers(position)
    let canvas = (width: Double(size.width), height: Double(size.height))
    let crop = layer.properties[.crop]
    switch layer.content {
    case .clip(let media):
      return box(
        wanted, natural: media.uprightSize ?? canvas, crop: crop, default: size, position, anchor)
    case .graphic(let graphic):
      return box(
        of: graphic, wanted, crop: crop, layer.properties[.position] == nil ? nil : position, anchor
      )
    case .text:
      guard let raster else { return nil }
      let inner = raster.laidOut.box
      let (width, height) = (Double(inner.width), Double(inner.height))
      // Its pixels lie whole pixels away from its anchor: at a whole place a text is as sharp as it was drawn.
      let left = position[0] - (anchor.x * width - 0.5).rounded(.up)
      let top = position[1] - (anchor.y * height - 0.5).rounded(.up)
      return LayerBox(
        rect: raster.place(x: left, y: top),
        anchor: PixelPoint(left + anchor.x * width, top + anchor.y * height),
        natural: raster.laidOut.size, inner: inner.size)
    case .group where wanted != nil:
      // It has a canvas of its own, of whole pixels, which lies where its box does.
      let inner = self.canvas(of: layer)
      let own = box(wanted, natural: canvas, crop: nil, default: size, [0, 0], anchor).rect
      let width = own.width == 0 ? 0 : Double(inner.width)
      let height = own.height == 0 ? 0 : Double(inner.height)
      return LayerBox(
        rect: PixelBox(
          x: position[0] - anchor.x * width, y: position[1] - anchor.y * height, width: width,
          height: height), anchor: PixelPoint(position[0], position[1]), natural: inner)
    case .subtitles:
      // Its texts lie on the canvas, which turns about the place where they are.
      let place = place(ofSubtitles: layer)
      return LayerBox(rect: PixelBox(PixelRect(size)), anchor: place, natural: size)
    case .group:
      // It is drawn on a canvas like the one that it lies on, and moved from there.
      return LayerBox(
        rect: PixelBox(PixelRect(size)),
        anchor: PixelPoint(anchor.x * canvas.width, anchor.y * canvas.height), natural: size)
    case .image(let media):
      guard let natural = media.uprightSize else { return nil }
      // A pan fills its box, which without a size is the canvas, as that of a clip; so does what is fitted.
      let usual = layer.settings.kenBurns == nil && !layer.isFitted ? nil : size
      return box(
        wanted, natural: natural, crop: crop, default: usual, within: size, position, anchor)
    }
  }

  /// The box of a drawing: without a size the canvas, the largest square in it for what is regular, or as large as a
  /// path is.
  ///
  /// - Parameter place: Where its anchor lies; nil where that is not said.
  private func box(
    of graphic: GraphicContent, _ wanted: BoxSize?, crop: [ResolvedKey]?, _ place: [Double]?,
    _ anchor: Anchor
  ) -> LayerBox {
    let position = place ?? [Double(size.width) / 2, Double(size.height) / 2]
    switch graphic.outline {
    case .rect, .ellipse, .points, .particles:
      return box(
        wanted, natural: (Double(size.width), Double(size.height)), crop: crop, default: size,
        position, anchor)
    case .star:
      let side = min(size.width, size.height)
      return box(
        wanted, natural: (Double(side), Double(side)), crop: crop,
        default: PixelSize(side, side), position, anchor)
    case .path(let path, let origin):
      let bounds = path.bounds
      func length(_ range: ClosedRange<Double>?) -> Double {
        range.map { max(1, $0.upperBound - $0.lowerBound) } ?? 1
      }
      let (width, height) = (length(bounds?.x), length(bounds?.y))
      var own = position
      if origin == .canvas, place == nil, let bounds {
        // A line has no width, and goes through the middle of its box.
        func middle(_ range: ClosedRange<Double>) -> Double {
          (range.lowerBound + range.upperBound) / 2 * pixelScale
        }
        own = [
          middle(bounds.x) + (anchor.x - 0.5) * width * pixelScale,
          middle(bounds.y) + (anchor.y - 0.5) * height * pixelScale,
        ]
      }
      return box(
        wanted ?? BoxSize(width: .pixels(width), height: .pixels(height)),
        natural: (width, height), crop: crop, default: nil, own, anchor)
    }
  }

  /// The canvas of a group that lies on this one: as large as its `size` says, else as this.
  package func canvas(of group: DrawnLayer) -> PixelSize {
    guard let wanted = group.settings.size?.value else { return size }
    let canvas = (width: Double(size.width), height: Double(size.height))
    let rect = box(
      wanted, natural: canvas, crop: nil, default: size, [0, 0], group.settings.anchor
    ).rect
    return PixelSize(near: rect.width, rect.height)
  }

  /// The canvas that `layer` lies on: this, or that of the group that it is in.
  package func around(_ layer: LayerTarget, in timeline: Timeline) -> LoweringFrame {
    guard let group = timeline.group(around: layer) else { return self }
    var frame = around(group.target, in: timeline)
    frame.size = frame.canvas(of: group)
    return frame
  }

  /// A box on the canvas: its size is the one given, else the default, else the natural size after the initial crop.
  ///
  /// - Parameter most: The size that replaces a larger natural size; nil for none.
  private func box(
    _ wanted: BoxSize?, natural whole: (width: Double, height: Double), crop: [ResolvedKey]?,
    default usual: PixelSize?, within most: PixelSize? = nil, _ position: [Double],
    _ anchor: Anchor
  ) -> LayerBox {
    let pixels = PixelSize(
      max(1, Int(whole.width.rounded())), max(1, Int(whole.height.rounded())))
    let part = crop.map {
      numbers($0[0].value, of: .crop, natural: pixels, at: PixelBox(PixelRect(pixels)))
    }
    let natural = (
      width: whole.width * max(part?[2] ?? 1, 1e-3), height: whole.height * max(part?[3] ?? 1, 1e-3)
    )
    let width: Double
    let height: Double
    let w = wanted?.width.map { self.pixels($0, of: size.width) }
    let h = wanted?.height.map { self.pixels($0, of: size.height) }
    switch (w, h) {
    case (let w?, let h?): (width, height) = (w, h)
    case (let w?, nil): (width, height) = (w, w * natural.height / natural.width)
    case (nil, let h?): (width, height) = (h * natural.width / natural.height, h)
    case (nil, nil):
      let own = (
        width: max(1, (natural.width * pixelScale).rounded()),
        height: max(1, (natural.height * pixelScale).rounded())
      )
      let isLarger = most.map { own.width > Double($0.width) || own.height > Double($0.height) }
      let usual = usual ?? (isLarger == true ? most : nil)
      width = usual.map { Double($0.width) } ?? own.width
      height = usual.map { Double($0.height) } ?? own.height
    }
    // A size of 0 draws nothing; a small one is a pixel.
    let (across, down) = (width == 0 ? 0 : max(1, width), height == 0 ? 0 : max(1, height))
    return LayerBox(
      rect: PixelBox(
        x: position[0] - anchor.x * across, y: position[1] - anchor.y * down, width: across,
        height: down),
      anchor: PixelPoint(position[0], position[1]), natural: pixels)
  }
}

extension Raster {
  /// Its place on the canvas, for a text whose box is at (`x`, `y`).
  fileprivate func place(x: Double, y: Double) -> PixelBox {
    let (inner, own) = (laidOut.box, facts.box)
    // Laid out larger, a text may be as large as it was but for a fraction of a pixel: that is on both sides, as far as its
    // pixels still divide those of the canvas.
    func inset(_ length: Int, _ own: Int) -> Double {
      ((Double(length) * scale - Double(own)) / 2).rounded() / scale
    }
    let left = x + inset(inner.width, own.width)
    let top = y + inset(inner.height, own.height)
    return PixelBox(
      x: left - Double(own.x) / scale, y: top - Double(own.y) / scale,
      width: Double(facts.size.width) / scale, height: Double(facts.size.height) / scale)
  }
}

extension DrawnLayer {
  /// The same with a size that stays.
  fileprivate func sized(_ value: PropertyValue) -> DrawnLayer {
    var layer = self
    layer.properties[.size] = nil
    if let size = value.boxSize { layer.settings.size = Located(size, at: span) }
    return layer
  }
}

extension ResolvedKey {
  /// The place that is a way off from `start`, in pixels.
  func moved(from start: PixelPoint) -> ResolvedKey {
    mapped { value in
      guard case .number(let x) = value.amounts[0], case .number(let y) = value.amounts[1] else {
        preconditionFailure("a way is in pixels of the canvas")
      }
      return PropertyValue(start.x + x, start.y + y)
    }
  }

  /// The same with other values, also of its turns.
  func mapped(_ change: (PropertyValue) -> PropertyValue) -> ResolvedKey {
    var key = self
    key.value = change(value)
    key.turns?.keys = turns?.keys.map { $0.mapped(change) } ?? []
    return key
  }
}
