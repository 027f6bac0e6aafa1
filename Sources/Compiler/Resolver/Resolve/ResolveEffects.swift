// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension TimelineLayout {
  /// Filters of something that lasts `range`, with the times of their keyframes from its start.
  ///
  /// - Parameters:
  ///   - wanted: The range it would have if the film did not end before.
  ///   - start: When it is seen first, where that is another time than its start.
  mutating func effects(
    _ items: Located<[EffectItem]>?, over range: TimeRange, of wanted: TimeRange? = nil,
    from start: Time? = nil
  ) -> [ResolvedEffect] {
    (items?.value ?? []).map { item in
      var effect = ResolvedEffect(
        filter: item.filter, settings: [], changing: [], isTimed: item.isTimed,
        isRenewed: item.isRenewed, span: item.span)
      for setting in item.settings {
        switch setting.value {
        case .fixed(let text):
          effect.settings.append(FilterUse.Setting(name: setting.option, value: text))
        case .file(let reference, let kind):
          if let file = table(reference, kind, setting.option, of: item) {
            effect.files.append(FilterUse.File(name: setting.option, file: file))
          }
        case .changing(let change):
          let subject = CurveSubject(name: setting.option) { value in
            change.fallback.map { PropertyValue($0) } ?? value
          }
          let keys = keys(change.curve, of: subject, over: range, of: wanted, from: start)
          if keys.isEmpty { continue }
          effect.changing.append(
            (
              FilterUse.Changing(
                name: setting.option, isWhole: change.isWhole, range: change.range), keys
            ))
        }
      }
      return effect
    }
  }

  /// The file of an asset that `option` of a filter names; nil where it is none of that kind, which is reported.
  private mutating func table(
    _ reference: MediaReference, _ kind: TableFile, _ option: String, of item: EffectItem
  ) -> MediaFile? {
    let found = media[reference]
    // What could not be found or read has been reported.
    guard let first = found.first else { return nil }
    if found.count == 1, first.facts.table == kind { return first.file }
    let other: String? =
      switch (kind, first.facts.table) {
      case (.lattice, .curves): "write lut1d"
      case (.curves, .lattice): "write lut3d"
      default: nil
      }
    // Clips that share what is written would all say so.
    if reported.insert(reference.span).inserted {
      diagnostics.append(
        .simple(
          "not-a-table",
          "'\(reference.text)' is not \(kind.noun), which '\(option)' of filter"
            + " '\(item.filter)' reads", at: reference.span,
          hint: other.map { "\($0): the file is \(first.facts.table?.noun ?? "another one")" }
            ?? "write assets: {\(reference.text): \(kind.example.file)}"))
    }
    return nil
  }

  /// A curve in an instruction has no value of the layer's own beside it.
  mutating func checkMotions(_ items: Located<[EffectItem]>?) {
    for item in items?.value ?? [] {
      for setting in item.settings {
        guard case .changing(let change) = setting.value else { continue }
        checkMotion(change.curve, of: setting.option)
      }
    }
  }
}

extension TimelineLayout {
  /// The file of a LUT; nil where it is none, which is reported.
  mutating func lut(_ reference: MediaReference) -> MediaFile? {
    let found = media[reference]
    // What could not be found or read has been reported.
    guard let first = found.first else { return nil }
    guard found.count == 1, first.facts.isLUT else {
      diagnostics.append(
        .simple(
          "not-a-lut", "'\(reference.text)' is no LUT", at: reference.span,
          hint: "name one .cube file"))
      return nil
    }
    return first.file
  }

  /// The picture that transitions read; nil where it is none, which is reported.
  mutating func map(_ reference: MediaReference) -> TransitionMap? {
    let found = media[reference]
    guard let first = found.first else { return nil }
    guard found.count == 1, first.isTimeless else {
      // `between` is one reference for many transitions.
      if reported.insert(reference.span).inserted {
        diagnostics.append(
          .simple(
            "not-an-image", "a transition needs one still picture, '\(reference.text)' is none",
            at: reference.span, hint: "name one picture, such as a .png file"))
      }
      return nil
    }
    return TransitionMap(
      file: first.file, orientation: first.orientation, isSVG: first.facts.isSVG)
  }
}
