// SPDX-License-Identifier: Apache-2.0

/// A blend mode: the way a layer's colours are combined with those below it instead of covering
/// them.
///
/// The modes are those of CSS (`mix-blend-mode`), computed on encoded red, green and blue; the names are CSS's, but
/// for `add`.
public enum BlendMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// The product of both: white has no effect, black stays black.
  case multiply
  /// The product of the complements of both: black has no effect, white stays white.
  case screen
  /// A `hardLight` with the roles of both exchanged.
  case overlay
  /// The lesser of both.
  case darken
  /// The greater of both.
  case lighten
  /// The backdrop, brightened to show the layer.
  case colorDodge = "color-dodge"
  /// The backdrop, darkened to show the layer.
  case colorBurn = "color-burn"
  /// A `multiply` where the layer is dark, a `screen` where it is light.
  case hardLight = "hard-light"
  /// A softer `hardLight`.
  case softLight = "soft-light"
  /// The difference of both.
  case difference
  /// A `difference` with less contrast.
  case exclusion
  /// The hue of the layer, the saturation and luminosity of the backdrop.
  case hue
  /// The saturation of the layer, the hue and luminosity of the backdrop.
  case saturation
  /// The hue and saturation of the layer, the luminosity of the backdrop.
  case color
  /// The luminosity of the layer, the hue and saturation of the backdrop.
  case luminosity
  /// The sum of both, each times its alpha; CSS's `plus-lighter`.
  case add
}
