// SPDX-License-Identifier: Apache-2.0

package import Base
package import ProjectModel

/// A mask that is a layer by name.
package struct NamedMask {
  /// The layer's name.
  package var name: Located<String>
  /// The masked layer.
  package var owner: LayerTarget
  /// The settings of the mask.
  package var mask: LayerMask
  /// The range of the instruction that says so; nil where it is said with the layer.
  package var during: RangeExpression?

  package init(
    name: Located<String>, owner: LayerTarget, mask: LayerMask, during: RangeExpression? = nil
  ) {
    (self.name, self.owner) = (name, owner)
    (self.mask, self.during) = (mask, during)
  }
}
