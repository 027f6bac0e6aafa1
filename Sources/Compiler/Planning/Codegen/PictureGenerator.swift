// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import RenderGraph
import RenderProtocol

/// Makes parts of the picture half of a graph.
///
/// A window is a range of frames of a node.
struct PictureGenerator {
  let graph: RenderGraph
  let counts: [Int]
  let types: [StreamType]
  let origin: (Span?, MediaFile?) -> Origin
  /// The generators of nested films.
  let films: NestedGenerators
  /// The facts of the files that are shown.
  let footage: Footage
  /// The number of pixels drawn for one of the film's canvas, across and down.
  var scale = 1
  /// By how much the film's canvas is enlarged after it has been drawn.
  var magnification = 1.0

  /// The delay after the times of frames at which changing values are sampled.
  var shift = Time.zero

  /// True if the drawing is already one moment of a frame.
  var isMoment = false

  /// The visible area on and beside the canvas, in pixels of the canvas; nil for just the canvas.
  var seen: PixelRect?
  /// True if the drawing is moved afterwards, before any other step.
  var isMoved = false
  /// The canvas of the group that is drawn; nil for the film's.
  var groupCanvas: PixelSize?

  typealias NodeID = RenderGraph.NodeID

  /// The film's canvas, or that of a group that has its own.
  var canvas: PixelSize { groupCanvas ?? graph.canvas.size }
  var rate: FrameRate { graph.canvas.rate }

  private func count(_ id: NodeID) -> Int { counts[Int(id.index)] }

  // MARK: Parts

  /// The parts of a film's picture (a `compose`, or a `join` of them) in `frames`.
  func parts(of id: NodeID, frames: Range<Int>) -> [LayerInterval] {
    let node = graph[id]
    switch node.operation {
    case .join:
      var parts: [LayerInterval] = []
      var start = 0
      for input in node.inputs {
        let window = frames.clamped(to: start..<(start + count(input)))
        if !window.isEmpty {
          parts += self.parts(
            of: input, frames: (window.lowerBound - start)..<(window.upperBound - start))
        }
        start += count(input)
      }
      return parts
    case .cut(let range):
      return parts(
        of: node.inputs[0],
        frames: (frames.lowerBound + range.lowerBound)..<(frames.upperBound + range.lowerBound))
    case .compose(let background, let changes, _):
      let borders = makeBorders(of: id, window: frames).filter { $0 > frames.lowerBound }
      let cuts = [frames.lowerBound] + borders + [frames.upperBound]
      return zip(cuts, cuts.dropFirst()).map { from, to in
        let color = changes.last { $0.during.contains(from) }?.color ?? background
        return part(node.inputs, window: from..<to, background: color)
      }
    default:
      preconditionFailure("a film's picture is composed")
    }
  }

  /// The frames of `window` at which what `id` shows changes its make, ascending.
  func makeBorders(of id: NodeID, window: Range<Int>) -> [Int] {
    var borders: Set<Int> = []
    collectBorders(of: id, window: window, offset: 0, &borders)
    return borders.filter { window.contains($0) }.sorted()
  }

  private func part(_ inputs: [NodeID], window: Range<Int>, background: Color) -> LayerInterval {
    var layers: [Layer] = []
    for input in inputs {
      layers += self.layers(of: input, window: window, onto: layers.isEmpty ? background : nil)
    }
    if background.alpha == 0 { layers = layers.isolated }
    return LayerInterval(frameCount: window.count, background: background, layers: layers)
  }

  /// Frames at which what `id` shows changes its make, in frames of the node `offset` further up.
  private func collectBorders(
    of id: NodeID, window: Range<Int>, offset: Int, _ borders: inout Set<Int>
  ) {
    var id = id
    func insert(_ frame: Int) {
      if window.contains(frame) { borders.insert(frame + offset) }
    }
    func descend(_ input: NodeID, at start: Int) {
      let inside = window.clamped(to: start..<(start + count(input)))
      guard !inside.isEmpty else { return }
      collectBorders(
        of: input, window: (inside.lowerBound - start)..<(inside.upperBound - start),
        offset: offset + start, &borders)
    }
    // Steps on one another may be thousands.
    while case .step(let step, let during) = graph[id].operation {
      insert(count(id))
      if let during {
        insert(during.lowerBound)
        insert(during.upperBound)
      }
      let input = graph[id].inputs[0]
      for frame in scalings(of: step, on: input, window: window) { insert(frame) }
      id = input
    }
    let node = graph[id]
    insert(count(id))
    switch node.operation.flow {
    case .none: break
    case .made:
      guard let film = film(readBy: node, window: window) else { break }
      for frame in self.borders(of: film, window: window) { insert(frame) }
    case .framewise(let during):
      if let during {
        insert(during.lowerBound)
        insert(during.upperBound)
      }
      for input in node.inputs { descend(input, at: 0) }
    case .placed(let starts):
      for (start, input) in zip(starts, node.inputs) {
        insert(start)
        insert(start + count(input))
        descend(input, at: start)
      }
    case .joined:
      var start = 0
      for input in node.inputs {
        insert(start)
        descend(input, at: start)
        start += count(input)
      }
    case .window(let range):
      collectBorders(
        of: node.inputs[0],
        window: (window.lowerBound + range.lowerBound)..<(window.upperBound + range.lowerBound),
        offset: offset - range.lowerBound, &borders)
    case .layered(_, let changes):
      for change in changes {
        insert(change.lowerBound)
        insert(change.upperBound)
      }
      for input in node.inputs { descend(input, at: 0) }
    }
  }

  // MARK: Layers

  /// The layers of a node in `window`, which crosses none of its borders.
  ///
  /// `background` is given for the bottom of a film: transitions there are between whole frames.
  func layers(of id: NodeID, window: Range<Int>, onto background: Color?) -> [Layer] {
    let id = acting(id, at: window.lowerBound)
    let node = graph[id]
    guard window.lowerBound < count(id) else { return [] }
    switch node.operation {
    case .step(let step, _):
      return layers(step, on: node.inputs[0], window: window, onto: background)
    case .blend(let mode):
      guard var layer = one(layers(of: node.inputs[0], window: window, onto: nil)) else {
        return []
      }
      layer.blend = mode
      return [layer]
    case .mask(let mask): return masked(node, mask, window: window)
    case .motionBlur(let blur): return smeared(node.inputs[0], blur, window: window)
    case .transition(let use, let offset, let duration):
      let inner = enlarged(for: node.inputs, window: window).showing(PixelRect(canvas))
      var transition = Transition(
        name: use.name, parameters: use.parameters.isEmpty ? nil : use.parameters,
        from: inner.layers(of: node.inputs[0], window: window, onto: nil).isolated,
        to: inner.layers(of: node.inputs[1], window: window, onto: nil).isolated,
        background: background, offset: offset + window.lowerBound, duration: duration,
        easing: use.easing == .linear ? nil : use.easing)
      transition.map = use.map
      transition.isReversed = use.isReversed ? true : nil
      return [whole(.transition(transition), drawnBy: inner)]
    case .track(let starts):
      guard let index = starts.lastIndex(where: { $0 <= window.lowerBound }) else { return [] }
      let item = node.inputs[index]
      let start = starts[index]
      guard window.lowerBound < start + count(item) else { return [] }
      return layers(
        of: item, window: (window.lowerBound - start)..<(window.upperBound - start),
        onto: background)
    case .join:
      var start = 0
      for input in node.inputs {
        if window.lowerBound < start + count(input) {
          return layers(
            of: input, window: (window.lowerBound - start)..<(window.upperBound - start),
            onto: background)
        }
        start += count(input)
      }
      return []
    case .cut(let range):
      return layers(
        of: node.inputs[0],
        window: (window.lowerBound + range.lowerBound)..<(window.upperBound + range.lowerBound),
        onto: background)
    case .compose(let color, let changes, _):
      return nested(id, color, changes, window: window)
    case .fit, .place, .warp:
      if let group = group(under: node.inputs[0], window: window) {
        return placed(group.id, window: group.window, by: node.operation, in: window)
      }
      if let film = film(under: node.inputs[0], window: window) {
        return placed(film, by: node.operation, in: window)
      }
      return [leaf(id, window: window)]
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .read, .still, .draw,
      .orient,
      .group, .audio,
      .listen,
      .gain,
      .mix, .film:
      preconditionFailure("\(node.operation) is not drawn on the canvas")
    }
  }

  /// `id`, or what lies below it and all steps that do nothing in `frame`, which may be thousands.
  private func acting(_ id: NodeID, at frame: Int) -> NodeID {
    var id = id
    while case .step(_, let during?) = graph[id].operation, !during.contains(frame) {
      id = graph[id].inputs[0]
    }
    return id
  }

  /// The layers of `id` after a step.
  private func layers(
    _ step: LayerStep, on id: NodeID, window: Range<Int>, onto background: Color?
  ) -> [Layer] {
    switch step.stage {
    case .part, .shape, .corners:
      return cut(step, on: id, window: window)
    case .adjust: return treated(.adjust, step, on: id, window: window)
    case .lut:
      guard let file = step.lut else { return layers(of: id, window: window, onto: background) }
      return treated(.lut(file), step, on: id, window: window)
    case .key: return treated(.key, step, on: id, window: window)
    case .border: return treated(.border, step, on: id, window: window)
    case .effects: return step.effect.map { filtered($0, on: id, window: window) } ?? []
    case .pixelate: return treated(.pixelate, step, on: id, window: window)
    case .blur: return treated(.blur, step, on: id, window: window)
    case .shadow: return treated(.shadow, step, on: id, window: window)
    case .geometry:
      let generator = moved(by: step)
      let inner = generator.layers(of: id, window: window, onto: nil)
      return generator.moved(
        inner,
        sample(window, isConstant: step.isConstant) { drawn(step.map(at: $0, canvas: canvas)) })
    case .opacity:
      let inner = layers(of: id, window: window, onto: background)
      return faded(
        inner, sample(window, isConstant: step.isConstant) { opacity(step.factor(at: $0)) })
    case .backdrop:
      guard var layer = one(layers(of: id, window: window, onto: nil)) else { return [] }
      layer.backdrop = sample(window, isConstant: step.isConstant) {
        let numbers = step.numbers(at: $0, canvas: canvas, scale: Double(scale))
        return Array(numbers.prefix(2))
          + LayerTreatment.Kind.adjust.clamped(Array(numbers.dropFirst(2)))
      }
      return [layer]
    case .drawing: preconditionFailure("a drawing is drawn before it is a layer")
    case .pan, .balance, .volume: preconditionFailure("a picture is not heard")
    }
  }

  func one(_ layers: [Layer]) -> Layer? {
    guard let first = layers.first else { return nil }
    return layers.count == 1 ? first : wrapped(layers)
  }

  /// Layers drawn on a canvas of their own; what is blended as a whole stays so.
  func wrapped(_ layers: [Layer], _ change: (inout Layer) -> Void = { _ in }) -> Layer {
    var whole = Layer(content: .stack(layers.isolated), placement: .at(x: 0, y: 0))
    if layers.count == 1 { whole.combine(as: layers[0]) }
    change(&whole)
    return whole
  }

  private func faded(_ layers: [Layer], _ opacity: PerFrame<Int>) -> [Layer] {
    guard opacity != .constant(Layer.opaque), var layer = one(layers) else { return layers }
    layer.opacity = layer.opacity.combined(with: opacity) {
      ($0 * $1 + Layer.opaque / 2) / Layer.opaque
    }
    return layer.opacity == .constant(0) ? [] : [layer]
  }

  /// Layers drawn by `inner`, as they lie on this canvas.
  func brought(_ layers: [Layer], drawnBy inner: PictureGenerator) -> [Layer] {
    if inner.scale == scale || layers.isEmpty { return layers }
    // A single picture is drawn through one map; others are composed first.
    if layers.count == 1, case .picture = layers[0].content, layers[0].outline == nil {
      return moved(layers, .constant(Projection(onto(scale, from: inner.scale))))
    }
    return [gathered(layers, drawnBy: inner)]
  }

  /// Layers on the canvas of `inner`, as one layer of this one; what is blended as a whole stays so.
  func gathered(_ layers: [Layer], drawnBy inner: PictureGenerator) -> Layer {
    var all = whole(.stack(layers.isolated), drawnBy: inner)
    if layers.count == 1 { all.combine(as: layers[0]) }
    return all
  }

  func moved(_ layers: [Layer], _ motion: PerFrame<Projection>) -> [Layer] {
    guard motion != .constant(.identity), var layer = one(layers) else { return layers }
    // What is cut off stays off when the layer moves.
    if layer.outline != nil { layer = framed(layer) }
    switch layer.placement {
    case .at(let x, let y):
      let offset = Affine.translation(Double(x), Double(y))
      layer.placement = Placement(motion.map { offset.then($0) })
    case .warped(let map):
      layer.placement = Placement(map.map { Projection($0) }.combined(with: motion) { $0.then($1) })
    case .projected(let map):
      layer.placement = Placement(map.combined(with: motion) { $0.then($1) })
    }
    return [layer]
  }

  // MARK: Sampling

  private func opacity(_ value: Double) -> Int {
    Int((min(max(value, 0), 1) * Double(Layer.opaque)).rounded())
  }

  /// A value for every frame of `window`, at the frame's time from the node's first frame.
  ///
  /// - Parameter isConstant: True if all are known to be equal, so that one is enough.
  func sample<Value: Hashable & Sendable & Codable>(
    _ window: Range<Int>, isConstant: Bool = false, _ value: (Time) -> Value
  ) -> PerFrame<Value> {
    func sample(_ frame: Int) -> Value { value(rate.time(of: frame) + shift) }
    return isConstant ? .constant(sample(window.lowerBound)) : PerFrame(window.map(sample))
  }
}

extension [Layer] {
  /// The same over a clear canvas, where the lowest has nothing to be blended with, and nothing below it to change.
  var isolated: [Layer] {
    guard let first, first.blend != nil || first.backdrop != nil else { return self }
    var layers = self
    (layers[0].blend, layers[0].backdrop) = (nil, nil)
    return layers
  }
}

extension Layer {
  /// Combines it with what lies below as `other`, of which it is made.
  mutating func combine(as other: Layer) { (blend, backdrop) = (other.blend, other.backdrop) }
}

extension PerFrame {
  /// One value per frame, or one for all where they are equal.
  init(_ values: [Value]) {
    if let first = values.first, values.allSatisfy({ $0 == first }) {
      self = .constant(first)
    } else {
      self = .perFrame(values)
    }
  }

  func map<Other>(_ transform: (Value) -> Other) -> PerFrame<Other> {
    switch self {
    case .constant(let value): .constant(transform(value))
    case .perFrame(let values): PerFrame<Other>(values.map(transform))
    }
  }

  func combined(with other: Self, _ combine: (Value, Value) -> Value) -> Self {
    switch (self, other) {
    case (.constant(let a), .constant(let b)): .constant(combine(a, b))
    case (.constant(let a), .perFrame(let values)): Self(values.map { combine(a, $0) })
    case (.perFrame(let values), .constant(let b)): Self(values.map { combine($0, b) })
    case (.perFrame(let a), .perFrame(let b)): Self(zip(a, b).map(combine))
    }
  }
}
