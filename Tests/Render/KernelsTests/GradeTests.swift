// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Testing

@Suite struct GradeTests {
  /// A table, written down for a reference in double precision.
  private struct Table {
    var size: Int
    var isLattice: Bool
    var lowest: [Double] = [0, 0, 0]
    var highest: [Double] = [1, 1, 1]
    var values: [Float]

    var kernel: ColorTable {
      ColorTable(
        values, size: size, isLattice: isLattice, from: lowest.map { Float($0) },
        to: highest.map { Float($0) })
    }

    private func entry(_ index: Int) -> [Double] { (0..<3).map { Double(values[3 * index + $0]) } }

    func color(_ c: [Double]) -> [Double] {
      let last = Double(size - 1)
      let place = (0..<3).map { (i: Int) -> Double in
        let share: Double = (c[i] - lowest[i]) / (highest[i] - lowest[i])
        return min(max(share, 0), 1) * last
      }
      let level = place.map { min(Int($0), size - 2) }
      let way = (0..<3).map { place[$0] - Double(level[$0]) }
      guard isLattice else {
        return (0..<3).map { (i: Int) -> Double in
          let (low, high) = (entry(level[i])[i], entry(level[i] + 1)[i])
          return low * (1 - way[i]) + high * way[i]
        }
      }
      // From the black corner of the cell to the white one, along the longest way first.
      var corner = level
      var result = [0.0, 0, 0]
      var left = 1.0
      func add(_ share: Double) {
        let color = entry(corner[0] + size * (corner[1] + size * corner[2]))
        for i in 0..<3 { result[i] += share * color[i] }
      }
      for axis in (0..<3).sorted(by: { way[$0] > way[$1] }) {
        add(left - way[axis])
        left = way[axis]
        corner[axis] += 1
      }
      add(left)
      return result
    }

    /// Numbers of some chance, a little beyond 0 to 1.
    static func wild(_ size: Int, isLattice: Bool) -> Table {
      var state: UInt32 = 77
      let count = 3 * (isLattice ? size * size * size : size)
      let values = (0..<count).map { _ -> Float in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(state >> 8) / Float(1 << 24) * 1.4 - 0.2
      }
      return Table(size: size, isLattice: isLattice, values: values)
    }
  }

  private static let weights = ColorMatrix(red: 0.2126, blue: 0.0722, isFullRange: false)

  private static let tables: [Table] = {
    var wide = Table.wild(5, isLattice: true)
    (wide.lowest, wide.highest) = ([-0.25, 0, 0.1], [1, 1.5, 0.9])
    return [
      .wild(2, isLattice: true), .wild(17, isLattice: true), wide, .wild(2, isLattice: false),
      .wild(100, isLattice: false),
    ]
  }()

  @Test(arguments: 0..<5, PictureForm.all)
  func `colours are those of the table in double precision`(index: Int, form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let (table, weights) = (Self.tables[index], Self.weights)
      for strength in [1, 0.3] {
        let (width, height) = (37, 23)
        let source = wildPicture(
          S.self, width, height, form.chroma, seed: UInt32(7 * index), hasAlpha: true)
        let target = SampleBuffer<S>(
          width: width, height: height, hasAlpha: true, chroma: form.chroma)
        grade(
          source.view, by: table.kernel, strength: strength,
          in: ColorMap(in: weights, of: S.self), into: target.view, scratch: Scratch())

        let unit = Double(1 << (S.depth - 8))
        let full = Double((1 << S.depth) - 1)
        let (black, steps, chroma) = (16 * unit, 219 * unit, 224 * unit)
        let (r, b) = (weights.red, weights.blue)
        let picture = ReferencePicture(source.view)
        let half = form.chroma == .half
        var primaries: [[Double]] = []
        for y in 0..<height {
          for x in 0..<width {
            let luma = (picture.colors[0][x, y] - black) / steps
            let (cx, cy) = half ? (x / 2, y / 2) : (x, y)
            let blue = (picture.colors[1][cx, cy] - 128 * unit) / chroma * 2 * (1 - b)
            let red = (picture.colors[2][cx, cy] - 128 * unit) / chroma * 2 * (1 - r)
            let (cr, cb) = (luma + red, luma + blue)
            let color = [cr, (luma - r * cr - b * cb) / (1 - r - b), cb]
            let graded = table.color(color)
            primaries.append(
              (0..<3).map { i in
                min(max(color[i], 0), 1) * (1 - strength) + min(max(graded[i], 0), 1) * strength
              })
          }
        }
        func samples(_ c: [Double]) -> [Double] {
          let luma = r * c[0] + (1 - r - b) * c[1] + b * c[2]
          return [
            luma * steps + black,
            min((c[2] - luma) / (2 * (1 - b)) * chroma + 128 * unit, full),
            min((c[0] - luma) / (2 * (1 - r)) * chroma + 128 * unit, full),
          ]
        }
        #expect(largestError(target.view.y, primaries.map { samples($0)[0] }) < 0.51)
        for (plane, result) in [(1, target.view.u), (2, target.view.v)] {
          let wanted = (0..<result.width * result.height).map { place -> Double in
            let (x, y) = (place % result.width, place / result.width)
            let pixels = half ? picture.alpha.pixels(under: x, y) : [(x: x, y: y)]
            let sum = pixels.reduce([0, 0, 0]) { sum, p in
              zip(sum, primaries[p.y * width + p.x]).map(+)
            }
            return samples(sum.map { $0 / Double(pixels.count) })[plane]
          }
          #expect(largestError(result, wanted) < 0.51)
        }
        if let from = source.view.a, let to = target.view.a {
          #expect(ReferencePlane(from).values == ReferencePlane(to).values)
        }
      }
    }
    check(form.sample)
  }

  /// Greys that a table leaves alone stay to the bit, whatever it does to other colours.
  @Test(arguments: PictureForm.all)
  func `a table that leaves greys alone leaves them to the bit`(form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let size = 9
      var table = Table.wild(size, isLattice: true)
      for level in 0..<size {
        let place = level * (1 + size + size * size)
        for i in 0..<3 { table.values[3 * place + i] = Float(level) / Float(size - 1) }
      }
      let source = SampleBuffer<S>(width: 220, height: 4, hasAlpha: false, chroma: form.chroma)
      let unit = 1 << (S.depth - 8)
      for y in 0..<4 { for x in 0..<220 { source.view.y.base[y * 220 + x] = S((16 + x) * unit) } }
      let target = SampleBuffer<S>(width: 220, height: 4, hasAlpha: false, chroma: form.chroma)
      grade(
        source.view, by: table.kernel, strength: 1, in: ColorMap(in: Self.weights, of: S.self),
        into: target.view, scratch: Scratch())
      for (from, to) in [
        (source.view.y, target.view.y), (source.view.u, target.view.u),
        (source.view.v, target.view.v),
      ] {
        #expect(ReferencePlane(from).values == ReferencePlane(to).values)
      }
    }
    check(form.sample)
  }
}
