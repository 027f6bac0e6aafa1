// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import Testing

/// Gradients as they are read, and as workers read them again.
@Suite struct GradientTests {
  /// The stops of `fills`, each the text of a list of colours.
  private func stops(_ fills: [String]) throws -> [[Gradient.Stop]] {
    let items = fills.map { "    - fill: {linear: [\($0)]}\n" }.joined()
    let reading = Reading("reel: 1\ntracks:\n  main:\n" + items)
    #expect(reading.messages == [])
    return try reading.clips.map { clip in
      guard case .graphic(let graphic) = clip.content, case .gradient(let gradient) = graphic.fill
      else { throw Missing() }
      return gradient.stops
    }
  }

  private struct Missing: Error {}

  @Test(arguments: 0...100)
  func `stops at any two percents can be sent to a worker`(first: Int) throws {
    let texts = (first...100).flatMap { last in
      [
        "red \(first)%, gold \(last)%, blue \(last)%, white",
        "red \(first)%, gold, lime, navy, blue \(last)%, white \(last)%",
        "red, gold, lime \(first)%, navy, teal, blue \(last)%, white \(last)%",
      ]
    }
    let found = try stops(texts)
    #expect(found.count == texts.count)
    for (stops, text) in zip(found, texts) {
      let fill = Fill.gradient(
        Gradient(.linear(PixelPoint(0, 0), PixelPoint(100, 0)), stops))
      #expect(Fill(parsing: fill.description[...]) == fill, "\(text)")
    }
  }

  @Test func `stops without places lie evenly between their neighbours`() throws {
    let found = try stops(["red, gold 30%, blue, white, black 90%", "red 50%, gold, blue"])
    for (stops, places) in zip(found, [[0, 0.3, 0.5, 0.7, 0.9], [0.5, 0.75, 1]]) {
      #expect(stops.count == places.count)
      #expect(zip(stops, places).allSatisfy { abs($0.place - $1) < 1e-9 })
    }
  }
}
