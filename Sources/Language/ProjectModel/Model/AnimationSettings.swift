// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

/// The settings of an output that is an animation.
public struct AnimationSettings: Hashable, Sendable {
  /// The number of times it is played; 0 for ever again.
  package var plays = 0
  /// The colours of a GIF.
  package var colors = 256
  /// The dithering of a GIF between these colours.
  package var dither = AnimationForm.Dither.bayer

  package init() {}
}
