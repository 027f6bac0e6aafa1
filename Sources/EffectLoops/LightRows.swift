// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Rows of a picture as red, green, blue and what covers them, each by itself and as far as it is covered: the last ones that
/// were asked for, as a frame looks at neighbouring rows again and again.
final class LightRows<S: PictureSample> {
  /// How many rows are kept; what is seen of a frame lies among few.
  private static var kept: Int { 256 }
  private static var one: Float { 8192 }

  private let view: SampleView<S>
  private let scale: RGBScale
  private let memory: UnsafeMutablePointer<Int16>
  private let stride: Int
  /// Which row lies at each place.
  private var numbers = Array(repeating: -1, count: LightRows.kept)
  private let block: PixelBlock

  /// Rows of `view`, in memory of `slot`, which are worked out in `block`.
  init(
    _ view: SampleView<S>, _ scale: RGBScale, _ block: PixelBlock, _ scratch: Scratch,
    _ slot: Scratch.Slot
  ) {
    (self.view, self.scale, self.block) = (view, scale, block)
    // The last pixel is there twice.
    stride = view.width + 1
    memory = scratch.memory(slot, of: Int16.self, count: LightRows.kept * 4 * stride)
  }

  /// A channel of row `y`.
  private func row(_ y: Int, _ channel: Int) -> UnsafeMutablePointer<Int16> {
    let place = y & (LightRows.kept - 1)
    let start = memory + place * 4 * stride
    if numbers[place] != y {
      numbers[place] = y
      fill(y, start)
    }
    return start + channel * stride
  }

  private func fill(_ y: Int, _ start: UnsafeMutablePointer<Int16>) {
    let isOpaque = view.a == nil
    let tints = block.from
    func pack(
      _ from: UnsafeMutablePointer<Float>, _ count: Int, _ out: UnsafeMutablePointer<Int16>
    ) {
      for x in 0..<count {
        out[x] = Int16(truncatingIfNeeded: (from[x] * LightRows.one + 12_582_912).bitPattern)
      }
    }
    for first in Swift.stride(from: 0, to: view.width, by: PixelBlock.length) {
      let span = first..<min(first + PixelBlock.length, view.width)
      view.readChroma(span, y >> view.chroma.shift, scale, into: block.fromChroma)
      view.read(span, y, block.fromChroma, scale, into: tints)
      if !isOpaque {
        for x in 0..<span.count {
          let tint = tints[x]
          tints[x] = Tint(tint.x * tint.w, tint.y * tint.w, tint.z * tint.w, tint.w)
        }
        pack(tints.alpha, span.count, start + 3 * stride + first)
      }
      pack(tints.red, span.count, start + first)
      pack(tints.green, span.count, start + stride + first)
      pack(tints.blue, span.count, start + 2 * stride + first)
    }
    for channel in 0..<4 {
      let last = start + channel * stride + view.width
      last[0] = last[-1]
    }
  }

  /// Writes what a channel shows in the columns from `first` on at a place `shift` beside row `y`, between four pixels; beyond
  /// the edges they go on.
  func look(
    _ channel: Int, _ y: Int, _ first: Int, _ count: Int, _ shift: Point,
    into out: UnsafeMutablePointer<Float>
  ) {
    let (width, height) = (view.width, view.height)
    let line = clamped(Float(y) - shift.y * Float(height), Float(height - 1))
    var top = Int(line)
    var down = line - Float(top)
    // Where a place is a pixel's but for what was rounded, it is that.
    if down > 0.999 { (top, down) = (top + 1, 0) }
    if down < 0.001 { down = 0 }
    let way = max(-Float(width), min(shift.x * Float(width), Float(width)))
    var left = way.rounded(.down)
    var across = way - left
    if across > 0.999 { (left, across) = (left + 1, 0) }
    if across < 0.001 { across = 0 }
    let a = row(top, channel)
    let b = down == 0 ? a : row(top + 1, channel)
    let part = 1 / LightRows.one
    let start = first + Int(left)
    let inner = max(0, min(count, -start))
    let outer = max(inner, min(count, width - start))
    func number(_ x: Int16) -> Float { Float(Int32(truncatingIfNeeded: x)) }
    func edge(_ x: Int) -> Float {
      (number(a[x]) * (1 - down) + number(b[x]) * down) * part
    }
    if inner > 0 { out.update(repeating: edge(0), count: inner) }
    if outer < count { (out + outer).update(repeating: edge(width - 1), count: count - outer) }
    let (p, q, o, n) = (a + start + inner, b + start + inner, out + inner, outer - inner)
    let (high, low) = (part * (1 - down), part * down)
    if across == 0, down == 0 {
      for x in 0..<n { o[x] = number(p[x]) * part }
    } else if down == 0 {
      let (near, far) = (part * (1 - across), part * across)
      for x in 0..<n { o[x] = number(p[x]) * near + number(p[x &+ 1]) * far }
    } else if across == 0 {
      for x in 0..<n { o[x] = number(p[x]) * high + number(q[x]) * low }
    } else {
      let (upperLeft, upperRight) = (high * (1 - across), high * across)
      let (lowerLeft, lowerRight) = (low * (1 - across), low * across)
      for x in 0..<n {
        let above = number(p[x]) * upperLeft + number(p[x &+ 1]) * upperRight
        o[x] = above + number(q[x]) * lowerLeft + number(q[x &+ 1]) * lowerRight
      }
    }
  }
}
