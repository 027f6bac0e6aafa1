// SPDX-License-Identifier: Apache-2.0

/// The channels of a sound that are heard, on the left and on the right, or on all channels of a film.
public enum ChannelChoice: Hashable, Sendable, Codable {
  /// A routing of the source's stereo mix.
  case route(Route)
  /// Channels of the source itself, counted from 1: one for both sides, one for each, or one for each channel of the film.
  case picked([Int])

  /// A way from two channels to two.
  public enum Route: String, Hashable, Sendable, Codable, CaseIterable {
    /// The left channel, on both sides.
    case left
    /// The right channel, on both sides.
    case right
    /// Half of the sum of both, on both sides.
    case mid
    /// Half of the difference, left minus right, on both sides.
    case side
    /// Left and right exchanged.
    case swap
  }

  /// The numbers that channels may have.
  public static let numbers = 1...64

  /// True if both sides are the same.
  public var isMono: Bool {
    switch self {
    case .route(let route): route != .swap
    case .picked(let channels): channels.allSatisfy { $0 == channels[0] }
    }
  }
}

extension ChannelChoice: CustomStringConvertible {
  /// `left`, or numbers with plus signs between them.
  public var description: String {
    switch self {
    case .route(let route): route.rawValue
    case .picked(let channels): channels.map(String.init).joined(separator: "+")
    }
  }

  /// Reads a description; nil for anything else, and for channels that no sound has.
  public init?(parsing text: some StringProtocol) {
    if let route = Route(rawValue: String(text)) {
      self = .route(route)
      return
    }
    let channels = text.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard ChannelChoice.isPossible(channels) else { return nil }
    self = .picked(channels)
  }

  /// Returns true if `channels` is a possible choice: one or two numbers, or as many as `layout`
  /// has channels, any layout if it is nil.
  public static func isPossible(_ channels: [Int], of layout: ChannelLayout? = nil) -> Bool {
    let layouts = layout.map { [$0] } ?? ChannelLayout.allCases
    let counts = [1, 2] + layouts.map(\.count)
    return counts.contains(channels.count) && channels.allSatisfy(numbers.contains)
  }
}
