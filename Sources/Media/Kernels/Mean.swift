// SPDX-License-Identifier: Apache-2.0

/// The mean of pictures of one size and format with alpha, colours by their alpha.
///
/// Sums are exact: with 10 bits, 64 pictures fill 26 of 32 bits.
public final class PictureMean<Sample: PictureSample> {
  /// The greatest number of pictures.
  public static var limit: Int { 64 }

  private let width, height: Int
  private let chroma: ChromaFormat
  private var count = 0
  /// Of each pixel: alpha, and luma times alpha; of each chroma sample: alpha, and both times alpha.
  private let sums: UnsafeMutablePointer<UInt32>
  private let means: UnsafeMutablePointer<Sample>

  private var pixels: Int { width * height }
  private var blocks: Int { chroma.count(width) * chroma.count(height) }

  /// The mean of no pictures yet, of that size.
  public init(width: Int, height: Int, chroma: ChromaFormat) {
    precondition(width > 0 && height > 0 && width <= 1 << 16 && height <= 1 << 16)
    (self.width, self.height, self.chroma) = (width, height, chroma)
    let (pixels, blocks) = (width * height, chroma.count(width) * chroma.count(height))
    sums = .allocate(capacity: 2 * pixels + 3 * blocks)
    sums.initialize(repeating: 0, count: 2 * pixels + 3 * blocks)
    means = .allocate(capacity: chroma.count(width))
    means.initialize(repeating: 0, count: chroma.count(width))
  }

  deinit {
    sums.deallocate()
    means.deallocate()
  }

  /// Takes `picture` into the mean.
  public func add(_ picture: SampleView<Sample>) {
    guard let alpha = picture.a else { preconditionFailure("a mean is of pictures with alpha") }
    precondition(
      picture.width == width && picture.height == height && picture.chroma == chroma
        && count < Self.limit, "a picture of another form, or one too many")
    count += 1
    let (alphas, lumas) = (sums, sums + pixels)
    for y in 0..<height {
      add(alpha.row(y), picture.y.row(y), alphas + y * width, lumas + y * width, width)
    }
    let columns = chroma.count(width)
    let weights = sums + 2 * pixels
    let (blues, reds) = (weights + blocks, weights + 2 * blocks)
    for y in 0..<chroma.count(height) {
      let own = chromaAlpha(alpha, chroma, row: y, in: means)
      let first = y * columns
      for x in 0..<columns { weights[first + x] &+= UInt32(truncatingIfNeeded: own[x]) }
      weigh(own, picture.u.row(y), blues + first, columns)
      weigh(own, picture.v.row(y), reds + first, columns)
    }
  }

  /// Sets `target`, a picture with alpha of the same form, to the mean of the pictures so far and as many clear ones as make
  /// `count` together.
  public func write(
    to target: SampleView<Sample>, of count: Int, rounding: Rounding = .nearest
  ) {
    guard let alpha = target.a else { preconditionFailure("a mean has alpha") }
    precondition(target.width == width && target.height == height && target.chroma == chroma)
    precondition(count >= self.count && count <= Self.limit && count > 0)
    let number = Int32(count)
    for y in 0..<height {
      let (alphas, lumas) = (sums + y * width, sums + pixels + y * width)
      let (toAlpha, toLuma) = (alpha.row(y), target.y.row(y))
      rounding.withBiases(Sample.self, 0, y) { biases in
        for x in 0..<width {
          toAlpha[x] = Sample(
            truncatingIfNeeded: quotient(
              Int32(truncatingIfNeeded: alphas[x]), number, biases[x & 7]))
        }
        divide(lumas, by: alphas, into: toLuma, width, biases)
      }
    }
    let columns = chroma.count(width)
    let weights = sums + 2 * pixels
    for y in 0..<chroma.count(height) {
      let own = weights + y * columns
      rounding.withBiases(Sample.self, 0, y, shift: chroma.shift) { biases in
        divide(own + blocks, by: own, into: target.u.row(y), columns, biases)
        divide(own + 2 * blocks, by: own, into: target.v.row(y), columns, biases)
      }
    }
  }

  private func add(
    _ alpha: Row<Sample>, _ luma: Row<Sample>, _ alphas: UnsafeMutablePointer<UInt32>,
    _ lumas: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    for x in 0..<count { alphas[x] &+= UInt32(truncatingIfNeeded: alpha[x]) }
    weigh(alpha, luma, lumas, count)
  }

  private func weigh(
    _ alpha: Row<Sample>, _ samples: Row<Sample>, _ sums: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    for x in 0..<count {
      sums[x] &+= UInt32(truncatingIfNeeded: alpha[x].wide &* samples[x].wide)
    }
  }

  private func divide(
    _ sums: UnsafeMutablePointer<UInt32>, by weights: UnsafeMutablePointer<UInt32>,
    into row: Row<Sample>, _ count: Int, _ biases: UnsafePointer<Float>
  ) {
    for x in 0..<count {
      let sum = Int32(truncatingIfNeeded: sums[x])
      let weight = max(Int32(truncatingIfNeeded: weights[x]), 1)
      row[x] = Sample(truncatingIfNeeded: quotient(sum, weight, biases[x & 7]))
    }
  }
}
