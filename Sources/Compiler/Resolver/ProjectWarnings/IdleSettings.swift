// SPDX-License-Identifier: Apache-2.0

import Catalog
package import Diagnostics
package import ProjectModel
import RenderProtocol
package import Timeline

extension Timeline {
  /// Reports what is set of layers of which nothing is seen, or nothing heard: it changes nothing.
  func warnOfIdleSettings(_ diagnostics: inout [Diagnostic]) {
    for track in tracks where track.isAudio {
      let idle = track.settings.properties.entries.first { $0.property.stage.isSeen }
      guard let idle else { continue }
      diagnostics.append(
        .idle(
          "'\(idle.property.name)' changes nothing: track '\(track.name)' has sound alone",
          at: idle.value.span))
    }
    let heard = heardGroups
    func look(
      _ settings: LayerSettings, _ content: PlacedContent, _ target: LayerTarget, _ name: String
    ) {
      guard case .group = content, !heard.contains(target),
        let idle = settings.properties.entries.first(where: { !$0.property.stage.isSeen })
      else { return }
      diagnostics.append(
        .idle(
          "'\(idle.property.name)' changes nothing: no clip in \(name) has sound",
          at: idle.value.span))
    }
    for clip in tracks.lazy.flatMap(\.clips) {
      look(clip.clip.layer, clip.content, clip.target, "the group")
    }
    for overlay in overlays {
      look(
        overlay.overlay.layer, overlay.content, .overlay(overlay.index),
        "group '\(overlay.overlay.name.value)'")
    }
    for placed in outputs where !hasPicture && placed.output.format.isFilm {
      guard placed.output.video != nil else { continue }
      diagnostics.append(
        .idle(
          "'video' of output '\(placed.output.name.value)' changes nothing: nothing is seen in this film",
          at: placed.output.name.span))
    }
    warnOfIdleFocus(&diagnostics)
    warnOfMissingLUTs(&diagnostics)
    warnOfHiddenShadows(&diagnostics)
    warnOfIdleEdges(&diagnostics)
    warnOfIdleBackdrops(&diagnostics)
    warnOfGreyKeys(&diagnostics)
  }

  /// Reports focuses of which no clip makes use, as none covers its box; several clips share one that is a default.
  private func warnOfIdleFocus(_ diagnostics: inout [Diagnostic]) {
    var idle: [Span] = []
    var used: Set<Span> = []
    func look(_ layer: @autoclosure () -> DrawnLayer, _ settings: LayerSettings, _ span: Span) {
      // What a project has from the file that it extends is for others, too.
      guard let focus = settings.properties[.focus]?.span, focus.file.index == span.file.index
      else { return }
      let layer = layer()
      if layer.fit == .cover || !layer.content.hasPicture {
        used.insert(focus)
      } else {
        idle.append(focus)
      }
    }
    for track in tracks where !track.isAudio {
      for clip in track.clips { look(layer(clip), clip.clip.layer, clip.clip.span) }
    }
    for placed in overlays { look(layer(placed), placed.overlay.layer, placed.overlay.span) }
    var seen: Set<Span> = []
    for span in idle where !used.contains(span) && seen.insert(span).inserted {
      diagnostics.append(
        Diagnostic(
          code: .warning("idle-setting"),
          message: "'focus' changes nothing: the picture does not cover its box", span: span,
          hint: "write fit: cover beside it"))
    }
  }

  /// Reports keys of so pale a colour that greys are as near to it as its tolerance reaches.
  private func warnOfGreyKeys(_ diagnostics: inout [Diagnostic]) {
    func look(at settings: LayerSettings) {
      func numbers(_ property: Property) -> [Double]? {
        let written = settings.properties[property]
        guard written == nil || settings.constant(property) != nil else { return nil }
        return (settings.constant(property) ?? property.assumed)?.amounts.map { amount in
          if case .number(let number) = amount { number } else { 0 }
        }
      }
      let luma = numbers(.keyLuma)?.first ?? 0
      guard let written = settings.properties[.keyColor], let rgb = numbers(.keyColor), luma == 0,
        let tolerance = numbers(.keyTolerance)?.first, let softness = numbers(.keySoftness)?.first
      else { return }
      // Chroma of BT.709, in which the distances of a key are counted.
      let brightness = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
      let (blue, red) = ((rgb[2] - brightness) / 1.8556, (rgb[0] - brightness) / 1.5748)
      let distance = (blue * blue + red * red).squareRoot()
      guard tolerance + softness > distance else { return }
      func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }
      diagnostics.append(
        Diagnostic(
          code: .warning("grey-key"),
          message: "greys become transparent, too: they are \(percent(distance)) from this colour,"
            + " and tolerance and softness reach \(percent(tolerance + softness))",
          span: written.span,
          hint: "name the colour of the screen, such as lime, or a smaller tolerance"))
    }
    forEachSettings { settings, _ in look(at: settings) }
  }

  /// Reports shadows that lie wholly under their layers, as they neither fall beside them nor are soft.
  private func warnOfHiddenShadows(_ diagnostics: inout [Diagnostic]) {
    let shaping = [Property.shadowBlur, .shadowOffset]
    let instructed = Set(
      instructions.lazy.flatMap(\.instruction.layers)
        .filter { layer in shaping.contains { layer.properties[$0] != nil } }.map(\.target))
    func look(at settings: LayerSettings, _ target: LayerTarget) {
      guard let color = settings.properties[.shadowColor], !instructed.contains(target),
        shaping.allSatisfy({ settings.properties[$0] == nil })
      else { return }
      diagnostics.append(
        Diagnostic(
          code: .warning("idle-setting"),
          message: "nothing is seen of a shadow that has no blur and no offset", span: color.span,
          hint: "write shadow: {color: black@50%, blur: 20px, offset: [0px, 8px]}"))
    }
    forEachSettings(look)
  }

  /// Reports what is said of the edges of blurs where nothing is blurred.
  private func warnOfIdleEdges(_ diagnostics: inout [Diagnostic]) {
    let blurred = Set(
      instructions.lazy.flatMap(\.instruction.layers).filter { $0.properties[.blur] != nil }
        .map(\.target))
    forEachSettings { settings, target in
      guard let edges = settings.properties[.blurEdges], settings.properties[.blur] == nil,
        !blurred.contains(target)
      else { return }
      diagnostics.append(
        .idle("'blur-edges' changes nothing: the layer is not blurred", at: edges.span))
    }
  }

  /// Reports backdrops of the lowest layers of groups, below which there is nothing in these.
  private func warnOfIdleBackdrops(_ diagnostics: inout [Diagnostic]) {
    var lowest: Set<LayerTarget> = []
    for placed in overlays where placed.overlay.mask == nil {
      guard let group = placed.overlay.group, lowest.insert(group).inserted,
        let written = placed.overlay.layer.properties.entries.first(where: {
          $0.property.stage == .backdrop
        })
      else { continue }
      diagnostics.append(
        Diagnostic(
          code: .warning("idle-setting"),
          message: "'backdrop' changes nothing: nothing lies below it in its group",
          span: written.value.span,
          hint: "write it at the group, to change what lies below that"))
    }
  }

  /// Reports strengths of LUTs, set by instructions, of layers that have no LUT.
  private func warnOfMissingLUTs(_ diagnostics: inout [Diagnostic]) {
    let layers = instructions.lazy.flatMap(\.instruction.layers)
    let strengths = layers.filter { $0.properties[.lutStrength] != nil }
    if strengths.isEmpty { return }
    var targets = Set(layers.filter { $0.properties[.lut] != nil }.map(\.target))
    forEachSettings { settings, target in
      if settings.properties[.lut] != nil { targets.insert(target) }
    }
    for layer in strengths where !targets.contains(layer.target) {
      guard let strength = layer.properties[.lutStrength] else { continue }
      diagnostics.append(
        .idle(
          "'lut-strength' changes nothing: '\(layer.name.value)' has no LUT", at: strength.span))
    }
  }

  /// Hands `body` the settings of all layers that set a property, and their names: tracks, their clips, then overlays.
  private func forEachSettings(_ body: (LayerSettings, LayerTarget) -> Void) {
    func look(_ settings: LayerSettings, _ target: LayerTarget) {
      if !settings.properties.isEmpty { body(settings, target) }
    }
    for (index, track) in tracks.enumerated() { look(track.settings, .track(index)) }
    for clip in tracks.lazy.flatMap(\.clips) { look(clip.clip.layer, clip.target) }
    for overlay in overlays { look(overlay.overlay.layer, .overlay(overlay.index)) }
  }

  /// The groups with a clip that is heard, at any depth.
  private var heardGroups: Set<LayerTarget> {
    var heard: Set<LayerTarget> = []
    for overlay in overlays where overlay.footage?.isHeard == true {
      var group = overlay.overlay.group
      while let target = group, heard.insert(target).inserted {
        guard case .overlay(let index) = target else { break }
        group = self.overlay(index)?.overlay.group
      }
    }
    return heard
  }
}

extension Timeline {
  /// Warns where all that is shown are photos with the pan that is a default, so that the fit beside it is for nothing.
  package func checkFit(of project: ProjectDocument, _ sink: inout DiagnosticSink) {
    guard let written = project.fitBesidePan, written.file.index == project.span.file.index,
      !sink.hasErrors
    else { return }
    let shown =
      tracks.filter { !$0.isAudio }.flatMap(\.clips).map { ($0.content, $0.clip.layer) }
      + overlays.map { ($0.content, $0.overlay.layer) }
    let footage = shown.filter { content, _ in
      guard case .clip(let media) = content else { return false }
      return media.facts.video != nil || media.film != nil
    }
    guard !footage.isEmpty, footage.allSatisfy({ $0.1.kenBurns != nil }) else { return }
    sink.report(
      Diagnostic(
        code: .warning("idle-setting"),
        message: "'fit' changes nothing: all clips are photos, and 'ken-burns' moves over these",
        span: written, hint: "leave one of them out, or write ken-burns: off for a photo"))
  }
}

extension Diagnostic {
  fileprivate static func idle(_ message: String, at span: Span) -> Diagnostic {
    Diagnostic(code: .warning("idle-setting"), message: message, span: span, hint: "remove it")
  }
}
