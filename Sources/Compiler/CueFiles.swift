// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import SourceMedia
import Subtitles

/// The files of subtitles and captions of a project, each read once for each encoding.
struct CueFiles {
  private struct Name: Hashable {
    var path: String
    var encoding: TextEncoding?
  }

  private let compilation: Compilation
  private let folder: String
  private var known: [Name: CueList?] = [:]

  /// Files relative to `folder`.
  init(_ compilation: Compilation, from folder: String) {
    self.compilation = compilation
    self.folder = folder
  }

  /// Reads the files of subtitles that overlays of `project` name.
  mutating func readSubtitles(of project: inout Project, _ sink: inout DiagnosticSink) {
    for index in project.overlays.indices {
      guard case .subtitles(var subtitles) = project.overlays[index].content else { continue }
      subtitles.list = list(subtitles.file, subtitles.encoding, &sink)
      project.overlays[index].content = .subtitles(subtitles)
    }
  }

  /// Reads the captions of clips and outputs of `project`.
  mutating func readCaptions(of project: inout Project, _ sink: inout DiagnosticSink) {
    for index in project.captionFiles.indices {
      let file = project.captionFiles[index]
      project.captionFiles[index].list = list(file.path, file.encoding, &sink)
    }
  }

  /// What is in `file`; nil where it cannot be read, which is reported once.
  private mutating func list(
    _ file: Located<String>, _ encoding: TextEncoding?, _ sink: inout DiagnosticSink
  ) -> CueList? {
    let name = Name(path: file.value, encoding: encoding)
    if let list = known[name] { return list }
    let list = read(file, encoding, &sink)
    known.updateValue(list, forKey: name)
    return list
  }

  private func read(
    _ file: Located<String>, _ encoding: TextEncoding?, _ sink: inout DiagnosticSink
  ) -> CueList? {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try compilation.world.data(file.value, from: folder)
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

extension Compilation {
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
