// SPDX-License-Identifier: Apache-2.0

/// Fills `target`, which has alpha, with pixels of red, green, blue and straight alpha, 8 bits each.
///
/// A sample of chroma that several pixels share is that of their mean colour weighted by alpha, as compositing expects
/// it: clear pixels do not count. Where all of them are clear, it is that of their plain mean.
///
/// - Parameters:
///   - pixels: As many rows of `target`'s width as it is high.
///   - stride: The bytes from one row to the next.
///   - matrix: What the samples of `target` mean.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func paint<Sample: PictureSample>(
  _ pixels: UnsafePointer<UInt8>, stride: Int, into target: SampleView<Sample>, matrix: ColorMatrix
) {
  guard let alpha = target.a else { preconditionFailure("a picture with alpha on one without") }
  let scale = PixelScale<Sample>(matrix)
  let (width, height) = (target.y.width, target.y.height)
  for y in 0..<height {
    let row = PixelRow(pixels + y * stride)
    let luma = target.y.base + y * target.y.stride
    let weights = alpha.base + y * alpha.stride
    var last = row[0] & PixelRow.colors
    var value = scale.luma(of: last)
    var x = 0
    while x < width {
      // Most neighbours have one colour: clear ones, and those inside a letter.
      while x &+ 4 <= width, row.four(x).areAll(last) {
        for next in x..<x &+ 4 {
          luma[next] = value
          weights[next] = scale.alpha(of: row[next])
        }
        x &+= 4
      }
      let end = min(x &+ 4, width)
      while x < end {
        let pixel = row[x]
        if pixel & PixelRow.colors != last {
          last = pixel & PixelRow.colors
          value = scale.luma(of: last)
        }
        luma[x] = value
        weights[x] = scale.alpha(of: pixel)
        x &+= 1
      }
    }
  }
  let shift = target.chroma.shift
  for y in 0..<target.u.height {
    let top = PixelRow(pixels + (y << shift) * stride)
    let bottom = PixelRow(pixels + min((y << shift) + shift, height - 1) * stride)
    let u = target.u.base + y * target.u.stride
    let v = target.v.base + y * target.v.stride
    var last = top[0] & PixelRow.colors
    var value = scale.chroma(of: last)
    // Pixels up to which four at a time are whole samples of chroma.
    let whole = shift == 1 ? width : 0
    var x = 0
    while x < target.u.width {
      while x &* 2 &+ 4 <= whole, top.four(x &* 2).areAll(last), bottom.four(x &* 2).areAll(last) {
        (u[x], v[x]) = value
        (u[x &+ 1], v[x &+ 1]) = value
        x &+= 2
      }
      guard x < target.u.width else { break }
      defer { x &+= 1 }
      let (left, right) = (x << shift, min((x << shift) + shift, width - 1))
      let block = (top[left], top[right], bottom[left], bottom[right])
      let color = block.0 & PixelRow.colors
      let others = (block.0 ^ block.1) | (block.0 ^ block.2) | (block.0 ^ block.3)
      if others & PixelRow.colors != 0 {
        (u[x], v[x]) = scale.chroma(ofMean: block)
        continue
      }
      if color != last { (last, value) = (color, scale.chroma(of: color)) }
      (u[x], v[x]) = value
    }
  }
}

/// A row of pixels, each as a number with red in its low byte and alpha in its high one.
private struct PixelRow {
  /// The bits of a pixel that are not its alpha.
  static let colors: UInt32 = 0xff_ffff

  private let base: UnsafeRawPointer

  init(_ base: UnsafePointer<UInt8>) { self.base = UnsafeRawPointer(base) }

  subscript(_ x: Int) -> UInt32 {
    UInt32(littleEndian: base.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self))
  }

  /// Four pixels from `x` on.
  func four(_ x: Int) -> PixelQuad {
    PixelQuad(pixels: base.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD4<UInt32>.self))
  }
}

/// Four neighbours, as they lie in memory.
private struct PixelQuad {
  let pixels: SIMD4<UInt32>

  /// Returns true if all of them have the colour `color`, however opaque they are.
  func areAll(_ color: UInt32) -> Bool {
    let differences = pixels ^ SIMD4(repeating: color.littleEndian)
    return differences & SIMD4(repeating: PixelRow.colors.littleEndian) == .zero
  }
}

/// From colours of 8 bits to samples, in single precision, whose operations are the same on every processor.
private struct PixelScale<Sample: PictureSample> {
  private let red, green, blue: Float
  /// The sample of black, and samples of luma for a step of 8 bits.
  private let black, lumaUnit: Float
  /// Samples of U for a step of blue above luma, and of V for one of red above it.
  private let uUnit, vUnit: Float
  private let neutral: Float

  init(_ matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: Sample.self)
    (red, green, blue) = (scale.red, scale.green, scale.blue)
    (black, lumaUnit) = (scale.black, scale.lumaRange / 255)
    (uUnit, vUnit) = (scale.chromaOfBlue / 255, scale.chromaOfRed / 255)
    neutral = scale.neutral
  }

  func alpha(of pixel: UInt32) -> Sample {
    if Sample.full == 255 { return Sample(truncatingIfNeeded: pixel >> 24) }
    return Sample(truncatingIfNeeded: ((pixel >> 24) &* UInt32(Sample.full) &+ 127) / 255)
  }

  func luma(of pixel: UInt32) -> Sample {
    let color = channels(pixel)
    return sample(black + luma(color) * lumaUnit)
  }

  func chroma(of pixel: UInt32) -> (Sample, Sample) { chroma(channels(pixel)) }

  /// That of the mean of four pixels, weighted by their alpha.
  func chroma(ofMean block: (UInt32, UInt32, UInt32, UInt32)) -> (Sample, Sample) {
    let isSeen = (block.0 | block.1 | block.2 | block.3) >> 24 != 0
    var (red, green, blue, sum): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    func add(_ pixel: UInt32) {
      let weight = isSeen ? pixel >> 24 : 1
      red &+= (pixel & 255) &* weight
      green &+= (pixel >> 8 & 255) &* weight
      blue &+= (pixel >> 16 & 255) &* weight
      sum &+= weight
    }
    add(block.0)
    add(block.1)
    add(block.2)
    add(block.3)
    let whole = Float(sum)
    return chroma((Float(red) / whole, Float(green) / whole, Float(blue) / whole))
  }

  private func channels(_ pixel: UInt32) -> (Float, Float, Float) {
    (Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255))
  }

  private func luma(_ color: (Float, Float, Float)) -> Float {
    red * color.0 + green * color.1 + blue * color.2
  }

  private func chroma(_ color: (Float, Float, Float)) -> (Sample, Sample) {
    let luma = luma(color)
    return (
      sample(neutral + (color.2 - luma) * uUnit), sample(neutral + (color.0 - luma) * vUnit)
    )
  }

  /// The sample nearest to a number that is not negative.
  private func sample(_ number: Float) -> Sample {
    Sample(truncatingIfNeeded: min(Int32(number + 0.5), Int32(truncatingIfNeeded: Sample.full)))
  }
}
