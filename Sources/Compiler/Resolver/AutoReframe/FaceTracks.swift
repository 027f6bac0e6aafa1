// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Timeline

/// Faces of one scene, each found in several samples: what was found once is most often no face.
struct FaceTracks {
  /// A face, sample by sample.
  private struct Track {
    /// The samples in which it was found, ascending.
    var places: [(sample: Int, face: PictureSubjects.Face)]
    /// The weight of the face: larger, more central and longer visible faces have more.
    var importance = 0.0

    init(_ face: PictureSubjects.Face, at sample: Int) {
      places = []
      add(face, at: sample)
    }

    mutating func add(_ face: PictureSubjects.Face, at sample: Int) {
      places.append((sample, face))
      let (x, y) = FaceTracks.middle(face)
      let off = min(1, (abs(x - 0.5) + abs(y - 0.5)))
      importance += Double(face.width) / 1000 * (1 - off / 2)
    }

    var first: Int { places[0].sample }
    var last: Int { places[places.count - 1].sample }

    /// Its left, top, width and height at `sample`, between two samples on the straight way.
    func box(at sample: Int) -> [Double] {
      func numbers(_ face: PictureSubjects.Face) -> [Double] {
        [face.x, face.y, face.width, face.height].map { Double($0) / 1000 }
      }
      let next = min(places.partitioningIndex { $0.sample >= sample }, places.count - 1)
      let (later, earlier) = (places[next], places[max(0, next - 1)])
      guard earlier.sample < sample, later.sample > sample else {
        return numbers(later.sample <= sample || next == 0 ? later.face : earlier.face)
      }
      let share = Double(sample - earlier.sample) / Double(later.sample - earlier.sample)
      return zip(numbers(earlier.face), numbers(later.face)).map { $0 + ($1 - $0) * share }
    }
  }

  /// Of each sample of the scene, the faces that are there or were or will be one sample away.
  private var present: [[Track]] = []
  /// The distance of each sample from the nearest one with a face, in samples.
  private var gaps: [Int] = []
  private let scene: Range<Int>

  /// Samples for which a face may be gone: one that turns away is not found.
  private static let longestGap = 4
  /// The least confidence of a face found once, in scenes too short for more.
  private static let certain = 10
  /// The least confidence of a face in a still.
  private static let certainInStill = 5

  /// The faces of the samples `scene` of `samples`.
  init(_ samples: [PictureSubjects.Sample], in scene: Range<Int>, isStill: Bool = false) {
    self.scene = scene
    var (tracks, open): ([Track], [Track]) = ([], [])
    for sample in scene {
      // Those that are gone for good are not looked at for each of the faces that follow.
      tracks += open.filter { sample - $0.last > FaceTracks.longestGap }
      open.removeAll { sample - $0.last > FaceTracks.longestGap }
      var taken: Set<Int> = []
      for face in samples[sample].faces {
        let near = open.indices.filter {
          !taken.contains($0) && FaceTracks.follows(face, at: sample, open[$0])
        }.min { FaceTracks.distance(face, open[$0]) < FaceTracks.distance(face, open[$1]) }
        if let near {
          open[near].add(face, at: sample)
          taken.insert(near)
        } else {
          taken.insert(open.count)
          open.append(Track(face, at: sample))
        }
      }
    }
    tracks = (tracks + open).filter { track in
      if isStill { return track.places[0].face.weight >= FaceTracks.certainInStill }
      let count = track.places.count
      if count == 1 {
        return scene.count <= 3 && track.places[0].face.weight >= FaceTracks.certain
      }
      return count * 3 >= track.last - track.first + 1
    }
    // Ones that are as important stay in the order in which they came.
    tracks.sort { ($0.first, -$0.importance) < ($1.first, -$1.importance) }
    present = Array(repeating: [], count: scene.count)
    gaps = Array(repeating: .max, count: scene.count)
    for track in tracks {
      for sample in max(scene.lowerBound, track.first - 1)..<min(scene.upperBound, track.last + 2) {
        present[sample - scene.lowerBound].append(track)
      }
      for sample in track.first...track.last { gaps[sample - scene.lowerBound] = 0 }
    }
    for index in gaps.indices.dropFirst() where gaps[index - 1] < .max {
      gaps[index] = min(gaps[index], gaps[index - 1] + 1)
    }
    for index in gaps.indices.dropLast().reversed() where gaps[index + 1] < .max {
      gaps[index] = min(gaps[index], gaps[index + 1] + 1)
    }
  }

  /// The sighting at `sample`: the face of the greatest weight in the scene, and others as far as
  /// all fit into `kept`.
  func sighting(at sample: Int, keeping kept: KeptPart) -> Sighting? {
    let present = self.present[sample - scene.lowerBound]
      .map { (importance: $0.importance, box: $0.box(at: sample)) }
      .sorted { $0.importance > $1.importance }
    guard let main = present.first else { return nil }
    var (low, high) = ([main.box[0], main.box[1]], FaceTracks.ends(main.box))
    let axis = kept.isOfWidth ? 0 : 1
    for other in present.dropFirst() where other.importance >= main.importance * 0.35 {
      let ends = FaceTracks.ends(other.box)
      let (lower, upper) = (min(low[axis], other.box[axis]), max(high[axis], ends[axis]))
      guard upper - lower <= kept.share * 0.85 else { continue }
      low = [min(low[0], other.box[0]), min(low[1], other.box[1])]
      high = [max(high[0], ends[0]), max(high[1], ends[1])]
    }
    return Sighting(
      place: PixelPoint((low[0] + high[0]) / 2, (low[1] + high[1]) / 2),
      extent: high[axis] - low[axis], subject: .face)
  }

  /// The distance of `sample` from the nearest one with a face, in samples.
  func gap(at sample: Int) -> Int { gaps[sample - scene.lowerBound] }

  private static func ends(_ box: [Double]) -> [Double] { [box[0] + box[2], box[1] + box[3]] }

  fileprivate static func middle(_ face: PictureSubjects.Face) -> (x: Double, y: Double) {
    (
      (Double(face.x) + Double(face.width) / 2) / 1000,
      (Double(face.y) + Double(face.height) / 2) / 1000
    )
  }

  /// Returns true if `face` may be the next place of `track`.
  private static func follows(
    _ face: PictureSubjects.Face, at sample: Int, _ track: Track
  ) -> Bool {
    let last = track.places[track.places.count - 1]
    let gap = sample - last.sample
    guard gap > 0, gap <= longestGap else { return false }
    let ratio = Double(face.width) / Double(max(1, last.face.width))
    guard (0.55...1.8).contains(ratio) else { return false }
    return distance(face, track) <= 0.85 + 0.05 * Double(gap)
  }

  /// The distance of `face` from the last place of `track`, in widths and heights of it.
  private static func distance(_ face: PictureSubjects.Face, _ track: Track) -> Double {
    let last = track.places[track.places.count - 1].face
    let (one, two) = (middle(face), middle(last))
    let width = Double(max(1, max(face.width, last.width))) / 1000
    let height = Double(max(1, max(face.height, last.height))) / 1000
    return max(abs(one.x - two.x) / width, abs(one.y - two.y) / height)
  }
}
