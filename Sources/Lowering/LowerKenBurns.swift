// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import ProjectModel
import Properties
import SourceMedia
import TimelineModel

extension KenBurns {
  /// By how much the chosen parts zoom and how far they pan, as a share of the picture.
  private static let reach = 0.12

  /// The parts of a picture of `natural` pixels that fill `box`, over `length` seconds.
  ///
  /// Chosen ones are as large as the box allows at one end and smaller at the other, and move along the longer side of
  /// the picture, nearer or away.
  func keys(
    of natural: PixelSize, in box: PixelBox, over length: Time, comesNearer: Bool
  ) -> [ResolvedKey] {
    let (from, to) = parts.map { ($0.from, $0.to) } ?? chosen(natural, box, comesNearer)
    return [
      ResolvedKey(time: .zero, value: from, easing: easing),
      ResolvedKey(time: length, value: to, easing: .linear),
    ]
  }

  private func chosen(
    _ natural: PixelSize, _ box: PixelBox, _ comesNearer: Bool
  ) -> (PropertyValue, PropertyValue) {
    let (width, height) = (Double(natural.width), Double(natural.height))
    let ratio = (box.width / box.height) / (width / height)
    // How much of the picture fills the box.
    let whole = (x: min(1, ratio), y: min(1, 1 / ratio))
    func share(_ length: Length?, _ size: Double) -> Double {
      switch length {
      case nil: 0.5
      case .share(let share): min(max(share, 0), 1)
      case .pixels(let pixels): min(max(pixels / size, 0), 1)
      }
    }
    let focus = (share(self.focus?.x, width), share(self.focus?.y, height))
    let isWide = width >= height
    func part(_ zoom: Double, _ shift: Double) -> PropertyValue {
      func range(_ length: Double, _ middle: Double) -> (start: Double, length: Double) {
        (min(max(middle - length / 2, 0), 1 - length), length)
      }
      let x = range(whole.x * zoom, focus.0 + (isWide ? shift : 0))
      let y = range(whole.y * zoom, focus.1 + (isWide ? 0 : shift))
      return PropertyValue([
        .share(x.start), .share(y.start), .share(x.length), .share(y.length),
      ])
    }
    let shift = (comesNearer ? 1 : -1) * Self.reach / 2
    let near = 1 - Self.reach
    return comesNearer
      ? (part(1, -shift), part(near, shift)) : (part(near, -shift), part(1, shift))
  }
}

extension DrawnLayer {
  /// Whether a chosen pan comes nearer.
  ///
  /// The file decides, not the place among others: what is inserted before it would turn it round.
  var comesNearer: Bool {
    switch content {
    case .clip(let media), .image(let media):
      media.file.digest.hex.utf8.last.map { $0.isMultiple(of: 2) } ?? true
    case .text, .subtitles, .graphic, .group: true
    }
  }
}
