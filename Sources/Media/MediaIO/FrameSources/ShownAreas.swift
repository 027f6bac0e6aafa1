// SPDX-License-Identifier: Apache-2.0

package import Base
package import LibAV
package import RenderProtocol

/// Which parts of photos a program shows.
///
/// Of a photo in motion a film of another shape shows a band: what lies beside that is not kept.
package struct ShownAreas: Equatable {
  /// Nil for a photo that is shown in a way of which the part is not known: it is kept whole.
  private var areas: [Key: PixelRect?] = [:]
  /// The files of pictures that transitions read: those are needed whole.
  private var maps: Set<Fingerprint> = []

  /// A photo as it is prepared, wherever in a project it stands.
  private struct Key: Hashable {
    var file: Fingerprint
    var steps: [PictureStep]
  }

  /// Parts begin at multiples of this, so that samples lie in memory as they do in the whole photo.
  private static let grid = 16
  /// Pixels around what is seen that may be read with it.
  private static let margin = 16

  /// Of no program: all photos are kept whole.
  package init() {}

  /// The areas that `program` shows.
  package init(_ program: RenderProgram) {
    for part in program.parts { add(part.layers, on: program.canvas.size) }
    maps = Set(program.maps.map(\.map.file.digest))
  }

  /// The part of `picture` that is shown, in pixels behind its last step; nil where it is kept whole.
  package func area(of picture: Picture) -> PixelRect? {
    guard case .image(let file, _) = picture.source, !maps.contains(file.digest),
      let area = areas[Key(file: file.digest, steps: picture.steps)]
    else { return nil }
    return area
  }

  private mutating func add(_ layers: [Layer], on canvas: PixelSize) {
    for layer in layers {
      let inner = layer.canvas ?? canvas
      for stack in layer.stacks { add(stack, on: inner) }
      guard case .picture(let picture) = layer.content, case .image(let file, _) = picture.source
      else { continue }
      let key = Key(file: file.digest, steps: picture.steps)
      guard let size = picture.finalSize, let area = ShownAreas.area(of: size, layer, on: canvas)
      else {
        areas[key] = .some(nil)
        continue
      }
      switch areas[key] {
      case nil: areas[key] = area
      case .some(nil): break
      case .some(let other?): areas[key] = other.union(area)
      }
    }
  }

  /// The visible area of an image of `size` that is only scaled and moved; nil for any other, and
  /// for one that is cut to a shape, whose edges may be those of the image.
  private static func area(
    of size: PixelSize, _ layer: Layer, on canvas: PixelSize
  ) -> PixelRect? {
    guard layer.outline == nil, layer.blend == nil, case .warped(let maps) = layer.placement
    else { return nil }
    let seen = PixelRect(canvas)
    var area: PixelRect?
    for map in maps.values {
      guard let part = map.source(of: seen) else { return nil }
      area = area?.union(part) ?? part
    }
    guard let area = area?.grown(by: margin).intersection(PixelRect(size)), !area.isEmpty
    else { return nil }
    let (x, y) = (area.x / grid * grid, area.y / grid * grid)
    func end(_ edge: Int, _ most: Int) -> Int { min((edge + grid - 1) / grid * grid, most) }
    return PixelRect(
      x: x, y: y, width: end(area.x + area.width, size.width) - x,
      height: end(area.y + area.height, size.height) - y)
  }
}

extension Picture {
  /// The same without the place in a project where it stands, which does not affect its pixels.
  package var withoutOrigin: Picture {
    var copy = self
    copy.source.origin = .none
    return copy
  }

  /// Its size behind its steps, if the last of them says it.
  fileprivate var finalSize: PixelSize? {
    if case .scale(let size)? = steps.last { return size }
    return nil
  }
}

extension Affine {
  /// The area that it maps onto `target`, if it only scales and moves.
  fileprivate func source(of target: PixelRect) -> PixelRect? {
    guard isScaling else { return nil }
    let edges = [
      (Double(target.x) - tx) / a, (Double(target.y) - ty) / d,
      (Double(target.x + target.width) - tx) / a, (Double(target.y + target.height) - ty) / d,
    ]
    guard edges.allSatisfy({ $0.magnitude < 1e7 }) else { return nil }
    let (x, y) = (Int(edges[0].rounded(.down)), Int(edges[1].rounded(.down)))
    return PixelRect(
      x: x, y: y, width: Int(edges[2].rounded(.up)) - x, height: Int(edges[3].rounded(.up)) - y)
  }
}

extension ImageBuffer {
  /// A copy of the part of it in `area`, of all of it for nil, in memory of its own.
  ///
  /// The frames of filters lie in memory that is larger than the picture, between blocks that they
  /// free.
  package func kept(_ area: PixelRect?) throws(AVError) -> ImageBuffer {
    let area = area ?? PixelRect(size)
    let result = ImageBuffer(try frame.part(area), ticks: ticks)
    result.isSlow = isSlow
    result.corner = (corner.x + area.x, corner.y + area.y)
    return result
  }
}
