// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import Testing

@Suite struct FitGeometryTests {
  private func fit(
    _ size: PixelSize, _ fit: Fit, _ orientation: Orientation = .upright, aspect: Time = Time(1),
    box: PixelRect = PixelRect(PixelSize(1280, 720))
  ) -> FitGeometry {
    FitGeometry(coded: size, sampleAspect: aspect, orientation: orientation, fit: fit, box: box)
  }

  @Test func containShowsAllOfAPortraitPictureInTheMiddle() {
    // 720 / 1920 × 1080 = 405, a tie between 404 and 406, is rounded up; (1280 − 406) / 2 = 437 is rounded down
    // to even.
    let turned = fit(PixelSize(1920, 1080), .contain, .rotate90)
    #expect(turned.crop == PixelRect(PixelSize(1080, 1920)))
    #expect(turned.box.whole == PixelRect(x: 436, y: 0, width: 406, height: 720))
  }

  @Test func containHonoursTheSampleAspectRatioOnTheSideItLiesOn() {
    // 720×576 at 16:15 is shown as 768×576.
    #expect(
      fit(PixelSize(720, 576), .contain, aspect: Time(16, over: 15)).box.whole?.size
        == PixelSize(960, 720)
    )
    // After rotation, the long side of samples is vertical: 576×768.
    #expect(
      fit(PixelSize(720, 576), .contain, .rotate270, aspect: Time(16, over: 15)).box.whole?.size
        == PixelSize(540, 720))
  }

  @Test func coverTakesTheMiddleInTheShapeOfTheBox() {
    let wide = fit(PixelSize(1920, 800), .cover)
    #expect(wide.crop == PixelRect(x: 248, y: 0, width: 1422, height: 800))
    #expect(wide.box.whole == PixelRect(PixelSize(1280, 720)))
    let tall = fit(PixelSize(1080, 1920), .cover)
    #expect(tall.crop == PixelRect(x: 0, y: 656, width: 1080, height: 608))
  }

  @Test func noneKeepsPixelsAndCutsOffWhatHangsOver() {
    let large = fit(PixelSize(1920, 360), .none)
    #expect(large.crop == PixelRect(x: 320, y: 0, width: 1280, height: 360))
    #expect(large.box.whole == PixelRect(x: 0, y: 180, width: 1280, height: 360))
    #expect(
      fit(PixelSize(640, 360), .none, aspect: Time(3, over: 2)).box.whole?.size
        == PixelSize(960, 360))
  }

  @Test func stretchFillsAnyBox() {
    let box = PixelRect(x: 11, y: -3, width: 101, height: 55)
    let geometry = fit(PixelSize(64, 36), .stretch, box: box)
    #expect(geometry.crop == PixelRect(PixelSize(64, 36)))
    #expect(geometry.box.whole == box)
  }

  private func fit(_ size: PixelSize, _ fit: Fit, in box: PixelBox) -> FitGeometry {
    FitGeometry(coded: size, sampleAspect: Time(1), orientation: .upright, fit: fit, box: box)
  }

  @Test func aBoxOfEvenSizeFitsTheSameWhereverItLies() {
    for kind in Fit.allCases {
      let size = PixelSize(1917, 803)
      let home = fit(size, kind, box: PixelRect(PixelSize(640, 360)))
      for (x, y) in [(11.0, 7.0), (-3, 0.5), (10.25, 33.75)] {
        let box = PixelBox(x: x, y: y, width: 640, height: 360)
        let moved = fit(size, kind, in: box)
        #expect(moved.crop == home.crop)
        #expect(moved.box == home.box.moved(x, y))
      }
    }
  }

  @Test func aBoxOfAnotherSizeIsFittedExactly() {
    let box = PixelBox(x: 10.5, y: 20, width: 211.25, height: 119)
    let wide = fit(PixelSize(1920, 1080), .contain, in: box)
    #expect(wide.box.x == 10.5 && wide.box.width == 211.25)
    #expect(abs(wide.box.height - 211.25 * 9 / 16) < 1e-3)
    #expect(abs(wide.box.y + wide.box.height / 2 - 79.5) < 1e-3)
    #expect(fit(PixelSize(300, 300), .stretch, in: box).box == box)
    // The visible part has whole pixels, and fills the box.
    let cover = fit(PixelSize(1000, 1000), .cover, in: box)
    #expect(cover.crop == PixelRect(x: 0, y: 218, width: 1000, height: 564) && cover.box == box)
    // Pixels keep their size, at the centre.
    let none = fit(PixelSize(101, 300), .none, in: box)
    #expect(none.crop == PixelRect(x: 0, y: 90, width: 101, height: 118))
    #expect(none.box == PixelBox(x: 65.625, y: 20.5, width: 101, height: 118))
  }

  @Test func boxesThatTouchStillTouch() {
    for edge in 1...50 {
      let share = Double(edge) / 51 * 641
      let left = PixelBox(x: 0, y: 0, width: share, height: 9)
      let right = PixelBox(x: share, y: 0, width: 641 - share, height: 9)
      #expect(left.x + left.width == right.x && right.x + right.width == 641)
    }
  }

  @Test func onlyWholePixelsArePlaced() {
    let size = PixelSize(100, 40)
    func operation(_ box: PixelBox) -> Operation {
      fit(size, .contain, in: box).operation(coded: size, isBlurred: false)
    }
    let odd = PixelBox(x: 11, y: -7, width: 100, height: 40)
    #expect(
      operation(odd)
        == .place(
          .upright, crop: PixelRect(size), box: PixelRect(x: 11, y: -7, width: 100, height: 40),
          isBlurred: false))
    #expect(
      operation(odd.moved(0.5, 0))
        == .warp(Warp(crop: PixelRect(size), map: .translation(11.5, -7))))
  }

  @Test func aBoxOfThePicturesSizeKeepsItsPixels() {
    let box = PixelRect(x: 7, y: 9, width: 101, height: 33)
    #expect(
      fit(PixelSize(101, 33), .contain, box: box).box.whole == box)
  }

  @Test(arguments: Orientation.allCases)
  func theMapTakesTheCropToTheBox(orientation: Orientation) {
    for kind in Fit.allCases {
      for size in [PixelSize(64, 36), PixelSize(333, 1001), PixelSize(1, 1)] {
        let geometry = fit(size, kind, orientation, aspect: Time(4, over: 3))
        let crop = geometry.codedCrop(coded: size)
        let moved = geometry.map(coded: size).corners(crop)
        guard let box = geometry.box.whole else {
          Issue.record("\(geometry.box) is not whole")
          continue
        }
        #expect(abs(moved.x0 - Double(box.x)) < 1e-6 && abs(moved.y0 - Double(box.y)) < 1e-6)
        #expect(abs(moved.x1 - Double(box.x + box.width)) < 1e-6)
        #expect(abs(moved.y1 - Double(box.y + box.height)) < 1e-6)
        #expect(crop.x >= 0 && crop.y >= 0)
        #expect(crop.x + crop.width <= size.width && crop.y + crop.height <= size.height)
        #expect(box.x % 2 == 0 && box.y % 2 == 0 && box.width % 2 == 0 && box.height % 2 == 0)
        #expect(box.width <= 1280 && box.height <= 720)
      }
    }
  }

  @Test func aTurnedPictureIsCentredInItsBox() {
    let box = PixelBox(x: 100, y: 50, width: 400, height: 300)
    let turn = Affine(0.8, 0.6, -0.6, 0.8, 0, 0)
    let inside = Warp(
      coded: PixelSize(200, 100), sampleAspect: Time(1), turn: turn, fit: .contain, box: box)
    let center = inside.map.point(100, 50)
    #expect(abs(center.x - 300) < 1e-9 && abs(center.y - 200) < 1e-9)
    #expect(inside.clip == nil)
    let over = Warp(
      coded: PixelSize(200, 100), sampleAspect: Time(1), turn: turn, fit: .cover, box: box)
    #expect(over.clip == box)
  }
}

extension Affine {
  fileprivate func point(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
    (a * Double(x) + c * Double(y) + tx, b * Double(x) + d * Double(y) + ty)
  }

  fileprivate func corners(_ r: PixelRect) -> (x0: Double, y0: Double, x1: Double, y1: Double) {
    let (p, q) = (point(r.x, r.y), point(r.x + r.width, r.y + r.height))
    return (min(p.x, q.x), min(p.y, q.y), max(p.x, q.x), max(p.y, q.y))
  }
}
