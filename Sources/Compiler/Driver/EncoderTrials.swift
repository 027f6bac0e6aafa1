// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Planning
import ProjectModel
import RenderProtocol
import Timeline

extension Compilation {
  /// Reports options that the encoder of an output does not take: some only make sense together, or in other versions of its
  /// library, which no table says.
  func tryEncoders(of planner: FilmPlanner, _ sink: inout DiagnosticSink) async {
    for trial in planner.trials {
      do throws(RenderFailure) {
        guard let refusal = try await world.refusal(of: trial.whole) else { continue }
        var blamed: [VideoSettings.Option] = []
        for (option, other) in zip(trial.options, trial.others) {
          if try await world.refusal(of: other) == nil { blamed.append(option) }
        }
        sink.report(.refusedOptions(trial, blamed, refusal))
      } catch {
        // What is wrong with the machine is said where something is rendered.
        return
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func refusedOptions(
    _ trial: OptionTrial, _ blamed: [VideoSettings.Option], _ refusal: EncoderRefusal
  ) -> Diagnostic {
    let options = blamed.isEmpty ? trial.options : blamed
    let names = options.map { "'\($0.name)'" }.joined(separator: ", ")
    let isOne = options.count == 1
    return Diagnostic(
      code: .error("option-refused"),
      message:
        "encoder '\(trial.whole.encoder)' refuses \(isOne ? "option" : "the options") \(names)"
        + " of output '\(trial.output)'",
      span: options.lazy.compactMap(\.span).first ?? trial.span,
      notes: refusal.log.prefix(4).map { Note(message: $0) },
      hint: isOne
        ? "leave it out, or give it another value" : "leave one of them out, or change its value")
  }
}
