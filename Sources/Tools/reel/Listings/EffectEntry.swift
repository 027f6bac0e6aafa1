// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// A filter in the listing of `reel effects`; also its form in JSON.
package struct EffectEntry: Encodable {
  /// An option.
  struct Option: Encodable {
    var name: String
    var aliases: [String]
    var type: String
    var summary: String
    var minimum: Double?
    var maximum: Double?
    var fallback: String?
    var constants: [String]
    var curves: Bool
    var refused: String?
  }

  /// Its name.
  package var name: String
  var summary: String
  /// True if a project may use it.
  package var allowed: Bool
  /// Why it is refused, and what to write instead.
  var reason: String?
  var hint: String?
  /// True if it is an audio filter.
  var sound: Bool
  /// True if its output may depend on the time of the frame.
  var clock: Bool
  /// The effect on a layer's alpha, where the filter does not treat it with the colours.
  var alpha: String?
  var options: [Option]

  /// The entry of `filter`, with the facts of `catalogue`.
  package init(_ filter: FilterFacts, in catalogue: EffectCatalogue) {
    (name, summary) = (filter.name, filter.summary)
    (allowed, clock, options) = (false, false, [])
    sound = filter.inputs == [.sound]
    switch catalogue.find(filter.name) {
    case .effect(let effect):
      allowed = true
      clock =
        switch effect.traits.clock {
        case .none: false
        case .expressions, .always: true
        }
      alpha = effect.traits.alpha.words
      options = filter.options.map { Option($0, of: effect) }
    case .refused(let refusal): (reason, hint) = (refusal.reason, refusal.hint)
    case .unknown: preconditionFailure("a filter of the catalogue")
    }
  }

  /// One line: what it does, or why it is refused.
  package var line: String { reason.map { "refused: it \($0)" } ?? summary }

  /// All there is to know, for people.
  package var lines: [String] {
    var lines = [name, "  " + summary]
    if let reason, let hint { return lines + ["  refused: it \(reason); \(hint)"] }
    if clock { lines.append("  its picture may depend on the time since the layer's first frame") }
    if let alpha { lines.append("  \(alpha)") }
    for option in options {
      let also = option.aliases.isEmpty ? "" : " (also \(option.aliases.joined(separator: ", ")))"
      lines.append("  \(option.name)\(also): \(option.description)")
      if !option.constants.isEmpty {
        lines.append("      one of \(option.constants.joined(separator: ", "))")
      }
    }
    return lines
  }
}

extension EffectTraits.Alpha {
  /// The effect on a layer; nil where the filter treats alpha with the colours.
  var words: String? {
    switch self {
    case .filtered: nil
    case .kept(unless: []): "a layer's alpha stays as it is"
    case .kept(unless: let options):
      "a layer's alpha stays as it is, unless \(options.joined(separator: " or ")) is set"
    case .multiplied: "the alpha that it makes is multiplied by the layer's"
    }
  }
}

extension EffectEntry.Option {
  init(_ option: FilterOption, of effect: EffectCatalogue.Effect) {
    name = option.name
    aliases = Array(option.names.dropFirst())
    type = effect.traits.file(of: option.name).map { "asset, \($0.noun)" } ?? option.kind.word
    summary = option.summary
    if option.kind.isNumber {
      let range = effect.range(of: option)
      (minimum, maximum) = (range.lowerBound, range.upperBound)
    }
    fallback = effect.fallback(of: option) ?? option.fallback
    constants = effect.constants(of: option).map(\.name)
    curves = effect.takesCurves(option)
    refused = effect.refusal(of: option)?.reason
  }

  /// Type, range, default and what it does.
  fileprivate var description: String {
    var words = [type]
    if let minimum, let maximum {
      words.append(FilterOption.words(minimum...maximum))
    }
    if let fallback { words.append("by default \(fallback)") }
    if curves { words.append("takes curves") }
    let start = words.joined(separator: ", ") + (summary.isEmpty ? "" : " — \(summary)")
    return refused.map { "refused: \($0)" } ?? start
  }
}
