// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import RenderProtocol

/// The footage of a graph: what is decoded of files, of which a blur keeps the edges.
struct Footage {
  /// The facts of a stream.
  struct Stream {
    var size: PixelSize
    var hasAlpha: Bool
  }

  private struct Key: Hashable {
    var file: MediaFile
    var stream: Int
  }

  private var streams: [Key: Stream] = [:]

  /// That of `graph` and of the films within it.
  init(_ graph: RenderGraph) { add(graph) }

  private mutating func add(_ graph: RenderGraph) {
    for node in graph.nodes {
      switch node.operation {
      case .video(let video): add(video.file, video.stream, video.size, video.hasAlpha)
      case .image(let image) where !image.isSVG: add(image.file, 0, image.size, image.hasAlpha)
      case .nested(let film): add(film.graph)
      default: break
      }
    }
  }

  private mutating func add(_ file: MediaFile, _ stream: Int, _ size: PixelSize, _ hasAlpha: Bool) {
    streams[Key(file: file, stream: stream)] = Stream(size: size, hasAlpha: hasAlpha)
  }

  /// The facts of `source`; nil for drawn sources, such as texts and shapes.
  fileprivate subscript(source: PictureSource) -> Stream? {
    switch source {
    case .video(let read): streams[Key(file: read.file, stream: read.stream)]
    case .image(let file, _): streams[Key(file: file, stream: 0)]
    case .graphic(let graphic, let size, _):
      // A fill covers all of its box, as footage does.
      graphic.area == .everything && graphic.fill != nil
        ? Stream(size: size, hasAlpha: graphic.hasAlpha) : nil
    case .svg, .raster, .letters, .caption, .script, .drawing: nil
    }
  }
}

extension [Layer] {
  /// The cover of their picture: the part that stays opaque when a treatment spreads its colours.
  ///
  /// It consists of footage, within its own edges or those given to it, so that the same area stays
  /// covered. Texts, shapes and transparent parts of footage fade; so do pictures that have alpha
  /// and no other edges than their own.
  func cover(of footage: Footage) -> LayerTreatment.Cover? {
    let covering = covering(of: footage, isCut: false)
    guard !covering.isEmpty else { return nil }
    return isOpaque(in: footage) ? .everything : .layers(covering)
  }

  /// Returns true if all are of footage without alpha, and no step adds alpha.
  private func isOpaque(in footage: Footage) -> Bool {
    allSatisfy { layer in
      switch layer.treatment?.kind {
      case nil, .adjust, .lut, .border: break
      case .pixelate, .blur: if layer.treatment?.cover != .everything { return false }
      case .key, .filter, .shadow: return false
      }
      switch layer.content {
      case .picture(let picture): return footage[picture.source]?.hasAlpha == false
      case .stack(let layers):
        return (layer.mask == nil ? layers : Array(layers.prefix(1))).isOpaque(in: footage)
      case .transition(let transition):
        return transition.from.isOpaque(in: footage) && transition.to.isOpaque(in: footage)
      }
    }
  }

  /// The covering layers, as opaque pictures of one colour with the edges of `self`.
  ///
  /// - Parameter isCut: True if another layer gives it edges.
  private func covering(of footage: Footage, isCut: Bool) -> [Layer] {
    compactMap { layer in
      let isCut = isCut || layer.mask != nil || layer.outline != nil || layer.clip != nil
      var result = layer
      (result.treatment, result.blend, result.backdrop) = (nil, nil, nil)
      switch layer.content {
      case .picture(let picture):
        guard let stream = footage[picture.source],
          !stream.hasAlpha || isCut || picture.isCropped
        else { return nil }
        result.content = .picture(
          Picture(source: .color(.white, size: picture.size(from: stream.size))))
      case .stack(let layers):
        var inner = layers
        if layer.mask != nil, layers.count == 2 {
          // Neither may be left out.
          inner[0].content = .stack([inner[0]].covering(of: footage, isCut: true))
          guard case .stack(let covered) = inner[0].content, !covered.isEmpty else { return nil }
        } else {
          inner = layers.covering(of: footage, isCut: isCut)
        }
        if inner.isEmpty { return nil }
        result.content = .stack(inner)
      case .transition(var transition):
        transition.from = transition.from.covering(of: footage, isCut: isCut)
        transition.to = transition.to.covering(of: footage, isCut: isCut)
        if transition.from.isEmpty, transition.to.isEmpty { return nil }
        result.content = .transition(transition)
      }
      return result
    }
  }
}

extension Picture {
  /// True if only a part of the source is shown.
  fileprivate var isCropped: Bool {
    steps.contains { if case .crop = $0 { true } else { false } }
  }

  /// The size of the picture from a source of the size `coded`.
  fileprivate func size(from coded: PixelSize) -> PixelSize {
    steps.reduce(coded) { size, step in
      switch step {
      case .orient(let orientation): orientation.size(of: size)
      case .crop(let rect): rect.size
      case .scale(let size): size
      case .blur: size
      }
    }
  }
}
