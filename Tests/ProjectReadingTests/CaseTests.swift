// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Effects
import ProjectModel
import ProjectReading
import TestSupport
import Testing
import YAMLTree

@Suite struct CaseTests {
  @Test(arguments: cases)
  func `Mistakes are shown where they are`(path: String) {
    expectAnnotations(path) { file, text, sink in
      let tree = parseYAML(file, text: text, itemKeys: projectItemKeys, reporting: &sink)
      _ = decodeProject(
        tree, file: file, effects: EffectCatalogue(.ofTests), reporting: &sink)
    }
  }

  @Test func `There are cases`() { #expect(Self.cases.count > 25) }

  private static let cases = goldenCases(in: "Cases", withExtension: "yaml")
}
