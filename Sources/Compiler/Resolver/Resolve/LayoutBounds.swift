// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// Limits of what is drawn, so that whatever passes `check` can be rendered.
extension TimelineLayout {
  /// No box is wider or higher.
  private static let mostEdge = Double(PixelSize.mostEdge)
  /// The pixels of the largest canvas: a group, whose canvas is drawn whole, has no more.
  private static let mostPixels = 8192.0 * 8192
  /// No place is farther from the canvas, or from its shape's box.
  private static let farthest = 65_536.0

  /// Reports boxes and places far outside the canvas, which are mistakes, and too large to be drawn.
  ///
  /// - Parameter group: The group or track of the layer.
  mutating func checkBounds(
    of layer: LayerSettings, _ content: LayerContent, in group: LayerTarget?, at span: Span
  ) {
    let canvas = group.map { self.canvas(of: $0) } ?? Extent(self.canvas.size)
    // Of groups and of shapes with points: others have shapes of their own.
    let box = Extent(of: layer.size?.value, on: canvas)
    if let size = layer.size {
      if isLarge(size.value, on: canvas) {
        diagnostics.append(.largeBox(at: size.span))
      } else if case .group = content {
        checkArea(box, of: "a group", at: size.span)
      }
    }
    if let sizes = layer.properties[.size] {
      if sizes.values.contains(where: { $0.boxSize.map { isLarge($0, on: canvas) } ?? false }) {
        diagnostics.append(.largeBox(at: sizes.span))
      }
    }
    if let positions = layer.properties[.position] {
      for position in positions.places where isFar(position, on: canvas) {
        diagnostics.append(
          .simple(
            "limit", "a position lies at most 65536 pixels outside the canvas", at: positions.span))
      }
    }
    if case .graphic(let graphic) = content, case .points(let points, _, _) = graphic.outline,
      points.contains(where: { isFar($0.x, in: box.width) || isFar($0.y, in: box.height) })
    {
      diagnostics.append(
        .simple(
          "limit", "a point of a shape lies at most 65536 pixels outside its box", at: span))
    }
  }

  private func isLarge(_ size: BoxSize, on canvas: Extent) -> Bool {
    let edges = [
      size.width.map { $0.pixels(of: canvas.width) },
      size.height.map { $0.pixels(of: canvas.height) },
    ]
    return edges.contains { $0 ?? 0 > TimelineLayout.mostEdge }
  }

  /// Each interval of a film looks at everything that ever happens to its layers.
  mutating func checkCounts(of instructions: [Instruction]) {
    let most = 5000
    var counts: [LayerTarget: Int] = [:]
    for layer in instructions.lazy.flatMap(\.layers) {
      counts[layer.target, default: 0] += 1
      guard counts[layer.target] == most + 1 else { continue }
      diagnostics.append(
        .simple(
          "limit", "more than \(most) instructions change '\(layer.name.value)'",
          at: layer.name.span,
          hint: "write keyframes, one instruction for many moments"))
    }
  }

  /// Reports a mask of a layer that is too large: a mask has a canvas as large as the layer's box.
  mutating func checkArea(ofMask overlay: Overlay) {
    guard overlay.mask != nil, let masked = overlay.group else { return }
    checkArea(canvas(of: masked), of: "a layer with a mask", at: overlay.span)
  }

  /// Reports a canvas of the size `box` that exceeds the limits at the scale of the largest output.
  private mutating func checkArea(_ box: Extent, of owner: String, at span: Span) {
    let canvas = self.canvas.size
    let scale = project.outputs.compactMap(\.size?.value)
      .filter { $0.width * canvas.height == $0.height * canvas.width }
      .reduce(1) { max($0, Double($1.width) / Double(canvas.width)) }
    let (width, height) = (box.width * scale, box.height * scale)
    guard
      width > TimelineLayout.mostEdge || height > TimelineLayout.mostEdge
        || width * height > TimelineLayout.mostPixels
    else { return }
    let shown = "\(Int(width.rounded()))x\(Int(height.rounded()))"
    diagnostics.append(
      .simple(
        "limit",
        "\(owner) has at most \(Int(TimelineLayout.mostPixels)) pixels, and at most \(PixelSize.mostEdge) across and down,"
          + " this one \(shown)" + (scale > 1 ? " in the largest output" : ""),
        at: span, hint: "8192x8192 is the largest square"))
  }

  /// A place far away is a mistake, and its pixels have to be counted.
  private func isFar(_ place: PropertyValue, on canvas: Extent) -> Bool {
    zip(place.amounts, [canvas.width, canvas.height]).contains { amount, extent in
      switch amount {
      case .share(let share): abs(share) * extent > TimelineLayout.farthest
      case .pixels(let pixels), .number(let pixels), .perPixel(let pixels):
        abs(pixels) > TimelineLayout.farthest
      }
    }
  }

  private func isFar(_ length: Length, in extent: Double) -> Bool {
    abs(length.pixels(of: extent)) > TimelineLayout.farthest
  }

  /// The canvas of a group: as large as its `size` says, else as that which it lies on.
  private func canvas(of group: LayerTarget) -> Extent {
    switch group {
    case .overlay(let index):
      let overlay = project.overlays[index]
      return Extent(
        of: overlay.layer.size?.value,
        on: overlay.group.map { canvas(of: $0) } ?? Extent(canvas.size))
    case .clip(let track, let item):
      let around = canvas(of: .track(track))
      switch project.tracks[track].items[item] {
      case .clip(let clip): return Extent(of: clip.layer.size?.value, on: around)
      case .freeze(let freeze): return Extent(of: freeze.layer.size?.value, on: around)
      case .transition, .gap: break
      }
    case .track(let track):
      return Extent(of: project.tracks[track].layer.size?.value, on: Extent(canvas.size))
    }
    return Extent(canvas.size)
  }
}

/// A width and a height in pixels of the project.
private struct Extent {
  var width: Double
  var height: Double

  init(_ size: PixelSize) { (width, height) = (Double(size.width), Double(size.height)) }

  /// The box that a size asks for on `canvas`; one side that is left out keeps the shape of the canvas.
  init(of size: BoxSize?, on canvas: Extent) {
    let width = size?.width.map { $0.pixels(of: canvas.width) }
    let height = size?.height.map { $0.pixels(of: canvas.height) }
    self.width = width ?? height.map { $0 * canvas.width / canvas.height } ?? canvas.width
    self.height = height ?? width.map { $0 * canvas.height / canvas.width } ?? canvas.height
  }
}

extension Length {
  /// The length in pixels where it is a share of `extent`.
  fileprivate func pixels(of extent: Double) -> Double {
    switch self {
    case .share(let share): share * extent
    case .pixels(let pixels): pixels
    }
  }
}

extension Animated<PropertyValue> {
  /// The values of a position; of a path the corners of the box around it.
  fileprivate var places: [PropertyValue] {
    guard case .motion(let motion) = self, let path = motion.path else { return values }
    guard let bounds = path.path.bounds else { return [] }
    return [
      PropertyValue(placeOnPath: [bounds.x.lowerBound, bounds.y.lowerBound]),
      PropertyValue(placeOnPath: [bounds.x.upperBound, bounds.y.upperBound]),
    ]
  }
}

extension Diagnostic {
  fileprivate static func largeBox(at span: Span) -> Diagnostic {
    .simple("limit", "a box is at most \(PixelSize.mostEdge) pixels wide and high", at: span)
  }
}
