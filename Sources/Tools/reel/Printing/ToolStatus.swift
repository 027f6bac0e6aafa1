// SPDX-License-Identifier: Apache-2.0

package import Builder
package import ReelKit
package import RenderProtocol

/// The exit status of `reel`.
package enum ToolStatus: Int32, Comparable, Sendable, CaseIterable {
  /// All that was asked for is done.
  case done = 0
  /// The project, or a file it names, has to be changed first.
  case projectIsWrong = 1
  /// The command line makes no sense.
  case badUsage = 2
  /// The machine failed: a full disk, a missing encoder or renderer, a renderer that dies.
  case machineFailed = 3
  /// A signal stopped it.
  case interrupted = 130

  /// The meaning, for people.
  var meaning: String {
    switch self {
    case .done: "done"
    case .projectIsWrong: "the project, or a file that it names, is wrong"
    case .badUsage: "bad usage"
    case .machineFailed: "the machine failed (disk full, encoder missing)"
    case .interrupted: "interrupted"
    }
  }

  package static func < (a: ToolStatus, b: ToolStatus) -> Bool { a.rawValue < b.rawValue }

  /// The status of a failure.
  package init(_ failure: RenderFailure) { self.init(Fault(failure)) }

  /// The status where the party at `fault` has to change something; nil for none.
  package init(_ fault: Fault?) {
    self =
      switch fault {
      case nil: .done
      case .project: .projectIsWrong
      case .machine: .machineFailed
      }
  }
}

extension Build.Result {
  /// The exit status for the shell.
  package var status: ToolStatus { ToolStatus(fault) }
}
