// SPDX-License-Identifier: Apache-2.0

package import Builder
package import RenderProtocol

/// The party that has to change something before the same can succeed.
package enum Fault: Comparable, Sendable {
  /// The project, or a file it names, has to be changed.
  case project
  /// The machine failed: a full disk, a missing encoder or renderer, a renderer that dies.
  case machine

  /// The party at fault for `failure`.
  package init(_ failure: RenderFailure) {
    self = failure.kind.isOfTheProject ? .project : .machine
  }
}

extension Build.Result {
  /// The party at fault for what was not made; nil where all is done.
  package var fault: Fault? {
    var faults = failures.map { Fault($0.failure) }
    if !occupied.isEmpty { faults.append(.project) }
    if !differences.isEmpty { faults.append(.machine) }
    return faults.max()
  }
}
