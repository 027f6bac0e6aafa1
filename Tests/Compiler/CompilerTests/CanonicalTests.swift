// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

/// The canonical form distinguishes different values, and omits values without effect.
@Suite struct CanonicalTests {
  private struct Leaves: Encodable {
    var text = "a"
    var whole = 1
    var large = UInt64.max
    var number = 1.5
    var truth = true
    var maybe: Int?
    var list = [1, 2]
  }

  private enum Choice: Encodable {
    case nothing
    case one(Int)
    case two(Int, name: String)
    indirect case more([Choice])
  }

  private struct Listed: Encodable {
    var lists: [[Int]]
  }

  private struct Texts: Encodable {
    var a: String
    var b: String
  }

  private func key(_ value: some Encodable) -> Fingerprint { Fingerprint(ofCanonical: value) }

  @Test func `equal values have equal keys, and every change changes them`() {
    let plain = Leaves()
    #expect(key(plain) == key(Leaves()))
    var changed = [plain]
    func change(_ edit: (inout Leaves) -> Void) {
      var copy = plain
      edit(&copy)
      changed.append(copy)
    }
    change { $0.text = "b" }
    change { $0.text = "" }
    change { $0.whole = -1 }
    change { $0.large -= 1 }
    change { $0.number = 1.5.nextUp }
    change { $0.number = -.infinity }
    change { $0.truth = false }
    change { $0.maybe = 0 }
    change { $0.list = [2, 1] }
    change { $0.list = [] }
    change { $0.list = [12] }
    #expect(Set(changed.map(key)).count == changed.count)
  }

  @Test func `the shape of lists and choices counts`() {
    let lists = [[], [[]], [[], []], [[1, 2]], [[1], [2]], [[1, 2], []], [[12]]] as [[[Int]]]
    #expect(Set(lists.map { key(Listed(lists: $0)) }).count == lists.count)
    let choices: [Choice] = [
      .nothing, .one(1), .one(2), .two(1, name: "a"), .two(1, name: "b"), .more([]),
      .more([.nothing]), .more([.nothing, .nothing]), .more([.more([.nothing])]), .more([.one(1)]),
    ]
    #expect(Set(choices.map(key)).count == choices.count)
  }

  @Test func `a text cannot pass for what is around it`() {
    let pairs = [("a", "b"), ("a}b{\"1:", ""), ("", "a}b{\"1:"), ("a\"1:b", ""), ("ab", "")]
    #expect(Set(pairs.map { key(Texts(a: $0.0, b: $0.1)) }).count == pairs.count)
  }
}
