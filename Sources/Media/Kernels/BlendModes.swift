// SPDX-License-Identifier: Apache-2.0

import Base

// The formulas of the modes, on red, green and blue from 0 to 1, in loops that the compiler vectorises.

/// Three rows of red, green and blue for the layer, and three for the backdrop, one after the other in memory.
struct BlendRows {
  /// The greatest number of pixels in a row: the rows of a chunk stay in the first cache.
  static let length = 256

  /// Red of the layer; the other rows follow, each `length` numbers on.
  let base: UnsafeMutablePointer<Float>
  /// The number of pixels.
  let count: Int

  /// Colours of one pixel.
  typealias RGB = (red: Float, green: Float, blue: Float)

  /// Replaces the layer's colours by those that `mode` makes of them and the backdrop's; `add` is no such mode.
  func apply(_ mode: BlendMode) {
    switch mode {
    case .multiply: channels { b, s in b * s }
    case .screen: channels { b, s in b + s - b * s }
    case .overlay: channels { b, s in hardLight(s, b) }
    case .darken: channels { b, s in min(b, s) }
    case .lighten: channels { b, s in max(b, s) }
    // Divisors below a quarter of a step of 10 bits are no colours but noise of the conversion from chroma.
    case .colorDodge: channels { b, s in min(1, b / max(1 - s, 1 / 4096)) }
    case .colorBurn: channels { b, s in 1 - min(1, (1 - b) / max(s, 1 / 4096)) }
    case .hardLight: channels { b, s in hardLight(b, s) }
    case .softLight: channels { b, s in softLight(b, s) }
    case .difference: channels { b, s in abs(b - s) }
    case .exclusion: channels { b, s in b + s - 2 * (b * s) }
    case .hue: pixels { b, s in with(luminosity(b), withSaturation(saturation(b), s)) }
    case .saturation: pixels { b, s in with(luminosity(b), withSaturation(saturation(s), b)) }
    case .color: pixels { b, s in with(luminosity(b), s) }
    case .luminosity: pixels { b, s in with(luminosity(s), b) }
    case .add: preconditionFailure("a sum is not a mix")
    }
  }

  @inline(__always)
  private func channels(_ mix: (_ backdrop: Float, _ layer: Float) -> Float) {
    for channel in 0..<3 {
      let row = base + channel &* BlendRows.length
      for x in 0..<count { row[x] = mix(row[x &+ 3 &* BlendRows.length], row[x]) }
    }
  }

  @inline(__always)
  private func pixels(_ mix: (_ backdrop: RGB, _ layer: RGB) -> RGB) {
    let n = BlendRows.length
    for x in 0..<count {
      let row = base + x
      let result = mix(
        (row[3 &* n], row[4 &* n], row[5 &* n]), (row[0], row[n], row[2 &* n]))
      row[0] = result.red
      row[n] = result.green
      row[2 &* n] = result.blue
    }
  }
}

@inline(__always)
private func hardLight(_ b: Float, _ s: Float) -> Float {
  let double = s + s
  let over = double - 1
  return s <= 0.5 ? b * double : b + over - b * over
}

/// The square root of `x` from 0 to 1, to seven digits.
///
/// The library's is a call that may set an error number, so that loops over it are not vectorised.
@inline(__always)
private func root(_ x: Float) -> Float {
  var inverse = Float(bitPattern: 0x5F37_59DF &- x.bitPattern &>> 1)
  let half = 0.5 * x
  inverse *= 1.5 - half * inverse * inverse
  inverse *= 1.5 - half * inverse * inverse
  inverse *= 1.5 - half * inverse * inverse
  return x * inverse
}

@inline(__always)
private func softLight(_ b: Float, _ s: Float) -> Float {
  // The polynomial is the lesser up to a quarter, the root from there on.
  let d = min(((16 * b - 12) * b + 4) * b, root(b))
  let lean = s + s - 1
  return b + min(lean, 0) * (b * (1 - b)) + max(lean, 0) * (d - b)
}

// MARK: Hue, saturation and luminosity

@inline(__always)
private func luminosity(_ c: BlendRows.RGB) -> Float {
  0.3 * c.red + 0.59 * c.green + 0.11 * c.blue
}

@inline(__always)
private func least(_ c: BlendRows.RGB) -> Float { min(min(c.red, c.green), c.blue) }

@inline(__always)
private func greatest(_ c: BlendRows.RGB) -> Float { max(max(c.red, c.green), c.blue) }

@inline(__always)
private func saturation(_ c: BlendRows.RGB) -> Float { greatest(c) - least(c) }

/// `c` with the given saturation; grey stays without.
@inline(__always)
private func withSaturation(_ saturation: Float, _ c: BlendRows.RGB) -> BlendRows.RGB {
  let low = least(c)
  let range = greatest(c) - low
  // Less is grey: noise of the conversion from chroma has no hue.
  let factor = range > 1 / 4096 ? saturation / max(range, 1 / 4096) : 0
  return ((c.red - low) * factor, (c.green - low) * factor, (c.blue - low) * factor)
}

/// `c` with the given luminosity, drawn towards grey where it would leave 0…1.
@inline(__always)
private func with(_ light: Float, _ c: BlendRows.RGB) -> BlendRows.RGB {
  let shift = light - luminosity(c)
  let moved = (red: c.red + shift, green: c.green + shift, blue: c.blue + shift)
  let (low, high) = (least(moved), greatest(moved))
  let tiny: Float = 1 / 65536
  let lower = low < 0 ? light / max(light - low, tiny) : 1
  let upper = high > 1 ? (1 - light) / max(high - light, tiny) : 1
  // Each brings its side to the edge; the lesser brings both inside.
  let factor = min(lower, upper)
  return (
    light + (moved.red - light) * factor, light + (moved.green - light) * factor,
    light + (moved.blue - light) * factor
  )
}
