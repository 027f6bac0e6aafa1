// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics

/// The linear factor of `decibels`.
package func linearGain(decibels: Double) -> Double { Portable.pow(10, decibels / 20) }

extension Word {
  /// Reports that this is not one of `names`, and suggests the most similar one.
  package func unknownName(_ noun: String, in names: [String]) -> ValueProblem {
    ValueProblem(
      code: .unknownValue, message: "\(quoted(string)) is not \(noun)", span: text.span(of: range),
      hint: suggestion(string, in: names))
  }
}

/// A hint that names those of `names` that are like it, or all of them where they are few, or else the first ones.
package func suggestion(_ word: String, in names: [String]) -> String? {
  if let question = didYouMean(word, in: names) { return question }
  guard names.count > 1 else { return names.first.map { "write \($0)" } }
  return names.count <= 12
    ? "one of " + names.joined(separator: ", ")
    : "such as " + names.prefix(3).joined(separator: ", ")
}
