// SPDX-License-Identifier: Apache-2.0

package import Catalog
package import RenderProtocol

extension GainKind {
  /// What a property of sound does; nil for one that is seen.
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
