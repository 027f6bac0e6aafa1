// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Host
import RenderProtocol

/// The failure of a request, and the party that has to change something.
///
/// The diagnostics are all that were found, warnings among them: those of the project in the order
/// of its text, then those of rendering.
public enum ReelError: Error, Hashable, Sendable {
  /// The project, or a file that it names, has to be changed.
  case wrongProject([Project.Diagnostic])
  /// The machine failed: a full disk, a missing encoder or renderer, a renderer that dies.
  case machineFailed([Project.Diagnostic])
  /// The task was cancelled.
  case cancelled

  /// The diagnostics that were found; none of a cancelled task.
  public var diagnostics: [Project.Diagnostic] {
    switch self {
    case .wrongProject(let found), .machineFailed(let found): found
    case .cancelled: []
    }
  }
}

extension ReelError: CustomStringConvertible {
  /// The errors, a line each.
  public var description: String {
    if case .cancelled = self { return "cancelled" }
    let errors = diagnostics.filter { $0.severity == .error }
    return (errors.isEmpty ? diagnostics : errors).map(\.description).joined(separator: "\n")
  }
}

extension ReelError {
  /// The failure of the party at `fault`, with all that was found.
  init(_ fault: Fault, _ found: [Project.Diagnostic]) {
    self =
      switch fault {
      case .project: .wrongProject(found)
      case .machine: .machineFailed(found)
      }
  }

  /// The failure that was thrown as `error`.
  init(_ error: any Error) {
    switch error {
    case let error as ReelError: self = error
    case is CancellationError: self = .cancelled
    case let closed as ProjectSession.Closed:
      self = .wrongProject([Project.Diagnostic(closed.diagnostic)])
    default:
      let failure = RenderFailure(error)
      self.init(Fault(failure), [Project.Diagnostic(.simple("machine", failure.message))])
    }
  }
}
