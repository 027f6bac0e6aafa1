// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import ProjectModel
import YAML

/// The named things of a project: tracks, their clips, overlays and members of groups, each at its
/// place in the tree.
struct NamedThings {
  /// A thing with a name.
  enum Thing: Hashable {
    /// The track with that name.
    case track(String)
    /// An item of a track, or an overlay, at its place.
    case layer(Span)
  }

  private var things: [String: [Located<Thing>]] = [:]
  private let leftOut: Set<String>

  /// All names, sorted.
  var names: [String] { things.keys.filter { !$0.isEmpty }.sorted() }

  init(_ project: ProjectDocument) {
    leftOut = project.leftOut
    for track in project.tracks {
      add(track.name.value, .track(track.name.value), at: track.name.span)
      for item in track.items {
        guard let name = item.givenName else { continue }
        switch item {
        case .clip(let clip): add(name.value, .layer(clip.span), at: name.span)
        case .freeze(let freeze): add(name.value, .layer(freeze.span), at: name.span)
        case .transition, .gap: break
        }
      }
    }
    for overlay in project.overlays where !overlay.isNameless {
      add(overlay.name.value, .layer(overlay.span), at: overlay.name.span)
    }
  }

  private mutating func add(_ name: String, _ thing: Thing, at span: Span) {
    things[name, default: []].append(Located(thing, at: span))
  }

  /// Returns true if the thing called `name` is left out, and would be there with other values.
  func isLeftOut(_ name: String) -> Bool { things[name] == nil && leftOut.contains(name) }

  /// The thing called `name`; nil where there is none, or where there are several, which is reported.
  ///
  /// A track goes before clips and overlays with its name, as in instructions.
  func thing(_ name: Located<String>, reporting sink: inout DiagnosticSink) -> Thing? {
    let found = things[name.value] ?? []
    if let track = found.first(where: { if case .track = $0.value { true } else { false } }) {
      return track.value
    }
    guard let first = found.first else {
      let names = self.names
      sink.report(
        .unknownName(
          name.value, "layer", at: name.span, among: names,
          hint: names.isEmpty || names.count > 12
            ? nil : "layers: " + names.joined(separator: ", ")))
      return nil
    }
    if found.count == 1 { return first.value }
    sink.report(
      Diagnostic(
        code: .ambiguousName, message: "several layers are named \(quoted(name.value))",
        span: name.span,
        notes: [first, found[1]].map { Diagnostic.Note(message: "one is here", span: $0.span) },
        hint: "give one of them another name: items of tracks have an `id`"))
    return nil
  }
}

extension YAMLNode {
  /// The keys of an item of a track that it is; nil where it is none.
  var itemShape: ObjectShape? {
    if kind == .scalar { return KeyTable.clip.shape }
    if self["freeze"] != nil { return KeyTable.freeze.shape }
    let asked = ContentKind.asked(by: entries.compactMap(\.key.text)) { $0 }
    return asked.first.map { KeyTable.item($0.0).shape }
  }
}
