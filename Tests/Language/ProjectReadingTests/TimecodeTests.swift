// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

/// The timecodes of frames.
@Suite struct TimecodeTests {
  @Test(arguments: [(24, false), (25, false), (30, false), (30, true), (60, false), (60, true)])
  func `every frame of a day has a label of its own`(base: Int, isDropFrame: Bool) {
    let perTenMinutes = Int64(600 * base - (isDropFrame ? 9 * base / 15 : 0))
    let day = 144 * perTenMinutes
    var wrong = 0
    for index in stride(from: Int64(0), to: day, by: 7) {
      let code = Timecode(frame: index, base: base, isDropFrame: isDropFrame)
      if code.frameIndex(base: base) != index { wrong += 1 }
    }
    #expect(wrong == 0)
    let last = Timecode(frame: day - 1, base: base, isDropFrame: isDropFrame)
    #expect((last.hours, last.minutes, last.seconds, last.frames) == (23, 59, 59, base - 1))
    #expect(Timecode(frame: day, base: base, isDropFrame: isDropFrame).hours == 0)
  }

  @Test(arguments: [
    ("00:59:58;10", 14, "00:59:58;24"), ("00:00:59;29", 1, "00:01:00;02"),
    ("00:09:59;29", 1, "00:10:00;00"), ("00:59:59;28", 3, "01:00:00;01"),
    ("23:59:59;29", 1, "00:00:00;00"), ("01:00:00;00", 107_892, "02:00:00;00"),
    ("00:00:59:29", 1, "00:01:00:00"), ("10:00:00.00", 0, "10:00:00;00"),
  ])
  func `labels go on frame by frame`(start: String, count: Int64, end: String) {
    let rate = FrameRate(30000, over: 1001)
    let advanced = Timecode(parsing: start)?.advanced(by: count, at: rate)
    #expect(advanced?.description == end)
  }

  @Test(arguments: [
    "", "1", "01:00:00", "01:00:00:", "01:00:00:00:", ":01:00:00:00", "01;00:00:00", "24:00:00:00",
    "00:60:00:00", "00:00:61:00", "00:00:00:9999", "-1:00:00:00", "00:00:00:0x", "00::00:00",
  ])
  func `text that is no timecode is not read as one`(text: String) {
    #expect(Timecode(parsing: text) == nil)
  }

  @Test func `a label that a rate does not have is not counted from`() {
    #expect(Timecode(parsing: "00:00:00:27")?.advanced(by: 0, at: FrameRate(25)) == nil)
    #expect(Timecode(parsing: "00:00:00;10")?.advanced(by: 0, at: FrameRate(25)) == nil)
    #expect(Timecode(parsing: "00:01:00;01")?.advanced(by: 0, at: FrameRate(30)) == nil)
  }
}
