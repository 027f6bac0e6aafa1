// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

// Texts whose parts come or go one after the other.

extension TimelineLowering {
  /// `node`, the frames of a text, and in those in which its parts come or go a group of these in its place.
  mutating func cascaded(
    _ node: RenderGraph.NodeID, _ text: TextContent, _ raster: Raster, of layer: DrawnLayer
  ) -> RenderGraph.NodeID {
    guard let cascade = TextCascade(layer) else { return node }
    let count = layer.frames.count
    let lead = rate.time(of: layer.own.lowerBound - layer.frames.lowerBound)
    var parts: [RenderGraph.NodeID] = []
    var next = 0
    func whole(upTo end: Int, _ lowering: inout TimelineLowering) {
      guard end > next else { return }
      parts.append(
        next == 0 && end == count
          ? node : lowering.graph.add(.cut(next..<end), [node], origin: layer.span))
      next = end
    }
    let share = shareOfStagger(of: cascade, raster.facts.lines, in: rate.time(of: layer.own.count))
    for end in cascade.ends {
      guard let own = end.parts else { continue }
      let pieces = cascade.parts(of: end, lines: raster.facts.lines)
      let last = lead + rate.time(of: layer.own.count)
      let steps = Time(Int64(max(1, pieces.count) - 1))
      let stagger = own.stagger * share
      let length = own.duration + stagger * steps
      let start = end.isExit ? last - length : lead
      let frames =
        end.isExit
        ? min(max(rate.frames(covering: start), next), count)..<count
        : 0..<min(max(rate.frames(covering: start + length), 0), count)
      guard !frames.isEmpty else { continue }
      whole(upTo: frames.lowerBound, &self)
      parts.append(
        group(
          pieces, of: end, from: start - rate.time(of: frames.lowerBound), every: stagger,
          frames: frames.count, text, raster, layer))
      next = frames.upperBound
    }
    whole(upTo: count, &self)
    return parts.count == 1 ? parts[0] : graph.add(.join, parts, origin: layer.span)
  }

  /// The fraction of the stagger between parts that fits into `length`, at most 1.
  ///
  /// Lines that wrap for lack of room are known only now: all of them come and go within `length`.
  private func shareOfStagger(
    of cascade: TextCascade, _ lines: Int, in length: Time
  ) -> Time {
    var (own, between) = (Time.zero, Time.zero)
    for end in cascade.ends {
      guard let parts = end.parts else { continue }
      own = own + parts.duration
      let count = cascade.parts(of: end, lines: lines).count
      between = between + parts.stagger * Time(Int64(max(1, count) - 1))
    }
    let room = max(.zero, length - own)
    return between <= room ? Time(1) : room / between
  }

  /// The parts of a text over each other, each on its way; `start` is when the first one begins, and `stagger` how much
  /// later each next one does.
  private mutating func group(
    _ pieces: [TextPiece.Selection], of end: ResolvedEntrance, from start: Time,
    every stagger: Time,
    frames: Int, _ text: TextContent, _ raster: Raster, _ layer: DrawnLayer
  ) -> RenderGraph.NodeID {
    let label = String(text.text.value.prefix(40))
    func still(_ piece: RasterPiece, _ lowering: inout TimelineLowering) -> RenderGraph.NodeID {
      let size = PixelSize(piece.rect.width, piece.rect.height)
      let source = lowering.graph.add(
        .raster(RasterSource(file: piece.file, size: size, label: label)), origin: layer.span)
      let still = lowering.graph.add(.still(frames: frames), [source], origin: layer.span)
      return lowering.graph.add(
        .fit(.stretch, box: PixelBox(piece.rect)), [still], origin: layer.span)
    }
    var members: [RenderGraph.NodeID] = []
    // The text's size in the pixels of its raster.
    let size = frame.pixels(text.look.font.size, of: frame.size.height) * raster.scale
    /// A piece that moves as the part with a number does, about the middle of `rect`.
    func moved(
      _ piece: RasterPiece, _ number: Int, about rect: PixelRect, _ lowering: inout TimelineLowering
    ) {
      let steps = end.steps(
        from: start + stagger * Time(Int64(number)),
        about: PixelPoint(
          Double(rect.x) + Double(rect.width) / 2, Double(rect.y) + Double(rect.height) / 2),
        rising: size * ResolvedEntrance.rise)
      members.append(
        steps.reduce(still(piece, &lowering)) { node, step in
          lowering.graph.add(.step(step, during: nil), [node], origin: layer.span)
        })
    }
    let plates = pieces.enumerated().compactMap { number, part in
      raster.pieces[TextPiece(part, .background)].map { (number, $0) }
    }
    if !plates.isEmpty {
      for (number, plate) in plates { moved(plate, number, about: plate.rect, &self) }
    } else if let plate = raster.pieces[TextPiece(.nothing, .background)] {
      // One that is behind all parts comes with the first of them, and goes with the last.
      moved(plate, end.isExit ? max(0, pieces.count - 1) : 0, about: plate.rect, &self)
    }
    for level in [TextPiece.Layer.outlines, .letters] {
      for (number, part) in pieces.enumerated() {
        guard let piece = raster.pieces[TextPiece(part, level)] else { continue }
        // What lies around letters moves about the middle of these.
        let rect = (raster.pieces[TextPiece(part, .letters)] ?? piece).rect
        moved(piece, number, about: rect, &self)
      }
    }
    return graph.add(
      .group(raster.facts.size, frames: frames), members, origin: layer.span)
  }
}

extension ResolvedEntrance {
  /// The steps that animate a part of a text that begins at `start` and lies about `pivot`.
  fileprivate func steps(
    from start: Time, about pivot: PixelPoint, rising way: Double
  ) -> [LayerStep] {
    func curve(_ away: [Double], _ there: [Double]) -> Curve {
      let (a, b) = isExit ? (there, away) : (away, there)
      return Curve([
        .init(start, a, .eased(easing)), .init(start + (parts?.duration ?? duration), b),
      ])
    }
    switch style.action {
    case .rise:
      return [
        LayerStep(
          .position, curve([pivot.x, pivot.y + way], [pivot.x, pivot.y]), about: pivot),
        LayerStep(.opacity, curve([0], [1])),
      ]
    case .properties(let starts):
      return starts.map { start in
        LayerStep(
          start.property, curve(start.numbers, start.property.identity(pivot)), about: pivot)
      }
    case .slide, .wipe, .transition, .letters: return []
    }
  }
}
