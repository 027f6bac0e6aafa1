// SPDX-License-Identifier: Apache-2.0

public import Base

/// Multiplies the alpha of `target` by what `mask`, a picture of its size and format, lets be seen.
///
/// In 4:2:0 the luminance of a pixel is that of its luma with the chroma of its four pixels.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func mask<Sample>(
  _ target: SampleView<Sample>, by mask: SampleView<Sample>, _ use: LayerMask, matrix: ColorMatrix
) {
  guard let alpha = target.a else { preconditionFailure("an opaque picture cannot be masked") }
  precondition(target.hasForm(of: mask), "a mask of another form")
  let (width, shift) = (target.width, target.chroma.shift)
  let scale = LuminanceScale<Sample>(matrix)
  withUnsafeTemporaryAllocation(of: Weight.self, capacity: width) { memory in
    guard let weights = memory.baseAddress else { return }
    for y in 0..<target.height {
      switch use.channel {
      case .alpha: weights.update(repeating: .whole, count: width)
      case .luma:
        scale.weights(
          mask.y.row(y), mask.u.row(y >> shift), mask.v.row(y >> shift), shift, into: weights, width
        )
      }
      if let own = mask.a?.row(y) {
        for x in 0..<width { weights[x] = weights[x].share(of: own[x].weight) }
      }
      if use.isInverted {
        for x in 0..<width { weights[x] = ~weights[x] }
      }
      let row = alpha.row(y)
      for x in 0..<width { row[x] = Sample(weight: row[x].weight.share(of: weights[x])) }
    }
  }
}

/// The luminance of samples: a sum of luma and, where the canvas has other weights than luminance, chroma.
private struct LuminanceScale<S: PictureSample> {
  private let black, neutral, lumaRange: Float
  private let ofU, ofV: Float

  init(_ matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    (black, neutral, lumaRange) = (scale.black, scale.neutral, scale.lumaRange)
    // Red, green and blue are luma with shares of chroma, and the weights of luminance are 1 together.
    let (red, green, blue): (Float, Float, Float) = (0.2125, 0.7154, 0.0721)
    ofU = blue * scale.blueOfU - green * scale.greenOfU
    ofV = red * scale.redOfV - green * scale.greenOfV
  }

  func weights(
    _ y: Row<S>, _ u: Row<S>, _ v: Row<S>, _ shift: Int, into weights: Weights, _ count: Int
  ) {
    for x in 0..<count {
      let place = x &>> shift
      let light =
        (y[x].number - black) / lumaRange + (u[place].number - neutral) * ofU
        + (v[place].number - neutral) * ofV
      let weight = max(0, min(light, 1)) * 65535 + 8_388_608
      weights[x] = Weight(truncatingIfNeeded: weight.bitPattern)
    }
  }
}
