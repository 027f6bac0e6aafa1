// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Diagnostics
package import ProjectModel
package import RenderProtocol
package import YAML

/// The state of decoding: what is known so far, and the sink while it is on loan.
///
/// Decoding never stops early: a value that cannot be read is reported and left out, so that one run shows all
/// mistakes. The placeholder for a missing value does not matter then, because a project with errors is not compiled.
package struct ProjectParser: ~Copyable {
  package let file: FileID
  package var sink: DiagnosticSink
  /// Indices into `assets` by name.
  package var assetIndices: [String: Int] = [:]
  package var assets: [Asset] = []
  /// Files that are values of properties, and the place of each in the list.
  package var files: [MediaReference] = []
  package var filePlaces: [String: Int] = [:]
  /// Pictures that transitions read.
  package var maps: [MediaReference] = []
  /// The files of captions.
  package var captionFiles: [CaptionFile] = []
  /// Which assets are used by a clip or an overlay.
  package var usedAssets: Set<Int> = []
  package var trackIndices: [String: Int] = [:]
  /// The layers that instructions may name, with their places in the project.
  package var layerTargets: [String: [Located<LayerTarget>]] = [:]
  /// Lists that had items, all of which were left out.
  package var emptied: Set<Span> = []
  /// Texts in what was left out.
  package var leftOut: Set<String> = []
  /// The playback settings of whole tracks from instructions.
  package var trackPlaybacks: [Int: Located<Playback>] = [:]
  /// The names in messages of layers without sound that instructions may name.
  package var silentLayers: [LayerTarget: String] = [:]
  /// The overlays, and the members of all groups, that were read so far.
  package var overlays: [Overlay] = []
  /// True where what is read is in a group with a canvas of its own.
  package var isInSizedGroup = false
  /// The masks that are layers by name: what they mask, and how.
  package var namedMasks: [NamedMask] = []
  package var clipDefaults: ClipDefaults
  package var textDefaults: TextLook
  package var transitionDefaults: TransitionItem
  /// The filters of this machine; nil where they have not been asked for.
  package let catalogue: EffectCatalogue?
  /// The encoders of this machine; nil where they have not been asked for.
  package let encoders: EncoderCatalogue?
  /// True if encoders are named, which cannot be checked without their catalogue.
  package var needsEncoders = false
  /// True if filters are written, which cannot be checked without a catalogue.
  package var needsCatalogue = false
  /// The number of errors so far.
  package private(set) var reports = 0

  package init(
    file: FileID, effects catalogue: EffectCatalogue? = nil, encoders: EncoderCatalogue? = nil,
    sink: consuming DiagnosticSink
  ) {
    self.file = file
    self.catalogue = catalogue
    self.encoders = encoders
    self.sink = sink
    let start = Span(file: file, start: 0, end: 0)
    clipDefaults = ClipDefaults(at: start)
    textDefaults = TextLook(at: start)
    transitionDefaults = TransitionItem(
      style: .dissolve, settings: TransitionSettings([]),
      duration: TimeExpression(.time(Time(1)), at: start), length: .overlap, easing: .linear,
      sound: nil, nameSpan: start, span: start)
  }

  /// Gives the sink back.
  package consuming func finish() -> DiagnosticSink { sink }

  /// True if another diagnostic would still be shown; suggestions for others are not looked for.
  package var isListening: Bool { reports < DiagnosticSink.limit }

  /// True if more errors were reported than are shown, so that looking for others is of no use.
  package var hasFailedOften: Bool { !isListening }

  package mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { reports += 1 }
    sink.report(diagnostic)
  }

  package mutating func report(
    _ code: DiagnosticCode, _ message: String, at span: Span?, notes: [Diagnostic.Note] = [],
    hint: String? = nil
  ) {
    report(Diagnostic(code: code, message: message, span: span, notes: notes, hint: hint))
  }

  package mutating func report(_ problem: ValueProblem, at node: YAMLNode) {
    report(
      problem.code, problem.message, at: problem.span ?? node.span, notes: useNote(of: node),
      hint: problem.hint)
  }

  /// Reports a value that cannot be read; nil in its place.
  package mutating func refused<Value>(
    _ code: DiagnosticCode, _ message: String, at span: Span?, notes: [Diagnostic.Note] = [],
    hint: String? = nil
  ) -> Value? {
    report(code, message, at: span, notes: notes, hint: hint)
    return nil
  }

  package mutating func refused<Value>(_ problem: ValueProblem, at node: YAMLNode) -> Value? {
    report(problem, at: node)
    return nil
  }

  /// Reports a node that is no `noun`; nil in its place.
  package mutating func refused<Value>(
    _ node: YAMLNode, _ noun: String, hint: String? = nil
  ) -> Value? {
    wrongKind(node, noun, hint: hint)
    return nil
  }

  /// Where an alias brought a node in, the place it was brought to.
  private func useNote(of node: YAMLNode) -> [Diagnostic.Note] {
    node.useSpan == node.span ? [] : [Diagnostic.Note(message: "used here", span: node.useSpan)]
  }
}

// MARK: - Objects

/// A key of an object that is known and supported, with its value.
package struct Field {
  package let name: String
  /// The index of its declaration among those of its object.
  let place: Int
  package let key: YAMLNode
  package let value: YAMLNode
}

extension ProjectParser {
  /// The entries of `node` that are keys of `shape`; everything else is reported.
  ///
  /// `owner` is the place of messages about the object as a whole, where it has a better one than
  /// its first key; `hint` may know what to write instead of a key that is unknown.
  package mutating func fields(
    of node: YAMLNode, _ shape: ObjectShape, owner: Span? = nil,
    hint: (_ entry: YAMLEntry) -> String? = { _ in nil }
  ) -> [Field] {
    guard node.kind == .mapping else {
      wrongKind(
        node, "a mapping",
        hint: Property.Group.named(shape.name)?.hint(for: words(node) ?? [])
          ?? "\(shape.name) has keys: \(Self.keyList(shape))")
      return []
    }
    var fields: [Field] = []
    fields.reserveCapacity(node.count)
    var found: [(name: String, span: Span)] = []
    var isMistyped = false
    for entry in node.entries {
      let name = entry.key.text ?? ""
      guard let index = shape.keys.firstIndex(where: { $0.name == name }) else {
        isMistyped = true
        report(
          .unknownKey(
            name, in: shape, at: entry.key.span, suggesting: isListening, hint: hint(entry)))
        continue
      }
      found.append((name, entry.key.span))
      // Where the project itself says it, it has been heeded.
      if name == KeyTable.when.name, shape.name != KeyTable.each.name {
        report(.conditionOfValue(at: entry.key.span))
        continue
      }
      if let hint = shape.keys[index].refusal {
        report(.misplacedKey(name, in: shape, at: entry.key.span, hint: hint))
        continue
      }
      guard shape.keys[index].isSupported else {
        report(.notSupportedYet(name, at: entry.key.span))
        continue
      }
      if entry.value.kind == .null {
        if !entry.value.isUnreadable {
          report(
            .missingValue(
              name, at: entry.key.span,
              hint: Self.nullHint(shape.keys[index].value)
                ?? entry.value.cutOff.map {
                  "put it in quotes, as an unquoted # starts a comment: \"\($0.prefix(60))\""
                }))
        }
        continue
      }
      fields.append(Field(name: name, place: index, key: entry.key, value: entry.value))
    }
    let place = owner ?? found.first?.span ?? node.span.startPoint
    // Where a key is misspelt, it is probably the one that is missing.
    if !isMistyped {
      for key in shape.keys where key.isRequired && !found.contains(where: { $0.name == key.name })
      {
        report(.missingKey(key.name, in: shape, at: place))
      }
    }
    var reported: [String] = []
    for group in shape.exclusive {
      let rivals = found.filter { group.contains($0.name) }
      if rivals.count > 1, !reported.contains(rivals[1].name) {
        reported.append(rivals[1].name)
        report(
          .exclusiveKeys(
            rivals[0].name, rivals[1].name, at: rivals[1].span, firstSpan: rivals[0].span,
            hint: Self.rivalHint(rivals.map(\.name))))
      }
    }
    return fields
  }

  /// The entries of a mapping from names of the user's choice; unusable names are reported.
  ///
  /// - Parameter keys: Those of which each thing has one, so that without it something with the name of a key of the project
  ///   is that, too far indented.
  package mutating func namedEntries(
    of node: YAMLNode, _ noun: String, example: String, wanting keys: [String] = []
  ) -> [(name: Located<String>, value: YAMLNode)] {
    guard node.kind == .mapping else {
      wrongKind(node, "a mapping of names to \(noun)s", hint: "write \(example)")
      return []
    }
    var entries: [(name: Located<String>, value: YAMLNode)] = []
    entries.reserveCapacity(node.count)
    for entry in node.entries {
      let name = entry.key.text ?? ""
      if let problem = Self.nameProblem(name) {
        report(.badName, problem, at: entry.key.span, hint: nameHint)
      }
      if entry.value.kind == .null {
        if !entry.value.isUnreadable {
          report(.missingValue(name, at: entry.key.span, hint: "write \(example)"))
        }
        continue
      }
      if isOfProject(name, entry.value, keys) {
        report(
          .unknownKey, "'\(name)' is a key of the project, and stands among the \(noun)s",
          at: entry.key.span, hint: "write it at the start of a line")
        continue
      }
      entries.append((Located(name, at: entry.key.span), entry.value))
    }
    return entries
  }

  /// Returns true if `name` with its `value` is a key of the project rather than a thing that has
  /// one of `keys`.
  private func isOfProject(_ name: String, _ value: YAMLNode, _ keys: [String]) -> Bool {
    guard !keys.isEmpty, KeyTable.project.shape.key(name)?.isSupported == true else { return false }
    let entries = value.kind == .sequence ? value.items.first { _ in true }?.entries : value.entries
    guard let entries, let first = entries.first(where: { _ in true }) else { return false }
    // Defaults have names of things that have them.
    if name == "defaults", first.value.kind == .mapping { return true }
    return value.kind == .sequence
      ? entries.contains { ["during", "layers"].contains($0.key.text ?? "") }
      : !entries.contains { keys.contains($0.key.text ?? "") }
  }

  /// Why `name` cannot be a name; nil when it can.
  package static func nameProblem(_ name: String) -> String? {
    let bytes = name.utf8
    if bytes.isEmpty { return "a name is empty" }
    if bytes.count > 100 { return "a name can have at most 100 bytes" }
    let isValid = bytes.allSatisfy { $0 >= 32 && $0 != 127 }
    return isValid ? nil : "a name contains a control character"
  }

  private var nameHint: String { "use letters, digits, _ and - in names" }

  package mutating func wrongKind(_ node: YAMLNode, _ noun: String, hint: String? = nil) {
    guard !node.isUnreadable else { return }
    let found =
      switch node.kind {
      case .scalar: quoted(node.text ?? "")
      case .sequence: "a list"
      case .mapping: "a mapping"
      case .null: "nothing"
      }
    let place = node.kind == .scalar || node.kind == .null ? node.span : firstPlace(in: node)
    report(.wrongKind(noun, found: found, at: place, hint: hint))
  }

  /// A place that is short enough to underline: a list's or mapping's first entry.
  package func firstPlace(in node: YAMLNode) -> Span {
    switch node.kind {
    case .mapping: node.entries.first { _ in true }?.key.span ?? node.span
    case .sequence: node.items.first { _ in true }.map { firstPlace(in: $0) } ?? node.span
    case .scalar, .null: node.span
    }
  }

  private static func keyList(_ shape: ObjectShape) -> String {
    shape.keys.filter(\.isSupported).prefix(8).map(\.name).joined(separator: ", ")
  }

  private static func rivalHint(_ names: [String]) -> String {
    if names == ["speed", "reverse"] || names == ["reverse", "speed"] {
      return "write a speed below zero, such as speed: -2"
    }
    if names.sorted() == ["fill", "text"] {
      return "the letters of a text take color: gold, or color: {linear: [gold, tomato]}"
    }
    return names.contains("duration") && !names.contains("range")
      ? "write what is played of it as a range, such as range: 0s..6s" : "keep one of them"
  }

  private static func nullHint(_ shape: ValueShape) -> String? {
    switch shape {
    case .color, .fill, .animated(.value(.color)): break
    default: return nil
    }
    return "put a colour such as \"#203040\" in quotes: an unquoted # starts a comment"
  }
}
