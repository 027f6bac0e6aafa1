// SPDX-License-Identifier: Apache-2.0

package import Base
package import LibAV

/// Makes small copies of the frames of a film, one after the other, to be compared.
package final class SmallPictures {
  private struct Form: Equatable {
    var size: PixelSize
    var format: PixelFormat
    var color: ColorTags
  }

  /// The size of the copies.
  package let size: PixelSize
  private let color: ColorTags
  private let hasAlpha: Bool
  private var form: Form?
  private var graph: FilterGraph?

  /// The maximum length of the longer side of a copy, in pixels.
  private static let longest = 320

  /// Copies of frames of `size`.
  ///
  /// - Parameters:
  ///   - color: Their colours where their own tags do not say.
  ///   - hasAlpha: Whether what is clear is made black.
  package init(of size: PixelSize, color: ColorTags, hasAlpha: Bool) {
    let long = max(size.width, size.height, SmallPictures.longest)
    func side(_ length: Int) -> Int { max(1, length * SmallPictures.longest / long) }
    self.size = PixelSize(side(size.width), side(size.height))
    (self.color, self.hasAlpha) = (color, hasAlpha)
  }

  /// The copy of `frame`.
  package func copy(of frame: borrowing Frame) throws(AVError) -> SmallPicture {
    let own = Form(size: frame.size, format: frame.pixelFormat, color: frame.color)
    if own != form {
      let filters = ProofMaker.filters(
        for: frame, size, color, hasAlpha ? "rgba" : "rgb24", flags: "area")
      graph = try FilterGraph(
        .picture(like: frame, timeBase: Time(1)), filters)
      form = own
    }
    let input = try frame.reference()
    input.forgetSideData()
    input.timestamp = 0
    try graph?.push(input)
    let small = try Frame()
    guard try graph?.pull(into: small) == .filled else {
      throw AVError(unreadable: "make a small picture", because: "no frame came out")
    }
    return SmallPicture(small, hasAlpha: hasAlpha)
  }
}

/// A small copy of a frame: red, green and blue, and the means of cells of these.
package struct SmallPicture {
  /// Three bytes for each pixel, row by row.
  package let pixels: [UInt8]
  /// Three means for each cell, row by row.
  package let cells: [Float]

  private static let (columns, rows) = (32, 18)

  fileprivate init(_ frame: borrowing Frame, hasAlpha: Bool) {
    let size = frame.size
    let (width, height) = (size.width, size.height)
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    let columns = min(SmallPicture.columns, width)
    let rows = min(SmallPicture.rows, height)
    var sums = [Int32](repeating: 0, count: 3 * columns * rows)
    var counts = [Int32](repeating: 0, count: columns * rows)
    let places = (0..<width).map { $0 * columns / width }
    let step = hasAlpha ? 4 : 3
    frame.withPlane(0) { plane, stride in
      for y in 0..<height {
        let line = plane + y * stride
        let first = y * rows / height * columns
        for x in 0..<width {
          let cell = first + places[x]
          counts[cell] += 1
          let alpha = hasAlpha ? Int32(line[4 * x + 3]) : 255
          for channel in 0..<3 {
            let value = Int32(line[step * x + channel]) * alpha / 255
            pixels[3 * (y * width + x) + channel] = UInt8(truncatingIfNeeded: value)
            sums[3 * cell + channel] += value
          }
        }
      }
    }
    self.pixels = pixels
    cells = sums.indices.map { Float(sums[$0]) / Float(max(1, counts[$0 / 3])) }
  }

  /// The brightness, of 255, that all but a fiftieth of the cells do not exceed.
  package var brightness: Int {
    let lumas = lumas.sorted()
    return lumas.isEmpty ? 0 : Int(lumas[lumas.count * 49 / 50].rounded())
  }

  /// The brightness of each cell, of 255.
  package var lumas: [Float] {
    stride(from: 0, to: cells.count, by: 3).map { index in
      0.2126 * cells[index] + 0.7152 * cells[index + 1] + 0.0722 * cells[index + 2]
    }
  }
}
