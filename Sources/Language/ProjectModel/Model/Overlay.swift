// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics

/// A layer over all tracks or within a group.
public struct Overlay: Hashable, Sendable {
  /// The overlay's name, unique among those of its group.
  public var name: Located<String>
  /// The group it belongs to or the layer that it masks, an overlay or an item of a track; nil over all tracks.
  public var group: LayerTarget?
  /// The content; of footage one file.
  public var content: LayerContent
  /// The played range of footage, and its playback settings.
  public var playback = Playback()
  /// The captions of footage, by their index in ``ProjectDocument/captionFiles``; nil for those of its asset.
  public var captions: Int?
  /// The film time; nil for the whole time of its group, or of the film.
  public var during: RangeExpression?
  /// The settings of the layer.
  public var layer: LayerSettings
  /// The mask settings for the layer that its `group` is then; nil where the overlay is drawn.
  public var mask: LayerMask?
  /// The range of the instruction in which it masks that layer, in place of the layer's own mask; nil for that.
  public var instructed: RangeExpression?
  /// True if it has no name of its own: a mask that is written with its layer.
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
