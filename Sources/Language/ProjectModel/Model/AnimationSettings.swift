// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

/// What is written of an output that is an animation.
public struct AnimationSettings: Hashable, Sendable {
  /// How many times it is played; 0 for ever again.
  package var plays = 0
  /// The colours of a GIF.
  package var colors = 256
  /// How a GIF shows colours between these.
  package var dither = AnimationForm.Dither.bayer

  package init() {}
}
