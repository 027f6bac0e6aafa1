// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import YAML

/// The project's defaults for clips, transitions and texts.
extension ProjectParser {
  mutating func clipDefaults(_ node: YAMLNode) {
    var draft = LayerDraft(
      .clip, of: nil, look: textDefaults, layer: clipDefaults.layer,
      playback: clipDefaults.playback)
    let fields = read(node, KeyTable.clipDefaults, into: &draft)
    draft.layer.kenBurns?.isDefault = true
    draft.playback.isMutedByDefaults = draft.playback.audio == .off
    (clipDefaults.layer, clipDefaults.playback) = (draft.layer, draft.playback)
    if draft.layer.kenBurns != nil {
      clipDefaults.fitBesidePan = fields.first { $0.name == "fit" }?.key.span
    }
  }
}
