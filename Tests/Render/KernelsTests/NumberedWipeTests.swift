// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing
import Transitions

/// The wipes of SMPTE 258M as W3C's SMIL describes them, which lists them with their numbers.
///
/// This knows nothing of kernels nor of `EffectReferences`, which say when an edge comes to a place as kernels do.
struct NumberedWipeTests {
  /// When five rows of seven places change, at the middles of equal parts of the picture.
  ///
  /// A digit is a quarter of the time. A dot is a place that changes about when two quarters meet, or lies where two parts meet.
  static let pictures: [Int: String] = [
    1: "112.344 112.344 112.344 112.344 112.344",
    2: "1111111 2222222 ....... 3333333 4444444",
    3: "112.344 222.344 ....344 3333344 4444444",
    4: "443.211 443.222 443.... 4433333 4444444",
    5: "4444444 4433333 443.... 443.222 443.211",
    6: "4444444 3333344 ....344 222.344 112.344",
    7: "1234321 3334333 4444444 3334333 1234321",
    8: "3334333 3124213 4444444 3124213 3334333",
    21: "4321234 4321234 4321234 4321234 4321234",
    22: "4444444 2222222 1111111 2222222 4444444",
    23: "4321234 4322234 43...34 4333334 4444444",
    24: "4444444 443.222 443.211 443.222 4444444",
    25: "4444444 4333334 43...34 4322234 4321234",
    26: "4444444 222.344 112.344 222.344 4444444",
    41: "11.222. 1.22.33 222.333 22.33.4 .333.44",
    42: ".222.11 33.22.1 333.222 4.33.22 44.333.",
    43: ".2.1.2. .32223. 443.344 .32223. .2.1.2.",
    44: ".3.4.3. .23332. 112.211 .23332. .3.4.3.",
    45: "4332.11 3.2111. 2211122 .1112.3 11.2334",
    46: "11.2334 .1112.3 2211122 3.2111. 4332.11",
    47: "1..4..1 2112112 4321234 2112112 1..4..1",
    48: "3211123 .12321. 1234321 .12321. 3211123",
    61: ".21112. 3221223 332.233 .3.2.3. 4.323.4",
    62: "44.33.2 33.222. 222.111 33.222. 44.33.2",
    63: "4.323.4 .3.2.3. 332.233 3221223 .21112.",
    64: "2.33.44 .222.33 111.222 .222.33 2.33.44",
    65: "1234321 1123211 211.112 3.121.3 ..111..",
    66: ".322111 2111.2. 112.344 2111.2. .322111",
    67: "..111.. 3.121.3 211.112 1123211 1234321",
    68: "111223. .2.1112 443.211 .2.1112 111223.",
    101: "4444444 4322234 4321234 4322234 4444444",
    102: "4332334 3.212.3 2211122 3.212.3 4332334",
    119: "4322234 4321234 ...1... 4321234 4322234",
    120: "4333334 3.222.3 3211123 3.222.3 4333334",
    121: "4321234 4321234 43.1.34 4321234 4321234",
    201: "444.111 444.111 ....... 333.222 333.222",
    202: "333.444 333.444 ....... 222.111 222.111",
    203: "222.333 222.333 ....... 111.444 111.444",
    204: "111.222 111.222 ....... 444.333 444.333",
    205: "334.122 333.222 ....... 222.333 221.433",
    206: "112.344 111.444 ....... 444.111 443.211",
    207: "223.233 112.344 ....... 443.211 332.322",
    211: "221.122 222.222 ....... 333.333 334.433",
    212: "443.211 444.111 ....... 444.111 443.211",
    213: "332.233 443.344 ....... 443.344 332.233",
    214: "223.322 112.211 ....... 112.211 223.322",
    221: "444.111 44...11 4.3.2.1 .33.22. .33.22.",
    222: "33333.4 3333334 ....... 2222221 22222.1",
    223: ".22.33. .22.33. 1.2.3.4 11...44 111.444",
    224: "1.22222 1222222 ....... 4333333 4.33333",
    225: ".34.111 23...21 223.322 12...32 111.43.",
    226: "1.3.444 2344444 ....... 4444432 444.3.1",
    227: "444.111 44...11 ....... 44...11 444.111",
    228: "1.2.2.1 122.221 ....... 433.334 4.3.3.4",
    231: "444.444 43...34 332.233 32...23 .21.12.",
    232: "111.2.4 1111123 ....... 1111123 111.2.4",
    233: ".21.12. 32...23 332.233 43...34 444.444",
    234: "4.2.111 3211111 ....... 3211111 4.2.111",
    235: "444.444 43...34 ....... 43...34 444.444",
    236: "4.2.2.4 321.123 ....... 321.123 4.2.2.4",
    241: "2111111 .2.1111 4322.11 43.22.. 4.3.222",
    242: "4.3.222 43.22.. 4322.11 .2.1111 2111111",
    243: "222.3.4 ..22.34 11.2234 1111.2. 1111112",
    244: "1111112 1111.2. 11.2234 ..22.34 222.3.4",
    245: "4.21111 .443.22 334.433 22.344. 11112.4",
    246: "123.444 1.34442 .34.43. 24443.1 444.321",
    251: "211.112 .2...2. 432.234 43...34 4.3.3.4",
    252: "3444444 .3.4444 ....... .3.4444 3444444",
    253: "4.3.3.4 43...34 432.234 .2...2. 211.112",
    254: "4444443 4444.3. ....... 4444.3. 4444443",
  ]
  /// A size of which the middles of parts are middles of pixels.
  static let (width, height) = (49, 25)

  @Test func `every wipe of a number has a picture`() {
    let numbers = EffectTests.names.filter { $0.hasPrefix("smpte") }.map { String($0.dropFirst(5)) }
    #expect(Set(numbers) == Set(Self.pictures.keys.map { String($0) }))
  }

  @Test(arguments: pictures.keys.sorted())
  func `a wipe shows the second picture first where its picture says`(number: Int) throws {
    let kernel = try #require(TransitionKernel(named: "smpte\(number)"))
    let rows = try #require(Self.pictures[number]).split(separator: " ").map { Array($0) }
    try #require(rows.count == 5 && rows.allSatisfy { $0.count == 7 })
    let (from, to, out) = (uniform(16), uniform(235), uniform(0))
    for quarter in 1...3 {
      transition(
        kernel, parameters: [0], from: from.view, to: to.view, position: quarter, duration: 4,
        into: out.view, matrix: EffectTests.matrix, scratch: Scratch())
      let plane = out.view.y
      for (row, line) in rows.enumerated() {
        for (column, digit) in line.enumerated() {
          guard let change = digit.wholeNumberValue else { continue }
          let seen = plane.row(5 * row + 2)[7 * column + 3]
          let expected: UInt8 = quarter >= change ? 235 : 16
          #expect(seen == expected, "\(number), \(quarter)/4, row \(row), column \(column)")
        }
      }
    }
  }

  /// A picture of one grey.
  private func uniform(_ luma: UInt8) -> SampleBuffer<UInt8> {
    let buffer = SampleBuffer<UInt8>(
      width: Self.width, height: Self.height, hasAlpha: false, chroma: .full)
    for y in 0..<Self.height { buffer.view.y.row(y).update(repeating: luma, count: Self.width) }
    return buffer
  }
}
