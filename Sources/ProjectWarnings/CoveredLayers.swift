// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties
import SourceMedia
import TimelineModel

/// Layers that lie under others whenever they are there.
extension Timeline {
  /// Something that lies on the canvas by itself: a track or an overlay.
  private struct Sheet {
    var name: String
    var noun: String
    var span: Span
    /// When it is there.
    var frames: [Range<Int>]
    /// When nothing is seen of what lies under it.
    var covers: [Range<Int>]
    /// Whether it may be there for its sound.
    var isHeard = false
  }

  /// Reports tracks and overlays of which nothing is ever seen, as what lies over them covers the canvas all along.
  func warnOfCoveredLayers(_ diagnostics: inout [Diagnostic]) {
    let sheets = sheets
    guard sheets.count > 1 else { return }
    var covered = CoveredFrames()
    for (index, sheet) in sheets.enumerated().reversed() {
      if !sheet.isHeard, !sheet.frames.isEmpty, covered.hold(sheet.frames) {
        let above = sheets[(index + 1)...]
        let cover = above.first { CoveredFrames($0.covers).hold(sheet.frames) } ?? sheets[index + 1]
        diagnostics.append(
          Diagnostic(
            code: .warning("never-seen"),
            message:
              "\(sheet.noun) '\(sheet.name)' is never seen: '\(cover.name)' lies over it all along",
            span: sheet.span, notes: [.init(message: "what covers it is here", span: cover.span)],
            hint: cover.noun == sheet.noun
              ? "later \(sheet.noun)s lie over earlier ones: write '\(sheet.name)' after '\(cover.name)'"
              : "give '\(cover.name)' a size or an opacity, or leave '\(sheet.name)' out"))
      }
      covered.add(sheet.covers)
    }
  }

  private var sheets: [Sheet] {
    let masked = Set(overlays.filter { $0.overlay.mask != nil }.compactMap(\.overlay.group))
    let changed = masked.union(instructions.lazy.flatMap(\.layers).map(\.target))
    var sheets: [Sheet] = []
    for (index, track) in tracks.enumerated() where !track.isAudio {
      let clips = track.clips.filter(\.content.hasPicture)
      let isWhole = !changed.contains(.track(index)) && covers(layer(ofTrack: index), isGroup: true)
      let covering = clips.filter { clip in
        isWhole && !changed.contains(clip.target) && covers(layer(clip))
      }
      // Through clear and black what lies below is seen.
      let open = track.transitions.filter { $0.style?.passesBlack == true }.map(\.frames)
      sheets.append(
        Sheet(
          name: track.name, noun: "track", span: track.span, frames: clips.map(\.drawn),
          covers: open.isEmpty ? covering.map(\.frames) : [],
          isHeard: isWhole && clips.allSatisfy(\.isPlainFootage) && clips.contains(where: \.isHeard)
        ))
    }
    for placed in overlays
    where placed.overlay.group == nil && placed.overlay.mask == nil && placed.content.hasPicture {
      let isWhole = !changed.contains(.overlay(placed.index)) && covers(layer(placed))
      let footage = placed.footage
      sheets.append(
        Sheet(
          name: placed.overlay.name.value, noun: "overlay", span: placed.overlay.name.span,
          frames: placed.frames.isEmpty ? [] : [placed.frames],
          covers: isWhole ? [placed.frames] : [],
          isHeard: footage.map { $0.isPlainFootage && $0.isHeard } ?? false))
    }
    return sheets
  }

  /// Whether nothing is seen of what lies under `layer`; of a group, whether that hangs on its members alone.
  func covers(_ layer: DrawnLayer, isGroup: Bool = false) -> Bool {
    let (settings, fade) = (layer.settings, layer.fade)
    let hasOwnLook = layer.properties.entries.contains { entry in
      entry.property.stage.isSeen && entry.property.stage != .adjust && entry.property.stage != .lut
        && entry.property != .focus
    }
    guard settings.size == nil, settings.blend?.mode == nil, !hasOwnLook, layer.effects.isEmpty,
      fade.fadeIn == .zero, fade.fadeOut == .zero, fade.enter == nil, fade.exit == nil
    else { return false }
    if isGroup { return true }
    switch layer.content {
    case .clip(let media), .image(let media):
      guard let video = media.facts.video, !video.hasAlpha, !media.facts.isSVG else { return false }
      switch layer.fit {
      case .cover, .stretch, .blur: return true
      case .contain, .none: break
      }
      guard case .clip = layer.content, let size = media.uprightSize else { return false }
      let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
      if layer.fit == .none { return size.width >= width && size.height >= height }
      // Boxes are rounded to even numbers.
      let scale = min(width / size.width, height / size.height)
      return size.width * scale > width - 1 && size.height * scale > height - 1
    case .graphic(let graphic):
      guard case .rect = graphic.outline, graphic.style.forms.isEmpty, graphic.stroke == nil,
        case .color(let color) = graphic.fill
      else { return false }
      return color.alpha == 255
    case .text, .subtitles, .group: return false
    }
  }
}

extension PlacedClip {
  /// Whether it is footage as it is, which may be there to be heard.
  fileprivate var isPlainFootage: Bool {
    guard case .clip = content, !content.isTimeless else { return false }
    return clip.layer.isWholeCanvas && properties.entries.allSatisfy { !$0.property.stage.isSeen }
  }
}

/// Frames that are covered: ranges that ascend and do not touch.
private struct CoveredFrames {
  private var ranges: [Range<Int>] = []

  init(_ ranges: [Range<Int>] = []) { add(ranges) }

  mutating func add(_ more: [Range<Int>]) {
    if more.isEmpty { return }
    let all = (ranges + more).filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    ranges = []
    for range in all {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Whether all frames of `others` are among them.
  func hold(_ others: [Range<Int>]) -> Bool {
    others.allSatisfy { other in
      let place = ranges.partitioningIndex { $0.upperBound >= other.upperBound }
      return other.isEmpty || place < ranges.count && ranges[place].lowerBound <= other.lowerBound
    }
  }
}
