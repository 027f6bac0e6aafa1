// SPDX-License-Identifier: Apache-2.0

import Kernels

// Transitions in which every row shows one picture in one span and another around it.

/// The side of a moving line that still shows `from`.
enum WipeSide {
  /// Up to the line, which moves towards 0.
  case before
  /// After the line, which moves away from 0.
  case after

  func range(_ progress: Float, _ length: Int) -> Range<Int> {
    switch self {
    case .before: 0..<min(Int(Float(length) * progress) + 1, length)
    case .after: min(Int(Float(length) * (1 - progress)) + 1, length)..<length
    }
  }
}

extension TransitionFrame {
  /// `from` retreats to a side or a corner; nil means that there is no edge on this axis.
  func drawWipe(x: WipeSide?, y: WipeSide?) {
    let columns = x?.range(progress, width) ?? 0..<width
    let rows = y?.range(progress, height) ?? 0..<height
    drawSpans(inside: from, outside: to) { rows.contains($0) ? columns : 0..<0 }
  }

  /// `from` shrinks in a circle to nothing, then `to` grows from it.
  func drawCircleCrop(on color: SampleColor<S>) {
    let fraction = (progress - 0.5).magnitude * 2
    let (x, y) = (width / 2, height / 2)
    let reach = (Float(x) * Float(x) + Float(y) * Float(y)).squareRoot()
    let radius = Double(fraction * fraction * fraction * reach)
    drawCrop(on: color) { row in
      let left = radius * radius - Double((row - y) * (row - y))
      guard left >= 0 else { return 0..<0 }
      let half = Int(left.squareRoot())
      return max(0, x - half)..<min(width, x + half + 1)
    }
  }

  /// `from` shrinks in a rectangle to nothing, then `to` grows from it.
  func drawRectangleCrop(on color: SampleColor<S>) {
    let across = Int((progress - 0.5).magnitude * Float(width))
    let down = Int((progress - 0.5).magnitude * Float(height))
    let (x, y) = (width / 2, height / 2)
    drawCrop(on: color) { row in
      guard abs(row - y) < down, across > 0 else { return 0..<0 }
      return max(0, x - across + 1)..<min(width, x + across)
    }
  }

  private func drawCrop(on color: SampleColor<S>, span: (Int) -> Range<Int>) {
    let solid = intermediate(0)
    fill(solid, with: color)
    drawSpans(inside: progress < 0.5 ? to : from, outside: solid, span: span)
  }

  private func drawSpans(
    inside: SampleView<S>, outside: SampleView<S>, span: (_ y: Int) -> Range<Int>
  ) {
    mix(inside, outside, into: target) { y, weights in
      let columns = span(y)
      weights.update(repeating: .whole, count: columns.lowerBound)
      (weights + columns.lowerBound).update(repeating: 0, count: columns.count)
      (weights + columns.upperBound).update(repeating: .whole, count: width - columns.upperBound)
    }
  }
}
