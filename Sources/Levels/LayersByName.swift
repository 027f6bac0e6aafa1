// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import TimelineModel

extension Project {
  /// The layers that `duck` of `owner` names; those that cannot be meant are left out and reported.
  func layers(
    under duck: Duck, of owner: LayerTarget, reporting sink: inout DiagnosticSink
  ) -> [LayerTarget] {
    let all = soundLayers
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

  /// Tracks, clips and overlays with their names; a name that is not given is that of a file.
  private var soundLayers: [(name: String, target: LayerTarget, isGiven: Bool)] {
    var layers: [(String, LayerTarget, Bool)] = []
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
  /// Whether `other` is the same layer, or a clip of this track.
  fileprivate func contains(_ other: LayerTarget) -> Bool {
    if self == other { return true }
    if case .track(let index) = self, case .clip(let track, _) = other { return track == index }
    return false
  }
}

extension Timeline {
  /// The clips that are heard of a track, a clip or an overlay, with those in its groups.
  func heardClips(of layer: LayerTarget) -> [PlacedClip] {
    var clips: [PlacedClip] = []
    for (index, track) in tracks.enumerated() {
      clips += track.clips.filter { clip in
        clip.isHeard && (layer == .track(index) || layer == clip.target)
      }
    }
    for overlay in overlays {
      guard let clip = overlay.footage, clip.isHeard, overlay.overlay.mask == nil else { continue }
      var group: LayerTarget? = .overlay(overlay.index)
      while let around = group {
        if around == layer { clips.append(clip) }
        switch around {
        case .overlay(let index): group = self.overlay(index)?.overlay.group
        case .clip(let track, _): group = .track(track)
        case .track: group = nil
        }
      }
    }
    return clips
  }

  /// Changes all clips that are heard.
  mutating func changeHeardClips(_ change: (inout PlacedClip) -> Void) {
    for track in tracks.indices {
      for index in tracks[track].clips.indices where tracks[track].clips[index].isHeard {
        change(&tracks[track].clips[index])
      }
    }
    for index in overlays.indices {
      if var clip = overlays[index].footage, clip.isHeard, overlays[index].overlay.mask == nil {
        change(&clip)
        overlays[index].footage = clip
      }
    }
  }
}
