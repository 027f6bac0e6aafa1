// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderProtocol
import Subtitles
import Timeline

/// The place of a cue, and how its lines are laid out there.
struct CuePlace: Hashable {
  /// The anchor of its box.
  var place: PixelPoint
  /// The point of its box that lies there, in shares of it.
  var anchor: PixelPoint
  /// The distance from the edges of the canvas; nil if the project sets its place and no safe area.
  var margin: PixelSize?
  /// The width at which its lines wrap; nil for that of the look.
  var wrapWidth: Int?
  /// The alignment of its lines; nil for that of the style.
  var alignment: TextBlock.Alignment?

  /// True if later cues at the same time stand above.
  var growsUp: Bool { anchor.y >= 0.5 }
}

extension LoweringFrame {
  /// The place of the anchor of texts that do not say it.
  func place(ofSubtitles layer: DrawnLayer) -> PixelPoint {
    let free = layer.subtitles?.safeArea ?? SubtitlesContent.usualSafeArea
    let place = numbers(
      layer.properties[.position]?.first?.value ?? PropertyValue([.share(0.5), .share(1 - free.y)]))
    return PixelPoint(place[0], place[1])
  }

  /// The place of a cue of `layer` whose texts are laid out as `block`.
  func place(of cue: Cue, _ regions: [CueRegion], _ layer: DrawnLayer, _ block: TextBlock)
    -> CuePlace
  {
    let settings = cue.settings
    let anchor = layer.settings.anchor
    var result = CuePlace(
      place: place(ofSubtitles: layer), anchor: PixelPoint(anchor.x, anchor.y))
    let asked = layer.subtitles?.safeArea
    if settings == CueSettings(), asked == nil { return result }
    let safe = asked ?? SubtitlesContent.usualSafeArea
    let (width, height) = (Double(size.width), Double(size.height))
    result.margin = PixelSize(
      Int((width * safe.x).rounded()), Int((height * safe.y).rounded()))
    if settings == CueSettings() { return result }
    let line = block.lineHeight ?? block.size * 1.25
    let region = settings.region.flatMap { name in regions.first { $0.name == name } }
    let area: (left: Double, width: Double)
    if let region {
      let high = Double(region.lines) * line / height
      area = (region.viewportAnchor.x - region.anchor.x * region.width, region.width)
      let top = region.viewportAnchor.y - region.anchor.y * high
      (result.place.y, result.anchor.y) = ((top + high) * height, 1)
    } else {
      area = (0, 1)
      switch settings.line {
      case nil: break
      case .number(let number):
        // Lines are counted from the edges that stay free.
        let free = height * safe.y
        let (down, up) = (Double(number), Double(-1 - number))
        result.place.y = number >= 0 ? free + down * line : height - free - up * line
        result.anchor.y = number >= 0 ? 0 : 1
      case .share(let share):
        result.place.y = share * height
        result.anchor.y = settings.lineAlignment.share
      }
    }
    let isPlacedAcross =
      region != nil || settings.position != nil || settings.size != 1
      || settings.alignment != .center
    guard isPlacedAcross else { return result }
    let (part, side) = settings.across(isRightToLeft: cue.text.isRightToLeft)
    result.place.x = (area.left + (part.start + side * part.width) * area.width) * width
    result.anchor.x = side
    result.alignment = side == 0 ? .left : side == 1 ? .right : .center
    let wanted = Int((part.width * area.width * width).rounded())
    if let box = block.box {
      result.wrapWidth = min(box.width, max(1, wanted))
    } else {
      result.wrapWidth = min(block.wrapWidth ?? size.width, max(1, wanted))
    }
    return result
  }
}

extension DrawnLayer {
  fileprivate var subtitles: SubtitlesContent? {
    guard case .subtitles(let placed) = content else { return nil }
    return placed.content
  }
}

extension CueSettings {
  /// The part of its area that the box of a cue takes, and the side of it, 0 for the left, at which its lines are.
  fileprivate func across(isRightToLeft: Bool) -> (part: (start: Double, width: Double), Double) {
    let side: Double =
      switch alignment {
      case .left: 0
      case .right: 1
      case .center: 0.5
      case .start: isRightToLeft ? 1 : 0
      case .end: isRightToLeft ? 0 : 1
      }
    let place = position ?? side
    let anchor = positionAlignment?.share ?? side
    // It is no wider than what there is on the sides to which it goes.
    let most = anchor == 0 ? 1 - place : anchor == 1 ? place : 2 * min(place, 1 - place)
    let width = max(min(size, most), 0.05)
    return ((place - anchor * width, width), side)
  }
}

extension CueSettings.Alignment {
  fileprivate var share: Double {
    switch self {
    case .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

extension String {
  /// True if its first letter belongs to a right-to-left script.
  fileprivate var isRightToLeft: Bool {
    for character in unicodeScalars where character.properties.isAlphabetic {
      return (0x590...0x8FF).contains(character.value)
        || (0xFB1D...0xFDFF).contains(character.value)
        || (0xFE70...0xFEFC).contains(character.value)
        || (0x10800...0x10FFF).contains(character.value)
    }
    return false
  }
}
