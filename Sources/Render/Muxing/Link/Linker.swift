// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import LibAV
public import RenderProtocol

/// Performs link requests: copies the packets of segments and audio into a film.
///
/// Nothing is encoded. Times are computed here from the position of each packet, since segments do not contain
/// their position. The same segments produce the same bytes.
public struct Linker {
  /// A linker; it keeps no state between requests.
  public init() {}

  /// The supported containers.
  private static let containers: Set = [
    "mp4", "mov", "ipod", "matroska", "webm", "mp3", "wav", "flac", "ogg", "opus",
  ]

  /// Links the segments and the audio of `request` into its output file.
  ///
  /// It does not wait until the file is synced to disk; the process that renames the file does.
  ///
  /// - Parameter progress: Called with the number of additional frames (for audio alone, hundredths of a
  ///   second) copied.
  /// - Returns: The film's size in bytes.
  public func link(
    _ request: LinkRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> Int64 {
    guard Linker.containers.contains(request.container) else {
      throw RenderFailure(
        kind: .unsupported, message: "films are not written as '\(request.container)'")
    }
    guard !request.segments.isEmpty || request.sound != nil else {
      throw RenderFailure(kind: .program, message: "a film of nothing")
    }
    var film = try FilmWriter(request)
    try film.start()
    var count = 0
    for segment in request.segments {
      let frames = try film.copyPictures(segment)
      progress(frames)
      count += frames
    }
    try film.copyCaptions(until: nil)
    try film.copySound(until: nil, progress: request.segments.isEmpty ? progress : { _ in })
    try film.finish()
    if film.hidesSound {
      try MatroskaDuration.write(film.duration(frames: count), into: request.output)
    }
    var status = stat()
    guard stat(request.output, &status) == 0 else {
      throw RenderFailure(
        kind: .disk, message: "cannot write the film: \(String(cString: strerror(errno)))",
        log: [request.output])
    }
    return Int64(status.st_size)
  }
}
