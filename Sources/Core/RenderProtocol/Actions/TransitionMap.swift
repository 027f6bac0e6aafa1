// SPDX-License-Identifier: Apache-2.0

public import Base

/// A still picture whose grey decides how a transition looks: stretched over the canvas, black where it is clear.
public struct TransitionMap: Hashable, Sendable, Codable {
  /// The picture.
  public var file: MediaFile
  /// The orientation that shows it upright; nil for none.
  public var orientation: Orientation?
  /// True if the image is an SVG drawing.
  public var isSVG: Bool

  /// The still picture in `file`.
  public init(file: MediaFile, orientation: Orientation? = nil, isSVG: Bool = false) {
    self.file = file
    self.orientation = orientation == .upright ? nil : orientation
    self.isSVG = isSVG
  }

  /// It in `size`.
  public func picture(in size: PixelSize, _ origin: Origin) -> Picture {
    if isSVG { return Picture(source: .svg(file, size: size, origin)) }
    return Picture(
      source: .image(file, origin),
      steps: (orientation.map { [.orient($0)] } ?? []) + [.scale(size)])
  }
}

extension RenderProgram {
  /// The pictures that its transitions read, each with the layer that comes, bottom first.
  public var maps: [(map: TransitionMap, origin: Origin)] { parts.flatMap { $0.layers.maps } }
}

extension [Layer] {
  fileprivate var maps: [(map: TransitionMap, origin: Origin)] {
    flatMap { layer in
      var maps = layer.stacks.flatMap { $0.maps }
      if case .transition(let transition) = layer.content, let map = transition.map {
        maps.append((map: map, origin: transition.incoming))
      }
      return maps
    }
  }
}

extension Transition {
  /// The origin of the incoming side, or of the outgoing one where nothing comes in.
  public var incoming: Origin {
    (to.pictures.first ?? from.pictures.first)?.source.origin ?? .none
  }
}
