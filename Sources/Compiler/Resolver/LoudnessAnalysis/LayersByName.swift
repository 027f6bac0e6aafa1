// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import Timeline

extension ProjectDocument {
  /// The layers that `duck` of `owner` names; those that cannot be meant are left out and reported.
  func layers(
    under duck: Duck, of owner: LayerTarget, among all: [NamedLayer],
    reporting sink: inout DiagnosticSink
  ) -> [LayerTarget] {
    return duck.under.compactMap { name in
      var found = all.filter { $0.name == name.value && $0.isGiven }
      if found.isEmpty { found = all.filter { $0.name == name.value } }
      guard let layer = found.first?.target else {
        sink.report(.noLayerToDuckUnder(name, among: all.map(\.name)))
        return nil
      }
      guard found.count == 1 else {
        sink.report(.severalToDuckUnder(name))
        return nil
      }
      guard !layer.contains(owner), !owner.contains(layer) else {
        sink.report(.ducksUnderItself(name))
        return nil
      }
      for part in [layer, owner] {
        guard case .clip(let track, _) = part, tracks[track].playback != nil else { continue }
        sink.report(.ducksInFastTrack(name, tracks[track].name.value))
        return nil
      }
      return layer
    }
  }

  /// A track, a clip or an overlay with its name, which is that of a file where none is given.
  typealias NamedLayer = (name: String, target: LayerTarget, isGiven: Bool)

  /// All of them.
  var soundLayers: [NamedLayer] {
    var layers: [NamedLayer] = []
    for (index, track) in tracks.enumerated() {
      layers.append((track.name.value, .track(index), true))
      for (item, content) in track.items.enumerated() {
        guard case .clip(let clip) = content, let name = clip.givenName else { continue }
        layers.append((name.value, .clip(track: index, item: item), clip.id != nil))
      }
    }
    for (index, overlay) in overlays.enumerated() where !overlay.isNameless && overlay.mask == nil {
      layers.append((overlay.name.value, .overlay(index), true))
    }
    return layers
  }
}

extension LayerTarget {
  /// Returns true if `other` is the same layer, or a clip of this track.
  fileprivate func contains(_ other: LayerTarget) -> Bool {
    if self == other { return true }
    if case .track(let index) = self, case .clip(let track, _) = other { return track == index }
    return false
  }
}

/// The clips that are heard of some tracks, clips and overlays, with those in their groups.
struct HeardClips {
  private var byLayer: [LayerTarget: [PlacedClip]] = [:]

  init(_ timeline: Timeline, of wanted: Set<LayerTarget>) {
    // A film may have a hundred thousand clips.
    if wanted.isEmpty { return }
    for (index, track) in timeline.tracks.enumerated() {
      for clip in track.clips where clip.isHeard {
        for layer in [.track(index), clip.target] where wanted.contains(layer) {
          byLayer[layer, default: []].append(clip)
        }
      }
    }
    for overlay in timeline.overlays {
      guard let clip = overlay.footage, clip.isHeard, !timeline.isMask(overlay) else { continue }
      var layer: LayerTarget? = .overlay(overlay.index)
      while let around = layer {
        if wanted.contains(around) { byLayer[around, default: []].append(clip) }
        switch around {
        case .overlay(let index): layer = timeline.overlay(index)?.overlay.group
        case .clip(let track, _): layer = .track(track)
        case .track: layer = nil
        }
      }
    }
  }

  /// Those of `layer`.
  subscript(layer: LayerTarget) -> [PlacedClip] { byLayer[layer] ?? [] }
}

extension Timeline {
  /// Changes all clips that are heard.
  mutating func changeHeardClips(_ change: (inout PlacedClip) -> Void) {
    for track in tracks.indices {
      for index in tracks[track].clips.indices where tracks[track].clips[index].isHeard {
        change(&tracks[track].clips[index])
      }
    }
    for index in overlays.indices {
      if var clip = overlays[index].footage, clip.isHeard, !isMask(overlays[index]) {
        change(&clip)
        overlays[index].footage = clip
      }
    }
  }
}
