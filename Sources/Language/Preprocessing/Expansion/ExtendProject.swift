// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import Parsing
public import ProjectModel
public import YAML

/// A project file that another one names.
public struct NamedProject: Sendable {
  /// Its absolute path, links resolved.
  public var path: String
  /// Its bytes, less than 2 GiB.
  public var text: [UInt8]

  /// The file at `path`.
  public init(path: String, text: [UInt8]) {
    self.path = path
    self.text = text
  }
}

/// Extends a project: puts what it does not say itself from the file under `extends` in its place, and what that does
/// not say from the file that it extends.
///
/// Nodes of the result have the places of the file that wrote them; paths in it start from the
/// project's folder. Nil after a mistake, which is reported: a tree with a part of its contents
/// missing would be full of others.
///
/// - Parameters:
///   - path: the absolute path of the project, links resolved.
///   - name: the project's path as it is shown.
///   - sources: gets the files that are read.
///   - read: reads a file by its path from the project's folder.
public func extendProject(
  _ tree: YAMLTree, at path: String, named name: String, sources: inout SourceMap,
  read: (Located<String>) -> Result<NamedProject, DataRefusal>,
  reporting sink: inout DiagnosticSink
) -> YAMLTree? {
  guard let root = tree.root, root["extends"] != nil else { return tree }
  var chain = ProjectChain(
    links: [.init(path: path, name: name, folder: "", root: root)], sink: sink)
  while let next = chain.nextPath {
    guard chain.follow(next, read(next), &sources) else { break }
  }
  let isWhole = chain.isWhole
  let links = chain.links
  sink = chain.finish()
  return isWhole
    ? ProjectExtension(links.map { .init(node: $0.root, folder: $0.folder) }).tree(like: tree) : nil
}

/// Files that extend one another, the project first.
private struct ProjectChain: ~Copyable {
  /// Longer chains are taken for mistakes.
  private static let mostLinks = 32
  /// The bytes of all files but the first.
  private static let mostBytes = 64 << 20

  struct Link {
    /// The absolute path, links resolved.
    var path: String
    /// The path as it is shown.
    var name: String
    /// The folder from which paths in it start, from the project's; empty for that itself.
    var folder: String
    var root: YAMLNode
  }

  private(set) var links: [Link]
  private var decoder: ProjectParser
  private var byteCount = 0
  /// True if every file of the chain could be read.
  private(set) var isWhole = true

  init(links: [Link], sink: consuming DiagnosticSink) {
    decoder = ProjectParser(file: links[0].root.span.file, sink: sink)
    self.links = links
  }

  consuming func finish() -> DiagnosticSink { decoder.finish() }

  /// The path of the file that the last one extends, from the project's folder; nil for none.
  var nextPath: Located<String>? {
    mutating get {
      guard isWhole, let last = links.last, let node = last.root["extends"] else { return nil }
      guard node.kind == .scalar, let text = node.text, !text.isEmpty else {
        if !node.isUnreadable {
          decoder.wrongKind(node, "one file", hint: "write extends: brand.reel.yaml")
        }
        isWhole = false
        return nil
      }
      guard !text.contains("${") else {
        decoder.report(
          Diagnostic(
            code: .parameterUse, message: "the file under 'extends' cannot depend on a parameter",
            span: node.span, hint: "write its path: a file that is extended may declare parameters")
        )
        isWhole = false
        return nil
      }
      return Located(text.fromFolder(last.folder), at: node.span)
    }
  }

  /// Adds the file at `place`; false after a mistake.
  mutating func follow(
    _ place: Located<String>, _ found: Result<NamedProject, DataRefusal>,
    _ sources: inout SourceMap
  ) -> Bool {
    isWhole = false
    let file: NamedProject
    switch found {
    case .success(let named): file = named
    case .failure(let refusal):
      decoder.report(refusal.diagnostic)
      return false
    }
    let shown = place.value.fromFolder(links[0].name.folderPart)
    if let first = links.firstIndex(where: { $0.path == file.path }) {
      let names = links[first...].map(\.name) + [links[first].name]
      decoder.report(
        Diagnostic(
          code: .error("project-cycle"),
          message: "this file extends itself: \(names.joined(separator: " → "))",
          span: place.span, hint: "leave one 'extends' out"))
      return false
    }
    byteCount += file.text.count
    guard links.count <= ProjectChain.mostLinks, byteCount <= ProjectChain.mostBytes else {
      let isLong = links.count > ProjectChain.mostLinks
      decoder.report(
        Diagnostic(
          code: .expansionLimit,
          message: isLong
            ? "at most \(ProjectChain.mostLinks) files extend one another"
            : "files that are extended have at most \(ProjectChain.mostBytes >> 20) MiB",
          span: place.span, hint: "put what they say into one file"))
      return false
    }
    if isBinary(file.text) {
      decoder.report(
        Diagnostic(
          code: .error("project-file"),
          message: "\(quoted(place.value)) is not a project file: it is not text",
          span: place.span))
      return false
    }
    let added = sources.add(name: shown, text: file.text)
    let id = FileID(index: added.index, expansion: links[0].root.span.file.expansion)
    guard let root = decoder.extended(id, text: file.text) else { return false }
    links.append(
      Link(path: file.path, name: shown, folder: place.value.folderPart, root: root))
    isWhole = true
    return true
  }
}

extension ProjectParser {
  /// The root of a file that is extended; nil after a mistake in it, which is reported.
  fileprivate mutating func extended(_ file: FileID, text: [UInt8]) -> YAMLNode? {
    let before = reports
    var scratch = DiagnosticSink()
    let tree = parseYAML(file, text: text, reporting: &scratch)
    for diagnostic in scratch.diagnostics { report(diagnostic) }
    if scratch.hasErrors { return nil }
    guard let root = tree.root, root.kind == .mapping else {
      if tree.root?.isUnreadable != true {
        let span = tree.root?.span.startPoint ?? Span(file: file, start: 0, end: 0)
        report(
          Diagnostic(
            code: .noProject, message: "this is not a project", span: span,
            hint: "a file that others extend starts with reel: 1"))
      }
      return nil
    }
    let owner = root.entries.first { _ in true }?.key.span
    let fields = self.fields(of: root, KeyTable.extended, owner: owner)
    if let version = fields.first(where: { $0.name == "reel" }) { self.version(version.value) }
    return reports == before ? root : nil
  }
}

extension String {
  /// The part up to the last slash, with it; empty where there is none.
  package var folderPart: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[...$0]) } ?? ""
  }

  /// The path, if it is a relative one that starts from `folder`, which is empty or ends in a slash.
  package func fromFolder(_ folder: String) -> String {
    if folder.isEmpty || hasPrefix("/") || hasPrefix("~") || contains("://") { return self }
    return folder + self
  }
}
