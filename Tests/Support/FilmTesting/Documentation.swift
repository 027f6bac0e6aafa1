// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The Markdown pages of the package, and the fenced blocks in them.
public enum Documentation {
  /// The paths of all pages, except those in hidden folders.
  public static func pages() throws -> [String] {
    let files = FileManager.default
    var pages: [String] = []
    for name in try files.contentsOfDirectory(atPath: Places.package) where !name.hasPrefix(".") {
      if name.hasSuffix(".md") { pages.append(name) }
      guard let walk = files.enumerator(atPath: Places.package + "/" + name) else { continue }
      pages += walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }
        .map { name + "/" + $0 }
    }
    return pages.sorted()
  }

  /// The text of a page.
  public static func text(of page: String) throws -> String {
    try String(contentsOfFile: Places.package + "/" + page, encoding: .utf8)
  }

  /// A fenced block of a page.
  public struct Block: Sendable {
    /// The language that its fence names.
    public var language: String
    /// The word behind the language: `fragment`, `mistake`, the name of a file, or nothing.
    public var detail: String
    /// The last heading before it.
    public var heading: String
    /// The line of its fence.
    public var line: Int
    /// The lines in it.
    public var text: String

    /// True if it is a file of its own, which the blocks after it may name.
    public var isFile: Bool { detail.contains(".") }

    /// True if it is a project to be checked; a file without tracks is one that projects extend.
    public var isProject: Bool {
      guard language == "yaml" else { return false }
      return detail.isEmpty || isFile && lines.contains { $0.hasPrefix("tracks:") }
    }

    /// True if it begins as a project does.
    public var hasVersion: Bool { lines.contains { $0.hasPrefix("reel: 1") } }

    private var lines: [Substring] { text.split(separator: "\n") }
  }

  /// The fenced blocks of a page, in order.
  public static func blocks(of page: String) throws -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    var heading = ""
    let lines = try text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          let words = line.dropFirst(3).split(separator: " ").map { String($0) }
          open = Block(
            language: words.first ?? "", detail: words.dropFirst().first ?? "", heading: heading,
            line: index + 1, text: "")
        }
      } else if open == nil, line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" }.dropFirst())
      } else {
        open?.text += "\(line)\n"
      }
    }
    return blocks
  }

  /// The lines of a page outside of its fenced blocks, with their numbers.
  public static func prose(of page: String) throws -> [(number: Int, line: String)] {
    var prose: [(number: Int, line: String)] = []
    var isCode = false
    let lines = try text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        prose.append((index + 1, String(line)))
      }
    }
    return prose
  }

  /// The names by which links reach the headings of a page.
  public static func anchors(of page: String) throws -> Set<String> {
    var anchors: Set<String> = []
    for (_, line) in try prose(of: page) where line.hasPrefix("#") {
      let heading = line.drop { $0 == "#" }.dropFirst().lowercased()
      let kept = heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
      anchors.insert(kept.replacingOccurrences(of: " ", with: "-"))
    }
    return anchors
  }
}
