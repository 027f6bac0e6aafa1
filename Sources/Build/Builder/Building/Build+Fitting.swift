// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Diagnostics
import Planning
import RenderProtocol
import Timeline

extension Build {
  /// An output to be made.
  struct Order: Sendable {
    var output: OutputPlan
    var reason: RunReason
    /// True if only its pieces are rendered, whose sizes decide the composition of the film.
    var isDraft = false
  }

  /// Makes the outputs in `stale`, those with a limit of their size, or a bit rate of their sound, in as many rounds as it takes
  /// until they fit.
  func makeFitting(_ stale: [(OutputPlan, RunReason)], _ result: inout Result) async throws {
    var waiting = stale
    var round = 0
    var asked: [String: [Fingerprint]] = [:]
    repeat {
      var orders: [Order] = []
      var next: [(OutputPlan, RunReason)] = []
      for (output, reason) in waiting {
        switch fitted(output) {
        case .fits(let made): orders.append(Order(output: made, reason: reason))
        case .draft(let made):
          // What could not be made would be tried again for ever.
          guard asked.updateValue(made.pieceKeys, forKey: output.path) != made.pieceKeys else {
            break
          }
          orders.append(Order(output: made, reason: reason, isDraft: true))
          next.append((output, reason))
        case .misses(let failure, let span):
          var broken = BuildFailure(failure, for: output)
          broken.span = span
          result.failures.append(broken)
        }
      }
      let broken = result.failures.count
      let before = result.amount
      try await make(orders, &result, verifying: round == 0)
      if round > 0 {
        let made = result.amount
        result.amount = before
        result.amount.add(round: made)
      }
      let isWhole = result.failures.count == broken && result.differences.isEmpty
      waiting = isWhole || keepsGoing ? next : []
      round += 1
    } while !waiting.isEmpty
  }

  /// The fitted plan of `output`, as far as the contents of the store determine it.
  func fitted(_ output: OutputPlan) -> Fitted {
    guard case .film(let film) = output.product, film.limit != nil || film.soundBits != nil
    else { return .fits(output) }
    func with(_ film: FilmPlan) -> OutputPlan {
      var output = output
      output.product = .film(film)
      return output
    }
    let cover = film.facts?.cover.flatMap { try? FileStamp(of: $0.file.path).size } ?? 0
    let found = film.fitted(plan.setup, cover: cover) { key in
      guard case .hit(let entry) = folder.artifacts.look(for: key) else { return nil }
      return entry.size
    }
    switch found {
    case .fits(let film): return .fits(with(film))
    case .open(let film): return .draft(with(film))
    case .misses(let bytes):
      guard let limit = film.limit else { return .fits(output) }
      return .misses(.tooLarge(atLeast: bytes, of: limit.bytes), at: limit.span)
    }
  }

  /// The result of fitting an output with a limit of its size.
  enum Fitted {
    /// Of this.
    case fits(OutputPlan)
    /// The sizes of the pieces of this decide.
    case draft(OutputPlan)
    /// Of nothing that was tried; with the place of the limit.
    case misses(RenderFailure, at: Span)
  }
}

extension RenderFailure {
  /// A film of so many `bytes`, that was to have `limit` at most.
  static func tooLarge(atLeast bytes: Int64, of limit: Int64) -> RenderFailure {
    RenderFailure(
      kind: .limit,
      message:
        "it does not fit into \(shownBytes(limit)): the smallest that it became has \(shownBytes(bytes))"
    )
  }
}
