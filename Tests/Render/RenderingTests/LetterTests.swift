// SPDX-License-Identifier: Apache-2.0

import Base
import MediaIO
import RenderProtocol
import TestSupport
import Testing

@testable import Compositor

/// Letters that are put together, beside premultiplied numbers in double precision.
@Suite struct LetterTests {
  private static let sheet: RasterFile = {
    var random = SeededNumbers(seed: 5)
    let size = PixelSize(24, 40)
    let pixels = (0..<size.width * size.height * 4).map { index -> UInt8 in
      // Clear, whole and all between.
      guard index % 4 == 3 else { return UInt8.random(in: 0...255, using: &random) }
      return [0, 255, UInt8.random(in: 1...254, using: &random)].randomElement(using: &random) ?? 0
    }
    return RasterFile(size: size, pixels: pixels)
  }()

  private func reference(_ letters: [Letter], _ size: PixelSize) -> [(
    color: [Double], alpha: Double
  )] {
    let sheet = Self.sheet
    var result = [(color: [Double], alpha: Double)](
      repeating: ([0, 0, 0], 0), count: size.width * size.height)
    for letter in letters {
      for y in 0..<letter.area.height {
        for x in 0..<letter.area.width {
          let (sx, sy) = (letter.area.x + x, letter.area.y + y)
          let (tx, ty) = (letter.place.x + x, letter.place.y + y)
          guard (0..<sheet.size.width).contains(sx), (0..<sheet.size.height).contains(sy),
            (0..<size.width).contains(tx), (0..<size.height).contains(ty)
          else { continue }
          let at = (sy * sheet.size.width + sx) * 4
          let alpha = Double(sheet.pixels[at + 3]) / 255
          let to = ty * size.width + tx
          for channel in 0..<3 {
            result[to].color[channel] =
              Double(sheet.pixels[at + channel]) * alpha + result[to].color[channel] * (1 - alpha)
          }
          result[to].alpha = alpha + result[to].alpha * (1 - alpha)
        }
      }
    }
    return result
  }

  @Test func `Letters lie over each other, and end at the edges of both pictures`() {
    let size = PixelSize(50, 30)
    func letter(_ x: Int, _ y: Int, _ width: Int, _ height: Int, at place: (Int, Int)) -> Letter {
      Letter(
        PixelRect(x: x, y: y, width: width, height: height), at: PixelPlace(place.0, place.1))
    }
    let letters = [
      letter(0, 0, 24, 20, at: (3, 4)), letter(0, 20, 24, 20, at: (3, 4)),
      letter(4, 6, 10, 10, at: (20, 8)), letter(0, 0, 24, 40, at: (-5, -7)),
      letter(10, 30, 40, 40, at: (30, 5)), letter(0, 0, 24, 40, at: (40, 20)),
      letter(100, 100, 5, 5, at: (0, 0)), letter(0, 0, 5, 5, at: (1000, -1000)),
    ]
    let drawn = Self.sheet.composed(letters, size: size)
    #expect(drawn.size == size)
    for (index, expected) in reference(letters, size).enumerated() {
      let alpha = Double(drawn.pixels[index * 4 + 3]) / 255
      // Each layer rounds once.
      #expect(abs(alpha - expected.alpha) <= 2.0 / 255)
      guard expected.alpha > 0.1 else { continue }
      for channel in 0..<3 {
        let color = expected.color[channel] / expected.alpha
        #expect(abs(Double(drawn.pixels[index * 4 + channel]) - color) <= 2 + 2 / expected.alpha)
      }
    }
    // Where there is nothing it has a colour that letters have.
    let nothing = Self.sheet.composed([], size: PixelSize(2, 1))
    #expect(
      nothing.pixels
        == Array(repeating: Array(Self.sheet.pixels[..<3]) + [0], count: 2).flatMap(\.self))
  }
}
