// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import RenderProtocol
import Testing

@Suite struct CounterTests {
  private func text(_ format: String, _ value: Double, _ rate: FrameRate = FrameRate(25)) throws
    -> String
  {
    try NumberFormat(parsing: format).number(value, rate: rate)
  }

  @Test(arguments: [
    ("%d", 0.5, "1"), ("%d", 0.49, "0"), ("%d", -0.4, "0"), ("%d", -1234567.5, "-1234568"),
    ("%d", 1e12, "1000000000000"), ("%5d", 42, "   42"), ("%05d", -42, "-0042"), ("%+d", 7, "+7"),
    ("%+d", -7, "-7"), ("%,d", 1_234_567, "1,234,567"), ("%,d", 999, "999"),
    ("%,d", 100_000, "100,000"), ("%.1f", 0.25, "0.3"), ("%.1f", 9.96, "10.0"),
    ("%.3f", -0.0004, "0.000"), ("%,.2f", 1234.5, "1,234.50"), ("%08.2f", 3.14159, "00003.14"),
    ("%f", 1.5, "1.500000"), ("%.0f", 2.5, "3"), ("clock", 3661.99, "1:01:01"),
    ("clock", 0, "0:00:00"), ("clock", -0.5, "-0:00:01"), ("clock", 360_000, "100:00:00"),
    ("timecode", 3661.5, "01:01:01:12"), ("timecode", 0.04, "00:00:00:01"), ("frame", 2.0, "50"),
    ("frame", 0.079999, "1"),
  ])
  func `Numbers are written as printf writes them, and times as clocks show them`(
    format: String, value: Double, expected: String
  ) throws {
    #expect(try text(format, value) == expected)
  }

  @Test func `The time of every frame is that frame`() throws {
    for rate in [FrameRate(24000, over: 1001), FrameRate(25), FrameRate(60000, over: 1001)] {
      for frame in [1, 2, 3, 999, 107_892, 2_589_407] {
        #expect(try text("frame", rate.time(of: frame).approximate, rate) == "\(frame)")
      }
    }
    #expect(try text("timecode", 1001.0 / 1000, FrameRate(30000, over: 1001)) == "00:00:01:00")
  }

  @Test(arguments: [
    ("", 0..<0), ("abc", 0..<3), ("100%%", 0..<5), ("%d of %d", 6..<8), ("%s", 0..<2),
    ("%", 0..<1), ("é %é", 3..<6), ("%.7f", 0..<3), ("%.1d", 0..<4), ("%21d", 0..<3),
    ("%0,d", 0..<4), ("a\nb%d", 1..<2), ("%99999999999999999999d", 0..<3),
  ])
  func `A wrong format says where it is wrong`(format: String, range: Range<Int>) {
    #expect { try NumberFormat(parsing: format) } throws: { error in
      (error as? NumberFormatError)?.range == range
    }
  }

  @Test func `A format is read as it is written`() throws {
    for text in ["%d", "%05d", "%,+d", "100%% of %.2f %%!", "clock", "timecode", "frame"] {
      #expect(try NumberFormat(parsing: text).description == text)
    }
  }

  /// A counter whose digits are 5 to 14 wide.
  private func counter(_ format: String, alignment: Double, isOutlined: Bool = false) throws
    -> Counter
  {
    let format = try NumberFormat(parsing: format)
    var y = 0
    let cells = Counter.pieces(of: format).enumerated().map { index, piece in
      defer { y += 40 }
      let advance = piece.count == 1 ? 5 + index : 30
      return TextCell(
        area: PixelRect(x: 0, y: y, width: advance + 4, height: 20),
        outline: isOutlined ? PixelPlace(0, y + 20) : nil, origin: PixelPlace(2, 15),
        advance: advance, ascent: 14, descent: 4)
    }
    return Counter(format: format, cells: cells, alignment: alignment, width: 100)
  }

  @Test func `Digits are equally wide, and stand where they stood`() throws {
    let counter = try counter("No. %d", alignment: 1)
    let rate = FrameRate(25)
    #expect(counter.width(of: 111, rate: rate) == 30 + 3 * 14)
    #expect(counter.width(of: 999, rate: rate) == 30 + 3 * 14)
    // On the right, the last digit's middle stays.
    for value in [1, 9, 10, 99, 105] {
      let last = try #require(counter.letters(of: Double(value), rate: rate).last)
      let digit = value % 10
      #expect(last.area.y == digit * 40)
      #expect(last.place.x + 2 + (5 + digit) / 2 - (counter.box.x + 100 - 14 + 7) <= 0)
      #expect(abs(last.place.x + 2 + (5 + digit) / 2 - (counter.box.x + 100 - 14 + 7)) <= 1)
      #expect(last.place.y == counter.box.y + 14 - 15)
    }
    let first = try #require(counter.letters(of: 5, rate: rate).first)
    #expect(first.area.y == 11 * 40)
    #expect(first.place.x == counter.box.x + 100 - 14 - 30 - 2)
  }

  @Test func `Everything lies inside of the picture`() throws {
    for alignment in [0, 0.5, 1] {
      var counter = try counter("%+,.1f %%", alignment: alignment, isOutlined: true)
      let values = [0, -1, 123456.7, -9.99e11]
      counter.width = try #require(values.map { counter.width(of: $0, rate: FrameRate(25)) }.max())
      for value in values {
        let letters = counter.letters(of: value, rate: FrameRate(25))
        let half = letters.count / 2
        #expect(letters.prefix(half).allSatisfy { $0.area.y % 40 == 20 })
        #expect(letters.suffix(half).allSatisfy { $0.area.y % 40 == 0 })
        for letter in letters {
          #expect(letter.place.x >= 0 && letter.place.x + letter.area.width <= counter.size.width)
          #expect(letter.place.y >= 0 && letter.place.y + letter.area.height <= counter.size.height)
        }
      }
    }
  }
}
