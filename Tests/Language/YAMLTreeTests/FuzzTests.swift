// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAML

@Suite struct FuzzTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `Any bytes are read without a trap and with all spans inside`(seed: UInt64) {
    var random = SplitMix(state: seed)
    for _ in 0..<700 {
      let text = mutated(&random)
      let reading = Reading(text)
      for diagnostic in reading.diagnostics {
        let spans = [diagnostic.span] + diagnostic.notes.map(\.span)
        for span in spans.compactMap({ $0 }) where Int(span.end) > text.count {
          Issue.record("\(diagnostic) lies outside of \(text)")
        }
      }
      var left = 20_000
      if let root = reading.tree.root, let complaint = check(root, text.count, 0, &left) {
        Issue.record("\(complaint) in \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  /// The first problem found in a node, examining at most `left` nodes.
  private func check(_ node: YAMLNode, _ size: Int, _ depth: Int, _ left: inout Int) -> String? {
    left -= 1
    guard left > 0 else { return nil }
    if depth > 65 { return "a node too deep" }
    if Int(node.span.end) > size || Int(node.useSpan.end) > size { return "a span outside" }
    var children: [YAMLNode] = Array(node.items)
    if node.kind == .sequence, children.count != node.count { return "a wrong count of items" }
    let entries = Array(node.entries)
    if node.kind == .mapping, entries.count != node.count { return "a wrong count of entries" }
    var keys: Set<String> = []
    for entry in entries {
      guard let key = entry.key.text else { return "a key without text" }
      guard keys.insert(key).inserted else { return "a key twice" }
      children.append(entry.value)
    }
    for child in children {
      if let complaint = check(child, size, depth + 1, &left) { return complaint }
    }
    return nil
  }

  private func mutated(_ random: inout SplitMix) -> [UInt8] {
    var text = Array(documents[random.below(documents.count)].utf8)
    for _ in 0...random.below(6) where !text.isEmpty {
      let place = random.below(text.count)
      switch random.below(5) {
      case 0: text[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: text.insert(contentsOf: pieces[random.below(pieces.count)].utf8, at: place)
      case 2: text.removeSubrange(place..<min(text.count, place + 1 + random.below(8)))
      case 3:
        let other = random.below(text.count)
        let part = text[other..<min(text.count, other + random.below(40))]
        text.insert(contentsOf: Array(part), at: place)
      default: text.removeLast(text.count - place)
      }
    }
    return text
  }

  private let documents = [
    "reel: 1\ntracks:\n  main: [media/beach.mov, media/city.mp4]\n",
    "base: &b {x: 1, y: [1, 2]}\nuse: *b\nmerged:\n  <<: [*b, {z: 3}]\n  x: 2\nlist:\n- a\n- *b\n",
    "# é日本\r\ntitle: \"a \\u00e9 \\\n  b\"\r\ntext: |-\r\n  one\r\n   two\r\n'k''ey': >\r\n  x\r\n",
    "\u{FEFF}- !!str &a 日本 # c\n- {🎬: [*a, ~, null], ? k : v}\n- &c\n  a: *a\n...\n",
    "a0: &a0 [x,x,x]\na1: &a1 [*a0,*a0]\na2: &a2 {<<: {k: *a1}, j: *a1}\n? key\n: - - v\n",
    "many: {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 1, k: 1, l: 2, \"m\\x41\": 3}\n",
  ]

  private let pieces = [
    "*b", "&b ", "<<: *b", "<<: ", "\t", "\r", "\n", "[", "]", "{", "}", ": ", ", ", "- ", "? ",
    "'",
    "\"", "|\n ", "!!str ", "!x ", "---\n", "...\n", "%TAG ! x\n", "\u{FEFF}", "\u{85}", "\u{2028}",
    "\0", "🎬", "#", " #", "a: 1\n", "\\",
  ]
}

/// A small deterministic generator.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
