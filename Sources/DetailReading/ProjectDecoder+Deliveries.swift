// SPDX-License-Identifier: Apache-2.0

import Basics
import Diagnostics
package import ObjectReading
package import ProjectModel
import ValueReading
import YAMLTree

// How outputs are written that are more than one file.

extension ProjectDecoder {
  /// Reads a key of `KeyTable.deliveryOfOutput`.
  package mutating func delivery(_ field: Field, of output: inout Output) {
    switch field.name {
    case "segment": output.segment = segmentLength(field.value)
    default: break
    }
  }

  private mutating func segmentLength(_ node: YAMLNode) -> Time? {
    guard let time = positiveTime(node, "a media segment", orZero: false) else { return nil }
    guard let constant = time.constant, constant >= Time(1), constant <= Time(60) else {
      report(
        Diagnostic(
          code: .outOfRange, message: "media segments last between 1 s and 60 s", span: node.span,
          hint: "write segment: 6s"))
      return nil
    }
    return constant
  }
}
