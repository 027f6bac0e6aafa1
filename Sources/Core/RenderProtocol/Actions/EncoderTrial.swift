// SPDX-License-Identifier: Apache-2.0

/// A minimal encode that tests if an encoder takes its options.
public enum EncoderTrial: Hashable, Sendable, Codable {
  /// The frames of a program.
  case pictures(RenderProgram, VideoEncoding)
  /// Some silence.
  case sound(AudioEncoding, sampleRate: Int)

  /// libavcodec's name of the encoder.
  public var encoder: String {
    switch self {
    case .pictures(_, let encoding): encoding.encoder
    case .sound(let encoding, sampleRate: _): encoding.encoder
    }
  }

  /// The request that makes it, into the file `output`.
  public func request(output: String) -> Request {
    switch self {
    case .pictures(let program, let encoding):
      .segment(SegmentRequest(program: program, encoding: encoding, output: output))
    case .sound(let encoding, let rate):
      .encode(
        EncodeRequest(
          sampleRate: rate, intervals: [.silence(Int64(rate))], encoding: encoding, output: output))
    }
  }
}

/// Why an encoder does not take its options.
public struct EncoderRefusal: Hashable, Sendable, Codable {
  /// A sentence in lower case, without a period.
  public var message: String
  /// The encoder's own words.
  public var log: [String]

  /// Because of `message`, as the encoder says in `log`.
  public init(message: String, log: [String]) { (self.message, self.log) = (message, log) }
}
