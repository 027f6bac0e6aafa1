// SPDX-License-Identifier: Apache-2.0

import LibAV

extension VideoSource {
  /// The state from one starting point of decoding to the next.
  struct Pass {
    /// True if decoding began with the file's first packet, so that the first frame is the file's
    /// first.
    let isFromStart: Bool
    var current: ImageBuffer?
    var next: ImageBuffer?
    /// The frame after `next`, where neighbours are kept.
    var second: ImageBuffer?
    /// The frame before `current`, where neighbours are kept.
    var before: ImageBuffer?
    var isCurrentFirst = false
    var isDraining = false
    var hasEnded = false
    /// The time of the key frame where decoding began, after a seek or in a file that begins before one.
    ///
    /// Earlier pictures refer to data that was not decoded.
    var entry: Int64?
    /// True if that key frame is still to come.
    var waitsForEntry: Bool
    var skipBefore: Int64 = .min
    /// The latest time of the packets that were decoded while non-reference pictures were skipped.
    var skippedUpTo: Int64 = .min
    var readUpTo: Int64 = .min
    /// The time of the last frame that the decoder put out, or of the entry.
    var lastTicks: Int64 = 0
    /// The time of the last packet sent.
    var sentTicks: Int64?
    /// Number of packets read.
    var packetCount = 0

    /// True if `current` has no samples any more, as only its time is needed until `next` is shown.
    var isGivenUp: Bool { current?.frame.isEmpty ?? false }

    init(isFromStart: Bool = true, waitsForEntry: Bool = false) {
      (self.isFromStart, self.waitsForEntry) = (isFromStart, waitsForEntry)
    }
  }
}
