// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import TestSupport
import Testing
import YAML

@Suite struct CaseTests {
  @Test(arguments: goldenCases(in: "Cases", withExtension: "yaml"))
  func `Says what is wrong and where`(path: String) {
    expectAnnotations(path) { file, text, sink in
      _ = parseYAML(file, text: text, reporting: &sink)
    }
  }

  @Test func `There are cases`() {
    #expect(goldenCases(in: "Cases", withExtension: "yaml").count > 20)
  }
}
