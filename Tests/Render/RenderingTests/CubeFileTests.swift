// SPDX-License-Identifier: Apache-2.0

import MediaIO
import RenderProtocol
import Testing

@Suite struct CubeFileTests {
  private static let eight = (0..<8).map { "0.\($0) \($0 % 2) -0.5" }.joined(separator: "\n")

  private func read(_ text: String) throws(CubeProblem) -> CubeFile {
    try CubeFile(Array(text.utf8))
  }

  @Test func `a lattice is read with its domain`() throws {
    let file = try read(
      """
      # made by hand

      TITLE "a \\"look\\""\r
      DOMAIN_MIN -1 0 0.5\r
      LUT_3D_SIZE 2
      DOMAIN_MAX 2 +3e0 4.0
      \(Self.eight)

      # the end
      """)
    #expect(file.isLattice && file.size == 2)
    #expect(file.lowest == [-1, 0, 0.5] && file.highest == [2, 3, 4])
    #expect(file.values.count == 24)
    #expect(Array(file.values[9..<12]) == [0.3, 1, -0.5])
  }

  @Test func `curves are read with the range of Resolve`() throws {
    let file = try read("\u{feff}LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 1.5\n0 0 0\n.5 5e-1 1.\n1 1 1")
    #expect(!file.isLattice && file.size == 3)
    #expect(file.lowest == [0, 0, 0] && file.highest == [1.5, 1.5, 1.5])
    #expect(file.values == [0, 0, 0, 0.5, 0.5, 1, 1, 1, 1])
  }

  /// Digits as other programs write them, against the reader of the standard library.
  @Test(arguments: [
    "0.333333343267440796", "1.17549435e-38", "-0.0", "12345.678901234567890123", "1E+2", "1e-300",
    "0.000000000000000000000000000000000000000000001",
  ])
  func `numbers are the nearest`(text: String) throws {
    let file = try read("LUT_1D_SIZE 2\n\(text) 0 0\n1 1 1")
    #expect(file.values[0] == Float(text))
  }

  @Test(arguments: [
    ("", 1, "the file has neither LUT_3D_SIZE nor LUT_1D_SIZE"),
    ("0 0 0", 1, "LUT_3D_SIZE or LUT_1D_SIZE stands before the colours"),
    ("\nLUT_3D_SIZE 1", 2, "the size is from 2 to 65"),
    ("LUT_3D_SIZE 66", 1, "the size is from 2 to 65"),
    ("LUT_3D_SIZE 2.5", 1, "the size is from 2 to 65"),
    ("LUT_1D_SIZE 65537", 1, "the size is from 2 to 65536"),
    ("LUT_3D_SIZE 2\nLUT_1D_SIZE 2", 2, "the file has two sizes"),
    ("LUT_3D_SIZE", 1, "one number should stand here, not 0"),
    ("LUT_3D_SIZE 2\n\(eight)\n1 1 1", 10, "there are more than the 8 colours of its size"),
    ("LUT_3D_SIZE 2\n0 0 0\n0 0", 3, "3 numbers should stand here, not 2"),
    ("LUT_3D_SIZE 2\n0 0 0\n0 nan 0", 3, "'nan' is no number from -1000000 to 1000000"),
    ("LUT_3D_SIZE 2\n0 0x1 0", 2, "'0x1' is no number from -1000000 to 1000000"),
    ("LUT_3D_SIZE 2\n0 1e7 0", 2, "'1e7' is no number from -1000000 to 1000000"),
    ("LUT_3D_SIZE 2\n0 - 0", 2, "'-' is no number from -1000000 to 1000000"),
    ("LUT_3D_SIZE 2\n0 1.0.0 0", 2, "'1.0.0' is no number from -1000000 to 1000000"),
    ("LUT_3D_SIZE 2\n0 0 0\n\n", 3, "the file ends after 1 of its 8 colours"),
    (
      "LUT_3D_SIZE 2\n0 0 0\nTITLE x", 3, "'TITLE' stands before the colours, not among them"
    ),
    (
      "LUT_IN_VIDEO_RANGE\nLUT_3D_SIZE 2", 1,
      "'LUT_IN_VIDEO_RANGE' is no word of a .cube file that is known"
    ),
    (
      "LUT_3D_SIZE 2\nDOMAIN_MIN 0 1 0\n\(eight)", 2, "the domain ends before it begins"
    ),
  ])
  func `what is wrong is said with its line`(text: String, line: Int, message: String) {
    let problem = #expect(throws: CubeProblem.self) { try read(text) }
    #expect(problem?.line == line)
    #expect(problem?.message == message)
  }

  @Test func `long lines and damaged files are refused`() {
    let long = "#" + String(repeating: "x", count: 5000)
    #expect(throws: CubeProblem.self) { try read("\(long)\nLUT_3D_SIZE 2\n\(Self.eight)") }
    // Whatever bytes are exchanged, it is read or refused.
    let whole = Array("TITLE x\nLUT_3D_SIZE 2\nDOMAIN_MAX 1 1 2\n\(Self.eight)".utf8)
    var state: UInt32 = 5
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<3 {
        state = state &* 1_664_525 &+ 1_013_904_223
        bytes[Int(state >> 8) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      if let file = try? CubeFile(bytes) { #expect(file.values.count % 3 == 0) }
    }
  }

  @Test func `a file is meant by its name or by its words`() {
    #expect(CubeFile.isMeant("/a/Look.CUBE", head: []))
    #expect(CubeFile.isMeant("/a/look.txt", head: Array("# x\nLUT_3D_SIZE 33\n".utf8)))
    #expect(!CubeFile.isMeant("/a/look.txt", head: Array("see LUT_3D_SIZE\n".utf8)))
  }
}
