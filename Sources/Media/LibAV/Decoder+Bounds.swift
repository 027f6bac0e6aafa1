// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import CFFmpegShims

extension Decoder {
  /// Resource limits for decoding one picture.
  public struct Bounds: Hashable, Sendable {
    /// CPU seconds of all threads of this process.
    public var seconds: Int64
    /// Bytes of memory in addition to what this process already uses.
    public var bytes: Int64

    /// Limits of `seconds` and `bytes`.
    public init(seconds: Int64, bytes: Int64) {
      (self.seconds, self.bytes) = (seconds, bytes)
    }
  }

  /// The limit that was exceeded.
  public enum Excess: Hashable, Sendable {
    case time, memory
  }

  /// Decodes the only picture in `packet` completely.
  ///
  /// Decoding that exceeds a limit cannot be stopped: it continues in its own thread, with this decoder's
  /// memory, until this process ends, which should be soon.
  ///
  /// - Parameter beat: Called several times per second.
  /// - Returns: The limit that was exceeded; nil if `frame` was filled.
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
