// SPDX-License-Identifier: Apache-2.0

package import Base
import BuildSystem
import Explain
import Planning
import RenderProtocol

/// The measured costs of some pieces of a build, by which the others are estimated.
package struct PieceSample: Sendable {
  /// The cost of a piece, or of a part of it.
  package struct Cost: Hashable, Sendable {
    /// Milliseconds of a worker.
    package var milliseconds: Int
    /// The frames or samples of the film that it stands for.
    package var ticks: Int64
  }

  /// The measured costs, by the keys of pieces.
  package var costs: [Fingerprint: Cost] = [:]

  /// Nothing measured.
  package init() {}
}

extension Build {
  /// Makes some of the pieces that are missing and like nothing that was measured, to see what they take.
  ///
  /// They are kept, so that the build that follows has so much less to do. There are two of each output and encoder at least, two
  /// of footage and two without, and more are begun, which lie evenly in the film, for some seconds: a short film is made as a
  /// whole. A piece that cannot be made says nothing here: the build will.
  ///
  /// - Parameters:
  ///   - forecast: The forecast without a sample.
  ///   - time: For how long pieces are begun.
  package func sample(
    _ forecast: DryRunReport, for time: Duration = .seconds(15)
  ) async throws -> PieceSample {
    var sample = PieceSample()
    let wanted = forecast.estimates.filter { $0.seconds == nil }.map(\.output)
    let outputs = plan.outputs.filter { wanted.contains($0.name) }
    let kinds = Build.sampled(forecast, outputs)
    guard !kinds.isEmpty else { return sample }
    // Where another build is at work, or nothing can be written, nothing is made.
    guard let lock = try? folder.tryLock() else { return sample }
    defer { lock.release() }
    let orders = outputs.map { Order(output: $0, reason: .neverBuilt, isDraft: true) }
    var keys = (0..<(kinds.map(\.count).max() ?? 0)).flatMap { round in
      kinds.compactMap { $0.indices.contains(round) ? $0[round] : nil }
    }[...]
    var needed = kinds.reduce(0) { $0 + min(2, $1.count) }
    let start = ContinuousClock.now
    while !keys.isEmpty, needed > 0 || start.duration(to: .now) < time {
      // As many side by side as there will be.
      let batch = keys.prefix(max(jobs, 1))
      keys = keys.dropFirst(batch.count)
      needed -= batch.count
      var result = Result()
      try await make(orders, &result, only: Set(batch))
    }
    let found = costs.all
    for output in outputs {
      guard case .film(let film) = output.product else { continue }
      for segment in film.segments {
        guard let cost = found[segment.key] else { continue }
        sample.costs[segment.key] = PieceSample.Cost(
          milliseconds: cost, ticks: Int64(segment.filmFrames))
      }
      guard let sound = film.sound else { continue }
      let keys = Set(sound.allKeys)
      let milliseconds = keys.compactMap { found[$0] }.reduce(0, +)
      let ticks = found[sound.key] != nil ? sound.sampleCount : sound.sampledLength(found)
      guard milliseconds > 0, ticks > 0 else { continue }
      sample.costs[sound.key] = PieceSample.Cost(milliseconds: milliseconds, ticks: ticks)
    }
    return sample
  }

  /// The places of samples in a film, in eighths, in the order in which they are made.
  private static let places = [2, 6, 4, 0, 1, 3, 5, 7]

  /// The keys of the pieces to be made, for each output and encoder, and for footage and stills of it.
  private static func sampled(
    _ forecast: DryRunReport, _ outputs: [OutputPlan]
  ) -> [[Fingerprint]] {
    var kinds: [[Fingerprint]] = []
    for output in outputs {
      guard case .film(let film) = output.product,
        let explanation = forecast.explanations.first(where: { $0.output == output.name })
      else { continue }
      for kind in explanation.missingKinds {
        if kind[0].kind == .sound {
          if let key = film.sound?.sampledKey { kinds.append([key]) }
          continue
        }
        // A quarter of them, at least five: scenes differ.
        let wanted = min(places.count, max(5, kind.count / 4))
        var chosen: [Fingerprint] = []
        for place in places.prefix(wanted) {
          let key = kind[kind.count * place / places.count].key
          if !chosen.contains(key) { chosen.append(key) }
        }
        kinds.append(chosen)
      }
    }
    return kinds
  }
}

extension Explanation {
  /// The intervals that would be rendered, each kind by itself.
  fileprivate var missingKinds: [[Interval]] {
    var names: [String] = []
    var kinds: [String: [Interval]] = [:]
    for interval in intervals where interval.kind != .still {
      guard case .rendered = interval.status else { continue }
      if case .copied = interval.coding { continue }
      let name = interval.costKind + (interval.showsFootage ? "\nfootage" : "")
      if kinds[name] == nil { names.append(name) }
      kinds[name, default: []].append(interval)
    }
    return names.compactMap { kinds[$0] }
  }
}

extension PlannedAudio {
  /// Sounds of so many seconds are made as a whole.
  private static let longest: Int64 = 120

  /// Its key, and those of its chunks and passages.
  fileprivate var allKeys: [Fingerprint] { [key] + chunks.map(\.key) + passages.map(\.key) }

  /// The key of its sample for measurement: all of it, or a passage or a chunk in its middle.
  fileprivate var sampledKey: Fingerprint? {
    if sampleCount <= PlannedAudio.longest * Int64(sampleRate) { return key }
    if !passages.isEmpty { return passages[passages.count / 2].key }
    return chunks.isEmpty ? nil : chunks[chunks.count / 2].key
  }

  /// The samples of the passages, or else of the chunks, that are among `costs`.
  fileprivate func sampledLength(_ costs: [Fingerprint: Int]) -> Int64 {
    let lengths =
      passages.isEmpty
      ? chunks.filter { costs[$0.key] != nil }.map(\.program.sampleCount)
      : passages.filter { costs[$0.key] != nil }.map(\.sampleCount)
    return lengths.reduce(0, +)
  }
}
