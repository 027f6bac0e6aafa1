// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderProtocol

// Codecs and effects, from the tables by which outputs are encoded and filters are chosen.

extension ReferencePage {
  static let codecSections: [Section] = {
    let topics = CodecEntry.all(EncoderCatalogue(encoders: [])).map { codec in
      let keys = codec.order.map { "- `\($0)`: \(codec.keys[$0] ?? "")" }
      return (
        codec.sound,
        Topic(
          name: codec.name, kind: "codec",
          text: ([
            "\(codec.title), encoded by \(codec.encoder), in \(codec.formats.listed("and"))."
          ] + (keys.isEmpty ? [] : [""]) + keys).joined(separator: "\n"))
      )
    }
    return [
      Section(title: "Pictures", topics: topics.filter { !$0.0 }.map(\.1)),
      Section(title: "Sound", topics: topics.filter(\.0).map(\.1)),
    ]
  }()

  static let effectSections: [Section] = {
    var refusals: [(refusal: EffectRefusal, names: [String])] = []
    var pictures: [Topic] = []
    for rule in EffectRule.all {
      switch rule.verdict {
      case .allowed(let traits):
        let text = (["A filter of pictures."] + traits.remarks).joined(separator: " ")
        pictures.append(Topic(name: rule.name, kind: "filter", text: text, isItem: true))
      case .refused(let refusal):
        if refusals.last?.refusal != refusal { refusals.append((refusal, [])) }
        refusals[refusals.count - 1].names.append("`\(rule.name)`")
      }
    }
    let refused = refusals.map { refusal, names in
      "- \(names.listed("and")): refused, as each \(refusal.reason); \(refusal.hint)."
    }
    return [
      Section(title: "Filters of pictures", topics: pictures),
      Section(
        title: "Filters of sounds",
        topics: AudioEffectRule.names.map { name in
          let stereo = AudioEffectRule.isStereo(name) ? " Its output is stereo." : ""
          return Topic(
            name: name, kind: "filter", text: "A filter of sounds." + stereo, isItem: true)
        }),
      Section(title: "Filters of pictures that are refused", text: refused.joined(separator: "\n")),
    ]
  }()
}

extension EffectTraits {
  /// The rules beyond those of libavfilter, each a sentence.
  fileprivate var remarks: [String] {
    let usesClock =
      switch clock {
      case .none: false
      case .expressions, .always: true
      }
    let time =
      usesClock ? ["Its picture may depend on the time since the layer's first frame."] : []
    let alpha = alpha.words.map { ["\($0.prefix(1).uppercased())\($0.dropFirst())."] } ?? []
    return time + alpha + options.compactMap(\.remark)
  }
}

extension EffectTraits.OptionRule {
  /// The rule, a sentence; nil for one about the form of values.
  fileprivate var remark: String? {
    switch limit {
    case .range(let range) where range.lowerBound == range.upperBound:
      "Option `\(name)` is \(range.lowerBound.shortest)."
    case .range(let range):
      "Option `\(name)` is from \(range.lowerBound.shortest) to \(range.upperBound.shortest)."
    case .numbers(let range):
      "Numbers in option `\(name)` are from \(range.lowerBound.shortest) to \(range.upperBound.shortest)."
    case .refused(let reason, let hint): "Option `\(name)` is refused: \(reason); \(hint)."
    case .fallback(let value): "Option `\(name)` is \(value) by default."
    case .file(let file): "Option `\(name)` names an asset, \(file.noun)."
    case .needed: "Option `\(name)` is required."
    case .without(let names, let reason):
      "Option `\(name)` is not \(names.listed("or")): \(reason)."
    case .number: nil
    }
  }
}
