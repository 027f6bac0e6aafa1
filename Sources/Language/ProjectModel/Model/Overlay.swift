// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics

/// A layer over all tracks or within a group.
public struct Overlay: Hashable, Sendable {
  /// The overlay's name, unique among those of its group.
  public var name: Located<String>
  /// The group it belongs to or the layer that it masks, an overlay or an item of a track; nil over all tracks.
  public var group: LayerTarget?
  /// What is drawn; of footage one file.
  public var content: LayerContent
  /// What is played of footage.
  public var playback = Playback()
  /// The captions of footage, by their index in ``Project/captionFiles``; nil for those of its asset.
  public var captions: Int?
  /// When, in film time; nil for the whole time of its group, or of the film.
  public var during: RangeExpression?
  /// How it is drawn.
  public var layer: LayerSettings
  /// How it masks the layer that its `group` is then; nil where it is drawn.
  public var mask: LayerMask?
  /// The range of the instruction in which it masks that layer, in place of the layer's own mask; nil for that.
  public var instructed: RangeExpression?
  /// Whether it has no name of its own: a mask that is written with its layer.
  public var isNameless = false
  /// The overlay in the project.
  public var span: Span

  package init(
    name: Located<String>, group: LayerTarget? = nil, content: LayerContent,
    during: RangeExpression? = nil, layer: LayerSettings, span: Span
  ) {
    self.name = name
    self.group = group
    self.content = content
    self.during = during
    self.layer = layer
    self.span = span
  }
}
