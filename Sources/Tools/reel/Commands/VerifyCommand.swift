// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BuildSystem
import Builder
import Catalog
import Diagnostics
import Driver
import Host
import ReelKit
import RenderProtocol

/// `reel verify`: lays films beside their project, or beside what players accept.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract:
      "Says whether films are what their project asks for, or are for the players of a profile.")

  @Argument(help: "A film, or a project for the films of its outputs.")
  var file: String

  @Option(
    help: "Look at what players accept instead: web, social, tv, photos or archive.",
    transform: VerifyCommand.profile)
  var profile: PlayerProfile?

  @Option(help: ArgumentHelp("Only the film of this output.", valueName: "name"))
  var output: String?

  @Option(help: ArgumentHelp("A film of the project that lies elsewhere.", valueName: "file"))
  var film: String?

  @Option(
    help: ArgumentHelp("Write frames of each clip beside their source's.", valueName: "out.html"))
  var sheet: String?

  @Flag(help: "Print it as JSON, one object a line.")
  var json = false

  @Flag(help: "Overwrite a file that is no proof sheet.")
  var force = false

  @OptionGroup var trial: TrialOptions
  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 2)
      interruption.atEnd { pool.shutDown() }
      do {
        if let profile { return try await check(profile, pool) }
        return try await compare(pool, interruption)
      } catch let failure as RenderFailure {
        project.show(.failure(failure, of: film ?? file))
        return ToolStatus(failure)
      }
    }
  }

  private static func profile(_ name: String) throws -> PlayerProfile {
    if let profile = PlayerProfile(rawValue: name) { return profile }
    let names = PlayerProfile.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("'\(Terminal.printable(name))' is none of \(names)")
  }

  private func check(_ profile: PlayerProfile, _ pool: WorkerPool) async throws -> ToolStatus {
    guard let path = PathPolicy.real(file) else {
      return refuse("no-film", "'\(file)': \(PathPolicy.reason(ofMissing: file))")
    }
    if let reason = PathPolicy.reason(ofPointer: path) {
      return refuse("no-film", "'\(file)' \(reason)")
    }
    if [".m3u8", ".mpd"].contains(where: path.hasSuffix) {
      return refuse(
        "not-verified",
        "'\(file)': a stream of media segments is not verified; films and files of sound are")
    }
    let report = try await FilmVerification.report(of: path, called: file, for: profile, by: pool)
    show(json ? [report.json] : report.lines)
    return report.isKept ? .done : .projectIsWrong
  }

  private func compare(
    _ pool: WorkerPool, _ interruption: Interruption
  ) async throws -> ToolStatus {
    let named = film ?? (FilmMakers.isProject(file) ? nil : file)
    let path = named.flatMap { PathPolicy.real($0) }
    if let named, path == nil {
      return refuse("no-film", "'\(named)': \(PathPolicy.reason(ofMissing: named))")
    }
    if let named, let reason = path.flatMap({ PathPolicy.reason(ofPointer: $0) }) {
      return refuse("no-film", "'\(named)' \(reason)")
    }
    var source = file
    if !FilmMakers.isProject(file), let path {
      guard
        let found = FilmMakers.project(
          ofFilm: path, cache: { try? project.cache.place.folder(of: $0) })
      else {
        return refuse(
          "no-project",
          "no project beside '\(file)' or above it made it; write `reel verify PROJECT --film \(file)`, or --profile"
        )
      }
      source = found
    }
    guard
      let session = ProjectSession(source, pool: pool, options: project, interruption: interruption)
    else { return .projectIsWrong }
    var settings = CompilationOptions(only: [output].compactMap(\.self))
    trial.apply(to: &settings)
    let compiled = await session.compilation(settings).expectations()
    guard let expectations = try session.product(of: compiled) else { return session.failureStatus }
    if let named, let path, trial.mistakes(path, for: expectations.outputs.map(\.path)) {
      return refuse(
        "not-verified", "'\(named)' is called as a draft of a film; lay it beside one with --draft")
    }
    var verification = FilmVerification(expectations, pool: pool)
    let reports = try await verification.run(
      film: path.map { ($0, named ?? $0) }, showingClips: sheet != nil
    ) { show(json ? [$0.json] : $0.lines) }
    for words in verification.passedOver {
      project.show(Diagnostic(code: .warning("not-verified"), message: words))
    }
    if let sheet, !reports.isEmpty {
      let target = try PathPolicy.destination(ofArgument: sheet)
      do throws(ProofSheet.Obstacle) {
        try ProofSheet(reports, of: source).write(to: target, overwrites: force)
      } catch {
        return refuse("proof-sheet", "cannot write '\(sheet)': \(error.words)")
      }
    }
    guard !reports.isEmpty else { return refuse("not-verified", "there is no film to be verified") }
    return reports.allSatisfy(\.agrees) ? .done : .projectIsWrong
  }

  private func refuse(_ code: String, _ message: String) -> ToolStatus {
    project.show(.simple(code, message))
    return .projectIsWrong
  }

  private func show(_ lines: [String]) {
    for line in lines { Terminal.output.writeLine(Terminal.printable(line)) }
  }
}
