// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

/// One end of a layer, at which it comes or goes, in frames and seconds from the first one that is drawn.
struct LayerEnd {
  fileprivate var entrance: ResolvedEntrance
  /// The frames in which it changes the layer, and those beyond it.
  fileprivate var frames: Range<Int>
  /// The number of frames that the layer lasts before or after it, for transitions of a track.
  fileprivate var beyond: Int
  fileprivate var start: Time
  fileprivate var end: Time

  /// The ends of `layer` that have an entrance.
  static func ends(of layer: DrawnLayer, _ rate: FrameRate) -> [LayerEnd] {
    let (lead, count) = (layer.own.lowerBound - layer.frames.lowerBound, layer.frames.count)
    let last = lead + layer.own.count
    let time = (rate.time(of: lead), rate.time(of: last))
    var ends: [LayerEnd] = []
    // The mask of a list of clips lasts longer than what it is drawn for, one clip.
    if let enter = layer.fade.enter {
      let end = time.0 + enter.duration
      ends.append(
        LayerEnd(
          entrance: enter, frames: 0..<max(0, min(rate.frames(covering: end), count)),
          beyond: max(0, lead), start: time.0, end: end))
    }
    if let exit = layer.fade.exit {
      let start = time.1 - exit.duration
      ends.append(
        LayerEnd(
          entrance: exit, frames: min(max(rate.frames(covering: start), 0), count)..<count,
          beyond: max(0, count - last), start: start, end: time.1))
    }
    return ends.filter { !$0.frames.isEmpty }
  }

  /// True if the layer comes or goes as a whole.
  fileprivate var isWhole: Bool {
    entrance.parts == nil || entrance.style.action == .letters
  }

  /// A curve from `away` to `there`, or in an exit back.
  fileprivate func curve(_ away: [Double], _ there: [Double]) -> Curve {
    let (a, b) = entrance.isExit ? (there, away) : (away, there)
    return Curve([.init(start, a, .eased(entrance.easing)), .init(end, b)])
  }
}

extension TimelineLowering {
  /// `node` as it comes and goes in its own plane: what is done to it before it is moved.
  mutating func entered(
    _ node: RenderGraph.NodeID, _ layer: LayerDrawing, in shown: LayerFrame
  ) -> RenderGraph.NodeID {
    var node = node
    for end in layer.ends where end.isWhole {
      switch end.entrance.style.action {
      case .properties(let starts):
        var curves = PropertyTable<Curve>()
        for start in starts where start.property.stage == .geometry {
          let there = start.property.identity(PixelPoint(0, 0))
          let isTurn = start.property.unit == .angle && end.entrance.isExit
          curves[start.property] = end.curve(
            isTurn ? start.numbers.map { -$0 } : start.numbers, there)
        }
        if curves.isEmpty { continue }
        node = step(LayerStep(.geometry, curves, about: layer.pivot), end, on: node, layer)
      case .wipe(let x, let y):
        // What is seen of the box and what hangs over it: left, top, width and height.
        let isFromFar = (x + y < 0) != end.entrance.isExit
        var away: [Double] = x != 0 ? [0, 0, 0, 1] : [0, 0, 1, 0]
        if isFromFar { away[x != 0 ? 0 : 1] = 1 }
        let own = layer.isCropped ? shown.box : shown.picture
        let whole = own.grown(by: overhang(of: layer, in: end.frames, at: own))
        node = step(
          LayerStep(.reveal, end.curve(away, [0, 0, 1, 1]), of: LayerFrame(whole)), end, on: node,
          layer)
      case .slide, .transition, .letters, .rise: break
      }
    }
    return node
  }

  /// `node`, drawn in its place, as it comes and goes on the canvas.
  ///
  /// - Parameter box: Where its own picture lies before it is moved.
  mutating func arrived(
    _ node: RenderGraph.NodeID, _ layer: LayerDrawing, in box: PixelBox
  ) -> RenderGraph.NodeID {
    var node = node
    for end in layer.ends where end.isWhole {
      switch end.entrance.style.action {
      case .properties(let starts):
        for start in starts where start.property.stage > .geometry {
          let curve = end.curve(start.numbers, start.property.identity(PixelPoint(0, 0)))
          node = step(LayerStep(start.property, curve), end, on: node, layer)
        }
      case .slide(let x, let y):
        let pivot = layer.pivot ?? PixelPoint(middleOf: frame.size)
        let way = way(of: layer, in: box, x, y, end)
        let away = [pivot.x + way.x, pivot.y + way.y]
        node = step(
          LayerStep(.position, end.curve(away, [pivot.x, pivot.y]), about: layer.pivot), end,
          on: node, layer)
      case .rise:
        let pivot = layer.pivot ?? PixelPoint(middleOf: frame.size)
        let way = min(box.height / 2, Double(frame.size.height) / 10)
        node = step(
          LayerStep(
            .position, end.curve([pivot.x, pivot.y + way], [pivot.x, pivot.y]), about: layer.pivot),
          end, on: node, layer)
        node = step(LayerStep(.opacity, end.curve([0], [1])), end, on: node, layer)
      case .transition(let style): node = transition(style, end, on: node, layer)
      case .wipe, .letters: break
      }
    }
    return node
  }

  private mutating func step(
    _ step: LayerStep, _ end: LayerEnd, on node: RenderGraph.NodeID, _ layer: LayerDrawing
  ) -> RenderGraph.NodeID {
    let isAll = end.frames.count == layer.frames.count
    return graph.add(
      .step(step, during: isAll ? nil : end.frames), [node], origin: layer.origin)
  }

  /// The way from its place to beyond the edge of the canvas from which it comes, or to which it goes.
  private func way(
    of layer: LayerDrawing, in box: PixelBox, _ x: Double, _ y: Double, _ end: LayerEnd
  ) -> PixelPoint {
    let geometry = LayerStep(.geometry, geometry(of: layer, at: box), about: layer.pivot)
    let whole = box.grown(by: overhang(of: layer, in: end.frames, at: box))
    let hull = geometry.map(at: end.entrance.isExit ? end.end : end.start, canvas: frame.size)
      .hull(of: RoundedBox(whole).hull)
    let canvas = (width: Double(frame.size.width), height: Double(frame.size.height))
    let (left, top) = (Double(hull.x), Double(hull.y))
    let (right, bottom) = (left + Double(hull.width), top + Double(hull.height))
    func way(_ direction: Double, _ near: Double, _ far: Double, _ length: Double) -> Double {
      if direction == 0 { return 0 }
      // It comes from where it does not go to.
      let isBeyondEnd = (direction < 0) != end.entrance.isExit
      let way = isBeyondEnd ? max(0, length - near) : -max(0, far)
      // What has no bounds, as behind the eye, moves by the whole canvas.
      return min(max(way, -2 * length), 2 * length)
    }
    return PixelPoint(way(x, left, right, canvas.width), way(y, top, bottom, canvas.height))
  }

  /// A transition between nothing and `node`, and `node` as it is in all other frames.
  private mutating func transition(
    _ style: TransitionStyle, _ end: LayerEnd, on node: RenderGraph.NodeID, _ layer: LayerDrawing
  ) -> RenderGraph.NodeID {
    let count = layer.frames.count
    let isExit = end.entrance.isExit
    // Beyond its own time there is nothing.
    let frames =
      isExit
      ? end.frames.lowerBound..<max(end.frames.lowerBound, count - end.beyond)
      : min(end.beyond, end.frames.upperBound)..<end.frames.upperBound
    guard !frames.isEmpty else { return node }
    func nothing(_ length: Int) -> RenderGraph.NodeID {
      graph.add(
        .compose(background: Color(0, 0, 0, alpha: 0), frames: length), [], origin: layer.origin)
    }
    func part(_ range: Range<Int>) -> RenderGraph.NodeID {
      range == 0..<count ? node : graph.add(.cut(range), [node], origin: layer.origin)
    }
    let use = use(of: style, end.entrance.settings, end.entrance.easing)
    let (clear, own) = (nothing(frames.count), part(frames))
    let middle = graph.add(
      .transition(use, offset: 0, duration: frames.count), isExit ? [own, clear] : [clear, own],
      origin: layer.origin)
    var parts = [middle]
    let (before, after) = (0..<frames.lowerBound, frames.upperBound..<count)
    if !before.isEmpty { parts.insert(isExit ? part(before) : nothing(before.count), at: 0) }
    if !after.isEmpty { parts.append(isExit ? nothing(after.count) : part(after)) }
    return parts.count == 1 ? middle : graph.add(.join, parts, origin: layer.origin)
  }

  /// The frames of a text: its raster, and while it is typed those of the letters that are there.
  mutating func typed(_ raster: Raster, of layer: DrawnLayer) -> RenderGraph.NodeID {
    guard case .text(let text) = layer.content else { preconditionFailure("no text is typed") }
    let label = String(text.text.value.prefix(40))
    var sources: [MediaFile: RenderGraph.NodeID] = [:]
    func still(_ file: MediaFile, _ frames: Int) -> RenderGraph.NodeID {
      let source =
        sources[file]
        ?? graph.add(
          .raster(RasterSource(file: file, size: raster.facts.size, label: label)),
          origin: layer.span)
      sources[file] = source
      return graph.add(.still(frames: frames), [source], origin: layer.span)
    }
    guard let typed = TypedText(layer, rate: rate) else {
      return still(raster.file, layer.frames.count)
    }
    // Different letters may look the same.
    var runs: [(file: MediaFile, frames: Int)] = []
    for run in typed.intervals {
      let file = raster.steps[run.bytes] ?? raster.file
      if let last = runs.last, last.file == file {
        runs[runs.count - 1].frames += run.frames.count
      } else {
        runs.append((file, run.frames.count))
      }
    }
    let parts = runs.map { still($0.file, $0.frames) }
    return parts.count == 1 ? parts[0] : graph.add(.join, parts, origin: layer.span)
  }
}
