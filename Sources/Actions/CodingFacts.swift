// SPDX-License-Identifier: Apache-2.0

public import Basics

/// How a picture stream is coded, as far as it matters for copying its packets into a film.
public struct CodingFacts: Hashable, Sendable, Codable {
  /// libavcodec's number of the profile.
  public var profile: Int
  /// libavcodec's number of the level.
  public var level: Int
  /// Frames that a decoder holds back, as they are coded in another order than they are shown in.
  public var delay: Int
  /// Seconds per tick of the packets' times: frames are shown up to a tick early.
  public var timeBase: Time
  /// The stream's one pair of parameter sets; empty where there is an `obstacle`.
  ///
  /// For H.264 an avcC record (ISO/IEC 14496-15, 5.3.3.1), made from the byte stream's sets where
  /// the container (MPEG-TS) has none. Its fifth byte says how many bytes the lengths have that stand
  /// before the NAL units of the packets; 4, where packets have start codes instead.
  public var parameters: [UInt8]
  /// Why nothing of it can be copied, as a phrase such as `two parameter sets`; nil if something can.
  public var obstacle: String?
  /// All frames from the first random access point on, ascending; none where there is an `obstacle`.
  public var groups: [PictureGroup]

  /// How a stream is coded.
  public init(
    profile: Int, level: Int, delay: Int, timeBase: Time, parameters: [UInt8],
    obstacle: String? = nil, groups: [PictureGroup]
  ) {
    self.profile = profile
    self.level = level
    self.delay = delay
    self.timeBase = timeBase
    self.parameters = parameters
    self.obstacle = obstacle
    self.groups = groups
  }

  /// The number of frames that can be copied; they follow each other at the stream's rate.
  public var copyableFrames: Int {
    groups.reduce(0) { $0 + ($1.obstacle == nil ? $1.frames : 0) }
  }
}

/// Coded pictures from one place where decoding can start afresh up to the next.
///
/// In H.264 that is an IDR picture. Other pictures that containers mark as key frames do not end a
/// group, as frames after them may lean on frames before; only what comes before the first IDR
/// picture may start with such a one, and is not to be copied.
public struct PictureGroup: Hashable, Sendable {
  /// Source time (container start = 0) of the first frame shown.
  public var start: Time
  /// The number of frames shown.
  public var frames: Int
  /// Why its packets cannot be copied, as a phrase such as `open GOP`.
  ///
  /// Where there is none, it starts with an IDR picture, the next group does so too or there is none,
  /// all its frames are shown before those of the next, and they follow each other at the stream's
  /// rate, the next group's first frame included.
  public var obstacle: String?

  /// A group of `frames` frames from `start` on.
  public init(start: Time, frames: Int, obstacle: String? = nil) {
    self.start = start
    self.frames = frames
    self.obstacle = obstacle
  }
}

extension PictureGroup: Codable {
  /// Writes one text, `START FRAMES` or `START FRAMES OBSTACLE`: a long film has thousands of groups,
  /// and they are read again each time something is built of it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(start) \(frames)" + (obstacle.map { " " + $0 } ?? ""))
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2).map { Substring($0) }
    guard parts.count >= 2, let start = Time(parsing: parts[0]), let frames = Int(parts[1]) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no group of pictures: \(text)")
    }
    self.init(start: start, frames: frames, obstacle: parts.count > 2 ? String(parts[2]) : nil)
  }
}
