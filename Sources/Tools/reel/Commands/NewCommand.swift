// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import BuildSystem
import Diagnostics
import Glibc
import Host
import Preprocessing
import RenderProtocol

/// `reel new`: writes a project that begins a film.
struct NewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Writes a project file to begin with.",
    discussion: """
      `slideshow` shows photos and clips with a transition between neighbours, `film` one clip after \
      the other, `lecture` a talk between its title and a last card. Captions (.srt, .vtt, .ass) beside \
      the clips of a film or a lecture are tracks of it. Nothing is overwritten.

      reel new slideshow photos/*.jpg --music song.ogg

      reel new lecture talk.mp4 talk.srt
      """)

  @Argument(help: "slideshow, film or lecture.")
  var kind: Kind

  @Argument(
    help: "Photos and clips, in the order of the film, and captions.", completion: .file())
  var files: [String]

  @Option(help: "Sound that is heard along the film, again and again.", completion: .file())
  var music: String?

  @Option(
    name: .shortAndLong,
    help: "The project file; slideshow.reel.yaml and so on by default.", completion: .file())
  var output: String?

  /// The kinds of project that can be begun.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case slideshow, film, lecture
  }

  @OptionGroup var jobs: JobOptions

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = jobs.pool()
      interruption.atEnd { pool.shutDown() }
      let problem = await write(probing: pool)
      try Task.checkCancellation()
      guard let problem else { return ToolStatus.done }
      Terminal.errors.write(DiagnosticPrinter().render([problem], in: SourceMap()))
      return ToolStatus.projectIsWrong
    }
  }

  /// Writes the project; what keeps it from that, or nil.
  private func write(probing pool: WorkerPool) async -> Diagnostic? {
    let target = output ?? "\(kind.rawValue).reel.yaml"
    guard let ending = [".reel.yaml", ".reel.yml"].first(where: { target.hasSuffix($0) }) else {
      let stem = [".yaml", ".yml"].first { target.hasSuffix($0) }.map { target.dropLast($0.count) }
      return problem(
        "'\(target)' is no name of a project", hint: "write \(stem ?? target[...]).reel.yaml")
    }
    let slash = target.lastIndex(of: "/")
    let parent = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    guard target != ending, !target.hasSuffix("/" + ending) else {
      return problem("'\(target)' is no name of a project", hint: "write trip\(ending)")
    }
    let name = target[(slash.map { target.index(after: $0) } ?? target.startIndex)...]
    guard let folder = PathPolicy.real(parent) else {
      return problem("cannot write '\(target)': \(PathPolicy.lastReason)")
    }
    let texts = files.filter { file in
      Self.captionEndings.contains { file.lowercased().hasSuffix($0) }
    }
    let shown = Self.ordered(files.filter { !texts.contains($0) })
    var paths: [String] = []
    for file in shown + texts + [music].compactMap(\.self) {
      switch path(of: file, in: folder) {
      case .success(let path): paths.append(path)
      case .failure(let refusal): return refusal.diagnostic
      }
    }
    if shown.isEmpty {
      return problem("there is no photo and no clip among the files", hint: "name those, too")
    }
    if let problem = await contentProblem(shown, pool) { return problem }
    let heard = music == nil ? nil : literalPattern(paths.removeLast())
    let first = paths[0]
    var captions: [String: String] = [:]
    for (text, path) in zip(texts, paths[shown.count...]) {
      guard kind != .slideshow else {
        return problem("'\(text)' is a file of captions", hint: "a film or a lecture takes them")
      }
      let same = shown.indices.filter { Self.stem(shown[$0]) == Self.stem(text) }
      let owner = same.first ?? (shown.count == 1 ? 0 : nil)
      guard let owner, captions.updateValue(path, forKey: literalPattern(paths[owner])) == nil
      else {
        return problem(
          "'\(text)' is not the captions of one clip", hint: "give it the name of its clip")
      }
    }
    paths.removeLast(texts.count)
    paths = paths.map(literalPattern)
    var stem = String(name.dropLast(ending.count))
    // No output is written over a source.
    while (paths + [heard].compactMap(\.self)).contains(literalPattern(stem + ".mp4")) {
      stem += "-film"
    }
    var project = NewProject(
      projectKind, of: paths, first: first, music: heard, name: stem)
    project.captions = captions
    do throws(SystemFailure) {
      try Disk.create(folder + "/" + name, holding: Array(project.text.utf8), isDurable: false)
    } catch {
      return error.code == EEXIST
        ? problem(
          "'\(target)' is there already, and is not overwritten", hint: "name another with -o")
        : problem("cannot write '\(target)': \(error.reason)")
    }
    let count = paths.count == 1 ? "1 file" : "\(paths.count) files"
    Terminal.output.writeLine(
      Terminal.printable("\(target): \(count); `reel build \(target)` makes \(project.name).mp4"))
    return nil
  }

  /// Files in the order of the command line, but three or more that a shell has sorted, which puts page-10 before page-2.
  private static func ordered(_ files: [String]) -> [String] {
    var runs: [[String]] = []
    for file in files {
      if let last = runs.last?.last, last < file {
        runs[runs.count - 1].append(file)
      } else {
        runs.append([file])
      }
    }
    return runs.flatMap { $0.count < 3 ? $0 : $0.sorted(by: NaturalOrder.precedes) }
  }

  private static let captionEndings = [".srt", ".vtt", ".ass", ".ssa"]

  /// The path of a file without what follows its last point.
  private static func stem(_ file: String) -> Substring {
    file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
  }

  /// The first of the files `shown` that a film cannot show, or music that cannot be heard.
  private func contentProblem(_ shown: [String], _ pool: WorkerPool) async -> Diagnostic? {
    let named = shown + [music].compactMap(\.self)
    let found = await Side.bySide(named) { await ProbeCommand.probe($0, pool) }
    for (file, result) in zip(named, found) {
      switch result {
      case .failure(let failure):
        return problem("'\(file)' is no photo, film or sound: \(failure.message)")
      case .success(let facts):
        if kind == .slideshow, facts.video == nil, file != music {
          return problem(
            "'\(file)' is sound, which a slideshow does not show",
            hint: "write --music \(file) beside photos and clips")
        }
      }
    }
    if let music, case .success(let facts) = found[found.count - 1], facts.audio == nil {
      return problem("'\(music)' has no sound", hint: "leave --music out, or name a song")
    }
    return nil
  }

  private var projectKind: NewProject.Kind {
    switch kind {
    case .slideshow: .slideshow
    case .film: .film
    case .lecture: .lecture
    }
  }

  private struct Refusal: Error {
    var diagnostic: Diagnostic
  }

  /// The path in a project in `folder` of the file that the command line calls `file`.
  private func path(of file: String, in folder: String) -> Result<String, Refusal> {
    func refuse(_ message: String, hint: String? = nil) -> Result<String, Refusal> {
      .failure(Refusal(diagnostic: problem(message, hint: hint)))
    }
    guard let real = PathPolicy.real(file) else {
      return refuse("cannot read '\(file)': \(PathPolicy.reason(ofMissing: file))")
    }
    guard PathPolicy.isRegularFile(real) else {
      return refuse("'\(file)' is not a file", hint: "name the files in it: \(file)/*.jpg")
    }
    if let reason = PathPolicy.reason(ofPointer: real) { return refuse("'\(file)' \(reason)") }
    guard PathPolicy.isInside(real, folder), real != folder else {
      return refuse(
        "'\(file)' lies outside the project's folder '\(folder)'",
        hint:
          "write the project into a folder above all files: -o FOLDER/\(kind.rawValue).reel.yaml")
    }
    // A link stays one: what it leads to may become another file.
    let slash = file.lastIndex(of: "/")
    let parent = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    let own = file[(slash.map { file.index(after: $0) } ?? file.startIndex)...]
    let named = PathPolicy.real(parent).map { ($0 == "/" ? "" : $0) + "/" + own } ?? real
    let shown = PathPolicy.isInside(named, folder) ? named : real
    let path = String(shown.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1))
    return .success(path)
  }

  private func problem(_ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(code: .error("new-project"), message: message, hint: hint)
  }
}
