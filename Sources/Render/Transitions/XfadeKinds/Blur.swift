// SPDX-License-Identifier: Apache-2.0

import Kernels

// A fade through a horizontal blur. The blur of a mix equals the mix of the blurs, so one blur suffices.

extension TransitionFrame {
  /// A fade with a motion blur to the left, strongest in the middle.
  func drawBlur() {
    mix(from, to, weight: Weight(part: 1 - progress), into: target)
    let part = progress <= 0.5 ? progress * 2 : (1 - progress) * 2
    let size = 1 + Int(Float(width / 2) * part)
    guard size > 1 else { return }
    let chromaSize = target.chroma.count(size)
    guard let alpha = target.a else {
      blur(target.y, size)
      blur(target.u, chromaSize)
      blur(target.v, chromaSize)
      return
    }
    let memory = scratch.memory(.rows, of: S.self, count: target.u.width)
    for row in 0..<target.u.height {
      let means = chromaAlpha(alpha, target.chroma, row: row, in: memory)
      blur(target.u.row(row), seen: means, target.u.width, chromaSize)
      blur(target.v.row(row), seen: means, target.v.width, chromaSize)
    }
    for row in 0..<height { blur(target.y.row(row), seen: alpha.row(row), width, size) }
    blur(alpha, size)
  }

  /// Replaces every sample by the mean of the `size` samples from it on, as far as they exist.
  private func blur(_ plane: SamplePlane<S>, _ size: Int) {
    let full = inverse(size)
    for y in 0..<plane.height {
      let row = plane.row(y)
      var sum = 0
      for x in 0..<min(size, plane.width) { sum &+= Int(row[x]) }
      let whole = max(0, plane.width - size)
      for x in 0..<whole {
        let old = Int(row[x])
        row[x] = S(truncatingIfNeeded: (sum &* full &+ 1 &<< 31) &>> 32)
        sum &+= Int(row[x &+ size]) &- old
      }
      for x in whole..<plane.width {
        let old = Int(row[x])
        row[x] = S(
          truncatingIfNeeded: (sum &* inverse(plane.width - x) &+ 1 &<< 31) &>> 32)
        sum &-= old
      }
    }
  }

  /// The same for one row of colours weighted by alpha.
  private func blur(_ row: Row<S>, seen: Row<S>, _ count: Int, _ size: Int) {
    var (sum, seenSum) = (0, 0)
    for x in 0..<min(size, count) {
      sum &+= Int(row[x]) &* Int(seen[x])
      seenSum &+= Int(seen[x])
    }
    for x in 0..<count {
      let old = Int(row[x])
      if seenSum > 0 {
        row[x] = S(truncatingIfNeeded: (sum &+ seenSum / 2) / seenSum)
      }
      if x &+ size < count {
        sum &+= Int(row[x &+ size]) &* Int(seen[x &+ size])
        seenSum &+= Int(seen[x &+ size])
      }
      sum &-= old &* Int(seen[x])
      seenSum &-= Int(seen[x])
    }
  }

  /// 2^32 / count, rounded down.
  private func inverse(_ count: Int) -> Int { (1 << 32) / count }
}
