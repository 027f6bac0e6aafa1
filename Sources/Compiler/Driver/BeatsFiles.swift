// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Preprocessing
import ProjectModel
import Timeline

extension Compilation {
  /// Reads the file that says where the beats of `project` are, if it names one.
  func readBeats(
    of project: inout ProjectDocument, from folder: String, _ sink: inout DiagnosticSink
  ) {
    guard case .file(let file) = project.beats?.source else { return }
    let text: [UInt8]
    do throws(FileProblem) {
      text = try world.data(file.value, from: folder)
    } catch {
      sink.report(.file(file.value, error, assets: [], at: file.span))
      return
    }
    do throws(BeatsFile.Problem) {
      let times = try BeatsFile(text, limit: Beats.limit).times
      project.beats?.source = .times(times, of: file)
    } catch {
      guard !text.prefix(1024).contains(0) else {
        sink.report(
          Diagnostic(
            code: .error("bad-beats"), message: "'\(file.value)' is no list of times",
            span: file.span,
            hint:
              "sounds are not analysed: write beats: {bpm: 120, from: 200ms}, or name a file with a"
              + " time in seconds in each line, as programs that find beats write them"))
        return
      }
      sink.report(
        Diagnostic(
          code: .error("bad-beats"),
          message: "line \(error.line) of '\(file.value)': \(error.message)", span: file.span,
          hint: "each line begins with a time in seconds, later than the one before: 12.5"))
    }
  }
}
