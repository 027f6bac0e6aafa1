// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

extension TimelineLowering {
  /// `node` with its motion within frames, as the mean of several moments.
  private mutating func smeared(
    _ node: RenderGraph.NodeID, _ blur: MotionBlur?, origin: Span?
  ) -> RenderGraph.NodeID {
    guard let blur else { return node }
    return graph.add(.motionBlur(blur), [node], origin: origin)
  }

  /// A layer in its place among the film's frames from `first` on; nil where there is nothing to be drawn.
  mutating func picture(of layer: DrawnLayer, from first: Int) -> RenderGraph.NodeID? {
    guard !layer.frames.isEmpty, let content = content(of: layer) else { return nil }
    var items = Placed()
    let modes = modes(of: [(layer.target, layer.settings.blend)], in: layer.frames)
    add(content, in: layer.frames, modes, origin: layer.span, to: &items)
    return graph.add(
      .track(starts: items.starts.map { $0 - first }), items.nodes, origin: layer.span)
  }

  /// All drawn frames of a layer, upright, in its box, with its own properties and fades.
  mutating func content(of layer: DrawnLayer) -> RenderGraph.NodeID? {
    let span = layer.span
    let raster = rasters[layer.target]
    let place = place(of: layer.properties) {
      frame.box(of: layer, raster: raster, at: $0)
    }
    guard let box = place.box else { return nil }
    // A group without a size lies on a canvas like this one, all of which moves to its place.
    let isGroup = if case .group = layer.content { layer.settings.size == nil } else { false }
    let lead = rate.time(of: layer.own.lowerBound - layer.frames.lowerBound)
    var own = isGroup ? layer.properties : place.properties
    if case .subtitles = layer.content { own[.position] = nil }
    let focusKeys = own[.focus]
    own[.focus] = nil
    if let motion = layer.settings.kenBurns {
      own[.crop] = motion.keys(
        of: box.natural, in: box.rect, about: focusKeys?.first?.value,
        over: rate.time(of: layer.own.count), comesNearer: layer.comesNearer)
      // What is held stays where the pan has come to.
      if layer.clip?.isFrozen == true { own[.crop] = own[.crop]?.suffix(1) ?? [] }
    }
    var values = PropertyKeys()
    switch layer.content {
    case .graphic(let content): values = content.takeValues(from: &own)
    case .text: (values[.number], own[.number]) = (own[.number], nil)
    case .clip, .image, .subtitles, .group: break
    }
    var drawing = drawing(
      own, from: lead, as: layer.target, frames: layer.frames, in: box, origin: span)
    let focus = focus(focusKeys, of: layer, in: box, &drawing)
    drawing.mapKeys { keys in
      var keys = frame.settled(keys, of: layer, in: box)
      // What has no place of its own stays where it is, wherever its anchor is.
      if isGroup, layer.properties[.position] == nil, keys[.position] == nil {
        keys[.position] = keys[.anchor]?.map { $0.moved(from: box.anchor) }
      }
      return keys
    }
    drawing.hidesBack = layer.settings.backface == .hidden
    drawing.effects = layer.effects
    drawing.mask = masks.own[layer.target].map { ($0, layer.own) }
    drawing.instructedMasks = (masks.instructed[layer.target] ?? []).compactMap { placed in
      placed.instructed.map { (placed, $0) }
    }
    drawing.ends = LayerEnd.ends(of: layer, rate)
    if case .graphic(let content) = layer.content {
      drawing.overhang = overhang(of: content, values, from: lead, layer, drawing, in: box)
    }
    var node: RenderGraph.NodeID
    switch layer.content {
    case .group:
      guard let own = group(layer, on: isGroup && !isInGroup ? nil : box.natural) else {
        return nil
      }
      if !isGroup {
        node = inTurn(drawing) { lowering, drawing in
          lowering.fitted(own, .contain, whole: .stretch, drawing, in: box) { $1 }
        }
      } else {
        let placed =
          isInGroup ? graph.add(.fit(.stretch, box: box.rect), [own], origin: span) : own
        node = inTurn(drawing) { lowering, drawing in
          lowering.drawn(placed, drawing, of: LayerFrame(box.rect))
        }
      }
    case .clip(let media), .image(let media):
      let between = layer.clip?.interpolation(at: rate)
      let fields = layer.clip?.deinterlacing(at: rate, copies: timeline.copiesPictures)
      let grid = layer.clip.map { $0.grid(at: rate) } ?? media.facts.video?.ownGrid
      guard
        let source = source(media, between: between, fields: fields, grid: grid, origin: span)
      else { return nil }
      if media.isTimeless {
        node = still(source, of: layer)
      } else if case .clip = layer.content, let clip = layer.clip {
        node = frames(of: clip, source: source)
      } else {
        node = graph.add(
          .read(animation(media, of: layer), frames: layer.frames.count), [source], origin: span)
      }
      let covering = focus.flatMap {
        self.covering(node, media, box.rect, about: $0, origin: span)
      }
      if covering != nil {
        // It is turned where it is fitted.
      } else if let m = media.matrix {
        node = graph.add(.orient(.linear(m[0], m[1], m[2], m[3])), [node], origin: span)
      } else if media.orientation != .upright {
        node = graph.add(.orient(.exact(media.orientation)), [node], origin: span)
      }
      let frames = node
      let mode = isAsItIs(layer, in: box) ? .contain : layer.fit
      node = inTurn(drawing) { lowering, drawing in
        lowering.fitted(frames, mode, drawing, in: box, as: covering) {
          media.picture($0, in: $1)
        }
      }
    case .text(let text):
      guard let raster else { return nil }
      let frames: RenderGraph.NodeID
      if let counter = text.counter {
        let source = RasterSource(
          file: raster.file, size: raster.facts.size, label: String(text.text.value.prefix(40)),
          counter: Counter(counter, text, raster.facts))
        frames = counted(graph.add(.raster(source), origin: span), counter, values, of: layer)
      } else {
        frames = cascaded(typed(raster, of: layer), text, raster, of: layer)
      }
      node = inTurn(drawing) { lowering, drawing in
        lowering.fitted(frames, .contain, drawing, in: box) { $1 }
      }
    case .subtitles(let placed):
      let scale = captionScale(placed, of: layer)
      let size = isInGroup || scale > 1 ? box.natural.enlarged(by: scale) : nil
      guard let texts = captions(placed, of: layer, raster, on: size, scale: scale)
      else { return nil }
      let whole =
        size == nil ? texts : graph.add(.fit(.stretch, box: box.rect), [texts], origin: span)
      node = inTurn(drawing) { lowering, drawing in
        lowering.drawn(whole, drawing, of: LayerFrame(box.rect))
      }
    case .graphic(let content):
      node = graphic(content, values, from: lead, of: layer, drawing, in: box)
    }
    node = arrived(node, drawing, in: box.rect)
    let whole = faded(
      node, layer.fade, length: rate.time(of: layer.own.count), offset: lead, origin: span)
    let drawn = smeared(whole, layer.settings.motionBlur, origin: span)
    return changingBackdrop(drawn, drawing, in: box.rect)
  }

  /// Returns true if a layer is an image at its natural size, which nothing fits into anything.
  private func isAsItIs(_ layer: DrawnLayer, in box: LayerBox) -> Bool {
    guard case .image = layer.content, !layer.isFitted, layer.settings.size == nil,
      layer.properties[.size] == nil, layer.settings.kenBurns == nil
    else { return false }
    return box.rect.width != Double(frame.size.width)
      || box.rect.height != Double(frame.size.height)
  }

  /// The shown pictures of an animated image: it starts over where its layer does not say otherwise.
  private func animation(_ media: ResolvedMedia, of layer: DrawnLayer) -> TimeRemap {
    let lead = rate.time(of: layer.own.lowerBound - layer.frames.lowerBound)
    guard layer.settings.startsOver, let end = media.facts.video?.end, end > .zero else {
      return TimeRemap(start: .zero - lead, holdBefore: lead > .zero ? .zero : nil)
    }
    return TimeRemap(start: .zero - lead, period: end)
  }

  private mutating func still(
    _ source: RenderGraph.NodeID, of layer: DrawnLayer
  ) -> RenderGraph.NodeID {
    graph.add(.still(frames: layer.frames.count), [source], origin: layer.span)
  }

  /// The members of a group over each other: on a canvas of its own of `size`, else on this one.
  private mutating func group(_ group: DrawnLayer, on size: PixelSize?) -> RenderGraph.NodeID? {
    let outer = (frame, isInGroup)
    defer { (frame, isInGroup) = outer }
    if let size {
      frame.size = size
      isInGroup = true
    }
    var members: [RenderGraph.NodeID] = []
    if case .track(let index) = group.target {
      guard let track = sequence(of: index) else { return nil }
      if size == nil { return track }
      members.append(track)
    }
    for placed in self.members[group.target, default: []] {
      let member = timeline.layer(placed).extended(within: group.frames, of: group.own)
      if let node = picture(of: member, from: group.frames.lowerBound) { members.append(node) }
    }
    let frames = group.frames.count
    return graph.add(
      size.map { .group($0, frames: frames) }
        ?? .compose(background: Color(0, 0, 0, alpha: 0), frames: frames), members,
      origin: group.span)
  }

  /// The box that a layer is drawn in, and the properties that act on it then.
  ///
  /// Layers without motion are drawn in place, moving ones in the middle of the canvas.
  private func place<Box>(
    of properties: PropertyKeys, _ box: (_ position: PropertyValue) -> Box
  ) -> (box: Box, properties: PropertyKeys) {
    let middle = PropertyValue([.share(0.5), .share(0.5)])
    guard let keys = properties[.position], let first = keys.first else {
      return (box(middle), properties)
    }
    guard keys.count == 1 else { return (box(middle), properties) }
    var rest = properties
    rest[.position] = nil
    return (box(first.value), rest)
  }

  /// The picture `node` in its box, after all steps of `layer`.
  ///
  /// - Parameters:
  ///   - whole: The fit of all of it, if different from that of its parts.
  ///   - covering: The picture where it covers the box already; nil where it is to be fitted.
  ///   - picture: Where the picture lies, fitted into a box in a way.
  private mutating func fitted(
    _ node: RenderGraph.NodeID, _ mode: FitMode, whole: Fit? = nil, _ layer: LayerDrawing,
    in box: LayerBox, as covering: RenderGraph.NodeID? = nil,
    at picture: (Fit, PixelBox) -> PixelBox
  ) -> RenderGraph.NodeID {
    let fit = mode.fit
    // A cropped layer is first drawn whole; its part is fitted afterwards.
    let base =
      layer.isCropped && fit == .none
      ? box.rect.middle(width: Double(box.natural.width), height: Double(box.natural.height))
      : box.rect
    let first = whole ?? (layer.isCropped ? .contain : fit)
    let picture = picture(first, base)
    let shown = LayerFrame(picture: picture, box: box.rect, fit: fit)
    let backdrop =
      mode == .blur
      ? graph.add(.fit(.backdrop, box: box.rect), [node], origin: layer.origin) : nil
    let own = covering ?? graph.add(.fit(first, box: base), [node], origin: layer.origin)
    guard let backdrop else { return drawn(own, layer, of: shown) }
    // The picture is the part that is cut out; all else is done to the box that it fills with its backdrop.
    var (inner, outer) = (layer, layer)
    inner.mapKeys { keys in
      var keys = keys
      keys[.radius] = nil
      return keys
    }
    outer.mapKeys { keys in
      var keys = keys
      (keys[.crop], keys[.size]) = (nil, nil)
      return keys
    }
    let cut = drawn(own, inner, of: shown, stages: [.shape])
    let both = graph.add(
      .compose(background: Color(0, 0, 0, alpha: 0), frames: layer.frames.count), [backdrop, cut],
      origin: layer.origin)
    return drawn(
      both, outer, of: LayerFrame(box.rect), stages: Property.Stage.allCases.filter { $0 > .part })
  }

  /// The result of `draw` for a layer, with shapes of instructions in their frames alone: all other
  /// frames are drawn without these.
  mutating func inTurn(
    _ drawing: LayerDrawing,
    _ draw: (inout TimelineLowering, LayerDrawing) -> RenderGraph.NodeID
  ) -> RenderGraph.NodeID {
    guard let shapes = drawing.instructedShapes else { return draw(&self, drawing) }
    var plain = drawing
    plain.removeInstructedShapes()
    var known: [Bool: RenderGraph.NodeID] = [:]
    return inTurn(shapes, of: drawing) { lowering, range in
      let isCut = shapes.contains { $0.overlaps(range) }
      let node = known[isCut] ?? draw(&lowering, isCut ? drawing : plain)
      known[isCut] = node
      return node
    }
  }

  /// The results of `draw` for a layer in the intervals into which `ranges` divide its frames.
  mutating func inTurn(
    _ ranges: [Range<Int>], of drawing: LayerDrawing,
    _ draw: (inout TimelineLowering, Range<Int>) -> RenderGraph.NodeID
  ) -> RenderGraph.NodeID {
    let all = 0..<drawing.frames.count
    let parts = ranges.intervals(in: all).map { range in
      let whole = draw(&self, range)
      return range == all ? whole : graph.add(.cut(range), [whole], origin: drawing.origin)
    }
    return parts.count == 1 ? parts[0] : graph.add(.join, parts, origin: drawing.origin)
  }

  /// The source's frames that a clip draws: one read, or one per turn of a loop.
  private mutating func frames(
    of clip: PlacedClip, source: RenderGraph.NodeID
  ) -> RenderGraph.NodeID {
    let span = clip.clip.span
    let reads = clip.reads(rate).map {
      graph.add(.read($0.map, frames: $0.frames), [source], origin: span)
    }
    return reads.count == 1 ? reads[0] : graph.add(.join, reads, origin: span)
  }

  /// Opacity or gain curves of a fade; `offset` is where the clip itself starts in the layer.
  func fades(
    _ fade: ResolvedFade, length: Time, offset: Time, by shape: Curve.Shape = .eased(.linear)
  ) -> [Curve] {
    var curves: [Curve] = []
    if fade.fadeIn > .zero {
      curves.append(Curve([.init(offset, [0], shape), .init(offset + fade.fadeIn, [1])]))
    }
    if fade.fadeOut > .zero {
      let end = offset + length
      curves.append(Curve([.init(end - fade.fadeOut, [1], shape), .init(end, [0])]))
    }
    return curves
  }

  /// The same for sound, which may come and go by another curve.
  func soundFades(_ fade: ResolvedFade, length: Time, offset: Time) -> [Curve] {
    let shape: Curve.Shape =
      switch fade.curve {
      case .linear: .eased(.linear)
      case .equalPower: .equalPower
      case .log: .decibels
      }
    return fades(fade, length: length, offset: offset, by: shape)
  }

  /// `node` as it comes and goes by `fade`.
  private mutating func faded(
    _ node: RenderGraph.NodeID, _ fade: ResolvedFade, length: Time, offset: Time = .zero,
    origin: Span?
  ) -> RenderGraph.NodeID {
    fades(fade, length: length, offset: offset).reduce(node) { node, curve in
      graph.add(.step(LayerStep(.opacity, curve), during: nil), [node], origin: origin)
    }
  }
}
