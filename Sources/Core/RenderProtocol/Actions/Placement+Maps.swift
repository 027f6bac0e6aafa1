// SPDX-License-Identifier: Apache-2.0

public import Base

extension Placement {
  /// Drawn through `maps`: warped where all of them are affine.
  public init(_ maps: PerFrame<Projection>) {
    switch maps {
    case .constant(let map):
      self = map.affine.map { .warped(.constant($0)) } ?? .projected(maps)
    case .perFrame(let values):
      let flat = values.compactMap(\.affine)
      self = flat.count == values.count ? .warped(.perFrame(flat)) : .projected(maps)
    }
  }
}
