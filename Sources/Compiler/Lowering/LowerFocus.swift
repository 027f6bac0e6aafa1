// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

extension TimelineLowering {
  /// Puts the parts of its picture that `layer` shows about its focus into `drawing`, where they have to be parts: where
  /// the focus moves, and where instructions or sizes cut other ones out.
  ///
  /// - Returns: The focus of a picture that is fitted as a whole; nil for the middle, and where there are parts.
  func focus(
    _ keys: [ResolvedKey]?, of layer: DrawnLayer, in box: LayerBox, _ drawing: inout LayerDrawing
  ) -> PixelPoint? {
    guard let keys, layer.fit == .cover, layer.settings.kenBurns == nil,
      case .clip(let media) = layer.content
    else { return nil }
    let size = box.natural
    let isStill = keys.count == 1 && keys[0].turns == nil
    if isStill, !drawing.isCropped, media.matrix == nil, !media.facts.isSVG {
      let focus = size.focus(keys[0].value)
      return focus == PixelPoint(0.5, 0.5) ? nil : focus
    }
    if drawing.own[.crop] != nil { return nil }
    drawing.own[.crop] = keys.map { key in
      key.mapped { part(of: media, size, covering: box.rect, about: size.focus($0)) }
    }
    return nil
  }

  /// The part of the picture of `media`, upright `size` large, that covers `box`: of whole samples where a still focus would
  /// show those, so that nothing jumps where a moving one comes to rest.
  private func part(
    of media: ResolvedMedia, _ size: PixelSize, covering box: PixelBox, about focus: PixelPoint
  ) -> PropertyValue {
    guard let video = media.facts.video, media.matrix == nil, !media.facts.isSVG else {
      return size.part(covering: box, about: focus)
    }
    let crop = FitGeometry(
      coded: video.size, sampleAspect: video.sampleAspect, orientation: media.orientation,
      fit: .cover, box: box, focus: focus
    ).crop
    let upright = media.orientation.size(of: video.size)
    let (width, height) = (Double(upright.width), Double(upright.height))
    return PropertyValue([
      .share(Double(crop.x) / width), .share(Double(crop.y) / height),
      .share(Double(crop.width) / width), .share(Double(crop.height) / height),
    ])
  }

  /// The picture `node` of `media`, which is not upright yet, covering `box` about `focus`.
  mutating func covering(
    _ node: RenderGraph.NodeID, _ media: ResolvedMedia, _ box: PixelBox, about focus: PixelPoint,
    origin: Span?
  ) -> RenderGraph.NodeID? {
    guard let video = media.facts.video else { return nil }
    let geometry = FitGeometry(
      coded: video.size, sampleAspect: video.sampleAspect, orientation: media.orientation,
      fit: .cover, box: box, focus: focus)
    return graph.add(
      geometry.operation(coded: video.size, isBlurred: false), [node], origin: origin)
  }
}
