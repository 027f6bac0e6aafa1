// SPDX-License-Identifier: Apache-2.0

import Base
import TestSupport
import Testing

@testable import MediaIO

/// The times of frames that swing about an even grid, and those that vary.
struct GridFitTests {
  private func fit(_ times: [Int64], _ interval: Time, tolerance: Time = Time(1)) -> GridFit? {
    GridFit(times, intervals: [interval], tolerance: tolerance)
  }

  @Test func `even times are on their grid`() throws {
    let fit = try #require(self.fit((0..<100).map { 7 + $0 * 3600 }, Time(3600)))
    #expect(fit.start == Time(7) && fit.swing == .zero)
  }

  @Test func `times that are rounded are even`() throws {
    let times = (0..<100).map { (Time($0 * 1001, over: 30)).rounded }
    #expect(try #require(fit(times, Time(1001, over: 30))).swing == .zero)
  }

  @Test(arguments: [1, 40, 120, 174])
  func `times that swing by less than half an interval have a grid`(swing: Int64) throws {
    let times = (0..<100).map { Int64($0) * 360 + ($0 * 7 % 3 - 1) * swing }
    let fit = try #require(self.fit(times, Time(360), tolerance: .zero))
    #expect(fit.swing > .zero && fit.interval == Time(360))
    for (index, time) in times.enumerated() {
      let middle = fit.start + Time(Int64(index) * 360)
      #expect((Time(time) - middle).magnitude < Time(180))
    }
  }

  @Test func `frames that a recorder left out leave holes in a grid`() throws {
    let shown = (0..<200).filter { (frame: Int) in frame < 50 || frame > 125 && frame % 9 > 0 }
    let times = shown.map { Int64($0) * 40 + 3 }
    #expect(try #require(fit(times, Time(40))).swing == .zero)
  }

  @Test func `times that vary have none`() {
    var numbers = SeededNumbers(seed: 7)
    var time: Int64 = 0
    let times = (0..<200).map { _ in
      time += Int64.random(in: 20...80, using: &numbers)
      return time
    }
    #expect(fit(times, Time(50)) == nil)
    // Twice as many frames in the second half.
    #expect(fit((0..<100).map { $0 * 40 } + (0..<100).map { 4000 + $0 * 20 }, Time(40)) == nil)
    #expect(fit([0, 40, 40, 80], Time(40)) == nil)
  }

  @Test func `a cell is shown from its middle on, or as much earlier as it says`() {
    var grid = FrameGrid(start: Time(1, over: 10), interval: Time(1, over: 25))
    #expect(grid.end(at: Time(1, over: 10)) == Time(3, over: 25))
    #expect(grid.end(at: Time(99, over: 1000)) == Time(2, over: 25))
    #expect(grid.begin(of: Time(119, over: 1000)) == Time(1, over: 10))
    grid.lead = Time(1, over: 50)
    #expect(grid.end(at: Time(99, over: 1000)) == Time(3, over: 25))
    #expect(grid.begin(of: Time(119, over: 1000)) == Time(2, over: 25))
  }
}
