// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import RenderGraph
import RenderProtocol

extension PictureGenerator {
  /// A source with its frames chosen and its turns collected, before it is fitted.
  struct Leaf {
    var source: PictureSource
    var coded: PixelSize
    var sampleAspect: Time
    /// True if it can be drawn at any size.
    var isDrawn: Bool {
      switch source {
      case .svg: true
      case .graphic(let graphic, _, _), .drawing(let graphic, _, _, _): graphic.uniform == nil
      case .video, .image, .raster, .letters, .caption, .script: false
      }
    }
    /// True if it is drawn by another library than shapes are.
    var isSVG: Bool {
      if case .svg = source { return true }
      return false
    }
    /// The most pixels, across or down, that it is drawn in.
    var mostEdge: Double { isSVG ? 4096 : 8192 }
    /// Composed exact turns below the fit.
    var orientation = Orientation.upright
    /// A turn that is not exact, with all exact ones in it.
    var turn: Affine?
  }

  /// The layer of a `fit`, `place` or `warp`.
  func leaf(_ id: NodeID, window: Range<Int>) -> Layer {
    let node = graph[id]
    let leaf = source(node.inputs[0], window: window)
    switch node.operation {
    case .place(let orientation, let crop, let box, let isBlurred):
      let geometry = FitGeometry(
        orientation: leaf.orientation.then(orientation), crop: crop, box: box)
      return fitted(leaf, geometry, isBlurred: isBlurred, window: window)
    case .fit(let fit, let box):
      guard let turn = leaf.turn else {
        let geometry = FitGeometry(
          coded: leaf.coded, sampleAspect: leaf.sampleAspect, orientation: leaf.orientation,
          fit: fit, box: box)
        return fitted(leaf, geometry, isBlurred: fit == .backdrop, window: window)
      }
      let warp = Warp(
        coded: leaf.coded, sampleAspect: leaf.sampleAspect, turn: turn, fit: fit, box: box)
      return warped(leaf, warp, window: window)
    case .warp(let warp):
      return warped(leaf, warp, window: window)
    default:
      preconditionFailure("\(node.operation) does not place a source")
    }
  }

  /// The most pixels, across or down, that the source of a `fit`, `place` or `warp` has for one of the film's
  /// canvas.
  func detail(ofLeaf id: NodeID, window: Range<Int>) -> Double {
    let node = graph[id]
    let leaf = source(node.inputs[0], window: window)
    switch (leaf.source, node.operation) {
    case (_, .place(_, _, _, isBlurred: true)), (_, .fit(.backdrop, _)): return 0
    case (.graphic(let graphic, _, _), _), (.drawing(let graphic, _, _, _), _):
      return graphic.uniform == nil ? .infinity : 0
    case (.svg, _): return .infinity
    case (_, .place(_, let crop, let box, _)): return crop.density(in: PixelBox(box))
    case (_, .fit(let fit, let box)):
      if let turn = leaf.turn {
        return Warp(
          coded: leaf.coded, sampleAspect: leaf.sampleAspect, turn: turn, fit: fit, box: box
        ).density
      }
      let geometry = FitGeometry(
        coded: leaf.coded, sampleAspect: leaf.sampleAspect, orientation: leaf.orientation,
        fit: fit, box: box)
      return geometry.crop.density(in: geometry.box)
    case (_, .warp(let warp)): return warp.isBlurred ? 0 : warp.density
    default: return 1
    }
  }

  private func fitted(
    _ leaf: Leaf, _ geometry: FitGeometry, isBlurred: Bool, window: Range<Int>
  ) -> Layer {
    // What a motion enlarges is drawn as large as it gets.
    let isEnlarged = leaf.isDrawn && !isBlurred && magnification > Double(scale) + 0.05
    guard !isEnlarged, let box = geometry.box.whole else {
      return warped(leaf, geometry.warp(coded: leaf.coded, isBlurred: isBlurred), window: window)
    }
    return placed(leaf, geometry, in: box, isBlurred: isBlurred)
  }

  private func placed(
    _ leaf: Leaf, _ geometry: FitGeometry, in whole: PixelRect, isBlurred: Bool
  ) -> Layer {
    guard scale > 1 else { return placedAsIs(leaf, geometry, in: whole, isBlurred: isBlurred) }
    let (crop, box) = (geometry.crop, whole.scaled(by: scale))
    var hasDetail = crop.width >= box.width && crop.height >= box.height
    if leaf.isDrawn { hasDetail = max(box.width, box.height) <= PixelSize.mostEdge }
    if hasDetail, !isBlurred { return placedAsIs(leaf, geometry, in: box, isBlurred: false) }
    // It is drawn at its own size, then enlarged by the same filter that a motion of it would use.
    let size = isBlurred ? whole.size : crop.size
    var layer = placedAsIs(leaf, geometry, in: PixelRect(size), isBlurred: isBlurred)
    let enlarging = Affine.scale(
      Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
    layer.placement = .warped(
      .constant(enlarging.then(.translation(Double(box.x), Double(box.y)))))
    return layer
  }

  func placedAsIs(
    _ leaf: Leaf, _ geometry: FitGeometry, in box: PixelRect, isBlurred: Bool
  ) -> Layer {
    var picture = Picture(source: leaf.source)
    let upright = geometry.orientation.size(of: leaf.coded)
    let crop = geometry.crop
    if leaf.isDrawn {
      // A drawing is rasterised at the size it is shown at.
      let size = PixelSize(
        upright.width * box.width / max(crop.width, 1),
        upright.height * box.height / max(crop.height, 1))
      let isWhole = crop == PixelRect(upright)
      let drawn = isWhole ? box.size : size
      picture.source = leaf.source.drawn(
        geometry.orientation.swapsAxes ? drawn.transposed : drawn)
      if geometry.orientation != .upright { picture.steps.append(.orient(geometry.orientation)) }
      if !isWhole { picture.steps.append(.scale(box.size)) }
    } else if box.width * box.height < crop.width * crop.height {
      // Shrink before turning: fewer pixels are moved.
      let coded = geometry.codedCrop(coded: leaf.coded)
      if coded != PixelRect(leaf.coded) { picture.steps.append(.crop(coded)) }
      picture.steps.append(
        .scale(geometry.orientation.swapsAxes ? box.size.transposed : box.size))
      if geometry.orientation != .upright { picture.steps.append(.orient(geometry.orientation)) }
    } else {
      if geometry.orientation != .upright { picture.steps.append(.orient(geometry.orientation)) }
      if crop != PixelRect(upright) { picture.steps.append(.crop(crop)) }
      // How large a photo is has to be known before it is decoded.
      if box.size != crop.size || leaf.source.isImage { picture.steps.append(.scale(box.size)) }
    }
    if isBlurred { picture.steps.append(.blur) }
    return Layer(content: .picture(picture), placement: .at(x: box.x, y: box.y))
  }

  private func warped(_ leaf: Leaf, _ warp: Warp, window: Range<Int>) -> Layer {
    var picture = Picture(source: leaf.source)
    let crop = warp.crop
    // From pixels of the picture to coded ones: a drawing has more of them than it says.
    var toCoded = Affine.identity
    if leaf.isDrawn {
      let across = (warp.map.a * warp.map.a + warp.map.b * warp.map.b).squareRoot()
      let edge = Double(max(leaf.coded.width, leaf.coded.height, 1))
      let drawing = min(
        max(across * max(Double(scale), magnified(by: warp.motions).magnification), 1),
        max(leaf.mostEdge / edge, leaf.isSVG ? 0 : 1))
      let size = PixelSize(
        max(1, Int((Double(leaf.coded.width) * drawing).rounded())),
        max(1, Int((Double(leaf.coded.height) * drawing).rounded())))
      picture.source = leaf.source.drawn(size)
      toCoded = .scale(
        Double(leaf.coded.width) / Double(size.width),
        Double(leaf.coded.height) / Double(size.height))
    } else if crop != PixelRect(leaf.coded) {
      picture.steps.append(.crop(crop))
    }
    if warp.isBlurred { picture.steps.append(.blur) }
    toCoded = toCoded.then(.translation(Double(crop.x), Double(crop.y)))
    let source = toCoded
    guard let clip = warp.clip else {
      let map = sample(window, isConstant: warp.isConstant) { time in
        source.then(warp.map(at: time, canvas: canvas)).then(onto(scale))
      }
      return Layer(content: .picture(picture), placement: Placement(map))
    }
    func still(_ scale: Int) -> Layer {
      var layer = Layer(
        content: .picture(picture),
        placement: .warped(.constant(source.then(warp.map).then(onto(scale)))))
      // Only edges that cut no sample of chroma need no shape.
      if let whole = clip.whole?.scaled(by: scale), whole.even == whole {
        layer.clip = whole
      } else {
        layer.outline = .constant(RoundedBox(clip).scaled(by: Double(scale)))
      }
      return layer
    }
    if warp.motions.isEmpty { return still(scale) }
    // What is cut off stays off when the frame moves: it is drawn, then moved.
    var motion = warp
    motion.map = .identity
    let inner = magnified(by: warp.motions).enlarged(toShow: warp.isBlurred ? 0 : warp.density)
    let shown = RoundedBox(clip).hull.even
    let sheet =
      sheet(showing: shown, drawnBy: inner)
      ?? Sheet(generator: inner, box: PixelRect(inner.drawnCanvas))
    let layer = layer(.stack(sheet.laid([still(sheet.generator.scale)])), on: sheet)
    let motions = sample(window, isConstant: motion.isConstant) {
      drawn(motion.map(at: $0, canvas: canvas))
    }
    return moved([layer], motions)[0]
  }

  /// The source below a fit: turns, then frames, then the source itself.
  func source(_ id: NodeID, window: Range<Int>) -> Leaf {
    let node = graph[id]
    switch node.operation {
    case .orient(let turn):
      var leaf = source(node.inputs[0], window: window)
      switch turn {
      case .exact(let orientation):
        leaf.orientation = leaf.orientation.then(orientation)
        if let earlier = leaf.turn {
          leaf.turn = earlier.then(orientation.affine(for: PixelSize(0, 0)))
        }
      case .linear(let a, let b, let c, let d):
        let earlier = leaf.turn ?? leaf.orientation.affine(for: PixelSize(0, 0))
        leaf.turn = earlier.then(Affine(a, b, c, d, 0, 0))
      }
      return leaf
    case .cut(let range):
      return source(
        node.inputs[0],
        window: (window.lowerBound + range.lowerBound)..<(window.upperBound + range.lowerBound))
    case .join:
      var start = 0
      for input in node.inputs {
        let end = start + counts[Int(input.index)]
        if window.lowerBound < end {
          return source(
            input, window: (window.lowerBound - start)..<(window.upperBound - start))
        }
        start = end
      }
      preconditionFailure("a window outside its join")
    case .read(let map, _):
      let source = graph[node.inputs[0]].operation
      if case .script(let script) = source {
        let read = ScriptRead(script, map, origin(node.origin, nil)).slice(window, rate: rate)
        return Leaf(source: .script(read), coded: script.canvas, sampleAspect: Time(1))
      }
      guard case .video(let video) = source else {
        preconditionFailure("frames are read of video")
      }
      var read = VideoRead(
        file: video.file, stream: video.stream, zero: video.zero,
        map: map.slice(window, rate: rate), origin: origin(node.origin, video.file))
      (read.between, read.fields, read.grid) = (video.between, video.fields, video.grid)
      read.size = video.size
      return Leaf(source: .video(read), coded: video.size, sampleAspect: video.sampleAspect)
    case .still:
      return still(graph[node.inputs[0]].operation, node.origin)
    case .draw(let curves, _):
      let drawn = graph[node.inputs[0]].operation
      if case .raster(let raster) = drawn, let counter = raster.counter {
        // Frames that show the same share their letters.
        var (shown, known): (String?, [Letter]) = (nil, [])
        let curve = curves[.number] ?? .constant(0)
        let isConstant = curve.constantValue != nil
        let letters = sample(window, isConstant: isConstant) { time in
          let value = curve.value(at: time)[0]
          let text = counter.format.number(value, rate: rate)
          if text != shown { (shown, known) = (text, counter.letters(of: value, rate: rate)) }
          return known
        }
        return Leaf(
          source: .letters(
            raster.file, letters, size: raster.size, origin(node.origin, raster.file)),
          coded: raster.size, sampleAspect: Time(1))
      }
      guard case .graphic(let graphic, let size) = drawn else {
        preconditionFailure("a drawing or a counter is drawn")
      }
      let origin = origin(node.origin, nil)
      let source: PictureSource =
        switch sample(window, { graphic.values(of: curves, at: $0) }) {
        case .constant(let values): .graphic(graphic.with(values), size: size, origin)
        case let values: .drawing(graphic, values, size: size, origin)
        }
      return Leaf(source: source, coded: size, sampleAspect: Time(1))
    default:
      preconditionFailure("\(node.operation) has no frames of a source")
    }
  }

  private func still(_ operation: Operation, _ place: Span?) -> Leaf {
    switch operation {
    case .image(let image):
      let origin = origin(place, image.file)
      return image.isSVG
        ? Leaf(
          source: .svg(image.file, size: image.size, origin), coded: image.size,
          sampleAspect: Time(1))
        : Leaf(
          source: .image(image.file, origin), coded: image.size, sampleAspect: Time(1))
    case .raster(let raster):
      return Leaf(
        source: .raster(raster.file, origin(place, raster.file)), coded: raster.size,
        sampleAspect: Time(1))
    case .caption(let caption):
      return Leaf(
        source: .caption(caption, origin(place, nil)), coded: caption.canvas, sampleAspect: Time(1))
    case .graphic(let graphic, let size):
      return Leaf(
        source: .graphic(graphic, size: size, origin(place, nil)), coded: size,
        sampleAspect: Time(1))
    default:
      preconditionFailure("\(operation) is not a still")
    }
  }
}

extension PictureSource {
  /// The same drawing in another size.
  fileprivate func drawn(_ size: PixelSize) -> PictureSource {
    switch self {
    case .svg(let file, _, let origin): .svg(file, size: size, origin)
    case .graphic(let graphic, _, let origin): .graphic(graphic, size: size, origin)
    case .drawing(let graphic, let values, _, let origin):
      .drawing(graphic, values, size: size, origin)
    case .video, .image, .raster, .letters, .caption, .script: self
    }
  }
}

extension PictureSource {
  /// True if it is an image file.
  fileprivate var isImage: Bool { if case .image = self { true } else { false } }
}
