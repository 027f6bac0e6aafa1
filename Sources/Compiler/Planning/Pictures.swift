// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension Planner {
  /// The segments of a film of `parts`, in order; their start frames are set later.
  ///
  /// Packets are copied only if a `container` is given, libavformat's name of the film's.
  func pictures(
    _ parts: [LayerInterval], _ canvas: CanvasFormat, _ finish: OutputScaling?,
    _ choice: CodecChoice,
    copyingInto container: String?
  ) -> [PlannedSegment] {
    var divisions = DivisionTable(videos, at: canvas.rate)
    guard let container else {
      return encoded(parts, canvas, finish, choice.usual, divisions: &divisions)
    }
    let found = decide(parts, canvas, finish, choice, copyingInto: container)
    let planner = found.planner
    let form = planner.form
    let beside = found.encoding.beside(planner)
    // A codec whose packets are only copied for whole films cannot be combined with encoded frames.
    let isWhole = choice.whole.contains(planner.finder.codec)
    let otherwise = beside.codec == planner.finder.codec && !isWhole ? beside : nil
    var canvas = canvas
    // Where nothing is said of it, players go by the size that is coded.
    let upright = form.pixelAspect?.size ?? finish?.size ?? canvas.size
    let coded = form.orientation.inverse.size(of: upright)
    if CanvasColor.Matrix(usualAt: coded) != canvas.color.matrix {
      canvas.color = canvas.color.stated
    }
    var planned: [PlannedSegment] = []
    var waiting: [(part: LayerInterval, obstacles: [CopyObstacle])] = []
    func encodeWaiting() {
      let segments = encoded(
        waiting.map(\.part), canvas, finish, beside, by: planner, divisions: &divisions)
      var rest = waiting[...]
      // Frames of the first of the rest that are in segments already.
      var done = 0
      for var segment in segments {
        var obstacles: [CopyObstacle] = []
        done += segment.frameCount
        while let next = rest.first {
          obstacles.add(next.obstacles)
          if next.part.frameCount > done { break }
          done -= next.part.frameCount
          rest = rest.dropFirst()
          if done == 0 { break }
        }
        segment.copyObstacles = obstacles
        planned.append(segment)
      }
      waiting = []
    }
    for interval in planner.intervals() {
      switch interval {
      case .encoded(let parts, let obstacles): waiting += parts.map { ($0, obstacles) }
      case .copied(let plain, let number):
        encodeWaiting()
        let program = RenderProgram(canvas: form.canvas(canvas), parts: [plain.part])
        planned.append(
          segment(
            form.applied(to: program), .copy(number: number, fields: form.fields),
            otherwise: otherwise))
      }
    }
    encodeWaiting()
    return planned
  }

  /// The copies, and the encoding of all other frames.
  private func decide(
    _ parts: [LayerInterval], _ canvas: CanvasFormat, _ finish: OutputScaling?,
    _ choice: CodecChoice,
    copyingInto container: String
  ) -> (encoding: VideoEncoding, planner: CopyPlanner) {
    let (sources, origins, transitions) = (videos, originFacts, transitions)
    let obstructed = sources.compactMapValues { $0.coding?.wholeObstacle }
    let steady = Set(sources.filter { $0.value.isSteady }.keys)
    return choice.decide(by: sources) { codec in
      CopyPlanner(
        parts,
        PassthroughReadFinder(
          canvas: canvas, finish: finish, isScaled: canvas.size != timeline.canvas.size,
          codec: codec, wholeCodecs: choice.whole, followedCodecs: choice.codecs,
          holdsTurns: ["mp4", "mov"].contains(container), sources: sources,
          obstructed: obstructed, steady: steady, origins: origins,
          transitions: transitions))
    }
  }

  /// The encoded segments of `parts`: in the form of copies by `planner`, and pixel by pixel for
  /// unchanged video.
  private func encoded(
    _ parts: [LayerInterval], _ canvas: CanvasFormat, _ finish: OutputScaling?,
    _ encoding: VideoEncoding,
    by planner: CopyPlanner? = nil, divisions: inout DivisionTable
  ) -> [PlannedSegment] {
    let form = planner?.form ?? .plain
    // Where cuts repeat themselves, so do whole segments.
    var keys: [RenderProgram: Fingerprint] = [:]
    func segment(_ program: RenderProgram) -> PlannedSegment {
      let program = form.applied(to: program)
      let anonymous = program.anonymous
      let planned = self.segment(program, encoding, key: keys[anonymous])
      keys[anonymous] = planned.key
      return planned
    }
    guard let planner, form.pixelAspect != nil else {
      return segments(of: parts, canvas: canvas, finish: finish, &divisions).map { segment($0) }
    }
    var rest = parts.map { part in (part: part, own: planner.untouched(part)) }[...]
    var planned: [PlannedSegment] = []
    while let first = rest.first {
      let isOwn = first.own != nil
      let group = rest.prefix { ($0.own != nil) == isOwn }
      rest = rest.dropFirst(group.count)
      let programs = segments(
        of: group.map { $0.own ?? $0.part }, canvas: isOwn ? form.canvas(canvas) : canvas,
        finish: isOwn ? nil : form.finish(of: canvas.size), &divisions)
      planned += programs.map { segment($0) }
    }
    return planned
  }

  private func segment(
    _ program: RenderProgram, _ encoding: VideoEncoding, otherwise: VideoEncoding? = nil,
    key: Fingerprint? = nil
  ) -> PlannedSegment {
    let identity = SegmentIdentity(program, encoding, otherwise: otherwise, setup)
    return PlannedSegment(
      key: key ?? Fingerprint(ofCanonical: identity), program: program, encoding: encoding,
      otherwise: otherwise)
  }

  /// The places of transitions in the project, by their incoming clip.
  private var transitions: [Origin: Span] {
    var spans: [Origin: Span] = [:]
    for track in timeline.tracks {
      for transition in track.transitions {
        spans[track.clips[transition.index + 1].origin] = transition.span
      }
    }
    return spans
  }

  /// The video facts of every file that a clip shows: for copied pictures if these depend on the
  /// playback speed.
  private var videos: [MediaFile: VideoFacts] {
    var videos: [MediaFile: VideoFacts] = [:]
    for media in timeline.allClips.lazy.compactMap(\.content.media)
    where !media.facts.isStill
      && (media.pictureStart != media.facts.start || videos[media.file] == nil)
    {
      videos[media.file] = media.facts.video
    }
    return videos
  }
}
