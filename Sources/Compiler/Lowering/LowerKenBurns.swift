// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderProtocol
import Timeline

extension KenBurns {
  /// By how much the chosen parts zoom and how far they pan, as a share of the picture.
  private static let reach = 0.12

  /// The parts of a picture of `natural` pixels that fill `box`, over `length` seconds.
  ///
  /// Chosen ones are as large as the box allows at one end and smaller at the other, and move along the longer side of
  /// the picture, nearer or away.
  ///
  /// - Parameter usual: The place that stays in sight where the pan does not say it.
  func keys(
    of natural: PixelSize, in box: PixelBox, about usual: PropertyValue?, over length: Time,
    comesNearer: Bool
  ) -> [ResolvedKey] {
    let focus = self.focus.map { PropertyValue($0) } ?? usual
    let (from, to) = parts.map { ($0.from, $0.to) } ?? chosen(natural, box, focus, comesNearer)
    return [
      ResolvedKey(time: .zero, value: from, easing: easing),
      ResolvedKey(time: length, value: to, easing: .linear),
    ]
  }

  private func chosen(
    _ natural: PixelSize, _ box: PixelBox, _ focus: PropertyValue?, _ comesNearer: Bool
  ) -> (PropertyValue, PropertyValue) {
    let focus = focus.map { natural.focus($0) } ?? PixelPoint(0.5, 0.5)
    let isWide = natural.width >= natural.height
    func part(_ zoom: Double, _ shift: Double) -> PropertyValue {
      natural.part(
        covering: box,
        about: PixelPoint(focus.x + (isWide ? shift : 0), focus.y + (isWide ? 0 : shift)),
        zoom: zoom)
    }
    let shift = (comesNearer ? 1 : -1) * Self.reach / 2
    let near = 1 - Self.reach
    return comesNearer
      ? (part(1, -shift), part(near, shift)) : (part(near, -shift), part(1, shift))
  }
}

extension DrawnLayer {
  /// True if an automatic pan zooms in.
  ///
  /// The file decides, not its index among others: an item inserted before it would reverse the
  /// pan.
  var comesNearer: Bool {
    switch content {
    case .clip(let media), .image(let media):
      media.file.digest.hex.utf8.last.map { $0.isMultiple(of: 2) } ?? true
    case .text, .subtitles, .graphic, .group: true
    }
  }
}
