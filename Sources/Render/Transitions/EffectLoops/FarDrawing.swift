// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionFrame {
  /// True if both pictures have samples between which places can lie.
  var hasPlaces: Bool {
    [from, to].allSatisfy {
      PlaneForm($0.y, step: 1).hasPlaces && PlaneForm($0.u, step: 1).hasPlaces
    }
  }

  /// Draws the colours of `plan`.
  ///
  /// Both pictures must be opaque, and have places. A chroma sample has the mean of the pixels that it covers.
  func drawFar(_ plan: FarPlan, matrix: ColorMatrix) {
    let (seesHere, seesSecond) = (plan.seesHere, plan.seesSecond)
    let scale = RGBScale(matrix, of: S.self)
    let shift = target.chroma.shift
    let (width, height) = (width, height)
    let size = Point(Float(width), Float(height))
    let block = FarBlock(memory: scratch.memory(.plane, of: Float.self, count: FarBlock.size))
    let (here, looks) = (block.here, block.looks)
    here.makeOpaque()
    here.upper.alpha.update(repeating: 1, count: PixelBlock.length)
    let pairs = (ChromaPairs(from, scratch, .cover), ChromaPairs(to, scratch, .edge))
    let first = FarSight(
      plan.isNew.first ? to : from, plan.isNew.first ? pairs.1 : pairs.0, looks.fromX,
      looks.fromY, looks.fromPlaces, block.far.from,
      block.far.fromChroma, looks)
    let second = FarSight(
      plan.isNew.second ? to : from, plan.isNew.second ? pairs.1 : pairs.0, looks.toX,
      looks.toY, looks.toPlaces, block.far.to,
      block.far.toChroma, looks)
    let ways = plan.ways
    /// Finds how the places of `count` samples of `step` pixels are read; nil for those where nothing is seen.
    func find(_ y: Int, _ start: Int, _ count: Int, _ step: Int, _ seesFirst: Bool) -> (
      Reading?, Reading?
    ) {
      if let ways {
        plan.find(FarRow(y, start, 1, step, size, block))
        let old = first.step(ways.first, count, step)
        let new = seesSecond ? second.step(ways.second, count, step) : nil
        if old != nil, new != nil || !seesSecond { return (old, new) }
      }
      plan.find(FarRow(y, start, count, step, size, block))
      return (
        seesFirst ? first.find(count, step) : nil, seesSecond ? second.find(count, step) : nil
      )
    }
    for line in 0..<target.u.height {
      let pixels = line << shift..<min((line + 1) << shift, height)
      for start in stride(from: 0, to: width, by: PixelBlock.length) {
        let span = start..<min(start + PixelBlock.length, width)
        let count = span.count
        let seen = plan.seen(span, pixels)
        switch seen {
        case .from:
          copy(from, span, pixels, line)
          continue
        case .to:
          copy(to, span, pixels, line)
          continue
        case .neither, .both: break
        }
        if seen == .both, seesHere {
          pairs.0.read(span, line, scale, into: here.fromChroma)
          pairs.1.read(span, line, scale, into: here.toChroma)
        }
        for y in pixels {
          if y > pixels.lowerBound {
            here.lower.memory.update(from: here.upper.memory, count: 3 * PixelBlock.length)
          }
          if seen == .both, seesHere { read(span, y, here, scale) }
          if seen == .both, shift == 1, y == pixels.lowerBound {
            let half = (count + 1) >> 1
            let seesFirst = pixels.contains {
              plan.seesFirst(FarRow($0, start, count, 1, size, block))
            }
            let readings = find(line, start >> 1, half, 2, seesFirst)
            if let reading = readings.0 { first.readHalfChroma(reading, half, scale) }
            if let reading = readings.1 { second.readHalfChroma(reading, half, scale) }
          }
          let row = FarRow(y, start, count, 1, size, block)
          if seen == .both {
            let readings = find(y, start, count, 1, plan.seesFirst(row))
            if let reading = readings.0 {
              first.read(reading, count, scale, withChroma: shift == 0)
            }
            if let reading = readings.1 {
              second.read(reading, count, scale, withChroma: shift == 0)
            }
          }
          plan.fill(row)
          drawLuma(here.upper, span, y, scale)
        }
        drawChroma(here.upper, pixels.count > 1 ? here.lower : here.upper, span, line, scale)
      }
    }
  }
}

extension TransitionFrame {
  /// Reads the colours of both pictures in a row, whose chroma is known.
  private func read(_ span: Range<Int>, _ y: Int, _ block: PixelBlock, _ scale: RGBScale) {
    let (a, b, count) = (block.from, block.to, span.count)
    from.read(span, y, block.fromChroma, scale, into: a)
    to.read(span, y, block.toChroma, scale, into: b)
    // Of an odd number, the last pixel is there twice.
    if count % 2 == 1 { (a[count], b[count]) = (a[count - 1], b[count - 1]) }
  }
}

/// The samples of a picture at the places of a block.
private struct FarSight<S: PictureSample> {
  private let luma: SamplePlane<S>
  private let pairsOfChroma: ChromaPairs<S>
  private let x, y: UnsafeMutablePointer<Float>
  private let places: PlaneBlock
  private let tints: PixelBlock.Tints
  private let chroma: PixelBlock.Chroma
  private let values, seconds: UnsafeMutablePointer<Int16>
  private let pairs: UnsafeMutablePointer<Float>
  private let form, halfForm: PlaneForm

  init(
    _ picture: SampleView<S>, _ pairsOfChroma: ChromaPairs<S>, _ x: UnsafeMutablePointer<Float>,
    _ y: UnsafeMutablePointer<Float>, _ places: PlaneBlock, _ tints: PixelBlock.Tints,
    _ chroma: PixelBlock.Chroma, _ looks: LookBlock
  ) {
    (luma, self.pairsOfChroma, self.x, self.y) = (picture.y, pairsOfChroma, x, y)
    (self.places, self.tints, self.chroma) = (places, tints, chroma)
    (values, seconds, pairs) = (looks.fromValues, looks.fromSeconds, looks.pairs)
    form = PlaneForm(picture.y, step: 1)
    halfForm = PlaneForm(picture.u, step: 2)
  }

  /// The value of one unit of a fine sample.
  private var part: Float { 1 / Float(1 << S.fineBits) }

  /// Finds places that lie `way` apart from the first of them, for each pixel; nil if not all lie within the picture.
  func step(_ way: Point, _ count: Int, _ step: Int) -> Reading? {
    places.step(
      Point(x[0], y[0]), way * Float(step), count, step == 1 ? form : halfForm)
  }

  /// Finds places.
  func find(_ count: Int, _ step: Int) -> Reading {
    places.find(x, y, count, step == 1 ? form : halfForm)
  }

  /// Reads the chroma of pairs of pixels.
  func readHalfChroma(_ reading: Reading, _ count: Int, _ scale: RGBScale) {
    places.read(pairsOfChroma, reading, count, pairs, into: values, seconds)
    let (us, vs, part, neutral) = (chroma.u, chroma.v, part, scale.neutral)
    for x in 0..<count {
      let number = Float(Int32(values[x])) * part - neutral
      (us[2 &* x], us[2 &* x &+ 1]) = (number, number)
    }
    for x in 0..<count {
      let number = Float(Int32(seconds[x])) * part - neutral
      (vs[2 &* x], vs[2 &* x &+ 1]) = (number, number)
    }
  }

  /// Reads colours, of which the chroma may be known.
  func read(_ reading: Reading, _ count: Int, _ scale: RGBScale, withChroma: Bool) {
    if withChroma {
      places.read(pairsOfChroma, reading, count, pairs, into: values, seconds)
      let (us, vs) = (chroma.u, chroma.v)
      for x in 0..<count {
        us[x] = Float(Int32(values[x])) * part - scale.neutral
        vs[x] = Float(Int32(seconds[x])) * part - scale.neutral
      }
    }
    places.read(luma, reading, count, pairs, into: values)
    let (lumaPart, black) = (part / scale.lumaRange, scale.black / scale.lumaRange)
    let (u, v) = (chroma.u, chroma.v)
    let (red, green, blue) = (tints.red, tints.green, tints.blue)
    for x in 0..<count {
      let gray = Float(Int32(values[x])) * lumaPart - black
      red[x] = gray + scale.redOfV * v[x]
      green[x] = gray - scale.greenOfU * u[x] - scale.greenOfV * v[x]
      blue[x] = gray + scale.blueOfU * u[x]
    }
  }
}
