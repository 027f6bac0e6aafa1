// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation

/// A line of `Expected.txt`: the expected result for one clip of a media file.
struct Expectation: Sendable, CustomStringConvertible {
  /// The file, relative to the media folder.
  var path: String
  /// The part that is used: `whole`, or a range in the project's syntax, in milliseconds.
  var range: String
  /// The result, in the format of `Result.description`; several with `or` between, where that depends on FFmpeg's version.
  var result: String
  /// The reason for this result.
  var reason: String

  var description: String { path }

  /// Returns true if `result` is an expected one.
  func allows(_ result: String) -> Bool {
    self.result.components(separatedBy: " or ").contains(result)
  }

  /// The range in milliseconds; nil for the whole file.
  var milliseconds: Range<Int64>? {
    let ends = range.components(separatedBy: "..").compactMap { Int64($0.dropLast(2)) }
    return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
  }

  private static let file = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()
    .appending(path: "Expected.txt")

  /// All lines, in their order.
  static let all: [Expectation] = read().compactMap(Expectation.init)

  private static func read() -> [String] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "\n")
  }

  private init?(_ line: String) {
    let parts = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard !line.hasPrefix("#"), parts.count == 4 else { return nil }
    (path, range, result, reason) = (parts[0], parts[1], parts[2], parts[3])
  }

  /// Replaces the line for the same file.
  func record() throws {
    let lines = Expectation.read().map { line in
      guard let old = Expectation(line), old.path == path else { return line }
      return "\(path) | \(range) | \(result) | \(reason)"
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: Expectation.file)
  }
}

/// The result for a file.
struct Result {
  /// The film, if there is one.
  var film: Film?
  /// The code of the located error, if there is one.
  var error: String?

  /// A film, and its similarity to the reference.
  struct Film {
    var rate: Ratio?
    var frames = 0
    var size = ""
    /// The smallest PSNR of a compared frame.
    var pictureLikeness: Double?
    var samples: Int?
    var soundLikeness: Double?
    /// The delay of the sound in samples.
    var lag = 0
  }
}

extension Result: CustomStringConvertible {
  /// `25 fps, 50 frames, 640x360, exact; 96000 samples, 60 dB`, or `error unreadable-media`.
  var description: String {
    guard let film else { return "error \(error ?? "nowhere")" }
    var parts: [String] = []
    if let rate = film.rate, let likeness = film.pictureLikeness {
      parts.append(
        "\(rate) fps, \(film.frames) frames, \(film.size), \(Result.bucket(likeness))")
    }
    if let samples = film.samples {
      let likeness = film.soundLikeness.map(Result.bucket) ?? "silence"
      parts.append(
        "\(samples) samples, \(likeness)" + (film.lag == 0 ? "" : ", \(film.lag) samples late"))
    }
    return parts.joined(separator: "; ")
  }

  /// Buckets are wide, because other versions of FFmpeg decode and resample slightly differently.
  private static func bucket(_ decibels: Double) -> String {
    if decibels == .infinity { return "exact" }
    let steps = [80, 60, 50, 45, 38, 30, 20]
    return steps.first { decibels >= Double($0) }.map { "\($0) dB" } ?? "unlike"
  }
}
