// SPDX-License-Identifier: Apache-2.0

import ProjectModel
import Testing
import Timeline

/// A film may have 100,000 clips, each of which is held several times: what few of them say is boxed.
struct ClipSizeTests {
  @Test func clipsAreSmall() {
    #expect(MemoryLayout<Clip>.stride <= 660)
    #expect(MemoryLayout<PlacedClip>.stride <= 1_152)
    #expect(MemoryLayout<TrackItem>.stride == MemoryLayout<Int>.stride)
  }
}
