// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Deliveries
import Digests
import ProjectModel
import TimelineModel

/// Outputs that are a file for each picture.
extension Planner {
  /// The film of `parts` as pictures in files of their own: pieces as of any film, of which each is encoded picture by
  /// picture as stills are.
  ///
  /// Where not all frames are kept, a piece has those of its frames alone that are.
  func pictureFiles(
    _ placed: PlacedOutput, _ parts: [Part], _ canvas: CanvasFormat, _ finish: Finish?
  ) -> FilmPlan {
    let output = placed.output
    let encoding = VideoEncoding.pictures(output.format.container)
    let kept = output.kept(of: placed.frames.count, at: canvas.rate)
    var divisions = DivisionTable([:])
    var planned: [PlannedSegment] = []
    var (start, index) = (0, 0)
    var keys: [PictureProgram: Fingerprint] = [:]
    for whole in segments(of: parts, canvas: canvas, finish: finish, &divisions) {
      let count = whole.frameCount
      var program = whole
      let first = index
      while index < kept.count, kept[index] < start + count { index += 1 }
      if index - first < count {
        program.parts = kept[first..<index].flatMap {
          whole.parts.slice($0 - start..<$0 - start + 1, at: canvas.rate)
        }
      }
      if index > first {
        let anonymous = program.anonymous
        let identity = SegmentIdentity(program, encoding, setup)
        let key = keys[anonymous] ?? Fingerprint(ofCanonical: identity)
        keys[anonymous] = key
        var segment = PlannedSegment(
          key: key, program: program, encoding: encoding,
          firstFrame: placed.frames.lowerBound + start)
        segment.filmFrames = count
        planned.append(segment)
      }
      start += count
    }
    let delivery = output.sequence.map(Delivery.pictures)
    let key = Fingerprint(
      ofCanonical: FilmIdentity(
        libraries: setup.libraries, segments: planned.map(\.key), sound: nil, canvas: canvas,
        container: output.format.container, fastStart: false, facts: nil, delivery: delivery))
    return FilmPlan(
      segments: planned, sound: nil, container: output.format.container, fastStart: false,
      delivery: delivery, key: key)
  }
}

extension Output {
  /// How its pictures are called.
  fileprivate var sequence: SequenceForm? {
    numberedName.map {
      SequenceForm(
        before: $0.before, digits: $0.digits, after: $0.after, first: startNumber ?? 1)
    }
  }
}
