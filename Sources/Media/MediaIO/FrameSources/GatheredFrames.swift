// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import LibAV

/// Decoded frames of a stream in a file, from which they are shown without decoding what lies before them.
///
/// Each frame is kept as what makes it of the one before it in the file, or of nothing. After the frames come their entries,
/// then the time of a frame that is cheap to decode, whose properties all of them have, and how many entries there are.
final class GatheredFrames {
  /// Where a frame is in the file.
  struct Entry {
    var ticks: Int64
    /// The time of the next frame of the stream.
    var next: Int64
    var duration: Int64
    var offset: Int64
    var count: Int64
    /// 1 if the frame is stored whole, not as changes of another.
    var isWhole: Int64
    var isKey: Int64
    var type: Int64
  }

  private let file: Int32
  private let entries: [Entry]
  private let model: Int64
  /// The frame whose properties all have, with no samples.
  private var shell: ImageBuffer?
  private var changes: FrameChanges?
  private var blank: ImageBuffer?
  private var bytes: [UInt8] = []
  /// The frame that was handed out last, and its entry.
  private var last: (index: Int, frame: ImageBuffer)?

  /// The frames in the file at `path`; nil where it is none of such frames.
  init?(_ path: String) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    var facts = stat()
    var end: [Int64] = [0, 0]
    let (tail, stride) = (2 * MemoryLayout<Int64>.stride, MemoryLayout<Entry>.stride)
    guard fstat(file, &facts) == 0,
      Self.read(file, into: &end, at: Int64(facts.st_size) - Int64(tail)),
      (1...Int64(facts.st_size) / Int64(stride)).contains(end[1])
    else { return nil }
    var entries = [Entry](
      repeating: Entry(
        ticks: 0, next: 0, duration: 0, offset: 0, count: 0, isWhole: 0, isKey: 0, type: 0),
      count: Int(end[1]))
    let start = Int64(facts.st_size) - Int64(tail) - Int64(stride) * end[1]
    guard Self.read(file, into: &entries, at: start) else { return nil }
    (self.entries, model) = (entries, end[0])
  }

  deinit { if file >= 0 { close(file) } }

  /// Fills `values` from the bytes at `offset`; false where there are too few.
  private static func read<Value: BitwiseCopyable>(
    _ file: Int32, into values: inout [Value], at offset: Int64
  ) -> Bool {
    values.withUnsafeMutableBytes { raw in
      var done = 0
      while done < raw.count {
        let place = off_t(offset) + off_t(done)
        let count = pread(file, raw.baseAddress.map { $0 + done }, raw.count - done, place)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// The frame that is shown at `limit`; nil where it is none of these.
  ///
  /// - Parameter decode: Gives the frame of the stream that is shown at a time.
  func frame(
    upTo limit: Int64, decode: (Int64) throws(AVError) -> ImageBuffer?
  ) throws(AVError) -> ImageBuffer? {
    let index = entries.partitioningIndex { $0.ticks > limit } - 1
    guard index >= 0, limit < entries[index].next else { return nil }
    if let last, last.index == index { return last.frame }
    guard try prepare(decode) else { return nil }
    var first = index
    while first > 0, entries[first].isWhole == 0 { first -= 1 }
    if let last, last.index >= first, last.index < index { first = last.index + 1 }
    for place in first...index {
      guard try make(place) else {
        last = nil
        return nil
      }
    }
    return last?.frame
  }

  /// Finds what all frames have in common; false where the file is not of this stream.
  private func prepare(
    _ decode: (Int64) throws(AVError) -> ImageBuffer?
  ) throws(AVError) -> Bool {
    if changes != nil { return true }
    guard let model = try decode(model) else { return false }
    let shell = try model.frame.withoutSamples()
    shell.forgetRemarks()
    let blank = try model.frame.withNewSamples()
    blank.clearSamples()
    changes = FrameChanges(of: blank)
    (self.shell, self.blank) = (ImageBuffer(shell), ImageBuffer(blank))
    return changes != nil
  }

  /// Makes the frame of an entry, the next one or a whole one, and has it as the last.
  private func make(_ index: Int) throws(AVError) -> Bool {
    let entry = entries[index]
    guard let changes, let shell, let blank, (0...changes.bound).contains(Int(entry.count)) else {
      return false
    }
    var origin = blank
    if entry.isWhole == 0 {
      guard let last, last.index == index - 1 else { return false }
      origin = last.frame
    }
    bytes = [UInt8](repeating: 0, count: max(1, Int(entry.count)))
    guard Self.read(file, into: &bytes, at: entry.offset) else { return false }
    let frame = try shell.frame.withNewSamples()
    frame.timestamp = entry.ticks
    frame.duration = entry.duration
    frame.isKey = entry.isKey != 0
    frame.pictureType = UInt32(truncatingIfNeeded: entry.type)
    bytes.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { changes.read(start, from: origin.frame, into: frame) }
    }
    last = (index, ImageBuffer(frame, ticks: entry.ticks))
    return true
  }
}
