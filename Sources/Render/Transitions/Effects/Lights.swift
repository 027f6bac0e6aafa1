// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Colours that run, burn, melt and glow.
  static let lights: [TransitionKernel] = [
    // A dissolve through hue, saturation and value.
    .init("hsvfade", 0) { frame in
      let t = frame.progress
      return .tints { row in
        row.write { _, a, b in
          let cover = between(a.w, b.w, t)
          let share = a.w == 1 && b.w == 1 ? t : cover > 0 ? b.w * t / cover : t
          let start = hsv(a)
          let m = start + (hsv(b) - start) * share
          // How far colours are from grey.
          let size = m.z * m.y
          func part(_ x: Float) -> Float { m.z + size * (clamped(x, 1) - 1) }
          let hue = 6 * m.x
          return Tint(
            part((hue - 3).magnitude - 1), part(2 - (hue - 2).magnitude),
            part(2 - (hue - 4).magnitude), cover)
        }
      }
    },
    .init("burn0", 4) { frame in
      let clouds = CloudBurn(frame)
      return .pixels(TintPlan(fill: clouds.fill, seen: clouds.seen))
    },
    .init("dreamyzoom", 2, dreamyZoom),
    .init("luminancemelt", 4, luminanceMelt),
    .init("edgetransition", 2, edgeTransition),
    .init("stereoviewer", 2, StereoViewer.plan),
    .init("invertedpagecurl", 0, PageCurl.plan),
  ]
}

/// Hue, 0…1, saturation and value; by sums of shares of 0 and 1, which are less work than choices.
@inline(__always) private func hsv(_ c: Tint) -> Tint {
  func least(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
  let (high, low) = (c.y > c.z ? c.y : c.z, least(c.y, c.z))
  let value = c.x > high ? c.x : high
  let isBlue: Float = c.z > c.y ? 1 : 0
  let isRed: Float = c.x >= high ? 1 : 0
  let chroma = value - least(c.x, low)
  // Red starts at 0, or at 1 downwards; others at a third each.
  let start = isBlue - 1 / 3 + isRed * (1 / 3 - 2 * isBlue)
  let hue = (start + (least(c.x, high) - low) / (6 * chroma + 0.001)).magnitude
  return Tint(hue, chroma / (value + 0.001), value, 0)
}

/// The first picture burns away in clouds.
private struct CloudBurn {
  /// Noise at the corners of cells, which all octaves share.
  private let corners: [Float]
  /// In which cell each column is, and how far it is between its corners, for each octave.
  private let cells: [Int]
  private let shares: Table<Float>
  private static let side = 33
  let rim: Tint
  let t, width, height: Float

  init(_ frame: EffectFrame) {
    rim = Tint(frame.color(0) * Light(1, 1, 1, 0))
    t = frame.progress
    let width = Float(frame.width)
    (self.width, height) = (width, Float(frame.height))
    let seed = frame.seed(3)
    corners = (0..<CloudBurn.side * CloudBurn.side).map { index in
      let (j, i) = index.quotientAndRemainder(dividingBy: CloudBurn.side)
      return random(Float(i), Float(j), seed)
    }
    let places = (0..<4).flatMap { octave in
      (0..<frame.width).map { (Float($0) + 0.5) * (Float(4 << octave) / width) }
    }
    cells = places.map { Int($0) }
    shares = Table(places.count) { ramp(0, 1, fraction(places[$0])) }
  }

  /// A row of an octave.
  private struct Line {
    let corners: ArraySlice<Float>
    let share, weight: Float

    /// The noise at a corner.
    func corner(_ index: Int) -> Float {
      let start = corners.startIndex + index
      return between(corners[start], corners[start + CloudBurn.side], share) * weight
    }
  }

  /// A row of clouds of one size.
  private func line(_ y: Int, _ octave: Int) -> Line {
    let count = 4 << octave
    let place = (1 - (Float(y) + 0.5) / height) * Float(count)
    let line = min(Int(place), count - 1)
    let weight = 1 / Float(2 << octave)
    return Line(
      corners: corners[(line * CloudBurn.side)...], share: ramp(0, 1, place - Float(line)),
      weight: weight)
  }

  /// Clouds of four sizes.
  func fill(_ row: TintRow) {
    let (numbers, last) = (row.numbers, row.first + row.count)
    numbers.update(repeating: 0, count: row.count)
    for octave in 0..<4 {
      let line = line(row.y, octave)
      let start = octave * Int(width)
      var first = row.first
      while first < last {
        let cell = cells[start + first]
        // Cells are as wide as many pixels.
        var end = min(Int(Float(cell + 1) * (width / Float(4 << octave))), last)
        while end > first + 1, cells[start + end - 1] > cell { end -= 1 }
        while end < last, cells[start + end] == cell { end += 1 }
        let left = line.corner(cell)
        let rise = line.corner(cell + 1) - left
        let (near, out) = (shares.base + (start + first), numbers + (first - row.first))
        for x in 0..<max(0, end - first) { out[x] += left + rise * near[x] }
        first = max(end, first + 1)
      }
    }
    let (t, rim) = (t, rim)
    row.write { x, a, b in
      let cloud = clamped((numbers[x] - t) * 20, 1)
      let old = cloud * cloud * (3 - 2 * cloud)
      return mixed(b, a, old) + rim * ((1 - old) * old * 5)
    }
  }

  func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture {
    // Between corners clouds rise or fall all the way.
    var (least, most): (Float, Float) = (0, 0)
    for octave in 0..<4 {
      var (low, high): (Float, Float) = (1, 0)
      for y in [rows.lowerBound, rows.upperBound - 1] {
        let line = line(y, octave)
        let start = octave * Int(width)
        let (first, last) = (start + columns.lowerBound, start + columns.upperBound - 1)
        func add(_ noise: Float) { (low, high) = (min(low, noise), max(high, noise)) }
        for x in [first, last] {
          add(between(line.corner(cells[x]), line.corner(cells[x] + 1), shares.base[x]))
        }
        for cell in cells[first]..<cells[last] { add(line.corner(cell + 1)) }
      }
      least += low
      most += high
    }
    return least > t + 0.051 ? .from : most < t - 0.001 ? .to : .both
  }
}

/// Dark parts of the first picture melt away in streaks.
@Sendable private func luminanceMelt(_ frame: EffectFrame) -> EffectPlan {
  let (t, seed) = (frame.progress, frame.seed(3))
  let (corner, cube) = (Point(1, frame.flag(0) ? 1 : 0), t * t * t)
  let (threshold, sign): (Float, Float) = (frame.number(1), frame.flag(2) ? 1 : -1)
  let (across, down) = (1 / Float(frame.width), 1 / Float(frame.height))
  // The melt of each column.
  let columns = Table(frame.width) { column in
    // A wave across the picture, and a streak for each column.
    let wave = simplexNoise(Point((Float(column) + 0.5) / Float(frame.width), 0), seed)
    return t * exponential(wave) + (t - random(Float(column), 0, seed))
  }
  return .tints { row in
    let level = corner.y - (1 - (Float(row.y) + 0.5) * down)
    let (streaks, numbers) = (columns.base + row.first, row.numbers)
    let start = Float(row.first) + 0.5
    // Positive or 0 for pixels that have melted.
    for x in 0..<row.count {
      let way = 1 - (Float(Int32(truncatingIfNeeded: x)) + start) * across
      // Squares are compared, which has the same sign.
      let streak = streaks[x]
      numbers[x] = streak * streak.magnitude - (way * way + level * level)
    }
    row.write { x, a, b in
      let beyond = sign * (a.sum(0.299, 0.587, 0.114) - threshold)
      return mixed(a, b, beyond > 0 && numbers[x] >= 0 ? 1 : cube)
    }
  }
}

/// A zoom that tilts into white, and another one out of it.
@Sendable private func dreamyZoom(_ frame: EffectFrame) -> EffectPlan {
  let (t, ratio) = (frame.progress, frame.ratio)
  let isNew = t >= 0.5
  let share = isNew ? 2 - 2 * t : 2 * t
  let angle = (isNew ? -share : share) * frame.number(0) * .pi / 80
  let (s, c) = (sine(angle), cosine(angle))
  let scale = 1 / between(1, frame.number(1), share)
  // The whiter the nearer the middle.
  let light = 1 - (1 - 2 * t).magnitude
  let white = Tint(light, light, light, 0)
  return .after(
    .looks { row in
      row.write { p in
        let (x, y) = ((p.x - 0.5) * ratio * scale, (p.y - 0.5) * scale)
        let q = Point((x * c - y * s) / ratio + 0.5, x * s + y * c + 0.5)
        return isNew ? .to(q) : .from(q)
      }
    }, TintPlan { row in row.write { _, a, _ in a + white } })
}

/// The pictures turn into their edges and back.
@Sendable private func edgeTransition(_ frame: EffectFrame) -> EffectPlan {
  let (t, reach, brightness) = (frame.progress, frame.number(0), frame.number(1))
  let (out, back) = (clamped(2 * t, 1), clamped(2 * t - 1, 1))
  if frame.isOpaque {
    return .edges(
      EdgePlan(reach: reach, brightness: brightness, pictures: [(1 - t, out), (t, 1 - back)]))
  }
  /// The pixel at `p`, as bright as its surroundings differ.
  @inline(__always) func edge(_ p: Point, _ picture: Sampler, _ center: Light) -> Light {
    func near(_ x: Float, _ y: Float) -> Light {
      picture.at(Point(p.x + reach * x, p.y + reach * y))
    }
    func gap(_ a: Light, _ b: Light) -> Light {
      let v = a - b
      return Light(v.x.magnitude, v.y.magnitude, v.z.magnitude, 0)
    }
    let (topLeft, bottomRight) = (near(-1, 1), near(1, -1))
    let (topRight, bottomLeft) = (near(1, 1), near(-1, -1))
    let sides = gap(near(1, 0), near(-1, 0)) + gap(near(0, 1), near(0, -1))
    let corners =
      gap(topLeft, bottomRight) + gap(topRight, bottomLeft)
      + (gap(topLeft, bottomLeft) + gap(topRight, bottomRight))
    let sum = sides * 0.25 + corners * 0.125
    let slope = (sum * sum).sum().squareRoot()
    let share = clamped(brightness * slope, 1)
    return Light(center.x * share, center.y * share, center.z * share, center.w)
  }
  return .colors { row in
    row.write { _, p, from, to in
      let (a, b) = (from.pixel(p), to.pixel(p))
      let start = mixed(a, edge(p, from, a), out)
      return mixed(start, back == 1 ? b : mixed(edge(p, to, b), b, back), t)
    }
  }
}
