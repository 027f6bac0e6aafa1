// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import MediaIO

extension LayerCompositor {
  /// A layer's state in one frame.
  struct Item: Equatable {
    var frame: ImageBuffer
    var opacity: Weight
    var placement: ItemPlacement
    var clip: PixelRect?
    var outline: RoundedBox?
    var blend: BlendMode?
    /// The changes of what lies below it; nil for none.
    var backdrop: Backdrop?

    /// A rectangle around all that is seen of it.
    var hull: PixelRect {
      let own = PixelRect(frame.size)
      switch placement {
      case .at(let x, let y):
        return PixelRect(x: x, y: y, width: own.width, height: own.height)
      case .scaled(let map), .warped(let map): return map.hull(of: own).grown(by: 2)
      case .projected(let map): return map.hull(of: own).grown(by: 2)
      }
    }

    /// True if its outline lies within its picture, which is drawn upright: then only the outline
    /// has edges.
    var isCutInside: Bool {
      let map: Affine
      switch placement {
      case .scaled(let matrix), .warped(let matrix): map = matrix
      case .at, .projected: return false
      }
      guard map.isUpright, let outline else { return false }
      let (width, height) = (Double(frame.size.width), Double(frame.size.height))
      let limit = 1.0 / 1024
      return outline.x > map.tx - limit && outline.y > map.ty - limit
        && outline.x + outline.width < map.tx + map.a * width + limit
        && outline.y + outline.height < map.ty + map.d * height + limit
    }

    static func == (a: Item, b: Item) -> Bool {
      a.frame === b.frame && a.opacity == b.opacity && a.placement == b.placement
        && a.clip == b.clip && a.outline == b.outline && a.blend == b.blend
        && a.backdrop == b.backdrop
    }
  }

  enum ItemPlacement: Equatable {
    case at(x: Int, y: Int)
    /// Neither turned nor mirrored.
    case scaled(Affine)
    case warped(Affine)
    case projected(Projection)

    /// By `map`, which alone decides how: what the layer does in other frames depends on where its part is divided.
    static func mapped(by map: Affine) -> ItemPlacement {
      map.isUpright ? .scaled(map) : .warped(map)
    }

    /// The same, moved by (`x`, `y`).
    func moved(_ x: Int, _ y: Int) -> ItemPlacement {
      let way = Affine.translation(Double(x), Double(y))
      return switch self {
      case .at(let left, let top): .at(x: left + x, y: top + y)
      case .scaled(let map): .scaled(map.then(way))
      case .warped(let map): .warped(map.then(way))
      case .projected(let map): .projected(map.then(way))
      }
    }

    /// True if the picture lies on the canvas as it is.
    var isIdentity: Bool {
      self == .at(x: 0, y: 0) || self == .scaled(.identity) || self == .warped(.identity)
    }
  }
}
