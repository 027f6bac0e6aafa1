// SPDX-License-Identifier: Apache-2.0

import Glibc
import RenderProtocol

extension RenderFailure {
  /// The words of the system's loader before its reason for not starting a program.
  private static let loading = "error while loading shared libraries: "

  /// The failure that reports the death of a worker to users, with the place where it happened.
  ///
  /// - Parameter isSecond: True if another has died of the same request before.
  package init(_ death: WorkerDeath, isSecond: Bool) {
    if death.cause == .ended(.exited(127)), let words = LoaderWords(of: death.said) {
      self.init(kind: .unusable, message: words.message, log: words.isKnown ? [] : death.said)
      return
    }
    let twice = isSecond ? " twice" : ""
    var message: String
    switch death.cause {
    case .ended(.signalled(let number)):
      let name = String(cString: strsignal(number)).lowercased()
      message = "the renderer died\(twice) of signal \(number) (\(name))"
    case .ended(.exited) where death.said.contains { $0.contains(RenderFailure.loading) }:
      let line = death.said.first { $0.contains(RenderFailure.loading) } ?? ""
      let reason = line.firstRange(of: RenderFailure.loading).map { line[$0.upperBound...] } ?? ""
      message = "the renderer cannot be started: \(reason)"
      if ["map segment", "allocate"].contains(where: { reason.contains($0) }) {
        message += "; the limit of its memory (ulimit -v) is too low"
      }
    case .ended(.gone):
      message = "the renderer ended\(twice) without an answer"
    case .ended(.exited(let code)):
      message = "the renderer ended\(twice) without an answer, with exit code \(code)"
    case .silent(let duration):
      let seconds = duration / .seconds(1)
      let shown = seconds < 10 ? "\((seconds * 10).rounded() / 10)" : "\(Int(seconds.rounded()))"
      message = "the renderer gave\(twice) no sign of life for \(shown) s"
    case .babbled:
      message = "the renderer's answer cannot be read; is it of the same version?"
    }
    let place = death.workerStatus
    if death.cause != .babbled, let step = place.step.words { message += " while \(step)" }
    self.init(
      kind: .crash, message: message, origin: place.origin, sourceTime: place.sourceTime,
      frame: place.frame, log: death.said)
  }
}

extension WorkerStatus.Step {
  /// The middle of a sentence; nil for what has no name.
  fileprivate var words: String? {
    switch self {
    case .other: nil
    case .opening: "opening a file"
    case .decoding: "decoding"
    case .drawing: "composing a frame"
    case .encoding: "encoding"
    case .linking: "linking"
    }
  }
}
