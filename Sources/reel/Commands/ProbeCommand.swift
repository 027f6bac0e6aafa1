// SPDX-License-Identifier: Apache-2.0

import Actions
import ArgumentParser
import Basics
import Diagnostics
import DiskAccess
import Printing
import Workers

/// `reel probe`: prints the contents of media files.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Prints the contents of media files.")

  @Argument(help: "Media files.")
  var files: [String]

  @Flag(help: "Print all facts as JSON, one object a line.")
  var json = false

  @OptionGroup var jobs: JobOptions

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = jobs.pool()
      interruption.atEnd { pool.shutDown() }
      let found = await Side.bySide(files) { await ProbeCommand.probe($0, pool) }
      try Task.checkCancellation()
      var status = ToolStatus.done
      for (file, result) in zip(files, found) {
        switch result {
        case .success(let facts): show(facts, of: file)
        case .failure(let failure):
          status = max(status, ToolStatus(failure))
          let text = DiagnosticPrinter().render(.failure(failure, of: file), in: SourceMap())
          Terminal.errors.write(text)
        }
      }
      return status
    }
  }

  /// What the file contains that the command line calls `file`.
  static func probe(
    _ file: String, _ pool: WorkerPool
  ) async -> Result<MediaFacts, RenderFailure> {
    guard let path = PathPolicy.real(file) else {
      return .failure(RenderFailure(kind: .media, message: PathPolicy.lastReason))
    }
    guard PathPolicy.isRegularFile(path) else {
      return .failure(RenderFailure(kind: .media, message: "not a regular file"))
    }
    do {
      guard case .probed(let facts) = try await pool.perform(.probe(ProbeRequest(path: path)))
      else { throw RenderFailure.wrongAnswer }
      return .success(facts)
    } catch {
      return .failure(RenderFailure(error))
    }
  }

  private struct Line: Encodable {
    var file: String
    var facts: MediaFacts
  }

  private func show(_ facts: MediaFacts, of file: String) {
    if json {
      if let line = Shown.json(Line(file: file, facts: facts)) { Terminal.output.writeLine(line) }
      return
    }
    let rows = ProbeCommand.rows(facts).map { row in row.map(Terminal.printable) }
    Terminal.output.write(Terminal.printable(file) + "\n" + Shown.table(rows))
  }

  /// What people want to know of a file, as labels and values.
  static func rows(_ facts: MediaFacts) -> [[String]] {
    var rows = [["  format", facts.format + (facts.isStill ? ", still" : "")]]
    if let video = facts.video {
      var words = [video.codec, "\(video.size.width)x\(video.size.height)", video.pixels.name]
      if video.sampleAspect != Time(1) { words.append("pixel aspect \(video.sampleAspect)") }
      if let fields = video.fields ?? video.coding?.fields {
        words.append("interlaced, \(fields) field first")
      }
      if video.orientation != .upright { words.append("shown \(video.orientation)") }
      if video.hasAlpha { words.append("alpha") }
      if video.color.isHDR { words.append("HDR") }
      rows.append(["  picture", words.joined(separator: ", ")])
      if !facts.isStill {
        let rate = video.rate.map { " at \($0)" } ?? ""
        let times = "\(Shown.seconds(video.firstFrame)) .. \(Shown.seconds(video.end))"
        rows.append([
          "  frames", "\(video.frameCount)\(rate), \(times), \(video.keyFrames.count) key frames",
        ])
      }
    }
    if let audio = facts.audio {
      let times = "\(Shown.seconds(audio.firstSample)) .. \(Shown.seconds(audio.end))"
      rows.append([
        "  sound", "\(audio.codec), \(audio.sampleRate) Hz, \(audio.channels) channels, \(times)",
      ])
    }
    if let pictures = facts.pictures, pictures.count > 1 {
      for (number, stream) in pictures.enumerated() {
        rows.append(["  video \(number)", stream.words])
      }
    }
    if let sounds = facts.sounds, sounds.count > 1 {
      for (number, stream) in sounds.enumerated() {
        rows.append(["  audio \(number)", stream.words])
      }
    }
    if let words = facts.container?.words {
      rows.append(["  says", words.joined(separator: ", ")])
    }
    return rows + facts.warnings.map { ["  warning", $0] }
  }
}

extension StreamOfFile {
  /// What a container says of a stream, in words.
  fileprivate var words: String {
    var words = [codec]
    if let language { words.append("language \(language)") }
    if let title { words.append("title '\(title)'") }
    if isUsual { words.append("used unless 'streams' says otherwise") }
    return words.joined(separator: ", ")
  }
}

extension LightFacts {
  /// What a grading was for, in words.
  fileprivate var words: [String] {
    var words: [String] = []
    if luminance.count == 2 { words.append("graded for \(luminance[1] / 10000) cd/m²") }
    if content.count == 2 { words.append("as light as \(content[0]) cd/m²") }
    return words
  }
}

extension ContainerFacts {
  /// What a container says, in words.
  fileprivate var words: [String] {
    var words: [String] = []
    if let creation { words.append("recorded \(creation.date)") }
    if let location { words.append("at \(location)") }
    if let pictureLanguage { words.append("picture in \(pictureLanguage)") }
    if let soundLanguage { words.append("sound in \(soundLanguage)") }
    if let light { words += light.words }
    if let timecode { words.append("timecode \(timecode)") }
    if !chapters.isEmpty {
      words.append(chapters.count == 1 ? "1 chapter" : "\(chapters.count) chapters")
    }
    return words
  }
}
