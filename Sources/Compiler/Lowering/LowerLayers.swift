// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

extension TimelineLowering {
  /// The drawing of a layer with its properties and instructions.
  ///
  /// - Parameters:
  ///   - own: The layer's own properties; their keys count from `start`, seconds from its first frame.
  ///   - target: The target by which instructions address the layer.
  ///   - frames: The film's frames in which it is drawn.
  ///   - box: The box of the layer; nil for the whole canvas.
  func drawing(
    _ own: PropertyKeys, from start: Time = .zero, as target: LayerTarget, frames: Range<Int>,
    in box: LayerBox? = nil, origin: Span?
  ) -> LayerDrawing {
    let first = frames.lowerBound
    let uses = (instructions[target] ?? []).compactMap { time, placed, layer -> LayerDrawing.Use? in
      let during = placed.clamped(to: frames)
      guard !during.isEmpty else { return nil }
      return LayerDrawing.Use(
        frames: (during.lowerBound - first)..<(during.upperBound - first),
        start: time.start - rate.time(of: first), keys: layer.properties,
        effects: layer.effects, backface: layer.backface, span: layer.span)
    }
    let isCentred = box?.anchor == PixelPoint(middleOf: frame.size)
    return LayerDrawing(
      own: own, start: start, uses: uses, frames: frames,
      pivot: isCentred && !isInGroup ? nil : box?.anchor,
      natural: box?.natural ?? frame.size, origin: origin)
  }

  /// `node` after all steps of drawing that `layer` asks for in `stages`.
  ///
  /// An instruction sets a property: in its frames the layer's own value does not count.
  mutating func drawn(
    _ node: RenderGraph.NodeID, _ layer: LayerDrawing, of own: LayerFrame,
    stages: [Property.Stage] = Property.Stage.allCases
  ) -> RenderGraph.NodeID {
    var always = curves(layer.own, from: layer.start, of: layer, at: own.picture)
    // Where nothing is cropped, the whole picture still has to be fitted as its parts are.
    if layer.isCropped, always[.crop] == nil { always[.crop] = .constant(0, 0, 1, 1) }
    if layer.keepsShape, always.of(.shape).isEmpty { always[.radius] = .constant(0, 0, 0, 0) }
    let isCutTwice = stages.contains(.corners) && layer.isCutTwice
    let left: [Property.Stage] = isCutTwice ? [.shape] : [.part, .corners]
    var node = node
    var isMasked = false
    for stage in stages where stage.isSeen && stage != .backdrop && !left.contains(stage) {
      if !isMasked, stage > .border {
        node = masked(node, layer, in: own.box)
        isMasked = true
      }
      if stage.role == .filter {
        node = filtered(node, layer, of: own)
        continue
      }
      if stage == .geometry { node = entered(node, layer, in: own) }
      node = steps(of: stage, on: node, layer, always, of: own)
    }
    return node
  }

  /// `node`, drawn as `layer` is, with what is done to what lies below it.
  mutating func changingBackdrop(
    _ node: RenderGraph.NodeID, _ layer: LayerDrawing, in box: PixelBox
  ) -> RenderGraph.NodeID {
    let always = curves(layer.own, from: layer.start, of: layer, at: box)
    return steps(of: .backdrop, on: node, layer, always, of: LayerFrame(box))
  }

  /// `node` after the steps of one stage: in the frames of an instruction, what that says.
  ///
  /// - Parameter always: The layer's own properties.
  private mutating func steps(
    of stage: Property.Stage, on node: RenderGraph.NodeID, _ layer: LayerDrawing,
    _ always: PropertyTable<Curve>, of own: LayerFrame
  ) -> RenderGraph.NodeID {
    let length = layer.frames.count
    var node = node
    for range in layer.changes(in: stage).map(\.frames).intervals(in: 0..<length) {
      let use = use(of: stage, by: layer, always, in: range, at: own.picture)
      let (current, span) = (use.curves, use.span)
      let file = use.file.flatMap { timeline.files[$0 - 1] }
      guard stage.hasFile ? file != nil : !current.isEmpty else { continue }
      // Without a crop, a picture ends at its own edges.
      if stage.role == .cut, !layer.isCropped, !layer.keepsShape, current.changeNothing {
        continue
      }
      let step = LayerStep(stage, current, about: layer.pivot, of: own, lut: file)
      let during = range.count == length ? nil : range
      node = graph.add(.step(step, during: during), [node], origin: span)
      if use.hidesBack, stage == .geometry, let front = front(of: step, in: range) {
        node = graph.add(
          .step(LayerStep(.opacity, front), during: during), [node], origin: span)
      }
    }
    return node
  }

  /// The values of a stage in a range of frames of `layer`, instructions included.
  ///
  /// - Parameter always: Its own properties.
  private func use(
    of stage: Property.Stage, by layer: LayerDrawing, _ always: PropertyTable<Curve>,
    in range: Range<Int>, at picture: PixelBox
  ) -> (curves: PropertyTable<Curve>, file: Int?, hidesBack: Bool, span: Span?) {
    var current = always.accepted(by: stage)
    var file = layer.own.file(of: stage)
    var span = layer.origin
    var hidesBack = layer.hidesBack
    for use in layer.changes(in: stage) where use.frames.overlaps(range) {
      let curves = curves(use.keys, from: use.start, of: layer, at: picture)
      current.set(curves.accepted(by: stage))
      file = use.keys.file(of: stage) ?? file
      if let backface = use.backface { hidesBack = backface == .hidden }
      span = use.span
    }
    current = current.of(stage)
    let isMeant = stage.hasFile ? file != nil : !current.isEmpty
    guard isMeant else { return (current, file, hidesBack, span) }
    seenFromUsual(&current)
    if stage.role == .treatment {
      for property in stage.properties where current[property] == nil {
        guard let value = property.assumed else { continue }
        let numbers = frame.numbers(value, of: property, natural: layer.natural, at: picture)
        current[property] = Curve([.init(.zero, numbers)])
      }
    }
    return (current, file, hidesBack, span)
  }

  /// The visible extent of `layer` in `frames` beyond its box before it is moved.
  func overhang(of layer: LayerDrawing, in frames: Range<Int>, at picture: PixelBox) -> Double {
    let always = curves(layer.own, from: layer.start, of: layer, at: picture)
    return [Property.Stage.pixelate, .blur, .shadow].reduce(layer.overhang) { overhang, stage in
      let ranges = layer.changes(in: stage).map(\.frames)
        .intervals(in: 0..<layer.frames.count).filter { $0.overlaps(frames) }
      let reaches = ranges.map { range in
        let use = use(of: stage, by: layer, always, in: range, at: picture)
        return LayerStep(stage, use.curves).reach(on: frame.size)
      }
      return overhang + Double(reaches.max() ?? 0)
    }
  }

  /// Sets the usual camera distance for layers that are turned in space and set none.
  private func seenFromUsual(_ curves: inout PropertyTable<Curve>) {
    guard curves[.perspective] == nil, curves[.rotationX] != nil || curves[.rotationY] != nil else {
      return
    }
    curves[.perspective] = .constant(frame.usualNearness)
  }

  private func curves(
    _ keys: PropertyKeys, from start: Time, of layer: LayerDrawing, at picture: PixelBox
  ) -> PropertyTable<Curve> {
    var result = PropertyTable<Curve>()
    for entry in keys.entries {
      result[entry.property] = curve(entry.value, of: entry.property, from: start) { value in
        entry.property.unit == .corners
          ? frame.corners(value)
          : frame.numbers(value, of: entry.property, natural: layer.natural, at: picture)
      }
    }
    return result
  }

  /// The geometry without instructions of a layer whose own picture lies at `picture`.
  func geometry(of layer: LayerDrawing, at picture: PixelBox) -> PropertyTable<Curve> {
    var curves = curves(layer.own, from: layer.start, of: layer, at: picture).of(.geometry)
    seenFromUsual(&curves)
    return curves
  }

  /// The opacity of a layer in `frames` whose back is not seen; nil where it is never turned away.
  private func front(of step: LayerStep, in frames: Range<Int>) -> Curve? {
    var keys: [Curve.Key] = []
    for frame in step.isConstant ? frames.prefix(1) : frames {
      let value = step.showsBack(at: rate.time(of: frame), canvas: self.frame.size) ? 0.0 : 1
      if keys.last?.value == [value] { continue }
      keys.append(Curve.Key(rate.time(of: frame), [value], .eased(.hold)))
    }
    guard keys.contains(where: { $0.value == [0] }) else { return nil }
    return keys.count == 1 ? .constant(0) : Curve(keys)
  }

  /// A curve through `keys`, which count from film time (or layer time) `start`.
  func curve(
    _ keys: [ResolvedKey], of property: Property?, from start: Time,
    _ numbers: (PropertyValue) -> [Double]
  ) -> Curve {
    if keys.count == 1 { return Curve([Curve.Key(.zero, numbers(keys[0].value))]) }
    let all = keys.flatMap { [$0] + ($0.turns.map { $0.path == nil ? $0.keys : [] } ?? []) }
    let most = all.reduce(0) { max($0, numbers($1.value).count) }
    func through(_ keys: [ResolvedKey], from start: Time, width: Int) -> Curve {
      var result: [Curve.Key] = []
      for key in keys {
        let time = start + key.time
        var shape = Curve.Shape.eased(key.easing)
        if let turns = key.turns {
          // Shares of a path are no places.
          let turn = through(turns.keys, from: .zero, width: turns.path == nil ? width : 1)
          shape = .turns(
            Curve.Turns(
              turn, along: turns.path?.scaled(by: frame.pixelScale), period: turns.period,
              isMirrored: turns.isMirrored))
        }
        var value = numbers(key.value).widened(to: width)
        if let last = result.last, case .turns(let turns) = last.shape {
          value = turns.lastValue(of: property, after: time - last.time)
        }
        result.append(Curve.Key(time, value, shape))
      }
      return Curve(result)
    }
    return through(keys, from: start, width: most)
  }

  /// A curve of a property of sound.
  func heard(_ keys: [ResolvedKey], of property: Property, from start: Time) -> Curve {
    curve(keys, of: property, from: start, frame.numbers)
  }
}

extension LayerDrawing {
  /// The instructions that say something of a stage.
  fileprivate func changes(in stage: Property.Stage) -> [Use] {
    uses.filter {
      !$0.keys.accepted(by: stage).isEmpty || $0.keys.file(of: stage) != nil
        || stage == .geometry && $0.backface != nil
    }
  }
}

extension PropertyKeys {
  /// The place of the file that a stage works with in the project's list, from 1; nil where it has none.
  fileprivate func file(of stage: Property.Stage) -> Int? {
    guard let property = Property.files.first(where: { $0.stage == stage }) else { return nil }
    return self[property].flatMap { $0.first?.value.number.map { Int($0) } }
  }
}

extension PropertyTable<Curve> {
  /// True if all of its values are those that change nothing.
  fileprivate var changeNothing: Bool {
    entries.allSatisfy { $0.value.constantValue == $0.property.identity(PixelPoint(0, 0)) }
  }
}

extension [Double] {
  /// An affine matrix among matrices of space, as one of them; radii among others that are shares, with shares of 0.
  fileprivate func widened(to width: Int) -> [Double] {
    if count == 4, width == 8 { return self + [0, 0, 0, 0] }
    guard count == 6, width == 16 else { return self }
    return SpaceMatrix(Affine(self[0], self[1], self[2], self[3], self[4], self[5])).elements
  }
}

extension LoweringFrame {
  /// 1 / the distance from which layers are seen that name none: 500 pixels of the project.
  fileprivate var usualNearness: Double { 1 / (500 * pixelScale) }
}

extension FitMode {
  /// The fit of the picture itself; `blur` adds a backdrop.
  var fit: Fit {
    switch self {
    case .contain, .blur: .contain
    case .cover: .cover
    case .stretch: .stretch
    case .none: .none
    }
  }
}

extension ResolvedMedia {
  /// The place of its picture on the canvas, fitted into `box`.
  func picture(_ fit: Fit, in box: PixelBox) -> PixelBox {
    guard let video = facts.video else { return box }
    if let m = matrix {
      let warp = Warp(
        coded: video.size, sampleAspect: video.sampleAspect,
        turn: Affine(m[0], m[1], m[2], m[3], 0, 0),
        fit: fit, box: box)
      let hull = warp.map.hull(of: warp.crop)
      return PixelBox(warp.clip.map { hull.intersection(RoundedBox($0).hull) } ?? hull)
    }
    return FitGeometry(
      coded: video.size, sampleAspect: video.sampleAspect, orientation: orientation, fit: fit,
      box: box
    ).box
  }
}
