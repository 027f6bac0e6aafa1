// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import Planning
import RenderProtocol

extension Piece {
  /// More bytes than it can have, however hard it is to compress; nothing larger is taken from a
  /// store, which could fill the disk with it.
  var sizeLimit: Int64 {
    // The header, and room for the packets of something very short.
    let base: Int64 = 1 << 20
    switch kind {
    case .segment(let segment):
      // No encoder makes much more of a frame than its samples; 8 bits, 4:2:0.
      let size = segment.program.outputSize
      let frame = Int64(size.width) * Int64(size.height) * 3 / 2
      // Pictures without loss have up to 16 bits of each of four samples.
      let times: Int64 = segment.encoding.isPictures ? 6 : 1
      return base + Int64(segment.frameCount) * (times * frame + frame / 4 + 4096)
    case .chunk(let chunk):
      // Stereo in 32 bits, what goes on over both ends, and the packets' heads.
      let overlap = 2 * Int64(chunk.program.clips.count + 1) * AudioProgram.overlap
      return base + 9 * (chunk.program.sampleCount + overlap)
    case .passage(let passage):
      return base + 10 * passage.sampleCount
    case .sound(let sound):
      return base + 10 * sound.sampleCount
    }
  }

  /// The mark of a piece from a shared store, in place of notes, which it has none of: if it cannot
  /// be used, in this build or a later one, it is rendered here.
  static let foreignMark = Array("fetched".utf8)

  /// The label of this kind in the store.
  var label: String { isPicture ? "segments" : "sounds" }

  /// Stores the file at `path` as this piece, exactly as if it had been rendered; refuses what is no
  /// file of a piece, is of another length, or has not the bytes that `record` names.
  func store(
    _ path: String, of record: PieceRecord, in folder: BuildFolder
  ) throws(StoreFailure) {
    guard record.key == key, Piece.frames(inFile: path) == length else {
      throw StoreFailure("sent a piece with another key or length")
    }
    do {
      try folder.artifacts.commit(
        path, scratch: try folder.temporaryPath(), as: key, label: label, facts: Piece.foreignMark,
        digest: record.digest)
    } catch {
      throw StoreFailure("sent a piece that cannot be stored: \(error)")
    }
  }

  /// Frames or samples of the segment file at `path`, by its ends; nil when it is none.
  private static func frames(inFile path: String) -> Int64? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    let (headCount, tailCount) = (SegmentMarks.headBytes, SegmentMarks.trailerBytes)
    guard fstat(file, &facts) == 0, Int(facts.st_size) >= headCount + tailCount else { return nil }
    var head = [UInt8](repeating: 0, count: headCount)
    var tail = [UInt8](repeating: 0, count: tailCount)
    guard pread(file, &head, headCount, 0) == headCount,
      pread(file, &tail, tailCount, off_t(Int(facts.st_size) - tailCount)) == tailCount
    else { return nil }
    return SegmentMarks.frames(head: head, tail: tail)
  }
}
