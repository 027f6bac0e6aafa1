// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

/// Curves of colours as Photoshop saves them: an `.acv` file.
///
/// It has 16-bit numbers, high byte first: a version, the number of curves, and for each of these the number of its
/// points and the points, the result before the input, each from 0 to 255.
package struct CurvesFile: Hashable, Sendable {
  /// The points of each curve, by ascending input.
  package private(set) var curves: [[Point]] = []

  /// A point of a curve.
  package struct Point: Hashable, Sendable {
    /// The level that goes in.
    package var input: Int
    /// The level that comes out.
    package var output: Int

    package init(input: Int, output: Int) { (self.input, self.output) = (input, output) }
  }

  /// Files of more bytes are refused.
  package static let mostBytes = 1 << 16

  /// Returns true if a file of that name is meant as a curves file.
  package static func isMeant(_ path: String) -> Bool { path.lowercased().hasSuffix(".acv") }

  /// Reads the file at `path`.
  package init(path: String) throws(RenderFailure) {
    let bytes = try WholeFile.read(path, limit: CurvesFile.mostBytes, of: "the curves")
    try self.init(bytes)
  }

  /// Reads the bytes of a file; what follows the curves does not count.
  package init(_ bytes: [UInt8]) throws(RenderFailure) {
    var place = 0
    func number(_ range: ClosedRange<Int>, _ noun: String) throws(RenderFailure) -> Int {
      guard place + 2 <= bytes.count else {
        throw RenderFailure(
          kind: .media, message: "the file of curves ends after \(bytes.count) bytes")
      }
      let value = Int(bytes[place]) << 8 | Int(bytes[place + 1])
      guard range.contains(value) else {
        throw RenderFailure(
          kind: .media,
          message: "\(noun) at byte \(place) of the curves is \(value), not from"
            + " \(range.lowerBound) to \(range.upperBound)")
      }
      place += 2
      return value
    }
    _ = try number(1...4, "the version")
    for _ in 0..<(try number(1...64, "the number of curves")) {
      var points: [Point] = []
      for _ in 0..<(try number(2...19, "the number of points")) {
        let output = try number(0...255, "a level")
        let least = points.last.map { $0.input + 1 } ?? 0
        guard least <= 255 else {
          throw RenderFailure(kind: .media, message: "a curve goes on after its last level")
        }
        points.append(Point(input: try number(least...255, "a level"), output: output))
      }
      curves.append(points)
    }
  }
}
