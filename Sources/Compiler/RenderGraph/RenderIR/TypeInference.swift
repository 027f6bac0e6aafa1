// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
import RenderProtocol

/// A rule of the render graph that a node breaks.
package struct RuleBroken: Error {
  /// The broken rule, without the node's number.
  package var message: String
}

extension RenderGraph {
  /// The type of every node, in order; the graph must keep the verifier's rules.
  public func streamTypes() -> [StreamType] {
    var types: [StreamType] = []
    types.reserveCapacity(nodes.count)
    let canvases = canvases()
    for (index, node) in nodes.enumerated() {
      do throws(RuleBroken) {
        types.append(try type(of: node, given: types, on: canvases[NodeID(index)]))
      } catch {
        preconditionFailure("%\(index) \(error.message)")
      }
    }
    return types
  }

  /// The type of `node`, given the types of the nodes before it, or the first rule it breaks.
  ///
  /// - Parameter canvas: The canvas on which it is drawn; nil if there are several.
  package func type(
    of node: Node, given types: [StreamType], on canvas: PixelSize?
  ) throws(RuleBroken) -> StreamType {
    for input in node.inputs where input.index < 0 || input.index >= types.count {
      throw RuleBroken(message: "uses %\(input.index), which does not stand before it")
    }
    let inputs = node.inputs.map { types[Int($0.index)] }
    switch node.operation {
    case .video(let source):
      try demand(inputs, count: 0)
      try Rules.source(size: source.size, aspect: source.sampleAspect)
      return .source(
        SourceType(
          kind: .video, size: source.size, sampleAspect: source.sampleAspect,
          hasAlpha: source.hasAlpha))
    case .nested(let film):
      try demand(inputs, count: 0)
      guard film.graph.film != nil, film.graph.canvas.sampleRate == self.canvas.sampleRate else {
        throw RuleBroken(message: "is no film, or one of another sample rate")
      }
      return .source(
        SourceType(
          kind: .film, size: film.size, sampleAspect: Time(1), hasAlpha: film.hasAlpha))
    case .image(let source):
      try demand(inputs, count: 0)
      return try still(source.size, hasAlpha: source.hasAlpha)
    case .raster(let source):
      try demand(inputs, count: 0)
      return try still(source.size, hasAlpha: true)
    case .caption(let caption):
      try demand(inputs, count: 0)
      return try still(caption.canvas, hasAlpha: true)
    case .script(let script):
      try demand(inputs, count: 0)
      try Rules.source(size: script.canvas, aspect: Time(1))
      return .source(
        SourceType(kind: .script, size: script.canvas, sampleAspect: Time(1), hasAlpha: true))
    case .graphic(let graphic, let size):
      try demand(inputs, count: 0)
      return try still(size, hasAlpha: graphic.hasAlpha)
    case .audio:
      try demand(inputs, count: 0)
      return .source(
        SourceType(kind: .audio, size: PixelSize(0, 0), sampleAspect: Time(1), hasAlpha: false))
    case .listen(let remap, let channels, _, let samples):
      if case .picked(let numbers) = channels, !ChannelChoice.isPossible(numbers) {
        throw RuleBroken(message: "listens to channels \(numbers)")
      }
      _ = try typeOfSource(inputs, .audio, .film)
      try Rules.speed(remap.speed)
      if let curve = remap.curve { try Rules.speeds(curve) }
      try Rules.length(samples)
      return .sound(samples: samples)
    case .gain(let curve, let kind, let during):
      try demand(inputs, count: 1)
      guard case .sound(let samples) = inputs[0] else {
        throw RuleBroken(message: "wants a sound")
      }
      try Rules.curve(curve, of: kind == .volume ? .volume : .balance)
      if let during { try Rules.inside(during, samples) }
      return .sound(samples: samples)
    case .mix(let starts, let samples, _):
      try demand(inputs, count: starts.count)
      try Rules.length(samples)
      for start in starts where start < 0 || start > Rules.limit {
        throw RuleBroken(message: "starts a sound at \(start)")
      }
      for case let input in inputs {
        guard case .sound = input else { throw RuleBroken(message: "wants sounds") }
      }
      return .sound(samples: samples)
    case .film:
      return try film(inputs)
    case .read, .still, .draw, .orient, .fit, .place, .warp, .step, .blend, .motionBlur,
      .mask, .transition, .cut, .track, .join, .compose, .group:
      return .picture(try picture(node.operation, inputs, on: canvas))
    }
  }

  private func still(_ size: PixelSize, hasAlpha: Bool) throws(RuleBroken) -> StreamType {
    try Rules.source(size: size, aspect: Time(1))
    return .source(
      SourceType(kind: .still, size: size, sampleAspect: Time(1), hasAlpha: hasAlpha))
  }

  private func film(_ inputs: [StreamType]) throws(RuleBroken) -> StreamType {
    let message = "wants a picture on the canvas, a sound, or both in this order"
    var rest = inputs[...]
    if let picture = rest.first?.picture {
      guard picture.extent == .canvas, picture.frames > 0 else {
        throw RuleBroken(message: message)
      }
      rest = rest.dropFirst()
    }
    if case .sound = rest.first { rest = rest.dropFirst() }
    guard rest.isEmpty, !inputs.isEmpty else { throw RuleBroken(message: message) }
    return .film
  }

  private func picture(
    _ operation: Operation, _ inputs: [StreamType], on canvas: PixelSize?
  ) throws(RuleBroken) -> PictureType {
    switch operation {
    case .read(let map, let frames):
      if let before = map.holdBefore, let after = map.holdAfter, before > after {
        throw RuleBroken(message: "holds before \(before) and after \(after)")
      }
      if map.speed != .zero { try Rules.speed(map.speed) }
      if let curve = map.curve { try Rules.speeds(curve) }
      return try PictureType(frames: frames, of: typeOfSource(inputs, .video, .film, .script))
    case .still(let frames):
      return try PictureType(frames: frames, of: typeOfSource(inputs, .still))
    case .draw(let curves, let frames):
      for entry in curves.entries {
        try Rules.curve(entry.value, of: entry.property.unit)
      }
      var drawn = try typeOfSource(inputs, .still)
      if curves.haveAlpha { drawn.hasAlpha = true }
      return try PictureType(frames: frames, of: drawn)
    case .orient, .fit, .place, .warp:
      return try geometry(operation, inputs)
    case .step(let step, let during):
      let type = try step.stage.isPixelwise ? single(inputs) : onCanvas(inputs)
      try Rules.step(step)
      if let during { try Rules.inside(during, type.frames) }
      return step.applied(
        to: type, during: during != nil, canvas: canvas ?? self.canvas.size)
    case .blend:
      var type = try onCanvas(inputs)
      type.covers = nil
      type.isBlended = true
      return type
    case .motionBlur(let blur):
      guard blur.isPossible else { throw RuleBroken(message: "is seen at too many moments") }
      // What is the same at all moments is as it is; of what moves, neither bounds nor cover are known.
      return try onCanvas(inputs)
    case .mask:
      try demand(inputs, count: 2)
      var type = try onCanvas([inputs[0]])
      let mask = try onCanvas([inputs[1]])
      guard mask.frames == type.frames else {
        throw RuleBroken(
          message: "wants inputs of one length, got \(type.frames) and \(mask.frames)")
      }
      type.covers = nil
      return type
    case .cut(let range):
      var type = try single(inputs)
      try Rules.inside(range, type.frames)
      type.frames = range.count
      return type
    case .join: return try join(inputs)
    case .group(let size, let frames): return try group(inputs, size, frames)
    case .transition, .track, .compose:
      return try assembly(operation, inputs, on: canvas.map { PixelRect($0) })
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .listen, .gain,
      .mix, .film:
      preconditionFailure("no picture")
    }
  }

  private func group(
    _ inputs: [StreamType], _ size: PixelSize, _ frames: Int
  ) throws(RuleBroken) -> PictureType {
    try Rules.source(size: size, aspect: Time(1))
    try Rules.length(Int64(frames))
    let whole = PixelRect(size)
    var isCovered = false
    for input in inputs {
      let layer = try onCanvas([input])
      if layer.frames >= frames, layer.covers?.contains(whole) ?? false { isCovered = true }
    }
    return PictureType(
      frames: frames, extent: .pixels(size, sampleAspect: Time(1)), bounds: whole,
      covers: isCovered ? whole : nil)
  }

  private func join(_ inputs: [StreamType]) throws(RuleBroken) -> PictureType {
    let parts = try inputs.map { input throws(RuleBroken) in try single([input]) }
    guard var type = parts.first else { throw RuleBroken(message: "joins nothing") }
    for part in parts.dropFirst() {
      guard part.extent == type.extent else {
        throw RuleBroken(message: "joins pictures of several sizes")
      }
      type.frames += part.frames
      try Rules.length(Int64(type.frames))
      type.bounds = type.bounds.union(part.bounds)
      type.isBlended = type.isBlended || part.isBlended
      type.covers = part.covers.flatMap { type.covers?.intersection($0) }
      if type.covers?.isEmpty == true { type.covers = nil }
    }
    return type
  }

  private func assembly(
    _ operation: Operation, _ inputs: [StreamType], on whole: PixelRect?
  ) throws(RuleBroken) -> PictureType {
    let layers = try inputs.map { input throws(RuleBroken) in try onCanvas([input]) }
    var type = PictureType(
      frames: 0, extent: .canvas, bounds: PixelRect(PixelSize(0, 0)), covers: nil)
    switch operation {
    case .transition(let use, let offset, let duration):
      try demand(inputs, count: 2)
      guard layers[0].frames == layers[1].frames else {
        throw RuleBroken(
          message: "wants inputs of one length, got \(layers[0].frames) and \(layers[1].frames)")
      }
      type.frames = layers[0].frames
      guard offset >= 0, (1...Rules.limit).contains(duration), offset <= duration - type.frames
      else {
        throw RuleBroken(message: "shows frames outside its \(duration)")
      }
      type.bounds = whole ?? .everywhere
      // What lies below is seen through clear.
      let isOpaque = TransitionStyle(kernel: use.name)?.passesBlack != true
      if isOpaque, let whole, layers.allSatisfy({ $0.covers?.contains(whole) ?? false }) {
        type.covers = whole
      }
    case .track(let starts):
      try demand(inputs, count: starts.count)
      for (start, layer) in zip(starts, layers) {
        guard start >= type.frames, start <= Rules.limit else {
          throw RuleBroken(message: "places an item at \(start), before \(type.frames)")
        }
        type.frames = start + layer.frames
        type.bounds = type.bounds.union(layer.bounds)
        type.isBlended = type.isBlended || layer.isBlended
      }
    case .compose(let background, let changes, let frames):
      try Rules.length(Int64(frames))
      for change in changes { try Rules.inside(change.during, frames) }
      type.frames = frames
      let colors = [background] + changes.map(\.color)
      // What lies beside the canvas is seen where it is moved afterwards.
      type.bounds = layers.reduce(
        colors.allSatisfy { $0.alpha == 0 } ? type.bounds : whole ?? .everywhere
      ) { $0.union($1.bounds) }
      type.covers = whole.flatMap { whole in
        colors.allSatisfy { $0.alpha == 255 }
          ? whole
          : layers.last { $0.covers != nil && $0.frames >= frames }?.covers?.intersection(whole)
      }
      if type.covers?.isEmpty == true { type.covers = nil }
    default:
      preconditionFailure("an operation without a rule")
    }
    return type
  }

  private func geometry(
    _ operation: Operation, _ inputs: [StreamType]
  ) throws(RuleBroken) -> PictureType {
    var type = try single(inputs)
    guard case .pixels(let size, let aspect) = type.extent else {
      throw RuleBroken(message: "wants a picture that is not on the canvas yet")
    }
    let isOpaque = type.covers != nil
    switch operation {
    case .orient(.exact(let orientation)):
      let turned = orientation.size(of: size)
      type.extent = .pixels(
        turned, sampleAspect: orientation.swapsAxes ? Time(1) / aspect : aspect)
      type.bounds = PixelRect(turned)
      type.covers = isOpaque ? type.bounds : nil
    case .orient(.linear(let a, let b, let c, let d)):
      let turn = Affine(a, b, c, d, 0, 0)
      guard turn.isFinite, turn.determinant != 0 else {
        throw RuleBroken(message: "flattens the picture")
      }
      let e = Affine.scale(aspect.approximate, 1).then(turn).extremes(of: PixelRect(size))
      let hull = Affine.translation(-e.x0, -e.y0).hull(
        of: Affine.scale(aspect.approximate, 1).then(turn).hull(of: PixelRect(size)))
      type.extent = .pixels(hull.size, sampleAspect: Time(1))
      type.bounds = PixelRect(hull.size)
      type.covers = nil
      try Rules.source(size: hull.size, aspect: Time(1))
    case .fit(let fit, let box):
      try Rules.box(box)
      let geometry = FitGeometry(
        coded: size, sampleAspect: aspect, orientation: .upright, fit: fit, box: box)
      type.extent = .canvas
      let shown = RoundedBox(geometry.box)
      type.bounds = shown.hull
      // A sample of chroma that it shares with what lies under it is not covered.
      type.covers = isOpaque ? shown.inside : nil
    case .place(let orientation, let crop, let box, _):
      try Rules.box(box)
      try Rules.crop(crop, orientation.size(of: size))
      type.extent = .canvas
      type.bounds = box
      type.covers = isOpaque ? RoundedBox(box).inside : nil
    case .warp(let warp):
      try Rules.warp(warp, size)
      type.extent = .canvas
      guard warp.isConstant else {
        type.bounds = .everywhere
        type.covers = nil
        break
      }
      let seen = warp.map(at: .zero, canvas: canvas.size)
      let moved = warp.motions.reduce(Projection.identity) {
        $0.then($1.map(at: .zero, canvas: canvas.size))
      }
      type.bounds = seen.hull(of: warp.crop)
      if let clip = warp.clip {
        type.bounds = type.bounds.intersection(moved.hull(of: RoundedBox(clip).hull))
      }
      type.covers = isOpaque && warp.clip == nil ? seen.affine?.inside(of: warp.crop) : nil
    default:
      preconditionFailure("an operation without a rule")
    }
    return type
  }
}

extension PictureType {
  /// `frames` whole frames of a source.
  fileprivate init(frames: Int, of source: SourceType) throws(RuleBroken) {
    try Rules.length(Int64(frames))
    self.init(
      frames: frames, extent: .pixels(source.size, sampleAspect: source.sampleAspect),
      bounds: PixelRect(source.size), covers: source.hasAlpha ? nil : PixelRect(source.size))
  }
}

private func demand(_ inputs: [StreamType], count: Int) throws(RuleBroken) {
  if inputs.count != count {
    throw RuleBroken(message: "wants \(count) inputs, got \(inputs.count)")
  }
}

private func typeOfSource(
  _ inputs: [StreamType], _ kinds: SourceType.Kind...
) throws(RuleBroken) -> SourceType {
  try demand(inputs, count: 1)
  guard case .source(let type) = inputs[0], kinds.contains(type.kind) else {
    throw RuleBroken(message: "wants a source that is \(kinds[0])")
  }
  return type
}

private func single(_ inputs: [StreamType]) throws(RuleBroken) -> PictureType {
  try demand(inputs, count: 1)
  guard let type = inputs[0].picture else { throw RuleBroken(message: "wants a picture") }
  return type
}

private func onCanvas(_ inputs: [StreamType]) throws(RuleBroken) -> PictureType {
  let type = try single(inputs)
  guard type.extent == .canvas else {
    throw RuleBroken(message: "wants a picture on the canvas")
  }
  return type
}
