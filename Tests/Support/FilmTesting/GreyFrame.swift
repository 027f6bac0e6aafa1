// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A frame of a film in shades of grey, from 0 for black to 255 for white.
public struct GreyFrame: Sendable {
  /// Pixels across.
  public let width: Int
  /// The shades, row by row.
  public let samples: [UInt8]

  /// The shade at (`x`, `y`).
  public subscript(x: Int, y: Int) -> Int { Int(samples[y * width + x]) }

  /// The shades of a row.
  public func row(_ y: Int) -> [Int] { samples[y * width..<(y + 1) * width].map { Int($0) } }

  /// The sum of all shades, in white pixels.
  public var area: Double { samples.reduce(0) { $0 + Double($1) } / 255 }

  /// Frames of a film of 320x180 at 25 frames a second with the tracks, layers and instructions of `lines`.
  ///
  /// - Parameter files: Texts of files beside the project, by their names.
  public static func frames(
    _ numbers: [Int], of lines: String, files: [String: String] = [:]
  ) async throws -> [GreyFrame] {
    guard let tools = Places.ffmpeg else { throw Command.Failure("there is no ffmpeg") }
    let (width, height) = (320, 180)
    let reel = try Reel()
    for (name, text) in files { try reel.folder.write(text, to: name) }
    let text = """
      reel: 1
      canvas: {size: \(width)x\(height), rate: 25}
      outputs: {film: {file: film.mkv, preset: lossless}}
      \(lines)

      """
    let outcome = try await reel.build(text)
    guard outcome.status == 0 else { throw Command.Failure("\(outcome.errors)") }
    let data = try await tools.frames(
      numbers, of: reel.folder / "film.mkv", stream: 0, format: "gray")
    let length = width * height
    guard data.count == numbers.count * length else { throw Command.Failure("frames are missing") }
    let samples = [UInt8](data)
    return numbers.indices.map {
      GreyFrame(width: width, samples: Array(samples[$0 * length..<($0 + 1) * length]))
    }
  }

  /// The only frame that counts of a film that lasts a second, whose one layer has `keys`.
  public static func frame(
    of keys: String, _ number: Int = 12, files: [String: String] = [:]
  ) async throws -> GreyFrame {
    try await frames(
      [number],
      of: "tracks: {main: [{gap: 1s}]}\noverlays: {layer: {\(keys), during: 0s..1s}}",
      files: files)[0]
  }

  /// A picture of `width` by `height` whose left half is white, the right one grey.
  public static func halves(_ width: Int, _ height: Int) -> String {
    #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)">"#
      + #"<rect width="\#(width / 2)" height="\#(height)" fill="white"/>"#
      + #"<rect x="\#(width / 2)" width="\#(width / 2)" height="\#(height)" fill="gray"/></svg>"#
  }
}
