// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import RenderIR

extension Pass {
  /// Divides intervals that are longer than 8 s, so that an edit renders little anew.
  ///
  ///     %1 = read %0 from=1 frames=300              at 30 frames a second, key frames of %0 at 0, 5, 10
  ///     %2 = place %1 …
  ///     %3 = compose #000000 frames=300 : %2    →   two composes of 120 and 180 frames,
  ///                                                 reading %0 from 1 and from 5
  ///
  /// The borders are times of the bottom-most video, most of them its key frames (see
  /// `SourceBorders`); a border is the first frame whose wanted source time is not before. Where
  /// there is no video, every piece has 8 s, and what would be a piece below 2 s stays with the one
  /// before it.
  public static let divideIntervals = Pass("divide-intervals", isRequired: true) { graph in
    guard let picture = graph.filmPicture else { return }
    var parts = [picture]
    if case .join = graph[picture].operation { parts = graph[picture].inputs }
    var division = Division()
    let borders = parts.map { division.borders(of: $0, in: graph) }
    if borders.allSatisfy(\.isEmpty) { return }
    graph.replaceFilmPicture { graph in
      var cutter = Cutter(graph)
      var pieces: [NodeID] = []
      for (part, borders) in zip(parts, borders) {
        guard case .compose(_, _, let frames) = graph[part].operation, !borders.isEmpty else {
          pieces.append(part)
          continue
        }
        for (first, last) in zip([0] + borders, borders + [frames]) {
          pieces.append(cutter.cut(part, first..<last, in: &graph))
        }
      }
      return graph.add(.join, pieces, origin: graph[picture].origin)
    }
  }
}

private struct Division {
  private static let longest = Time(8)
  private static let shortest = Time(2)

  private var known: [NodeID: SourceBorders] = [:]

  /// The frames at which a compose is divided; none if it is short or no compose.
  mutating func borders(of id: NodeID, in graph: RenderGraph) -> [Int] {
    guard case .compose(_, _, let frames) = graph[id].operation else { return [] }
    let rate = graph.canvas.rate
    let duration = rate.time(of: frames)
    guard duration > Division.longest else { return [] }
    guard let read = graph.firstRead(under: id),
      case .read(let start, _, _) = graph[read].operation,
      case .video(let video) = graph[graph[read].inputs[0]].operation
    else { return even(frames, rate) }
    let source = graph[read].inputs[0]
    let borders = known[source] ?? SourceBorders(keyFrames: video.keyFrames)
    known[source] = borders
    let (first, last) = (start + Division.shortest, start + duration - Division.shortest)
    var times = borders.between(first, last)
    if times.isEmpty {
      times = [SourceBorders.gridTime(notBefore: first)].filter { $0 <= last }
    }
    return times.map { rate.frames(covering: $0 - start) }.filter { $0 > 0 && $0 < frames }
  }

  private func even(_ frames: Int, _ rate: FrameRate) -> [Int] {
    let (step, least) = (
      rate.frames(covering: Division.longest), rate.frames(covering: Division.shortest)
    )
    return Array(stride(from: step, through: frames - least, by: step))
  }
}

extension RenderGraph {
  /// The bottom-most read of a compose all of whose layers start with it.
  fileprivate func firstRead(under id: NodeID) -> NodeID? {
    var waiting = [id]
    while let next = waiting.popLast() {
      switch self[next].operation {
      case .read: return next
      case .orient, .fit, .place, .warp, .opacity, .transform, .transition, .compose:
        waiting += self[next].inputs.reversed()
      default: break
      }
    }
    return nil
  }
}
