// SPDX-License-Identifier: Apache-2.0

import MediaIO
import RenderProtocol
import Testing

@Suite struct CurvesFileTests {
  private static func bytes(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  @Test func `curves are read, and what follows them is not`() throws {
    let file = try CurvesFile(
      Self.bytes(4, 2, 2, 0, 0, 255, 255, 3, 10, 0, 100, 128, 240, 255, 7, 7, 7))
    #expect(file.curves.map(\.count) == [2, 3])
    #expect(file.curves[1][1] == CurvesFile.Point(input: 128, output: 100))
  }

  @Test(arguments: [
    (bytes(), "the file of curves ends after 0 bytes"),
    (bytes(9, 1), "the version at byte 0 of the curves is 9, not from 1 to 4"),
    (bytes(4, 0), "the number of curves at byte 2 of the curves is 0, not from 1 to 64"),
    (bytes(4, 1, 1), "the number of points at byte 4 of the curves is 1, not from 2 to 19"),
    (bytes(4, 1, 2, 0, 0, 256), "a level at byte 10 of the curves is 256, not from 0 to 255"),
    (bytes(4, 1, 2, 0, 9, 9, 9), "a level at byte 12 of the curves is 9, not from 10 to 255"),
    (bytes(4, 1, 2, 0, 255, 9, 9), "a curve goes on after its last level"),
    (bytes(4, 1, 2, 0, 0, 9), "the file of curves ends after 12 bytes"),
  ])
  func `damaged files say what is wrong`(bytes: [UInt8], message: String) {
    do throws(RenderFailure) {
      _ = try CurvesFile(bytes)
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .media && error.message == message)
    }
  }
}
