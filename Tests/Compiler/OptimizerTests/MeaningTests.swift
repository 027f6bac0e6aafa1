// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import RenderProtocol
import TestSupport
import Testing

@Suite struct MeaningTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func passesKeepTheMeaningOfRandomFilms(seed: UInt64) {
    let film = RandomFilm.graph(seed: seed)
    #expect(film.violations() == [])
    for passes in [Pass.standard, Pass.required] {
      var steps: [(String, Meaning)] = []
      let final = PassManager.run(film, passes, verifies: false) { pass, _, after in
        let violations = after.violations()
        #expect(violations == [], "after \(pass.name) of seed \(seed)")
        if violations.isEmpty { steps.append((pass.name, Meaning(after))) }
      }
      check(steps, against: Meaning(film), frames: frameCount(final), seed: seed)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func everyPassIsIdempotent(seed: UInt64) {
    var graph = RandomFilm.graph(seed: seed)
    for pass in Pass.standard {
      pass.rewrite(&graph)
      var again = graph
      pass.rewrite(&again)
      #expect(again == graph, "\(pass.name) of seed \(seed)")
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func intervalsDependOnRelativeTimesOnly(seed: UInt64) {
    for passes in [Pass.standard, Pass.required] {
      let final = PassManager.run(RandomFilm.graph(seed: seed), passes, verifies: false)
      let counts = final.frameCounts()
      for node in final.nodes {
        switch node.operation {
        case .cut, .track, .step(_, .some):
          Issue.record("\(GraphPrinter().describe(node)) is left in seed \(seed)")
        case .compose(_, let changes, let frames):
          #expect(changes == [])
          #expect(node.inputs.allSatisfy { counts[Int($0.index)] == frames })
        default: break
        }
      }
    }
  }

  private func frameCount(_ graph: RenderGraph) -> Int {
    graph.nodes.last?.inputs.first.map { graph.frameCounts()[Int($0.index)] } ?? 0
  }

  /// Points that are on no plausible edge.
  private static let points = [
    (160.137, 90.211), (12.317, 7.719), (301.711, 171.313), (100.911, 33.117), (210.573, 140.923),
  ]

  private func check(
    _ steps: [(String, Meaning)], against film: Meaning, frames: Int, seed: UInt64
  ) {
    var random = SeededNumbers(seed: seed)
    let some = (0..<40).map { _ in Int.random(in: 0..<frames, using: &random) }
    for frame in Set(some + [0, frames - 1]).sorted() {
      for point in MeaningTests.points {
        let expected = film.sights(frame: frame, at: point)
        for (name, step) in steps {
          let actual = step.sights(frame: frame, at: point)
          if !actual.isNear(expected) {
            Issue.record("\(name), seed \(seed), frame \(frame): \(expected) became \(actual)")
            return
          }
        }
      }
    }
    for sample in (0..<50).map({ _ in Int64.random(in: 0..<400_000, using: &random) }) {
      for (name, step) in steps {
        #expect(
          step.sounds(sample: sample) == film.sounds(sample: sample), "\(name) of seed \(seed)")
      }
    }
  }
}
