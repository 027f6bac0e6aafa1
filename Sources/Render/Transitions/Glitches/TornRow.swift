// SPDX-License-Identifier: Apache-2.0

/// Colours that are seen elsewhere: in a stretch of a row those of a picture all lie as far away.
struct TornPlan {
  /// Writes the colours of a row, from 0 to 1.
  let fill: (TornRow) -> Void
  /// The pictures seen in some rows, from the top, where that is known without their colours.
  var seen: (_ rows: Range<Int>) -> SeenPicture = { _ in .both }
}

/// Some pixels of a row, for which both pictures can be looked at beside them.
struct TornRow {
  /// The row from the top, the column of the first of them, and how many there are.
  let y, first, count: Int
  /// Their height, 0…1 from the bottom.
  let v: Float
  let block: TornBlock
  /// True if both pictures are opaque.
  let isOpaque: Bool
  let look:
    (_ isNew: Bool, _ y: Int, _ first: Int, _ pixels: Range<Int>, _ shift: Point, _ apart: Point)
      -> Void

  /// A number of each pixel, for what the effect works out.
  var numbers: UnsafeMutablePointer<Float> { block.numbers }

  /// A share of each pixel, where the numbers are.
  var shares: UnsafeMutablePointer<Int16> { block.shares }
  /// See `TornBlock.zeros`.
  var zeros: UnsafeMutablePointer<Int16> { block.zeros }

  /// The colours read last of both pictures, and those that are written.
  var read: (from: FineTints, to: FineTints) { (block.from, block.to) }
  var made: FineTints { block.made }

  /// Looks at a picture for some of the pixels.
  ///
  /// Green is read `shift` beside the pixel, red `apart` further on, and blue as far on the other side.
  func see(
    _ isNew: Bool, _ pixels: Range<Int>, at shift: Point, apart: Point = .zero
  ) {
    look(isNew, y, first, pixels, shift, apart)
  }

  /// Looks at both pictures where the pixels are.
  func seeBoth(_ pixels: Range<Int>) {
    see(false, pixels, at: .zero)
    see(true, pixels, at: .zero)
  }

  /// Writes the colours that `color` makes of each pixel's colour so far and of the one that was read last.
  @inline(__always)
  func write(
    _ pixels: Range<Int>, _ color: (_ x: Int, _ made: Tint, _ from: Tint, _ to: Tint) -> Tint
  ) {
    let (from, to, made) = (block.from, block.to, block.made)
    if isOpaque {
      for x in pixels {
        var (a, b, m) = (from[x], to[x], made[x])
        (a.w, b.w, m.w) = (1, 1, 1)
        made.setColors(x, color(x, m, a, b))
      }
    } else {
      for x in pixels {
        let tint = color(x, made[x], from[x], to[x])
        made.setColors(x, tint)
        made.alpha[x] = Int16(light: clamped(tint.w, 1))
      }
    }
  }

  /// Writes the mix in the ratio 1 − share : share of both pictures as they were read last; of opaque ones, colours beyond
  /// 0…1, too.
  func mix(_ pixels: Range<Int>, _ share: Float) {
    guard isOpaque else { return write(pixels) { _, _, a, b in mixed(a, b, share) } }
    let (near, far, part) = nearer(read.from, read.to, share)
    let (made, zeros) = (made, zeros)
    @inline(__always) func mix(
      _ a: UnsafeMutablePointer<Int16>, _ b: UnsafeMutablePointer<Int16>,
      _ out: UnsafeMutablePointer<Int16>
    ) {
      for x in pixels { out[x] = a[x].near(b[x], part &+ zeros[x]) }
    }
    mix(near.red, far.red, made.red)
    mix(near.green, far.green, made.green)
    mix(near.blue, far.blue, made.blue)
  }

  /// Mixes `rest` of such a mix into what was written.
  func mix(_ pixels: Range<Int>, _ share: Float, over rest: Float) {
    guard isOpaque else {
      return write(pixels) { _, made, a, b in mixed(made, mixed(a, b, share), rest) }
    }
    let (near, far, part) = nearer(read.from, read.to, share)
    let (made, zeros, isMost) = (made, zeros, rest > 0.5)
    let whole = Int16(half: isMost ? 1 - rest : rest)
    @inline(__always) func mix(
      _ a: UnsafeMutablePointer<Int16>, _ b: UnsafeMutablePointer<Int16>,
      _ out: UnsafeMutablePointer<Int16>
    ) {
      if isMost {
        for x in pixels {
          let mixed = a[x].near(b[x], part &+ zeros[x])
          out[x] = mixed.near(out[x], whole &+ zeros[x])
        }
      } else {
        for x in pixels {
          let mixed = a[x].near(b[x], part &+ zeros[x])
          out[x] = out[x].near(mixed, whole &+ zeros[x])
        }
      }
    }
    mix(near.red, far.red, made.red)
    mix(near.green, far.green, made.green)
    mix(near.blue, far.blue, made.blue)
  }

  /// The one of two of which there is more, the other, and the share of that.
  private func nearer(
    _ a: FineTints, _ b: FineTints, _ share: Float
  ) -> (near: FineTints, far: FineTints, share: Int16) {
    share > 0.5 ? (b, a, Int16(half: 1 - share)) : (a, b, Int16(half: share))
  }
}
