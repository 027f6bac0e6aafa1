// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import Testing

@Suite struct CutTests {
  /// The coverage of the pixel (`x`, `y`), estimated from many points of it.
  private func share(_ box: RoundedBox, _ x: Int, _ y: Int) -> Double {
    let steps = 24
    var inside = 0
    for row in 0..<steps {
      for column in 0..<steps {
        let dx = Double(x) + (Double(column) + 0.5) / Double(steps) - box.x
        let dy = Double(y) + (Double(row) + 0.5) / Double(steps) - box.y
        guard dx >= 0, dx < box.width, dy >= 0, dy < box.height else { continue }
        let isOutside = box.radii.enumerated().contains { index, radius in
          let ex = radius - (index == 0 || index == 3 ? dx : box.width - dx)
          let ey = radius - (index < 2 ? dy : box.height - dy)
          return ex > 0 && ey > 0 && ex * ex + ey * ey > radius * radius
        }
        if !isOutside { inside += 1 }
      }
    }
    return Double(inside) / Double(steps * steps)
  }

  private static let boxes = [
    RoundedBox(x: 4, y: 6, width: 40, height: 30),
    RoundedBox(x: 4.25, y: 6.5, width: 40.5, height: 30.125),
    RoundedBox(x: 3, y: 2, width: 44, height: 36, radii: [18, 18, 18, 18]),
    RoundedBox(x: 5.5, y: 2.75, width: 41, height: 36, radii: [12, 0, 20.5, 3]),
    RoundedBox(x: -10, y: -8, width: 40, height: 30, radii: [5, 5, 9, 5]),
    RoundedBox(x: 30, y: 20, width: 100, height: 100, radii: [15, 15, 15, 15]),
    RoundedBox(x: 20.3, y: 10.3, width: 0.4, height: 0.4),
    RoundedBox(x: 90, y: 90, width: 10, height: 10),
  ]

  @Test(arguments: boxes, PictureForm.all)
  func `alpha follows the share of a pixel that lies inside`(box: RoundedBox, form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let picture = SampleBuffer<S>(width: 51, height: 41, hasAlpha: true, chroma: form.chroma)
      let full = Double((1 << S.depth) - 1)
      guard let alpha = picture.view.a else { return }
      for index in 0..<51 * 41 { alpha.base[index] = S(index % 5 == 0 ? full / 2 : full) }
      cut(picture.view, to: box)
      for y in 0..<41 {
        for x in 0..<51 {
          let index = y * 51 + x
          let before = Double(S(index % 5 == 0 ? full / 2 : full)) / full
          let expected = before * share(box, x, y)
          let result = Double(alpha.base[index]) / full
          // Straight edges are exact; the reference's points are 1/24 apart.
          #expect(abs(result - expected) < 0.05, "\(x), \(y)")
        }
      }
    }
    check(form.sample)
  }
}
