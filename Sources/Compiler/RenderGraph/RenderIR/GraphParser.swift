// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import RenderProtocol

/// A syntax error of a printed graph, with its line.
public struct GraphSyntaxError: Error, Hashable, CustomStringConvertible {
  /// The number of the line, from 1.
  public var line: Int
  /// The description of the error.
  public var message: String

  /// `message` about line `line`.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// `line 3: '12q' is no time`.
  public var description: String { "line \(line): \(message)" }
}

/// Reads what `GraphPrinter` writes in full detail.
///
/// Empty lines and lines that start with `//` are skipped. The result is whatever the text says;
/// whether it keeps the rules of the graph is for the verifier.
public struct GraphParser: Sendable {
  /// A parser.
  public init() {}

  /// The graph that `text` describes.
  public func parse(_ text: String) throws(GraphSyntaxError) -> RenderGraph {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .makeIterator()
    return try graph(&lines, isNested: false)
  }

  private typealias Lines = EnumeratedSequence<[Substring]>.Iterator

  /// The graph in `lines`, up to a closing brace where it is nested.
  private func graph(
    _ lines: inout Lines, isNested: Bool
  ) throws(GraphSyntaxError) -> RenderGraph {
    var graph: RenderGraph?
    var last = 1
    while let (index, line) = lines.next() {
      last = index + 1
      var reader = LineReader(line, line: index + 1)
      if reader.isAtEnd || line.hasPrefix("//") { continue }
      if isNested, reader.accept("}") {
        guard reader.isAtEnd, let graph else { throw reader.fail("expected a film before '}'") }
        return graph
      }
      if graph == nil {
        graph = RenderGraph(canvas: try canvas(&reader))
      } else {
        var node = try node(&reader, number: graph?.nodes.count ?? 0)
        if case .nested(let film) = node.operation {
          try reader.expect("{")
          node.operation = .nested(film.with(try self.graph(&lines, isNested: true)))
        }
        graph?.nodes.append(node)
      }
      guard reader.isAtEnd else { throw reader.fail("'\(try reader.token())' is too much") }
    }
    guard let graph, !isNested else {
      throw GraphSyntaxError(line: last, message: isNested ? "expected '}'" : "expected 'canvas'")
    }
    return graph
  }

  private func canvas(_ reader: inout LineReader) throws(GraphSyntaxError) -> CanvasFormat {
    try reader.expect("canvas")
    let size = try reader.size()
    let rate = try reader.time()
    guard rate > .zero else { throw reader.fail("the frame rate \(rate) is not positive") }
    var canvas = CanvasFormat(
      size: size, rate: FrameRate(rate.numerator, over: rate.denominator),
      sampleRate: try reader.int())
    if reader.accept("channels=") {
      canvas.layout = try reader.value("layout of channels") {
        ChannelLayout(rawValue: String($0))
      }
    }
    if reader.accept("color=") {
      let text = try reader.string()
      guard let color = CanvasColor(parsing: text[...]) else {
        throw reader.fail("'\(text)' is no colour of a canvas")
      }
      canvas.color = color
    }
    return canvas
  }

  private func node(
    _ reader: inout LineReader, number: Int
  ) throws(GraphSyntaxError) -> RenderGraph.Node {
    let id = try input(&reader)
    guard id.index == number else { throw reader.fail("expected node %\(number)") }
    try reader.expect("=")
    let name = try reader.token()
    var inputs: [RenderGraph.NodeID] = []
    let operation: Operation
    switch name {
    case "track":
      let placed = try placedInputs(&reader)
      inputs = placed.map(\.0)
      operation = .track(starts: placed.map(\.1))
    case "compose":
      operation = try compose(&reader)
      inputs = try allInputs(&reader)
    case "group":
      let size = try reader.size()
      try reader.expect("frames=")
      operation = .group(size, frames: try reader.int())
      try reader.expect(":")
      inputs = try allInputs(&reader)
    case "mix":
      let (filters, samples) = try reader.mixed()
      let placed = try placedInputs(&reader)
      inputs = placed.map(\.0)
      operation = .mix(starts: placed.map { Int64($0.1) }, samples: samples, filters: filters)
    case "nested":
      // Its lines follow.
      let name = try reader.string()
      try reader.expect("frames=")
      let frames = try reader.int()
      let empty = RenderGraph(canvas: CanvasFormat(size: PixelSize(2, 2), rate: FrameRate(1)))
      operation = .nested(
        FilmSource(
          name: name, graph: empty, frames: frames, hasAlpha: reader.accept("alpha")))
    case "video", "image", "raster", "color", "drawing", "audio":
      operation = try source(name, &reader)
    default:
      inputs = try allInputs(&reader)
      operation = try step(name, &reader)
    }
    return RenderGraph.Node(operation, inputs, origin: try origin(&reader))
  }

  private func input(_ reader: inout LineReader) throws(GraphSyntaxError) -> RenderGraph.NodeID {
    try reader.expect("%")
    let index = try reader.int()
    guard (0...Int(Int32.max)).contains(index) else { throw reader.fail("no node %\(index)") }
    return RenderGraph.NodeID(index)
  }

  private func allInputs(
    _ reader: inout LineReader
  ) throws(GraphSyntaxError) -> [RenderGraph.NodeID] {
    var inputs: [RenderGraph.NodeID] = []
    while reader.isNext("%") { inputs.append(try input(&reader)) }
    return inputs
  }

  private func placedInputs(
    _ reader: inout LineReader
  ) throws(GraphSyntaxError) -> [(RenderGraph.NodeID, Int)] {
    var inputs: [(RenderGraph.NodeID, Int)] = []
    while reader.isNext("%") {
      let id = try input(&reader)
      try reader.expect("@")
      inputs.append((id, try reader.int()))
    }
    return inputs
  }

  private func origin(_ reader: inout LineReader) throws(GraphSyntaxError) -> Span? {
    guard reader.accept("at=") else { return nil }
    let file = try reader.value("file number") { Int32($0) }
    try reader.expect(":")
    return try reader.value("range of bytes") { text in
      let parts = text.split(separator: "-")
      guard parts.count == 2, let start = Int32(parts[0]), let end = Int32(parts[1]), start <= end
      else { return nil }
      return Span(file: FileID(index: file), start: start, end: end)
    }
  }

  private func compose(_ reader: inout LineReader) throws(GraphSyntaxError) -> Operation {
    let background = try reader.color()
    var changes: [BackgroundChange] = []
    while !reader.accept("frames=") {
      let color = try reader.color()
      try reader.expect("@")
      changes.append(BackgroundChange(during: try reader.range(), color: color))
    }
    let frames = try reader.int()
    try reader.expect(":")
    return .compose(background: background, changes: changes, frames: frames)
  }

  private func source(
    _ name: Substring, _ reader: inout LineReader
  ) throws(GraphSyntaxError) -> Operation {
    if name == "color" { return .graphic(.color(try reader.color()), try reader.size()) }
    if name == "drawing" {
      let graphic = try reader.drawing()
      return .graphic(graphic, try reader.size())
    }
    let file = try reader.file()
    switch name {
    case "video":
      return .video(try video(file, &reader))
    case "audio":
      try reader.expect("stream=")
      let stream = try reader.int()
      return .audio(
        AudioSource(
          file: file, stream: stream, zero: reader.accept("zero=") ? try reader.time() : .zero,
          drift: reader.accept("drift=") ? try reader.time() : nil))
    case "image":
      try reader.expect("size=")
      let size = try reader.size()
      let hasAlpha = reader.accept("alpha")
      return .image(
        ImageSource(file: file, size: size, hasAlpha: hasAlpha, isSVG: reader.accept("svg")))
    default:
      try reader.expect("size=")
      let size = try reader.size()
      try reader.expect("label=")
      let label = try reader.string()
      return .raster(
        RasterSource(
          file: file, size: size, label: label,
          counter: reader.accept("counter=") ? try reader.counter() : nil))
    }
  }

  private func video(
    _ file: MediaFile, _ reader: inout LineReader
  ) throws(GraphSyntaxError) -> VideoStream {
    try reader.expect("stream=")
    let stream = try reader.int()
    let zero = reader.accept("zero=") ? try reader.time() : .zero
    try reader.expect("size=")
    var source = VideoStream(file: file, stream: stream, zero: zero, size: try reader.size())
    if reader.accept("sar=") { source.sampleAspect = try reader.time() }
    source.hasAlpha = reader.accept("alpha")
    if reader.accept("between=blend") { source.between = .blend }
    if reader.accept("between=motion") { source.between = .motion }
    if reader.accept("deinterlace=frames") { source.fields = .frames }
    if reader.accept("deinterlace=fields") { source.fields = .fields }
    if reader.accept("grid=") {
      let start = try reader.time()
      try reader.expect("every=")
      let interval = try reader.time()
      guard interval > .zero else { throw reader.fail("a grid of \(interval)") }
      try reader.expect("lead=")
      source.grid = FrameGrid(start: start, interval: interval, lead: try reader.time())
    }
    return source
  }

  private func step(
    _ name: Substring, _ reader: inout LineReader
  ) throws(GraphSyntaxError) -> Operation {
    switch name {
    case "read":
      try reader.expect("from=")
      let start = try reader.time()
      try reader.expect("frames=")
      let frames = try reader.int()
      if reader.accept("every=") {
        let period = try reader.time()
        guard period > .zero else { throw reader.fail("a period of \(period)") }
        return .read(TimeRemap(start: start, period: period), frames: frames)
      }
      var (speed, curve) = (Time(1), SpeedCurve?.none)
      if reader.accept("speed=") {
        if reader.isNext("(") { curve = try reader.speeds() } else { speed = try reader.time() }
      }
      let before = reader.accept("before=") ? try reader.time() : nil
      let after = reader.accept("after=") ? try reader.time() : nil
      if let curve {
        let map = TimeRemap(curve, holdBefore: before, holdAfter: after)
        guard map.start == start else { throw reader.fail("a curve from \(map.start)") }
        return .read(map, frames: frames)
      }
      return .read(
        TimeRemap(start: start, speed: speed, holdBefore: before, holdAfter: after), frames: frames)
    case "still":
      try reader.expect("frames=")
      return .still(frames: try reader.int())
    case "draw":
      try reader.expect("frames=")
      let frames = try reader.int()
      return .draw(try reader.curves(of: Property.drawn + [.radius]), frames: frames)
    case "orient":
      if reader.isNext("(") {
        let v = try reader.numbers(4)
        return .orient(.linear(v[0], v[1], v[2], v[3]))
      }
      return .orient(.exact(try orientation(&reader)))
    case "fit":
      let fit = try reader.value("fit") { Fit(rawValue: String($0)) }
      return .fit(fit, box: try reader.box())
    case "place":
      let orientation = try orientation(&reader)
      try reader.expect("crop=")
      let crop = try reader.rect()
      try reader.expect("box=")
      let box = try reader.rect()
      return .place(orientation, crop: crop, box: box, isBlurred: reader.accept("blurred"))
    case "warp": return .warp(try warp(&reader))
    case "blend":
      return .blend(try reader.value("blend mode") { BlendMode(rawValue: String($0)) })
    case "mask":
      try reader.expect("by=")
      let channel = try reader.value("channel") { LayerMask.Channel(rawValue: String($0)) }
      return .mask(LayerMask(channel, isInverted: reader.accept("inverted")))
    case "motion-blur":
      try reader.expect("samples=")
      let samples = try reader.int()
      try reader.expect("shutter=")
      return .motionBlur(MotionBlur(samples: samples, shutter: try reader.time()))
    case "transition": return try transition(&reader)
    case "cut": return .cut(try reader.range())
    case "join": return .join
    case "listen": return try reader.listen()
    case "gain":
      let curve = try reader.curve()
      let hasKind = reader.accept("as=")
      let kind: GainKind =
        hasKind ? try reader.value("kind of gain") { GainKind(rawValue: String($0)) } : .volume
      let range = try during(&reader).map { Int64($0.lowerBound)..<Int64($0.upperBound) }
      return .gain(curve, as: kind, during: range)
    case "film": return .film
    default:
      let stages = Property.Stage.allCases.filter(\.isSeen)
      guard let stage = stages.first(where: { $0.graphName == name }) else {
        throw reader.fail("there is no operation '\(name)'")
      }
      let step = try reader.step(stage)
      return .step(step, during: try during(&reader))
    }
  }

  private func orientation(_ reader: inout LineReader) throws(GraphSyntaxError) -> Orientation {
    try reader.value("orientation") { text in Orientation.allCases.first { $0.name == text } }
  }

  private func during(_ reader: inout LineReader) throws(GraphSyntaxError) -> Range<Int>? {
    reader.accept("during=") ? try reader.range() : nil
  }

  private func warp(_ reader: inout LineReader) throws(GraphSyntaxError) -> Warp {
    let v = try reader.numbers(6)
    try reader.expect("crop=")
    var warp = Warp(crop: try reader.rect(), map: Affine(v[0], v[1], v[2], v[3], v[4], v[5]))
    if reader.accept("clip=") { warp.clip = try reader.box() }
    warp.isBlurred = reader.accept("blurred")
    while reader.accept("then") { warp.motions.append(try reader.step(.geometry)) }
    return warp
  }

  private func transition(_ reader: inout LineReader) throws(GraphSyntaxError) -> Operation {
    let name = reader.isNext("\"") ? try reader.string() : String(try reader.token())
    let (offset, duration) = try reader.value("stretch of a transition") { text -> (Int, Int)? in
      let parts = text.split(separator: "/")
      guard parts.count == 2, let a = Int(parts[0]), let b = Int(parts[1]) else { return nil }
      return (a, b)
    }
    let parameters = reader.accept("with=") ? try reader.numbers() : []
    var use = TransitionUse(name, parameters)
    if reader.accept("eased {") {
      guard case .eased(let easing) = try reader.shape() else {
        throw reader.fail("a transition has an easing")
      }
      use.easing = easing
      try reader.expect("}")
    }
    use.isReversed = reader.accept("reversed")
    if reader.accept("map ") {
      let file = try reader.file()
      let orientation =
        reader.accept("turned ")
        ? try reader.value("orientation") { text in
          Int(text).flatMap { Orientation(rawValue: $0) }
        } : nil
      use.map = TransitionMap(file: file, orientation: orientation, isSVG: reader.accept("svg"))
    }
    return .transition(use, offset: offset, duration: duration)
  }
}
