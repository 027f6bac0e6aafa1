// SPDX-License-Identifier: Apache-2.0

import AV
public import Actions
import Basics
import Foundation

/// Performs link requests: copies the packets of segments and sound into a film.
///
/// Nothing is encoded. Times are made here, from the position of each packet: segments know
/// nothing of where they lie. The same segments give the same bytes.
public struct Linker {
  /// A linker; it keeps nothing from one request to the next.
  public init() {}

  /// Containers that hold what this project makes.
  private static let containers: Set = [
    "mp4", "mov", "ipod", "matroska", "webm", "mp3", "wav", "flac", "ogg", "opus",
  ]

  /// Links the segments and the sound of `request` into its output file, and waits until it is on the disk.
  ///
  /// - Parameter progress: Told how many frames (of sound alone, hundredths of a second) more have been copied.
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
    if let path = request.sound { try film.addSound(path) }
    try film.start()
    for path in request.segments {
      let frames = try film.copyPictures(path)
      progress(frames)
    }
    try film.copySound(until: nil, progress: request.segments.isEmpty ? progress : { _ in })
    try film.finish()
    return try Linker.settle(request.output)
  }

  /// Waits until the file is on the disk; returns its size.
  private static func settle(_ path: String) throws(RenderFailure) -> Int64 {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard file >= 0, fsync(file) == 0, fstat(file, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      if file >= 0 { close(file) }
      throw RenderFailure(kind: .disk, message: "cannot write the film: \(reason)", log: [path])
    }
    close(file)
    return Int64(status.st_size)
  }
}
