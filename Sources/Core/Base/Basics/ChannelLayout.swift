// SPDX-License-Identifier: Apache-2.0

/// The channels that a film is heard on.
///
/// Raw values are the names that projects and libavutil use. The surrounds of `5.1` are those that libavutil calls back
/// channels, as AAC, Opus and FLAC have them.
public enum ChannelLayout: String, Hashable, Sendable, Codable, CaseIterable {
  /// One channel.
  case mono
  /// Left and right.
  case stereo
  /// Front left and right, centre, low frequencies, back left and right.
  case surround = "5.1"
  /// Those of `5.1`, then side left and right.
  case wideSurround = "7.1"

  /// The position of a channel; raw values are libavutil's abbreviations.
  public enum Speaker: String, Hashable, Sendable {
    case frontLeft = "FL"
    case frontRight = "FR"
    case frontCenter = "FC"
    case lowFrequency = "LFE"
    case backLeft = "BL"
    case backRight = "BR"
    case sideLeft = "SL"
    case sideRight = "SR"
  }

  /// The channels in the order in which samples lie.
  public var speakers: [Speaker] {
    switch self {
    case .mono: [.frontCenter]
    case .stereo: [.frontLeft, .frontRight]
    case .surround:
      [.frontLeft, .frontRight, .frontCenter, .lowFrequency, .backLeft, .backRight]
    case .wideSurround: ChannelLayout.surround.speakers + [.sideLeft, .sideRight]
    }
  }

  /// The number of channels, from 1 to 8.
  public var count: Int {
    switch self {
    case .mono: 1
    case .stereo: 2
    case .surround: 6
    case .wideSurround: 8
    }
  }

  /// True if there are more channels than left and right.
  public var isSurround: Bool { count > 2 }

  /// The layout in which a film of this one is mixed, of an even number of channels: what is heard on one channel is half
  /// the sum of the left and the right.
  public var mixed: ChannelLayout { self == .mono ? .stereo : self }

  /// The numbers of channels that are the left and the right of each other.
  public var pairs: [(left: Int, right: Int)] {
    switch self {
    case .mono: []
    case .stereo: [(0, 1)]
    case .surround: [(0, 1), (4, 5)]
    case .wideSurround: [(0, 1), (4, 5), (6, 7)]
    }
  }

  /// The number of the channel that is neither left nor right, and has all frequencies; nil for none.
  public var center: Int? { isSurround ? 2 : nil }

  /// The number of the channel of low frequencies; nil for none.
  public var lowFrequency: Int? { isSurround ? 3 : nil }
}
