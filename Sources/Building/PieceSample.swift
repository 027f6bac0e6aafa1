// SPDX-License-Identifier: Apache-2.0

package import Basics
import BuildEngine
import Explain
import Planning

/// What some pieces of a build took, by which the others are estimated.
package struct PieceSample: Sendable {
  /// What a piece, or a part of it, took.
  package struct Cost: Hashable, Sendable {
    /// Milliseconds of a worker.
    package var milliseconds: Int
    /// The frames or samples of the film that it stands for.
    package var ticks: Int64
  }

  /// What was measured, by the keys of pieces.
  package var costs: [Fingerprint: Cost] = [:]

  /// Nothing measured.
  package init() {}
}

extension Build {
  /// Makes some of the pieces that are missing and like nothing that was measured, to see what they take.
  ///
  /// They are kept, so that the build that follows has so much less to do. There is one of each output and encoder at least,
  /// and more, which lie evenly in the film, as long as that takes some seconds. A piece that cannot be made says nothing
  /// here: the build will.
  ///
  /// - Parameter forecast: What is known without a sample.
  package func sample(_ forecast: Forecast) async throws -> PieceSample {
    var sample = PieceSample()
    let wanted = forecast.estimates.filter { $0.seconds == nil || $0.bytes == nil }.map(\.output)
    let outputs = plan.outputs.filter { wanted.contains($0.name) }
    // As many side by side as there will be.
    let rounds = Build.sampled(forecast, wanted, side: max(jobs, 1))
    guard !rounds.isEmpty else { return sample }
    let lock = try? await folder.lock(onWait: { report(.waiting) })
    try Task.checkCancellation()
    // Where nothing can be written, nothing can be made.
    guard let lock else { return sample }
    defer { lock.release() }
    let orders = outputs.map { Order(output: $0, reason: .neverBuilt, isDraft: true) }
    let start = ContinuousClock.now
    for (index, keys) in rounds.enumerated() {
      if index > 0, start.duration(to: .now) >= Build.samplingTime { break }
      var result = Result()
      try await make(orders, &result, only: Set(keys))
    }
    let found = costs.all
    for output in outputs {
      guard case .film(let film) = output.product else { continue }
      for segment in film.segments {
        guard let cost = found[segment.key] else { continue }
        sample.costs[segment.key] = PieceSample.Cost(
          milliseconds: cost, ticks: Int64(segment.filmFrames))
      }
      guard let sound = film.sound, found[sound.key] != nil else { continue }
      sample.costs[sound.key] = PieceSample.Cost(
        milliseconds: sound.allKeys.compactMap { found[$0] }.reduce(0, +),
        ticks: sound.sampleCount)
    }
    return sample
  }

  /// Another round of pieces is begun for so long.
  private static let samplingTime = Duration.seconds(15)
  /// Where in a film samples lie, in eighths, in the order in which they are made.
  private static let places = [2, 6, 4, 0, 1, 3, 5, 7]
  /// Sounds of so many seconds are made as a whole.
  private static let longestSound = 120

  /// The keys of the pieces to be made, in rounds of `side` of each output and encoder.
  private static func sampled(
    _ forecast: Forecast, _ outputs: [String], side: Int
  ) -> [[Fingerprint]] {
    var kinds: [[Fingerprint]] = []
    for explanation in forecast.explanations where outputs.contains(explanation.output) {
      for kind in explanation.missingKinds {
        if kind[0].kind == .sound {
          let isShort = kind[0].time.duration <= Time(Int64(longestSound))
          kinds.append(isShort ? [kind[0].key] : [])
          continue
        }
        // A quarter of them, at least three.
        let wanted = min(places.count, max(3, kind.count / 4))
        var chosen: [Fingerprint] = []
        for place in places.prefix(wanted) {
          let key = kind[kind.count * place / places.count].key
          if !chosen.contains(key) { chosen.append(key) }
        }
        kinds.append(chosen)
      }
    }
    return stride(from: 0, to: kinds.map(\.count).max() ?? 0, by: side).map { first in
      kinds.flatMap { $0.dropFirst(first).prefix(side) }
    }
  }
}

extension Explanation {
  /// The stretches that would be rendered, each kind by itself.
  fileprivate var missingKinds: [[Stretch]] {
    var names: [String] = []
    var kinds: [String: [Stretch]] = [:]
    for stretch in stretches where stretch.kind != .still {
      guard case .rendered = stretch.status else { continue }
      if case .copied = stretch.coding { continue }
      if kinds[stretch.costKind] == nil { names.append(stretch.costKind) }
      kinds[stretch.costKind, default: []].append(stretch)
    }
    return names.compactMap { kinds[$0] }
  }
}

extension PlannedSound {
  /// Its key, and those of its chunks and passages.
  fileprivate var allKeys: [Fingerprint] { [key] + chunks.map(\.key) + passages.map(\.key) }
}
