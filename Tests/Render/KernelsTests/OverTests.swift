// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

struct OverTests {
  @Test(arguments: [false, true], [false, true])
  func `opacity 0 changes nothing`(sourceAlpha: Bool, targetAlpha: Bool) {
    let source = testPicture(20, 20, seed: 1, hasAlpha: sourceAlpha)
    let target = testPicture(33, 25, seed: 2, hasAlpha: targetAlpha)
    let before = samples(target.view)
    over(source.view, on: target.view, x: 3, y: 4, opacity: 0)
    #expect(samples(target.view) == before)
  }

  @Test(arguments: [(64, 48), (33, 17)], [false, true])
  func `an opaque picture replaces what it covers`(size: (Int, Int), targetAlpha: Bool) {
    let source = testPicture(size.0, size.1, seed: 1)
    let target = testPicture(size.0, size.1, seed: 2, hasAlpha: targetAlpha)
    over(source.view, on: target.view, x: 0, y: 0, opacity: .whole)
    #expect(Array(samples(target.view).prefix(3)) == samples(source.view))
    #expect(target.view.a.map { samples($0).allSatisfy { $0 == 255 } } ?? true)
  }

  @Test(arguments: [(-7, -5), (-6, 4), (5, 3), (30, 20), (-100, 0), (0, 100), (41, 31)])
  func `pixels outside the source stay and those inside are its own`(corner: (Int, Int)) {
    let (x, y) = corner
    let source = testPicture(21, 15, seed: 5)
    let target = testPicture(43, 33, seed: 6)
    let before = testPicture(43, 33, seed: 6)
    over(source.view, on: target.view, x: x, y: y, opacity: .whole)
    for row in 0..<33 {
      for column in 0..<43 {
        let isInside = (0..<21).contains(column - x) && (0..<15).contains(row - y)
        let expected =
          isInside
          ? sample(source.view.y, column - x, row - y) : sample(before.view.y, column, row)
        #expect(sample(target.view.y, column, row) == expected)
      }
    }
    for row in 0..<17 {
      for column in 0..<22 {
        let columns = [2 * column, 2 * column + 1].filter { $0 < 43 }
        let rows = [2 * row, 2 * row + 1].filter { $0 < 33 }
        var sum = 0.0
        for tx in columns {
          for ty in rows {
            let isInside = (0..<21).contains(tx - x) && (0..<15).contains(ty - y)
            sum += Double(
              isInside
                ? sample(source.view.u, (tx - x) / 2, (ty - y) / 2)
                : sample(before.view.u, column, row))
          }
        }
        let expected = sum / Double(columns.count * rows.count)
        #expect(abs(Double(sample(target.view.u, column, row)) - expected) <= 1.1)
      }
    }
  }

  @Test func `alpha times opacity weights the colours`() {
    let source = flatPicture(16, 16, YUVColor(y: 200, u: 50, v: 210, a: 128), hasAlpha: true)
    let target = flatPicture(16, 16, YUVColor(y: 40, u: 130, v: 90))
    over(source.view, on: target.view, x: 0, y: 0, opacity: 32896)
    let part = 64.0 / 255
    #expect(abs(Double(sample(target.view.y, 5, 5)) - (40 + 160 * part)) <= 0.6)
    #expect(abs(Double(sample(target.view.u, 5, 5)) - (130 - 80 * part)) <= 0.6)
    #expect(abs(Double(sample(target.view.v, 5, 5)) - (90 + 120 * part)) <= 0.6)
  }

  @Test func `laying over a clear picture gives the source itself`() {
    let source = testPicture(32, 24, seed: 9, hasAlpha: true)
    let target = flatPicture(32, 24, YUVColor(y: 235, u: 16, v: 240, a: 0), hasAlpha: true)
    over(source.view, on: target.view, x: 0, y: 0, opacity: .whole)
    guard let alpha = source.view.a, let written = target.view.a else {
      Issue.record("no alpha")
      return
    }
    #expect(samples(alpha) == samples(written))
    let lumas = zip(samples(target.view.y), samples(source.view.y))
    #expect(zip(lumas, samples(alpha)).allSatisfy { $1 == 0 || $0.0 == $0.1 })
  }

  @Test func `alpha over alpha keeps straight colours`() {
    let upper = flatPicture(8, 8, YUVColor(y: 200, u: 60, v: 60, a: 100), hasAlpha: true)
    let target = flatPicture(8, 8, YUVColor(y: 50, u: 200, v: 200, a: 100), hasAlpha: true)
    over(upper.view, on: target.view, x: 0, y: 0, opacity: .whole)
    let (above, below) = (100.0 / 255, 100.0 / 255 * (1 - 100.0 / 255))
    let y = (200 * above + 50 * below) / (above + below)
    let u = (60 * above + 200 * below) / (above + below)
    #expect(abs(Double(sample(target.view.y, 3, 3)) - y) <= 1)
    #expect(abs(Double(sample(target.view.u, 3, 3)) - u) <= 1)
    #expect(target.view.a.map { sample($0, 3, 3) } == Int(((above + below) * 255).rounded()))
  }
}
