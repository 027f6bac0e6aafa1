// SPDX-License-Identifier: Apache-2.0

import Basics
package import BuildEngine
package import Planning

/// Fills the places in the names of output files, `{n}` and `{date}`.
///
/// A film that was built under one of the names and has not changed since keeps that name; any other gets the number after
/// the highest that a file has, so that no file is ever overwritten. Names decide nothing about the bytes of a film.
package struct OutputNaming {
  private let log: OutputLog
  private let date: String
  private var taken: Set<String> = []

  /// Names outputs whose builds `log` remembers; `date` is the day, as `2026-05-12`.
  package init(_ log: OutputLog, date: String) { (self.log, self.date) = (log, date) }

  /// Names the outputs of `plan`, which share no file with those that were named before.
  package mutating func name(_ plan: inout BuildPlan) {
    let marked = plan.outputs.map { MarkedName(path: $0.path) }
    taken.formUnion(zip(plan.outputs, marked).filter { $0.1 == nil }.map(\.0.path))
    for (index, mark) in marked.enumerated() {
      guard let mark else { continue }
      let path = path(of: plan.outputs[index], mark)
      taken.insert(path)
      let name = path.split(separator: "/").last ?? ""
      let shown = plan.outputs[index].displayPath
      plan.outputs[index].path = path
      plan.outputs[index].displayPath =
        (shown.lastIndex(of: "/").map { String(shown[...$0]) } ?? "") + name
    }
  }

  private func path(of output: OutputPlan, _ mark: MarkedName) -> String {
    let folder = output.path.lastIndex(of: "/").map { String(output.path[...$0]) } ?? ""
    guard mark.isNumbered else { return folder + mark.name(date: date, number: 0) }
    // A folder that cannot be listed is reported when the film is written.
    let names = (try? Disk.names(in: folder)) ?? []
    let numbers = names.compactMap { mark.number(in: Substring($0), date: date) }
    let same = numbers.sorted(by: >).map { folder + mark.name(date: date, number: $0) }.first {
      path in
      guard !taken.contains(path), case .success = log.look(for: path, key: output.key) else {
        return false
      }
      return true
    }
    if let same { return same }
    var next = (numbers.max() ?? 0) + 1
    while taken.contains(folder + mark.name(date: date, number: next)) { next += 1 }
    return folder + mark.name(date: date, number: next)
  }
}
