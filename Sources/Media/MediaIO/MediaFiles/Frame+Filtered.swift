// SPDX-License-Identifier: Apache-2.0

import Base
package import LibAV

extension Frame {
  /// A copy of it behind `filters`, with timestamp 0 and without side data, which filters might apply.
  ///
  /// For a frame that is converted by itself: each call sets up a filter graph.
  ///
  /// - Parameter action: What is done, for the error where no frame comes out.
  package func filtered(by filters: [Filter], to action: String) throws(AVError) -> Frame {
    var graph = try FilterGraph(.picture(like: self, timeBase: Time(1)), filters)
    let input = try reference()
    input.forgetSideData()
    input.timestamp = 0
    try graph.push(input)
    let result = try Frame()
    guard try graph.pull(into: result) == .filled else {
      throw AVError(unreadable: action, because: "no frame came out")
    }
    result.timestamp = 0
    return result
  }
}
