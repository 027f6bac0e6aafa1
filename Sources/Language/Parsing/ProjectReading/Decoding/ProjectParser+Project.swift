// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
public import Diagnostics
public import ProjectModel
public import RenderProtocol
public import YAML

/// The keys that begin an item of a list, in any list.
public let projectItemKeys: Set<String> = ["clip", "transition", "gap", "freeze"]

/// Reads a project from its tree, and checks everything about it that needs no media.
///
/// Every mistake is reported to `sink`, not the first one alone; what could not be read is left out
/// of the result, which is meant for compiling only where the sink has no errors.
///
/// - Parameters:
///   - effects: The catalogue of filters. Without it, `ProjectDocument.needsEffects` is true if any are
///     written; if so, the project has to be read again with a catalogue.
///   - encoders: The catalogue of encoders; `ProjectDocument.needsEncoders` is true if it is missed, as
///     `needsEffects` is.
///   - leftOut: Texts in what was left out: assets with such names are not missed, nor is what instructions call so.
///   - emptied: Lists that had items, all of which were left out.
public func decodeProject(
  _ tree: YAMLTree, file: FileID, effects: EffectCatalogue? = nil,
  encoders: EncoderCatalogue? = nil, leavingOut leftOut: Set<String> = [],
  emptied: Set<Span> = [],
  reporting sink: inout DiagnosticSink
) -> ProjectDocument {
  var decoder = ProjectParser(file: file, effects: effects, encoders: encoders, sink: sink)
  decoder.emptied = emptied
  decoder.leftOut = leftOut
  var project = decoder.project(tree.root)
  project.needsEffects = decoder.needsCatalogue
  project.needsEncoders = decoder.needsEncoders
  project.leftOut = leftOut
  decoder.validate(project)
  sink = decoder.finish()
  return project
}

extension ProjectParser {
  mutating func project(_ root: YAMLNode?) -> ProjectDocument {
    let start = Span(file: file, start: 0, end: 0)
    var project = ProjectDocument(
      version: 1, allowed: [], canvas: CanvasSettings(at: start), assets: [], tracks: [],
      instructions: [],
      overlays: [], outputs: [], stillDuration: clipDefaults.stillDuration,
      span: root?.span ?? start)
    guard let root else {
      // A file that YAML could not read at all has been reported.
      if !sink.hasErrors { report(.noProject(at: start)) }
      return project
    }
    guard root.kind == .mapping else {
      if !root.isUnreadable { report(.noProject(at: firstPlace(in: root))) }
      return project
    }
    if let written = root["reel"], written.kind != .null, version(written) { return project }
    let fields = read(root, KeyTable.project, into: &project, owner: firstPlace(in: root))
    placeNamedMasks()
    project.overlays = overlays
    project.assets = assets
    project.files = files
    project.maps = maps
    project.captionFiles = captionFiles
    project.stillDuration = clipDefaults.stillDuration
    project.fitBesidePan = clipDefaults.fitBesidePan
    warnOfIdleFit(of: fields)
    project.canvas.followsFirstClip = project.copiesPictures
    return project
  }

  /// Reports a fit of the canvas that no clip has, as another one is the default of clips.
  private mutating func warnOfIdleFit(of fields: [Field]) {
    guard let canvas = fields.first(where: { $0.name == "canvas" })?.value,
      let fit = canvas.entries.first(where: { $0.key.text == "fit" }),
      let other = fields.first(where: { $0.name == "defaults" })?.value["clip"]?["fit"],
      fit.value.text != other.text,
      // Overlays and what is in groups may have that of the canvas.
      !fields.contains(where: { $0.name == "overlays" }),
      // What a project has from the file that it extends it may change.
      fit.key.span.file.index == fields.first?.key.span.file.index
    else { return }
    report(
      .warning("idle-setting"),
      "'fit' of the canvas changes nothing: 'defaults' have another one for all clips",
      at: fit.key.span, notes: [Diagnostic.Note(message: "it is here", span: other.span)],
      hint: "leave one of them out, or write 'fit' of the clips themselves")
  }

  /// The paths under `allow`, at most as many as anyone would review.
  mutating func allowed(_ node: YAMLNode) -> [Located<String>] {
    guard node.kind == .sequence else { return path(node).map { [$0] } ?? [] }
    if node.count > ProjectDocument.allowedLimit {
      report(
        .limit, "a project allows at most \(ProjectDocument.allowedLimit) paths", at: node.span,
        hint: "allow a folder above them")
      return []
    }
    return node.items.compactMap { path($0) }
  }

  /// - Parameter object: The keys that it may have, those of the project's or of an output's.
  @discardableResult
  mutating func canvas(
    _ node: YAMLNode, _ object: ObjectKeys<CanvasSettings> = KeyTable.canvas
  ) -> CanvasSettings {
    var canvas = CanvasSettings(at: node.span.startPoint)
    read(node, object, into: &canvas)
    if let depth = canvas.depth, let color = canvas.color, depth.value < 10, color.value.isWide {
      report(
        .exclusiveKeys, "'color: \(color.value.rawValue)' needs 10 bits per sample", at: depth.span,
        notes: [.init(message: "the colour", span: color.span)],
        hint: "leave out 'depth', or write depth: 10")
    }
    return canvas
  }

  mutating func depth(_ node: YAMLNode) -> Located<Int>? {
    guard let depth = integer(node, "the depth", in: 0...64) else { return nil }
    guard CanvasSettings.depths.contains(depth.value) else {
      return refused(
        .unknownValue, "a canvas cannot have \(depth.value) bits per sample", at: depth.span,
        hint: "one of 8, 10")
    }
    return depth
  }

  // MARK: Assets

  mutating func assets(_ node: YAMLNode) {
    let entries = namedEntries(
      of: node, "asset", example: "beach: media/beach.mov", wanting: ["file"])
    assets.reserveCapacity(entries.count)
    for (name, value) in entries {
      guard let asset = asset(name, value) else { continue }
      if assetIndices.updateValue(assets.count, forKey: name.value) == nil { assets.append(asset) }
    }
  }

  private mutating func asset(_ name: Located<String>, _ node: YAMLNode) -> Asset? {
    var asset = Asset(name: name, files: [], span: node.span, isWrittenAsList: false)
    guard node.kind == .mapping else {
      files(node, into: &asset)
      return asset
    }
    read(node, KeyTable.asset, into: &asset, owner: name.span)
    return asset
  }

  mutating func files(_ node: YAMLNode, into asset: inout Asset) {
    guard node.kind == .sequence else {
      if let file = path(node) { asset.files = [file] }
      return
    }
    asset.isWrittenAsList = true
    if node.count == 0 {
      report(
        .missingKey, "the asset \(quoted(asset.name.value)) has no files", at: node.span,
        hint: "write [media/one.mov, media/two.mov]")
    }
    guard node.count <= Asset.fileLimit else {
      report(
        .limit, "an asset is a list of at most \(Asset.fileLimit) files", at: node.span,
        hint: "split it into several assets")
      return
    }
    for item in node.items {
      if let file = path(item) { asset.files.append(file) }
    }
  }

  /// The quarter turns that bring the picture of a file upright.
  mutating func rotation(_ node: YAMLNode) -> Located<Int>? {
    guard let degrees = integer(node, "a rotation", in: 0...270) else { return nil }
    guard degrees.value % 90 == 0 else {
      return refused(
        .unknownValue, "a file can only be rotated by quarter turns", at: degrees.span,
        hint: "one of 0, 90, 180, 270")
    }
    return degrees
  }
}

extension ProjectParser {
  /// The value of a property that is a file: its place in the project's list of them, from 1.
  mutating func file(_ node: YAMLNode, of property: Property) -> Located<PropertyValue>? {
    guard node.kind == .scalar, node.text?.contains("->") != true else {
      return refused(
        node, "one file", hint: "'\(property.key)' stays: write an instruction for another one")
    }
    guard let reference = media(node) else { return nil }
    let place = filePlaces[reference.text] ?? files.count + 1
    if place > files.count {
      files.append(reference)
      filePlaces[reference.text] = place
    }
    return Located(PropertyValue(Double(place)), at: reference.span)
  }
}

extension CanvasSettings {
  init(at span: Span) {
    self.init(
      background: .black, fit: .contain, orientation: Located(.any, at: span))
  }
}
