// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

/// Path data as SVG has them.
@Suite struct PathDataTests {
  private func path(_ text: String) throws -> VectorPath {
    try VectorPath(pathData: Array(text.utf8))
  }

  @Test(arguments: [
    ("M10 20 30 40", "M10 20L30 40"),
    ("m10 20 30 40h5v-5H0V0", "M10 20L40 60L45 60L45 55L0 55L0 0"),
    ("M0,0C1,2,3,4,5,6", "M0 0C1 2 3 4 5 6"),
    ("M10 10c1 2 3 4 5 6s7 8 9 10", "M10 10C11 12 13 14 15 16C17 18 22 24 24 26"),
    ("M0 0S1 2 3 4", "M0 0C0 0 1 2 3 4"),
    ("M0 0Q3 6 6 0T12 0", "M0 0C2 4 4 4 6 0C8 -4 10 -4 12 0"),
    ("M1.5.5-.5-1e1", "M1.5 0.5L-0.5 -10"),
    ("M0 0L9 0 9 9zl1 1", "M0 0L9 0L9 9ZM0 0L1 1"),
    (" M 0 0 \n L 1 1 ", "M0 0L1 1"),
    ("M0 0A0 5 0 0 1 9 9", "M0 0L9 9"),
    ("M0 0A1e-300 1e-300 0 0 0 10 10L20 0Z", "M0 0L10 10L20 0Z"),
    ("M0 0A5 5 0 1 0 1e-300 0", "M0 0L1e-300 0"),
  ])
  func everyCommandIsRead(text: String, expected: String) throws {
    #expect(try path(text).description == expected)
    #expect(VectorPath(parsing: expected[...]) == (try path(text)))
  }

  @Test func anArcIsPartOfItsEllipse() throws {
    // Three quarters of a circle of radius 50 about (50, 0), flags without spaces between them.
    let arc = try path("M0 0A50 50 0 1150 50")
    #expect(abs(arc.length - 0.75 * 2 * .pi * 50) < 0.05)
    let bounds = try #require(arc.bounds)
    #expect(abs(bounds.x.upperBound - 100) < 0.02 && abs(bounds.y.lowerBound + 50) < 0.02)
    // One that is too small for its ends is enlarged.
    let half = try path("M0 0A1 1 0 0 1 100 0")
    #expect(abs(half.length - .pi * 50) < 0.05)
    // A turned ellipse: the same as a half of one that is not, turned.
    let turned = try path("M0 0A60 30 90 0 0 0 120")
    let bounds2 = try #require(turned.bounds)
    #expect(abs(bounds2.x.lowerBound + 30) < 0.02 || abs(bounds2.x.upperBound - 30) < 0.02)
  }

  @Test(arguments: [
    ("", 0..<0), ("L1 1", 0..<1), ("M1", 2..<2), ("M1 1X", 4..<5), ("M1 1L2", 6..<6),
    ("M1 1A5 5 0 2 0 9 9", 11..<12), ("M1 1L2 9999999", 7..<14), ("M1 1 1,", 7..<7),
    ("M1 1 1 2,", 8..<9),
    ("M1 1L--2 3", 5..<6), ("M1 1L2 1e9", 7..<10),
  ])
  func aMistakeIsFoundWhereItIs(text: String, place: Range<Int>) {
    let error = #expect(throws: PathDataError.self) { try path(text) }
    #expect(error?.range == place, "\(error?.message ?? "")")
  }

  @Test func aPathHasALimit() throws {
    for (text, count) in [("h1", VectorPath.mostSteps), ("A1 2 3 1 1 5 5 A1 2 3 1 1 0 0", 4000)] {
      let long = "M0 0" + String(repeating: text, count: count)
      #expect(VectorPath(parsing: long[...]) == nil)
      let short = "M0 0" + String(repeating: text, count: count / 4)
      #expect(VectorPath(parsing: short[...]) != nil)
    }
  }

  @Test func thePathThatIsSentIsTheOneThatWasRead() throws {
    // Moves that a reader inserts count, too.
    let steps = "M0 0" + String(repeating: "ZL1 1", count: VectorPath.mostSteps)
    var most = VectorPath([])
    for count in stride(from: 3300, through: 3400, by: 1) {
      guard let path = try? path(String(steps.prefix(4 + 5 * count))) else { break }
      most = path
    }
    #expect((VectorPath.mostSteps - 3...VectorPath.mostSteps).contains(most.steps.count))
    #expect(VectorPath(parsing: most.description[...]) == most)
    // In pixels it may be larger than what a project may say.
    let far = VectorPath([
      .move(PixelPoint(0, 0)), .line(PixelPoint(120_000, -VectorPath.farthestPixel)),
    ])
    #expect(VectorPath(parsing: far.description[...]) == far)
    #expect(VectorPath(parsing: "M0 0L300000000 0") == nil)
    #expect(throws: PathDataError.self) { try path(far.description) }
  }

  /// Arcs and numbers of every size: each path has finite coordinates, or is refused.
  @Test(arguments: 0..<2000 as Range<UInt64>)
  func randomDataAreDrawableOrRefused(seed: UInt64) {
    var state = (seed &+ 77) &* 6_364_136_223_846_793_005 &+ 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func number() -> String {
      switch random(8) {
      case 0: "0"
      case 1: "\(random(19) - 9)e-\(random(330))"
      case 2: "\(random(200_001) - 100_000)"
      case 3: "\(random(9) + 1)e\(random(5))"
      case 4: "-0"
      default: "\(Double(random(20_001) - 10_000) / 100)"
      }
    }
    var text = "M\(number()) \(number())"
    for _ in 0...random(6) {
      let arc = { "\(number()) \(number()) \(number()) \(random(2)) \(random(2))" }
      switch random(6) {
      case 0: text += "L\(number()) \(number())"
      case 1: text += "Z"
      case 2: text += "s\(number()) \(number()) \(number()) \(number())"
      case 3: text += "a\(arc()) \(number()) \(number())"
      default: text += "A\(arc()) \(number()) \(number())"
      }
    }
    guard let path = try? path(text) else { return }
    let points = path.steps.flatMap { step -> [PixelPoint] in
      switch step {
      case .move(let p), .line(let p): [p]
      case .curve(let a, let b, let p): [a, b, p]
      case .close: []
      }
    }
    #expect(
      points.allSatisfy { abs($0.x) <= VectorPath.farthest && abs($0.y) <= VectorPath.farthest },
      "\(text)")
    #expect(VectorPath(parsing: path.description[...]) == path, "\(text)")
    if let bounds = path.bounds {
      #expect(bounds.x.upperBound.isFinite && bounds.y.upperBound.isFinite, "\(text)")
    }
    #expect(path.length.isFinite, "\(text)")
    _ = (path.trimmed(from: 0.3, to: 0.6), path.end, path.dashed([3, 0, 0, 50]))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func damagedDataAreReadOrRefused(seed: UInt64) {
    var state = seed &* 6_364_136_223_846_793_005 &+ 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var bytes = Array("M0 0c1 2 3 4 5 6A5 5 0 1 0 9-9zQ.5.5 1e3-1E-2T4 4S1 2 3 4".utf8)
    let letters = Array("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n\u{0}é".utf8)
    for _ in 0...random(12) { bytes[random(bytes.count)] = letters[random(letters.count)] }
    if let path = try? VectorPath(pathData: bytes) {
      #expect(VectorPath(parsing: path.description[...]) == path)
      _ = (path.bounds, path.length, path.trimmed(from: 0.3, to: 0.6), path.end)
    }
  }
}
