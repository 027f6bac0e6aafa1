// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLBuilder {
  /// The anchors a suggestion may name; the rest are not looked at, to stay quick.
  private static let maximumSuggestions = 200

  /// Gives a name to a node; a later node may take it over.
  mutating func define(_ name: String, as anchor: Anchor) {
    if anchors.updateValue(anchor, forKey: name) == nil, anchorNames.count < Self.maximumSuggestions
    {
      anchorNames.append(name)
    }
  }

  /// Adds an alias, or something unreadable if it cannot be followed.
  ///
  /// Nothing is copied. What following it would add is counted before, with the sizes of anchored
  /// nodes remembered, so aliases of aliases cost no more than others.
  mutating func takeAlias(
    _ name: String, start: Int32, end: Int32, reporting sink: inout DiagnosticSink
  ) {
    let span = Span(file: file, start: start, end: end)
    guard let anchor = follow(name, at: span, reporting: &sink) else {
      let node = add(
        YAMLRecord(
          start: start, end: end, first: start, count: 0, kind: .null, flags: .unreadable))
      attach(node, size: 1, height: 0, reporting: &sink)
      return
    }
    repeated += anchor.size - 1
    let node = add(
      YAMLRecord(start: start, end: end, first: anchor.node, count: 0, kind: .alias))
    attach(node, size: anchor.size, height: anchor.height, reporting: &sink)
  }

  private mutating func follow(
    _ name: String, at span: Span, reporting sink: inout DiagnosticSink
  ) -> Anchor? {
    guard let anchor = anchors[name] else {
      undefinedAliases += 1
      let isShown = undefinedAliases <= DiagnosticSink.limit
      let near = isShown ? nearest(name, in: anchorNames) : nil
      sink.report(.undefinedAlias(name, near: near, at: span))
      return nil
    }
    guard !anchor.isOpen else {
      let start = self.span(of: anchor.node).startPoint
      sink.report(.recursiveAlias(name, at: span, anchor: start))
      return nil
    }
    guard frames.count + anchor.height <= Self.maximumDepth else {
      sink.report(.tooDeep(at: span, limit: Self.maximumDepth))
      return nil
    }
    guard repeated + anchor.size - 1 <= Self.maximumRepeated else {
      // Reported once: further errors have the same cause.
      if !saidTooManyAliases {
        sink.report(.tooManyAliases(name, limit: Self.maximumRepeated, at: span))
      }
      saidTooManyAliases = true
      return nil
    }
    return anchor
  }
}
