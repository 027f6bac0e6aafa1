// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
import Explain
package import Planning
package import RenderProtocol
package import Timeline

/// A problem of a build: the message, and its subject in separate fields, so that programs need not
/// parse the text.
package struct BuildProblem: Sendable {
  package var diagnostic: Diagnostic
  /// Who is at fault, where something was being rendered.
  package var kind: RenderFailure.Kind?
  /// The output it was made for first.
  package var output: String?
  /// The name in events of the failed piece.
  package var piece: String?
  /// The key of that, where it is about what is stored under it.
  package var key: Fingerprint?
  /// The inputs of that key.
  package var ingredients: [String] = []
  /// The time in the film.
  package var filmTime: Time?
  /// The clip that broke.
  package var clip: OriginFacts?
  /// The time in its source.
  package var sourceTime: Time?
  /// The clips of which one broke.
  package var suspects: [OriginFacts] = []

  /// The problem stated by a diagnostic alone.
  package init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }

  /// Something that could not be made.
  init(broken failure: BuildFailure, in origins: [OriginFacts]) {
    self.init(.broken(failure, in: origins))
    take(failure, origins)
  }

  /// A renderer that died, after which a second one was tried; `isDone` says whether that one
  /// succeeded.
  init(death: BuildFailure, isDone: Bool, in origins: [OriginFacts]) {
    self.init(.died(death, isDone: isDone, in: origins))
    take(death, origins)
  }

  /// An error that did not stop rendering.
  init(carriedOn note: BuildNote, of outputs: [String], in origins: [OriginFacts]) {
    self.init(.carriedOn(note, of: outputs, in: origins))
    kind = .media
    filmTime = note.filmTime
    clip = origins.facts(of: note.note.origin)
    sourceTime = note.note.sourceTime
  }

  /// A stored piece that has other bytes when it is rendered anew.
  init(_ difference: PieceDifference, in plan: BuildPlan) {
    self.init(
      difference.fault == nil ? .different(difference, in: plan) : .faulty(difference, in: plan))
    take(difference.piece)
    if let fault = difference.fault {
      kind = fault.kind == .damaged ? .media : nil
      clip = plan.origins.facts(of: fault.origin)
      sourceTime = fault.sourceTime
    }
    filmTime = difference.filmTime ?? filmTime
    ingredients = difference.piece.keyContents(in: plan).map(\.text)
  }

  /// A stored piece that was damaged and has been replaced.
  init(repaired piece: Piece) {
    self.init(.repaired(piece))
    take(piece)
  }

  private mutating func take(_ piece: Piece) {
    (output, self.piece, key) = (piece.output, piece.name, piece.key)
    filmTime = piece.filmTime(at: 0)
  }

  private mutating func take(_ broken: BuildFailure, _ origins: [OriginFacts]) {
    kind = broken.failure.kind
    (output, piece, filmTime) = (broken.output, broken.piece, broken.filmTime)
    clip = origins.facts(of: broken.failure.origin)
    sourceTime = broken.failure.sourceTime
    suspects = broken.suspects.compactMap { origins.facts(of: $0) }
  }
}

extension [OriginFacts] {
  /// The facts about `origin`; nil for unknown ones.
  func facts(of origin: Origin) -> OriginFacts? {
    indices.contains(origin.index) ? self[origin.index] : nil
  }
}

extension Build.Result {
  /// Everything that is wrong, the worst last.
  package func problems(in plan: BuildPlan) -> [BuildProblem] {
    var problems = oversize.map { [BuildProblem(.oversize($0))] } ?? []
    problems += occupied.map { BuildProblem(.occupied($0)) }
    problems += repaired.map { BuildProblem(repaired: $0) }
    problems += deaths.map { death in
      let hasFailed = failures.contains { $0.piece == death.piece && $0.output == death.output }
      return BuildProblem(death: death, isDone: !hasFailed, in: plan.origins)
    }
    var outputs: [BuildNote: [String]] = [:]
    for note in notes { outputs[note.ofAnyOutput, default: []] += [note.output].compactMap(\.self) }
    problems += notes.compactMap { note in
      // What is true for several outputs is said once.
      let all = outputs[note.ofAnyOutput] ?? []
      guard note.output == all.first else { return nil }
      return BuildProblem(carriedOn: note, of: all, in: plan.origins)
    }
    problems += failures.map { BuildProblem(broken: $0, in: plan.origins) }
    if let complaint = sharing?.complaint { problems.append(BuildProblem(complaint)) }
    return problems + differences.map { BuildProblem($0, in: plan) }
  }
}
