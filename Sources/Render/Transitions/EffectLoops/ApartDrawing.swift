// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Red, green and blue of the first picture that are seen at places apart, and the second picture, all of which is seen
/// where its green is: those of a row all lie as far away.
struct ApartPlan {
  /// The share of the second picture in the row at a place, 0…1 from the top.
  let share: (_ row: Float) -> Float
  /// True if rows are columns from the left, and columns rows from the top.
  var isTransposed = false
  /// The shift to the right of the source of a colour in the column at a place, 0…1; nil if it
  /// depends on rows alone.
  var column: ((_ color: ApartColor, _ isNew: Bool, _ column: Float) -> Float)?
  /// Where a colour of a picture is seen that shows in the row at a place: at which place, 0…1 from the top, and how much
  /// farther to the right, in widths.
  let place: (_ color: ApartColor, _ isNew: Bool, _ row: Float) -> (row: Float, shift: Float)
}

/// A colour that is seen apart from the others.
enum ApartColor: Int, CaseIterable {
  case red, green, blue
}

extension TransitionFrame {
  /// True if both pictures have no alpha, by which `drawApart` weights nothing.
  var isOpaque: Bool { from.a == nil && to.a == nil }

  /// Draws colours at the places that `plan` says.
  func drawApart(_ plan: ApartPlan, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    if plan.isTransposed {
      let pictures = (0..<3).map { index in
        scratch.picture(
          Scratch.firstTransitionPicture + 1 + index, of: S.self, width: height, height: width,
          hasAlpha: false, chroma: target.chroma)
      }
      transpose(from, into: pictures[0])
      transpose(to, into: pictures[1])
      ApartDrawing(plan, pictures[0], pictures[1], scale, scratch).draw(into: pictures[2])
      transpose(pictures[2], into: target)
    } else {
      ApartDrawing(plan, from, to, scale, scratch).draw(into: target)
    }
    if let alpha = target.a { fill(alpha, with: S.full) }
  }

  private func transpose(_ picture: SampleView<S>, into other: SampleView<S>) {
    writeColumns(of: picture.y, into: other.y)
    writeColumns(of: picture.u, into: other.u)
    writeColumns(of: picture.v, into: other.v)
  }
}

/// A frame of which each row has colours of other rows.
private struct ApartDrawing<S: PictureSample> {
  let plan: ApartPlan
  let pictures: [SampleView<S>]
  let scale: RGBScale
  let line: ApartLine<S>
  /// Numbers of a row: the luma that is seen where each colour is, and the chroma there.
  let lumas: [UnsafeMutablePointer<Float>]
  let redV, greenV, greenU, blueU: UnsafeMutablePointer<Float>
  /// The sums of two rows: of the lumas of red and blue, and of the grey.
  let reds, blues, grays: UnsafeMutablePointer<Float>
  /// The luma of pictures whose colours are not seen apart.
  let wholes: UnsafeMutablePointer<Float>
  let terms: UnsafeMutablePointer<Float>
  /// Where columns of luma and of chroma are seen, by colour and picture, if not by rows.
  var columns: [[ApartColumns]]?, halfColumns: [[ApartColumns]]?

  init(
    _ plan: ApartPlan, _ from: SampleView<S>, _ to: SampleView<S>, _ scale: RGBScale,
    _ scratch: Scratch
  ) {
    (self.plan, self.scale) = (plan, scale)
    pictures = [from, to]
    let (width, half, step) = (from.width, from.u.width, 1 << from.chroma.shift)
    let length = width + 16
    let memory = scratch.memory(.plane, of: Float.self, count: 15 * length)
    line = ApartLine(memory: memory, pairs: memory + 13 * length)
    lumas = (1...3).map { memory + $0 * length }
    (redV, greenV) = (memory + 4 * length, memory + 5 * length)
    (greenU, blueU) = (memory + 6 * length, memory + 7 * length)
    (reds, blues) = (memory + 8 * length, memory + 9 * length)
    (grays, terms, wholes) = (
      memory + 10 * length, memory + 11 * length, memory + 12 * length
    )
    guard let column = plan.column else { return }
    func table(_ count: Int, _ step: Int) -> [[ApartColumns]] {
      [false, true].map { isNew in
        ApartColor.allCases.map { color in
          ApartColumns(count) { x in
            let place = (Float(x * step) + 0.5) / Float(width)
            return Float(x) + column(color, isNew, place) * Float(width) / Float(step)
          }
        }
      }
    }
    columns = table(width, 1)
    halfColumns = step == 1 ? columns : table(half, step)
  }

  /// Adds rows of planes of the pictures whose colours are seen apart, or of the others, as they are seen in the row at
  /// `place`.
  private func add(
    _ plane: (SampleView<S>) -> SamplePlane<S>, _ color: ApartColor, _ place: Float, _ step: Int,
    apart isApart: Bool = true, to sums: UnsafeMutablePointer<Float>
  ) {
    let share = plan.share(place)
    for (index, weight) in [1 - share, share].enumerated()
    where weight != 0 && (index == 0) == isApart {
      let plane = plane(pictures[index])
      let seen = plan.place(color, index == 1, place)
      let row = seen.row * Float(pictures[index].height) / Float(step) - left(step)
      let tables = step == 1 ? columns : halfColumns
      let columns =
        tables?[index][color.rawValue]
        ?? .shifted(seen.shift * Float(pictures[index].width) / Float(step))
      line.add(plane, row, columns, weight, to: sums)
    }
  }

  /// Where the first row of samples lies, in samples; those of 4:2:0 lie at the left one of two, and between two rows.
  private func left(_ step: Int) -> Float { step == 2 && plan.isTransposed ? 0.25 : 0.5 }

  func draw(into target: SampleView<S>) {
    let (width, height, half) = (target.width, target.height, target.u.width)
    let shift = target.chroma.shift
    let step = 1 << shift
    let part = 1 / scale.lumaRange
    for line in 0..<target.u.height {
      let place = (Float(line) + left(step)) * Float(step) / Float(height)
      for sums in [redV, greenV, greenU, blueU] { sums.update(repeating: 0, count: half) }
      for sums in [reds, blues, grays] { sums.update(repeating: 0, count: width + 1) }
      add({ $0.v }, .red, place, step, to: redV)
      add({ $0.v }, .green, place, step, to: greenV)
      add({ $0.u }, .green, place, step, to: greenU)
      add({ $0.u }, .blue, place, step, to: blueU)
      // What chroma makes of grey where colours come from places apart.
      let (v, u) = (scale.red * scale.redOfV, scale.blue * scale.blueOfU)
      for x in 0..<half { terms[x] = v * (redV[x] - greenV[x]) + u * (blueU[x] - greenU[x]) }
      add({ $0.v }, .green, place, step, apart: false, to: redV)
      add({ $0.u }, .green, place, step, apart: false, to: blueU)
      let rows = line << shift..<min((line + 1) << shift, height)
      for y in rows {
        let place = (Float(y) + 0.5) / Float(height)
        for color in ApartColor.allCases {
          let sums = lumas[color.rawValue]
          sums.update(repeating: 0, count: width)
          add({ $0.y }, color, place, 1, to: sums)
        }
        wholes.update(repeating: 0, count: width)
        add({ $0.y }, .green, place, 1, apart: false, to: wholes)
        drawLuma(target.y.row(y), width, shift)
      }
      drawChroma(target, line, 1 / Float(rows.count * step), part)
    }
  }

  private func drawLuma(_ row: UnsafeMutablePointer<S>, _ width: Int, _ shift: Int) {
    let (red, green, blue) = (lumas[0], lumas[1], lumas[2])
    let range = scale.lumaRange
    func number(_ x: Int, _ term: Float) -> Float {
      scale.red * red[x] + scale.green * green[x] + scale.blue * blue[x] + term * range
    }
    if shift == 0 {
      for x in 0..<width { green[x] = number(x, terms[x]) }
    } else {
      for x in 0..<(width + 1) / 2 {
        let term = terms[x]
        (green[2 &* x], green[2 &* x &+ 1]) = (number(2 &* x, term), number(2 &* x &+ 1, term))
      }
    }
    for x in 0..<width { row[x] = S(rounding: green[x] + wholes[x]) }
    // Loops of few rows each, of which the compiler makes vectors.
    for x in 0..<width { reds[x] += red[x] }
    for x in 0..<width { blues[x] += blue[x] }
    for x in 0..<width { grays[x] += green[x] }
    (reds[width], blues[width], grays[width]) = (
      reds[width - 1], blues[width - 1], grays[width - 1]
    )
  }

  /// Draws chroma of sums of luma of which `mean` makes means.
  private func drawChroma(_ target: SampleView<S>, _ line: Int, _ mean: Float, _ part: Float) {
    let (us, vs) = (target.u.row(line), target.v.row(line))
    let size = part * mean
    let (count, isFull) = (target.u.width, target.chroma.shift == 0)
    func write(
      _ row: UnsafeMutablePointer<S>, _ colors: UnsafeMutablePointer<Float>,
      _ chroma: UnsafeMutablePointer<Float>, _ ofChroma: Float, _ toChroma: Float
    ) {
      let (luma, shift) = (size * toChroma, scale.neutral * (1 - ofChroma * toChroma))
      let part = ofChroma * toChroma
      if isFull {
        for x in 0..<count {
          chroma[x] = (colors[x] - grays[x]) * luma + chroma[x] * part + shift
        }
      } else {
        for x in 0..<count {
          let gray = grays[2 &* x] + grays[2 &* x &+ 1]
          let color = colors[2 &* x] + colors[2 &* x &+ 1]
          chroma[x] = (color - gray) * luma + chroma[x] * part + shift
        }
      }
      for x in 0..<count { row[x] = S(rounding: chroma[x]) }
    }
    write(us, blues, blueU, scale.blueOfU, scale.chromaOfBlue)
    write(vs, reds, redV, scale.redOfV, scale.chromaOfRed)
  }
}
