// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Expansion
import ProjectModel
import SourceMedia
import Subtitles

extension Compilation {
  /// Reads the captions of clips and outputs of `project`, each file once.
  func readCaptions(of project: inout Project, from folder: String, _ sink: inout DiagnosticSink) {
    struct Name: Hashable {
      var path: String
      var encoding: TextEncoding?
    }
    var known: [Name: CueList?] = [:]
    for index in project.captionFiles.indices {
      let file = project.captionFiles[index]
      let name = Name(path: file.path.value, encoding: file.encoding)
      if let list = known[name] {
        project.captionFiles[index].list = list
        continue
      }
      let list = cues(of: file.path, file.encoding, from: folder, &sink)
      known.updateValue(list, forKey: name)
      project.captionFiles[index].list = list
    }
  }

  /// Warns where clips of `project`, a film within the film, have captions: they are in no output.
  func warnOfCaptions(of project: Project, _ sink: inout DiagnosticSink) {
    guard let first = project.clipCaptions.first else { return }
    sink.report(
      Diagnostic(
        code: .warning("unused-captions"),
        message: "captions within a film within the film are in no output",
        span: project.captionFiles[first].path.span,
        hint: "give captions to the clip that shows the film"))
  }
}
