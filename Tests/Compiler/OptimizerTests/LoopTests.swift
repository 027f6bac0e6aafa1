// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Glibc
import RenderGraph
import RenderProtocol
import Testing

@Suite struct LoopTests {
  /// A loop of a single frame is a join of all repetitions, and is cut at every one.
  @Test func `work grows with the turns of a loop, not with their square`() {
    let turns = 5000
    _ = optimized(turns)
    let (few, many) = (processorTime { optimized(turns) }, processorTime { optimized(4 * turns) })
    #expect(many < 8 * few, "\(few) s for \(turns) turns, \(many) s for four times as many")
  }

  /// CPU seconds of this thread, independent of the machine's load.
  private func processorTime(_ work: () -> RenderGraph) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    _ = work()
    return now() - start
  }

  private func optimized(_ turns: Int) -> RenderGraph {
    let size = PixelSize(640, 360)
    var graph = RenderGraph(canvas: CanvasFormat(size: size, rate: FrameRate(30)))
    let file = MediaFile(path: "a", digest: Fingerprint(bytes: [UInt8](repeating: 1, count: 32)))
    let video = graph.add(.video(VideoStream(file: file, stream: 0, size: size)), origin: nil)
    let reads = (0..<turns).map { _ in
      graph.add(.read(TimeRemap(start: Time(1)), frames: 1), [video], origin: nil)
    }
    let join = graph.add(.join, reads, origin: nil)
    let fit = graph.add(.fit(.contain, box: PixelBox(PixelRect(size))), [join], origin: nil)
    let track = graph.add(.track(starts: [0]), [fit], origin: nil)
    let picture = graph.add(
      .compose(background: .black, frames: turns), [track], origin: nil)
    _ = graph.add(.film, [picture], origin: nil)
    let final = PassManager.run(graph, Pass.standard, verifies: false)
    #expect(final.frameCounts().max() == turns)
    return final
  }
}
