// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
package import RenderProtocol
package import Subtitles
import Timeline

// Each text of subtitles is a caption, a picture of the canvas's size that a worker lays out where it is shown. Captions follow
// one another on lanes, so that a segment knows those that it shows, and nothing else of the file.

extension TimelineLowering {
  /// The texts of `layer`, each in its frames: on a canvas of `size`, else on this one; nil where there are none.
  ///
  /// - Parameter scale: The size of that canvas as a multiple of this one.
  mutating func captions(
    _ placed: PlacedSubtitles, of layer: DrawnLayer, _ raster: Raster?, on size: PixelSize?,
    scale: Double
  ) -> RenderGraph.NodeID? {
    if let script = placed.content.script {
      return texts(of: script, placed, of: layer, raster?.captions, on: size)
    }
    guard let style = raster?.captions else { return nil }
    var lanes: [Placed] = []
    var ends: [Int] = []
    for (frames, caption) in pieces(of: placed, layer, style) {
      let free = ends.firstIndex { $0 <= frames.lowerBound }
      guard let lane = free ?? (lanes.count < CaptionLimits.places ? lanes.count : nil) else {
        continue
      }
      if free == nil {
        lanes.append(Placed())
        ends.append(0)
      }
      let source = graph.add(.caption(caption.enlarged(by: scale)), origin: layer.span)
      let still = graph.add(.still(frames: frames.count), [source], origin: layer.span)
      let fit = graph.add(
        .fit(.none, box: PixelBox(PixelRect(frame.size.enlarged(by: scale)))), [still],
        origin: layer.span)
      lanes[lane].starts.append(frames.lowerBound - layer.frames.lowerBound)
      lanes[lane].nodes.append(fit)
      ends[lane] = frames.upperBound
    }
    if lanes.isEmpty { return nil }
    let tracks = lanes.map { lane in
      graph.add(.track(starts: lane.starts), lane.nodes, origin: layer.span)
    }
    if size == nil, tracks.count == 1 { return tracks[0] }
    let count = layer.frames.count
    return graph.add(
      size.map { .group($0, frames: count) }
        ?? .compose(background: Color(0, 0, 0, alpha: 0), frames: count), tracks,
      origin: layer.span)
  }

  /// The captions at each place with their frames, by the first frame: texts that share place and
  /// time are one.
  private func pieces(
    of placed: PlacedSubtitles, _ layer: DrawnLayer, _ style: CaptionStyle
  ) -> [(frames: Range<Int>, caption: Caption)] {
    var order: [CuePlace] = []
    var byPlace: [CuePlace: [(frames: Range<Int>, cue: Cue)]] = [:]
    let regions = placed.content.list?.regions ?? []
    for (frames, cue) in placed.cues {
      let frames = frames.clamped(to: layer.frames)
      if frames.isEmpty { continue }
      let place = frame.place(of: cue, regions, layer, style.block)
      if byPlace[place] == nil { order.append(place) }
      byPlace[place, default: []].append((frames, cue))
    }
    var pieces: [CaptionPiece] = []
    for (number, place) in order.enumerated() {
      let cues = byPlace[place] ?? []
      var (active, next, at): ([(frames: Range<Int>, cue: Cue)], Int, Int) = ([], 0, 0)
      while next < cues.count || !active.isEmpty {
        if active.isEmpty { at = cues[next].frames.lowerBound }
        while next < cues.count, cues[next].frames.lowerBound <= at {
          if active.count < CaptionLimits.texts { active.append(cues[next]) }
          next += 1
        }
        var end = active.reduce(Int.max) { min($0, $1.frames.upperBound) }
        if next < cues.count { end = min(end, cues[next].frames.lowerBound) }
        let words = SpokenWords(placed, at, rate, on: frame)
        if let change = words?.change(in: active.map(\.cue)) { end = min(end, change) }
        let since = active.reduce(at) { min($0, $1.frames.lowerBound) }
        pieces.append(
          CaptionPiece(
            frames: at..<end,
            caption: caption(
              active.map(\.cue), at: place, style, words, hasOwnEdge: placed.content.hasOwnEdge),
            rank: since, number: number, growsUp: place.growsUp))
        at = end
        active.removeAll { $0.frames.upperBound <= at }
      }
    }
    return CaptionPiece.apart(pieces).map { ($0.frames, $0.caption) }
  }

  /// The text of `cues`, which are there at the same time.
  private func caption(
    _ cues: [Cue], at place: CuePlace, _ style: CaptionStyle, _ words: SpokenWords?,
    hasOwnEdge: Bool
  ) -> Caption {
    var bytes = 0
    let shown = cues.filter { cue in
      bytes += cue.text.utf8.count + 1
      return bytes <= CueList.textLimit
    }
    var block = style.block
    block.otherColors = words?.colors
    let common = Cue(from: .zero, to: .zero, runs: shown.flatMap(\.runs)).commonStyle
    block.font = block.font.styled(common)
    if let color = common.shownColor { (block.color, block.gradient) = (color, nil) }
    let own = block.gradient == nil ? style.block.color : nil
    var fonts: [Fingerprint] = []
    var known: Set<Fingerprint> = []
    // What came first stays where it is.
    for (index, cue) in (place.growsUp ? shown.reversed() : shown).enumerated() {
      if index > 0 { block.text += "\n" }
      for (font, text) in cue.texts(in: style.block.font) {
        fonts += style.fonts(of: text, in: font).filter { known.insert($0).inserted }
      }
      for (number, run) in cue.runs.enumerated() {
        let start = block.text.utf8.count
        block.text += run.text
        var span = TextSpan(
          bytes: start..<block.text.utf8.count, font: style.block.font.styled(run.style),
          size: block.size, color: run.style.shownColor ?? own)
        span.letterSpacing = block.letterSpacing
        (span.isUnderlined, span.isStruck) = (run.style.isUnderlined, run.style.isStruck)
        span.background = run.style.shownBackground
        // Letters on a plate of their own need no line around them.
        if span.background != nil, !hasOwnEdge { span.outlines = [] }
        if let words, words.isSpoken(number, of: cue) { words.light(&span) }
        let hasOwnColor = span.color != (block.gradient == nil ? block.color : nil)
        let isPlain =
          span.font == block.font && !hasOwnColor && !span.isDecorated && span.outlines == nil
        if !isPlain { block.spans.append(span) }
      }
    }
    if let width = place.wrapWidth {
      if block.box == nil { block.wrapWidth = width } else { block.box?.width = width }
    }
    block.alignment = place.alignment ?? block.alignment
    return Caption(
      block, on: frame.size, at: place.place, anchor: place.anchor, margin: place.margin,
      fonts: fonts)
  }
}

extension Cue {
  /// Its text by the fonts of its parts where a plain one has `font`; neighbours of one font are one.
  package func texts(in font: FontChoice) -> [(font: FontChoice, text: String)] {
    var texts: [(font: FontChoice, text: String)] = []
    for run in runs {
      let own = font.styled(run.style)
      if texts.last?.font == own {
        texts[texts.count - 1].text += run.text
      } else {
        texts.append((own, run.text))
      }
    }
    return texts
  }
}

extension FontChoice {
  /// The font for a text that is bold or slanted in the file.
  package func styled(_ style: Cue.Style) -> FontChoice {
    var font = self
    if style.isItalic { font.isItalic = true }
    if style.isBold { font.weight = max(font.weight, 700) }
    return font
  }
}
