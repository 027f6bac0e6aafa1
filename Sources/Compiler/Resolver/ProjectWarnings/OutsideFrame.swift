// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Diagnostics
package import Lowering
package import ProjectModel
import RenderProtocol
package import Timeline

extension Timeline {
  /// Says which clips and overlays lie outside of the frame all the time.
  ///
  /// `rasters` are the texts for `frame`, by their layers.
  package func warningsOfLayersOutside(
    _ frame: LoweringFrame, rasters: [LayerTarget: Raster]
  ) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    let moved = Set(
      instructions.flatMap(\.layers).filter { !$0.properties.of(.geometry).isEmpty }.map(\.target))
    func look(
      _ name: String, _ layer: DrawnLayer, in track: LayerTarget? = nil
    ) {
      var others = layer.properties.of(.geometry)
      others[.position] = nil
      let keys = layer.properties[.position] ?? []
      // Where a path leads is seen at its keys no more than at those of a swing.
      let places = keys.flatMap { [$0] + ($0.turns?.keys ?? []) }
      // What is turned, or swings beyond its keys, may come into the frame between them.
      guard others.isEmpty, keys.allSatisfy({ $0.turns?.path == nil }),
        moved.isDisjoint(with: [layer.target] + (track.map { [$0] } ?? [])),
        places.allSatisfy({ $0.easing.staysInRange })
      else { return }
      let boxes = places.compactMap {
        frame.box(of: layer, raster: rasters[layer.target], at: $0.value)?.rect
      }
      guard !boxes.isEmpty else { return }
      let side = Side.all.first { side in boxes.allSatisfy { side.isBeyond($0, frame.size) } }
      guard let side else { return }
      warnings.append(
        .outsideFrame(
          name, side, layer.settings.anchor,
          at: layer.settings.properties[.position]?.span ?? layer.span))
    }
    for (index, track) in tracks.enumerated() where !track.isAudio {
      // Without a position it is in the middle.
      for clip in track.clips where clip.content.hasPicture && clip.properties[.position] != nil {
        look("clip '\(clip.clip.name)'", layer(clip), in: .track(index))
      }
    }
    // What is in a group moves with it.
    for placed in overlays where placed.overlay.group == nil {
      look("overlay '\(placed.overlay.name.value)'", layer(placed))
    }
    return warnings
  }

  /// A side of the frame.
  enum Side: String {
    case left, right, above, below

    static let all = [left, right, above, below]

    /// Returns true if all of `box` lies on this side of a frame of `size`.
    func isBeyond(_ box: PixelBox, _ size: PixelSize) -> Bool {
      switch self {
      case .left: box.x + box.width <= 0
      case .right: box.x >= Double(size.width)
      case .above: box.y + box.height <= 0
      case .below: box.y >= Double(size.height)
      }
    }

    var words: String {
      switch self {
      case .left, .right: "to the \(rawValue) of it"
      case .above, .below: "\(rawValue) it"
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func outsideFrame(
    _ layer: String, _ side: Timeline.Side, _ anchor: Anchor, at span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .warning("outside-frame"),
      message: "\(layer) is never inside the frame: all of it lies \(side.words)", span: span,
      hint: "'position' is where its anchor, here '\(anchor.rawValue)', goes;"
        + " write position: center to have it in the middle")
  }
}
