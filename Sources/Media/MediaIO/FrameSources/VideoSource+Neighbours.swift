// SPDX-License-Identifier: Apache-2.0

package import LibAV

/// A frame and those around it, in the order of their times.
package struct FrameNeighbours {
  /// The frame before; nil where there is none.
  package var before: ImageBuffer?
  /// The frame that is shown.
  package var current: ImageBuffer
  package var after: ImageBuffer?
  package var second: ImageBuffer?
}

/// Frames together with their neighbours.
extension VideoSource {
  /// The frame that `frame(upTo:)` gives, and those around it.
  package func neighbours(upTo limit: Int64) throws(AVError) -> FrameNeighbours? {
    keepsNeighbours = true
    guard var shown = try frame(upTo: limit) else { return nil }
    if pass.before == nil, !(pass.isFromStart && pass.isCurrentFirst), shown.ticks > .min {
      // Decoding began with it, or nothing was kept until now.
      _ = try frame(upTo: shown.ticks - 1)
      shown = try frame(upTo: limit) ?? shown
    }
    return FrameNeighbours(
      before: pass.before, current: shown, after: pass.next, second: pass.second)
  }

  /// The frame that `frame(backTo:)` gives, and those around it.
  package func neighbours(
    backTo limit: Int64, ahead: Ahead = .unknown
  ) throws(AVError) -> FrameNeighbours? {
    keepsNeighbours = true
    guard try frame(backTo: limit, ahead: ahead) != nil else { return nil }
    guard backwards != nil else { return try neighbours(upTo: limit) }
    if backwards?.earlier == nil, window?.isFromStart != true {
      try fill(limit, ahead)
      guard try frame(backTo: limit, ahead: ahead) != nil else { return nil }
      guard backwards != nil else { return try neighbours(upTo: limit) }
    }
    guard let place = backwards else { return nil }
    let isLast = place.frame === pass.current
    let isNearLast = place.next.map { $0 === pass.current } ?? false
    return FrameNeighbours(
      before: place.earlier, current: place.frame,
      after: place.next ?? (isLast ? pass.next : nil),
      second: place.second ?? (isNearLast ? pass.next : isLast ? pass.second : nil))
  }
}
