// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import LibAV
package import RenderProtocol

/// Decodes intervals of a stream in one pass, and keeps their frames in a file for `GatheredFrames`.
///
/// Nothing is kept of a stream that is damaged there, or whose frames differ in more than their samples: then segments
/// decode it themselves, and report what is wrong.
package struct FrameGatherer: ~Copyable {
  /// Of so many frames one is whole, at least.
  private static let spacing = 50
  private static let writeBytes = 1 << 20

  private let request: GatherRequest
  private let file: Int32
  private var buffer: [UInt8] = []
  private var written: Int64 = 0
  private var entries: [GatheredFrames.Entry] = []
  private var changes: FrameChanges?
  /// A frame of zeros, and the properties that all frames have.
  private var blank: ImageBuffer?
  private var shell: ImageBuffer?
  private var previous: ImageBuffer?
  private var sinceWhole = 0
  private var writeFailure: RenderFailure?

  /// Frames that `request` asks for.
  package init(_ request: GatherRequest) throws(RenderFailure) {
    self.request = request
    file = open(request.output, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.failure(request.output) }
  }

  deinit { close(file) }

  /// Writes the file.
  ///
  /// - Parameter progress: Called with the number of additional frames that are kept.
  package mutating func gather(progress: (Int) -> Void) throws(RenderFailure) -> SegmentFacts {
    do throws(AVError) { try decode(progress) } catch { throw RenderFailure(reading: error) }
    if let writeFailure { throw writeFailure }
    let model = entries.isEmpty ? 0 : modelTicks
    entries.withUnsafeBytes { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: (model, Int64(entries.count))) { buffer.append(contentsOf: $0) }
    try flush()
    return SegmentFacts(frames: Int64(entries.count), bytes: written, notes: [])
  }

  /// The time of the frame whose properties all have.
  private var modelTicks: Int64 = .min

  private mutating func decode(_ progress: (Int) -> Void) throws(AVError) {
    let source = try VideoSource(
      request.file, stream: request.stream, threads: max(1, request.decoderThreads),
      maximumPixels: SourcePool.maximumPixels)
    let tolerance = TimeRemap.tolerance(timeBase: source.timeBase)
    func limit(_ time: Time) -> Int64 { ((time + tolerance) / source.timeBase).floor }
    stretches: for stretch in request.stretches {
      previous = nil
      var wanted = limit(stretch.start)
      let end = limit(stretch.end)
      while true {
        guard let frame = try source.frame(upTo: wanted), source.takeBreak(upTo: wanted) == nil,
          !source.isBroken, try isLikeOthers(frame)
        else { throw Self.unlike }
        if entries.isEmpty { modelTicks = source.entry ?? .min }
        // A stream that begins later shows its first frame before that, too.
        let next = source.after?.ticks ?? .max
        if frame.ticks <= wanted, next > frame.ticks {
          guard try keep(frame, next) else { break stretches }
          progress(1)
        }
        guard next <= end else { break }
        wanted = next
      }
    }
    guard !entries.isEmpty, let model = try source.frame(upTo: modelTicks) else { return }
    let described = try model.frame.withoutSamples()
    described.forgetRemarks()
    guard shell?.frame.hasProperties(of: described) == true else { throw Self.unlike }
  }

  /// Returns true if `frame` differs from the first one in nothing but its samples; the first one
  /// decides.
  private mutating func isLikeOthers(_ frame: ImageBuffer) throws(AVError) -> Bool {
    let described = try frame.frame.withoutSamples()
    described.forgetRemarks()
    guard frame.frame.timestamp == frame.ticks else { return false }
    if let shell { return described.hasProperties(of: shell.frame) }
    guard let changes = FrameChanges(of: frame.frame), described.hasProperties(of: described) else {
      return false
    }
    let blank = try frame.frame.withNewSamples()
    blank.clearSamples()
    self.changes = changes
    self.blank = ImageBuffer(blank)
    shell = ImageBuffer(described)
    return true
  }

  /// Adds `frame`, which is shown up to `next`; false where it has no room.
  private mutating func keep(_ frame: ImageBuffer, _ next: Int64) throws(AVError) -> Bool {
    guard let changes, let blank else { return false }
    let isWhole = previous == nil || sinceWhole == Self.spacing
    let origin = isWhole ? blank : previous ?? blank
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: changes.bound))
    let count = buffer.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map {
        changes.write(frame.frame, from: origin.frame, to: $0 + start)
      } ?? 0
    }
    buffer.removeLast(changes.bound - count)
    let offset = written + Int64(start)
    guard offset + Int64(count) <= request.mostBytes else {
      buffer.removeLast(count)
      return false
    }
    entries.append(
      GatheredFrames.Entry(
        ticks: frame.ticks, next: next, duration: frame.frame.duration, offset: offset,
        count: Int64(count), isWhole: isWhole ? 1 : 0, isKey: frame.frame.isKey ? 1 : 0,
        type: Int64(frame.frame.pictureType)))
    sinceWhole = isWhole ? 1 : sinceWhole + 1
    previous = frame
    guard buffer.count >= Self.writeBytes else { return true }
    do throws(RenderFailure) { try flush() } catch { writeFailure = error }
    return writeFailure == nil
  }

  private mutating func flush() throws(RenderFailure) {
    var done = 0
    while done < buffer.count {
      let count = buffer.withUnsafeBytes {
        systemWrite(file, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(request.output) }
      done += count
    }
    written += Int64(done)
    buffer.removeAll(keepingCapacity: true)
  }

  private static let unlike = AVError(
    unreadable: "gather frames", because: "they are damaged, or described each in its own way")

  private static func failure(_ path: String) -> RenderFailure {
    RenderFailure(
      kind: .disk, message: "cannot write a file of frames: \(String(cString: strerror(errno)))",
      log: [path])
  }
}

/// `write(2)`, which a method of the same name hides.
private let systemWrite = write
