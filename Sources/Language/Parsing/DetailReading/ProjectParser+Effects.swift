// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
import RenderProtocol
package import YAML

/// Filters of libavfilter with their options.
extension ProjectParser {
  /// `[gblur: {sigma: 4}, vignette]`, of pictures: filters of sounds are reported.
  package mutating func effects(_ node: YAMLNode) -> Located<[EffectItem]>? {
    guard var all = allEffects(node) else { return nil }
    for item in all.value where item.sound != nil {
      report(
        .effectRefused, "filter \(quoted(item.filter)) is for sound", at: item.span,
        hint: "write it on the clips or tracks that are heard: effects: [\(item.filter)]")
    }
    all.value.removeAll { $0.sound != nil }
    return all
  }

  /// The effects of footage: filters of pictures, and filters of sounds, which are settings of its playback.
  package mutating func effects(
    _ field: Field, of layer: inout LayerSettings, _ playback: inout Playback
  ) {
    var sound = playback.sound
    effects(field, of: &layer, &sound.cleanup, &sound.cleanupKey)
    playback.sound = sound
  }

  /// The effects of a layer that is heard, too: filters of sounds are a part of `cleanup`, and `key` is what asks for one first.
  mutating func effects(
    _ field: Field, of layer: inout LayerSettings, _ cleanup: inout AudioCleanup,
    _ key: inout Located<String>?
  ) {
    guard let all = allEffects(field.value) else { return }
    let sounds = all.value.filter { $0.sound != nil }
    let pictures = all.value.filter { $0.sound == nil }
    layer.effects = pictures.isEmpty && !sounds.isEmpty ? nil : Located(pictures, at: all.span)
    cleanup.effects = sounds
    if !sounds.isEmpty, key == nil { key = Located(field.name, at: field.key.span) }
  }

  private mutating func allEffects(_ node: YAMLNode) -> Located<[EffectItem]>? {
    guard node.kind == .sequence else {
      return refused(node, "a list of filters", hint: "write effects: [gblur: {sigma: 4}]")
    }
    guard node.count <= KeyTable.effectLimit else {
      return refused(
        .limit, "a layer goes through at most \(KeyTable.effectLimit) filters", at: node.span)
    }
    // Without the filters of this machine nothing can be said of them; who reads again has them.
    guard let catalogue else {
      needsCatalogue = true
      return nil
    }
    var items: [EffectItem] = []
    for item in node.items {
      if let effect = effect(item, catalogue) { items.append(effect) }
    }
    return Located(items, at: node.span)
  }

  private mutating func effect(_ node: YAMLNode, _ catalogue: EffectCatalogue) -> EffectItem? {
    switch node.kind {
    case .scalar: return effect(node, nil, catalogue)
    case .mapping where node.count == 1:
      for entry in node.entries { return effect(entry.key, entry.value, catalogue) }
      return nil
    case .mapping, .sequence, .null:
      return refused(
        node, "a filter",
        hint: "write one filter for each item: [gblur: {sigma: 4}, vignette]")
    }
  }

  private mutating func effect(
    _ name: YAMLNode, _ options: YAMLNode?, _ catalogue: EffectCatalogue
  ) -> EffectItem? {
    let text = name.text ?? ""
    switch catalogue.find(text) {
    case .effect(let effect): return self.effect(effect, options, at: name.span)
    case .refused(let refusal):
      report(
        .effectRefused, "filter \(quoted(text)) \(refusal.reason)", at: name.span,
        hint: refusal.hint)
    case .unknown:
      let word = text.lowercased()
      if let known = KeySynonym.filters.first(where: { $0.words.contains(word) }) {
        return refused(
          .unknownValue, "no filter is called \(quoted(text))", at: name.span, hint: known.hint)
      }
      let near = isListening ? nearest(text, in: catalogue.names) : nil
      report(
        .unknownValue, "no filter is called \(quoted(text))", at: name.span,
        hint: (near.map { "did you mean '\($0)'?" } ?? "write gblur or vignette;")
          + " `reel effects` lists them all")
    }
    return nil
  }

  private mutating func effect(
    _ effect: EffectCatalogue.Effect, _ options: YAMLNode?, at span: Span
  ) -> EffectItem? {
    let filter = effect.filter
    var settings: [EffectItem.Setting] = []
    if let options, options.kind != .null {
      guard options.kind == .mapping else {
        let example = filter.options.first.map { "{\($0.name): \($0.fallback ?? "…")}" } ?? "{}"
        return refused(
          options, "the options of '\(filter.name)'", hint: "write \(filter.name): \(example)")
      }
      var places: [String: Span] = [:]
      for entry in options.entries {
        guard let option = self.option(entry.key, of: effect) else { continue }
        if let other = places[option.name] {
          report(
            .exclusiveKeys(
              entry.key.text ?? "", option.name, at: entry.key.span, firstSpan: other,
              hint: "they are names of one option"))
          continue
        }
        places[option.name] = entry.key.span
        if entry.value.kind == .null {
          report(
            .missingValue(
              option.name, at: entry.key.span,
              hint: option.fallback.map { "its default is \($0)" }))
          continue
        }
        if let value = value(entry.value, option, of: effect) {
          settings.append(EffectItem.Setting(option: option.name, value: value))
        }
      }
    }
    if let option = filter.options.first(where: { option in
      effect.needs(option) && !settings.contains { $0.option == option.name }
    }) {
      return refused(
        .missingKey, "filter '\(filter.name)' needs '\(option.name)'", at: span,
        hint: "`reel effects \(filter.name)` lists its options")
    }
    for option in filter.options where !settings.contains(where: { $0.option == option.name }) {
      if let value = effect.fallback(of: option) {
        settings.append(EffectItem.Setting(option: option.name, value: .fixed(value)))
      }
    }
    return EffectItem(
      filter: filter.name, settings: settings, isTimed: effect.isTimed(settings),
      isRenewed: effect.traits.isRenewed, sound: effect.use(with: settings), span: span)
  }

  /// The option that `key` names; one that is not there, or not for projects, is reported.
  private mutating func option(
    _ key: YAMLNode, of effect: EffectCatalogue.Effect
  ) -> FilterOption? {
    let (name, filter) = (key.text ?? "", effect.filter)
    guard let option = filter.option(name) else {
      let names = isListening ? filter.options.flatMap(\.names) : []
      let near = nearest(name, in: names).map { "did you mean '\($0)'?" }
      return refused(
        .unknownKey, "filter '\(filter.name)' has no option \(quoted(name))", at: key.span,
        hint: name == "enable"
          ? "write an instruction with 'during' for a part of the time"
          : (near.map { $0 + " " } ?? "") + "`reel effects \(filter.name)` lists them all")
    }
    if let (reason, hint) = effect.refusal(of: option) {
      return refused(
        .effectRefused, "option '\(name)' of filter '\(filter.name)' is not supported: \(reason)",
        at: key.span, hint: hint)
    }
    return option
  }

  private mutating func value(
    _ node: YAMLNode, _ option: FilterOption, of effect: EffectCatalogue.Effect
  ) -> EffectItem.Value? {
    if let kind = effect.traits.file(of: option.name) {
      return asset(node, kind, of: option, effect).map { .file($0, kind) }
    }
    let reader = EffectValueReader(option: option, effect: effect)
    guard node.kind == .mapping || node.text?.contains("->") == true else {
      return fixed(node, reader).map { EffectItem.Value.fixed($0) }
    }
    guard effect.takesCurves(option) else {
      let others = effect.filter.options.filter { effect.takesCurves($0) }.map(\.name)
      return refused(
        .effectCurve,
        "option '\(option.name)' of filter '\(effect.filter.name)' cannot change over time",
        at: node.kind == .mapping ? firstPlace(in: node) : node.span,
        hint: others.isEmpty
          ? "no option of this filter can: write one value"
          : "write one value; those that can are \(others.joined(separator: ", "))")
    }
    let range = effect.range(of: option)
    let isFree = option.kind == .text
    return animated(node, reader.numbers).map {
      EffectItem.Value.changing(
        EffectItem.Change(
          curve: $0, isWhole: option.kind == .integer, range: isFree ? -1e9...1e9 : range,
          fallback: option.fallback.flatMap { Double($0) }))
    }
  }

  /// The asset that an option names; a path is none, as the files that filters read are to be seen at a glance.
  private mutating func asset(
    _ node: YAMLNode, _ kind: TableFile, of option: FilterOption, _ effect: EffectCatalogue.Effect
  ) -> MediaReference? {
    let example = kind.example
    guard let text = node.text else {
      return refused(
        node, "the name of an asset",
        hint:
          "write \(option.name): \(example.name), and assets: {\(example.name): \(example.file)}")
    }
    if let index = assetIndices[text] {
      usedAssets.insert(index)
      return MediaReference(text: text, span: node.span, asset: index)
    }
    let isPath = text.contains(".") || text.contains("/")
    let near = isPath ? nil : nearest(text, in: assetIndices.keys.sorted())
    let last = text.split(separator: "/").last.map(String.init) ?? text
    let stem = String(last.prefix { $0 != "." })
    let name = !isPath || stem.isEmpty || Self.nameProblem(stem) != nil ? example.name : stem
    return refused(
      .effectRefused,
      "'\(option.name)' of filter '\(effect.filter.name)' names an asset, and"
        + " \(quoted(text)) is none", at: node.span,
      hint: near.map { "did you mean '\($0)'?" }
        ?? "declare the file, assets: {\(name): \(isPath ? text : example.file)}, and write"
        + " \(option.name): \(name)")
  }

  /// A value that stays the same, as libavutil reads it.
  private mutating func fixed(_ node: YAMLNode, _ reader: EffectValueReader) -> String? {
    if reader.option.kind == .flags, node.kind == .sequence {
      var names: [String] = []
      for item in node.items {
        guard let name = fixed(item, reader) else { return nil }
        names.append(name)
      }
      return names.isEmpty ? "0" : names.joined(separator: "+")
    }
    guard node.kind == .scalar else {
      return refused(node, reader.noun, hint: reader.hint)
    }
    if reader.option.kind == .duration {
      guard let time = positiveTime(node, "a duration", orZero: true) else { return nil }
      guard let constant = time.constant else {
        return refused(
          .badValue, "\(reader.noun) is a time without anchors", at: node.span, hint: reader.hint)
      }
      return "\((constant * Time(1_000_000)).rounded)us"
    }
    if let range = reader.effect.numbers(of: reader.option) {
      let numbers = node.text.map { EffectNumbers($0).values } ?? []
      guard let text = node.text, !numbers.isEmpty, numbers.allSatisfy(range.contains) else {
        return refused(
          .badValue, "\(reader.noun) is a list of numbers, each \(FilterOption.words(range))",
          at: node.span, hint: "write them with bars between them: \"60|120\"")
      }
      return text
    }
    do throws(ValueProblem) { return try reader.text(ScalarText(node)) } catch {
      return refused(error, at: node)
    }
  }
}

extension EffectCatalogue.Effect {
  /// The facts about an audio filter with `settings`; nil for a video filter.
  fileprivate func use(with settings: [EffectItem.Setting]) -> EffectItem.AudioUse? {
    sound.map { traits in
      let fixed = settings.compactMap { setting -> (name: String, value: String)? in
        guard case .fixed(let text) = setting.value else { return nil }
        return (setting.option, text)
      }
      return EffectItem.AudioUse(memory: traits.memory(of: fixed))
    }
  }

  /// Returns true if the filtered frame depends on the time with `settings`.
  fileprivate func isTimed(_ settings: [EffectItem.Setting]) -> Bool {
    let fixed = settings.compactMap { setting -> FilterUse.Setting? in
      guard case .fixed(let text) = setting.value else { return nil }
      return FilterUse.Setting(name: setting.option, value: text)
    }
    if traits.seed(in: fixed) != nil { return true }
    switch traits.clock {
    case .none: return false
    case .always: return true
    case .expressions:
      return fixed.contains { setting in
        filter.option(setting.name)?.kind == .text && EffectExpression(setting.value).isTimed
      }
    }
  }
}
