// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

/// The pictures drawn between two others.
struct InterpolationTests {
  private func grain(_ x: Int, _ y: Int) -> Int {
    var hash = UInt32(truncatingIfNeeded: x &* 374_761_393 &+ y &* 668_265_263)
    hash = (hash ^ (hash >> 13)) &* 1_274_126_177
    return Int(hash >> 16) % 9
  }

  /// A picture with a square at `x`, `y`: its grain moves with it, that around it stays where it is.
  private func square<Sample: PictureSample>(
    _ x: Int, _ y: Int, of side: Int = 40, _ sample: Sample.Type
  ) -> SampleBuffer<Sample> {
    let picture = SampleBuffer<Sample>(width: 320, height: 176, hasAlpha: false)
    let unit = 1 << (Sample.depth - 8)
    let view = picture.view
    for row in 0..<176 {
      for column in 0..<320 {
        let isIn = column >= x && column < x + side && row >= y && row < y + side
        let level = isIn ? 190 + grain(column - x, row - y) : 50 + grain(column, row)
        view.y.base[row * view.y.stride + column] = Sample(level * unit)
      }
    }
    for plane in [view.u, view.v] {
      for row in 0..<plane.height {
        for column in 0..<plane.width {
          let isIn =
            2 * column >= x && 2 * column < x + side && 2 * row >= y && 2 * row < y + side
          plane.base[row * plane.stride + column] = Sample((isIn ? 90 : 128) * unit)
        }
      }
    }
    return picture
  }

  private func between<Sample: PictureSample>(
    _ first: SampleBuffer<Sample>, _ second: SampleBuffer<Sample>, _ share: Int
  ) -> (picture: SampleBuffer<Sample>, isCut: Bool) {
    let target = SampleBuffer<Sample>(
      width: first.view.width, height: first.view.height, hasAlpha: false)
    let field = MotionField(
      from: LumaPyramid(first.view), to: LumaPyramid(second.view), share: share)
    interpolate(first.view, second.view, field, share: share, into: target.view)
    return (target, field.isCut)
  }

  /// The start and the end of the square across and down, by half of its brightness.
  private func edges<Sample: PictureSample>(_ picture: SampleBuffer<Sample>) -> [Int] {
    let (view, middle) = (picture.view.y, Sample(120 << (Sample.depth - 8)))
    func isBright(_ x: Int, _ y: Int) -> Bool { view.base[y * view.stride + x] > middle }
    let columns = (0..<320).filter { x in (0..<176).count { isBright(x, $0) } > 15 }
    let rows = (0..<176).filter { y in (0..<320).count { isBright($0, y) } > 15 }
    return [
      columns.first ?? -1, (columns.last ?? -2) + 1, rows.first ?? -1, (rows.last ?? -2) + 1,
    ]
  }

  private func check<Sample: PictureSample>(_ sample: Sample.Type) {
    for (dx, dy) in [(24, 0), (0, 16), (-30, 10), (3, 1), (44, 0), (17, -21)] {
      let (first, second) = (square(100, 60, sample), square(100 + dx, 60 + dy, sample))
      for share in [64, 128, 192] {
        let (x, y) = (100 + dx * share / 256, 60 + dy * share / 256)
        let found = edges(between(first, second, share).picture)
        let isNear = zip(found, [x, x + 40, y, y + 40]).allSatisfy { abs($0 - $1) <= 1 }
        #expect(isNear, "\(found) for \(x), \(y) of a way of \(dx), \(dy)")
      }
    }
  }

  @Test func `a square that moves is where it is by then`() {
    check(UInt8.self)
    check(UInt16.self)
  }

  /// The same picture with all that is brighter than black at `share` 256ths of its brightness.
  private func faded(_ picture: SampleBuffer<UInt8>, _ share: Int) -> SampleBuffer<UInt8> {
    let view = picture.view.y
    for row in 0..<view.height {
      for column in 0..<view.width {
        let sample = view.base + row * view.stride + column
        sample.pointee = UInt8(16 + (Int(sample.pointee) - 16) * share / 256)
      }
    }
    return picture
  }

  /// A fade is no motion, and hides none.
  @Test(arguments: [150, 200, 240, 280, 330])
  func `what is faded meanwhile is where it is by then`(_ share: Int) {
    let first = faded(square(100, 60, UInt8.self), 170)
    let second = faded(square(124, 60, UInt8.self), 170 * share / 256)
    let (found, isCut) = between(first, second, 128)
    let expected = faded(square(112, 60, UInt8.self), 170 * (256 + share) / 512)
    #expect(!isCut)
    let (a, b) = (found.view.y, expected.view.y)
    var far = 0
    for row in 0..<176 {
      for column in 0..<320 {
        let difference =
          Int(a.base[row * a.stride + column]) - Int(b.base[row * b.stride + column])
        if abs(difference) > 12 { far += 1 }
      }
    }
    // The edges of the square are 160 pixels long, and vectors lie eight pixels apart.
    #expect(far < 400, "\(far) pixels differ")
  }

  @Test func `what stands still stays as it is`() {
    let picture = square(100, 60, UInt8.self)
    let result = between(picture, square(100, 60, UInt8.self), 77)
    #expect(samples(result.picture.view) == samples(picture.view) && !result.isCut)
  }

  @Test func `pictures without anything in common are a cut`() {
    let dark = square(20, 20, of: 0, UInt8.self)
    let bright = square(0, 0, of: 320, UInt8.self)
    #expect(between(dark, bright, 128).isCut)
    #expect(!between(square(100, 60, UInt8.self), square(150, 60, UInt8.self), 128).isCut)
  }

  /// A picture of a ground with grain that has moved by `way`, before which thin bars stand still: one upright, one level, one
  /// slanted.
  private func bars<Sample: PictureSample>(
    _ way: Int, isThere: Bool = true, _ sample: Sample.Type
  ) -> SampleBuffer<Sample> {
    let picture = SampleBuffer<Sample>(width: 320, height: 176, hasAlpha: false)
    let unit = 1 << (Sample.depth - 8)
    let view = picture.view
    for row in 0..<176 {
      for column in 0..<320 {
        let place = column - way
        // Slow waves, and a grain of patches that are some pixels wide.
        let wave = 24 * ((place / 16 + row / 16) & 1) + 5 * grain(place / 5, row / 5)
        let isBar = isThere && Self.isBar(column, row)
        view.y.base[row * view.y.stride + column] = Sample((isBar ? 225 : 50 + wave) * unit)
      }
    }
    for plane in [view.u, view.v] {
      for row in 0..<plane.height {
        for column in 0..<plane.width {
          let isBar = isThere && Self.isBar(2 * column, 2 * row)
          plane.base[row * plane.stride + column] = Sample((isBar ? 90 : 128) * unit)
        }
      }
    }
    return picture
  }

  private static func isBar(_ x: Int, _ y: Int) -> Bool {
    let isUpright = (100..<103).contains(x) && (30..<140).contains(y)
    let isLevel = (140..<260).contains(x) && (60..<63).contains(y)
    let isSlanted = (y >= 90 && y < 150) && (x - 180 - y / 2) >= 0 && (x - 180 - y / 2) < 4
    return isUpright || isLevel || isSlanted
  }

  @Test(arguments: [14, -23, 36])
  func `thin things that stand before what moves stay, and leave no trace`(_ way: Int) {
    func check<Sample: PictureSample>(_ sample: Sample.Type) {
      let (first, second) = (bars(0, sample), bars(way, sample))
      let found = between(first, second, 128)
      #expect(!found.isCut)
      let expected = bars(way / 2, sample)
      let unit = 1 << (Sample.depth - 8)
      let (a, b) = (found.picture.view.y, expected.view.y)
      var (lost, count, traces) = (0, 0, 0)
      for y in 8..<168 {
        for x in 48..<272 {
          let difference =
            abs(Int(a.base[y * a.stride + x]) - Int(b.base[y * b.stride + x])) / unit
          if Self.isBar(x, y) {
            count += 1
            if difference > 40 { lost += 1 }
          } else if difference > 60 {
            traces += 1
          }
        }
      }
      // At the ends of bars, and where a bar is as bright as the ground, some pixels are unclear.
      #expect(20 * lost < count, "\(lost) of \(count) are lost")
      #expect(10 * traces < count, "\(traces) traces")
    }
    check(UInt8.self)
    check(UInt16.self)
  }

  /// A smooth ground of slow waves, and before it a dark thing of `size` at `x`, `y`.
  private func thing<Sample: PictureSample>(
    _ x: Int, _ y: Int, of size: (width: Int, height: Int), _ sample: Sample.Type,
    width: Int = 320, height: Int = 176
  ) -> SampleBuffer<Sample> {
    let picture = SampleBuffer<Sample>(width: width, height: height, hasAlpha: false)
    let unit = 1 << (Sample.depth - 8)
    let view = picture.view
    func isIn(_ column: Int, _ row: Int) -> Bool {
      (x..<x + size.width).contains(column) && (y..<y + size.height).contains(row)
    }
    for row in 0..<height {
      for column in 0..<width {
        let level = isIn(column, row) ? 20 : 150 + column / 16 + grain(column / 4, row / 4) / 3
        view.y.base[row * view.y.stride + column] = Sample(level * unit)
      }
    }
    for plane in [view.u, view.v] {
      for row in 0..<plane.height {
        for column in 0..<plane.width {
          plane.base[row * plane.stride + column] =
            Sample((isIn(2 * column, 2 * row) ? 90 : 128) * unit)
        }
      }
    }
    return picture
  }

  /// The number of pixels that are darker than `level`, and the sum of their columns.
  private func dark<Sample: PictureSample>(
    _ picture: SampleBuffer<Sample>, below level: Int
  ) -> (count: Int, columns: Int) {
    let view = picture.view.y
    var (count, columns) = (0, 0)
    for row in 0..<view.height {
      for column in 0..<view.width
      where Int(view.base[row * view.stride + column]) >> (Sample.depth - 8) < level {
        count += 1
        columns += column
      }
    }
    return (count, columns)
  }

  /// Blocks of the ground fit all around it, as if the thing were not there.
  @Test(arguments: [(22, 0), (-17, 5), (12, 12), (23, -9), (9, 0)])
  func `a small thing that moves is where it is by then`(_ way: (x: Int, y: Int)) {
    func check<Sample: PictureSample>(_ sample: Sample.Type) {
      let size = (width: 14, height: 12)
      for (x, y) in [(100, 60), (107, 70), (131, 93)] {
        let (first, second) = (
          thing(x, y, of: size, sample), thing(x + way.x, y + way.y, of: size, sample)
        )
        for share in [64, 128, 192] {
          let found = between(first, second, share)
          let (count, columns) = dark(found.picture, below: 80)
          #expect(!found.isCut)
          // Vectors lie eight pixels apart, so that half of such a thing may be thin.
          #expect((84...202).contains(count), "\(count) of 168 pixels at \(x), \(y), \(share)")
          guard count > 0 else { continue }
          let middle = Double(columns) / Double(count) - 6.5
          let expected = Double(x) + Double(way.x * share) / 256
          #expect(abs(middle - expected) < 1.5, "at \(middle) for \(expected)")
        }
      }
    }
    check(UInt8.self)
    check(UInt16.self)
  }

  /// Things are looked for in smaller copies, whose last blocks reach beyond the edges.
  @Test(arguments: [(640, 360, 300, 346), (1280, 718, 20, 690), (1280, 718, 1120, 300)])
  func `a small thing at an edge of a large picture is where it is by then`(
    width: Int, height: Int, x: Int, y: Int
  ) {
    let side = width / 32
    func picture(_ x: Int) -> SampleBuffer<UInt8> {
      thing(x, y, of: (side, side), UInt8.self, width: width, height: height)
    }
    let found = between(picture(x), picture(x + 2 * side), 128)
    let (count, columns) = dark(found.picture, below: 80)
    let whole = side * min(side, height - y)
    #expect(!found.isCut)
    #expect((whole * 6 / 10...whole * 12 / 10).contains(count), "\(count) of \(whole) pixels")
    guard count > 0 else { return }
    let middle = Double(columns) / Double(count) - Double(side - 1) / 2
    #expect(abs(middle - Double(x + side)) < 3, "at \(middle) for \(x + side)")
  }

  @Test(arguments: [(1, 1), (2, 2), (7, 5), (9, 200), (16, 16), (24, 8), (130, 70)])
  func `pictures of any size have others between them`(width: Int, height: Int) {
    let (first, second) = (
      thing(1, 1, of: (6, 6), UInt8.self, width: width, height: height),
      thing(12, 3, of: (6, 6), UInt8.self, width: width, height: height)
    )
    let found = between(first, second, 100).picture.view
    #expect(found.width == width && found.height == height)
  }

  @Test func `a thing that changes its shape fades from one to the other`() {
    let (first, second) = (
      thing(80, 50, of: (90, 24), UInt8.self), thing(110, 20, of: (24, 90), UInt8.self)
    )
    let found = between(first, second, 128)
    #expect(!found.isCut)
    // Each has 2,160 pixels, of which the other has 576.
    let (black, faded) = (
      dark(found.picture, below: 60).count, dark(found.picture, below: 120).count
    )
    #expect((400...1_200).contains(black), "\(black) pixels")
    #expect((2_000...3_744).contains(faded), "\(faded) pixels")
  }

  /// Scenes that are dark have as little in common as bright ones: here bars that stand, and bars that lie.
  @Test func `a cut between dark scenes is one, and a pan is none`() {
    func scene(isUpright: Bool, _ way: Int) -> SampleBuffer<UInt8> {
      let picture = SampleBuffer<UInt8>(width: 320, height: 176, hasAlpha: false)
      for row in 0..<176 {
        for column in 0..<320 {
          let (x, y) = (column + 400 - way, row + 400)
          let place = isUpright ? x : y
          let bar = 30 * ((place / 16 + place / 48) & 1)
          let texture = 2 * grain(x / 3 + (isUpright ? 1000 : 0), y / 3)
          picture.view.y.base[row * picture.view.y.stride + column] = UInt8(18 + bar + texture)
        }
      }
      return picture
    }
    let upright = scene(isUpright: true, 0)
    #expect(between(upright, scene(isUpright: false, 0), 128).isCut)
    #expect(!between(upright, scene(isUpright: true, 14), 128).isCut)
  }
}
