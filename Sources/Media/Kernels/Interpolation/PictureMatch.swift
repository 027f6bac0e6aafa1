// SPDX-License-Identifier: Apache-2.0

/// The match of a picture with another one, wherever things have moved: next to none for two
/// scenes.
///
/// Blocks of a small copy are searched for all around. The remaining differences are set against
/// the contrast within the blocks, so that dark and dim scenes count as bright ones do. It depends
/// on the two pictures alone: no other frame of a source has to be decoded for it.
struct PictureMatch {
  /// The remaining differences, in 256ths of the contrast of the blocks.
  let rest: Int
  /// Of the blocks that show something, how many are found nowhere, in 256ths.
  let foreign: Int
  /// The mean difference of samples, nothing being moved.
  let difference: Int

  /// True if a scene ends between the two: the more they differ where they are, the less has to be
  /// missing.
  var isCut: Bool {
    let ease = min(32, max(0, difference - 28))
    return difference >= 7 && rest >= 174 - ease && foreign >= 115 - ease
  }

  /// The width and height of blocks.
  private static let side = 8
  /// The largest width of the copies that are compared.
  private static let widest = 240
  /// A block of less than this, for each sample, shows nothing.
  private static let dim = 2

  /// - Parameters:
  ///   - first: A picture.
  ///   - second: Another one.
  ///   - matched: The same two at one brightness.
  init(
    _ first: LumaPyramid, _ second: LumaPyramid, matched: (first: LumaPyramid, second: LumaPyramid)
  ) {
    let index =
      first.levels.firstIndex { $0.width <= PictureMatch.widest } ?? first.levels.count - 1
    let side = PictureMatch.side
    let (width, height) = (first.levels[index].width, first.levels[index].height)
    difference = PictureMatch.difference(first.levels[index], second.levels[index])
    let (a, b) = (matched.first.levels[index], matched.second.levels[index])
    let reach = max(2, min(width / 16, LumaPyramid.border - side))
    var (left, shown, textured, lost) = (0, 0, 0, 0)
    for y in stride(from: 0, through: height - side, by: side) {
      for x in stride(from: 0, through: width - side, by: side) {
        let own = a.base + y * a.stride + x
        let activity =
          (PictureMatch.activity(own, a.stride)
            + PictureMatch.activity(b.base + y * b.stride + x, b.stride)) / 2
        var least = Int32.max
        for dy in -reach...reach {
          let row = b.base + (y + dy) * b.stride + x
          for dx in -reach...reach {
            least = min(least, PictureMatch.error(own, a.stride, row + dx, b.stride))
          }
        }
        left += Int(least)
        shown += activity + side * side
        guard activity > PictureMatch.dim * side * side else { continue }
        textured += 1
        if 10 * Int(least) > 7 * activity { lost += 1 }
      }
    }
    rest = shown > 0 ? 256 * left / shown : 0
    foreign = textured > 0 ? 256 * lost / textured : 0
  }

  /// The mean difference of all samples.
  private static func difference(_ a: LumaPyramid.Level, _ b: LumaPyramid.Level) -> Int {
    var sum = 0
    for y in 0..<a.height {
      let (one, other) = (a.base + y * a.stride, b.base + y * b.stride)
      var row: Int32 = 0
      for x in 0..<a.width { row &+= abs(Int32(one[x]) &- Int32(other[x])) }
      sum += Int(row)
    }
    return sum / max(1, a.width * a.height)
  }

  /// The sum of the distances of a block's samples from their mean.
  static func activity(_ block: UnsafeMutablePointer<UInt8>, _ stride: Int) -> Int {
    var sum: Int32 = 0
    for y in 0..<side { for x in 0..<side { sum &+= Int32(block[y &* stride &+ x]) } }
    let mean = (sum &+ 32) &>> 6
    var far: Int32 = 0
    for y in 0..<side {
      for x in 0..<side { far &+= abs(Int32(block[y &* stride &+ x]) &- mean) }
    }
    return Int(far)
  }

  /// The differences of two blocks, of which what all samples have in common counts for half.
  @inline(__always)
  static func error(
    _ a: UnsafeMutablePointer<UInt8>, _ strideA: Int, _ b: UnsafeMutablePointer<UInt8>,
    _ strideB: Int
  ) -> Int32 {
    var (sum, whole): (Int32, Int32) = (0, 0)
    for y in 0..<side {
      let (one, other) = (a + y &* strideA, b + y &* strideB)
      for x in 0..<side {
        let difference = Int32(one[x]) &- Int32(other[x])
        sum &+= abs(difference)
        whole &+= difference
      }
    }
    return sum &- abs(whole) &>> 1
  }
}
