// SPDX-License-Identifier: Apache-2.0

package import Basics
package import SourceMedia

extension ChannelChoice {
  /// The same for `media`: of a film within the film, which is stereo, channels have no other numbers than 1 and 2.
  ///
  /// Nil for both in their order.
  package func heard(of media: ResolvedMedia) -> ChannelChoice? {
    guard case .picked(let numbers) = self, media.film != nil else { return self }
    switch numbers {
    case [1, 2]: return nil
    case [2, 1]: return .route(.swap)
    default: return .route(numbers[0] == 1 ? .left : .right)
    }
  }
}
