// SPDX-License-Identifier: Apache-2.0

package import AV
import Actions
import Basics

/// Playing backwards: a group of pictures is decoded once, forwards, and its frames are handed out from the last on.
extension VideoSource {
  /// About as many frames are decoded at a time at least, where groups of pictures are shorter.
  private static let least = 16

  /// The same frame as `frame(upTo:)` gives, at little cost where times decrease.
  package func frame(backTo limit: Int64) throws(AVError) -> SharedFrame? {
    if window == nil {
      window = FrameWindow(
        capacity: MemoryUse.framesBackwards(info.size, bitsPerPixel: info.pixelFormat.bitsPerPixel))
    }
    if window?.place(upTo: limit) == nil || limit > windowEnd { try fill(limit) }
    guard let place = window?.place(upTo: limit), limit <= windowEnd,
      damage.first(upTo: limit, shown: place.frame.ticks) == nil
    else {
      // What may be damaged is looked for from all starting points.
      backwards = nil
      return try frame(upTo: limit)
    }
    backwards = place
    return place.frame
  }

  /// Decodes the group of pictures around `limit`, and what comes before it where that is short.
  func fill(_ limit: Int64) throws(AVError) {
    let capacity = window?.capacity ?? 2
    let count = min(VideoSource.least, capacity / 2)
    try seek(limit - frameTicks * Int64(count), skipping: false)
    // One frame more than are kept, by which a gap before them is known.
    if canSkip { pass.skipBefore = limit - frameTicks * Int64(capacity + 2) }
    try find(limit)
    if isSuspect {
      try settle(limit)
      try find(limit)
    }
    windowEnd = limit
  }

  /// Keeps `frame`, the next of this pass, if no frame that may have been skipped is shown with it.
  func keep(_ frame: SharedFrame) {
    if frame.ticks < pass.skipBefore {
      window?.restart(isFromStart: false)
    } else {
      window?.append(frame)
    }
  }

  /// Forgets the frames that are kept for playing backwards.
  func forgetBackwards() { (window, backwards) = (nil, nil) }
}
