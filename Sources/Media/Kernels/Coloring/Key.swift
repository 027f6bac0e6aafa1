// SPDX-License-Identifier: Apache-2.0

/// The settings by which a colour becomes transparent.
public struct KeySettings: Hashable, Sendable {
  /// The distance up to which colours are gone; the whole range of luma, or of a difference, is 1.
  public var tolerance: Double
  /// The further distance in which they become visible.
  public var softness: Double
  /// The share of luma in squares of distances.
  public var luma: Double
  /// The share of its hue that is taken out of all colours.
  public var spill: Double
  /// The strength of all this, as a share.
  public var strength: Double

  /// Settings with the given numbers.
  public init(
    tolerance: Double, softness: Double, luma: Double, spill: Double, strength: Double
  ) {
    (self.tolerance, self.softness) = (tolerance, softness)
    (self.luma, self.spill, self.strength) = (luma, spill, strength)
  }
}

/// Sets `target`, which has alpha, to `source` without what is near `color`.
///
/// A distance is √((1 − l)(Δu² + Δv²) + l Δy²), with l the share of luma. Each pixel has the chroma sample that it lies in.
/// The chroma in the direction of the colour's is a pixel's hue in it.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func key<Sample>(
  _ source: SampleView<Sample>, out color: SampleColor<Sample>, _ settings: KeySettings,
  in matrix: ColorMatrix, into target: SampleView<Sample>, scratch: Scratch
) {
  precondition(target.hasForm(of: source), "pictures of different forms")
  guard let alpha = target.a else { preconditionFailure("what is taken out leaves alpha") }
  target.y.copy(from: source.y)
  let unit = Float(1 << (Sample.depth - 8))
  let full = Float(Int32(truncatingIfNeeded: Sample.full))
  let (lumaSteps, chromaSteps) = matrix.isFullRange ? (full, full) : (219 * unit, 224 * unit)
  func number(_ sample: Sample) -> Float { Float(Int32(truncatingIfNeeded: sample)) }
  let (keyY, keyU, keyV) = (number(color.y), number(color.u), number(color.v))
  // Squares of distances, of which these are the factors.
  let ofLuma = Float(settings.luma) / (lumaSteps * lumaSteps)
  let ofChroma = Float(1 - settings.luma) / (chromaSteps * chromaSteps)
  let (tolerance, slope) = (Float(settings.tolerance), 1 / Float(max(settings.softness, 1e-4)))
  let strength = Float(settings.strength)

  let middle = 128 * unit
  let (hueU, hueV) = (keyU - middle, keyV - middle)
  let length = hueU * hueU + hueV * hueV
  let spill = length > unit * unit ? Float(settings.spill) * strength / length : 0

  let shift = source.chroma.shift
  let columns = source.u.width
  let distances = scratch.memory(.plane, of: Float.self, count: columns << shift)
  for row in 0..<source.u.height {
    let (u, v) = (source.u.row(row), source.v.row(row))
    let (toU, toV) = (target.u.row(row), target.v.row(row))
    for x in 0..<columns {
      let (ownU, ownV) = (number(u[x]), number(v[x]))
      let (du, dv) = (ownU - keyU, ownV - keyV)
      distances[x] = (du * du + dv * dv) * ofChroma
      let hue = max(0, (ownU - middle) * hueU + (ownV - middle) * hueV) * spill
      toU[x] = Sample(truncatingIfNeeded: Int32(max(0, min(ownU - hue * hueU, full)) + 0.5))
      toV[x] = Sample(truncatingIfNeeded: Int32(max(0, min(ownV - hue * hueV, full)) + 0.5))
    }
    if shift == 1 {
      for x in (0..<columns).reversed() {
        let distance = distances[x]
        distances[2 &* x] = distance
        distances[2 &* x &+ 1] = distance
      }
    }
    for y in row << shift..<min((row + 1) << shift, source.height) {
      let (luma, to) = (source.y.row(y), alpha.row(y))
      let own = source.a?.row(y)
      for x in 0..<source.width {
        let dy = number(luma[x]) - keyY
        let distance = (distances[x] + dy * dy * ofLuma).squareRoot()
        let seen = max(0, min((distance - tolerance) * slope, 1))
        let weight = 1 - strength * (1 - seen)
        let before = own.map { number($0[x]) } ?? full
        to[x] = Sample(truncatingIfNeeded: Int32(before * weight + 0.5))
      }
    }
  }
}
