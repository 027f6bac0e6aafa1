// SPDX-License-Identifier: Apache-2.0

import Base
import Bitstreams
import Glibc
import RenderProtocol

/// A media segment of a stream while it is written: fragments of samples, each with an index before its bytes.
///
/// It is named by the digest of its bytes, so that one that did not change keeps its name, and a changed one never has the
/// name of another that a cache may still hold. Memory holds one fragment at most.
struct FragmentFile: ~Copyable {
  /// A sample of a fragment; times are in ticks of the track.
  struct Sample {
    var bytes = 0
    var duration: Int64
    /// The time from its decoding to its presentation.
    var offset: Int64
    var isKey: Bool
  }

  /// The bytes of samples after which a fragment ends.
  private static let fragmentBytes = 8 << 20
  /// The flags of samples that depend on no other, and of others (14496-12, 8.8.3.1).
  private static let (keyFlags, otherFlags) = (UInt32(0x0200_0000), UInt32(0x0101_0000))

  private let folder: String
  private let temporary: String
  private let file: Int32
  private var digester = Digester()
  private var size: Int64 = 0
  private var samples: [Sample] = []
  private var payload: [UInt8] = []
  /// The start of the fragment, in ticks and as the number of its first sample.
  private var (start, number): (Int64, Int64)

  /// A media segment in `folder` whose first sample, the `number`th of the stream from 0, is decoded at the tick `start`.
  init(folder: String, start: Int64, number: Int64) throws(RenderFailure) {
    self.folder = folder
    (self.start, self.number) = (start, number)
    temporary = folder + "/unfinished"
    file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw Self.failure(temporary) }
    var head = MediaBoxes()
    head.box("styp") { box in
      box.add("msdh")
      box.add(UInt32(0))
      box.add("msdh")
      box.add("cmfs")
    }
    try write(head.bytes)
  }

  deinit { close(file) }

  /// Adds `sample`, whose bytes are `bytes`; where these are a byte stream (ITU-T H.264, annex B), lengths replace its
  /// start codes.
  mutating func add(
    _ sample: Sample, _ bytes: UnsafeRawBufferPointer, isByteStream: Bool = false
  ) throws(RenderFailure) {
    let before = payload.count
    if isByteStream {
      for unit in NALUnits(bytes) {
        withUnsafeBytes(of: UInt32(unit.count).bigEndian) { payload += $0 }
        payload += bytes[unit]
      }
    } else {
      payload += bytes
    }
    var sample = sample
    sample.bytes = payload.count - before
    samples.append(sample)
    if payload.count >= Self.fragmentBytes { try flush() }
  }

  /// Writes the fragment that is held.
  private mutating func flush() throws(RenderFailure) {
    guard !samples.isEmpty else { return }
    let (start, number, samples) = (start, number, samples)
    let isOrdered = samples.allSatisfy { $0.offset == 0 }
    var boxes = MediaBoxes()
    var place = 0
    boxes.box("moof") { moof in
      // Numbers ascend with the place in the film, so that a segment before this one may have another length.
      moof.box("mfhd", version: 0) { $0.add(UInt32(truncatingIfNeeded: number + 1)) }
      moof.box("traf") { traf in
        traf.box("tfhd", version: 0, flags: 0x2_0000) { $0.add(UInt32(1)) }
        traf.box("tfdt", version: 1) { $0.add(UInt64(clamping: start)) }
        // Offset of the bytes; of each sample its duration, size, flags, and offset of the time.
        traf.box("trun", version: 1, flags: isOrdered ? 0x701 : 0xf01) { run in
          run.add(UInt32(samples.count))
          place = run.bytes.count
          run.add(UInt32(0))
          for sample in samples {
            run.add(UInt32(clamping: sample.duration))
            run.add(UInt32(sample.bytes))
            run.add(sample.isKey ? Self.keyFlags : Self.otherFlags)
            if !isOrdered { run.add(Int32(clamping: sample.offset)) }
          }
        }
      }
    }
    boxes.set(UInt32(boxes.bytes.count + 8), at: place)
    boxes.add(UInt32(payload.count + 8))
    boxes.add("mdat")
    try write(boxes.bytes)
    try write(payload)
    self.start += samples.reduce(0) { $0 + $1.duration }
    self.number += Int64(samples.count)
    self.samples.removeAll(keepingCapacity: true)
    payload.removeAll(keepingCapacity: true)
  }

  /// Writes what is left; gives the file its name, which begins with `prefix`, and returns it with its size.
  mutating func finish(prefix: String) throws(RenderFailure) -> DeliveredFile {
    try flush()
    let name = prefix + digester.fingerprint().short + ".m4s"
    guard rename(temporary, folder + "/" + name) == 0 else { throw Self.failure(temporary) }
    return DeliveredFile(name: name, bytes: size)
  }

  private mutating func write(_ bytes: [UInt8]) throws(RenderFailure) {
    digester.update(bytes)
    size += Int64(bytes.count)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(temporary)
      }
      written += count
    }
  }

  private static func failure(_ path: String) -> RenderFailure {
    RenderFailure(
      kind: .disk, message: "cannot write the film: \(String(cString: strerror(errno)))",
      log: [path])
  }
}
