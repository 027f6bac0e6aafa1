// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import SourceMedia
import Subtitles

extension Compilation {
  /// Reads the files of subtitles that `project` names, each once for each encoding.
  func readSubtitles(of project: inout Project, from folder: String, _ sink: inout DiagnosticSink) {
    struct Name: Hashable {
      var path: String
      var encoding: TextEncoding?
    }
    var known: [Name: CueList] = [:]
    for index in project.overlays.indices {
      guard case .subtitles(var subtitles) = project.overlays[index].content else { continue }
      let file = subtitles.file
      let name = Name(path: file.value, encoding: subtitles.encoding)
      if known[name] == nil {
        known[name] = cues(of: file, subtitles.encoding, from: folder, &sink)
      }
      subtitles.list = known[name]
      project.overlays[index].content = .subtitles(subtitles)
    }
  }

  /// What is in a file of subtitles or captions; nil where it cannot be read, which is reported.
  func cues(
    of file: Located<String>, _ encoding: TextEncoding?, from folder: String,
    _ sink: inout DiagnosticSink
  ) -> CueList? {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try world.data(file.value, from: folder)
    } catch {
      sink.report(.file(file.value, error, assets: [], at: file.span))
      return nil
    }
    let name = file.value.split(separator: "/").last ?? ""
    let format: CueFormat? = name.lowercased().hasSuffix(".vtt") ? .vtt : nil
    do throws(CueProblem) {
      let list = try CueList(bytes, format: format, encoding: encoding)
      for remark in list.remarks {
        sink.report(
          Diagnostic(
            code: .warning("bad-cue"),
            message: "line \(remark.line) of '\(file.value)': \(remark.message)", span: file.span))
      }
      if list.moreRemarks > 0 {
        sink.report(
          Diagnostic(
            code: .warning("bad-cue"),
            message: "there are \(list.moreRemarks) more such lines in '\(file.value)'",
            span: file.span))
      }
      return list
    } catch {
      sink.report(
        Diagnostic(
          code: .error("bad-subtitles"),
          message: "line \(error.line) of '\(file.value)': \(error.message)", span: file.span,
          hint: error.hint))
      return nil
    }
  }
}
