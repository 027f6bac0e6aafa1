// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import ProjectModel
import TestSupport
import Testing

@Suite struct CaseTests {
  @Test(arguments: cases)
  func `Mistakes are shown where they are`(path: String) {
    expectAnnotations(path) { file, text, sink in
      var sources = SourceMap()
      _ = Reading.project(file, text, in: &sources, reporting: &sink)
    }
  }

  @Test func `There are cases`() { #expect(Self.cases.count > 25) }

  private static let cases = goldenCases(in: "Cases", withExtension: "yaml")
}
