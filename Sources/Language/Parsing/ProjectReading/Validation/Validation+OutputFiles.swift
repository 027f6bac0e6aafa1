// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel

// What is checked of the files that outputs write.

extension ProjectParser {
  /// No two outputs of `project` write the same file.
  mutating func checkOutputFiles(_ project: ProjectDocument) {
    let outputs = OutputFiles(project.outputs)
    for (index, output) in project.outputs.enumerated() {
      let path = outputs.paths[index]
      if let first = outputs.first[path], first != index {
        report(
          .sameOutput(
            "two outputs write \(quoted(path))", at: output,
            "the other one is here", project.outputs[first],
            hint: "give each output its own file"))
      } else if let owner = outputs.owner(of: index) {
        report(
          .sameOutput(
            "\(quoted(path)) is among the files of \(quoted(outputs.paths[owner]))", at: output,
            "that output is here", project.outputs[owner],
            hint: "give one of them another name or another folder"))
      } else if let other = outputs.overlaps[index] {
        report(
          .sameOutput(
            "\(quoted(path)) and \(quoted(outputs.paths[other])) can write files of one name",
            at: output, "the other one is here", project.outputs[other],
            hint: "give one of them another name or another folder"))
      }
    }
  }
}

/// The files that outputs write, by the places of the outputs.
private struct OutputFiles {
  /// The file that each names.
  private(set) var paths: [String] = []
  /// The first output that names a file.
  private(set) var first: [String: Int] = [:]
  /// For outputs that can write the same files beside their own as an earlier one: that.
  private(set) var overlaps: [Int: Int] = [:]
  /// Streams by their folder and the start of the names of their files.
  private var streams: [[Substring]: Int] = [:]
  /// Numbered pictures by their folder and what all their names have in common with those that they may share.
  private var sequences: [[Substring]: [Pictures]] = [:]

  /// Outputs with a number or the day in their names, by their folders.
  private var marked: [String: [(index: Int, name: MarkedName)]] = [:]

  private struct Pictures {
    var index: Int
    var name: NumberedName
  }

  init(_ outputs: [Output]) {
    paths = outputs.map { OutputFiles.normal($0.file.value) }
    for (index, path) in paths.enumerated() where first[path] == nil {
      first[path] = index
      let isStoryboard = outputs[index].format.isStoryboard
      guard let family = FileFamily(path: path, isStoryboard: isStoryboard) else { continue }
      switch family.names {
      case .stream(let stem):
        let key = [Substring(family.folder), Substring(stem)]
        if let other = streams[key] { overlaps[index] = other } else { streams[key] = index }
      case .pictures(let name):
        sequences[[Substring(family.folder)] + name.frame, default: []].append(
          Pictures(index: index, name: name))
      case .marked(let name):
        marked[family.folder, default: []].append((index, name))
      }
    }
    for group in sequences.values where group.count > 1 { compare(group) }
  }

  /// Finds sequences of `group` that share names; those which begin alike are neighbours in the order of the beginnings.
  private mutating func compare(_ group: [Pictures]) {
    let ordered = group.sorted { ($0.name.before, $0.index) < ($1.name.before, $1.index) }
    var shorter: [Pictures] = []
    for sequence in ordered {
      while let last = shorter.last, !sequence.name.before.hasPrefix(last.name.before) {
        shorter.removeLast()
      }
      if let other = shorter.first(where: { $0.name.overlaps(sequence.name) }) {
        let (earlier, later) = (
          min(other.index, sequence.index), max(other.index, sequence.index)
        )
        overlaps[later] = min(earlier, overlaps[later] ?? earlier)
      }
      shorter.append(sequence)
    }
  }

  /// The output of several files among which is the one that the output at `index` names; nil for none.
  func owner(of index: Int) -> Int? {
    let path = paths[index]
    let name = path.lastIndex(of: "/").map { path[$0...].dropFirst() } ?? path[...]
    let folder = path.dropLast(name.count)
    if let stem = FileFamily.stem(ofPart: name), let owner = streams[[folder, stem]] {
      return owner
    }
    let others = marked[String(folder)] ?? []
    if let other = others.first(where: { $0.name.number(in: name) != nil }) { return other.index }
    if let pictures = NumberedName(String(name)) {
      // One number of each length says whether there are names of both.
      return others.first { other in
        (0..<MarkedName.mostDigits).contains { digits in
          let number = (0..<digits).reduce(1) { number, _ in 10 * number }
          return pictures.holds(other.name.name(date: "2026-05-12", number: number)[...])
        }
      }?.index
    }
    for frame in NumberedName.frames(holding: name) {
      let owner = sequences[[folder] + frame]?.first { $0.name.holds(name) }
      if let owner { return owner.index }
    }
    return nil
  }

  /// A path without `.` parts, doubled slashes and `name/..`.
  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

extension Diagnostic {
  /// `output` writes what `other` does.
  fileprivate static func sameOutput(
    _ message: String, at output: Output, _ note: String, _ other: Output, hint: String
  ) -> Diagnostic {
    Diagnostic(
      code: .sameOutput, message: message, span: output.file.span,
      notes: [Note(message: note, span: other.file.span)], hint: hint)
  }
}
