// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import Subtitles
import Timeline

/// The files of subtitles and captions of a project, each read once for each encoding.
struct CueFiles {
  private struct Name: Hashable {
    var path: String
    var encoding: TextEncoding?
    /// The most words at once, of a file of words.
    var words: Int?
  }

  private let compilation: Compilation
  private let folder: String
  private var known: [Name: CueFile?] = [:]

  /// The contents of a file: a list of cues or a script.
  private enum CueFile {
    case list(CueList)
    case script(SubtitleScript)
  }

  /// Files relative to `folder`.
  init(_ compilation: Compilation, from folder: String) {
    self.compilation = compilation
    self.folder = folder
  }

  /// Reads the files of subtitles that overlays of `project` name.
  mutating func readSubtitles(of project: inout ProjectDocument, _ sink: inout DiagnosticSink) {
    for index in project.overlays.indices {
      guard case .subtitles(var subtitles) = project.overlays[index].content,
        subtitles.clip == nil
      else { continue }
      let words = subtitles.highlight.map { _ in subtitles.mostWords }
      let name = subtitles.file.value.stem
      let hint = "write subtitles: {clip: \(name)} for the captions or the text stream of a clip"
      switch contents(subtitles.file, subtitles.encoding, words: words, ofFootage: hint, &sink) {
      case .list(let list):
        sink.report(list.undrawn, and: 0, of: subtitles.file)
        subtitles.list = list
      case .script(let script):
        subtitles.script = script
        if let key = subtitles.lookKey {
          sink.report(
            Diagnostic(
              code: .error("styles-of-file"),
              message: "'\(key.value)' cannot be combined with a file of ASS or SSA",
              span: key.span,
              notes: [
                Diagnostic.Note(message: "the file is named here", span: subtitles.file.span)
              ],
              hint: "such a file has its own styles: change them there"))
        }
      case nil: break
      }
      project.overlays[index].content = .subtitles(subtitles)
    }
  }

  /// Reads the captions of clips and outputs of `project`.
  mutating func readCaptions(of project: inout ProjectDocument, _ sink: inout DiagnosticSink) {
    for index in project.captionFiles.indices where project.captionFiles[index].stream == nil {
      let file = project.captionFiles[index]
      let hint = "write captions: {stream: 0} on the clip for a text stream of its file"
      switch contents(file.path, file.encoding, ofFootage: hint, &sink) {
      case .list(let list): project.captionFiles[index].list = list
      case .script(let script): project.captionFiles[index].list = CueList(script)
      case nil: break
      }
    }
  }

  /// The contents of `file`; nil if it cannot be read, which is reported once.
  ///
  /// - Parameter ofFootage: The hint on a file of footage, for which another key is written.
  private mutating func contents(
    _ file: Located<String>, _ encoding: TextEncoding?, words: Int? = nil, ofFootage hint: String,
    _ sink: inout DiagnosticSink
  ) -> CueFile? {
    let name = Name(path: file.value, encoding: encoding, words: words)
    if let known = known[name] { return known }
    let contents = read(file, encoding, words, ofFootage: hint, &sink)
    known.updateValue(contents, forKey: name)
    return contents
  }

  private func read(
    _ file: Located<String>, _ encoding: TextEncoding?, _ words: Int?, ofFootage hint: String,
    _ sink: inout DiagnosticSink
  ) -> CueFile? {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try compilation.world.data(file.value, from: folder)
    } catch {
      sink.report(.file(file.value, error, assets: [], at: file.span))
      return nil
    }
    let name = (file.value.split(separator: "/").last ?? "").lowercased()
    let isFootage = [".mp4", ".m4v", ".mov", ".mkv", ".webm"].contains { name.hasSuffix($0) }
    if isFootage, bytes.prefix(1024).contains(0) {
      sink.report(
        Diagnostic(
          code: .error("bad-subtitles"),
          message: "'\(file.value)' is footage, and no file of texts", span: file.span, hint: hint))
      return nil
    }
    let format: CueFormat? = name.hasSuffix(".vtt") ? .vtt : nil
    do throws(CueProblem) {
      if let words {
        let list = try CueList(ofWords: bytes, most: words)
        sink.report(list.remarks, and: list.moreRemarks, of: file)
        return .list(list)
      }
      if SubtitleScript.isScript(bytes) {
        let script = try SubtitleScript(bytes, encoding: encoding)
        sink.report(script.remarks, and: script.moreRemarks, of: file)
        return .script(script)
      }
      let list = try CueList(bytes, format: format, encoding: encoding)
      sink.report(list.remarks, and: list.moreRemarks, of: file)
      return .list(list)
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

extension DiagnosticSink {
  /// Reports what is doubtful in the texts of `file`, and that there are `more` such lines.
  mutating func report(_ remarks: [CueRemark], and more: Int, of file: Located<String>) {
    for remark in remarks {
      report(
        Diagnostic(
          code: .warning("bad-cue"),
          message: "line \(remark.line) of '\(file.value)': \(remark.message)", span: file.span))
    }
    if more > 0 {
      report(
        Diagnostic(
          code: .warning("bad-cue"),
          message: "there are \(more) more such lines in '\(file.value)'", span: file.span))
    }
  }
}

extension String {
  /// The last part of a path without what follows its last point.
  fileprivate var stem: String {
    let name = split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
  }
}
