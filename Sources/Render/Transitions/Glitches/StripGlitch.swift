// SPDX-License-Identifier: Apache-2.0

/// Strips of both pictures are torn, dragged and mixed with noise.
struct StripGlitch {
  let t, step, burst, bars, slits, tear, chroma, residue, noise, scan, strobe: Float
  let seed: UInt32
  let width: Int
  /// Of each column: how much it lies in an upright slit, the number of that, and how far it is dragged.
  private let columns: [(share: Float, slit: Float, drag: Float)]
  /// Where the next column is that differs in these, and where it is if all that counts of columns is how they are dragged.
  private let ends, calmEnds: [Int]
  /// The jump of broken parts, by the band of the row and the slit of the column; none where these
  /// are too many.
  private let jumps: [Float]
  /// Noise in cells of some rows, four numbers of light for each column together.
  private let grains: Table<Int16>

  init(_ frame: EffectFrame) {
    t = frame.progress
    // Chance has thirty steps.
    step = floor(30 * t)
    burst = power(max(0, sine(t * .pi)), 0.42) * frame.number(0)
    (bars, slits) = (frame.number(1), frame.number(2))
    (tear, chroma, residue) = (frame.number(3), frame.number(4), frame.number(5))
    (noise, scan) = (frame.number(6) * burst, frame.number(7) * burst)
    seed = frame.seed(9)
    width = frame.width
    strobe = random(step, -1, seed) < 0.78 ? 0 : power(burst, 1.65) * frame.number(8)
    let chances = Chances(step: step, seed: seed)
    let (slits, burst, width) = (slits, burst, width)
    columns = (0..<width).map { x in
      let u = (Float(x) + 0.5) / Float(width)
      let slit = floor(u * slits)
      let share = chances.number(slit, 24) < 0.66 ? 0 : chances.stripe(u, slits, 21, 0.01, 0.075)
      return (share, slit, (chances.number(slit, 28) - 0.5) * 0.13 * burst * share)
    }
    func ends(_ areEqual: (Int, Int) -> Bool) -> [Int] {
      var ends = Array(repeating: width, count: width)
      for x in (0..<max(width - 1, 0)).reversed() {
        ends[x] = areEqual(x, x + 1) ? ends[x + 1] : x + 1
      }
      return ends
    }
    let columns = columns
    self.ends = ends { columns[$0] == columns[$1] }
    calmEnds = ends {
      columns[$0] == columns[$1] || (columns[$0].share == 0 && columns[$1].share == 0)
    }
    let bands = Int(bars)
    jumps =
      bands * Int(slits) > 4096
      ? []
      : (0..<bands * Int(slits)).map {
        chances.jump(Float($0 / Int(slits)), Float($0 % Int(slits)))
      }
    let across = 360 * frame.ratio
    let cellOf = (0..<width).map { Int((Float($0) + 0.5) / Float(width) * across) }
    grains = StripGlitch.grains(cellOf, 64 * step + 34, seed, noise)
  }

  /// Noise in 210 rows of cells.
  private static func grains(
    _ cellOf: [Int], _ moment: Float, _ seed: UInt32, _ noise: Float
  ) -> Table<Int16> {
    let (width, cells) = (cellOf.count, (cellOf.last ?? 0) + 1)
    return Table(filling: 210 * width) { grains in
      withUnsafeTemporaryAllocation(of: Int16.self, capacity: cells) { row in
        for y in 0..<210 {
          let start = Float(y) * 1024
          for x in 0..<cells {
            let place = start + Float(Int32(truncatingIfNeeded: x))
            row[x] = Int16(light: (random(place, moment, seed) - 0.5) * (noise * 4))
          }
          for x in 0..<width { grains[y * width + x] = row[cellOf[x]] }
        }
      }
    }
  }

  /// Chance in a step.
  private struct Chances {
    let step: Float
    let seed: UInt32

    /// A number for a place, another one for each `salt`.
    func number(_ place: Float, _ salt: Float) -> Float { random(place, 64 * step + salt, seed) }

    /// The jump of broken parts in a band and a slit, as a share of the way.
    func jump(_ band: Float, _ slit: Float) -> Float { number(band * 1024 + slit, 27) - 0.5 }

    /// The weight of `x` in the stripe of its lane, of which there are `density`.
    func stripe(_ x: Float, _ density: Float, _ salt: Float, _ low: Float, _ high: Float)
      -> Float
    {
      let y = x * density + salt * 0.137
      let lane = floor(y)
      let width = between(low, high, number(lane, salt + 1))
      return 1 - ramp(width, width + 0.018, (y - lane - number(lane, salt)).magnitude)
    }
  }

  /// A level strip in a row, in parts, some of which are missing.
  private struct Strip {
    let share, parts, lane, salt: Float

    /// The share of it in a column, and the next one where that may differ.
    func part(_ x: Int, _ width: Int, _ chances: Chances) -> (share: Float, end: Int) {
      guard share > 0 else { return (0, width) }
      let number = floor((Float(x) + 0.5) / Float(width) * parts)
      var end = max(x + 1, Int(((number + 1) / parts * Float(width) - 0.5).rounded(.down)))
      while end < width, floor((Float(end) + 0.5) / Float(width) * parts) == number { end += 1 }
      return (chances.number(16 * lane + number, salt + 1) < 0.16 ? 0 : share, end)
    }
  }

  private func strip(
    _ v: Float, _ density: Float, _ salt: Float, _ least: Float, _ widths: (Float, Float),
    _ gate: Float, _ chances: Chances
  ) -> Strip {
    let lane = floor(v * density)
    let isThere = chances.number(lane, gate - 1) >= least
    return Strip(
      share: isThere ? chances.stripe(v, density, salt, widths.0, widths.1) : 0,
      parts: between(1, 9, chances.number(lane, gate)), lane: lane, salt: gate)
  }

  func fill(_ row: TornRow) {
    let chances = Chances(step: step, seed: seed)
    let v = row.v
    let thick = strip(v, bars * 0.38, 1, 0.42, (0.035, 0.22), 11, chances)
    let medium = strip(v, bars, 4, 0.48, (0.014, 0.11), 15, chances)
    let isThin = chances.number(floor(v * bars * 3.4), 18) >= 0.62
    let thin = isThin ? chances.stripe(v, bars * 3.4, 7, 0.004, 0.035) : 0
    let band = floor(v * bars)
    let isSpark = chances.number(floor(v * 190), 30) >= 0.7
    let line = Line(
      v: v, band: band, lag: chances.number(band, 25) - 0.5, way: chances.number(band, 26) - 0.5,
      lift: chances.number(band, 29) - 0.5,
      spark: isSpark ? chances.stripe(v, 190, 31, 0.002, 0.012) * burst * 0.28 : 0,
      dark: 1 - scan * (0.5 + 0.5 * sine(v * 980 + t * 130)),
      grain: index(floor(v * 210), below: 210) * width)
    var x = row.first
    let last = row.first + row.count
    while x < last {
      let (big, bigEnd) = thick.part(x, width, chances)
      let (small, smallEnd) = medium.part(x, width, chances)
      let end = min(bigEnd, smallEnd, last)
      tear(row, x..<end, max(big, small, thin), line, chances)
      x = end
    }
    finish(row, line)
  }

  /// The common values of the pixels of a row.
  private struct Line {
    let v, band, lag, way, lift, spark, dark: Float
    let grain: Int
  }

  private func jump(_ band: Float, _ slit: Float, _ chances: Chances) -> Float {
    let place = Int(Int32(band)) &* Int(Int32(slits)) &+ Int(Int32(slit))
    return place < jumps.count ? jumps[place] : chances.jump(band, slit)
  }

  /// Calls `body` with stretches of `columns`, of which each ends where `ends` says.
  private func stretches(
    _ columns: Range<Int>, _ ends: [Int], _ body: (_ first: Int, _ columns: Range<Int>) -> Void
  ) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      let end = min(ends[x], columns.upperBound)
      body(x, x..<end)
      x = end
    }
  }

  /// The shift of red and blue from green where a column is broken by `glitch`.
  private func fringe(_ glitch: Float, _ share: Float) -> Point {
    Point(chroma * burst * (1 + 1.7 * glitch), chroma * 0.22 * burst * share)
  }

  /// Mixes both pictures where columns lie in level strips by `h`.
  private func tear(
    _ row: TornRow, _ run: Range<Int>, _ h: Float, _ line: Line, _ chances: Chances
  ) {
    func pixels(_ columns: Range<Int>) -> Range<Int> {
      columns.lowerBound - row.first..<columns.upperBound - row.first
    }
    // Where both pictures are dragged to.
    let torn = line.way * 2 * tear * burst * h + sine(line.v * 120 + t * 95) * 0.006 * burst
    let share = ramp(0.18, 0.84, t + line.lag * 0.3 * h)
    stretches(run, h > 0 ? ends : calmEnds) { first, columns in
      let column = self.columns[first]
      let glitch = max(h, column.share * 0.75)
      let broken = max(h, column.share)
      let fine =
        broken > 0 ? jump(line.band, column.slit, chances) * 0.018 * burst * broken : 0
      let (fringe, pixels) = (fringe(glitch, column.share), pixels(columns))
      // What has no share is not looked at.
      if share < 1 { row.see(false, pixels, at: Point(torn + fine, column.drag), apart: fringe) }
      if share > 0 { row.see(true, pixels, at: Point(fine - torn, column.drag), apart: -fringe) }
      if row.isOpaque {
        let share = Int16(share: glitch)
        (row.shares + pixels.lowerBound).update(repeating: share, count: pixels.count)
      } else {
        (row.numbers + pixels.lowerBound).update(repeating: glitch, count: pixels.count)
      }
    }
    row.mix(pixels(run), share)
    let rest = clamped(h * burst * residue, 1)
    guard rest > 0 else { return }
    let late = ramp(0.28, 0.78, t + line.lag * 0.22)
    let q = Point(line.lag * 0.46 * burst * h, line.lift * 0.045 * burst * h)
    stretches(run, calmEnds) { first, columns in
      let column = self.columns[first]
      let (fringe, pixels) = (
        fringe(max(h, column.share * 0.75), column.share), pixels(columns)
      )
      if late < 1 { row.see(false, pixels, at: q, apart: fringe * 1.65) }
      guard late > 0 else { return }
      row.see(
        true, pixels, at: Point(q.x - line.lag * 0.18 * burst, q.y), apart: fringe * -1.65)
    }
    row.mix(pixels(run), late, over: rest)
  }

  /// Adds what lies over all of a row.
  private func finish(_ row: TornRow, _ line: Line) {
    if row.isOpaque { return finishOpaque(row, line) }
    let (spark, dark, strobe) = (line.spark, line.dark, strobe)
    let (glitches, pale) = (row.numbers, 0.18 * burst)
    let grains = grains.base + line.grain + row.first
    row.write(0..<row.count) { x, made, _, _ in
      let noise = grains[x].light * 0.25 * (0.55 + glitches[x])
      let red = (made.x + 0.72 * spark) * dark + noise
      let green = (made.y + 0.9 * spark) * dark + noise
      let blue = (made.z + spark) * dark + noise
      let gray = 0.299 * red + 0.587 * green + 0.114 * blue
      let rest = pale * glitches[x]
      return Tint(
        red + (gray - red) * rest + strobe, green + (gray - green) * rest + strobe,
        blue + (gray - blue) * rest + strobe, made.w)
    }
  }

  /// The same in 16 bits.
  private func finishOpaque(_ row: TornRow, _ line: Line) {
    let (made, glitches, zeros) = (row.made, row.shares, row.zeros)
    let (reds, greens, blues) = (made.red, made.green, made.blue)
    let (red, green, blue) = (
      Int16(light: 0.72 * line.spark), Int16(light: 0.9 * line.spark), Int16(light: line.spark)
    )
    // What is pale at most, in twice as many parts.
    let (dark, pale) = (Int16(share: 1 - line.dark), Int16(half: 0.36 * burst))
    let (strobe, one) = (Int16(light: strobe), Int16(light: 1))
    // 0.55 of 2^14, and shares of gray in parts of 65536: of green, what it lacks.
    let (least, ofRed, lessGreen, ofBlue): (Int16, Int16, Int16, Int16) = (
      9011, 19_595, 27_066, 7471
    )
    let grains = grains.base + line.grain + row.first
    for x in 0..<row.count {
      let (glitch, zero) = (glitches[x], zeros[x])
      let noise = grains[x].high((glitch &>> 1) &+ least)
      func shaded(_ light: Int16) -> Int16 {
        let limited = light < 16_383 ? light : 16_383
        return light &- (limited &<< 1).high(dark &+ zero) &+ noise
      }
      let (r, g, b) = (
        shaded(reds[x] &+ red), shaded(greens[x] &+ green), shaded(blues[x] &+ blue)
      )
      let gray =
        r.high(ofRed &+ zero) &+ g &- g.high(lessGreen &+ zero) &+ b.high(ofBlue &+ zero)
      let rest = glitch.high(pale &+ zero)
      func limited(_ light: Int16) -> Int16 {
        let light = light.near(gray, rest) &+ strobe
        return light > 0 ? (light < one ? light : one) : 0
      }
      (reds[x], greens[x], blues[x]) = (limited(r), limited(g), limited(b))
    }
  }
}
