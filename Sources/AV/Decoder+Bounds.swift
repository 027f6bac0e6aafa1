// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import CFFmpegShims

extension Decoder {
  /// What the decoding of one picture may take.
  public struct Bounds: Hashable, Sendable {
    /// Seconds of the processor, of all threads of this process.
    public var seconds: Int64
    /// Bytes of memory beside what this process has before.
    public var bytes: Int64

    /// At most `seconds` and `bytes`.
    public init(seconds: Int64, bytes: Int64) {
      (self.seconds, self.bytes) = (seconds, bytes)
    }
  }

  /// Which bound was passed.
  public enum Excess: Hashable, Sendable {
    case time, memory
  }

  /// Decodes the only picture there is in `packet`, all of it.
  ///
  /// What passes a bound cannot be stopped: it goes on in a thread of its own, with this decoder's
  /// memory, until this process ends, which should be soon.
  ///
  /// - Parameter beat: Called some times a second.
  /// - Returns: The bound that was passed; nil when `frame` was filled.
  public mutating func decode(
    _ packet: borrowing Packet, into frame: borrowing Frame, within bounds: Bounds,
    beat: () -> Void
  ) throws(AVError) -> Excess? {
    reel_log_clear()
    let (began, before) = (reel_processor_time(), reel_resident_bytes())
    guard let decoding = reel_decoding_begin(pointer, packet.pointer) else {
      throw AVError.noMemory("decode \(name)")
    }
    while reel_decoding_wait(decoding, 50) == 0 {
      beat()
      let excess: Excess? =
        if reel_processor_time() - began > bounds.seconds * 1_000_000_000 {
          .time
        } else if reel_resident_bytes() - before > bounds.bytes { .memory } else { nil }
      if let excess {
        isAbandoned = true
        return excess
      }
    }
    try checkData(reel_decoding_end(decoding, frame.pointer), "decode \(name)")
    return nil
  }
}
