// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
package import ProjectModel
import RenderGraph
package import RenderProtocol
package import Timeline

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

  /// The frames of a counter of `format` that is put together from `raster`; where it shows the same for a second or
  /// longer, they are one still.
  mutating func counted(
    _ raster: RenderGraph.NodeID, _ format: NumberFormat, _ values: PropertyKeys,
    of layer: DrawnLayer
  ) -> RenderGraph.NodeID {
    let numbers = numbers(values, of: layer)
    let parts = numbers.stills(of: layer.frames.count, rate: rate, as: format)
    let nodes = parts.map { part in
      let (start, count) = (rate.time(of: part.frames.lowerBound), part.frames.count)
      let curve = numbers.shifted(by: start, duration: rate.time(of: count))
      let own = part.way == .still ? Curve([.init(.zero, curve.value(at: .zero))]) : curve
      return graph.add(.draw([.number: own], frames: count), [raster], origin: layer.span)
    }
    return nodes.count == 1 ? nodes[0] : graph.add(.join, nodes, origin: layer.span)
  }
}

extension Curve {
  /// The frames `0 ..< count` in those where its number is written the same way for a second or longer, and the rest.
  fileprivate func stills(
    of count: Int, rate: FrameRate, as format: NumberFormat
  ) -> [Interval] {
    let least = Int(rate.perSecond.ceiling)
    var parts: [Interval] = []
    func add(_ frames: Range<Int>, isStill: Bool) {
      if frames.isEmpty { return }
      if !isStill || frames.count < least, let last = parts.last, last.way == .free {
        parts[parts.count - 1].frames = last.frames.lowerBound..<frames.upperBound
      } else {
        let isStill = isStill && frames.count >= least
        parts.append(Interval(frames: frames, way: isStill ? .still : .free))
      }
    }
    /// The text shown in a frame, or late in it.
    func text(_ frame: Int, isLate: Bool = false) -> String {
      let time = Time(Int64(frame)) + (isLate ? Time(1023, over: 1024) : .zero)
      return format.number(value(at: time / rate.perSecond)[0], rate: rate)
    }
    for interval in intervals(of: count, rate: rate) {
      guard interval.way == .oneWay else {
        add(interval.frames, isStill: interval.way == .still)
        continue
      }
      var first = interval.frames.lowerBound
      while first < interval.frames.upperBound {
        // What only rises or only falls is the same between two frames in which it is.
        let shown = text(first)
        var (same, step) = (first, 1)
        while step > 0 {
          let next = same + step
          let isSame = next < interval.frames.upperBound && text(next) == shown
          if isSame { same = next }
          step = isSame ? step * 2 : step / 2
        }
        // Moments within the last frame may show the next number.
        let isWhole = text(same, isLate: true) == shown
        add(first..<(isWhole ? same + 1 : same), isStill: true)
        add((isWhole ? same + 1 : same)..<same + 1, isStill: false)
        first = same + 1
      }
    }
    return parts
  }
}

extension Counter {
  /// The counter of `text`, whose sheet has `facts`.
  init(_ format: NumberFormat, _ text: TextContent, _ facts: TextFacts) {
    let alignment =
      switch text.look.alignment {
      case .left, .justify: 0.0
      case .center: 0.5
      case .right: 1.0
      }
    self.init(
      format: format, cells: facts.cells, alignment: alignment, width: facts.box.width)
  }
}

/// The sizes of the counters of a film.
package struct CounterSizes {
  private let lowering: TimelineLowering

  /// Of `timeline` on the canvas `frame`.
  package init(_ timeline: Timeline, _ frame: LoweringFrame) {
    lowering = TimelineLowering(
      timeline: timeline, frame: frame, rasters: [:], graph: RenderGraph(canvas: timeline.canvas),
      films: LoweredFilms())
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
    // A number that only rises or only falls is widest at one of its ends.
    let frames = curve.intervals(of: layer.frames.count, rate: rate).flatMap { interval in
      let (first, last) = (interval.frames.lowerBound, interval.frames.upperBound - 1)
      return switch interval.way {
      case .still: [first]
      case .oneWay: [first, last]
      case .free: Array(interval.frames)
      }
    }
    counter.width = frames.reduce(0) { widest, frame in
      max(widest, counter.width(of: curve.value(at: rate.time(of: frame))[0], rate: rate))
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
