// SPDX-License-Identifier: Apache-2.0

package import Base
package import BuildSystem
package import Explain
package import Planning
import RenderProtocol

/// The expected work of a build, found out without doing any of it.
package struct DryRunReport: Sendable {
  /// The expected renders and reuses, output by output, with reasons.
  package var explanations: [Explanation]
  /// Why each output would be made; nil for an up-to-date one.
  package var reasons: [RunReason?]
  /// The expected amount of work.
  package var amount = BuildAmount()
  /// Seconds that what is known of it would take; nil when nothing like it was measured.
  package var seconds: Double?
  /// The outputs of which something is of a size and encoder that was not measured, while `seconds` is
  /// known of others.
  package var unmeasured: [String] = []
  /// The estimates of the outputs, in their order.
  package var estimates: [Estimate] = []
  /// Stills that would be drawn.
  package var stills = 0
  /// The measured costs of pieces of each kind.
  package private(set) var costs: CostTable

  /// About what a build makes of an output, and how long that takes.
  package struct Estimate: Hashable, Sendable {
    /// The output's name.
    package var output: String
    /// Its bytes; nil where that is not known.
    package var bytes: Int64?
    /// Seconds of all workers for what no output before it needs; nil where nothing like it was measured.
    package var seconds: Double?
  }

  /// Looks at the outputs and the store of `folder`; `jobs` workers would share the work.
  ///
  /// With `range` only pieces that overlap that interval of film time are explained, and in more detail. What `sample` has
  /// made counts as measured, and what is in `costs`.
  package init(
    _ plan: BuildPlan, folder: BuildFolder, text: [UInt8], jobs: Int, in range: TimeRange? = nil,
    sample: PieceSample = PieceSample(), costs: CostTable = CostTable()
  ) {
    self.costs = costs
    var last: [String: FilmRecord] = [:]
    reasons = []
    for output in plan.outputs {
      last[output.path] = folder.outputs.filmRecord(for: output.path).flatMap {
        FilmRecord(bytes: $0)
      }
      switch folder.outputs.look(for: output.path, key: output.key) {
      case .success: reasons.append(nil)
      case .failure(let reason): reasons.append(reason)
      }
    }
    let store = folder.artifacts
    let standing = Set(zip(plan.outputs, reasons).filter { $0.1 == nil }.map(\.0.path))
    explanations = Explainer(plan, text: text).explain(
      plan.outputs, last: { last[$0.path] },
      state: { output, piece in
        // For an up-to-date output nothing is made, even where its pieces are gone.
        if standing.contains(output.path) { return .stored }
        return piece.kind == .still ? .missing : store.state(of: piece.key)
      },
      fallback: { piece in
        guard piece.kind != .still, case .hit(let entry) = store.look(for: piece.key) else {
          return nil
        }
        return entry.fallback
      }, in: range, chunkState: { store.state(of: $0) })
    self.costs.add(plan.outputs.compactMap { last[$0.path] })
    for explanation in explanations {
      for interval in explanation.intervals {
        if let found = sample.costs[interval.key] {
          self.costs.add(
            found.milliseconds, for: found.ticks, of: interval, in: explanation.output)
        }
        if let bytes = store.size(of: interval.key), interval.coding?.isCopied != true {
          self.costs.add(bytes: bytes, of: interval, in: explanation.output)
        }
      }
    }
    var all = Load()
    var isMeasured = false
    for (output, explanation) in zip(plan.outputs, explanations) {
      var own = Load()
      var isKnown = true
      for interval in explanation.intervals {
        add(interval)
        if interval.coding?.isCopied == true || standing.contains(output.path) { continue }
        let work = work(for: interval, of: output, plan.setup, store)
        if work.whole == 0 { continue }
        guard let cost = self.costs.milliseconds(of: interval, in: output.name) else {
          isKnown = false
          if unmeasured.last != output.name { unmeasured.append(output.name) }
          continue
        }
        own.add(cost * work.whole, longest: cost * work.longest)
        isMeasured = true
      }
      var bytes = bytes(of: output, explanation, store, folder)
      if case .film(let film) = output.product, let limit = film.limit, range == nil,
        !standing.contains(output.path), bytes.map({ $0 > limit.bytes }) ?? false
      {
        bytes = limit.bytes
        addFitting(of: film, plan.setup, explanation, store, to: &own)
      }
      all.add(own)
      estimates.append(
        Estimate(
          output: output.name, bytes: bytes, seconds: isKnown ? own.seconds(of: jobs) : nil))
    }
    seconds = all.seconds(of: jobs)
    if !unmeasured.isEmpty, !isMeasured { (seconds, unmeasured) = (nil, []) }
  }

  /// The share of the cost of `interval` that is left to do, and the largest share that one worker does.
  private func work(
    for interval: Explanation.Interval, of output: OutputPlan, _ setup: RenderingSetup,
    _ store: ArtifactStore
  ) -> (whole: Double, longest: Double) {
    switch interval.status {
    case .shared: return (0, 0)
    case .rendered where interval.kind != .sound: return (1, 1)
    case .rendered, .reused, .found:
      guard interval.kind == .sound, case .film(let film) = output.product else { return (0, 0) }
      return film.soundWork(setup) { store.size(of: $0) }
    }
  }

  /// Milliseconds of workers.
  private struct Load {
    var total = 0.0
    var longest = 0.0

    mutating func add(_ pieces: Double, longest piece: Double) {
      total += pieces
      longest = max(longest, piece)
    }

    mutating func add(_ other: Load) {
      total += other.total
      longest = max(longest, other.longest)
    }

    /// The longest piece is rendered by one worker, however many there are.
    func seconds(of jobs: Int) -> Double { max(total / Double(max(jobs, 1)), longest) / 1000 }
  }

  /// Adds to `load` the two passes of a film that does not fit: those that are missing where the sizes of its drafts are
  /// known, else one for each draft that is made.
  private mutating func addFitting(
    of film: FilmPlan, _ setup: RenderingSetup, _ explanation: Explanation,
    _ store: ArtifactStore, to load: inout Load
  ) {
    let missing: Set<Int>?
    switch film.fitted(setup, sizes: { store.size(of: $0) }) {
    case .open(let fitted) where !fitted.drafts.isEmpty:
      missing = Set(
        fitted.segments.indices.filter { store.size(of: fitted.segments[$0].key) == nil })
    case .open: missing = nil
    case .fits, .misses: missing = []
    }
    let pictures = explanation.intervals.filter { $0.kind == .picture }
    for (index, interval) in pictures.enumerated() {
      let isMade: Bool
      if let missing {
        isMade = missing.contains(index)
      } else if case .rendered = interval.status {
        isMade = true
      } else {
        isMade = false
      }
      guard isMade else { continue }
      amount.segments += 1
      amount.frames += Int(interval.frames)
      let once = costs.milliseconds(of: interval, in: explanation.output) ?? 0
      load.add(once * DryRunReport.twoPasses, longest: once * DryRunReport.twoPasses)
    }
  }

  private mutating func add(_ interval: Explanation.Interval) {
    let frames = interval.kind == .picture ? Int(interval.frames) : 0
    if interval.coding?.isCopied == true {
      amount.copiedFrames += frames
      return
    }
    switch interval.status {
    case .rendered:
      switch interval.kind {
      case .sound: amount.sounds += 1
      case .picture: amount.segments += 1
      case .still: stills += 1
      }
      amount.frames += frames
    case .reused, .found:
      if interval.kind != .sound { amount.reusedSegments += 1 }
      amount.reusedFrames += frames
    case .shared: amount.reusedFrames += frames
    }
  }

  /// About how large the file, or the files, of `output` will be; nil where that is not known.
  private func bytes(
    of output: OutputPlan, _ explanation: Explanation, _ store: ArtifactStore, _ folder: BuildFolder
  ) -> Int64? {
    if case .success(let record) = folder.outputs.look(for: output.path, key: output.key) {
      return record.bytes
    }
    guard case .film(let film) = output.product else { return nil }
    var sizes: [Fingerprint: Int64] = [:]
    for interval in explanation.intervals where interval.coding?.isCopied != true {
      let isDraft = interval.kind == .sound && film.soundBits != nil
      sizes[interval.key] =
        (isDraft ? nil : store.size(of: interval.key))
        ?? (interval.kind == .sound ? film.soundBytes { store.size(of: $0) } : nil)
        ?? costs.bytes(of: interval, in: explanation.output)
        ?? (interval.kind == .sound ? film.sound?.usualBytes() : nil)
    }
    return film.fileBytes { sizes[$0] }
  }

  /// The duration of two passes in relation to a draft.
  private static let twoPasses = 2.0

  /// True if work is expected for which no similar costs were measured.
  package var isUnmeasured: Bool { estimates.contains { $0.seconds == nil } }

  /// True if no work is expected.
  package var isUpToDate: Bool { reasons.allSatisfy { $0 == nil } }
}

extension Explanation.Coding {
  /// True if its packets are those of the source.
  fileprivate var isCopied: Bool {
    if case .copied = self { true } else { false }
  }
}

extension ArtifactStore {
  /// The size in bytes of the entry under `key`; nil if there is none.
  fileprivate func size(of key: Fingerprint) -> Int64? {
    if case .hit(let entry) = look(for: key) { entry.size } else { nil }
  }

  /// The state of the entry under `key`.
  fileprivate func state(of key: Fingerprint) -> StoredState {
    switch look(for: key) {
    case .hit: .stored
    case .missing, .unreadable: .missing
    case .damaged: .damaged
    }
  }
}
