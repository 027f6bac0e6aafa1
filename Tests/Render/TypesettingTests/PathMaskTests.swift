// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing

@testable import Text

/// Areas of shapes and their lines, in pixels, beside what geometry says.
@Suite struct PathMaskTests {
  /// The coverage of a picture of `size`, row by row.
  private func mask(
    _ path: VectorPath, _ mark: PathMask.Mark = .inside, _ size: PixelSize = PixelSize(200, 300),
    through map: Affine = .identity
  ) throws -> [Double] {
    var result: [Double] = []
    try PathMask(path, mark, through: map, on: size).rows { first, weights in
      #expect(first == result.count / size.width)
      result += weights.map { Double($0) / 65535 }
    }
    #expect(result.count == size.width * size.height)
    return result
  }

  private func area(
    _ path: VectorPath, _ mark: PathMask.Mark = .inside, through map: Affine = .identity
  ) throws -> Double {
    try mask(path, mark, through: map).reduce(0, +)
  }

  private func line(_ width: Double, trim: [Double] = [0, 1]) -> Stroke {
    Stroke(.color(.white), width: width, trim: trim)
  }

  @Test func anEllipseHasItsArea() throws {
    let ellipse = VectorPath.ellipse(x: 20.25, y: 30.5, width: 120.5, height: 200.75)
    let expected = Double.pi / 4 * 120.5 * 200.75
    #expect(abs(try area(ellipse) - expected) < 0.0005 * expected)
    // The same in half the size.
    #expect(
      abs(try area(ellipse, through: .scale(0.5, 0.5)) - expected / 4) < 0.0005 * expected)
  }

  @Test func edgesBetweenPixelsCoverTheirShare() throws {
    let box = VectorPath(RoundedBox(x: 10.25, y: 20.3, width: 5, height: 6))
    let shares = try mask(box)
    for y in 19..<29 {
      for x in 9..<17 {
        let across = max(0, min(15.25, Double(x + 1)) - max(10.25, Double(x)))
        let down = max(0, min(26.3, Double(y + 1)) - max(20.3, Double(y)))
        #expect(abs(shares[y * 200 + x] - across * down) < 0.01, "at \(x), \(y)")
      }
    }
    // A slanted edge: half of the box.
    let half = VectorPath(
      through: [PixelPoint(10.25, 20.3), PixelPoint(110.75, 20.3), PixelPoint(10.25, 220.9)],
      isClosed: true)
    #expect(abs(try area(half) - 100.5 * 200.6 / 2) < 3)
  }

  @Test func roundCornersLeaveTheirArea() throws {
    let box = VectorPath(
      RoundedBox(x: 10, y: 10, width: 100, height: 60, radii: [20, 0, 10, 30]))
    let corners = (1 - Double.pi / 4) * (20 * 20 + 10 * 10 + 30 * 30)
    #expect(abs(try area(box) - (6000 - corners)) < 2)
  }

  @Test func theInsideIsByTheNonZeroRule() throws {
    // A star of five tips in one line: its middle is inside, too.
    let corners = (0..<5).map { index in
      let star = VectorPath.star(5, inner: nil, x: 0, y: 0, width: 200, height: 200)
      guard case .line(let point) = star.steps[max(1, index * 2 % 5)] else {
        return PixelPoint(100, 0)
      }
      return index == 0 ? PixelPoint(100, 0) : point
    }
    let shares = try mask(VectorPath(through: corners, isClosed: true))
    #expect(shares[100 * 200 + 100] == 1)
    // Two boxes that turn in opposite directions leave a hole.
    let ring = VectorPath(
      VectorPath(RoundedBox(x: 10, y: 10, width: 50, height: 50)).steps
        + VectorPath(
          through: [
            PixelPoint(20, 20), PixelPoint(20, 40), PixelPoint(40, 40), PixelPoint(40, 20),
          ], isClosed: true
        ).steps)
    #expect(abs(try area(ring) - (2500 - 400)) < 0.1)
  }

  @Test func aLineIsAsWideAsItSays() throws {
    let path = VectorPath(
      through: [PixelPoint(20, 100.25), PixelPoint(170, 100.25)], isClosed: false)
    let shares = try mask(path, .line(line(5.5)))
    let column = (0..<300).reduce(0) { $0 + shares[$1 * 200 + 90] }
    #expect(abs(column - 5.5) < 0.01)
    #expect(abs(shares.reduce(0, +) - 150 * 5.5) < 1)
    // Half a circle at each end, and half a square.
    var round = line(20)
    round.cap = .round
    #expect(abs(try area(path, .line(round)) - (150 * 20 + .pi * 100)) < 1)
    round.cap = .square
    #expect(abs(try area(path, .line(round)) - 170 * 20) < 1)
  }

  @Test func cornersAreJoined() throws {
    let corner = VectorPath(
      through: [PixelPoint(20, 150), PixelPoint(120, 150), PixelPoint(120, 50)], isClosed: false)
    // Both legs have 100 × 20; they share a quarter of the corner's square.
    for (join, square) in [
      (StrokeJoin.miter, 100.0), (.bevel, 50), (.round, .pi / 4 * 100),
    ] {
      var stroke = line(20)
      stroke.join = join
      #expect(abs(try area(corner, .line(stroke)) - (4000 - 100 + square)) < 1, "\(join)")
    }
  }

  @Test(arguments: [
    [0.0, 0.25], [0.25, 0.75], [0.9, 1], [1, 0.5], [0, 1], [0.3, 0.3], [-0.5, 0.5],
  ])
  func aPartOfALineIsAShareOfItsLength(trim: [Double]) throws {
    let circle = VectorPath.ellipse(x: 20, y: 20, width: 150, height: 150)
    let ends = trim.map { min(max($0, 0), 1) }
    let share = abs(ends[1] - ends[0])
    #expect(abs(circle.length - .pi * 150) < 0.1)
    let expected = share * .pi * 150 * 4
    #expect(abs(try area(circle, .line(line(4, trim: trim))) - expected) < 1.5)
    // From the top, clockwise.
    if trim == [0, 0.25] {
      let shares = try mask(circle, .line(line(4, trim: trim)))
      let places = shares.indices.filter { shares[$0] > 0.01 }
      #expect(places.allSatisfy { $0 % 200 >= 95 && $0 / 200 <= 95 })
    }
  }

  @Test func aTrimGoesThroughAllPartsInOrder() throws {
    let path = try VectorPath(pathData: Array("M10 10h100M10 50h50".utf8))
    #expect(path.length == 150)
    let trimmed = path.trimmed(from: 0.2, to: 0.8)
    #expect(trimmed == (try VectorPath(pathData: Array("M40 10L110 10M10 50L30 50".utf8))))
    #expect(path.trimmed(from: 0, to: 1) == path)
    #expect(path.trimmed(from: 0.5, to: 0.5).steps.isEmpty)
  }

  @Test func dashesAndGapsTakeTurns() throws {
    let path = VectorPath(through: [PixelPoint(10, 50), PixelPoint(110, 50)], isClosed: false)
    var stroke = line(4)
    stroke.dash = [8, 4]
    // Eight whole periods of 12 leave 4 of a dash.
    #expect(abs(try area(path, .line(stroke)) - 4 * (8 * 8 + 4)) < 0.5)
    stroke.dash = [1e-7]
    #expect(throws: (any Error).self) { try area(path, .line(stroke)) }
  }

  @Test func dashesWithoutALengthAreDots() throws {
    let path = VectorPath(through: [PixelPoint(20, 40), PixelPoint(140, 130)], isClosed: false)
    var stroke = line(8)
    // At 0, 30, 60, 90, 120 and 150.
    stroke.dash = [0, 30]
    #expect(try area(path, .line(stroke)) == 0)
    stroke.cap = .round
    #expect(abs(try area(path, .line(stroke)) - 6 * .pi * 16) < 6)
    stroke.cap = .square
    let squares = try mask(path, .line(stroke))
    #expect(abs(squares.reduce(0, +) - 6 * 64) < 2)
    // They are turned as the path is: the third lies about (68, 76), with corners at (73.6, 75.2) and (67.2, 70.4).
    #expect(squares[75 * 200 + 72] > 0.9)
    #expect(squares[72 * 200 + 71] < 0.1)
  }

  @Test func dashesBeginAnewInEveryPartAndMeetInClosedOnes() throws {
    let square = VectorPath(RoundedBox(x: 20, y: 20, width: 100, height: 100))
    // A dash over the corner where the path begins: one piece with a join.
    let dashes = square.dashed([30, 40])
    #expect(dashes.dots.isEmpty)
    // 400 hold five periods of 70 and one more dash of 30, and 20 of a gap.
    #expect(dashes.line.steps.filter { if case .move = $0 { true } else { false } }.count == 6)
    #expect(abs(dashes.line.length - 180) < 1e-9)
    let whole = square.dashed([1000, 10]).line
    #expect(whole.length == 400 && whole.steps.last == .close)
    // Five periods of 75 and a dash that goes on at the start.
    let joined = square.dashed([40, 35]).line
    #expect(joined.steps.filter { if case .move = $0 { true } else { false } }.count == 5)
    #expect(abs(joined.length - (5 * 40 + 25)) < 1e-9)
    let two = try VectorPath(pathData: Array("M0 0H10M0 5H10".utf8)).dashed([4, 4]).line
    #expect(two.description == "M0 0L4 0M8 0L10 0M0 5L4 5M8 5L10 5")
  }

  /// Curves through the whole height of a picture, with corners between them.
  private static let waves = VectorPath(
    [.move(PixelPoint(30, 10))]
      + (0..<12).map { index in
        let y = index % 2 == 0 ? 980.0 : 20
        let x = 30 + Double(index) * 12
        return .curve(
          PixelPoint(x + 30, 400), PixelPoint(x - 20, 600 - y / 2), PixelPoint(x + 12, y))
      } + [.close])

  /// A path drawn in bands of 256 rows is the same in bands of 100, which leave out other parts of
  /// it.
  @Test(arguments: [[], [14, 9], [0, 14], [40, 3, 0, 3]] as [[Double]], StrokeJoin.allCases)
  func bandsShowNoBorders(dash: [Double], join: StrokeJoin) throws {
    var stroke = line(5)
    (stroke.dash, stroke.join, stroke.cap) = (dash, join, dash.isEmpty ? .butt : .round)
    let whole = try mask(Self.waves, .line(stroke), PixelSize(200, 1000))
    #expect(whole.reduce(0, +) > 10_000)
    for band in 0..<10 {
      let part = try mask(
        Self.waves, .line(stroke), PixelSize(200, 100),
        through: .translation(0, -100 * Double(band)))
      let differences = part.indices.map { abs(part[$0] - whole[band * 20_000 + $0]) }
      #expect((differences.max() ?? 1) < 0.02, "band \(band)")
    }
  }

  @Test func aBandNeedsOnlyTheDashesThatTouchIt() throws {
    let dashes = Self.waves.dashed([0, 0.5])
    var dots = VectorPath([])
    for dot in dashes.dots { dots.steps += [.move(dot.point), .line(dot.point)] }
    #expect(dashes.dots.count > 15_000)
    let path = BandedPath(dots, through: .identity, reach: 3)
    let drawn = (0..<10).reduce(0) { $0 + path.line(in: $1 * 100..<($1 + 1) * 100).count }
    // Two steps each, and those that touch two bands twice.
    #expect(drawn >= dots.steps.count && drawn < dots.steps.count * 5 / 4)
    #expect(abs(path.rows(of: 1000) - 9 * Double(dashes.dots.count)) < 9 * 500)
  }

  @Test func whatTakesTooLongIsRefused() throws {
    // 2,000 lines through all of a large picture, there and back.
    let lines = VectorPath(
      through: (0..<2000).map { PixelPoint(Double($0), $0 % 2 == 0 ? 0 : 16_000) }, isClosed: false)
    for mark in [PathMask.Mark.inside, .line(line(1))] {
      let error = #expect(throws: TypesettingError.self) {
        try PathMask(lines, mark, through: .identity, on: PixelSize(2000, 16_000))
      }
      #expect(error?.kind == .limit)
      _ = try PathMask(lines, mark, through: .scale(0.1, 0.1), on: PixelSize(200, 1600))
    }
    // What is not in the picture costs nothing.
    _ = try PathMask(
      lines, .inside, through: .translation(0, -16_100), on: PixelSize(2000, 16_000))
  }

  @Test func anArrowEndsInItsTip() throws {
    let path = VectorPath(through: [PixelPoint(20, 100), PixelPoint(170, 100)], isClosed: false)
    var stroke = line(6)
    stroke.hasHead = true
    let shares = try mask(path, .line(stroke))
    // A head of 24 × 24, half of which is outside of the line that goes on to a quarter of it.
    let columns = (0..<200).map { (x: Int) -> Double in
      (0..<300).reduce(0.0) { $0 + shares[$1 * 200 + x] }
    }
    #expect(abs(columns[100] - 6) < 0.05)
    #expect(abs(columns[150] - 19.5) < 0.3)
    #expect(abs(columns[168] - 1.5) < 0.3)
    #expect(columns[171...].allSatisfy { $0 == 0 })
    let all = shares.reduce(0, +)
    #expect(abs(all - 1044) < 3, "126 × 6 and half of 24 × 24 are 1044, not \(all)")
    // While it grows, so does its head: 6 × 6, beside which a quarter of the line is seen.
    stroke.trim = [0, 0.04]
    #expect(abs(try area(path, .line(stroke)) - 19.125) < 0.5)
  }
}
