// SPDX-License-Identifier: Apache-2.0

public import Base
public import Kernels

/// Images of a script over each other: numbers of 16 bits, of which colours are weighted by alpha.
///
/// Every pixel has all four numbers. Chroma of fewer samples is made of them once all images are laid.
public struct ScriptSheet<Sample: PictureSample> {
  /// The area that it covers: at even pixels.
  public let area: PixelRect
  private var planes: [[UInt16]]

  /// A clear sheet.
  public init(_ area: PixelRect) {
    self.area = area
    planes = Array(
      repeating: Array(repeating: 0, count: area.width * area.height), count: 4)
  }

  /// Lays `image` in the samples of `color` over it.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func lay(_ image: ScriptImage, _ color: SampleColor<Sample>) {
    let x = max(area.x, image.area.x)
    let y = max(area.y, image.area.y)
    let width = min(area.x + area.width, image.area.x + image.area.width) - x
    let height = min(area.y + area.height, image.area.y + image.area.height) - y
    guard width > 0, height > 0 else { return }
    let opacity = UInt16(image.color.alpha) * 257
    if opacity == 0 { return }
    let full = UInt32(Sample.full)
    let values = [color.y, color.u, color.v, Sample.full].map {
      UInt16((UInt32($0) * 65535 + full / 2) / full)
    }
    let first = image.coverage + (y - image.area.y) * image.stride + (x - image.area.x)
    for (plane, value) in values.enumerated() {
      planes[plane].withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        for row in 0..<height {
          cover(
            base + (y - area.y + row) * area.width + x - area.x, first + row * image.stride, width,
            value, opacity)
        }
      }
    }
  }

  /// Draws it into all of `view`, which has alpha and the size of the sheet.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func draw(into view: SampleView<Sample>) {
    guard let alpha = view.a else { return }
    precondition(view.y.width == area.width && view.y.height == area.height)
    let width = area.width
    planes[3].withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      for row in 0..<area.height {
        let out = alpha.base + row * alpha.stride
        let weight = weights + row * width
        for x in 0..<width { out[x] = sample(UInt32(weight[x])) }
      }
      divide(0, by: weights, into: view.y, 0)
      for (plane, out) in [(1, view.u), (2, view.v)] {
        divide(plane, by: weights, into: out, view.chroma.shift)
      }
    }
  }

  /// Colours without their weights: a sample of `out` for every pixel, or for four.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private func divide(
    _ plane: Int, by weights: UnsafePointer<UInt16>, into out: SamplePlane<Sample>, _ shift: Int
  ) {
    let (width, height) = (area.width, area.height)
    let full = Float(Sample.full)
    planes[plane].withUnsafeBufferPointer { values in
      guard let values = values.baseAddress else { return }
      for row in 0..<out.height {
        let line = out.base + row * out.stride
        if shift == 0 {
          let (value, weight) = (values + row * width, weights + row * width)
          for x in 0..<width {
            let share = Float(value[x]) / Float(max(weight[x], 1))
            line[x] = Sample(truncatingIfNeeded: Int32(min(share, 1) * full + 0.5))
          }
          continue
        }
        let top = 2 * row * width
        let bottom = min(2 * row + 1, height - 1) * width
        let (upper, lower) = (values + top, values + bottom)
        let (upperWeight, lowerWeight) = (weights + top, weights + bottom)
        for x in 0..<out.width {
          let (left, right) = (2 * x, min(2 * x + 1, width - 1))
          let value =
            UInt32(upper[left]) + UInt32(upper[right]) + UInt32(lower[left]) + UInt32(lower[right])
          let weight =
            UInt32(upperWeight[left]) + UInt32(upperWeight[right]) + UInt32(lowerWeight[left])
            + UInt32(lowerWeight[right])
          let share = Float(value) / Float(max(weight, 1))
          line[x] = Sample(truncatingIfNeeded: Int32(min(share, 1) * full + 0.5))
        }
      }
    }
  }

  /// A sample for a number from 0 to 65535.
  private func sample(_ value: UInt32) -> Sample {
    Sample(truncatingIfNeeded: (value &* UInt32(Sample.full) &+ 32767) / 65535)
  }
}

/// Mixes `value` into `samples` as far as `coverage` and `opacity` say.
private func cover(
  _ samples: UnsafeMutablePointer<UInt16>, _ coverage: UnsafePointer<UInt8>, _ count: Int,
  _ value: UInt16, _ opacity: UInt16
) {
  for x in 0..<count {
    let share = high(UInt16(coverage[x]) &* 257, opacity)
    samples[x] = samples[x] &- high(samples[x], share) &+ high(value, share)
  }
}

/// The product of two shares of 65536.
@inline(__always) private func high(_ one: UInt16, _ other: UInt16) -> UInt16 {
  UInt16(truncatingIfNeeded: (UInt32(one) &* UInt32(other)) >> 16)
}

extension ColorMatrix {
  /// The shares in luma by what `YCbCr Matrix` says; nil where it names no matrix.
  package init?(ofScript name: String?) {
    guard let name else { return nil }
    let (red, blue): (Double, Double)
    switch name.split(separator: ".").last {
    case "601": (red, blue) = (0.299, 0.114)
    case "709": (red, blue) = (0.2126, 0.0722)
    case "240M": (red, blue) = (0.212, 0.087)
    case "FCC": (red, blue) = (0.3, 0.11)
    default: return nil
    }
    self.init(red: red, blue: blue, isFullRange: false)
  }
}
