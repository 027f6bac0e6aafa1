// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

@testable import Preprocessing

@Suite struct BeatsFileTests {
  private func read(_ text: String, limit: Int = 100) throws(BeatsFile.Problem) -> [Time] {
    try BeatsFile(Array(text.utf8), limit: limit).times
  }

  @Test func `times stand at the start of lines`() throws {
    let times = [Time(1, over: 2), Time(1), Time(3, over: 2)]
    #expect(try read("0.5\n1\n1.50\n") == times)
    #expect(try read("0.5\r\n1\r\n1.5") == times)
    #expect(try read("# beats\n\n  0.5 x\n1.0,4\n1.5;\n\n") == times)
  }

  @Test func `labels of Audacity are read as they are`() throws {
    let text = "0.510839\t0.510839\t1\n\\\t200.0\t4000.0\n1.021678\t1.3\tdown beat\n"
    #expect(try read(text) == [Time(510_839, over: 1_000_000), Time(1_021_678, over: 1_000_000)])
  }

  @Test func `more digits than nanoseconds are left out`() throws {
    #expect(try read("0.510839002267574\n") == [Time(510_839_002, over: 1_000_000_000)])
  }

  @Test(arguments: [
    // A time and the number of the beat in its bar.
    "12,3\n13,4\n14,1\n15,2\n", "12,3,x\n13,4,y\n14,1,z\n15,2\n", "12,1\n13,2\n14,3\n15,4",
    // Where times have decimals after a point, a comma ends them.
    "12,98\n13.0,97\n14,05\n15,7\n", "12,0.9\n13,0.8\n14,1\n15,1\n",
  ])
  func `a comma ends the time in a table`(_ text: String) throws {
    #expect(try read(text) == [Time(12), Time(13), Time(14), Time(15)])
  }

  @Test func `a word is as long as a time is`() {
    let long = String(repeating: ".", count: 5_000_000)
    #expect(
      throws: BeatsFile.Problem(
        line: 1, message: "'....................' is not a time in seconds")
    ) { _ = try read(long) }
    #expect(throws: BeatsFile.Problem.self) {
      _ = try read("1." + String(repeating: "0", count: 63))
    }
  }

  @Test(arguments: [
    ("0,5\n1,0\n", 1, "decimals come after a point, as in 1.5"),
    ("0,5\n", 1, "decimals come after a point, as in 1.5"),
    ("0,1\n1,1\n2,1\n", 1, "decimals come after a point, as in 1.5"),
    ("12.5\n13,5\n14.2\n", 2, "decimals come after a point, as in 1.5"),
    ("0,5\n1.0\n", 1, "decimals come after a point, as in 1.5"),
    ("12.5,1\n13,2\n13.6\n", 2, "decimals come after a point, as in 1.5"),
    ("1,1\n2,2\n3,3\n", 1, "decimals come after a point, as in 1.5"),
    ("0,5\n0,9\n", 1, "decimals come after a point, as in 1.5"),
    ("# a\n0,98\n2,01\n3,07\n", 2, "decimals come after a point, as in 1.5"),
    ("1,1\n2,2\n3,2\n", 1, "decimals come after a point, as in 1.5"),
    ("0.5\nx\n", 2, "'x' is not a time in seconds"),
    ("1:02\n", 1, "'1:02' is not a time in seconds"),
    ("-1\n", 1, "'-1' is not a time in seconds"), ("1e3\n", 1, "'1e3' is not a time in seconds"),
    ("0.5\n# a\n0.5\n", 3, "0.5 s does not come after 0.5 s"),
    ("2\n1\n", 2, "1 s does not come after 2 s"), ("", 1, "there are no times"),
    ("\n\n", 2, "there are no times"), ("1\n2\n3\n4\n", 4, "a file has at most 3 beats"),
    ("1000001\n", 1, "'1000001' is not a time in seconds"),
    (".\n", 1, "'.' is not a time in seconds"),
    ("\u{0}\n", 1, "'\u{0}' is not a time in seconds"),
  ])
  func `what is wrong is said with its line`(_ text: String, _ line: Int, _ message: String) {
    #expect(throws: BeatsFile.Problem(line: line, message: message)) {
      _ = try read(text, limit: 3)
    }
  }
}
