// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics

extension Caption {
  /// Where its box, of `size`, begins: at a whole pixel.
  func corner(of size: PixelSize) -> (x: Int, y: Int) {
    func start(_ place: Double, _ anchor: Double, _ length: Int, _ canvas: Int, _ margin: Int?)
      -> Int
    {
      // As any other text: at whole places it is as sharp as it was drawn.
      let start = Int(place.rounded(.down)) - Int((anchor * Double(length) - 0.5).rounded(.up))
      guard let margin else { return start }
      let last = canvas - margin - length
      // What is larger than its room begins or ends at the margin that it is next to.
      if last < margin { return anchor < 0.5 ? margin : anchor > 0.5 ? last : (margin + last) / 2 }
      return min(max(start, margin), last)
    }
    return (
      start(place.x, anchor.x, size.width, canvas.width, margin?.width),
      start(place.y, anchor.y, size.height, canvas.height, margin?.height)
    )
  }
}
