// SPDX-License-Identifier: Apache-2.0

/// Sets `target`, of the form of `source`, to its colours as `table` has them; alpha stays.
///
/// Pixels and chroma samples go together as in `adjust`.
///
/// - Parameters:
///   - map: From the samples of the picture to red, green and blue, and back.
///   - strength: How much of the change is made: 0 is none, 1 all of it.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func grade<Sample>(
  _ source: SampleView<Sample>, by table: ColorTable, strength: Double, in map: ColorMap<Sample>,
  into target: SampleView<Sample>, scratch: Scratch
) {
  table.nodes.withUnsafeBufferPointer { nodes in
    guard let base = nodes.baseAddress else { return }
    let lookup = ColorLookup(table, at: base)
    let strength = Float(strength)
    recolour(source, by: map, into: target, scratch: scratch) { rows, from, to, count in
      switch table.shape {
      case .curves:
        rows.add(from, into: to, count, strength: strength) { lookup.curved($0, $1, $2) }
      case .lattice:
        rows.add(from, into: to, count, strength: strength) { lookup.found($0, $1, $2) }
      }
    }
  }
}
