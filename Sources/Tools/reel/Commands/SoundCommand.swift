// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import Builder
import Diagnostics
import Driver
import Host
import Planning
import ReelKit
import RenderProtocol

/// `reel sound`: says how loud a film is, and draws its sound.
struct SoundCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sound",
    abstract: "Prints loudness, true peak, silence and overs of tracks and outputs.",
    discussion: """
      What is measured is the mix before an output is brought to its level. The loudness is that of EBU R 128, the true \
      peak that of BS.1770. Silence is half a second or more below -60 dB.
      """)

  @Argument(help: "The project file.")
  var file: String

  @Option(help: ArgumentHelp("Only this output; may be repeated.", valueName: "name"))
  var only: [String] = []

  @Flag(help: "Print how sounds are lowered under others (`duck`), as keyframes of their volume.")
  var curves = false

  @Option(help: ArgumentHelp("Draw the waveform of the first output.", valueName: "picture.png"))
  var waveform: String?

  @Option(
    help: ArgumentHelp("Draw the frequencies of the first output.", valueName: "picture.png"))
  var spectrogram: String?

  @Option(help: ArgumentHelp("The size of pictures.", valueName: "size"))
  var size = "1600x400"

  @Flag(help: "Print it as JSON, one object a line.")
  var json = false

  @Flag(help: "Overwrite a file that is no picture of the project.")
  var force = false

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    for picture in [waveform, spectrogram].compactMap(\.self)
    where !picture.lowercased().hasSuffix(".png") {
      throw ValidationError("'\(picture)' must end in .png")
    }
    if curves, json {
      throw ValidationError("--curves prints keyframes, which are no JSON")
    }
    if waveform != nil, spectrogram != nil {
      throw ValidationError("one picture is drawn at a time")
    }
    guard pictureSize != nil else {
      throw ValidationError("the size of pictures is written 1600x400, and is at most 8192x4096")
    }
  }

  private var pictureSize: PixelSize? {
    let numbers = size.split(separator: "x").map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (16...8192).contains(width), (16...4096).contains(height)
    else { return nil }
    return PixelSize(width, height)
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 2)
      interruption.atEnd { pool.shutDown() }
      let pictures: [(name: String, kind: AudioPictureRequest.Kind)] = [
        waveform.map { ($0, .waveform) }, spectrogram.map { ($0, .spectrogram) },
      ].compactMap(\.self)
      let target = try pictures.first.map { try PathPolicy.fromWorkingFolder($0.name) }
      guard
        let session = ProjectSession(
          file, output: target, pool: pool, options: project, interruption: interruption)
      else { return .projectIsWrong }
      let compiled = await session.compilation(CompilationOptions(only: only))
        .sound(measuring: !curves || !pictures.isEmpty)
      guard let sound = try session.product(of: compiled) else { return session.failureStatus }
      if curves { show(lines: AudioTable(sound).curves) }
      if !curves { show(sound) }
      return try await draw(pictures, of: sound, session, pool)
    }
  }

  private func show(_ sound: FilmAudio) {
    if json {
      for line in sound.measurements.compactMap({ Shown.json(AudioFigures($0)) }) {
        Terminal.output.writeLine(line)
      }
    } else if sound.measurements.isEmpty {
      Terminal.output.writeLine("nothing is heard in this film")
    } else {
      show(lines: AudioTable(sound).text)
    }
  }

  private func show(lines text: String) {
    for line in text.split(separator: "\n") {
      Terminal.output.writeLine(Terminal.printable(String(line)))
    }
  }

  private func draw(
    _ pictures: [(name: String, kind: AudioPictureRequest.Kind)], of sound: FilmAudio,
    _ session: ProjectSession, _ pool: WorkerPool
  ) async throws -> ToolStatus {
    guard let measurement = sound.measurements.first(where: \.isOutput), let size = pictureSize
    else {
      if pictures.isEmpty { return .done }
      project.show(.simple("no-sound", "'\(file)' has no sound to be drawn"))
      return .projectIsWrong
    }
    for picture in pictures {
      let path = try PathPolicy.fromWorkingFolder(picture.name)
      let target = PictureFile(picture.name, at: path, force: force, session)
      if let problem = target.problem {
        project.show(problem)
        return .projectIsWrong
      }
      do {
        _ = try await target.make { path in
          let request = AudioPictureRequest(
            program: measurement.program, kind: picture.kind, size: size, output: path)
          return try await session.world.watch.reading(measurement.program.files) {
            try await pool.perform(.soundPicture(request))
          }
        }
      } catch {
        try Task.checkCancellation()
        let failure = RenderFailure(error)
        project.show(.failure(failure, of: picture.name))
        return ToolStatus(failure)
      }
    }
    return .done
  }
}
