// SPDX-License-Identifier: Apache-2.0

/// Mixes two pictures of one size: `a·(256 − weight)/256 + b·weight/256`.
///
/// With alpha, colours are weighted by it, so that the colour of clear pixels does not bleed in.
/// A missing alpha plane counts as opaque.
public func mix(_ a: PictureView, _ b: PictureView, weight: Int, into target: PictureView) {
  precondition((0...256).contains(weight), "a weight outside 0...256")
  if a.a == nil && b.a == nil {
    mix(a.y, b.y, weight, target.y)
    mix(a.u, b.u, weight, target.u)
    mix(a.v, b.v, weight, target.v)
    if let alpha = target.a { set(alpha, to: 255) }
    return
  }
  let chromaWidth = target.u.width
  for row in 0..<target.height {
    let x = (row: row, alphaA: a.a?.row(row), alphaB: b.a?.row(row))
    mixWeighted(
      a.y.row(row), b.y.row(row), target.y.row(row), count: target.width, weight: weight,
      alphaA: { Int(x.alphaA?[$0] ?? 255) }, alphaB: { Int(x.alphaB?[$0] ?? 255) })
  }
  for row in 0..<target.u.height {
    for (p, q, t) in [(a.u, b.u, target.u), (a.v, b.v, target.v)] {
      mixWeighted(
        p.row(row), q.row(row), t.row(row), count: chromaWidth, weight: weight,
        alphaA: { chromaAlpha(a, $0, row) }, alphaB: { chromaAlpha(b, $0, row) })
    }
  }
  guard let alpha = target.a else { return }
  for row in 0..<target.height {
    let out = alpha.row(row)
    for x in 0..<target.width {
      let p = Int(a.a?.row(row)[x] ?? 255)
      let q = Int(b.a?.row(row)[x] ?? 255)
      out[x] = UInt8(truncatingIfNeeded: (p &* (256 &- weight) &+ q &* weight &+ 128) &>> 8)
    }
  }
}

/// Mixes two planes without regard to alpha.
@inline(__always)
func mix(_ a: Plane, _ b: Plane, _ weight: Int, _ target: Plane) {
  let wb = UInt16(weight)
  let wa = 256 &- wb
  for row in 0..<target.height {
    let (p, q, t) = (a.row(row), b.row(row), target.row(row))
    for x in 0..<target.width {
      t[x] = UInt8(
        truncatingIfNeeded: (UInt16(p[x]) &* wa &+ UInt16(q[x]) &* wb &+ 128) &>> 8)
    }
  }
}

@inline(__always)
private func mixWeighted(
  _ a: UnsafeMutablePointer<UInt8>, _ b: UnsafeMutablePointer<UInt8>,
  _ target: UnsafeMutablePointer<UInt8>, count: Int, weight: Int, alphaA: (Int) -> Int,
  alphaB: (Int) -> Int
) {
  for x in 0..<count {
    let wa = alphaA(x) &* (256 &- weight)
    let wb = alphaB(x) &* weight
    let sum = wa &+ wb
    if sum == 0 {
      target[x] = a[x]
    } else {
      target[x] = UInt8(
        truncatingIfNeeded: (Int(a[x]) &* wa &+ Int(b[x]) &* wb &+ sum / 2) / sum)
    }
  }
}

/// The mean alpha of the up to four pixels that a chroma sample covers.
@inline(__always)
func chromaAlpha(_ picture: PictureView, _ x: Int, _ y: Int) -> Int {
  guard let alpha = picture.a else { return 255 }
  let (x1, y1) = (min(2 &* x &+ 1, alpha.width &- 1), min(2 &* y &+ 1, alpha.height &- 1))
  let (top, bottom) = (alpha.row(2 &* y), alpha.row(y1))
  return (Int(top[2 &* x]) &+ Int(top[x1]) &+ Int(bottom[2 &* x]) &+ Int(bottom[x1]) &+ 2) &>> 2
}
