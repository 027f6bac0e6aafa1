// SPDX-License-Identifier: Apache-2.0

/// The settings of a transition of some kind beside its duration and its easing.
public struct TransitionSettings: Hashable, Sendable {
  /// The values of its parameters, in the order of `style.parameters`; pictures have none.
  public var numbers: [Double]
  /// The picture that it reads, as its place in `ProjectDocument.maps`, from 1; nil for none.
  public var map: Int?
  /// True if it is the one from the second picture to the first, played backwards.
  public var isReversed = false

  package init(_ numbers: [Double], map: Int? = nil) {
    self.numbers = numbers
    self.map = map
  }
}
