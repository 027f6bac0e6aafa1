// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Rows of a picture as red, green, blue and what covers them, each by itself and as far as it is covered: the last ones that
/// were asked for, as a frame looks at neighbouring rows again and again.
final class LightRows<S: PictureSample> {
  /// The number of rows that are kept; a frame reads few at a time.
  private static var kept: Int { 256 }

  private let view: SampleView<S>
  private let scale: RGBScale
  private let memory: UnsafeMutablePointer<Int16>
  private let stride: Int
  /// See `TornBlock.zeros`.
  private let zeros: UnsafeMutablePointer<Int16>
  /// Which row lies at each place.
  private let numbers: UnsafeMutablePointer<Int>

  /// Rows of `view`, in memory of `slot`.
  init(
    _ view: SampleView<S>, _ scale: RGBScale, _ zeros: UnsafeMutablePointer<Int16>,
    _ scratch: Scratch, _ slot: Scratch.Slot
  ) {
    (self.view, self.scale, self.zeros) = (view, scale, zeros)
    // The last pixel is there twice.
    stride = view.width + 1
    memory = scratch.memory(slot, of: Int16.self, count: LightRows.kept * 4 * stride)
    numbers = .allocate(capacity: LightRows.kept)
    numbers.initialize(repeating: -1, count: LightRows.kept)
  }

  deinit { numbers.deallocate() }

  /// The channels of row `y`, one after the other.
  @inline(__always)
  private func row(_ y: Int) -> UnsafeMutablePointer<Int16> {
    let place = y & (LightRows.kept - 1)
    let start = memory + place * 4 * stride
    if numbers[place] != y { renew(place, y, start) }
    return start
  }

  @inline(never)
  private func renew(_ place: Int, _ y: Int, _ start: UnsafeMutablePointer<Int16>) {
    numbers[place] = y
    fill(y, start)
  }

  /// The factor from samples to a light, in 65536 parts, for samples shifted up to `bits` bits.
  private func share(_ light: Float, _ bits: Int) -> Int16 {
    Int16((light * FineTints.one * Float(1 << (16 - bits + S.depth))).rounded())
  }

  private func fill(_ y: Int, _ start: UnsafeMutablePointer<Int16>) {
    for first in Swift.stride(from: 0, to: view.width, by: FineTints.length) {
      fill(y, first..<min(first + FineTints.length, view.width), start + first)
    }
    for channel in 0..<4 {
      let last = start + channel * stride + view.width
      last[0] = last[-1]
    }
  }

  private func fill(_ y: Int, _ columns: Range<Int>, _ start: UnsafeMutablePointer<Int16>) {
    let (red, green, blue) = (start, start + stride, start + 2 * stride)
    let line = y >> view.chroma.shift
    let left = columns.lowerBound >> view.chroma.shift
    let (us, vs) = (view.u.row(line) + left, view.v.row(line) + left)
    let (luma, count) = (view.y.row(y) + columns.lowerBound, columns.count)
    spread(vs, share(scale.redOfV, 16), nil, 0, count, into: red)
    spread(us, share(-scale.greenOfU, 16), vs, share(-scale.greenOfV, 16), count, into: green)
    spread(us, share(scale.blueOfU, 16), nil, 0, count, into: blue)
    let (size, black, zeros) = (share(1 / scale.lumaRange, 15), Int16(scale.black), zeros)
    let bits = Int16(truncatingIfNeeded: 15 &- S.depth)
    for row in [red, green, blue] {
      for x in 0..<count {
        let above = Int16(truncatingIfNeeded: luma[x]) &- black
        row[x] = row[x] &+ (above &<< bits).high(size &+ zeros[x])
      }
    }
    guard let alpha = view.a.map({ $0.row(y) + columns.lowerBound }) else { return }
    let part = 1 / Float(S.full)
    let covers = start + 3 * stride
    for x in 0..<count {
      covers[x] = Int16(light: Float(Int32(truncatingIfNeeded: alpha[x])) * part)
    }
    for row in [red, green, blue] {
      for x in 0..<count { row[x] = Int16(light: row[x].light * covers[x].light) }
    }
  }

  /// Writes what chroma adds to a colour: shares of one or two kinds of it.
  private func spread(
    _ first: UnsafeMutablePointer<S>, _ share: Int16, _ second: UnsafeMutablePointer<S>?,
    _ other: Int16, _ count: Int, into row: UnsafeMutablePointer<Int16>
  ) {
    let (neutral, zeros) = (Int16(scale.neutral), zeros)
    let bits = Int16(truncatingIfNeeded: 16 &- S.depth)
    func part(_ sample: S, _ share: Int16) -> Int16 {
      ((Int16(truncatingIfNeeded: sample) &- neutral) &<< bits).high(share)
    }
    guard view.chroma.shift == 1 else {
      for x in 0..<count { row[x] = part(first[x], share &+ zeros[x]) }
      guard let second else { return }
      for x in 0..<count { row[x] = row[x] &+ part(second[x], other &+ zeros[x]) }
      return
    }
    for x in 0..<count / 2 {
      let number = part(first[x], share &+ zeros[x])
      (row[2 &* x], row[2 &* x &+ 1]) = (number, number)
    }
    if count % 2 == 1 { row[count - 1] = part(first[count / 2], share) }
    guard let second else { return }
    for x in 0..<count / 2 {
      let number = row[2 &* x] &+ part(second[x], other &+ zeros[x])
      (row[2 &* x], row[2 &* x &+ 1]) = (number, number)
    }
    if count % 2 == 1 { row[count - 1] = row[count - 1] &+ part(second[count / 2], other) }
  }

  /// Writes colours for the columns from `first` on.
  ///
  /// Green is read `shift` beside the pixel in row `y`, red `apart` further on, and blue as far on the other side.
  func see(
    _ y: Int, _ first: Int, _ count: Int, _ shift: Point, _ apart: Point, into tints: FineTints,
    _ covers: UnsafeMutablePointer<Int16>?
  ) {
    if count < 8, covers == nil {
      seeFew(y, first, count, shift, apart, into: tints)
      return
    }
    // As a rule, all three colours lie between the same rows. Others may take the place of those that were read.
    let isLevel = apart.y == 0
    var lines = lines(y, shift.y + apart.y)
    look(0, lines, first, count, shift.x + apart.x, into: tints.red)
    if !isLevel { lines = self.lines(y, shift.y) }
    look(1, lines, first, count, shift.x, into: tints.green)
    if !isLevel { lines = self.lines(y, shift.y - apart.y) }
    look(2, lines, first, count, shift.x - apart.x, into: tints.blue)
    guard let covers else { return }
    guard view.a != nil else {
      return tints.alpha.update(repeating: Int16(light: 1), count: count)
    }
    uncover(tints.red, y, first, count, shift + apart, covers)
    uncover(tints.green, y, first, count, shift, tints.alpha)
    uncover(tints.blue, y, first, count, shift - apart, covers)
  }

  /// Makes a channel as it is without what covers it, which is written to `covers`.
  private func uncover(
    _ out: UnsafeMutablePointer<Int16>, _ y: Int, _ first: Int, _ count: Int, _ shift: Point,
    _ covers: UnsafeMutablePointer<Int16>
  ) {
    look(3, lines(y, shift.y), first, count, shift.x, into: covers)
    for x in 0..<count {
      let light = Float(Int32(out[x])) / Float(Int32(max(covers[x], 1)))
      out[x] = Int16(light: max(-3, min(light, 3)))
    }
  }

  /// Two rows between which a place lies, and how far down.
  private struct Lines {
    let upper, lower: UnsafeMutablePointer<Int16>
    let down: Float
  }

  /// The rows about a place `shift` above row `y`.
  @inline(__always)
  private func lines(_ y: Int, _ shift: Float) -> Lines {
    let height = Float(view.height)
    let line = clamped(Float(y) - shift * height, height - 1)
    let above = floor(line)
    var (top, down) = (whole(above).index, line - above)
    // Where a place is a pixel's but for what was rounded, it is that.
    if down > 0.999 { (top, down) = (top &+ 1, 0) }
    if down < 0.001 { down = 0 }
    let upper = row(top)
    return Lines(upper: upper, lower: down == 0 ? upper : row(top &+ 1), down: down)
  }

  /// `see` of so few opaque pixels that finding their places takes as long as reading them.
  private func seeFew(
    _ y: Int, _ first: Int, _ count: Int, _ shift: Point, _ apart: Point, into tints: FineTints
  ) {
    let width = Float(view.width)
    @inline(__always) func look(
      _ channel: Int, _ lines: Lines, _ shift: Float, into out: UnsafeMutablePointer<Int16>
    ) {
      let place = column(shift, width)
      few(
        lines.upper + channel * stride, lines.lower + channel * stride, first &+ place.left,
        count, place.across, lines.down, into: out)
    }
    var lines = lines(y, shift.y + apart.y)
    look(0, lines, shift.x + apart.x, into: tints.red)
    if apart.y != 0 { lines = self.lines(y, shift.y) }
    look(1, lines, shift.x, into: tints.green)
    if apart.y != 0 { lines = self.lines(y, shift.y - apart.y) }
    look(2, lines, shift.x - apart.x, into: tints.blue)
  }

  /// The number of whole columns that a place is to the right, and the rest.
  @inline(__always)
  private func column(_ shift: Float, _ width: Float) -> (left: Int, across: Float) {
    let way = max(-width, min(shift * width, width))
    var left = floor(way)
    var across = way - left
    if across > 0.999 { (left, across) = (left + 1, 0) }
    if across < 0.001 { across = 0 }
    return (
      Int(truncatingIfNeeded: Int32(bitPattern: (left + 12_582_912).bitPattern) &- 0x4B40_0000),
      across
    )
  }

  /// `look` of so few pixels that loops over vectors would take longer to start than they do.
  @inline(__always)
  private func few(
    _ a: UnsafeMutablePointer<Int16>, _ b: UnsafeMutablePointer<Int16>, _ start: Int,
    _ count: Int, _ across: Float, _ down: Float, into out: UnsafeMutablePointer<Int16>
  ) {
    let (h, v) = (Int16(within: across), Int16(within: down))
    let last = view.width &- 1
    for x in 0..<count {
      let column = max(0, min(start &+ x, last))
      let next = start &+ x < 0 ? column : column &+ 1
      out[x] = a[column].toward(a[next], h).toward(b[column].toward(b[next], h), v)
    }
  }

  /// Writes what a channel shows in the columns from `first` on at a place `shift` to the right, between four pixels; beyond
  /// the edges they go on.
  private func look(
    _ channel: Int, _ lines: Lines, _ first: Int, _ count: Int, _ shift: Float,
    into out: UnsafeMutablePointer<Int16>
  ) {
    let (width, down, zeros) = (view.width, lines.down, zeros)
    let (left, across) = column(shift, Float(width))
    let (a, b) = (lines.upper + channel * stride, lines.lower + channel * stride)
    let start = first + left
    if count < 8 { return few(a, b, start, count, across, down, into: out) }
    let inner = max(0, min(count, -start))
    let outer = max(inner, min(count, width - start))
    func end(_ column: Int) -> Int16 { a[column].toward(b[column], Int16(share: down)) }
    if inner > 0 { out.update(repeating: end(0), count: inner) }
    if outer < count { (out + outer).update(repeating: end(width - 1), count: count - outer) }
    // The nearer ones of two columns and of two rows, from which the others have half of a share at most.
    let (isRight, isLower) = (across > 0.5, down > 0.5)
    let (upper, lower) = (a + start + inner, b + start + inner)
    let (p, q) = isLower ? (lower, upper) : (upper, lower)
    let (near, next) = isRight ? (1, 0) : (0, 1)
    let (o, n) = (out + inner, outer - inner)
    let (beside, above) = (
      Int16(half: isRight ? 1 - across : across), Int16(half: isLower ? 1 - down : down)
    )
    if across == 0, down == 0 {
      if n > 0 { o.update(from: p, count: n) }
    } else if down == 0 {
      for x in 0..<n { o[x] = p[x &+ near].near(p[x &+ next], beside &+ zeros[x]) }
    } else if across == 0 {
      for x in 0..<n { o[x] = p[x].near(q[x], above &+ zeros[x]) }
    } else {
      for x in 0..<n {
        let share = beside &+ zeros[x]
        let (a, b) = (
          p[x &+ near].near(p[x &+ next], share), q[x &+ near].near(q[x &+ next], share)
        )
        o[x] = a.near(b, above &+ zeros[x])
      }
    }
  }
}

extension Int16 {
  /// A share that is known to be 0…1.
  @inline(__always)
  fileprivate init(within share: Float) {
    self.init(truncatingIfNeeded: (share * 32_767 + 12_582_912).bitPattern)
  }

  /// A share of up to a half in 65536 parts.
  init(half share: Float) {
    self.init(truncatingIfNeeded: (clamped(share * 65_536, 32_767) + 8_388_608).bitPattern)
  }

  /// This and so many parts of 65536 of the way to `other`, which may be far.
  @inline(__always)
  func near(_ other: Int16, _ share: Int16) -> Int16 { self &+ (other &- self).high(share) }

  /// This and `other`, which may be far apart, in the ratio 1 − share : share.
  @inline(__always)
  func toward(_ other: Int16, _ share: Int16) -> Int16 {
    self &+ ((other &- self).high(share) &<< 1)
  }
}
