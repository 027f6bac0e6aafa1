// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Diagnostics
package import Lowering
package import ProjectModel
import RenderProtocol
package import Timeline

extension Timeline {
  /// Says which texts that stay in one place are higher than the frame, or lie partly outside of it.
  ///
  /// Those of groups have the frame of these, and move with them. `rasters` are the texts for `frame`, by their layers.
  package func warningsOfTextsOutside(
    _ frame: LoweringFrame, rasters: [LayerTarget: Raster]
  ) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    let moved = Set(
      instructions.flatMap(\.layers).filter { !$0.properties.of(.geometry).isEmpty }.map(\.target))
    func look(_ layer: DrawnLayer) {
      guard case .text(let text) = layer.content, let raster = rasters[layer.target],
        !moved.contains(layer.target)
      else { return }
      var others = layer.properties.of(.geometry)
      others[.position] = nil
      let places = layer.properties[.position] ?? []
      guard others.isEmpty, places.count <= 1, places.allSatisfy({ $0.turns == nil }) else {
        return
      }
      let box = raster.laidOut.box
      let isVertical = text.look.writing == .vertical
      let line = Double(isVertical ? box.width : box.height) / Double(max(1, raster.laidOut.lines))
      // Above and below its letters a line has room.
      let room = isVertical ? 0 : line / 4
      if Double(box.height) - 2 * room > Double(frame.size.height) {
        warnings.append(.textOverflow(text, height: box.height, canvas: frame.size.height))
      }
      guard let position = places.first,
        let rect = frame.box(of: layer, raster: raster, at: position.value)?.rect
      else { return }
      let seen: PixelBox
      if text.look.box == nil {
        let (across, down) = isVertical ? (line / 4, 1) : (2, room)
        seen = PixelBox(
          x: rect.x + Double(box.x) + across, y: rect.y + Double(box.y) + down,
          width: Double(box.width) - 2 * across, height: Double(box.height) - 2 * down)
      } else {
        // It is a text in a larger box: the picture of it ends two pixels around its letters, and the room in which they
        // move.
        let around = Double(2 + raster.margin)
        seen = PixelBox(
          x: rect.x + around, y: rect.y + around, width: rect.width - 2 * around,
          height: rect.height - 2 * around)
      }
      let beyond = Side.all.map { side in (side, side.excess(of: seen, frame.size)) }
      // What lies outside as a whole, and what is larger than the frame, has been said.
      guard !Side.all.contains(where: { $0.isBeyond(rect, frame.size) }),
        let (side, excess) = beyond.max(by: { $0.1 < $1.1 }), excess >= 1,
        side.isAcross
          ? seen.width <= Double(frame.size.width) : seen.height <= Double(frame.size.height)
      else { return }
      warnings.append(
        .partlyOutside(
          text, side, Int(excess.rounded(.up)), layer.settings.anchor,
          beyond.filter { $0.1 >= 1 }.reduce(layer.settings.anchor) { $1.0.anchor(like: $0) },
          isAnchorInside: frame.holds(rect, box, layer.settings.anchor),
          at: layer.settings.properties[.position]?.span ?? text.text.span))
    }
    for (index, track) in tracks.enumerated() where !track.isAudio {
      let isStill = track.properties.of(.geometry).isEmpty && track.settings.size == nil
      guard isStill, !moved.contains(.track(index)) else { continue }
      for clip in track.clips { look(layer(clip)) }
    }
    for placed in overlays where placed.overlay.group == nil && placed.overlay.mask == nil {
      look(layer(placed))
    }
    return warnings
  }
}

extension Timeline.Side {
  fileprivate var isAcross: Bool { self == .left || self == .right }

  /// The number of pixels of `box` on this side of a frame of `size`.
  fileprivate func excess(of box: PixelBox, _ size: PixelSize) -> Double {
    switch self {
    case .left: -box.x
    case .right: box.x + box.width - Double(size.width)
    case .above: -box.y
    case .below: box.y + box.height - Double(size.height)
    }
  }

  /// The anchor at this side of a box, else like `other`.
  fileprivate func anchor(like other: Anchor) -> Anchor {
    let (x, y): (Double, Double) =
      switch self {
      case .left: (0, other.y)
      case .right: (1, other.y)
      case .above: (other.x, 0)
      case .below: (other.x, 1)
      }
    return Anchor.allCases.first { $0.x == x && $0.y == y } ?? other
  }
}

extension LoweringFrame {
  /// Returns true if the anchor of a text whose raster lies at `rect` with its `box` in it is
  /// inside the frame.
  fileprivate func holds(_ rect: PixelBox, _ box: PixelRect, _ anchor: Anchor) -> Bool {
    let x = rect.x + Double(box.x) + anchor.x * Double(box.width)
    let y = rect.y + Double(box.y) + anchor.y * Double(box.height)
    return (0...Double(size.width)).contains(x) && (0...Double(size.height)).contains(y)
  }
}

extension Diagnostic {
  fileprivate static func textOverflow(
    _ text: TextContent, height: Int, canvas: Int
  ) -> Diagnostic {
    Diagnostic(
      code: .warning("text-overflow"),
      message: "the text is \(height) pixels high, the canvas \(canvas)", span: text.text.span,
      hint: text.look.writing == .vertical
        ? "break the line, give a wrap length, or use a smaller font"
        : "write fewer lines, use a smaller font, or let it move: position: 50% 150% -> 50% -50%")
  }

  fileprivate static func partlyOutside(
    _ text: TextContent, _ side: Timeline.Side, _ excess: Int, _ anchor: Anchor,
    _ other: Anchor, isAnchorInside: Bool, at span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .warning("text-overflow"),
      message: "the text lies partly outside the frame: \(excess) pixels \(side.words)",
      span: span,
      hint: "'position' is where its anchor, here '\(anchor.rawValue)', goes; "
        + (other != anchor && isAnchorInside
          ? "write anchor: \(other.rawValue), or another position" : "write another position"))
  }
}
