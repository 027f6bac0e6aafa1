// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

@testable import Kernels

/// Gradients beside the values that CSS's definitions give.
@Suite struct GradientTests {
  private static let black = SampleColor<UInt8>(y: 16, u: 128, v: 128)

  /// The planes of a gradient between two lumas, or of `colors`.
  private func painted<Sample: PictureSample>(
    _ width: Int, _ height: Int, _ geometry: Gradient.Geometry, _ places: [Double],
    _ colors: [SampleColor<Sample>], hasAlpha: Bool = false, chroma: ChromaFormat = .half
  ) -> [[Sample]] {
    let (cw, ch) = (chroma.count(width), chroma.count(height))
    var planes = [(width, height), (cw, ch), (cw, ch), (width, height)].map {
      [Sample](repeating: 0, count: $0.0 * $0.1)
    }
    let gradient = Gradient(geometry, places.map { Gradient.Stop(.black, at: $0) })
    func plane(_ base: UnsafeMutablePointer<Sample>, _ w: Int, _ h: Int) -> SamplePlane<Sample> {
      SamplePlane(base: base, stride: w, width: w, height: h)
    }
    var (y, u, v, a) = (planes[0], planes[1], planes[2], planes[3])
    y.withUnsafeMutableBufferPointer { y in
      u.withUnsafeMutableBufferPointer { u in
        v.withUnsafeMutableBufferPointer { v in
          a.withUnsafeMutableBufferPointer { a in
            let view = SampleView(
              y: plane(y.baseAddress!, width, height), u: plane(u.baseAddress!, cw, ch),
              v: plane(v.baseAddress!, cw, ch),
              a: hasAlpha ? plane(a.baseAddress!, width, height) : nil, chroma: chroma)
            fill(view, with: gradient, colors, scale: PixelPoint(1, 1))
          }
        }
      }
    }
    planes = [y, u, v, a]
    return planes
  }

  private func gray<Sample: PictureSample>(_ luma: Int) -> SampleColor<Sample> {
    SampleColor(y: Sample(luma), u: Sample.scaled(128), v: Sample.scaled(128))
  }

  /// Means over blocks of 8 × 8.
  private func means(_ plane: [UInt8], _ width: Int) -> [Double] {
    let rows = plane.count / width
    var means: [Double] = []
    for y in stride(from: 0, to: rows, by: 8) {
      for x in stride(from: 0, to: width, by: 8) {
        var sum = 0
        for row in y..<y + 8 { for column in x..<x + 8 { sum += Int(plane[row * width + column]) } }
        means.append(Double(sum) / 64)
      }
    }
    return means
  }

  @Test func aSlowGradientHasItsMeansAndNoBands() {
    // 20 levels over 1280 pixels: 64 pixels for each.
    let (width, height) = (1280, 64)
    let plane = painted(
      width, height, .linear(PixelPoint(0, 0), PixelPoint(1280, 0)), [0, 1],
      [gray(50), gray(70)] as [SampleColor<UInt8>])[0]
    var worst = 0.0
    for (index, mean) in means(plane, width).enumerated() {
      let centre = Double(index % (width / 8)) * 8 + 4
      worst = max(worst, abs(mean - (50 + 20 * centre / 1280)))
    }
    #expect(worst < 0.02, "a mean of 64 samples is off by \(worst)")
    for x in 0..<width {
      let exact = 50 + 20 * (Double(x) + 0.5) / 1280
      for y in 0..<height {
        #expect(abs(Double(plane[y * width + x]) - exact) < 1)
      }
    }
    // Without the pattern a value would fill 64 pixels of every row.
    var longest = 0
    for y in 0..<height {
      var run = 1
      for x in 1..<width {
        run = plane[y * width + x] == plane[y * width + x - 1] ? run + 1 : 1
        longest = max(longest, run)
      }
    }
    #expect(longest < 40, "\(longest) equal samples")
  }

  @Test func aFlatPartIsFlat() {
    let plane = painted(
      256, 16, .linear(PixelPoint(64, 0), PixelPoint(192, 0)), [0, 0.5, 0.5, 1],
      [gray(50), gray(50), gray(200), gray(200)] as [SampleColor<UInt8>])[0]
    for y in 0..<16 {
      #expect(plane[y * 256..<y * 256 + 128].allSatisfy { $0 == 50 })
      #expect(plane[y * 256 + 128..<(y + 1) * 256].allSatisfy { $0 == 200 })
    }
  }

  @Test func anEdgeBetweenPixelsIsAMean() {
    let plane = painted(
      64, 1, .linear(PixelPoint(0, 0), PixelPoint(64, 0)), [0, 20.25 / 64, 20.25 / 64, 1],
      [gray(400), gray(400), gray(800), gray(800)] as [SampleColor<UInt16>])[0]
    #expect(plane[19] == 400 && plane[20] == 700 && plane[21] == 800)
  }

  @Test func tenBitsAreExact() {
    let plane = painted(
      1024, 4, .linear(PixelPoint(1024, 4), PixelPoint(0, 0)), [0, 1],
      [gray(64), gray(940)] as [SampleColor<UInt16>])[0]
    let square = 1024.0 * 1024 + 16
    for y in 0..<4 {
      for x in 0..<1024 {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let place = ((1024 - px) * 1024 + (4 - py) * 4) / square
        #expect(abs(Double(plane[y * 1024 + x]) - (64 + 876 * place)) <= 0.501)
      }
    }
  }

  @Test func aRadialGradientGoesOutwards() {
    let plane = painted(
      200, 100, .radial(PixelPoint(80, 40), 100, 50), [0, 1],
      [gray(64), gray(864)] as [SampleColor<UInt16>])[0]
    for (x, y) in [(80, 40), (179, 40), (80, 89), (0, 0), (199, 99), (130, 65), (20, 70)] {
      let (u, v) = ((Double(x) + 0.5 - 80) / 100, (Double(y) + 0.5 - 40) / 50)
      let exact = 64 + 800 * min((u * u + v * v).squareRoot(), 1)
      // Around the end of the ramp, and at its centre, a sample is the mean over its width.
      #expect(abs(Double(plane[y * 200 + x]) - exact) < 2.5, "at \(x), \(y)")
    }
  }

  @Test func aConicGradientTurnsClockwiseFromTheTop() {
    let plane = painted(
      201, 201, .conic(PixelPoint(100.5, 100.5), 0), [0, 1],
      [gray(64), gray(864)] as [SampleColor<UInt16>])[0]
    // Right, below, left of the centre: a quarter, a half, three quarters.
    #expect(plane[100 * 201 + 180] == 264)
    #expect(plane[180 * 201 + 100] == 464)
    #expect(plane[100 * 201 + 20] == 664)
    // Above it lies the edge: a sample on it is the mean of both sides.
    #expect(abs(Int(plane[20 * 201 + 100]) - 464) <= 4)
    #expect(plane[20 * 201 + 101] < 72 && plane[20 * 201 + 99] > 856)
  }

  @Test func clearColoursLeaveNoTrace() {
    // Halfway from opaque to clear black: the colour of the opaque one, at half its alpha.
    let red = SampleColor<UInt16>(y: 250, u: 409, v: 960)
    let clear = SampleColor<UInt16>(y: 64, u: 512, v: 512, a: 0)
    let planes = painted(
      100, 2, .linear(PixelPoint(0, 0), PixelPoint(100, 0)), [0, 1], [red, clear], hasAlpha: true,
      chroma: .full)
    for x in 0..<98 {
      #expect(planes[0][x] == 250 && planes[1][x] == 409 && planes[2][x] == 960)
      #expect(abs(Double(planes[3][x]) - 1023 * (1 - (Double(x) + 0.5) / 100)) <= 0.501)
    }
  }

  @Test func chromaLiesWhereItsSamplesDo() {
    let colors = [
      SampleColor<UInt16>(y: 64, u: 100, v: 900), SampleColor<UInt16>(y: 64, u: 900, v: 100),
    ]
    let planes = painted(
      80, 80, .linear(PixelPoint(0, 0), PixelPoint(80, 0)), [0, 1], colors)
    // The chroma of a pair of pixels lies on the left one of them.
    #expect(planes[1][10] == UInt16((100 + 800 * 20.5 / 80).rounded()))
    let down = painted(80, 80, .linear(PixelPoint(0, 0), PixelPoint(0, 80)), [0, 1], colors)
    #expect(down[2][10 * 40] == UInt16((900 - 800 * 21.0 / 80).rounded()))
  }
}
