// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
package import RenderProtocol
package import Subtitles
import Timeline

// Texts of ASS and SSA are a source that is read, as they move. Frames between which there is always one of them read one
// source, which has these texts alone; where there is none, nothing is drawn.

extension TimelineLowering {
  /// The texts of `script` on a canvas of `size`, else on this one; nil where there are none.
  mutating func texts(
    of script: SubtitleScript, _ placed: PlacedSubtitles, of layer: DrawnLayer,
    _ style: CaptionStyle?, on size: PixelSize?
  ) -> RenderGraph.NodeID? {
    var track = Placed()
    let styles = Dictionary(
      script.styles.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: max)
    for run in runs(of: placed, layer) {
      let source = graph.add(
        .script(self.script(run.events, of: script, style, styles)), origin: layer.span)
      let start = timeline.canvas.rate.time(of: run.frames.lowerBound) - placed.way
      let read = graph.add(
        .read(TimeRemap(start: start), frames: run.frames.count), [source], origin: layer.span)
      let fit = graph.add(
        .fit(.none, box: PixelBox(PixelRect(frame.size))), [read], origin: layer.span)
      track.starts.append(run.frames.lowerBound - layer.frames.lowerBound)
      track.nodes.append(fit)
    }
    if track.nodes.isEmpty { return nil }
    let node = graph.add(.track(starts: track.starts), track.nodes, origin: layer.span)
    guard let size else { return node }
    return graph.add(.group(size, frames: layer.frames.count), [node], origin: layer.span)
  }

  /// The longest intervals of frames in which there is always a text, and the indices of these, ascending.
  private func runs(
    of placed: PlacedSubtitles, _ layer: DrawnLayer
  ) -> [(frames: Range<Int>, events: [Int])] {
    var runs: [(frames: Range<Int>, events: [Int])] = []
    for (frames, index) in placed.events {
      let frames = frames.clamped(to: layer.frames)
      if frames.isEmpty { continue }
      if let last = runs.last, frames.lowerBound < last.frames.upperBound {
        let end = max(last.frames.upperBound, frames.upperBound)
        runs[runs.count - 1].frames = last.frames.lowerBound..<end
        runs[runs.count - 1].events.append(index)
      } else {
        runs.append((frames, [index]))
      }
    }
    return runs.map { ($0.frames, $0.events.sorted()) }
  }

  /// The texts `indices` of `file` for drawing, with places of its styles in `styles`.
  private func script(
    _ indices: [Int], of file: SubtitleScript, _ style: CaptionStyle?, _ styles: [String: Int]
  ) -> Script {
    let scale = frame.pixelScale
    let storage = PixelSize(
      max(1, Int((Double(frame.size.width) / scale).rounded())),
      max(1, Int((Double(frame.size.height) / scale).rounded())))
    var used: Set<String> = ["Default"]
    var script = Script(
      on: frame.size, storage: storage, info: file.info, styleHead: file.styleHead, styles: [],
      eventFormat: file.eventFormat,
      matrix: file.matrix == .none ? nil : file.matrix.rawValue, fonts: style?.scriptFonts)
    for index in indices {
      let event = file.events[index]
      used.formUnion(event.styles)
      var (fonts, known): ([Fingerprint], Set<Fingerprint>) = ([], [])
      for run in event.runs {
        let written = style?.scriptFonts(of: run.text, in: FontChoice(run.font)) ?? []
        fonts += written.filter { known.insert($0).inserted }
      }
      script.events.append(
        ScriptEvent(
          from: event.start, to: event.end, layer: event.layer,
          chain: event.isPlaced ? nil : event.chain, line: event.line, styles: event.styles,
          fonts: fonts))
    }
    script.styles = used.compactMap { styles[$0] }.sorted().map {
      ScriptStyle(file.styles[$0].name, line: file.styles[$0].line)
    }
    return script
  }
}

extension FontChoice {
  /// The font that a file of ASS or SSA asks for.
  package init(_ font: SubtitleScript.FontName) {
    self.init(family: font.family, weight: font.weight, isItalic: font.isItalic)
  }
}
