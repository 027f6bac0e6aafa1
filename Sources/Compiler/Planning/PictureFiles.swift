// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import Timeline

/// Outputs that are made of pictures.
extension Planner {
  /// The film of `parts` in pieces whose frames, those that are kept alone, are encoded as stills are; without loss where a
  /// sheet or an animation is made of them.
  func pictureFiles(
    _ placed: PlacedOutput, _ parts: [LayerInterval], _ canvas: CanvasFormat,
    _ finish: OutputScaling?
  ) -> FilmPlan {
    let output = placed.output
    let container = (output.format.isSequence ? output.format : .png).container
    let encoding = VideoEncoding.pictures(container)
    let kept = placed.kept(at: canvas.rate)
    var divisions = DivisionTable([:], at: canvas.rate)
    var planned: [PlannedSegment] = []
    var (start, index) = (0, 0)
    var keys: [RenderProgram: Fingerprint] = [:]
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
    let raster = placed.letters.flatMap { letters[$0] }
    let delivery =
      output.format.isSequence
      ? output.numbers.map(Delivery.pictures)
      : placed.sheets(of: kept, at: canvas.rate, letters: raster).map(Delivery.sheets)
        ?? placed.animation(at: canvas, finish?.size).map(Delivery.animation)
    let key = Fingerprint(
      ofCanonical: FilmIdentity(
        libraries: setup.libraries, segments: planned.map(\.key), sound: nil, canvas: canvas,
        container: output.format.container, fastStart: false, facts: nil, delivery: delivery))
    var film = FilmPlan(
      segments: planned, sound: nil, container: output.format.container, fastStart: false,
      delivery: delivery, key: key)
    film.letters = raster?.file
    return film
  }
}
