// SPDX-License-Identifier: Apache-2.0

import Kernels

// The functions of effects are put into the loops over rows (`@inline(__always)`), of which the compiler makes vectors. It
// does so where all of a formula is worked out for every pixel, and choices are between two numbers: places are best chosen
// by weights of 0 and 1.

/// The way in which a frame of an effect is drawn.
enum EffectPlan {
  /// By the weight of the second picture at each place, row by row.
  case weights((WeightRow) -> Void)
  /// By places in both pictures, row by row.
  case lookup(LookPlan)
  /// By the colours of both pictures at a place, row by row.
  case pixels(TintPlan)
  /// By colours of any places, row by row.
  case colors((ColorRow) -> Void)
  /// By colours that are seen apart.
  case apart(ApartPlan)
  /// By the colours here and of two other places.
  case far(FarPlan)
  /// By how much of each picture its edges let be seen.
  case edges(EdgePlan)
  /// By what is seen in stretches of rows.
  case torn(TornPlan)
  /// By sums of many samples of a dissolve.
  case blur(BlurPlan)
  /// By a plan for a mixture of both pictures, with a share of the second, in the place of both.
  indirect case mixture(Float, EffectPlan)
  /// By the colours of a frame that has another plan, in the place of both pictures.
  indirect case after(EffectPlan, TintPlan)

  /// By looks over a ground, which is black where none is given.
  static func looks(ground: Light? = nil, _ fill: @escaping (LookRow) -> Void) -> EffectPlan {
    .lookup(LookPlan(ground: ground, share: nil, showsToHere: false, colors: .none, fill: fill))
  }

  /// By places alone: as much is seen of both pictures everywhere.
  static func places(
    share: Float = 0, showsToHere: Bool = false, colors: LookPlan.Colors = .none,
    _ fill: @escaping (LookRow) -> Void
  ) -> EffectPlan {
    .lookup(
      LookPlan(
        ground: colors == .none ? nil : Light(0, 0, 0, 1), share: share, showsToHere: showsToHere,
        colors: colors, fill: fill))
  }

  /// By the colours of both pictures at a place.
  static func tints(_ fill: @escaping (TintRow) -> Void) -> EffectPlan {
    .pixels(TintPlan(fill: fill))
  }
}

extension TransitionFrame {
  /// Draws the frame of an effect.
  func draw(_ plan: EffectPlan, black: SampleColor<S>, matrix: ColorMatrix) {
    switch plan {
    case .weights(let fill): drawWeights(fill)
    case .lookup(let plan): drawLooks(plan, black: black, matrix: matrix)
    case .pixels(let plan): drawTints(plan, matrix: matrix)
    case .colors(let fill): drawColors(fill, matrix: matrix)
    case .apart(let plan): drawApart(plan, matrix: matrix)
    case .far(let plan): drawFar(plan, matrix: matrix)
    case .edges(let plan): drawEdges(plan, matrix: matrix)
    case .torn(let plan): drawTorn(plan, matrix: matrix)
    case .blur(let plan): drawBlur(plan)
    case .mixture(let share, let plan):
      let picture = intermediate(0)
      mix(from, to, weight: Weight(part: share), into: picture)
      frame(picture, picture, into: target).draw(plan, black: black, matrix: matrix)
    case .after(let plan, let tints):
      let picture = intermediate(1)
      frame(from, to, into: picture).draw(plan, black: black, matrix: matrix)
      frame(picture, picture, into: target).drawTints(tints, matrix: matrix)
    }
  }

  /// The same moment of other pictures.
  private func frame(
    _ from: SampleView<S>, _ to: SampleView<S>, into target: SampleView<S>
  ) -> TransitionFrame {
    TransitionFrame(
      name: name, parameters: parameters, from: from, to: to, target: target,
      progress: progress, scratch: scratch)
  }
}

/// Numbers that are worked out once for a frame, and read in loops over its rows.
final class Table<Number: BitwiseCopyable> {
  /// The first number; loops read from here, as it does not change.
  let base: UnsafePointer<Number>

  /// `count` numbers, each of which `number` makes of its index.
  init(_ count: Int, _ number: (Int) -> Number) {
    let memory = UnsafeMutablePointer<Number>.allocate(capacity: max(count, 1))
    for x in 0..<count { (memory + x).initialize(to: number(x)) }
    base = UnsafePointer(memory)
  }

  /// `count` numbers, all of which `fill` writes.
  init(filling count: Int, _ fill: (UnsafeMutablePointer<Number>) -> Void) {
    let memory = UnsafeMutablePointer<Number>.allocate(capacity: max(count, 1))
    fill(memory)
    base = UnsafePointer(memory)
  }

  deinit { base.deallocate() }
}

extension EffectFrame {
  /// A number for each column, of which `number` gets the middle, 0…1.
  func columns(_ number: (Float) -> Float) -> Table<Float> {
    Table(width) { number((Float($0) + 0.5) / Float(width)) }
  }
}
