// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation

/// One media file, rendered by a project of one clip.
struct ClipRun {
  let reel: Reel
  let tools: FFmpeg
  let media: String
  let expectation: Expectation

  private var source: String { media + "/" + expectation.path }

  init(_ expectation: Expectation, media: String, tools: FFmpeg) throws {
    reel = try Reel()
    (self.expectation, self.media, self.tools) = (expectation, media, tools)
  }

  /// Builds the film, and compares it with ffmpeg's rendering of the file.
  func result() async throws -> Result {
    let isStill = expectation.path.hasPrefix("images/") || source.hasSuffix(".jpg")
    let isSound = expectation.path.hasPrefix("audio/")
    let size = isStill ? try await stillSize() : nil
    let outcome = try await reel.build(
      project(stillSize: size, file: isSound ? "film.wav" : "film.mkv"),
      options: ["--diagnostics", "json"], allowing: [media], seconds: 60)
    guard !outcome.isTimedOut else { throw Command.Failure("it hangs") }
    guard outcome.status == 0 else {
      guard outcome.status == 1 else {
        throw Command.Failure("exit \(outcome.status): \(outcome.text)\(outcome.errors)")
      }
      return Result(film: nil, error: try Diagnostics.code(in: outcome.text + outcome.errors))
    }
    if isSound { return Result(film: try await sound(reel.folder / "film.wav"), error: nil) }
    return Result(film: try await film(reel.folder / "film.mkv", stillSize: size), error: nil)
  }

  private func project(stillSize: (width: Int, height: Int)?, file: String) -> String {
    var text = "reel: 1\n"
    if let stillSize {
      text += "canvas: {size: \(stillSize.width)x\(stillSize.height), rate: 25}\n"
    }
    text += "tracks:\n  main:\n    - clip: '\(source)'\n"
    if expectation.range != "whole" { text += "      range: \(expectation.range)\n" }
    if stillSize != nil { text += "      fit: stretch\n" }
    return text + "outputs:\n  film: {file: \(file), preset: lossless}\n"
  }

  private func film(_ path: String, stillSize: (width: Int, height: Int)?) async throws
    -> Result.Film
  {
    let shown = try await MediaListing(path, with: tools)
    var film = Result.Film()
    if let video = shown.video, var rate = Ratio(video.r_frame_rate) {
      // Since FFmpeg 7 it may be the rate of fields.
      if let mean = Ratio(video.avg_frame_rate), mean.value * 2 == rate.value { rate = mean }
      film.rate = rate
      film.frames = shown.frames.count
      let (width, height) = (video.width ?? 0, video.height ?? 0)
      film.size = "\(width)x\(height)"
      let indices = [0, film.frames / 2, max(0, film.frames - 1)]
      // Lossless films of what has more chroma than 4:2:0 are in 4:4:4.
      let format = video.pix_fmt == "yuv444p" ? "yuv444p" : "yuv420p"
      let own = try await pictures(indices, of: path, format)
      let other: Data
      if stillSize == nil {
        let reference = try await Reference(source, tools: tools)
        let expected =
          expectation.milliseconds.map {
            Int(
              (Double($0.count) * Double(rate.numerator)
                / Double(rate.denominator) / 1000).rounded())
          }
          ?? reference.listing.frameCount(rate: rate) ?? 0
        guard film.frames == expected else {
          throw Command.Failure("the film has \(film.frames) frames, \(expected) were expected")
        }
        other = try await reference.frames(
          indices, rate: rate, start: expectation.milliseconds?.lowerBound ?? 0, width: width,
          height: height, format: format)
        if let stream = shown.audio, reference.listing.audio != nil {
          try await compare(path, stream, of: reference, into: &film)
        }
      } else {
        let picture = try await still(width: width, height: height, format)
        other = picture + picture + picture
      }
      film.pictureLikeness =
        try await tools.likeness(
          of: own, and: other, width: width, height: height, format: format
        ).min() ?? 0
    }
    return film
  }

  /// Frames of the film, in the requested order.
  private func pictures(
    _ indices: [Int], of path: String, _ format: String
  ) async throws -> Data {
    let all = try await tools.frames(indices, of: path, stream: 0, format: format)
    let order = Set(indices).sorted()
    let size = all.count / max(1, order.count)
    return indices.reduce(into: Data()) { result, index in
      guard let place = order.firstIndex(of: index) else { return }
      result += all[(place * size)..<((place + 1) * size)]
    }
  }

  private func sound(_ path: String) async throws -> Result.Film {
    var film = Result.Film()
    let reference = try await Reference(source, tools: tools)
    let shown = try await MediaListing(path, with: tools, listsFrames: false)
    guard let stream = shown.audio else {
      throw Command.Failure("there is no sound in the film")
    }
    try await compare(path, stream, of: reference, into: &film)
    return film
  }

  private func compare(
    _ path: String, _ stream: MediaListing.Stream, of reference: Reference,
    into film: inout Result.Film
  ) async throws {
    let own = try await tools.sound(of: path, stream: stream)
    let all = try await tools.sound(of: source, stream: reference.listing.audio)
    let leadIn = Int((Double(reference.listing.leadIn) * 0.048).rounded())
    let start = Int(expectation.milliseconds?.lowerBound ?? 0) * 48 + leadIn
    // Sound after the range, or after the last frame, is not audible.
    let end =
      expectation.milliseconds.map { Int($0.upperBound) * 48 + leadIn } ?? (start + own.count)
    film.samples = own.count
    let length = min(own.count, end - start, max(0, all.count - start), 4 * Sound.rate)
    let (heard, meant) = (own[0..<length], all[start..<(start + length)])
    film.soundLikeness = meant.likeness(to: heard)
    if film.soundLikeness ?? 0 < 38, length > 9600 {
      // A quarter of a second in the middle determines the offset.
      let reach = 600
      let middle = max(0, length / 2 - 6000 - reach)..<min(length, length / 2 + 6000 + reach)
      film.lag = meant[middle].lag(of: heard[middle], reach: reach)
      film.soundLikeness = meant[reach..<(length - reach)]
        .likeness(to: heard[(reach + film.lag)..<(length - reach + film.lag)])
    }
  }

  // MARK: Stills

  /// The size for comparing a still: upright, at most 1600 wide, even.
  private func stillSize() async throws -> (width: Int, height: Int) {
    guard let stream = try? await stillStream(), let width = stream.width,
      let height = stream.height,
      width > 0, height > 0
    else { return (640, 360) }
    let upright = try orientation() > 4 ? (height, width) : (width, height)
    let shrink = max(1, (upright.0 + 1599) / 1600)
    return ((upright.0 / shrink + 1) / 2 * 2, (upright.1 / shrink + 1) / 2 * 2)
  }

  private func stillStream() async throws -> MediaListing.Stream? {
    try await MediaListing(source, with: tools, listsFrames: false).video
  }

  private func still(width: Int, height: Int, _ format: String) async throws -> Data {
    guard let stream = try await stillStream() else { return Data() }
    let input =
      source.hasSuffix(".svg")
      ? ["-width", "\(width)", "-height", "\(height)", "-keep_ar", "0"] : []
    return try await Reference.still(
      source, stream, orientation: try orientation(), tools: tools, width: width, height: height,
      input: input, format: format)
  }

  /// The EXIF orientation in the list of media.
  private func orientation() throws -> Int {
    let list = try String(contentsOfFile: media + "/MANIFEST.tsv", encoding: .utf8)
    guard
      let line = list.components(separatedBy: "\n").first(where: {
        $0.hasPrefix(expectation.path + "\t")
      }), let mark = line.range(of: "exif_orientation=")
    else { return 1 }
    return Int(String(line[mark.upperBound...].prefix(1))) ?? 1
  }
}
