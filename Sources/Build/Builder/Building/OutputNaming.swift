// SPDX-License-Identifier: Apache-2.0

import Base
package import BuildSystem
package import Planning
import RenderProtocol

/// Fills the places in the names of output files, `{n}` and `{date}`.
///
/// A film that was built under one of the names that differ in their numbers and has not changed since keeps that name; any
/// other gets the number after the highest that a file has. Names decide nothing about the bytes of a film.
package struct OutputNaming: Sendable {
  private let log: OutputLog
  private let date: String
  private var taken: Set<String> = []
  /// The names in folders, which are looked at once.
  private var names: [String: [String]] = [:]

  /// Names outputs whose builds `log` remembers; `date` is the day, as `2026-05-12`.
  package init(_ log: OutputLog, date: String) { (self.log, self.date) = (log, date) }

  /// Names the outputs of `plan`; none gets a number that was given before.
  ///
  /// Where films are built, this is done under the lock of the build folder: another build may have taken a number until then.
  package mutating func name(_ plan: inout BuildPlan) {
    let marked = plan.outputs.indices.compactMap { index -> (index: Int, mark: MarkedName)? in
      let output = plan.outputs[index]
      guard !output.isSeveralFiles, let mark = MarkedName(path: output.path), mark.numbers <= 1,
        !mark.hasDigitBehindNumber
      else { return nil }
      return (index, mark)
    }
    // A number may be another one, a day may not.
    let ordered = marked.filter { !$0.mark.isNumbered } + marked.filter(\.mark.isNumbered)
    for (index, mark) in ordered {
      let output = plan.outputs[index]
      let path = path(of: output, mark)
      taken.insert(path)
      plan.outputs[index].path = path
      plan.outputs[index].displayPath =
        (output.displayPath.lastIndex(of: "/").map { String(output.displayPath[...$0]) } ?? "")
        + (path.split(separator: "/").last ?? "")
    }
  }

  private mutating func path(of output: OutputPlan, _ mark: MarkedName) -> String {
    let folder = output.path.lastIndex(of: "/").map { String(output.path[...$0]) } ?? ""
    guard mark.isNumbered else { return folder + mark.name(date: date, number: 0) }
    // In a folder that cannot be listed, numbers are tried one by one.
    let names = names[folder] ?? (try? Disk.names(in: folder)) ?? []
    self.names[folder] = names
    let numbers = names.compactMap { mark.number(in: Substring($0), date: date) }.sorted(by: >)
    let (taken, log, day) = (taken, log, date)
    let same = numbers.lazy.map { folder + mark.name(date: day, number: $0) }.first { path in
      guard !taken.contains(path), case .success = log.look(for: path, key: output.key) else {
        return false
      }
      return true
    }
    if let same { return same }
    var next = (numbers.first ?? 0) + 1
    while true {
      let path = folder + mark.name(date: date, number: next)
      if !taken.contains(path), !Disk.hasEntry(path) { return path }
      next += 1
    }
  }
}

extension OutputPlan {
  /// True if it is written as more than one file.
  fileprivate var isSeveralFiles: Bool {
    guard case .film(let film) = product else { return false }
    return film.delivery.map { !$0.isOneFile } ?? false
  }
}
