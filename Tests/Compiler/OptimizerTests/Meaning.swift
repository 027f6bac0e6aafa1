// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

/// The picture at a point of a frame, or the sound at a sample: a simple interpreter of graphs.
struct Meaning {
  private let graph: RenderGraph
  private let counts: [Int]
  /// The time after that of a frame at which animated values are taken.
  private var shift = Time.zero
  /// True if the result is one moment of a frame.
  private var isMoment = false
  /// The canvas of the group that is looked into; nil for the film's.
  private var groupCanvas: PixelSize?
  private var canvas: PixelSize { groupCanvas ?? graph.canvas.size }

  init(_ graph: RenderGraph) {
    self.graph = graph
    counts = graph.frameCounts()
  }

  /// A picture element at a point.
  indirect enum Sight {
    /// A point of a source at a source time.
    case source(String, Time, x: Double, y: Double, opacity: Double, isOpaque: Bool)
    case color(Color)
    case transition(TransitionUse, frame: Int, of: Int, [Sight], [Sight])
    /// Several elements that are faded together.
    case group([Sight], opacity: Double)
    /// The elements at the centre of a treatment.
    case treated([Sight], Property.Stage, numbers: [Double])
    /// Elements that are combined as one with what lies under them.
    case blended([Sight], BlendMode)
    /// Elements that are seen through others.
    case masked([Sight], by: [Sight], LayerMask)
    /// The mean of what is seen at several moments of a frame.
    case mean([[Sight]])
  }

  /// A sound source.
  struct Sound: Equatable {
    var source: String
    var time: Time
    var gain: Double
  }

  // MARK: Pictures

  /// The visible elements at a point of frame `frame` of the film, bottom first.
  func sights(frame: Int, at point: (Double, Double)) -> [Sight] {
    guard let first = graph.nodes.last?.inputs.first else { return [] }
    return visible(sights(first, frame, point))
  }

  /// Returns true if a treatment changes anything at `time`.
  private func acts(_ step: LayerStep, at time: Time) -> Bool {
    let properties = step.stage.properties
    func isIdentity(_ property: Property) -> Bool {
      let identity = property.identity(PixelPoint(0, 0))
      return (step.curves[property]?.value(at: time) ?? identity) == identity
    }
    return !properties.allSatisfy(isIdentity)
      && !properties.contains { $0.decides && isIdentity($0) }
  }

  private func visible(_ sights: [Sight]) -> [Sight] {
    guard let last = sights.lastIndex(where: \.isOpaque) else { return sights }
    return Array(sights[last...])
  }

  private func sights(_ id: RenderGraph.NodeID, _ frame: Int, _ p: (Double, Double)) -> [Sight] {
    let node = graph[id]
    if case .transition = node.operation, !PixelRect(canvas).holds(p) { return [] }
    let time = graph.canvas.rate.time(of: frame) + shift
    switch node.operation {
    case .fit, .place, .warp: return picture(node, frame, p)
    case .step(let step, let during):
      guard during?.contains(frame) ?? true else { return sights(node.inputs[0], frame, p) }
      switch step.stage.role {
      case .cut:
        let cut = step.cut(at: time, canvas: canvas)
        guard cut.outline.holds(p) else { return [] }
        return sights(node.inputs[0], frame, cut.map.origin(of: p))
      case .treatment, .backdrop:
        return changed(visible(sights(node.inputs[0], frame, p))) { inner in
          if inner.isEmpty || !acts(step, at: time) { return inner }
          return [
            .treated(
              inner, step.stage, numbers: step.numbers(at: time, canvas: graph.canvas.size))
          ]
        }
      case .filter:
        let canvas = PixelRect(graph.canvas.size)
        guard let effect = step.effect, (effect.box ?? canvas).holds(p) else { return [] }
        // What it does depends on its options and on the time of the layer.
        let own = effect.start.map { $0 + time } ?? .zero
        let numbers = effect.numbers(at: time) + [own.approximate]
        return changed(visible(sights(node.inputs[0], frame, p))) { inner in
          inner.isEmpty ? [] : [.treated(inner, step.stage, numbers: numbers)]
        }
      case .geometry:
        let map = step.map(at: time, canvas: canvas)
        guard let q = map.origin(of: p) else { return [] }
        return sights(node.inputs[0], frame, q)
      case .panorama: preconditionFailure("a step is seen")
      case .factor:
        return changed(visible(sights(node.inputs[0], frame, p))) {
          faded($0, step.factor(at: time))
        }
      case .drawing: preconditionFailure("no stage of a layer")
      }
    case .transition(let name, let offset, let duration):
      let sides = node.inputs.map { isolated(visible(sights($0, frame, p))) }
      if sides.allSatisfy(\.isEmpty) { return [] }
      return [.transition(name, frame: offset + frame, of: duration, sides[0], sides[1])]
    case .blend(let mode):
      let inner = isolated(visible(sights(node.inputs[0], frame, p)))
      return inner.isEmpty ? [] : [.blended(inner, mode)]
    case .mask(let mask):
      let other = isolated(visible(sights(node.inputs[1], frame, p)))
      return changed(visible(sights(node.inputs[0], frame, p))) {
        $0.isEmpty ? [] : [.masked($0, by: other, mask)]
      }
    case .motionBlur where isMoment: return sights(node.inputs[0], frame, p)
    case .motionBlur(let blur):
      let moments = blur.moments(at: graph.canvas.rate).map { moment -> [Sight] in
        var later = self
        (later.shift, later.isMoment) = (shift + moment, true)
        return visible(later.sights(node.inputs[0], frame, p))
      }
      return mean(moments)
    case .track(let starts):
      for (start, item) in zip(starts, node.inputs) {
        if (start..<start + counts[Int(item.index)]).contains(frame) {
          return sights(item, frame - start, p)
        }
      }
      return []
    case .join:
      let (part, start) = part(node, frame)
      return sights(part, frame - start, p)
    case .cut(let range): return sights(node.inputs[0], frame + range.lowerBound, p)
    case .compose(let background, let changes, _):
      let color = changes.last { $0.during.contains(frame) }?.color ?? background
      let layers = node.inputs.flatMap { input in
        frame < counts[Int(input.index)] ? sights(input, frame, p) : []
      }
      if color.alpha > 0 { return PixelRect(canvas).holds(p) ? [.color(color)] + layers : [] }
      // Only groups without blended layers are the same as their layers.
      let own = isolated(visible(layers))
      return own.contains(where: \.isBlended) ? [.group(own, opacity: 1)] : layers
    default: preconditionFailure("nothing on the canvas")
    }
  }

  /// `sights` on nothing: the lowest has nothing to be combined with.
  private func isolated(_ sights: [Sight]) -> [Sight] {
    guard case .blended(let inner, _)? = sights.first else { return sights }
    return inner + sights.dropFirst()
  }

  /// The result of a step on a layer, which is combined with the layers below as before.
  private func changed(_ sights: [Sight], _ change: ([Sight]) -> [Sight]) -> [Sight] {
    guard sights.count == 1, case .blended(let inner, let mode) = sights[0] else {
      let own = isolated(sights)
      return change(own.contains(where: \.isBlended) ? [.group(own, opacity: 1)] : own)
    }
    let changed = change(inner)
    return changed.isEmpty ? [] : [.blended(changed, mode)]
  }

  /// The common value of all moments, if it is the same; else layers with a blend mode are combined
  /// as one.
  private func mean(_ moments: [[Sight]]) -> [Sight] {
    guard let first = moments.first, moments.contains(where: { !$0.isNear(first) }) else {
      return moments.first ?? []
    }
    let mode = moments.joined().lazy.compactMap { sight -> BlendMode? in
      if case .blended(_, let mode) = sight { mode } else { nil }
    }.first
    let all: [Sight] = [.mean(moments.map { isolated($0) })]
    return mode.map { [.blended(all, $0)] } ?? all
  }

  private func part(_ node: RenderGraph.Node, _ frame: Int) -> (RenderGraph.NodeID, Int) {
    var start = 0
    for input in node.inputs {
      if frame < start + counts[Int(input.index)] { return (input, start) }
      start += counts[Int(input.index)]
    }
    preconditionFailure("a frame after the end of a join")
  }

  private func faded(_ sights: [Sight], _ opacity: Double) -> [Sight] {
    if opacity <= 0 || sights.isEmpty { return [] }
    if opacity >= 1 { return sights }
    guard sights.count == 1 else { return [.group(sights, opacity: opacity)] }
    switch sights[0] {
    case .source(let name, let time, let x, let y, let own, _):
      return [.source(name, time, x: x, y: y, opacity: own * opacity, isOpaque: false)]
    case .group(let inner, let own): return [.group(inner, opacity: own * opacity)]
    default: return [.group(sights, opacity: opacity)]
    }
  }

  private func picture(_ node: RenderGraph.Node, _ frame: Int, _ p: (Double, Double)) -> [Sight] {
    var turn = Affine.identity
    var (id, inner) = (node.inputs[0], frame)
    var opacity = 1.0
    descent: while true {
      switch graph[id].operation {
      case .orient(.exact(let orientation)):
        turn = orientation.affine(for: PixelSize(0, 0)).then(turn)
      case .orient(.linear(let a, let b, let c, let d)):
        turn = Affine(a, b, c, d, 0, 0).then(turn)
      case .step(let step, _) where step.stage == .opacity:
        opacity *= step.factor(at: graph.canvas.rate.time(of: inner) + shift)
      case .cut(let range): inner += range.lowerBound
      case .join:
        let (part, start) = part(graph[id], inner)
        (id, inner) = (part, inner - start)
        continue descent
      default: break descent
      }
      id = graph[id].inputs[0]
    }
    if case .group(let size, _) = graph[id].operation {
      guard let (q, _) = place(node.operation, size, Time(1), turn, frame, p),
        PixelRect(size).holds(q)
      else { return [] }
      var inside = self
      inside.groupCanvas = size
      let layers = graph[id].inputs.flatMap { input in
        inner < counts[Int(input.index)] ? inside.sights(input, inner, q) : []
      }
      return faded(isolated(visible(layers)), opacity)
    }
    var (name, size, aspect, isOpaque) = source(graph[id].inputs[0])
    var time = Time.zero
    if case .draw(let curves, _) = graph[id].operation,
      case .graphic(let graphic, _) = graph[graph[id].inputs[0]].operation
    {
      let values = graphic.values(of: curves, at: graph.canvas.rate.time(of: inner) + shift)
      name = graphic.with(values).description
    }
    if case .read(let map, _) = graph[id].operation {
      time = map.sourceTime(inner, rate: graph.canvas.rate)
    }
    guard let (q, isBlurred) = place(node.operation, size, aspect, turn, frame, p) else {
      return []
    }
    return [
      .source(
        name + (isBlurred ? " blurred" : ""), time, x: q.0, y: q.1, opacity: opacity,
        isOpaque: isOpaque && opacity >= 1)
    ]
  }

  /// The point of a picture of `size` that is seen at `p` through a `fit`, `place` or `warp`; nil for none.
  private func place(
    _ operation: Operation, _ size: PixelSize, _ aspect: Time, _ turn: Affine, _ frame: Int,
    _ p: (Double, Double)
  ) -> (point: (Double, Double), isBlurred: Bool)? {
    let warp = warp(operation, size, aspect, turn)
    let filmTime = graph.canvas.rate.time(of: frame) + shift
    let moved = warp.motions.reduce(Projection.identity) {
      $0.then($1.map(at: filmTime, canvas: graph.canvas.size))
    }
    guard let onCanvas = moved.origin(of: p) else { return nil }
    if let clip = warp.clip, !RoundedBox(clip).holds(onCanvas) { return nil }
    let q = warp.map.origin(of: onCanvas)
    guard warp.crop.holds(q) else { return nil }
    return (q, warp.isBlurred)
  }

  private func warp(
    _ operation: Operation, _ size: PixelSize, _ aspect: Time, _ turn: Affine
  ) -> Warp {
    func placed(_ geometry: FitGeometry, _ isBlurred: Bool) -> Warp {
      Warp(
        crop: geometry.codedCrop(coded: size), map: geometry.map(coded: size),
        isBlurred: isBlurred)
    }
    switch operation {
    case .fit(let fit, let box):
      let whole = [turn.a, turn.b, turn.c, turn.d].map { Int($0.rounded()) }
      let isExact = [turn.a, turn.b, turn.c, turn.d] == whole.map(Double.init)
      if isExact, let exact = Orientation(linear: whole[0], whole[1], whole[2], whole[3]) {
        return placed(
          FitGeometry(coded: size, sampleAspect: aspect, orientation: exact, fit: fit, box: box),
          fit == .backdrop)
      }
      return Warp(coded: size, sampleAspect: aspect, turn: turn, fit: fit, box: box)
    case .place(let orientation, let crop, let box, let isBlurred):
      return placed(FitGeometry(orientation: orientation, crop: crop, box: box), isBlurred)
    case .warp(let warp): return warp
    default: preconditionFailure("no geometry")
    }
  }

  private func source(_ id: RenderGraph.NodeID) -> (String, PixelSize, Time, isOpaque: Bool) {
    switch graph[id].operation {
    case .video(let source):
      (source.file.path, source.size, source.sampleAspect, !source.hasAlpha)
    case .image(let source): (source.file.path, source.size, Time(1), !source.hasAlpha)
    case .raster(let source): (source.file.path, source.size, Time(1), false)
    case .graphic(let graphic, let size):
      (graphic.description, size, Time(1), !graphic.hasAlpha)
    default: preconditionFailure("no picture source")
    }
  }

  // MARK: Sound

  /// The audible sounds at a sample of the film, in order.
  func sounds(sample: Int64) -> [Sound] {
    guard let last = graph.nodes.last?.inputs.last else { return [] }
    return sounds(last, sample)
  }

  private func sounds(_ id: RenderGraph.NodeID, _ sample: Int64) -> [Sound] {
    let node = graph[id]
    switch node.operation {
    case .listen(let remap, let channels, let filters, let samples):
      guard (0..<samples).contains(sample),
        case .audio(let source) = graph[node.inputs[0]].operation
      else { return [] }
      let time = remap.start + Time(sample, over: Int64(graph.canvas.sampleRate)) * remap.speed
      // Where it is stretched, what is heard depends on where that begins.
      let way =
        (remap.isPlain ? "" : " stretched from \(remap.start)") + (channels.map { " \($0)" } ?? "")
        + filters.list.map { " \($0) from \(remap.start) for \(samples)" }.joined()
      return [Sound(source: source.file.path + way, time: time, gain: 1)]
    case .gain(let curve, let kind, let during):
      let inner = sounds(node.inputs[0], sample)
      guard during?.contains(sample) ?? true else { return inner }
      let gain = curve.value(at: Time(sample, over: Int64(graph.canvas.sampleRate)))[0]
      guard kind == .volume else {
        let way = gain == kind.identity ? "" : " \(kind) \(gain)"
        return inner.map { Sound(source: $0.source + way, time: $0.time, gain: $0.gain) }
      }
      return gain == 0
        ? [] : inner.map { Sound(source: $0.source, time: $0.time, gain: $0.gain * gain) }
    case .mix(let starts, let samples, let filters):
      guard (0..<samples).contains(sample) else { return [] }
      let mixed = zip(starts, node.inputs).flatMap { start, input in sounds(input, sample - start) }
      let way = filters.list.map { " then \($0) to \(filters.tail)" }.joined()
      return mixed.map { Sound(source: $0.source + way, time: $0.time, gain: $0.gain) }
    default: return []
    }
  }
}

extension Meaning.Sight {
  fileprivate var isOpaque: Bool {
    switch self {
    case .source(_, _, _, _, _, let isOpaque): isOpaque
    case .color(let color): color.alpha == 255
    case .transition(_, _, _, let from, let to):
      from.contains(where: \.isOpaque) && to.contains(where: \.isOpaque)
    case .mean(let moments): moments.allSatisfy { $0.contains(where: \.isOpaque) }
    case .treated(let inner, let stage, _):
      [.adjust, .lut, .border, .shadow].contains(stage) && inner.contains(where: \.isOpaque)
    case .group, .blended, .masked: false
    }
  }

  fileprivate var isBlended: Bool {
    if case .blended = self { true } else { false }
  }

  /// Returns true if both are equal apart from rounding.
  func isNear(_ other: Meaning.Sight) -> Bool {
    switch (self, other) {
    case (
      .source(let a, let t, let x, let y, let o, _), .source(let b, let u, let v, let w, let p, _)
    ):
      a == b && t == u && abs(x - v) < 1e-6 && abs(y - w) < 1e-6 && abs(o - p) < 1e-9
    case (.color(let a), .color(let b)): a == b
    case (
      .transition(let a, let f, let d, let l, let r), .transition(let b, let g, let e, let m, let s)
    ):
      a == b && f == g && d == e && l.isNear(m) && r.isNear(s)
    case (.group(let a, let o), .group(let b, let p)): a.isNear(b) && abs(o - p) < 1e-9
    case (.blended(let a, let m), .blended(let b, let n)): a.isNear(b) && m == n
    case (.masked(let a, let m, let u), .masked(let b, let n, let w)):
      a.isNear(b) && m.isNear(n) && u == w
    case (.mean(let a), .mean(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isNear($1) }
    case (.treated(let a, let s, let n), .treated(let b, let t, let m)):
      a.isNear(b) && s == t && zip(n, m).allSatisfy { abs($0 - $1) < 1e-9 }
    default: false
    }
  }
}

extension [Meaning.Sight] {
  /// Returns true if all are equal apart from rounding.
  func isNear(_ other: [Meaning.Sight]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isNear($1) }
  }
}

extension Affine {
  /// The point that maps to `p`; far away if the map is singular.
  fileprivate func origin(of p: (Double, Double)) -> (Double, Double) {
    let (x, y) = (p.0 - tx, p.1 - ty)
    guard determinant != 0 else { return (1e12, 1e12) }
    return ((d * x - c * y) / determinant, (a * y - b * x) / determinant)
  }
}

extension Projection {
  /// The point before the eye that maps to `p`; nil for none.
  fileprivate func origin(of p: (Double, Double)) -> (Double, Double)? {
    if let affine { return affine.origin(of: p) }
    guard let inverse else { return nil }
    let w = inverse.depth(p.0, p.1)
    guard w > 0 else { return nil }
    let m = inverse.over
    return ((m.a * p.0 + m.c * p.1 + m.tx) / w, (m.b * p.0 + m.d * p.1 + m.ty) / w)
  }
}

extension RoundedBox {
  fileprivate func holds(_ p: (Double, Double)) -> Bool {
    let (dx, dy) = (p.0 - x, p.1 - y)
    guard dx >= 0, dx < width, dy >= 0, dy < height else { return false }
    return !radii.enumerated().contains { index, radius in
      let ex = radius - (index == 0 || index == 3 ? dx : width - dx)
      let ey = radius - (index < 2 ? dy : height - dy)
      return ex > 0 && ey > 0 && ex * ex + ey * ey > radius * radius
    }
  }
}

extension PixelRect {
  fileprivate func holds(_ p: (Double, Double)) -> Bool {
    p.0 >= Double(x) && p.0 < Double(x + width) && p.1 >= Double(y) && p.1 < Double(y + height)
  }
}
