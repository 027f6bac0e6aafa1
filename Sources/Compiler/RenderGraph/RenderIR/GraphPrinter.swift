// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import RenderProtocol

/// Writes a render graph as text, one node a line; `GraphParser` reads it back.
///
///     canvas 1280x720 30 48000
///     %0 = video "media/beach.mov" sha=0123… stream=0 size=1920x1080
///     %1 = read %0 from=2 frames=180
///     %2 = orient %1 rotate-90
///     %3 = fit %2 contain 1280x720+0+0
///     %4 = opacity %3 {0: 0 ease-in, 1: 1}
///     %5 = track %4@0
///     %6 = compose #000000 frames=300 : %5
///     %7 = film %6
///
/// A film within the film has its own lines in braces, behind its node.
///
/// A digest is written without the zeros at its end, an origin as `at=FILE:START-END`, where there
/// is one.
public struct GraphPrinter: Sendable {
  /// The level of detail.
  public enum Detail: Sendable {
    /// Everything, so that the parser gives back an equal graph.
    case exact
    /// Everything, but of speeds that change only the keys, and how it is gone from one to the next.
    case readable
    /// For people: digests are shortened, origins left out.
    case brief
  }

  /// The level of detail.
  public var detail: Detail

  /// A printer of the given detail.
  public init(_ detail: Detail = .exact) { self.detail = detail }

  /// The text of `graph`.
  public func print(_ graph: RenderGraph) -> String { print(graph, indent: "") }

  private func print(_ graph: RenderGraph, indent: String) -> String {
    let canvas = graph.canvas
    var text = indent + "canvas \(canvas.size) \(canvas.rate) \(canvas.sampleRate)"
    if canvas.layout != .stereo { text += " channels=\(canvas.layout.rawValue)" }
    if canvas.color != .bt709 { text += " color=\"\(canvas.color)\"" }
    text += "\n"
    for (index, node) in graph.nodes.enumerated() {
      text += indent + "%\(index) = \(describe(node))"
      if detail != .brief, let origin = node.origin {
        text += " at=\(origin.file.index):\(origin.start)-\(origin.end)"
      }
      if case .nested(let film) = node.operation {
        text += " {\n" + print(film.graph, indent: indent + "  ") + indent + "}"
      }
      text += "\n"
    }
    return text
  }

  /// `(time source speed, …)`.
  private func describe(_ curve: SpeedCurve) -> String {
    func words(_ point: SpeedCurve.Point) -> String {
      "\(point.time) \(point.source) \(point.speed)"
    }
    let parts =
      detail == .exact
      ? curve.points.map(words)
      : curve.ways.map { way in
        let easing = way.easing.map { $0 == .linear ? "" : " \($0)" } ?? " in \(way.arcs) arcs"
        return words(way.start) + easing
      }
    return "(" + parts.joined(separator: ", ") + ")"
  }

  /// The operation of a node and its inputs, without its own number.
  public func describe(_ node: RenderGraph.Node) -> String {
    let inputs = node.inputs.map { "%\($0.index)" }
    let all = inputs.map { " " + $0 }.joined()
    switch node.operation {
    case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio:
      return describe(source: node.operation)
    case .read(let map, let frames):
      return "read\(all) from=\(map.start) frames=\(frames)" + option("every", map.period)
        + option("speed", map.curve != nil || map.isPlain ? nil : map.speed)
        + option("speed", map.curve.map(describe))
        + option("before", map.holdBefore)
        + option("after", map.holdAfter)
    case .still(let frames): return "still\(all) frames=\(frames)"
    case .draw(let curves, let frames): return "draw\(all) frames=\(frames)" + describe(curves)
    case .orient(.exact(let orientation)): return "orient\(all) \(orientation.name)"
    case .orient(.linear(let a, let b, let c, let d)):
      return "orient\(all) \(numbers([a, b, c, d]))"
    case .fit(let fit, let box): return "fit\(all) \(fit.rawValue) \(box)"
    case .place(let orientation, let crop, let box, let isBlurred):
      return "place\(all) \(orientation.name) crop=\(crop) box=\(box)"
        + (isBlurred ? " blurred" : "")
    case .warp(let warp):
      let m = warp.map
      return "warp\(all) \(numbers([m.a, m.b, m.c, m.d, m.tx, m.ty])) crop=\(warp.crop)"
        + option("clip", warp.clip) + (warp.isBlurred ? " blurred" : "")
        + warp.motions.map { " then" + describe($0) }.joined()
    case .step(let step, let during):
      return "\(step.stage.graphName)\(all)" + describe(step)
        + option("during", during.map(describe))
    case .blend(let mode): return "blend\(all) \(mode.rawValue)"
    case .mask(let mask):
      return "mask\(all) by=\(mask.channel.rawValue)" + (mask.isInverted ? " inverted" : "")
    case .motionBlur(let blur):
      return "motion-blur\(all) samples=\(blur.samples) shutter=\(blur.shutter)"
    case .transition(let use, let offset, let duration):
      return "transition\(all) \(word(use.name)) \(offset)/\(duration)"
        + (use.parameters.isEmpty ? "" : " with=\(numbers(use.parameters))")
        + (use.easing == .linear ? "" : " eased {\(use.easing)}")
        + (use.isReversed ? " reversed" : "") + (use.map.map(describe) ?? "")
    case .track(let starts): return "track" + placed(inputs, starts)
    case .cut(let range): return "cut\(all) \(describe(range))"
    case .compose(let background, let changes, let frames):
      let changed = changes.map { " \($0.color)@\(describe($0.during))" }.joined()
      return "compose \(background)\(changed) frames=\(frames) :\(all)"
    case .group(let size, let frames): return "group \(size) frames=\(frames) :\(all)"
    case .join: return "join\(all)"
    case .listen(let remap, let channels, let filters, let samples):
      return "listen\(all) from=\(remap.start)"
        + option("speed", remap.curve != nil || remap.speed == Time(1) ? nil : remap.speed)
        + option("speed", remap.curve.map(describe))
        + option("heard", remap.heard.map { "\($0.slowest) \($0.fastest)" })
        + (remap.followsPitch ? " pitch=follow" : "") + option("channels", channels)
        + describe(filters) + " samples=\(samples)"
    case .gain(let curve, let kind, let during):
      return "gain\(all) \(describe(curve))" + (kind == .volume ? "" : " as=\(kind.rawValue)")
        + option("during", during.map(describe))
    case .mix(let starts, let samples, let filters):
      return "mix\(describe(filters)) samples=\(samples) :" + placed(inputs, starts)
    case .film: return "film\(all)"
    }
  }

  private func describe(_ filters: ClipFilters) -> String {
    let names = filters.list.map(\.description).joined(separator: ",")
    return option("through", names.isEmpty ? nil : "\"\(names)\"")
      + option("tail", filters.tail == 0 ? nil : filters.tail)
  }

  private func describe(source: Operation) -> String {
    switch source {
    case .video(let source):
      return "video \(GraphPrinter.quote(source.file.path)) \(digest(source.file.digest))"
        + " stream=\(source.stream)" + (source.zero == .zero ? "" : " zero=\(source.zero)")
        + " size=\(source.size)"
        + (source.sampleAspect == Time(1) ? "" : " sar=\(source.sampleAspect)")
        + (source.hasAlpha ? " alpha" : "")
        + (source.between.map { " between=\($0.rawValue)" } ?? "")
        + (source.fields.map { " deinterlace=\($0.rawValue)" } ?? "")
        + (source.grid.map { " grid=\($0.start) every=\($0.interval) lead=\($0.lead)" } ?? "")
    case .nested(let film):
      return "nested \(GraphPrinter.quote(film.name)) frames=\(film.frames)"
        + (film.hasAlpha ? " alpha" : "")
    case .image(let source):
      return "image \(GraphPrinter.quote(source.file.path)) \(digest(source.file.digest))"
        + " size=\(source.size)" + (source.hasAlpha ? " alpha" : "") + (source.isSVG ? " svg" : "")
    case .raster(let source):
      return "raster \(GraphPrinter.quote(source.file.path)) \(digest(source.file.digest))"
        + " size=\(source.size) label=\(GraphPrinter.quote(source.label))"
        + (source.counter.map { " \($0)" } ?? "")
    case .caption(let caption):
      // For readers alone: graphs with captions are not read back.
      let font = caption.block.font
      return "caption \(GraphPrinter.quote(caption.block.text)) on=\(caption.canvas)"
        + " at=\(caption.place.x),\(caption.place.y)"
        + " anchor=\(caption.anchor.x),\(caption.anchor.y)"
        + " font=\(GraphPrinter.quote(font.family ?? font.file?.name ?? "")) \(caption.block.size)"
        + (font.weight == 400 ? "" : " weight=\(font.weight)")
        + (font.isItalic ? " italic" : "")
        + option("wrap", caption.block.wrapWidth)
    case .script(let script):
      return "script on=\(script.canvas)"
        + script.events.prefix(3).map { " " + GraphPrinter.quote($0.line) }.joined()
        + (script.events.count > 3 ? " and \(script.events.count - 3) more" : "")
    case .graphic(let graphic, let size): return "\(graphic) \(size)"
    case .audio(let source):
      return "audio \(GraphPrinter.quote(source.file.path)) \(digest(source.file.digest))"
        + " stream=\(source.stream)" + (source.zero == .zero ? "" : " zero=\(source.zero)")
        + (source.drift.map { " drift=\($0)" } ?? "")
    default: preconditionFailure("not a source")
    }
  }

  private func digest(_ digest: Fingerprint) -> String {
    guard detail != .brief else { return "sha=\(digest.short)…" }
    let digits = digest.hex.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
    return "sha=\(String(decoding: Array(digits), as: UTF8.self))"
  }

  private func placed<Start>(_ inputs: [String], _ starts: [Start]) -> String {
    zip(inputs, starts).map { " \($0)@\($1)" }.joined()
  }

  private func option(_ name: String, _ value: (some CustomStringConvertible)?) -> String {
    value.map { " \(name)=\($0)" } ?? ""
  }

  private func describe<Bound>(_ range: Range<Bound>) -> String {
    "\(range.lowerBound)..\(range.upperBound)"
  }

  /// The picture that a transition reads.
  private func describe(_ map: TransitionMap) -> String {
    " map \(GraphPrinter.quote(map.file.path)) \(digest(map.file.digest))"
      + (map.orientation.map { " turned \($0.rawValue)" } ?? "") + (map.isSVG ? " svg" : "")
  }

  /// The curves of a step: each by its property's name, where the stage has several.
  private func describe(_ step: LayerStep) -> String {
    if let effect = step.effect { return describe(effect) }
    let pivot = step.pivot.map { " pivot=\(numbers([$0.x, $0.y]))" } ?? ""
    let frame = step.frame.map {
      " picture=\($0.picture) box=\($0.box) fit=\($0.fit.rawValue)"
    }
    let lut = step.lut.map { " \(GraphPrinter.quote($0.path)) \(digest($0.digest))" } ?? ""
    if step.stage.accepted.count == 1 {
      return lut + pivot + (frame ?? "")
        + step.curves.entries.map { " \(describe($0.value))" }.joined()
    }
    return pivot + (frame ?? "") + describe(step.curves)
  }

  /// A filter with its options in quotes, and those that change with their curves.
  private func describe(_ effect: EffectUse) -> String {
    var words = [effect.name]
    words += effect.settings.map { "\($0.name)=\(GraphPrinter.quote($0.value))" }
    words += effect.files.map {
      "file:\($0.name)=\(GraphPrinter.quote($0.file.path)) \(digest($0.file.digest))"
    }
    words += effect.changing.map { changing in
      let range = changing.option.range
      return "\(changing.option.name)=\(describe(changing.curve))"
        + (changing.option.isWhole ? " whole" : "")
        + " range=\(numbers([range.lowerBound, range.upperBound]))"
    }
    return words.map { " " + $0 }.joined() + option("start", effect.start)
      + (effect.isRenewed ? " renewed" : "") + option("box", effect.box)
  }

  private func describe(_ curves: PropertyTable<Curve>) -> String {
    curves.entries.map { " \($0.property.graphName)=\(describe($0.value))" }.joined()
  }

  private func describe(_ curve: Curve) -> String {
    let keys = curve.keys.map { key in
      let value = key.value.count == 1 ? key.value[0].shortest : numbers(key.value)
      switch key.shape {
      case .eased(.linear): return "\(key.time): \(value)"
      case .eased(let easing): return "\(key.time): \(value) \(easing)"
      case .equalPower: return "\(key.time): \(value) equal-power"
      case .decibels: return "\(key.time): \(value) decibels"
      case .turns(let turns):
        return "\(key.time): \(value) \(turns.isMirrored ? "mirror" : "turn") \(turns.period)"
          + " \(describe(turns.curve))"
          + (turns.path.map { " along \"\($0.path)\"" + ($0.isOriented ? " turned" : "") } ?? "")
      }
    }
    return "{" + keys.joined(separator: ", ") + "}"
  }

  private func numbers(_ values: [Double]) -> String {
    "(" + values.map(\.shortest).joined(separator: " ") + ")"
  }

  private func word(_ name: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.utf8.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
      }
    return isPlain ? name : GraphPrinter.quote(name)
  }

  /// `text` in quotes, with `\` before quotes and backslashes and control characters as `\xHH`.
  static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case _ where scalar.value < 32 || scalar.value == 127:
        result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
