// SPDX-License-Identifier: Apache-2.0

package import Basics
package import BuildEngine
package import Explain
package import Planning

/// What a build would do, found out without doing any of it.
package struct Forecast: Sendable {
  /// What would be rendered and reused, output by output, and why.
  package var explanations: [Explanation]
  /// Why each output would be made; nil for an up-to-date one.
  package var reasons: [RunReason?]
  /// What there would be to do.
  package var amount = BuildAmount()
  /// Seconds that what is known of it would take; nil when nothing like it was measured.
  package var seconds: Double?
  /// The outputs of which something is of a size and encoder that was not measured, while `seconds` is
  /// known of others.
  package var unmeasured: [String] = []

  /// Looks at the outputs and the store of `folder`; `jobs` workers would share the work.
  ///
  /// With `range` only pieces that overlap that stretch of film time are explained, and in more detail.
  package init(
    _ plan: BuildPlan, folder: BuildFolder, text: [UInt8], jobs: Int, in range: TimeRange? = nil
  ) {
    var last: [String: FilmRecord] = [:]
    reasons = []
    for output in plan.outputs {
      last[output.path] = folder.outputs.story(for: output.path).flatMap { FilmRecord(bytes: $0) }
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
    let costs = CostTable(plan.outputs.compactMap { last[$0.path] })
    var total = 0.0
    var longest = 0.0
    var isMeasured = false
    for explanation in explanations {
      for stretch in explanation.stretches {
        let frames = stretch.kind == .picture ? Int(stretch.count) : 0
        if case .copied = stretch.coding {
          amount.copiedFrames += frames
          continue
        }
        switch stretch.status {
        case .rendered:
          if stretch.kind == .sound { amount.sounds += 1 } else { amount.segments += 1 }
          amount.frames += frames
          if let cost = costs.milliseconds(of: stretch) {
            longest = max(longest, cost)
            total += cost
            isMeasured = true
          } else if unmeasured.last != explanation.output {
            unmeasured.append(explanation.output)
          }
        case .reused, .found: if stretch.kind != .sound { amount.reusedSegments += 1 }
        case .shared: break
        }
        if case .rendered = stretch.status { continue }
        amount.reusedFrames += frames
      }
    }
    // The longest piece is rendered by one worker, however many there are.
    seconds = max(total / Double(max(jobs, 1)), longest) / 1000
    if !unmeasured.isEmpty, !isMeasured { (seconds, unmeasured) = (nil, []) }
  }

  /// Whether nothing would be done.
  package var isUpToDate: Bool { reasons.allSatisfy { $0 == nil } }
}

extension ArtifactStore {
  /// What there is under `key`.
  fileprivate func state(of key: Fingerprint) -> StoredState {
    switch look(for: key) {
    case .hit: .stored
    case .missing, .unreadable: .missing
    case .damaged: .damaged
    }
  }
}
