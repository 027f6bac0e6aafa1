// SPDX-License-Identifier: Apache-2.0

import LibAV
package import RenderProtocol

extension FilterCatalogue {
  /// The filters of the libavfilter that this process has loaded.
  package static func loaded() -> FilterCatalogue {
    var filters: [FilterFacts] = []
    var sounds: [FilterFacts] = []
    for description in FilterDescription.all() {
      let streams = description.inputs + description.outputs
      if !streams.isEmpty, streams.allSatisfy({ $0 == .sound }) {
        sounds.append(FilterFacts(description))
        continue
      }
      filters.append(FilterFacts(description))
    }
    return FilterCatalogue(filters: filters, soundFilters: sounds)
  }
}

extension FilterFacts {
  fileprivate init(_ description: FilterDescription) {
    func stream(_ stream: FilterDescription.Stream) -> Stream {
      switch stream {
      case .picture: .picture
      case .sound: .sound
      case .other: .other
      }
    }
    self.init(
      name: description.name, summary: description.summary,
      inputs: description.inputs.map(stream), outputs: description.outputs.map(stream),
      hasDynamicPads: description.hasDynamicPads, options: [])
    if isPlain || isPlainSound { options = description.options.map(FilterOption.init) }
  }
}

extension FilterOption {
  init(_ option: OptionDescription) {
    let kind: Kind =
      switch option.kind {
      case .integer: .integer
      case .number: .number
      case .flag: .flag
      case .flags: .flags
      case .text: .text
      case .duration: .duration
      case .color: .color
      case .rational: .rational
      case .size: .size
      case .rate: .rate
      case .pixelFormat: .pixelFormat
      case .other: .other
      }
    self.init(
      names: option.names, summary: option.summary, kind: kind, minimum: option.range.lowerBound,
      maximum: option.range.upperBound, fallback: option.fallback,
      constants: option.constants.map { Constant(name: $0.name, summary: $0.summary) },
      isRuntime: option.isRuntime)
  }
}
