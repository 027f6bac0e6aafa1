// SPDX-License-Identifier: Apache-2.0

package import Base
import RenderProtocol

extension ChannelChoice {
  /// The same for `media`; nil where that changes nothing.
  ///
  /// Channels of a film within the film have no other numbers than 1 and 2, which are the left and the right, in surround
  /// of its front. A sound of one channel is on both sides in stereo and in the centre of surround, where its sides would be
  /// silent: what is its left or its middle is the sound itself.
  package func heard(of media: ResolvedMedia) -> ChannelChoice? {
    switch self {
    case .route(let route):
      let isOfOne = media.film == nil && media.heard.allSatisfy { $0.facts.channels == 1 }
      return isOfOne && route != .side ? nil : self
    case .picked where media.film == nil: return self
    case .picked(let numbers): return Self.ofFilm(numbers)
    }
  }

  private static func ofFilm(_ numbers: [Int]) -> ChannelChoice? {
    switch numbers {
    case [1, 2]: return nil
    case [2, 1]: return .route(.swap)
    default: return .route(numbers[0] == 1 ? .left : .right)
    }
  }
}
