// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
package import RenderProtocol

/// Describes how the frames of a program are made, using the components that render it.
package struct FilterGraphDescriber {
  private let run: RenderRun
  private var inputs: [FilterGraphDescription.Input] = []

  package init(run: RenderRun) { self.run = run }

  /// The sketch of `program`; this decodes the first frame of every input.
  package mutating func sketch(_ program: RenderProgram) throws(RenderFailure)
    -> FilterGraphDescription
  {
    try program.checkBounds()
    var parts: [FilterGraphDescription.Interval] = []
    for part in program.parts {
      inputs = []
      var drawing: [String] = []
      try draw(
        part.layers, count: part.frameCount, indent: "", at: run.canvas.rate,
        into: &drawing)
      if let finish = program.finish {
        drawing.append(
          "finish: crop \(finish.crop), scale to \(finish.box.size) at \(finish.box.x),\(finish.box.y)"
            + (finish.hasBackdrop ? " over itself, blurred" : ""))
      }
      if let orientation = program.orientation {
        drawing.append("finish: turn by \(orientation.inverse.name)")
      }
      parts.append(
        FilterGraphDescription.Interval(
          count: Int64(part.frameCount), inputs: inputs, steps: drawing))
    }
    return FilterGraphDescription(parts: parts)
  }

  private mutating func draw(
    _ layers: [Layer], count: Int, indent: String, at rate: FrameRate,
    into lines: inout [String]
  ) throws(RenderFailure) {
    for layer in layers {
      switch layer.content {
      case .picture(let picture):
        lines.append(indent + "input \(inputs.count)" + layer.words)
        inputs.append(try input(picture, count: count, at: rate))
      case .stack(let inner):
        lines.append(indent + "stack" + layer.words)
        let shown = layer.pace?.frames(0..<count, rate: rate).count ?? count
        try draw(
          inner, count: shown, indent: indent + "  ", at: layer.pace?.rate ?? rate, into: &lines)
      case .transition(let transition):
        let frames = "\(transition.offset) ..< \(transition.offset + count)"
        lines.append(
          indent + "transition '\(transition.name)', frames \(frames) of \(transition.duration)"
            + (transition.isReversed == true ? ", backwards" : "")
            + (transition.map.map { ", by the grey of '\($0.file.name)'" } ?? "") + layer.words)
        lines.append(indent + "  from")
        try draw(transition.from, count: count, indent: indent + "    ", at: rate, into: &lines)
        lines.append(indent + "  to")
        try draw(transition.to, count: count, indent: indent + "    ", at: rate, into: &lines)
      }
    }
  }

  private func input(
    _ picture: Picture, count: Int, at rate: FrameRate
  ) throws(RenderFailure) -> FilterGraphDescription.Input {
    let node = SourceNode(picture, rate: rate, run: run)
    defer { node.close() }
    let chains = try node.chains()
    let (graphs, kernels) = (chains.map { FilterGraph.text($0.filters) }, chains.map(\.kernel))
    switch picture.source {
    case .video(let read):
      return try video(read, node, count: count, at: rate, graphs, kernels)
    case .image(let file, _):
      return FilterGraphDescription.Input(
        path: file.path, reads: "a still",
        // The tool takes a percent sign in the name of a picture for the place of a number.
        options: file.path.contains("%") ? ["-pattern_type", "none"] : [], graphs: graphs,
        kernels: kernels)
    case .svg(let file, let size, _):
      return FilterGraphDescription.Input(
        path: file.path, reads: "a drawing, rasterised at \(size)", options: nil, graphs: graphs,
        kernels: kernels)
    case .raster(let file, _):
      return FilterGraphDescription.Input(
        path: file.path, reads: "the raster of a text", options: nil, graphs: graphs,
        kernels: kernels)
    case .letters(let file, _, let size, _):
      return FilterGraphDescription.Input(
        path: file.path, reads: "letters put together, \(size)", options: nil, graphs: graphs,
        kernels: kernels)
    case .script(let read):
      return FilterGraphDescription.Input(
        path: nil, reads: "\(read.script.events.count) texts of ASS, on \(read.script.canvas)",
        options: nil, graphs: graphs, kernels: kernels)
    case .caption(let caption, _):
      return FilterGraphDescription.Input(
        path: nil, reads: "a text, laid out on \(caption.canvas)", options: nil, graphs: graphs,
        kernels: kernels)
    case .graphic(let graphic, let size, _), .drawing(let graphic, _, let size, _):
      return FilterGraphDescription.Input(
        path: nil, reads: "drawn: \(graphic), \(size)", options: nil, graphs: graphs,
        kernels: kernels)
    }
  }

  private func video(
    _ read: VideoRead, _ node: SourceNode, count: Int, at rate: FrameRate, _ graphs: [String],
    _ kernels: [FilterGraphDescription.Kernel?]
  ) throws(RenderFailure) -> FilterGraphDescription.Input {
    let first = read.map.sourceTime(0, rate: rate)
    let last = read.map.sourceTime(count - 1, rate: rate)
    let isOneForOne = node.sourceRate == rate && last - first == rate.time(of: count - 1)
    var words = "frames \(first.milliseconds) s .. \(last.milliseconds) s"
    switch read.fields {
    case nil: break
    case .frames: words += ", deinterlaced by bwdif"
    case .fields: words += ", deinterlaced by bwdif into one for each field"
    }
    guard isOneForOne, read.fields == nil else {
      let choice =
        switch read.between {
        case nil: "the one shown"
        case .blend: "the two around it mixed"
        case .motion: "what moves between the two around it"
        }
      words += ", \(choice) at each frame's time at \(rate) a second"
      return FilterGraphDescription.Input(
        path: read.file.path, reads: words, options: nil,
        graphs: graphs.map { "[0:\(read.stream)]" + $0 }, kernels: kernels)
    }
    // Starting half a frame earlier prevents rounding from dropping the first frame.
    let half = rate.frameDuration / Time(2)
    let start = read.zero + first - half
    var options = ["-noautorotate"]
    if first > .zero { options += ["-seek_timestamp", "1", "-ss", start.microseconds] }
    options += ["-t", ((first > .zero ? .zero : -half) + rate.time(of: count)).microseconds]
    return FilterGraphDescription.Input(
      path: read.file.path, reads: words, options: options,
      graphs: graphs.map { "[0:\(read.stream)]" + $0 }, kernels: kernels)
  }
}

extension Layer {
  /// The description of how the layer is composited, which follows that of its content.
  fileprivate var words: String {
    var words = ""
    switch placement {
    case .at(let x, let y): words += " over at \(x),\(y)"
    case .warped(.constant(let m)):
      let numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty].map { "\($0)" }.joined(separator: " ")
      words += " warped by (\(numbers))"
    case .warped(.perFrame): words += " warped, each frame by its own map"
    case .projected(.constant(let m)):
      words += " projected by (\(m.elements.map { "\($0)" }.joined(separator: " ")))"
    case .projected(.perFrame): words += " projected, each frame by its own map"
    }
    switch opacity {
    case .constant(Layer.opaque): break
    case .constant(let value):
      words += ", opacity \((Double(value) / Double(Layer.opaque) * 1000).rounded() / 1000)"
    case .perFrame: words += ", each frame of its own opacity"
    }
    if let clip { words += ", clipped to \(clip)" }
    if outline != nil { words += ", cut to a shape" }
    if let mask {
      words += ", the first seen through the \(mask.isInverted ? "inverted " : "")"
      words += "\(mask.channel.rawValue) of the second"
    }
    if let moments { words += ", the mean of \(moments) moments" }
    if let pace { words += ", at \(pace.rate) frames a second" }
    if let blend { words += ", blended by \(blend.rawValue)" }
    switch backdrop {
    case .constant(let numbers): words += ", what lies below changed by \(numbers.shown)"
    case .perFrame: words += ", what lies below changed, each frame by its own numbers"
    case nil: break
    }
    if let treatment { words += ", \(treatment.words)" }
    if let canvas { words += ", on a canvas of \(canvas)" }
    return words
  }
}

extension LayerTreatment {
  /// Such as `blur 8`.
  fileprivate var words: String {
    let name =
      switch kind {
      case .adjust: "adjust"
      case .lut(let file): "lut '\(file.name)'"
      case .key: "key"
      case .border: "border"
      case .pixelate: "pixelate"
      case .blur: "blur"
      case .filter(let use):
        use.settings.reduce("filter '\(use.name)'") { $0 + " \($1.name)=\($1.value)" }
          + use.files.map { " \($0.name)='\($0.file.name)'" }.joined()
      case .shadow: "shadow"
      }
    switch numbers {
    case .constant(let numbers): return "\(name) \(numbers.shown)" + covering
    case .perFrame: return "\(name), each frame by its own numbers" + covering
    }
  }

  private var covering: String {
    switch cover {
    case nil: ""
    case .everything: ", covering what it covers"
    case .layers: ", covering what some of it covers"
    }
  }
}

extension [Double] {
  /// Such as `8 0.5`.
  fileprivate var shown: String {
    map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " ")
  }
}
