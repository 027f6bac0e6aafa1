// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics
package import ProjectModel
package import YAML

/// Values in a time of their own.
extension ProjectParser {
  /// The largest number of repeats of a motion.
  private static let mostRepeats = Time(1_000_000)

  /// Returns true if a mapping is a motion, false if it has keyframes.
  package func isMotion(_ node: YAMLNode) -> Bool {
    node.entries.contains { KeyTable.motionKeys.contains($0.key.text ?? "") }
  }

  /// A motion: `{from: 0deg, to: 360deg, duration: 2s, repeat: forever}`.
  package mutating func motion<Value>(_ node: YAMLNode, _ reader: ValueReader<Value>) -> Animated<
    Value
  >? {
    var draft = MotionDraft(
      reader: reader, motion: Motion<Value>(values: [], places: [], span: node.span))
    let isPlace = reader.shareOfPath != nil
    let object = KeyTable.motion(of: Value.self, .anything, isPlace: isPlace)
    let fields = read(node, object, into: &draft)
    var (settings, values) = (draft.motion, draft.values)
    let hasPath = fields.contains { $0.name == "path" }
    if let orient = fields.first(where: { $0.name == "orient" }), !hasPath {
      report(
        .missingKey, "'orient' needs 'path'", at: orient.key.span,
        hint: "write path: M0 0 C100 0 100 200 200 200")
    }
    if hasPath {
      guard let path = draft.path, let share = reader.shareOfPath else { return nil }
      values = [share(0), share(1)]
      settings.path = PathTravel(path, isOriented: draft.isOriented)
    } else if !fields.contains(where: { $0.name == "values" }) {
      guard node["from"] != nil, node["to"] != nil else {
        return refused(
          .missingKey, "a motion needs from and to, or values", at: firstPlace(in: node),
          hint: "write from: and to:, or values: [a, b, c]")
      }
      values = draft.from.flatMap { from in draft.to.map { [from, $0] } }
    }
    if node["duration"] == nil, let repeats = node["repeat"], settings.count != Time(1) {
      return refused(
        .missingKey, "a motion that repeats needs a duration", at: repeats.span,
        hint: "write how long it takes once, such as duration: 2s")
    }
    guard let values else { return nil }
    let count = values.count
    let even = (0..<count).map { Time(Int64($0), over: Int64(count - 1)) }
    if let places = draft.places, places.count != count {
      return refused(
        .badValue, "\(count) values have \(places.count) keys", at: node["keys"]?.span,
        hint: "write one share for each value, from 0% to 100%")
    }
    settings.values = values
    settings.places = draft.places ?? even
    return .motion(settings)
  }

  mutating func values<Value>(
    _ node: YAMLNode, _ reader: ValueReader<Value>
  ) -> [Value]? {
    guard node.kind == .sequence, (2...Self.keyframeLimit).contains(node.count) else {
      return refused(
        node, "a list of 2 to \(Self.keyframeLimit) values",
        hint: "write values: [\(reader.example), \(reader.example)]")
    }
    var result: [Value] = []
    for item in node.items {
      guard let value = value(item, reader) else { return nil }
      result.append(value)
    }
    return result
  }

  /// Shares of the duration: ascending from 0% to 100%.
  mutating func places(_ node: YAMLNode) -> [Time]? {
    var result: [Time] = []
    for item in node.items {
      let text = ScalarText(item)
      guard let share = Quantity(text, in: text.trimmed), share.unit == "%",
        result.last.map({ $0 < share.value / Time(100) }) ?? (share.value == .zero)
      else {
        return refused(
          .badValue, "keys of a motion ascend from 0% to 100%", at: item.span,
          hint: "write keys: [0%, 20%, 100%]")
      }
      result.append(share.value / Time(100))
    }
    guard result.last == Time(1) else {
      return refused(
        .badValue, "keys of a motion ascend from 0% to 100%", at: node.span,
        hint: "write keys: [0%, 20%, 100%]")
    }
    return result
  }

  /// A number of times; nil for `forever`.
  mutating func repeats(_ node: YAMLNode) -> Time? {
    if node.text == "forever" { return nil }
    let text = ScalarText(node)
    guard node.kind == .scalar, let number = Quantity(text, in: text.trimmed),
      number.unit.isEmpty
    else {
      wrongKind(node, "how often it runs", hint: "write repeat: 3 or repeat: forever")
      return Time(1)
    }
    guard number.value > .zero, number.value <= Self.mostRepeats else {
      report(
        .outOfRange, "a motion runs up to \(Self.mostRepeats) times, and more than 0",
        at: node.span, hint: "write repeat: forever for as long as it is shown")
      return Time(1)
    }
    return number.value
  }

  package mutating func easing(_ node: YAMLNode) -> Easing? {
    guard node.kind == .scalar, let word = words(node)?.first else {
      return refused(node, "an easing", hint: "write ease-in-out")
    }
    do throws(ValueProblem) {
      guard let easing = try Easing(word) else { throw Easing.unknown(word) }
      return easing
    } catch {
      return refused(error, at: node)
    }
  }

  mutating func holds(_ node: YAMLNode) -> Bool {
    word(node, of: ["hold", "none"], "what happens outside of a motion") != "none"
  }
}
