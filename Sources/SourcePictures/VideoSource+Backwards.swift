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
  private func fill(_ limit: Int64) throws(AVError) {
    let length = info.rate.map { ($0.frameDuration / timeBase).rounded } ?? 1
    let count = min(VideoSource.least, (window?.capacity ?? 2) / 2)
    try seek(limit - length * Int64(count), skipping: false)
    try find(limit)
    if isSuspect {
      try settle(limit)
      try find(limit)
    }
    windowEnd = limit
  }

  /// Forgets the frames that are kept for playing backwards.
  func forgetBackwards() { (window, backwards) = (nil, nil) }
}
