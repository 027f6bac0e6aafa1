// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing
import Transitions

struct TransitionTests {
  @Test(arguments: TransitionKind.allCases)
  func `position 0 shows the first picture`(kind: TransitionKind) {
    let (a, b) = (testPicture(96, 64, seed: 1), testPicture(96, 64, seed: 2))
    let out = PictureBuffer(width: 96, height: 64, hasAlpha: false)
    transition(
      kind, parameters: kind.samples, from: a.view, to: b.view, position: 0, duration: 50,
      into: out.view,
      scratch: Scratch())
    #expect(meanDifference(out.view, a.view) == 0)
  }

  @Test(arguments: TransitionKind.allCases, [false, true])
  func `the last frame is near the second picture`(kind: TransitionKind, hasAlpha: Bool) {
    let (a, b) = (testPicture(96, 64, seed: 1), testPicture(96, 64, seed: 2))
    let out = PictureBuffer(width: 96, height: 64, hasAlpha: hasAlpha)
    transition(
      kind, parameters: kind.samples, from: a.view, to: b.view, position: 999, duration: 1000,
      into: out.view,
      scratch: Scratch())
    // The crops omit the outermost pixels; the smallest mosaic still shifts pixels by one.
    let limit: Double = [.circlecrop, .rectcrop, .pixelize].contains(kind) ? 16 : 3
    #expect(meanDifference(out.view, b.view) <= limit)
    #expect(meanDifference(out.view, a.view) > 20)
    #expect(out.view.a.map { samples($0).allSatisfy { $0 == 255 } } ?? true)
  }

  /// One pixel of a ramp fills a picture only at the very end; steps of many levels would be blocks.
  @Test(arguments: [false, true])
  func `pictures enlarged by zoom-in are interpolated`(hasAlpha: Bool) {
    let a = PictureBuffer(width: 128, height: 96, hasAlpha: hasAlpha)
    fill(a.view, with: YUVColor(y: 128, u: 128, v: 128))
    let luma = a.view.y
    for y in 0..<96 {
      for x in 0..<128 { luma.base[y * luma.stride + x] = x % 2 == 0 ? 40 : 200 }
    }
    let out = PictureBuffer(width: 128, height: 96, hasAlpha: hasAlpha)
    transition(
      .zoomin, from: a.view, to: a.view, position: 3, duration: 10, into: out.view,
      scratch: Scratch())
    let row = (0..<128).map { sample(out.view.y, $0, 48) }
    #expect((row.max() ?? 0) - (row.min() ?? 0) > 100)
    let steps = zip(row, row.dropFirst()).map { abs($0 - $1) }
    #expect((steps.max() ?? 255) < 64)
  }

  /// Between two pictures of one colour and alpha, only transitions through black and white are visible.
  @Test(arguments: TransitionKind.allCases, [0, 3, 5, 9])
  func `equal flat pictures stay as they are`(kind: TransitionKind, position: Int) {
    let viaColor: [TransitionKind] = [
      .fadeblack, .fadewhite, .fadegrays, .circlecrop, .rectcrop,
    ]
    if viaColor.contains(kind) { return }
    let color = YUVColor(y: 77, u: 60, v: 190, a: 140)
    let (a, b) = (
      flatPicture(45, 31, color, hasAlpha: true), flatPicture(45, 31, color, hasAlpha: true)
    )
    let out = PictureBuffer(width: 45, height: 31, hasAlpha: true)
    transition(
      kind, parameters: kind.samples, from: a.view, to: b.view, position: position, duration: 10,
      into: out.view,
      scratch: Scratch())
    #expect(samples(out.view).prefix(3).map { Set($0) } == [[77], [60], [190]])
    #expect(Set(out.view.a.map(samples) ?? []) == [140])
  }

  @Test(arguments: TransitionKind.allCases)
  func `colours of clear pixels never show`(kind: TransitionKind) {
    let (y, u, v) = (150, 100, 140)
    let seen = flatPicture(48, 32, YUVColor(y: 150, u: 100, v: 140), hasAlpha: true)
    let clear = flatPicture(48, 32, YUVColor(y: 255, u: 255, v: 0, a: 0), hasAlpha: true)
    let viaColor: [TransitionKind] = [
      .fadeblack, .fadewhite, .fadegrays, .circlecrop, .rectcrop,
    ]
    if viaColor.contains(kind) { return }
    let out = PictureBuffer(width: 48, height: 32, hasAlpha: true)
    let scratch = Scratch()
    var wrong = 0
    for position in [2, 5, 7] {
      transition(
        kind, parameters: kind.samples, from: seen.view, to: clear.view, position: position,
        duration: 10, into: out.view,
        scratch: scratch)
      let alpha = out.view.a.map(samples) ?? []
      let seen = zip(samples(out.view.y), alpha).filter { $1 > 0 }
      #expect(seen.allSatisfy { abs(Int($0.0) - y) <= 1 })
      for row in 0..<16 {
        for column in 0..<24 {
          let covers = (0..<4).contains {
            alpha[(2 * row + $0 / 2) * 48 + 2 * column + $0 % 2] > 0
          }
          guard covers else { continue }
          wrong += abs(sample(out.view.u, column, row) - u) > 1 ? 1 : 0
          wrong += abs(sample(out.view.v, column, row) - v) > 1 ? 1 : 0
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: TransitionKind.allCases)
  func `odd sizes and a used scratch are no matter`(kind: TransitionKind) {
    let used = Scratch()
    for size in [(1, 1), (3, 2), (51, 37)] {
      let a = testPicture(size.0, size.1, seed: 1)
      let b = testPicture(size.0, size.1, seed: 2)
      let p = testPicture(size.0, size.1, seed: 3)
      let q = testPicture(size.0, size.1, seed: 4)
      for position in [0, 4, 6] {
        transition(
          kind, parameters: kind.samples, from: a.view, to: b.view, position: position, duration: 9,
          into: p.view,
          scratch: used)
        transition(
          kind, parameters: kind.samples, from: a.view, to: b.view, position: position, duration: 9,
          into: q.view,
          scratch: Scratch())
        #expect(samples(p.view) == samples(q.view))
      }
    }
  }
}

extension TransitionKind {
  /// Some values of its parameters.
  var samples: [Float] { Array(repeating: 2, count: parameterCount) }
}

/// Draws a kind that has loops of its own, none of which depends on what samples mean.
func transition<S: PictureSample>(
  _ kind: TransitionKind, parameters: [Float] = [], from: SampleView<S>, to: SampleView<S>,
  position: Int, duration: Int, into target: SampleView<S>, scratch: Scratch,
  black: SampleColor<S> = .black, white: SampleColor<S> = .white
) {
  transition(
    TransitionKernel(kind), parameters: parameters, from: from, to: to, position: position,
    duration: duration, into: target,
    matrix: ColorMatrix(red: 0.2126, blue: 0.0722, isFullRange: false), scratch: scratch,
    black: black, white: white)
}
