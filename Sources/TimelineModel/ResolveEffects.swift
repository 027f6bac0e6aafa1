// SPDX-License-Identifier: Apache-2.0

package import Actions
import Basics
package import Diagnostics
import ProjectModel
import Properties

/// A filter whose curves have been worked out.
package struct ResolvedEffect: Sendable {
  /// libavfilter's name.
  package var filter: String
  /// The options that stay the same.
  package var settings: [FilterUse.Setting]
  /// The options that change, each with its keys.
  package var changing: [(option: FilterUse.Changing, keys: [ResolvedKey])]
  /// Whether its picture depends on the time since the layer's first frame.
  package var isTimed: Bool
  /// Whether it has to be made anew for each frame.
  package var isRenewed: Bool
  /// Where it is written.
  package var span: Span
}

extension TimelineLayout {
  /// Filters of something that lasts `range`, with the times of their keyframes from its start.
  ///
  /// - Parameter start: When it is seen first, where that is another time than its start.
  mutating func effects(
    _ items: Located<[EffectItem]>?, over range: TimeRange, from start: Time? = nil
  ) -> [ResolvedEffect] {
    (items?.value ?? []).map { item in
      var effect = ResolvedEffect(
        filter: item.filter, settings: [], changing: [], isTimed: item.isTimed,
        isRenewed: item.isRenewed, span: item.span)
      for setting in item.settings {
        switch setting.value {
        case .fixed(let text):
          effect.settings.append(FilterUse.Setting(name: setting.option, value: text))
        case .changing(let change):
          let subject = CurveSubject(name: setting.option) { value in
            change.fallback.map { PropertyValue($0) } ?? value
          }
          let keys = keys(change.curve, of: subject, over: range, from: start)
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
