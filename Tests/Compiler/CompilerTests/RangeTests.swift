// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

/// Messages about ranges that end after their media.
@Suite struct RangeTests {
  @Test(arguments: [
    (Time(9), "the pictures of 'take.mp4' at 10 s, its sound at 9 s"),
    (Time(21, over: 2), "the pictures of 'take.mp4' at 10 s, its sound at 10.5 s"),
    (Time(10), "'take.mp4' at 10 s"), (nil, "'take.mp4' at 10 s"),
  ])
  func `where pictures and sound end is told`(_ sound: Time?, _ words: String) async throws {
    var facts = TestWorld.footage(PixelSize(1280, 720), FrameRate(30), seconds: 10)
    if let sound { facts.audio?.end = sound } else { facts.audio = nil }
    let world = TestWorld(
      project: "reel: 1\ntracks: {main: [{clip: take.mp4, range: 0s..12s}]}\n",
      media: ["take.mp4": facts])
    let found = await world.compilation().check().diagnostics
    #expect(found.map(\.message) == ["the range ends at 12 s, \(words)"])
  }
}
