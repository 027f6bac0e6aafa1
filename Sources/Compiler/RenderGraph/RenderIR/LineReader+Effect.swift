// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderProtocol

extension LineReader {
  /// A filter with its options, as the printer writes them.
  mutating func effect() throws(GraphSyntaxError) -> EffectUse {
    var effect = EffectUse(name: String(try token()))
    while !isAtEnd, !isNext("during="), !isNext("at=") {
      if accept("start=") {
        effect.start = try time()
      } else if accept("renewed") {
        effect.isRenewed = true
      } else if accept("box=") {
        effect.box = try rect()
      } else if accept("file:") {
        let name = String(try token())
        try expect("=")
        effect.files.append(FilterUse.File(name: name, file: try file()))
      } else {
        let name = String(try token())
        try expect("=")
        if isNext("\"") {
          effect.settings.append(FilterUse.Setting(name: name, value: try string()))
          continue
        }
        let curve = try curve()
        let isWhole = accept("whole")
        try expect("range=")
        let range = try numbers(2)
        guard range[0] <= range[1] else { throw fail("a range from \(range[0]) to \(range[1])") }
        effect.changing.append(
          EffectUse.Changing(
            option: FilterUse.Changing(name: name, isWhole: isWhole, range: range[0]...range[1]),
            curve: curve))
      }
    }
    return effect
  }
}
