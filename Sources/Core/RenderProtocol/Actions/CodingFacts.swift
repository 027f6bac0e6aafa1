// SPDX-License-Identifier: Apache-2.0

public import Base

/// The coding of a video stream, as far as it matters for copying its packets into a film.
public struct CodingFacts: Hashable, Sendable, Codable {
  /// libavcodec's number of the profile.
  public var profile: Int
  /// libavcodec's number of the level.
  public var level: Int
  /// Frames that a decoder holds back because coding order differs from display order.
  public var delay: Int
  /// The field of a frame that is shown first; nil where frames are progressive.
  public var fields: FieldOrder?
  /// Seconds per tick of the packets' times: frames are shown up to a tick early.
  public var timeBase: Time
  /// The stream's only parameter record; empty where there is an `obstacle`, and for codecs without one.
  ///
  /// For H.264 an avcC record (ISO/IEC 14496-15, 5.3.3.1), for HEVC an hvcC record (8.3.3.1), made from the byte
  /// stream's sets where the container (MPEG-TS) has none. It gives the size of the length fields before the NAL units
  /// of the packets: 4 where packets have start codes instead. For AV1 an av1C record.
  public var parameters: [UInt8]
  /// Why none of its packets can be copied, as a phrase such as `two parameter sets`; nil if some can.
  public var obstacle: String?
  /// All frames from the first random access point on, ascending; none where there is an `obstacle`.
  public var groups: [PictureGroup]

  /// The coding of a stream.
  public init(
    profile: Int, level: Int, delay: Int, fields: FieldOrder? = nil, timeBase: Time,
    parameters: [UInt8], obstacle: String? = nil, groups: [PictureGroup]
  ) {
    self.profile = profile
    self.level = level
    self.delay = delay
    self.fields = fields
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

/// Coded pictures from one random access point up to the next.
///
/// In H.264 a group starts at an IDR picture. Other pictures that containers mark as key frames do not end a group,
/// because frames after them may refer to frames before; only the packets before the first IDR picture may start with
/// such a key frame, and those are not copied. In HEVC a group starts at any intra random access point; frames shown
/// before that point may refer to the previous group. In VP9 and AV1 it starts at a key frame that is shown at once.
public struct PictureGroup: Hashable, Sendable {
  /// Source time (container start = 0) of the first frame shown.
  public var start: Time
  /// The number of frames shown.
  public var frames: Int
  /// The number of frames, from the first on, that refer to the previous group: they can only be
  /// copied together with it.
  public var leading: Int
  /// Why its packets cannot be copied, as a phrase such as `open GOP`.
  ///
  /// Without an obstacle, decoding can start at its first packet; the next group, if any, is decodable on its own too;
  /// all its frames are shown before those of the next group; and frames follow each other at the stream's rate, up to
  /// and including the next group's first frame.
  public var obstacle: String?

  /// A group of `frames` frames from `start` on.
  public init(start: Time, frames: Int, leading: Int = 0, obstacle: String? = nil) {
    self.start = start
    self.frames = frames
    self.leading = leading
    self.obstacle = obstacle
  }
}

extension PictureGroup: TextCodable {
  /// One text, `START FRAMES`, `START FRAMES/LEADING` or either with ` OBSTACLE`: a long film has thousands
  /// of groups, and they are read again each time something is built of it.
  public var description: String {
    let count = leading > 0 ? "\(frames)/\(leading)" : "\(frames)"
    return "\(start) \(count)" + (obstacle.map { " " + $0 } ?? "")
  }

  /// Reads what `description` gives.
  public init?(parsing text: Substring) {
    let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2).map { Substring($0) }
    let counts =
      parts.dropFirst().first?
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false) ?? []
    guard let start = parts.first.flatMap({ Time(parsing: $0) }),
      let frames = counts.first.flatMap({ Int($0) }),
      let leading = counts.count > 1 ? Int(counts[1]) : 0, (0...max(0, frames)).contains(leading)
    else { return nil }
    self.init(
      start: start, frames: frames, leading: leading,
      obstacle: parts.count > 2 ? String(parts[2]) : nil)
  }
}
