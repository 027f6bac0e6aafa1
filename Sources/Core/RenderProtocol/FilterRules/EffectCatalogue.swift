// SPDX-License-Identifier: Apache-2.0

/// The effects that libavfilter has and Reel's rules allow.
public struct EffectCatalogue: Hashable, Sendable {
  /// libavfilter's own tables.
  public let filters: FilterCatalogue

  /// The effects of a library with `filters`.
  public init(_ filters: FilterCatalogue) { self.filters = filters }

  /// The results of looking up a name.
  public enum Finding: Sendable {
    /// A filter that is used.
    case effect(Effect)
    /// A filter that is not, and why.
    case refused(EffectRefusal)
    /// No filter.
    case unknown
  }

  /// A filter that is used.
  public struct Effect: Sendable {
    /// The filter's facts from libavfilter.
    public let filter: FilterFacts
    /// The filter's traits by Reel's rules.
    public let traits: EffectTraits
    /// The traits of an audio filter; nil for a video filter.
    public let sound: AudioTraits?
  }

  /// The result of looking up the filter called `name`.
  public func find(_ name: String) -> Finding {
    guard let filter = filters.filter(name) else {
      guard let filter = filters.soundFilter(name) else { return .unknown }
      guard let traits = AudioEffectRule.traits(of: name), filter.isPlainSound else {
        return .refused(AudioEffectRule.refusal(of: name))
      }
      return .effect(Effect(filter: filter, traits: traits.picture, sound: traits.sound))
    }
    switch verdict(filter) {
    case .allowed(let traits): return .effect(Effect(filter: filter, traits: traits, sound: nil))
    case .refused(let refusal): return .refused(refusal)
    }
  }

  /// The verdict on `filter`.
  public func verdict(_ filter: FilterFacts) -> EffectRule.Verdict {
    if EffectRule.deviceSuffixes.contains(where: { filter.name.hasSuffix($0) }) {
      return .refused(.device)
    }
    let rule = EffectRule.named(filter.name)?.verdict
    if filter.isPlain { return rule ?? .refused(.unknown) }
    if case .refused = rule { return rule ?? .refused(.unknown) }
    return .refused(EffectCatalogue.refusal(ofPads: filter))
  }

  /// Why a filter with other inputs and outputs than one of pictures is not used.
  private static func refusal(ofPads filter: FilterFacts) -> EffectRefusal {
    if filter.hasDynamicPads { return .several }
    if filter.inputs.contains(.sound) || filter.outputs.contains(.sound) { return .sound }
    if filter.inputs.isEmpty { return .source }
    return filter.outputs.isEmpty ? .sink : .several
  }

  /// The names of the filters that are used.
  public var names: [String] {
    filters.filters.filter { if case .allowed = verdict($0) { true } else { false } }.map(\.name)
      + soundNames
  }

  /// The names of the filters of sounds that are used.
  public var soundNames: [String] {
    AudioEffectRule.names.filter { filters.soundFilter($0)?.isPlainSound ?? false }
  }
}

extension EffectCatalogue.Effect {
  /// Why the option called `name` cannot be set, and what to do; nil where it can.
  public func refusal(of option: FilterOption) -> (reason: String, hint: String)? {
    for limit in traits.limits(of: option.name) {
      if case .refused(let reason, let hint) = limit { return (reason, hint) }
    }
    if traits.file(of: option.name) != nil { return nil }
    if sound != nil, option.kind == .text, numbers(of: option) == nil {
      return ("a project has no form for its values", "leave '\(option.name)' out")
    }
    if option.names.contains(where: { EffectTraits.fileOptions.contains($0) }) {
      return (
        "it names a file or something else that Reel cannot keep track of",
        "leave '\(option.name)' out"
      )
    }
    if option.kind == .other {
      return ("a project has no form for its values", "leave '\(option.name)' out")
    }
    return nil
  }

  /// The numbers that `option` may have.
  public func range(of option: FilterOption) -> ClosedRange<Double> {
    for limit in traits.limits(of: option.name) {
      if case .range(let range) = limit {
        return max(range.lowerBound, option.minimum)...min(range.upperBound, option.maximum)
      }
    }
    return option.minimum...option.maximum
  }

  /// The numbers that each of those in a text of `option` may have; nil where it has no such text.
  public func numbers(of option: FilterOption) -> ClosedRange<Double>? {
    for case .numbers(let range) in traits.limits(of: option.name) { return range }
    return nil
  }

  /// Returns true if `option` has to be set.
  public func needs(_ option: FilterOption) -> Bool {
    traits.limits(of: option.name).contains { if case .needed = $0 { true } else { false } }
  }

  /// The value of `option` where a project does not set it; nil for libavfilter's own.
  public func fallback(of option: FilterOption) -> String? {
    for limit in traits.limits(of: option.name) {
      if case .fallback(let value) = limit { return value }
    }
    return nil
  }

  /// The constants of `option` that may be used.
  public func constants(of option: FilterOption) -> [FilterOption.Constant] {
    option.constants.filter { reason(against: $0.name, of: option) == nil }
  }

  /// Why the constant called `name` is not used; nil where it is.
  public func reason(against name: String, of option: FilterOption) -> String? {
    for limit in traits.limits(of: option.name) {
      if case .without(let names, let reason) = limit, names.contains(name) { return reason }
    }
    return nil
  }

  /// Returns true if `option` may change over time.
  ///
  /// Numbers do, also where libavfilter takes them as text.
  public func takesCurves(_ option: FilterOption) -> Bool {
    guard sound == nil, option.isRuntime, refusal(of: option) == nil else { return false }
    switch option.kind {
    case .integer, .number: return true
    case .text:
      let isNumber = traits.limits(of: option.name).contains {
        if case .number = $0 { true } else { false }
      }
      return isNumber || option.fallback.flatMap { Double($0) } != nil
    case .flag, .flags, .duration, .color, .rational, .size, .rate, .pixelFormat, .other:
      return false
    }
  }
}
