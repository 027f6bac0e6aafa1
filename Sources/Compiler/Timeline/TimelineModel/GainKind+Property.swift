// SPDX-License-Identifier: Apache-2.0

package import Catalog
package import RenderProtocol

extension GainKind {
  /// The gain of an audio property; nil for a visual one.
  package init?(_ property: Property, isMono: Bool) {
    switch property.stage {
    case .pan: self = isMono ? .monoPan : .pan
    case .balance: self = .balance
    case .volume: self = .volume
    case .drawing, .part, .shape, .adjust, .lut, .key, .effects, .corners, .border,
      .pixelate, .blur, .shadow, .geometry, .opacity, .backdrop:
      return nil
    }
  }
}
