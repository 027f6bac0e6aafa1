// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol
import Testing

/// Films within films: how they are printed, read and checked, and which frames of them are shown.
@Suite struct FilmSourceTests {
  private func film(
    rate: FrameRate, frames: Int, inner: FilmSource? = nil, sampleRate: Int = 48_000
  ) -> RenderGraph {
    var graph = RenderGraph(
      canvas: CanvasFormat(size: PixelSize(320, 180), rate: rate, sampleRate: sampleRate))
    let source =
      inner.map { graph.add(.nested($0), origin: nil) }
      ?? graph.add(.graphic(.color(.black), PixelSize(320, 180)), origin: nil)
    let picture = graph.add(
      inner == nil
        ? .still(frames: frames) : .read(TimeRemap(start: Time(1, over: 3)), frames: frames),
      [source], origin: nil)
    let fit = graph.add(
      .fit(.contain, box: PixelBox(x: 0, y: 0, width: 320, height: 180)), [picture], origin: nil)
    let whole = graph.add(.compose(background: .black, frames: frames), [fit], origin: nil)
    _ = graph.add(.film, [whole], origin: nil)
    return graph
  }

  @Test func aFilmWithinAFilmIsReadBackAsItWasPrinted() throws {
    let innermost = FilmSource(
      name: "a \"b\"", graph: film(rate: FrameRate(12), frames: 24), frames: 24, hasAlpha: true)
    let middle = FilmSource(
      name: "c", graph: film(rate: FrameRate(60), frames: 90, inner: innermost), frames: 90,
      hasAlpha: false)
    let graph = film(rate: FrameRate(30), frames: 30, inner: middle)
    #expect(graph.violations() == [])
    let text = GraphPrinter().print(graph)
    #expect(try GraphParser().parse(text) == graph, "\(text)")
    #expect(text.contains("%0 = nested \"c\" frames=90 {\n  canvas 320x180 60 48000\n"))
    #expect(throws: GraphSyntaxError.self) { try GraphParser().parse(String(text.dropLast(60))) }
  }

  @Test func rulesHoldInFilmsWithinFilms() {
    let wrong = FilmSource(
      name: "a", graph: film(rate: FrameRate(12), frames: 24), frames: 23, hasAlpha: false)
    #expect(
      film(rate: FrameRate(30), frames: 30, inner: wrong).violations() == [
        "%0 shows a film of another length than 23 frames"
      ])
    let other = FilmSource(
      name: "a", graph: film(rate: FrameRate(12), frames: 24, sampleRate: 44_100), frames: 24,
      hasAlpha: false)
    #expect(
      film(rate: FrameRate(30), frames: 30, inner: other).violations() == [
        "%0 is no film, or one of another sample rate"
      ])
  }

  /// Frames 0, 0, 0, 1, 1, 2, … of a film of 12 frames a second are shown by one of 30.
  @Test func aSliceOfAPaceShowsTheSameFrames() {
    let rate = FrameRate(30)
    for inner in [FrameRate(12), FrameRate(24000, over: 1001), FrameRate(60), FrameRate(7)] {
      let map = TimeRemap(start: Time(-1, over: 7)).held(within: 40, at: inner)
      let pace = Pace(rate: inner, map: map)
      for frame in 0..<200 {
        let time = Time(Int64(frame), over: 30) - Time(1, over: 7)
        let shown = (time * inner.perSecond).floor
        #expect(pace.frame(frame, rate: rate) == Int(min(max(shown, 0), 39)))
      }
      for range in [0..<200, 3..<4, 17..<90, 150..<200] {
        let slice = pace.slice(range, rate: rate)
        #expect(slice.frames.lowerBound == pace.frame(range.lowerBound, rate: rate))
        for frame in range {
          #expect(
            slice.pace.frame(frame - range.lowerBound, rate: rate) + slice.frames.lowerBound
              == pace.frame(frame, rate: rate))
          #expect(slice.frames.contains(pace.frame(frame, rate: rate)))
        }
      }
    }
  }
}
