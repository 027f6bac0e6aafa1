// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import RenderProtocol
import Resolver
import Timeline

extension Compilation {
  /// Measures the sources whose levels decide how loud something is, and sets in `timeline` what follows.
  func setLevels(
    of timeline: inout Timeline, _ project: ProjectDocument, _ sink: inout DiagnosticSink
  ) async {
    let survey = LoudnessAnalysis(project, timeline, reporting: &sink)
    guard !survey.isEmpty, !sink.hasErrors else { return }
    var levels: [AudioLevels?] = []
    for (use, answer) in zip(survey.uses, await world.levels(of: survey.programs)) {
      switch answer {
      case .success(let found): levels.append(found)
      case .failure(let failure):
        sink.report(.unreadableMedia(use.path, failure, at: use.span))
        levels.append(nil)
      }
    }
    survey.apply(levels, to: &timeline, of: project, reporting: &sink)
  }
}
