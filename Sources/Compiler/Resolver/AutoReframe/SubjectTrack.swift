// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol
import Timeline

/// The subjects of a source to be kept in view, over its time.
package struct SubjectTrack {
  /// Source times, ascending.
  let times: [Time]
  /// The sightings at these times; nil for nothing new.
  let seen: [Sighting?]
  /// Source times at which another scene begins, ascending.
  let cuts: [Time]

  /// The largest distance to a face, in samples, at which motion is not followed instead.
  private static let patience = 4
  /// The share of all motion that must fit into the view for it to be followed.
  private static let leastShare = 0.6

  /// - Parameter kept: The visible part of the picture.
  package init(_ subjects: PictureSubjects, keeping kept: KeptPart, isStill: Bool = false) {
    let samples = subjects.samples
    times = samples.map(\.time)
    cuts = subjects.cuts
    var seen: [Sighting?] = []
    var start = 0
    while start < samples.count {
      let scene = SubjectTrack.scene(at: samples[start].time, cuts)
      var end = start
      while end < samples.count, SubjectTrack.scene(at: samples[end].time, cuts) == scene {
        end += 1
      }
      let tracks = FaceTracks(samples, in: start..<end, isStill: isStill)
      for index in start..<end {
        if let face = tracks.sighting(at: index, keeping: kept) {
          seen.append(face)
        } else if tracks.gap(at: index) > SubjectTrack.patience {
          let around = samples[max(start, index - 2)..<min(end, index + 3)]
          seen.append(SubjectTrack.motion(in: around.compactMap(\.motion), keeping: kept))
        } else {
          seen.append(nil)
        }
      }
      start = end
    }
    self.seen = seen
  }

  /// The number of the scene at a source time.
  static func scene(at time: Time, _ cuts: [Time]) -> Int {
    cuts.partitioningIndex { $0 > time }
  }

  /// The place where most of the motion fits into the view; nil if there is none.
  private static func motion(
    in motions: [PictureSubjects.Motion], keeping kept: KeptPart
  ) -> Sighting? {
    guard !motions.isEmpty else { return nil }
    func sum(_ parts: (PictureSubjects.Motion) -> [Int]) -> [Double] {
      (0..<PictureSubjects.parts).map { part in
        motions.reduce(0) { $0 + Double(parts($1).count > part ? parts($1)[part] : 0) }
      }
    }
    let (columns, rows) = (sum(\.columns), sum(\.rows))
    let along = kept.isOfWidth ? columns : rows
    let total = along.reduce(0, +)
    guard total > 0 else { return nil }
    let count = max(1, min(along.count, Int(kept.share * Double(along.count))))
    var best: (start: Int, sum: Double, distance: Int) = (0, -1, 0)
    for start in 0...(along.count - count) {
      let inside = along[start..<(start + count)].reduce(0, +)
      let distance = abs(2 * start + count - along.count)
      if inside > best.sum || (inside == best.sum && distance < best.distance) {
        best = (start, inside, distance)
      }
    }
    guard best.sum >= leastShare * total else { return nil }
    let (middle, extent) = spread(along, in: best.start..<(best.start + count))
    let other = spread(kept.isOfWidth ? rows : columns, in: 0..<PictureSubjects.parts).middle
    return Sighting(
      place: kept.isOfWidth ? PixelPoint(middle, other) : PixelPoint(other, middle),
      extent: extent, subject: .motion)
  }

  /// The middle of amounts in `range`, and how wide most of them lie, as shares of all parts.
  private static func spread(
    _ amounts: [Double], in range: Range<Int>
  ) -> (middle: Double, extent: Double) {
    let total = max(1e-9, amounts[range].reduce(0, +))
    let count = Double(amounts.count)
    let middle = range.reduce(0) { $0 + (Double($1) + 0.5) / count * amounts[$1] } / total
    let extent = range.reduce(0) { $0 + abs((Double($1) + 0.5) / count - middle) * amounts[$1] }
    return (middle, 2 * extent / total)
  }
}
