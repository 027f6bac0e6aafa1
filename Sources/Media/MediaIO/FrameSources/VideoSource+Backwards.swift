// SPDX-License-Identifier: Apache-2.0

import Base
package import LibAV
import RenderProtocol

/// Playing backwards: a group of pictures is decoded once, forwards, and its frames are handed out from the last on.
extension VideoSource {
  /// About as many frames are decoded at a time at least, where groups of pictures are shorter.
  private static let least = 16

  /// The requests after the present frame of a stream that is played backwards.
  package struct Ahead {
    /// The times of the present and of later frames, in their order or nearly so; none where they are not known.
    package var times: () -> [Int64]
    /// True if frames beside those that are shown are needed, too.
    package var needsOthers: Bool

    package init(needsOthers: Bool, times: @escaping () -> [Int64]) {
      (self.times, self.needsOthers) = (times, needsOthers)
    }

    /// Nothing is known.
    package static var unknown: Ahead { Ahead(needsOthers: true) { [] } }
  }

  /// The same frame as `frame(upTo:)` gives, at little cost where times decrease.
  package func frame(
    backTo limit: Int64, ahead: Ahead = .unknown
  ) throws(AVError) -> ImageBuffer? {
    if window == nil {
      window = ReversePlaybackCache(
        capacity: Int(
          MemoryUse.backwards(info.size, bitsPerPixel: info.pixelFormat.bitsPerPixel)))
    }
    var place = try placeKept(limit)
    if place == nil, isShown(limit) {
      // A frame that lasts long is shown again.
      backwards = nil
      return try frame(upTo: limit)
    }
    if place == nil {
      try fill(limit, ahead)
      place = try placeKept(limit)
    }
    guard let place,
      damage.first(upTo: limit, shown: place.frame.ticks) == nil
    else {
      // What may be damaged is looked for from all starting points.
      backwards = nil
      return try frame(upTo: limit)
    }
    backwards = place
    return place.frame
  }

  /// Returns true if decoding has come to the frame shown at `limit`, and no further.
  private func isShown(_ limit: Int64) -> Bool {
    guard let current, !pass.isGivenUp, let next = pass.next, pass.skippedUpTo <= current.ticks
    else { return false }
    return current.ticks <= limit && limit < next.ticks
      && damage.first(upTo: limit, shown: current.ticks) == nil
  }

  /// Decodes the group of pictures around `limit`, and what comes before it where that is short.
  func fill(_ limit: Int64, _ ahead: Ahead) throws(AVError) {
    let times = ahead.times().filter { $0 <= limit }.sorted()
    let isThin = !ahead.needsOthers && !keepsNeighbours
    window?.keepOnly(at: isThin ? times : [])
    // As many as are likely to have room are kept, and some before them.
    let room = window?.expected
    if isThin, !times.isEmpty {
      keepsFrom = times[max(0, times.count - (room ?? times.count))] - frameTicks * 4
    } else {
      keepsFrom = times.first.map { $0 - frameTicks * 4 } ?? .min
      if let room { keepsFrom = max(keepsFrom, limit - frameTicks * Int64(room + 2)) }
    }
    let count = min(VideoSource.least, (room ?? VideoSource.least) / 2)
    try seek(limit - frameTicks * Int64(count), skipping: false)
    if canSkip { pass.skipBefore = keepsFrom }
    try find(limit)
    if isSuspect {
      try settle(limit)
      try find(limit)
    }
    windowEnd = limit
  }

  /// The frame of the window for `limit` and its neighbours; nil if there is none.
  private func placeKept(_ limit: Int64) throws(AVError) -> ReversePlaybackCache.Neighbourhood? {
    guard limit <= windowEnd else { return nil }
    return try window?.place(upTo: limit, withNeighbours: keepsNeighbours)
  }

  /// Keeps `frame`, the next of this pass, if it is wanted and no frame that may have been skipped comes after it.
  func keep(_ frame: ImageBuffer) throws(AVError) {
    if frame.ticks < max(pass.skipBefore, keepsFrom) {
      window?.restart(isFromStart: false, isFromAmid: true)
    } else {
      try window?.append(frame)
    }
  }

  /// Forgets the frames that are kept for playing backwards.
  func forgetBackwards() { (window, backwards) = (nil, nil) }
}
