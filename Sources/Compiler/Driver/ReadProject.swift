// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import Preprocessing
import ProjectModel
import Timeline
import YAML

extension Compilation {
  /// The absolute path of the project's folder.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Reads the project file, and puts values in the place of their names; nil where it is no YAML, which is reported.
  ///
  /// The project is the first of the sources, the table of the film's row the second.
  func read(
    _ sources: inout SourceMap, _ sink: inout DiagnosticSink
  ) -> (ExpandedProject, FileID)? {
    guard let (written, file) = parse(&sources, &sink) else { return nil }
    let given = self.given(&sources, &sink)
    return read(written, given: given, &sources, &sink).map { ($0, file) }
  }

  /// The project in a tree with what it extends, and with values in the place of their names; nil after a mistake in
  /// what it extends, which is reported.
  func read(
    _ written: YAMLTree, given: [GivenValue], _ sources: inout SourceMap,
    _ sink: inout DiagnosticSink
  ) -> ExpandedProject? {
    var projects: Set<String> = []
    guard let tree = extended(written, &sources, &projects, &sink) else { return nil }
    let made = outputPaths(writtenIn: tree)
    var expanded = expandProject(
      tree, given: given, folder: folder, sources: &sources,
      readData: { [world, folder] path in
        do throws(FileProblem) {
          guard DataTable.isPattern(path.value) else {
            return .success(DataFile(try world.data(path.value, from: folder)))
          }
          let listing = try world.listing(of: path.value, from: folder, except: made)
          let misnamed = listing.misnamed
          guard let rows = listing.rows else {
            return .failure(
              DataRefusal(.emptyGlob(path.value, misnamed: misnamed, at: path.span)))
          }
          return .success(
            DataFile(
              rows,
              remarks: misnamed.isEmpty
                ? [] : [.misnamed(misnamed, by: path.value, at: path.span)]))
        } catch {
          return .failure(DataRefusal(.file(path.value, error, assets: [], at: path.span)))
        }
      }, reporting: &sink)
    expanded.projects = projects
    return expanded
  }

  /// The project with what it extends, files whose paths are added to `projects`; nil after a mistake in that, which is
  /// reported.
  private func extended(
    _ tree: YAMLTree, _ sources: inout SourceMap, _ projects: inout Set<String>,
    _ sink: inout DiagnosticSink
  ) -> YAMLTree? {
    // Tables and extended files may lie in a folder that the project allows: it is admitted before they are read.
    if tree.mayContain(anyOf: ["each", "extends"]), let allowed = tree.root?["allow"] {
      let paths = [allowed] + Array(allowed.items)
      for path in paths where path.kind == .scalar && !path.hasByte(UInt8(ascii: "$")) {
        if case .admitted(let real)? = try? world.admit(path.text ?? "", from: folder) {
          sink.report(.allowed(Located(path.text ?? "", at: path.span), real))
        }
      }
    }
    return extendProject(
      tree, at: path, named: displayName, sources: &sources,
      read: { path in
        do throws(FileProblem) {
          let file = try world.project(path.value, from: folder)
          projects.insert(file.path)
          return .success(NamedProject(path: file.path, text: file.text))
        } catch {
          return .failure(DataRefusal(.file(path.value, error, assets: [], at: path.span)))
        }
      }, reporting: &sink)
  }

  /// Reads the project file; nil where it is no YAML, which is reported.
  func parse(
    _ sources: inout SourceMap, _ sink: inout DiagnosticSink
  ) -> (YAMLTree, FileID)? {
    let text: [UInt8]
    do throws(FileProblem) {
      text = try world.contents(of: path)
    } catch {
      sink.report(.projectFile(displayName, error))
      return nil
    }
    return parse(text, expansion: 0, &sources, &sink)
  }

  /// The tree of a project file with the bytes `text`; nil where it is no YAML, which is reported.
  ///
  /// - Parameter expansion: The number of the expansion that makes of it what it is here; 0 for none.
  func parse(
    _ text: [UInt8], expansion: Int32, _ sources: inout SourceMap, _ sink: inout DiagnosticSink
  ) -> (YAMLTree, FileID)? {
    if isBinary(text) {
      sink.report(.notAProject(displayName))
      return nil
    }
    let added = sources.add(name: displayName, text: text)
    let file = FileID(index: added.index, expansion: expansion)
    let tree = parseYAML(file, text: text, itemKeys: projectItemKeys, reporting: &sink)
    return sink.hasErrors ? nil : (tree, file)
  }

  /// The values of parameters that the command gives.
  private func given(
    _ sources: inout SourceMap, _ sink: inout DiagnosticSink
  ) -> [GivenValue] {
    var given = options.row?.values(in: &sources) ?? []
    for argument in options.values {
      guard
        let value = GivenValue(
          argument: argument, folder: options.workingFolder ?? folder, sources: &sources)
      else {
        sink.report(
          Diagnostic(
            code: .error("bad-argument"), message: "'--set \(argument)' gives no value",
            hint: "write --set name=value"))
        continue
      }
      given.append(value)
    }
    return given
  }

  /// The parameters that the project declares.
  public func parameters() -> CompilationResult<[ParameterFacts]> {
    var sources = SourceMap()
    var sink = DiagnosticSink()
    var projects: Set<String> = []
    let tree = parse(&sources, &sink).flatMap {
      extended($0.0, &sources, &projects, &sink)
    }
    let parameters = tree.map { tree in
      projectParameters(tree, reporting: &sink).map { ParameterFacts($0) }
    }
    return CompilationResult(
      sources: sources, diagnostics: sink.diagnostics,
      product: sink.hasErrors ? nil : parameters)
  }

  /// The project as YAML, with values in the place of their names and rows written out.
  public func expanded() -> CompilationResult<String> {
    var sources = SourceMap()
    var sink = DiagnosticSink()
    let text = read(&sources, &sink).map { yamlText(of: $0.0.tree) }
    return CompilationResult(
      sources: sources, diagnostics: sink.diagnostics, product: sink.hasErrors ? nil : text)
  }
}

/// A parameter of a project, for people and for other tools.
public struct ParameterFacts: Sendable, Encodable {
  /// Its name.
  public var name: String
  /// The type of its values, as projects write it.
  public var type: String
  /// Its default as text; nil where it has to be given.
  public var `default`: String?
  /// The least number or time.
  public var min: String?
  /// The largest number or time.
  public var max: String?
  /// The values of a choice.
  public var values: [String]?
  /// The documented purpose.
  public var doc: String?

  init(_ parameter: Parameter) {
    name = parameter.name
    type = parameter.type.rawValue
    `default` = parameter.fallbackText
    (min, max) = (parameter.minimumText, parameter.maximumText)
    values = parameter.choices.isEmpty ? nil : parameter.choices
    doc = parameter.doc
  }
}
