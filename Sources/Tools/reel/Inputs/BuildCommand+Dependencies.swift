// SPDX-License-Identifier: Apache-2.0

import Builder
import Diagnostics
import Driver
import Glibc
import Host
import Planning
import ReelKit
import RenderProtocol

extension BuildCommand {
  /// Adds the inputs of `plan` to `rule`, if a dependency file is wanted; reports a problem and
  /// returns false where they cannot be written, before anything is rendered.
  func depend(
    _ plan: BuildPlan, _ session: ProjectSession, _ view: ProgressView,
    _ rule: inout DependencyFile
  ) -> Bool {
    guard let depfile else { return true }
    func refuse(_ problem: Diagnostic) {
      options.project.show(problem)
      view.show([BuildProblem(problem)])
    }
    if let path = PathPolicy.real(depfile), session.world.isSource(path) {
      refuse(.simple("depfile", "'\(depfile)' is a file the project reads"))
      return false
    }
    let path: String
    do throws(RenderFailure) { path = try PathPolicy.destination(ofArgument: depfile) } catch {
      refuse(.simple("depfile", error.message))
      return false
    }
    guard !plan.outputs.contains(where: { $0.path == path }) else {
      refuse(.simple("depfile", "'\(depfile)' is an output of the project"))
      return false
    }
    guard options.force || DependencyFile.isOwn(path) else {
      refuse(.occupied(depfile))
      return false
    }
    do throws(DependencyFile.UnwritableName) {
      try rule.add(
        plan, output: options.output, inputs: session.world.inputs.inputs, style: session.style)
      return true
    } catch {
      refuse(
        Diagnostic(
          code: .error("depfile-name"),
          message:
            "'\(error.name)' cannot be named in a dependency file: make reads \(error.reason) as its own",
          hint: "rename the file"))
      return false
    }
  }

  /// Writes what was built from what, if that is wanted.
  func writeDependencies(_ rule: DependencyFile) -> ToolStatus {
    guard let depfile else { return .done }
    do {
      try rule.write(to: try PathPolicy.destination(ofArgument: depfile))
      return .done
    } catch {
      options.project.show(.simple("depfile", "cannot write '\(depfile)': \(error)"))
      return .machineFailed
    }
  }
}
