// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties

extension Timeline {
  /// What the first output is composed on.
  var firstFrame: LoweringFrame {
    let whole = LoweringFrame(size: canvas.size, pixelScale: 1)
    guard let output = outputs.first?.output else { return whole }
    return OutputShape(output, canvas: canvas.size, background: background).frame
  }

  /// Says which clips and overlays lie outside of the frame all the time.
  ///
  /// `rasters` are the texts for `frame`, by the index of the overlay.
  func warningsOfLayersOutside(
    _ frame: LoweringFrame, rasters: [Int: Raster]
  ) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    for (index, track) in tracks.enumerated() where !track.isAudio {
      for clip in track.clips where clip.media.facts.video != nil && !isMoved(clip, on: index) {
        guard let layout = clip.clip.layout else { continue }
        if let side = Side.all.first(where: { $0.isBeyond(frame.box(of: clip), frame.size) }) {
          warnings.append(
            .outsideFrame("clip '\(clip.clip.name)'", side, layout.anchor, at: layout.span))
        }
      }
    }
    for placed in overlays {
      let keys = placed.properties[.position] ?? []
      // What swings beyond its keys may come into the frame between them.
      guard !keys.contains(where: { $0.easing.leavesItsRange }) else { continue }
      let boxes = keys.compactMap {
        frame.box(of: placed, raster: rasters[placed.index]?.facts, at: $0.value)
      }
      guard !boxes.isEmpty else { continue }
      let side = Side.all.first { side in boxes.allSatisfy { side.isBeyond($0, frame.size) } }
      if let side {
        warnings.append(
          .outsideFrame(
            "overlay '\(placed.overlay.name.value)'", side, placed.overlay.anchor,
            at: placed.overlay.properties[.position]?.span ?? placed.overlay.span))
      }
    }
    return warnings
  }

  /// Whether an instruction may bring a clip somewhere else.
  private func isMoved(_ clip: PlacedClip, on track: Int) -> Bool {
    instructions.contains { placed in
      placed.time.start < clip.end && clip.start < placed.time.end
        && placed.layers.contains {
          $0.track == track && !$0.properties.of(.geometry).isEmpty
        }
    }
  }

  /// A side of the frame.
  enum Side: String {
    case left, right, above, below

    static let all = [left, right, above, below]

    /// Whether all of `box` lies on this side of a frame of `size`.
    func isBeyond(_ box: PixelRect, _ size: PixelSize) -> Bool {
      switch self {
      case .left: box.x + box.width <= 0
      case .right: box.x >= size.width
      case .above: box.y + box.height <= 0
      case .below: box.y >= size.height
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

extension Easing {
  /// Whether values beyond both ends of the way are passed through.
  fileprivate var leavesItsRange: Bool {
    switch self {
    case .linear, .hold: false
    case .spring: true
    case .cubicBezier(_, let y1, _, let y2): !(0...1).contains(y1) || !(0...1).contains(y2)
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
