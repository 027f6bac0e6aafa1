// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol

extension DecodedForm {
  /// Returns true if the filters of `steps` mix the colours of pixels whatever their alpha.
  func mixesHiddenColors(_ steps: [PictureStep], _ canvas: CanvasColor) -> Bool {
    guard hasAlpha else { return false }
    for step in steps {
      switch step {
      case .scale, .blur: return true
      case .orient, .crop: continue
      }
    }
    let isHalved = format.chromaShift != (0, 0) || output.chromaShift != (0, 0)
    return isHalved && !hasColor(of: canvas)
  }

  /// The form in which `Frame.spreadColors` takes frames of this one, and the filters that bring them into it; nil if there is
  /// none.
  var spreadable: (DecodedForm, [Filter])? {
    if format.places != nil { return (self, []) }
    // Palettes, and samples whose upper byte comes first.
    let name = format.description
    let other =
      name == "pal8"
      ? PixelFormat.rgba
      : name.hasSuffix("be") ? PixelFormat(named: String(name.dropLast(2)) + "le") : nil
    guard let other, other.places != nil else { return nil }
    var form = self
    form.format = other
    return (form, [Filter("format", ["pix_fmts": "\(other)"])])
  }
}
