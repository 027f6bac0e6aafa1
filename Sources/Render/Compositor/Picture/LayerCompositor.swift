// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol

/// The layers of one part, bottom first, with their canvas.
final class LayerCompositor {
  private struct Node {
    let layer: Layer
    let content: NodeContent
    /// Draws the shape of a layer below which something is changed, where that is not what the layer covers.
    let shape: LayerCompositor?
  }

  private enum NodeContent {
    case picture(SourceNode)
    case stack(LayerCompositor, LayerTreatmentNode?)
    case transition(TransitionNode)

    /// The same content after another treatment.
    func with(_ treatment: LayerTreatmentNode?) -> NodeContent {
      guard case .stack(let stack, _) = self else { return self }
      return .stack(stack, treatment)
    }
  }

  private let nodes: [Node]
  /// The layer that asked for its first picture, for messages.
  let origin: Origin
  private let background: Color?
  private var knownPaint: Paint?
  let size: PixelSize
  /// Its number of frames in a second.
  private let rate: FrameRate
  let run: RenderRun
  /// The number of moments of which it is the mean; nil where its layers lie over each other.
  private let moments: Int?
  /// The way that the second of its two layers masks the first; nil where its layers lie over each
  /// other.
  private let mask: LayerMask?
  private var lastItems: [Item]?
  private var lastResult: ImageBuffer?
  /// The pictures of items that are drawn by themselves first, in the last frame.
  private var aparts: [Apart] = []
  /// True if it is the outermost stack, whose frames are requested in order.
  private let isOutermost: Bool
  /// A picture without samples in the form of the canvas.
  var knownShell: ImageBuffer?

  /// An item as it was drawn by itself, at full opacity.
  private struct Apart {
    var item: Item
    /// Its place on the canvas.
    var area: PixelRect
    var frame: ImageBuffer
  }

  /// - Parameters:
  ///   - size: The size of the canvas.
  ///   - background: The colour where no layer is; nil for transparent.
  ///   - moments: The number of moments of which it is the mean; see `Layer.moments`.
  ///   - mask: How the second layer masks the first; see `Layer.mask`.
  ///   - ground: The background of the film.
  ///   - rate: How many of its frames there are in a second.
  ///   - isOutermost: Whether it is the film's, whose frames are asked for one after the other.
  init(
    _ layers: [Layer], on size: PixelSize, background: Color?, moments: Int? = nil,
    mask: LayerMask? = nil, ground: Color, rate: FrameRate, isOutermost: Bool = false,
    run: RenderRun
  ) throws(RenderFailure) {
    var nodes: [Node] = []
    func stack(_ layers: [Layer], on size: PixelSize) throws(RenderFailure) -> LayerCompositor {
      try LayerCompositor(layers, on: size, background: nil, ground: ground, rate: rate, run: run)
    }
    func treating(_ layer: Layer, of origin: Origin) throws(RenderFailure) -> LayerTreatmentNode? {
      guard let treatment = layer.treatment else { return nil }
      var cover: LayerCompositor?
      if case .layers(let covering) = treatment.cover {
        cover = try stack(covering, on: layer.canvas ?? size)
      }
      return LayerTreatmentNode(treatment, of: origin, cover: cover, run: run)
    }
    func add(_ layer: Layer, _ content: NodeContent) throws(RenderFailure) {
      var shape: LayerCompositor?
      if layer.backdrop != nil, let opaque = layer.silhouette {
        shape = try stack([opaque], on: size)
      }
      nodes.append(Node(layer: layer, content: content, shape: shape))
    }
    for layer in layers {
      // At all moments it is mostly the same picture, which is decoded once. So is a film that is shown several times.
      let isShared = moments != nil || layer.origin != nil
      let twin = isShared ? nodes.first { $0.layer.hasContent(of: layer) } : nil
      if let twin {
        var treatment: LayerTreatmentNode?
        if case .stack(let stack, _) = twin.content {
          treatment = try treating(layer, of: stack.origin)
        }
        try add(layer, twin.content.with(treatment))
        continue
      }
      switch layer.content {
      case .picture(let picture):
        try add(layer, .picture(SourceNode(picture, rate: rate, run: run)))
      case .stack(let layers):
        let stack = try LayerCompositor(
          layers, on: layer.canvas ?? size, background: nil, moments: layer.moments,
          mask: layer.mask, ground: ground, rate: layer.pace?.rate ?? rate, run: run)
        try add(layer, .stack(stack, try treating(layer, of: stack.origin)))
      case .transition(let transition):
        let node = try TransitionNode(
          transition, on: layer.canvas ?? size, ground: ground, rate: rate, run: run)
        try add(layer, .transition(node))
      }
    }
    self.nodes = nodes
    origin = layers.pictures.lazy.map(\.source.origin).first { $0 != Origin.none } ?? Origin.none
    self.background = background
    self.size = size
    self.moments = moments
    self.mask = mask
    self.rate = rate
    self.isOutermost = isOutermost
    self.run = run
  }

  /// Releases the resources that the layers hold.
  func close() {
    for node in nodes {
      switch node.content {
      case .picture(let picture): picture.close()
      case .stack(let stack, let treatment):
        stack.close()
        treatment?.close()
      case .transition(let transition): transition.close()
      }
      node.shape?.close()
    }
    if let lastResult { run.spareCanvas = lastResult }
    (lastItems, lastResult, aparts) = (nil, nil, [])
  }

  /// The composite of all layers in frame `index`, in the canvas's size.
  ///
  /// A layer that covers all others is returned without a copy; the layers that it covers are not decoded.
  func frame(_ index: Int) throws(RenderFailure) -> ImageBuffer {
    var items: [Item] = []
    var isCovered = false
    var ground: SourceNode?
    for node in nodes.reversed() {
      guard let item = try item(node, index) else { continue }
      items.append(item)
      if moments == nil, mask == nil, covers(item) {
        isCovered = true
        if case .picture(let picture) = node.content { ground = picture }
        break
      }
    }
    var isMean = false
    if let moments {
      isMean = items.count < moments || items.contains { $0 != items[0] }
      if !isMean {
        // Nothing moves in this frame.
        items = [items[0]]
        isCovered = covers(items[0])
      }
    }
    if isCovered && items.count == 1 { return items[0].frame }
    items.reverse()
    if let lastItems, let lastResult, lastItems == items { return lastResult }
    CrashBreadcrumbs.note(WorkerStatus(.drawing, frame: run.frameBase + index))
    do throws(AVError) {
      let isSlow = items.contains { $0.frame.isSlow || $0.backdrop?.isSlow == true }
      let result: ImageBuffer
      lastItems = nil
      if isOutermost, let ground, let canvas = try take(&items, from: ground, index) {
        result = canvas
        try lay(items[...], on: canvas)
      } else {
        result = try isMean ? mean(items) : draw(items, isCovered: isCovered)
        lastItems = items
      }
      result.isSlow = isSlow
      if run.loan.isOpen {
        // It is not this stack's to draw on later, as the last canvas may be.
        if let lastResult { run.spareCanvas = lastResult }
        lastResult = nil
      } else {
        lastResult = result
      }
      return result
    } catch { throw RenderFailure(reading: error, frame: run.frameBase + index) }
  }

  private func item(_ node: Node, _ index: Int) throws(RenderFailure) -> Item? {
    let opacity = Weight(clamping: node.layer.opacity[index])
    guard opacity > 0 else { return nil }
    let frame: ImageBuffer?
    switch node.content {
    case .picture(let picture): frame = try picture.frame(index)
    case .stack(let stack, let treatment):
      do throws(RenderFailure) {
        let shown = node.layer.pace?.frame(index, rate: rate) ?? index
        let picture = try stack.frame(shown)
        frame = try treatment?.frame(picture, index) ?? picture
      } catch {
        // The canvas itself belongs to no picture in it, but to the group.
        var failure = error
        if failure.origin == .none { failure.origin = node.layer.origin ?? .none }
        if node.layer.pace != nil, failure.frame != nil { failure.frame = run.frameBase + index }
        throw failure
      }
    case .transition(let transition): frame = try transition.frame(index)
    }
    guard let frame else { return nil }
    // Of a picture that is mostly clear there is only what is seen of it.
    let corner = frame.corner
    let way = Affine.translation(Double(corner.x), Double(corner.y))
    let placement: ItemPlacement =
      switch node.layer.placement {
      case .at(let x, let y): .at(x: x + corner.x, y: y + corner.y)
      case .warped(let maps): .mapped(by: way.then(maps[index]))
      case .projected(let maps):
        maps[index].affine.map { .mapped(by: way.then($0)) } ?? .projected(way.then(maps[index]))
      }
    var item = Item(
      frame: frame, opacity: opacity, placement: placement, clip: node.layer.clip,
      outline: node.layer.outline?[index], blend: node.layer.blend)
    if let numbers = node.layer.backdrop?[index], !Backdrop.isIdentity(numbers) {
      item.backdrop = Backdrop(numbers: numbers, shape: try node.shape?.frame(index))
    }
    return item
  }

  private func covers(_ item: Item) -> Bool {
    item.opacity == .whole && item.clip == nil && item.outline == nil && item.blend == nil
      && !item.frame.hasAlpha && item.frame.size == size
      && item.placement.isIdentity
  }

  private func draw(_ items: [Item], isCovered: Bool) throws(AVError) -> ImageBuffer {
    if let mask { return try masked(items, mask) }
    let hasAlpha = !isCovered && (background?.alpha ?? 0) < 255
    let canvas = try blank(hasAlpha: hasAlpha)
    if isCovered {
      canvas.copy(items[0].frame)
    } else if let background {
      canvas.fill(with: try paint(background))
    } else {
      canvas.clear()
    }
    try lay(isCovered ? items.dropFirst() : items[...], on: canvas)
    return canvas
  }

  private func lay(_ items: ArraySlice<Item>, on canvas: ImageBuffer) throws(AVError) {
    let before = aparts
    aparts = []
    for item in items { try lay(item, on: canvas, knowing: before) }
  }

  /// - Parameter known: Items that have been drawn by themselves.
  private func lay(
    _ item: Item, on canvas: ImageBuffer, knowing known: [Apart] = []
  ) throws(AVError) {
    if let backdrop = item.backdrop {
      try lay(item, over: backdrop, on: canvas)
    } else if item.outline == nil, item.blend == nil {
      lay(item, on: canvas, opacity: item.opacity, within: item.clip)
    } else if !blendAsIs(item, on: canvas) {
      try layApart(item, on: canvas, knowing: known)
    }
  }

  /// The first of two stacks as far as the second lets it be seen.
  private func masked(_ items: [Item], _ mask: LayerMask) throws(AVError) -> ImageBuffer {
    precondition(items.count == 2, "a mask is one stack beside another")
    let result = try blank(hasAlpha: true)
    result.copy(items[0].frame)
    result.mask(by: items[1].frame, mask, in: run.canvas.color)
    return result
  }

  /// The mean of items, each by itself on a clear canvas, and of as many clear ones as make up all moments.
  private func mean(_ items: [Item]) throws(AVError) -> ImageBuffer {
    let result = try blank(hasAlpha: true)
    result.clear()
    let whole = PixelRect(size)
    let area = items.reduce(PixelRect(PixelSize(0, 0))) { area, item in
      area.union((item.outline?.hull ?? item.hull).intersection(item.clip ?? whole))
    }.even.intersection(whole)
    guard let moments, !area.isEmpty, !items.isEmpty else { return result }
    let own = try ImageBuffer(size: size, hasAlpha: true, in: run.canvas.color)
    let isSlow = items.contains { $0.frame.isSlow }
    try result.setMean(
      of: moments, drawing: items.count, within: area, isSlow: isSlow
    ) { index throws(AVError) in
      own.clear(within: area)
      try lay(items[index], on: own)
      return own
    }
    return result
  }

  /// Blends a picture that lies on whole samples of the canvas; false for any other item.
  private func blendAsIs(_ item: Item, on canvas: ImageBuffer) -> Bool {
    guard let mode = item.blend, item.outline == nil, case .at(let x, let y) = item.placement,
      run.canvas.color.hasFullChroma || x % 2 == 0 && y % 2 == 0
    else { return false }
    canvas.blend(
      item.frame, x: x, y: y, mode, opacity: item.opacity, within: item.clip, in: run.canvas.color,
      run.context.scratch)
    return true
  }

  /// Draws an item on a separate canvas, where it is cropped to its outline, and then on `canvas`.
  private func layApart(
    _ item: Item, on canvas: ImageBuffer, knowing known: [Apart]
  ) throws(AVError) {
    let area = area(of: item)
    if area.isEmpty { return }
    var plain = item
    (plain.opacity, plain.blend) = (.whole, nil)
    let own: ImageBuffer
    if let apart = known.first(where: { $0.area == area && $0.item == plain }) {
      own = apart.frame
    } else {
      own = try drawn(plain, in: area)
    }
    // Both the picture that was drawn and the one that it was drawn from are held.
    let bytes = aparts.reduce(own.byteCount + item.frame.byteCount) {
      $0 + $1.frame.byteCount + $1.item.frame.byteCount
    }
    if moments == nil, bytes <= Int(MemoryUse.apart) {
      aparts.append(Apart(item: plain, area: area, frame: own))
    }
    guard let mode = item.blend else {
      return canvas.lay(own, x: area.x, y: area.y, opacity: item.opacity, within: area)
    }
    canvas.blend(
      own, x: area.x, y: area.y, mode, opacity: item.opacity, within: area, in: run.canvas.color,
      run.context.scratch)
  }

  /// The part of the canvas in which something is seen of `item`, with even edges.
  func area(of item: Item) -> PixelRect {
    let whole = PixelRect(size)
    return (item.outline?.hull ?? item.hull).intersection(item.clip ?? whole)
      .intersection(whole).even.intersection(whole)
  }

  /// The visible part of an item in `area` of the canvas, whose edges are even.
  func drawn(_ item: Item, in area: PixelRect) throws(AVError) -> ImageBuffer {
    let own = try ImageBuffer(size: area.size, hasAlpha: true, in: run.canvas.color)
    own.clear()
    var item = item
    item.placement = item.placement.moved(-area.x, -area.y)
    item.outline = item.outline?.moved(Double(-area.x), Double(-area.y))
    lay(item, on: own, opacity: .whole, within: nil)
    if let outline = item.outline { own.cut(to: outline) }
    own.isSlow = item.frame.isSlow
    return own
  }

  private func paint(_ color: Color) throws(AVError) -> Paint {
    if let knownPaint { return knownPaint }
    let paint = try Paint(color, in: run.canvas.color)
    knownPaint = paint
    return paint
  }

  private func lay(
    _ item: Item, on canvas: ImageBuffer, opacity: Weight, within clip: PixelRect?
  ) {
    switch item.placement {
    case .at(let x, let y): canvas.lay(item.frame, x: x, y: y, opacity: opacity, within: clip)
    case .scaled(let matrix):
      canvas.scale(
        item.frame, matrix, opacity: opacity, within: clip, hasWholeEdges: item.isCutInside,
        run.context.scratch)
    case .warped(let matrix):
      canvas.warp(
        item.frame, matrix, opacity: opacity, within: clip, hasWholeEdges: item.isCutInside,
        run.context.scratch)
    case .projected(let map):
      canvas.project(item.frame, map, opacity: opacity, within: clip, run.context.scratch)
    }
  }

  /// A canvas to draw on, in the memory of the last one, or of that of the part before, if nothing else holds it.
  private func blank(hasAlpha: Bool) throws(AVError) -> ImageBuffer {
    if let canvas = try reuse(&lastResult, hasAlpha: hasAlpha) {
      lastItems = nil
      return canvas
    }
    if let canvas = try reuse(&run.spareCanvas, hasAlpha: hasAlpha) { return canvas }
    return try ImageBuffer(size: size, hasAlpha: hasAlpha, in: run.canvas.color)
  }

  /// A canvas in the memory of `last`, which is given up for it; nil where that has another form, or other holders.
  private func reuse(_ last: inout ImageBuffer?, hasAlpha: Bool) throws(AVError) -> ImageBuffer? {
    guard isKnownUniquelyReferenced(&last), last?.hasAlpha == hasAlpha, last?.size == size,
      let frame = try last?.frame.reference()
    else { return nil }
    // The contents change, so the frame needs a new identity.
    last = nil
    try frame.makeWritable()
    return ImageBuffer(frame)
  }
}

extension Layer {
  /// Returns true if it draws the same as `other` before that is treated, placed or faded.
  fileprivate func hasContent(of other: Layer) -> Bool {
    content == other.content && canvas == other.canvas && moments == other.moments
      && mask == other.mask && pace == other.pace
  }
}
