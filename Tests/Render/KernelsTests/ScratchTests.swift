// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

/// Memory that kernels keep between frames.
struct ScratchTests {
  @Test func `what is as large as a canvas is forgotten, rows are kept`() {
    let scratch = Scratch()
    let row = scratch.memory(.rows, of: Float.self, count: 1920)
    let plane = scratch.memory(.plane, of: Float.self, count: 1920 * 1080)
    (row[0], plane[0]) = (7, 8)
    var count = 0
    let key = Scratch.FieldKey(name: "circle", width: 1920, height: 1080)
    func field() { _ = scratch.field(key) { _ in count += 1 } }
    for _ in 0..<3 { field() }
    #expect(count == 1)
    scratch.forgetPictures()
    #expect(scratch.memory(.rows, of: Float.self, count: 1920)[0] == 7)
    #expect(scratch.memory(.plane, of: Float.self, count: 1920 * 1080)[0] == 0)
    // It is computed anew.
    field()
    #expect(count == 2)
  }

  @Test func `a field that is smaller than a canvas stays known`() {
    let scratch = Scratch()
    var count = 0
    let key = Scratch.FieldKey(name: "circle", width: 64, height: 48)
    for _ in 0..<3 {
      _ = scratch.field(key) { _ in count += 1 }
      scratch.forgetPictures()
    }
    #expect(count == 1)
  }
}
