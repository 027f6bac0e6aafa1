// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

// What is composed (transitions, layers of layers) and enlarged afterwards is composed on a larger canvas, as far as
// the sources have pixels for it. Else a picture would be less sharp in a transition than before and after it, where it
// is drawn at its final size from its source.

extension PictureGenerator {
  /// A canvas is not enlarged beyond this many pixels: a 4K one is left as it is.
  static let mostPixels = 1 << 24
  /// The largest number of pixels of a separate canvas, also if it is larger than the film's
  /// canvas.
  static let mostPixelsOfSheet = 1 << 25
  private static let mostScale = 8

  /// Returns true if a canvas for `box` of the drawn canvas exceeds the limits, in pixels or along
  /// an edge.
  ///
  /// - Parameter scale: The scale at which `box` is drawn.
  static func isTooLarge(_ box: PixelRect, scale: Int, most: Int) -> Bool {
    max(box.width, box.height) * scale > PixelSize.mostEdge
      || box.width * box.height * scale * scale > most
  }

  /// The size of the canvas that is drawn in place of the film's.
  var drawnCanvas: PixelSize { PixelSize(canvas.width * scale, canvas.height * scale) }

  /// Draws what is moved by `motions` afterwards.
  func magnified(by motions: [LayerStep]) -> PictureGenerator {
    var result = self
    result.magnification *= motions.reduce(1) { $0 * $1.magnification(on: canvas) }
    return result
  }

  /// Draws what is composed of `inputs` large enough for what is done to it afterwards.
  func enlarged(for inputs: [NodeID], window: Range<Int>) -> PictureGenerator {
    guard magnification > Double(scale) else { return self }
    return enlarged(toShow: inputs.reduce(0) { max($0, detail(of: $1, window: window)) })
  }

  /// Draws something with `detail` pixels for one of the canvas large enough for what is done to it afterwards.
  ///
  /// The scale is a whole number, so that even edges stay even.
  func enlarged(toShow detail: Double) -> PictureGenerator {
    let wanted = min(magnification, detail, Double(PictureGenerator.mostScale))
    var result = self
    // Less than a twentieth is not seen.
    while Double(result.scale) + 0.05 < wanted {
      let next = result.scale + 1
      if canvas.width * next * canvas.height * next > PictureGenerator.mostPixels { break }
      result.scale = next
    }
    return result
  }

  /// Something composed on the canvas of `inner`, as it lies on this one.
  func whole(_ content: Content, drawnBy inner: PictureGenerator) -> Layer {
    guard inner.scale != scale else { return Layer(content: content, placement: .at(x: 0, y: 0)) }
    return Layer(
      content: content, placement: .warped(.constant(onto(scale, from: inner.scale))),
      canvas: inner.drawnCanvas)
  }

  /// The map from canvases of one scale to those of another.
  func onto(_ scale: Int, from other: Int = 1) -> Affine {
    let factor = Double(scale) / Double(other)
    return .scale(factor, factor)
  }

  /// A map of the film's canvas for what is drawn instead of it.
  func drawn(_ map: Projection) -> Projection {
    scale == 1 ? map : onto(1, from: scale).then(map).then(onto(scale))
  }

  /// The most pixels that a source seen in `window` has for one of the film's canvas.
  func detail(of id: NodeID, window: Range<Int>) -> Double {
    let node = graph[id]
    switch node.operation {
    case .fit, .place, .warp:
      if let group = group(under: node.inputs[0], window: window) {
        return graph[group.id].inputs.reduce(0) { max($0, detail(of: $1, window: group.window)) }
      }
      if let film = film(under: node.inputs[0], window: window) {
        return generator(of: film.source).detail(of: film)
      }
      return window.lowerBound < counts[Int(id.index)] ? detail(ofLeaf: id, window: window) : 0
    case .step, .blend, .motionBlur:
      // Steps on one another may be thousands.
      var below = node.inputs[0]
      while case .step = graph[below].operation { below = graph[below].inputs[0] }
      return detail(of: below, window: window)
    case .cut(let range):
      return detail(
        of: node.inputs[0],
        window: (window.lowerBound + range.lowerBound)..<(window.upperBound + range.lowerBound))
    case .track(let starts):
      guard let index = starts.lastIndex(where: { $0 <= window.lowerBound }) else { return 0 }
      return detail(
        of: node.inputs[index],
        window: (window.lowerBound - starts[index])..<(window.upperBound - starts[index]))
    case .join:
      var start = 0
      for input in node.inputs {
        let end = start + counts[Int(input.index)]
        if window.lowerBound < end {
          return detail(
            of: input, window: (window.lowerBound - start)..<(window.upperBound - start))
        }
        start = end
      }
      return 0
    case .transition, .compose, .mask:
      return node.inputs.reduce(0) { max($0, detail(of: $1, window: window)) }
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .read, .still, .draw,
      .orient,
      .group, .audio,
      .listen,
      .gain, .mix, .film:
      preconditionFailure("\(node.operation) is not drawn on the canvas")
    }
  }
}

extension LayerStep {
  /// By how much it enlarges what it moves, where it does so most.
  fileprivate func magnification(on canvas: PixelSize) -> Double {
    if stage.role == .cut {
      // Between keys a part of the picture is no smaller than at the smaller of them.
      let times = curves.entries.flatMap { $0.value.ownKeys.map(\.time) }
      return times.reduce(1) { most, time in
        let map = cut(at: time, canvas: PixelSize(0, 0)).map
        return max(most, abs(map.a), abs(map.d))
      }
    }
    return curves.entries.reduce(nearness(on: canvas)) { product, entry in
      guard let map = entry.property.map else { return product }
      let factors = entry.value.ownKeys.map { key in
        guard case .plane(let m) = map(key.value, PixelPoint(0, 0)) else { return 1.0 }
        return max((m.a * m.a + m.b * m.b).squareRoot(), (m.c * m.c + m.d * m.d).squareRoot())
      }
      return product * (factors.max() ?? 1)
    }
  }

  /// By how much it enlarges what comes near, at most twice: what is nearer is seen for a moment, or in a corner.
  private func nearness(on canvas: PixelSize) -> Double {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let keys = curves.entries.flatMap { $0.value.ownKeys.map(\.time) }
    guard let first = keys.min(), let last = keys.max() else { return 1 }
    // A turn is nearest between its keys.
    let times =
      first == last ? [first] : (0...16).map { first + (last - first) * Time($0, over: 16) }
    return times.reduce(1) { most, time in
      let map = map(at: time, canvas: canvas)
      guard map.affine == nil else { return most }
      let corners = [(0, 0), (width, 0), (0, height), (width, height)]
      return corners.reduce(most) { most, corner in
        let w = map.depth(corner.0, corner.1)
        return max(most, w > 0.5 ? 1 / w : 2)
      }
    }
  }
}

extension Warp {
  /// The most pixels, across or down, that it draws into one of the canvas.
  var density: Double {
    let least = min(
      (map.a * map.a + map.b * map.b).squareRoot(), (map.c * map.c + map.d * map.d).squareRoot())
    return least > 0 ? 1 / least : 1
  }
}

extension PixelRect {
  /// The most pixels of it, across or down, for one of `box`.
  func density(in box: PixelBox) -> Double {
    max(Double(width) / max(box.width, 1), Double(height) / max(box.height, 1))
  }

  func scaled(by scale: Int) -> PixelRect {
    PixelRect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
  }
}
