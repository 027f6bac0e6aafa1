// SPDX-License-Identifier: Apache-2.0

package import Actions
package import Basics
package import ProjectModel
import Properties
import RenderIR
package import TimelineModel

extension TimelineLowering {
  /// The numbers that a counter shows: those of `values`, else the seconds since its start.
  func numbers(_ values: PropertyKeys, of layer: DrawnLayer) -> Curve {
    let lead = rate.time(of: layer.own.lowerBound - layer.frames.lowerBound)
    if let keys = values[.number] {
      return curve(keys, of: .number, from: lead, frame.numbers)
    }
    let length = rate.time(of: max(1, layer.own.count))
    return Curve([.init(lead, [0]), .init(lead + length, [length.approximate])])
  }
}

extension Counter {
  /// The counter of `text`, whose sheet has `facts`.
  init(_ format: NumberFormat, _ text: TextContent, _ facts: TextFacts) {
    let alignment =
      switch text.alignment {
      case .left: 0.0
      case .center: 0.5
      case .right: 1.0
      }
    self.init(
      format: format, cells: facts.cells, alignment: alignment, width: facts.box.width)
  }
}

/// How much room the counters of a film take.
package struct CounterSizes {
  private let lowering: TimelineLowering

  /// Of `timeline` on the canvas `frame`.
  package init(_ timeline: Timeline, _ frame: LoweringFrame) {
    lowering = TimelineLowering(
      timeline: timeline, frame: frame, rasters: [:], graph: RenderGraph(canvas: timeline.canvas))
  }

  /// The facts of the counter that `target` draws, whose sheet has `facts`: its picture and box have room for the
  /// widest number that it shows.
  package func sized(
    _ facts: TextFacts, _ text: TextContent, of target: LayerTarget
  ) -> TextFacts {
    guard let format = text.counter, let layer = lowering.timeline.layer(target) else {
      return facts
    }
    var counter = Counter(format, text, facts)
    let rate = lowering.rate
    let curve = lowering.numbers(layer.properties, of: layer)
    counter.width = layer.frames.indices.reduce(0) { widest, frame in
      let time = rate.time(of: frame - layer.frames.lowerBound)
      return max(widest, counter.width(of: curve.value(at: time)[0], rate: rate))
    }
    var facts = facts
    (facts.size, facts.box) = (counter.size, counter.box)
    return facts
  }
}

/// The pieces of text that are drawn for a counter, a line each.
package func sheet(of format: NumberFormat) -> String {
  Counter.pieces(of: format).joined(separator: "\n")
}
