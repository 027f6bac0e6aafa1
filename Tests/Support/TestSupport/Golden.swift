// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// Expects a text to equal the golden file at `path`, relative to the folder of the test's file.
///
/// With `UPDATE_GOLDENS=1` in the environment a differing golden is rewritten, and the test fails
/// with "recorded", so that an update is never mistaken for a pass.
public func expectGolden(
  _ actual: String, _ path: String, testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = folder(of: testFile).appendingPathComponent(path)
  let expected = try? String(contentsOf: file, encoding: .utf8)
  if expected == actual { return }
  if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(actual.utf8).write(to: file)
      Issue.record("recorded \(path)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("cannot record \(path): \(error)", sourceLocation: sourceLocation)
    }
    return
  }
  let what = expected == nil ? "there is no \(path)" : "\(path) differs"
  let message = what + "\n" + difference(expected ?? "", actual)
  Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
}

/// The lines from the first to the last difference, old ones marked `-`, new ones `+`.
func difference(_ old: String, _ new: String) -> String {
  let old = old.split(separator: "\n", omittingEmptySubsequences: false)
  let new = new.split(separator: "\n", omittingEmptySubsequences: false)
  var head = 0
  while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
  var tail = 0
  while tail < min(old.count, new.count) - head,
    old[old.count - 1 - tail] == new[new.count - 1 - tail]
  { tail += 1 }
  var lines = ["@@ line \(head + 1) @@"]
  lines += old[head..<(old.count - tail)].map { "-\($0)" }
  lines += new[head..<(new.count - tail)].map { "+\($0)" }
  return lines.joined(separator: "\n")
}

/// The files with an extension in a folder next to the test's file, as sorted paths for `expectGolden`; as test
/// arguments, they give one result per case.
public func goldenCases(
  in subfolder: String, withExtension suffix: String, testFile: String = #filePath
) -> [String] {
  let names = try? FileManager.default.contentsOfDirectory(
    atPath: folder(of: testFile).appendingPathComponent(subfolder).path)
  return (names ?? []).filter { $0.hasSuffix("." + suffix) }.sorted().map { "\(subfolder)/\($0)" }
}

/// The folder of a source file.
func folder(of testFile: String) -> URL {
  URL(fileURLWithPath: testFile).deletingLastPathComponent()
}
