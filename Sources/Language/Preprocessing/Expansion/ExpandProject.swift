// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import Parsing
public import ProjectModel
public import YAML

/// A project with all values in place.
public struct ExpandedProject: Sendable {
  /// The project without names of values, conditions and repetitions: the tree that was read, where
  /// it has none.
  public var tree: YAMLTree
  /// The declared parameters, in the order of the project.
  public var parameters: [Parameter] = []
  /// The values of the parameters, as text.
  public var values: [ParameterText] = []
  /// The absolute paths of the files that it extends.
  public var projects: Set<String> = []
  /// Texts in what was left out: an asset with such a name is used, if not now.
  public var dropped: Set<String> = []
  /// Lists of which every item was left out.
  public var emptied: Set<Span> = []
}

/// The value of a parameter as text.
public struct ParameterText: Hashable, Sendable {
  /// The parameter's name.
  public var name: String
  /// The value; a list on one line.
  public var text: String
  /// The place in the project.
  public var span: Span?

  /// The value `text` of the parameter `name`.
  public init(name: String, text: String, span: Span? = nil) {
    self.name = name
    self.text = text
    self.span = span
  }
}

/// Expands a project: puts values in the place of their names, leaves out what `when` says, and
/// repeats what stands under `each`.
///
/// Every mistake is reported, and what it is part of is then `isUnreadable`. A project that uses
/// none of this is not looked at.
///
/// - Parameters:
///   - given: values of parameters; a name that is among them twice is a mistake.
///   - folder: the absolute path, links resolved, of the folder of the project.
///   - sources: gets the files of data that are read, and what parts of the project were made of.
///   - readData: reads a file of data by its path as the project writes it; of a pattern of files rows in JSON.
public func expandProject(
  _ tree: YAMLTree, given: [GivenValue] = [], folder: String, sources: inout SourceMap,
  readData: @escaping (Located<String>) -> Result<DataFile, DataRefusal>,
  reporting sink: inout DiagnosticSink
) -> ExpandedProject {
  expandProject(
    tree, given: given, folder: folder, sources: &sources, readData: readData,
    nodeLimit: Expander.nodeLimit, reporting: &sink)
}

/// Expands a project to at most `nodeLimit` nodes.
func expandProject(
  _ tree: YAMLTree, given: [GivenValue], folder: String, sources: inout SourceMap,
  readData: @escaping (Located<String>) -> Result<DataFile, DataRefusal>, nodeLimit: Int,
  reporting sink: inout DiagnosticSink
) -> ExpandedProject {
  var result = ExpandedProject(tree: tree)
  guard let root = tree.root, root.kind == .mapping,
    !given.isEmpty || tree.mayContain(anyOf: ["$", "params", "when", "each"])
  else { return result }
  var names: [String] = []
  if let declared = root["params"] {
    var reader = ParameterReader(file: tree.file, sink: sink)
    result.parameters = reader.parameters(declared)
    names = declared.entries.compactMap(\.key.text)
    sink = reader.finish()
  }
  let (values, places) = settle(result.parameters, names, given, folder, &sink)
  for parameter in result.parameters {
    guard let value = values[parameter.name] else { continue }
    let text = Template.shown(value.node, isTemplate: value.isTemplate)
    result.values.append(
      ParameterText(name: parameter.name, text: text, span: value.span))
  }
  var expander = Expander(
    like: tree, values: values, names: names, sources: sources,
    nodeLimit: nodeLimit, readData: readData, sink: sink)
  result.tree = expander.project(root)
  (result.dropped, result.emptied) = (expander.dropped, expander.emptied)
  let used = expander.used
  sink = expander.finish(&sources)
  for parameter in result.parameters where !used.contains(parameter.name) {
    // What a project has from the file that it extends is for others, too.
    let isOwn = parameter.span.file.index == tree.file.index
    let given = places[parameter.name]
    if isOwn || given != nil { sink.report(.unusedParameter(parameter, given: given)) }
  }
  return result
}

/// Returns the declared parameters of a project, whatever else is in it.
public func projectParameters(
  _ tree: YAMLTree, reporting sink: inout DiagnosticSink
) -> [Parameter] {
  guard let declared = tree.root?["params"] else { return [] }
  var reader = ParameterReader(file: tree.file, sink: sink)
  let parameters = reader.parameters(declared)
  sink = reader.finish()
  return parameters
}

/// The value of each parameter, and where those are given that are.
private func settle(
  _ parameters: [Parameter], _ names: [String], _ given: [GivenValue], _ folder: String,
  _ sink: inout DiagnosticSink
) -> (values: [String: NamedValue], places: [String: Span]) {
  var values: [String: NamedValue] = [:]
  var places: [String: Span] = [:]
  for value in given {
    guard let parameter = parameters.first(where: { $0.name == value.name }) else {
      if !names.contains(value.name) {
        sink.report(.unknownParameter(value.name, at: value.nameSpan, among: names))
      }
      continue
    }
    if let first = places[value.name] {
      sink.report(.givenTwice(value.name, at: value.nameSpan, first: first))
      continue
    }
    places[value.name] = value.nameSpan
    do throws(ValueProblem) {
      values[value.name] = NamedValue(
        node: try parameter.value(of: value, root: folder), span: value.node.span,
        type: parameter, isTemplate: false)
    } catch {
      sink.report(
        Diagnostic(
          code: error.code, message: error.message, span: error.span ?? value.node.span,
          notes: [parameter.typeNote], hint: error.hint))
    }
  }
  for parameter in parameters where places[parameter.name] == nil {
    guard let fallback = parameter.fallback else {
      sink.report(.missingParameter(parameter))
      continue
    }
    values[parameter.name] = NamedValue(
      node: fallback, span: fallback.span, type: parameter, isTemplate: true)
  }
  return (values, places)
}

extension Parameter {
  /// A note on the parameter's type, and on its origin.
  fileprivate var typeNote: Diagnostic.Note {
    Diagnostic.Note(
      message: "'\(name)' is \(type.noun)" + (isInferred ? ", as its default is one" : ""),
      span: span)
  }
}
