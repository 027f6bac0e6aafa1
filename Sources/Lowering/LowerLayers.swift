// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties
import RenderIR
import SourceMedia
import TimelineModel

/// What happens to a layer's picture on the canvas.
struct LayerDrawing {
  /// Its own properties; their keys count from `start`.
  fileprivate var own: PropertyKeys
  /// When they begin, in seconds from the first frame.
  private(set) var start: Time
  /// What instructions do to it.
  fileprivate var uses: [Use]
  /// The film's frames in which it is drawn.
  var frames: Range<Int>
  /// The position of its anchor; nil for the centre of the canvas.
  fileprivate(set) var pivot: PixelPoint?
  /// The size of its own picture.
  fileprivate var natural: PixelSize
  /// The filters that its picture goes through, where no instruction says otherwise; their keys count from `start`.
  var effects: [ResolvedEffect] = []
  /// Where it is written.
  var origin: Span?
  /// How it comes and goes.
  var ends: [LayerEnd] = []
  /// Whether it is invisible while its back faces the camera.
  var hidesBack = false
  /// Whether its outline is kept for all frames even if only some of them are clipped.
  var keepsShape = false
  /// What decides how much is seen of it, and the frames that it lasts.
  var mask: (placed: PlacedOverlay, own: Range<Int>)?
  /// The masks that instructions give it, each in some of the film's frames.
  var instructedMasks: [(placed: PlacedOverlay, frames: Range<Int>)] = []

  /// What an instruction does to a layer, in frames and seconds from the layer's first frame.
  fileprivate struct Use {
    var frames: Range<Int>
    var start: Time
    var keys: PropertyKeys
    var effects: [ResolvedEffect]?
    var backface: Backface?
    var span: Span
  }

  /// Whether its picture goes through filters at any time.
  var hasEffects: Bool {
    !effects.isEmpty || uses.contains { !($0.effects ?? []).isEmpty }
  }

  /// What instructions say of its filters.
  var instructedEffects: [InstructedEffects] {
    uses.compactMap { use in
      use.effects.map { InstructedEffects(frames: use.frames, start: use.start, effects: $0) }
    }
  }

  /// Whether its own picture is cut out at any time.
  var isCut: Bool {
    ([own] + uses.map(\.keys)).contains { !$0.of(.shape).isEmpty }
  }

  /// Whether something moves pixels between a crop and corners at any time, so that each is a step of its own.
  var isCutTwice: Bool {
    if hasEffects { return true }
    return ([own] + uses.map(\.keys)).contains { keys in
      Property.Stage.allCases.contains { stage in
        stage > .shape && stage < .corners && !stage.isPixelwise && !keys.of(stage).isEmpty
      }
    }
  }

  /// Whether a part of its picture is shown at any time.
  var isCropped: Bool {
    ([own] + uses.map(\.keys)).contains { $0[.crop] != nil || $0[.size] != nil }
  }

  /// Whether the size of its box changes at any time.
  var isResized: Bool { ([own] + uses.map(\.keys)).contains { $0[.size] != nil } }

  /// Changes the keys of all that is done to it.
  mutating func mapKeys(_ change: (PropertyKeys) -> PropertyKeys) {
    own = change(own)
    for index in uses.indices { uses[index].keys = change(uses[index].keys) }
  }
}

extension TimelineLowering {
  /// What properties and instructions do to a layer.
  ///
  /// - Parameters:
  ///   - own: The layer's own properties; their keys count from `start`, seconds from its first frame.
  ///   - target: What instructions know the layer as.
  ///   - frames: The film's frames in which it is drawn.
  ///   - box: Where it lies; nil for the whole canvas.
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
    func numbers(_ value: PropertyValue, of property: Property) -> [Double] {
      frame.numbers(value, of: property, natural: layer.natural, at: own.picture)
    }
    var always = curves(layer.own, from: layer.start, of: layer, at: own.picture)
    // Where nothing is cropped, the whole picture still has to be fitted as its parts are.
    if layer.isCropped, always[.crop] == nil { always[.crop] = .constant(0, 0, 1, 1) }
    if layer.keepsShape, always.of(.shape).isEmpty { always[.radius] = .constant(0, 0, 0, 0) }
    let length = layer.frames.count
    let isCutTwice = stages.contains(.corners) && stages.contains(.part) && layer.isCutTwice
    let left: [Property.Stage] = isCutTwice ? [.shape] : [.part, .corners]
    var node = node
    var isMasked = false
    for stage in stages where stage.isSeen && !left.contains(stage) {
      if !isMasked, stage > .border {
        node = masked(node, layer, in: own.box)
        isMasked = true
      }
      if stage.role == .filter {
        node = filtered(node, layer, of: own)
        continue
      }
      if stage == .geometry { node = entered(node, layer, in: own) }
      let changes = layer.uses.filter {
        !$0.keys.accepted(by: stage).isEmpty || $0.keys.file(of: stage) != nil
          || stage == .geometry && $0.backface != nil
      }
      for range in changes.map(\.frames).intervals(in: 0..<length) {
        var current = always.accepted(by: stage)
        var place = layer.own.file(of: stage)
        var span = layer.origin
        var hidesBack = layer.hidesBack
        for use in changes where use.frames.overlaps(range) {
          let curves = curves(use.keys, from: use.start, of: layer, at: own.picture)
          current.set(curves.accepted(by: stage))
          place = use.keys.file(of: stage) ?? place
          if let backface = use.backface { hidesBack = backface == .hidden }
          span = use.span
        }
        current = current.of(stage)
        let file = place.flatMap { timeline.files[$0 - 1] }
        guard stage.hasFile ? file != nil : !current.isEmpty else { continue }
        seenFromUsual(&current)
        if stage.role == .treatment {
          for property in stage.properties where current[property] == nil {
            guard let value = property.assumed else { continue }
            current[property] = Curve([.init(.zero, numbers(value, of: property))])
          }
        }
        // Without a crop, a picture ends at its own edges.
        if stage.role == .cut, !layer.isCropped, !layer.keepsShape, current.changeNothing {
          continue
        }
        let step = LayerStep(stage, current, about: layer.pivot, of: own, lut: file)
        let during = range.count == length ? nil : range
        node = graph.add(.step(step, during: during), [node], origin: span)
        if hidesBack, stage == .geometry, let front = front(of: step, in: range) {
          node = graph.add(
            .step(LayerStep(.opacity, front), during: during), [node], origin: span)
        }
      }
    }
    return node
  }

  /// What is turned in space and says nothing else is seen from the usual distance.
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
      result[entry.property] = curve(entry.value, of: entry.property, from: start) {
        frame.numbers($0, of: entry.property, natural: layer.natural, at: picture)
      }
    }
    return result
  }

  /// How a layer whose own picture lies at `picture` is moved without instructions.
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

  /// A curve of volumes.
  func volume(_ keys: [ResolvedKey], from start: Time) -> Curve {
    curve(keys, of: .volume, from: start, frame.numbers)
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
  /// Whether all of it has the values that change nothing.
  fileprivate var changeNothing: Bool {
    entries.allSatisfy { $0.value.constantValue == $0.property.identity(PixelPoint(0, 0)) }
  }
}

extension [Double] {
  /// An affine matrix among matrices of space, as one of them.
  fileprivate func widened(to width: Int) -> [Double] {
    guard count == 6, width == 16 else { return self }
    return SpaceMatrix(Affine(self[0], self[1], self[2], self[3], self[4], self[5])).elements
  }
}

extension LoweringFrame {
  /// 1 / the distance from which layers are seen that name none: 500 pixels of the project.
  fileprivate var usualNearness: Double { 1 / (500 * pixelScale) }
}

extension Property.Stage {
  /// What acts on a layer after its shape has been cut out.
  static let afterShape = allCases.filter { $0 > .shape }
}

extension FitMode {
  /// How the picture itself is fitted; `blur` adds a backdrop.
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
  /// Where its picture lies on the canvas, fitted into `box`.
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
