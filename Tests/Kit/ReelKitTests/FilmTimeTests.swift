// SPDX-License-Identifier: Apache-2.0

import ReelKit
import Testing

/// Exact times, as users of the library write and read them.
struct FilmTimeTests {
  @Test func sumsAreExact() {
    let frame = FilmTime(1001, over: 30000)
    #expect(frame * 30000 == FilmTime(1001))
    #expect(frame + frame - frame == frame)
    #expect(FilmTime(2, over: 4).numerator == 1)
    #expect(FilmTime(1, over: -4).denominator == 4)
    #expect(FilmTime.zero < frame)
  }

  @Test(arguments: ["0", "2.5", "-0.125", "1001/30000"])
  func textIsReadAsItIsWritten(_ text: String) throws {
    #expect(try #require(FilmTime(text)).description == text)
  }

  @Test(arguments: ["", "2.5s", "1/0", "two"])
  func otherTextIsNoTime(_ text: String) {
    #expect(FilmTime(text) == nil)
  }
}
