// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Builder
import Diagnostics
import Driver
import RenderProtocol
import Timeline

// The lines of `--json`: one object each, with its kind in `event`. Fields that are unknown or do
// not apply are left out. Times in films and sources are exact seconds as text, such as `4.25` or
// `16/15`; `seconds` is the running time, to the millisecond.

/// Something that happens while a build runs.
struct ProgressEvent: Encodable {
  var event: EventKind
  var project: String
  var seconds: Double
  var frames: Int?
  var reusedFrames: Int?
  /// Of outputs that copy what they can.
  var copiedFrames: Int?
  var segments: Int?
  var reusedSegments: Int?
  var soundSeconds: Double?
  var reusedSoundSeconds: Double?
  var verified: Int?
  var done: Int?
  var total: Int?
  var name: String?
  var key: String?
  var verdict: Verdict?
  var file: String?
  var bytes: Int64?
  var reason: RunReason?
  var isWritten: Bool?

  init(_ event: BuildEvent, project: String, elapsed: Duration, _ planned: BuildAmount) {
    self.project = project
    seconds = elapsed.eventSeconds
    switch event {
    case .waiting: self.event = .waiting
    case .planned(let amount):
      self.event = .planned
      (frames, reusedFrames) = (amount.frames, amount.reusedFrames)
      (segments, reusedSegments) = (amount.segments, amount.reusedSegments)
      if amount.copiedFrames > 0 { copiedFrames = amount.copiedFrames }
      soundSeconds = Double(amount.mixing) / 100
      reusedSoundSeconds = Double(amount.reusedSound) / 100
      if amount.verified > 0 { verified = amount.verified }
    case .progress(let done):
      self.event = .progress
      (self.done, total) = (done, planned.total)
    case .stored(let name, _):
      self.event = .stored
      self.name = name
    case .fetched(let name, let key, _, let find):
      self.event =
        switch find {
        case .fetched: .fetched
        case .unneeded: .unneeded
        }
      (self.name, self.key) = (name, key.hex)
    case .verified(let name, let key, let verdict):
      self.event = .verified
      (self.name, self.key, self.verdict) = (name, key.hex, verdict)
    case .linking(let output):
      self.event = .linking
      name = output
    case .finished(let output):
      self.event = .finished
      (name, file, bytes) = (output.name, output.file, output.bytes)
      (frames, reason, isWritten) = (output.frames, output.reason, output.isWritten)
    }
  }
}

/// Something that is wrong: `failed` for what could not be made, `warned` for everything else.
struct ProblemEvent: Encodable {
  struct Clip: Encodable {
    var name: String
    var asset: String
  }

  var event: EventKind
  var project: String
  var seconds: Double
  /// Stable, as in diagnostics.
  var code: String
  /// Who is at fault: what broke while it was rendered.
  var kind: String?
  var message: String
  var notes: [String]
  var hint: String?
  var output: String?
  /// As in `stored`.
  var piece: String?
  var key: String?
  /// The ingredients of the key.
  var ingredients: [String]?
  var filmTime: String?
  var clip: Clip?
  var sourceTime: String?
  /// The clips that were being rendered, where it is not known which of them failed.
  var suspects: [Clip]?
  /// The place in the project.
  var file: String?
  var line: Int?
  var column: Int?

  init(_ problem: BuildProblem, in sources: SourceMap, project: String, elapsed: Duration) {
    let diagnostic = problem.diagnostic
    event = diagnostic.severity == .error ? .failed : .warned
    self.project = project
    seconds = elapsed.eventSeconds
    (code, message) = (diagnostic.code.name, diagnostic.message)
    kind = problem.kind?.rawValue
    notes = sources.notes(of: diagnostic).map(\.message)
    hint = diagnostic.hint
    (output, piece) = (problem.output, problem.piece)
    key = problem.key?.hex
    if !problem.ingredients.isEmpty { ingredients = problem.ingredients }
    filmTime = problem.filmTime.map { "\($0)" }
    clip = problem.clip.map { Clip(name: $0.name, asset: $0.asset) }
    sourceTime = problem.sourceTime.map { "\($0)" }
    if !problem.suspects.isEmpty {
      suspects = problem.suspects.map { Clip(name: $0.name, asset: $0.asset) }
    }
    let place = sources.place(of: diagnostic.span)
    (file, line, column) = (place?.file, place?.start.line, place?.start.column)
  }
}

/// The last of a project.
struct DoneEvent: Encodable {
  var event = EventKind.done
  var project: String
  var seconds: Double
  /// The exit status, or the status if there were no other projects.
  var status: Int32
  var failures: Int
  /// The up-to-date outputs.
  var outputs: [OutputSummary]
  /// The number of frames rendered for the others, also where they could not be made then; missing
  /// where the build was interrupted.
  var frames: Int?
  var reusedFrames: Int?
  var segments: Int?
  var reusedSegments: Int?
  var soundSeconds: Double?
  var reusedSoundSeconds: Double?
  /// Pieces that were rendered anew and compared; missing where that was not asked for.
  var verified: Int?
  /// The counts of transfers with a shared store; missing where none was asked.
  var store: SharedStore.Tally?
  var fetchedFrames: Int?
  var fetchedSoundSeconds: Double?

  init(
    _ status: ToolStatus, _ outputs: [OutputSummary], _ amount: BuildAmount?, failures: Int,
    verifies: Bool, store: SharedStore.Tally?, project: String, elapsed: Duration
  ) {
    self.project = project
    seconds = elapsed.eventSeconds
    self.status = status.rawValue
    self.failures = failures
    self.outputs = outputs
    guard let amount else { return }
    (frames, reusedFrames) = (amount.frames, amount.reusedFrames)
    (segments, reusedSegments) = (amount.segments, amount.reusedSegments)
    soundSeconds = Double(amount.mixing) / 100
    reusedSoundSeconds = Double(amount.reusedSound) / 100
    if verifies { verified = amount.verified }
    self.store = store
    if store != nil {
      fetchedFrames = amount.fetchedFrames
      fetchedSoundSeconds = Double(amount.fetchedSound) / 100
    }
  }
}

extension Duration {
  fileprivate var eventSeconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}
