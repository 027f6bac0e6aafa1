// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// Layers that lie under others whenever they are there.
extension Timeline {
  /// Something that lies on the canvas by itself: a track or an overlay.
  private struct Sheet {
    var name: String
    var noun: String
    var span: Span
    /// The frames in which it is there.
    var frames: [Range<Int>]
    /// The frames in which nothing is seen of what lies under it.
    var covers: [Range<Int>]
    /// True where it may be there for its sound.
    var isHeard = false
    /// True if it is a drawing; only other footage is laid over footage that is meant to be heard.
    var isBackground = false
  }

  /// Reports tracks, overlays and members of groups of which nothing is ever seen, as what lies over them covers the canvas all
  /// along.
  func warnOfCoveredLayers(_ diagnostics: inout [Diagnostic]) {
    guard tracks.count(where: { !$0.isAudio }) + overlays.count > 1 else { return }
    // Groups with a size have canvases of their own.
    var groups: [LayerTarget] = []
    var members: [LayerTarget: [PlacedOverlay]] = [:]
    for placed in overlays where placed.overlay.mask == nil {
      guard let group = placed.overlay.group, self.layer(group)?.settings.size == nil else {
        continue
      }
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(placed)
    }
    let changed = changed
    warn(of: sheets(changed), &diagnostics)
    for group in groups {
      warn(of: (members[group] ?? []).compactMap { sheet($0, changed) }, &diagnostics)
    }
  }

  private func warn(of sheets: [Sheet], _ diagnostics: inout [Diagnostic]) {
    guard sheets.count > 1 else { return }
    var covered = CoveredFrames()
    for (index, sheet) in sheets.enumerated().reversed() {
      let above = sheets[(index + 1)...]
      if !sheet.frames.isEmpty, covered.hold(sheet.frames),
        let cover = above.first(where: { CoveredFrames($0.covers).hold(sheet.frames) })
          ?? above.first, !sheet.isHeard || cover.isBackground
      {
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

  /// The layers that are masked, or changed by instructions.
  private var changed: Set<LayerTarget> {
    let masked = Set(overlays.filter { $0.overlay.mask != nil }.compactMap(\.overlay.group))
    return masked.union(instructions.lazy.flatMap(\.layers).map(\.target))
  }

  private func sheets(_ changed: Set<LayerTarget>) -> [Sheet] {
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
          isHeard: isWhole && clips.allSatisfy(\.isPlainFootage)
            && clips.contains(where: \.isHeard),
          isBackground: clips.allSatisfy(\.content.isGraphic)))
    }
    for placed in overlays where placed.overlay.group == nil && placed.overlay.mask == nil {
      if let sheet = sheet(placed, changed) { sheets.append(sheet) }
    }
    return sheets
  }

  /// `placed` among its neighbours; nil where it is not seen.
  private func sheet(_ placed: PlacedOverlay, _ changed: Set<LayerTarget>) -> Sheet? {
    guard placed.content.hasPicture, !placed.frames.isEmpty else { return nil }
    let isWhole = !changed.contains(.overlay(placed.index)) && covers(layer(placed))
    return Sheet(
      name: placed.overlay.name.value, noun: placed.overlay.group == nil ? "overlay" : "layer",
      span: placed.overlay.name.span, frames: [placed.frames],
      covers: isWhole ? [placed.frames] : [],
      isHeard: placed.footage.map { $0.isPlainFootage && $0.isHeard } ?? false,
      isBackground: placed.content.isGraphic)
  }

  /// True where nothing is seen of what lies under `layer`; of a group, whether that hangs on its members alone.
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

extension PlacedContent {
  fileprivate var isGraphic: Bool { if case .graphic = self { true } else { false } }
}

extension PlacedClip {
  /// True where it is footage as it is, which may be there to be heard.
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

  /// True where all frames of `others` are among them.
  func hold(_ others: [Range<Int>]) -> Bool {
    others.allSatisfy { other in
      let place = ranges.partitioningIndex { $0.upperBound >= other.upperBound }
      return other.isEmpty || place < ranges.count && ranges[place].lowerBound <= other.lowerBound
    }
  }
}
