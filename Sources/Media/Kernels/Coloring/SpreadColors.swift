// SPDX-License-Identifier: Apache-2.0

/// Where the samples of one channel of a picture lie in memory: by themselves, or among those of other channels.
public struct SampleChannel<Sample: PictureSample> {
  /// The first sample.
  public let base: UnsafeMutablePointer<Sample>
  /// The distance of two samples in a row.
  public let step: Int
  /// The distance of two rows, in samples; negative where the last one comes first.
  public let stride: Int
  /// Samples in a row.
  public let width: Int
  /// Number of rows.
  public let height: Int

  /// A view of `height` rows of `width` samples.
  public init(
    base: UnsafeMutablePointer<Sample>, step: Int, stride: Int, width: Int, height: Int
  ) {
    precondition(width > 0 && height > 0 && step > 0)
    (self.base, self.step, self.stride) = (base, step, stride)
    (self.width, self.height) = (width, height)
  }

  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<Sample> { base + y &* stride }

  @inline(__always)
  subscript(x: Int, y: Int) -> Sample {
    get { base[y &* stride &+ x &* step] }
    nonmutating set { base[y &* stride &+ x &* step] = newValue }
  }
}

/// Returns true if a picture of that alpha has both visible pixels and pixels that are almost
/// invisible.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func hasHiddenColors<Sample>(_ alpha: SampleChannel<Sample>, full: Sample) -> Bool {
  let limit = leastSeen(full)
  var (isHidden, isSeen) = (false, false)
  for y in 0..<alpha.height {
    let (row, step) = (alpha.row(y), alpha.step)
    var (least, most) = (row[0], row[0])
    for x in 0..<alpha.width {
      least = min(least, row[x &* step])
      most = max(most, row[x &* step])
    }
    isHidden = isHidden || least < limit
    isSeen = isSeen || most > 0
    if isHidden && isSeen { return true }
  }
  return false
}

/// Replaces the colours of clear and nearly clear pixels by those of visible pixels near them.
///
/// The colour of a clear pixel is not seen until pixels are mixed without regard to their alpha: where straight alpha is
/// scaled, or where chroma is halved. After this it does no harm there. A pixel gets the mean, weighted by
/// alpha, of the nine around it, or, if these are all clear, of the next larger square in which anything is seen. All
/// others keep their colours.
///
/// - Parameters:
///   - colors: Channels of the size of `alpha`.
///   - full: The sample of opaque alpha.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func spreadColors<Sample>(
  _ colors: [SampleChannel<Sample>], alpha: SampleChannel<Sample>, full: Sample
) {
  for channel in colors {
    precondition(channel.width == alpha.width && channel.height == alpha.height)
  }
  guard hasHiddenColors(alpha, full: full) else { return }
  var levels = [ColorCells(of: colors, alpha, full: full)]
  while let last = levels.last, last.width > 1 || last.height > 1 { levels.append(last.halved()) }
  for index in levels.indices.reversed() {
    levels[index].fill(from: index + 1 < levels.count ? levels[index + 1] : nil)
  }
  levels[0].paint(colors, alpha, below: leastSeen(full))
}

/// Writes the samples of `source`, which are premultiplied by `alpha`, straight into `target`; all are of one size.
public func divide(
  _ source: SampleChannel<UInt8>, by alpha: SampleChannel<UInt8>, into target: SampleChannel<UInt8>
) {
  for y in 0..<source.height {
    for x in 0..<source.width {
      let (value, seen) = (UInt32(source[x, y]), UInt32(alpha[x, y]))
      target[x, y] = UInt8(seen > 0 && seen < 255 ? min(255, value &* 255 / seen) : value)
    }
  }
}

/// Writes the samples of `source` into `target`, of the same size.
public func copy(_ source: SampleChannel<UInt8>, into target: SampleChannel<UInt8>) {
  for y in 0..<source.height {
    for x in 0..<source.width { target[x, y] = source[x, y] }
  }
}

/// The least alpha of a pixel that keeps its colour: below, it changes what is under it by less than a 64th.
private func leastSeen<Sample: PictureSample>(_ full: Sample) -> Sample { full / 64 + 1 }

/// The sum of alpha of a pixel and those around it.
@inline(__always)
private func alphaSum<Sample: PictureSample>(
  _ alpha: SampleChannel<Sample>, _ x: Int, _ y: Int
) -> UInt32 {
  if alpha.isInner(x, y) {
    let step = alpha.step
    var (row, sum) = (alpha.row(y &- 1) + (x &- 1) &* step, UInt32(0))
    for _ in 0..<3 {
      sum &+=
        UInt32(truncatingIfNeeded: row[0]) &+ UInt32(truncatingIfNeeded: row[step])
        &+ UInt32(truncatingIfNeeded: row[2 &* step])
      row += alpha.stride
    }
    return sum
  }
  var sum: UInt32 = 0
  for row in max(0, y &- 1)...min(alpha.height &- 1, y &+ 1) {
    for column in max(0, x &- 1)...min(alpha.width &- 1, x &+ 1) {
      sum &+= UInt32(truncatingIfNeeded: alpha[column, row])
    }
  }
  return sum
}

/// The mean colour of a pixel and those around it, whose alpha is `sum` together.
@inline(__always)
private func colorMean<Sample: PictureSample>(
  _ color: SampleChannel<Sample>, _ alpha: SampleChannel<Sample>, _ x: Int, _ y: Int, _ sum: UInt32
) -> Sample {
  var total: UInt64 = 0
  if alpha.isInner(x, y) {
    var seen = alpha.row(y &- 1) + (x &- 1) &* alpha.step
    var shown = color.row(y &- 1) + (x &- 1) &* color.step
    for _ in 0..<3 {
      for column in 0..<3 {
        total &+= product(seen[column &* alpha.step], shown[column &* color.step])
      }
      seen += alpha.stride
      shown += color.stride
    }
  } else {
    for row in max(0, y &- 1)...min(alpha.height &- 1, y &+ 1) {
      for column in max(0, x &- 1)...min(alpha.width &- 1, x &+ 1) {
        total &+= product(alpha[column, row], color[column, row])
      }
    }
  }
  return Sample(truncatingIfNeeded: quotient(total, sum))
}

@inline(__always)
private func product<Sample: PictureSample>(_ one: Sample, _ other: Sample) -> UInt64 {
  UInt64(truncatingIfNeeded: one) &* UInt64(truncatingIfNeeded: other)
}

/// `total / sum`, rounded.
@inline(__always)
private func quotient(_ total: UInt64, _ sum: UInt32) -> UInt64 {
  let sum = UInt64(sum)
  return (total &+ sum / 2) / sum
}

/// The mean colours of squares of a picture.
private struct ColorCells {
  /// The visibility of a square.
  enum Kind: UInt8 {
    /// All of it as a whole.
    case opaque
    /// Some of it, or of one next to it.
    case edge
    /// Nothing, nor of those around it.
    case far
  }

  /// The side of the smallest squares, in pixels.
  static let side = 4

  let width, height: Int
  let channels: Int
  /// The mean alpha, not 0 if anything is seen.
  var weights: [UInt32]
  /// The means of all channels of each square, weighted by alpha.
  var colors: [UInt16]
  var kinds: [Kind]

  private init(width: Int, height: Int, channels: Int) {
    (self.width, self.height, self.channels) = (width, height, channels)
    weights = Array(repeating: 0, count: width * height)
    colors = Array(repeating: 0, count: width * height * channels)
    kinds = Array(repeating: .edge, count: width * height)
  }

  /// The smallest squares.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  init<Sample: PictureSample>(
    of colors: [SampleChannel<Sample>], _ alpha: SampleChannel<Sample>, full: Sample
  ) {
    let side = Self.side
    self.init(
      width: (alpha.width + side - 1) / side, height: (alpha.height + side - 1) / side,
      channels: colors.count)
    var index = 0
    for row in 0..<height {
      for column in 0..<width {
        let (xs, ys) = pixels(column, row, alpha.width, alpha.height)
        var sum: UInt32 = 0
        for y in ys {
          var seen = alpha.row(y) + xs.lowerBound &* alpha.step
          for _ in xs {
            sum &+= UInt32(truncatingIfNeeded: seen.pointee)
            seen += alpha.step
          }
        }
        defer { index &+= 1 }
        guard sum > 0 else { continue }
        let count = UInt32(truncatingIfNeeded: xs.count &* ys.count)
        if sum == count &* UInt32(truncatingIfNeeded: full) { kinds[index] = .opaque }
        weights[index] = (sum &+ count &- 1) / count
        for channel in 0..<channels {
          let color = colors[channel]
          var total: UInt64 = 0
          for y in ys {
            var seen = alpha.row(y) + xs.lowerBound &* alpha.step
            var shown = color.row(y) + xs.lowerBound &* color.step
            for _ in xs {
              total &+= product(seen.pointee, shown.pointee)
              seen += alpha.step
              shown += color.step
            }
          }
          self.colors[index &* channels &+ channel] = UInt16(
            truncatingIfNeeded: quotient(total, sum))
        }
      }
    }
  }

  /// The pixels of a square in a picture of that size.
  @inline(__always)
  func pixels(
    _ column: Int, _ row: Int, _ width: Int, _ height: Int
  ) -> (x: Range<Int>, y: Range<Int>) {
    let side = Self.side
    return (
      column &* side..<min(column &* side &+ side, width),
      row &* side..<min(row &* side &+ side, height)
    )
  }

  /// Squares of twice the side.
  func halved() -> ColorCells {
    var half = ColorCells(width: (width + 1) / 2, height: (height + 1) / 2, channels: channels)
    for row in 0..<half.height {
      for column in 0..<half.width {
        let (xs, ys) = (2 * column..<min(2 * column + 2, width), 2 * row..<min(2 * row + 2, height))
        let sum = weight(xs, ys)
        if sum == 0 { continue }
        let index = row * half.width + column
        let count = UInt32(xs.count * ys.count)
        half.weights[index] = (sum + count - 1) / count
        for channel in 0..<channels {
          half.colors[index * channels + channel] = mean(channel, xs, ys, sum)
        }
      }
    }
    return half
  }

  /// The weights of squares together.
  @inline(__always)
  private func weight(_ xs: Range<Int>, _ ys: Range<Int>) -> UInt32 {
    var sum: UInt32 = 0
    for y in ys {
      for x in xs { sum &+= weights[y &* width &+ x] }
    }
    return sum
  }

  /// The mean of a channel of squares whose weights are `sum` together.
  @inline(__always)
  private func mean(
    _ channel: Int, _ xs: Range<Int>, _ ys: Range<Int>, _ sum: UInt32
  ) -> UInt16 {
    var total: UInt64 = 0
    for y in ys {
      for x in xs {
        let place = y &* width &+ x
        total &+= UInt64(weights[place]) &* UInt64(colors[place &* channels &+ channel])
      }
    }
    return UInt16(truncatingIfNeeded: quotient(total, sum))
  }

  /// Gives squares of which nothing is seen the mean of those around them, or the colour of the larger square.
  mutating func fill(from larger: ColorCells?) {
    for row in 0..<height {
      let ys = max(0, row &- 1)..<min(height, row &+ 2)
      for column in 0..<width {
        let index = row &* width &+ column
        if weights[index] > 0 { continue }
        let xs = max(0, column &- 1)..<min(width, column &+ 2)
        let sum = weight(xs, ys)
        if sum > 0 {
          for channel in 0..<channels {
            colors[index &* channels &+ channel] = mean(channel, xs, ys, sum)
          }
          continue
        }
        kinds[index] = .far
        guard let larger else { continue }
        let place = (row / 2 &* larger.width &+ column / 2) &* channels
        for channel in 0..<channels {
          colors[index &* channels &+ channel] = larger.colors[place &+ channel]
        }
      }
    }
  }

  /// Gives pixels with an alpha below `limit` the means around them, or the colours of their squares, which are the smallest.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func paint<Sample: PictureSample>(
    _ channels: [SampleChannel<Sample>], _ alpha: SampleChannel<Sample>, below limit: Sample
  ) {
    channels.withUnsafeBufferPointer { channels in
      for row in 0..<height {
        for column in 0..<width {
          let index = row &* width &+ column
          let kind = kinds[index]
          if kind == .opaque { continue }
          let (xs, ys) = pixels(column, row, alpha.width, alpha.height)
          let own = index &* channels.count
          if kind == .far {
            for channel in channels.indices {
              let color = Sample(truncatingIfNeeded: colors[own &+ channel])
              channels[channel].fill(xs, ys, with: color)
            }
            continue
          }
          for y in ys {
            for x in xs where alpha[x, y] < limit {
              let sum = alphaSum(alpha, x, y)
              for channel in channels.indices {
                channels[channel][x, y] =
                  sum > 0
                  ? colorMean(channels[channel], alpha, x, y, sum)
                  : Sample(truncatingIfNeeded: colors[own &+ channel])
              }
            }
          }
        }
      }
    }
  }
}

extension SampleChannel {
  /// Sets all samples of a rectangle.
  @inline(__always)
  fileprivate func fill(_ xs: Range<Int>, _ ys: Range<Int>, with sample: Sample) {
    for y in ys {
      var place = row(y) + xs.lowerBound &* step
      for _ in xs {
        place.pointee = sample
        place += step
      }
    }
  }

  /// Returns true if all pixels around (`x`, `y`) are inside.
  @inline(__always)
  fileprivate func isInner(_ x: Int, _ y: Int) -> Bool {
    x > 0 && y > 0 && x < width &- 1 && y < height &- 1
  }

  /// Sets each sample to the mean of those of `other` that it covers, `1 << across` by `1 << down`; it is 0 only if all of them
  /// are.
  public func setMeans(of other: SampleChannel, _ across: Int, _ down: Int) {
    for y in 0..<height {
      for x in 0..<width {
        let xs = x &<< across..<min((x &+ 1) &<< across, other.width)
        let ys = y &<< down..<min((y &+ 1) &<< down, other.height)
        var sum = 0
        for row in ys {
          for column in xs { sum &+= Int(truncatingIfNeeded: other[column, row]) }
        }
        let count = xs.count &* ys.count
        self[x, y] = Sample(truncatingIfNeeded: (sum &+ count &- 1) / count)
      }
    }
  }
}
