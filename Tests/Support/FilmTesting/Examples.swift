// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The example projects, with their footage.
public enum Examples {
  /// The names of the projects, without `.reel.yaml`.
  public static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (files ?? []).filter { $0.hasSuffix(".reel.yaml") }
      .map { String($0.dropLast(".reel.yaml".count)) }.sorted()
  }()

  private static let folder = Places.package + "/Examples"
  /// Generated footage is kept between test runs.
  private static let footage = Places.package + "/.build/example-footage"

  /// Generates the footage once for all tests: a second process would be charged for waiting for the first.
  private static let made = Task {
    _ = try await Command(Places.package + "/Scripts/make-footage").data([footage], seconds: 600)
  }

  /// The text of the project `name`.
  public static func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name).reel.yaml", encoding: .utf8)
  }

  /// Copies the project `name`, changed by `change`, into `reel`'s folder next to its footage; returns the
  /// options that `reel` then needs.
  public static func copy(
    _ name: String, into reel: Reel, change: (String) -> String = { $0 }
  ) async throws -> [String] {
    try await made.value
    let files = FileManager.default
    for file in try files.contentsOfDirectory(atPath: folder) where file.hasSuffix(".svg") {
      let copy = reel.folder / file
      if !files.fileExists(atPath: copy) {
        try files.copyItem(atPath: "\(folder)/\(file)", toPath: copy)
      }
    }
    if !files.fileExists(atPath: reel.folder / "parts") {
      try files.copyItem(atPath: folder + "/parts", toPath: reel.folder / "parts")
    }
    if !files.fileExists(atPath: reel.folder / "media") {
      try files.createSymbolicLink(atPath: reel.folder / "media", withDestinationPath: footage)
    }
    try reel.folder.write(change(try text(name)), to: "\(name).reel.yaml")
    return ["\(name).reel.yaml", "--allow", footage]
  }

  /// A project of two clips of `seconds` seconds each, and music, which renders quickly.
  public static func plain(size: String = "160x90", seconds: Int = 2) -> String {
    """
    reel: 1
    canvas: {size: \(size), rate: 25}
    tracks:
      main:
        - {clip: media/market.mp4, range: 0s..\(seconds)s}
        - {clip: media/train.mp4, range: 0s..\(seconds)s}
      music:
        - {clip: media/song.ogg, range: 1s..\(seconds + 1)s, volume: 0.5}
    outputs: {film: {file: film.mkv, preset: lossless}}

    """
  }

  /// The project with a small lossless film as its only output, at reduced size.
  public static func small(_ text: String) -> String {
    var lines: [String] = []
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("outputs:") { break }
      lines.append(line)
    }
    let whole = lines.joined(separator: "\n")
      .replacingOccurrences(of: "size: 1280x720", with: "size: 480x270")
    let canvas = whole.contains("\ncanvas:") ? "" : "canvas: {size: 270x480, rate: 30}\n"
    return whole + (whole.hasSuffix("\n") ? "" : "\n") + canvas
      + "outputs: {film: {file: film.mkv, preset: lossless}}\n"
  }
}
