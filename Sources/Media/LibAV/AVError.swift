// SPDX-License-Identifier: Apache-2.0

import Base
import CFFmpeg
import CFFmpegShims

/// A call into libav that failed, with what libav said about it.
public struct AVError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Kinds of failure that callers distinguish.
  public enum Kind: Hashable, Sendable {
    /// The data does not make sense.
    case invalidData
    /// The decoder, encoder, demuxer, muxer, filter or feature does not exist.
    case unsupported
    /// Memory ran out.
    case noMemory
    /// The disk is full.
    case noSpace
    /// There is no such file.
    case notFound
    /// Access to the file is denied.
    case denied
    /// Reading or writing failed.
    case inputOutput
    /// The time limit was exceeded.
    case interrupted
    /// A picture exceeds the size limit.
    case tooLarge
    /// Any other failure; see `code`.
    case other

    /// True if it concerns the data rather than the machine.
    public var isOfMedia: Bool {
      switch self {
      case .invalidData, .unsupported, .other: true
      case .noMemory, .noSpace, .notFound, .denied, .inputOutput, .interrupted, .tooLarge: false
      }
    }
  }

  /// The kind of failure.
  public var kind: Kind
  /// libav's negative return value.
  public var code: Int32
  /// The operation that failed, such as `open '/a.mp4'`.
  public var call: String
  /// libav's log of the call: errors only, at most 10 lines, without line feeds.
  public var log: [String]

  /// libav's message for the code, such as `Invalid data found when processing input`.
  public var reason: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, av_strerror(code, base, 256) == 0 else {
        return "error \(code)"
      }
      return String(cString: base)
    }
  }

  /// `call: reason`, then the log.
  public var description: String {
    ([call + ": " + reason] + log).joined(separator: "\n")
  }

  /// A failure with the calling thread's log.
  init(_ code: Int32, _ call: String) {
    self.code = code
    self.call = call
    log = capturedLog()
    kind =
      switch Int(reel_error_kind(code)) {
      case REEL_ERROR_INVALID_DATA: .invalidData
      case REEL_ERROR_UNKNOWN_CODEC: .unsupported
      case REEL_ERROR_NO_MEMORY: .noMemory
      case REEL_ERROR_NO_SPACE: .noSpace
      case REEL_ERROR_NOT_FOUND: .notFound
      case REEL_ERROR_DENIED: .denied
      case REEL_ERROR_INPUT_OUTPUT: .inputOutput
      case REEL_ERROR_INTERRUPTED: .interrupted
      default: .other
      }
    // libav has no code for its limit on pixels, so only its log distinguishes it. Should the wording change,
    // the failure keeps the kind of its code and is still an error.
    if log.contains(where: { $0.contains("max pixel count") || $0.contains("Picture size") }) {
      kind = .tooLarge
    }
  }

  /// A failure that this module detected itself.
  init(_ kind: Kind, _ call: String, because reason: String) {
    self.kind = kind
    self.call = call
    code = reel_error_invalid()
    log = [reason]
  }

  static func noMemory(_ call: String) -> AVError { AVError(reel_error_no_memory(), call) }
}

extension AVError {
  /// The failure of an operation that only examines data.
  ///
  /// Some decoders return codes such as -1, which equals
  /// a file system error, for any damage; such a code is reported as invalid data.
  var ofData: AVError {
    var error = self
    switch kind {
    case .noSpace, .notFound, .denied, .inputOutput: error.kind = .invalidData
    case .invalidData, .unsupported, .noMemory, .interrupted, .tooLarge, .other: break
    }
    return error
  }
}

/// libav's log of this thread since the last `clearLog()`.
func capturedLog() -> [String] {
  logLines(String(cString: reel_log_text()))
}

/// The first lines of a log, without consecutive duplicates.
func logLines(_ text: String) -> [String] {
  var lines: [String] = []
  for line in text.split(separator: "\n") {
    if lines.last.map({ $0 == line }) != true { lines.append(String(line)) }
    if lines.count == 10 { break }
  }
  return lines
}

/// Throws an `AVError` with the log of the call for a negative return value.
@discardableResult
func check(_ code: Int32, _ call: @autoclosure () -> String) throws(AVError) -> Int32 {
  if code < 0 { throw AVError(code, call()) }
  return code
}

/// Returns true if `code` is libav's end of file.
func isEnd(_ code: Int32) -> Bool {
  Int(reel_error_kind(code)) == REEL_ERROR_END
}

/// Returns true if `code` is libav's "try again".
func isAgain(_ code: Int32) -> Bool {
  Int(reel_error_kind(code)) == REEL_ERROR_AGAIN
}

/// The result of asking a decoder, encoder or filter graph for output.
public enum Outcome: Hashable, Sendable {
  /// The frame or packet was filled in.
  case filled
  /// It needs more input first.
  case needsInput
  /// There is no more output.
  case end
}

extension Time {
  init(_ rational: AVRational) {
    self.init(Int64(rational.num), over: Int64(rational.den == 0 ? 1 : rational.den))
  }
}

extension AVRational {
  init(_ time: Time) {
    self.init(num: Int32(clamping: time.numerator), den: Int32(clamping: time.denominator))
  }
}

extension AVError {
  /// A file that was opened successfully but has unusable contents.
  public init(unreadable call: String, because reason: String) {
    self.init(.invalidData, call, because: reason)
  }
}
