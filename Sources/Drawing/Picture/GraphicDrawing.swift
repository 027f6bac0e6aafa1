// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

extension Graphic {
  /// The picture, `size` large, on a canvas of `canvas`.
  func drawn(_ size: PixelSize, on canvas: CanvasColor) throws(AVError) -> SharedFrame {
    let frame = try SharedFrame(size: size, hasAlpha: hasAlpha, in: canvas)
    switch kind {
    case .color: frame.fill(with: try Paint(colors[0], in: canvas))
    }
    return frame
  }
}
