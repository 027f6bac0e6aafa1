// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Digests
import ProjectModel

extension Planner {
  /// The segments of a film of `parts`, in order; where each starts is still to be said.
  ///
  /// What can be copied is where a `container` is given, libavformat's name of the film's.
  func pictures(
    _ parts: [Part], _ canvas: CanvasFormat, _ finish: Finish?, _ encoding: VideoEncoding,
    copyingInto container: String?
  ) -> [PlannedSegment] {
    guard let container else { return encoded(parts, canvas, finish, encoding) }
    let finder = PlainReadFinder(
      canvas: canvas, finish: finish, isScaled: canvas.size != timeline.canvas.size,
      codec: encoding.codec, holdsTurns: ["mp4", "mov"].contains(container), sources: videos,
      origins: originFacts)
    let planner = CopyPlanner(parts, finder)
    let orientation = planner.orientation == .upright ? nil : planner.orientation
    let beside = encoding.beside(planner)
    var planned: [PlannedSegment] = []
    var waiting: [(part: Part, obstacle: CopyObstacle)] = []
    func encodeWaiting() {
      let segments = encoded(
        waiting.map(\.part), canvas, finish, beside, orientation: orientation)
      var rest = waiting[...]
      for var segment in segments {
        var obstacles: [String] = []
        for next in rest.prefix(segment.program.parts.count)
        where !obstacles.contains(next.obstacle.text) {
          obstacles.append(next.obstacle.text)
        }
        rest = rest.dropFirst(segment.program.parts.count)
        segment.copyObstacles = obstacles
        planned.append(segment)
      }
      waiting = []
    }
    for stretch in planner.stretches() {
      switch stretch {
      case .encoded(let parts, let obstacle): waiting += parts.map { ($0, obstacle) }
      case .copied(let plain):
        encodeWaiting()
        planned.append(segment(plain.program(on: canvas, orientation), .copy))
      }
    }
    encodeWaiting()
    return planned
  }

  private func encoded(
    _ parts: [Part], _ canvas: CanvasFormat, _ finish: Finish?, _ encoding: VideoEncoding,
    orientation: Orientation? = nil
  ) -> [PlannedSegment] {
    segments(of: parts, canvas: canvas, finish: finish).map { program in
      var program = program
      program.orientation = orientation
      return segment(program, encoding)
    }
  }

  private func segment(_ program: PictureProgram, _ encoding: VideoEncoding) -> PlannedSegment {
    let identity = SegmentIdentity(program, encoding, setup)
    return PlannedSegment(
      key: Fingerprint(ofCanonical: identity), program: program, encoding: encoding)
  }

  /// What is known of the pictures in every file that a clip shows.
  private var videos: [MediaFile: VideoFacts] {
    var videos: [MediaFile: VideoFacts] = [:]
    for clip in timeline.tracks.flatMap(\.clips) where !clip.media.facts.isStill {
      videos[clip.media.file] = clip.media.facts.video
    }
    return videos
  }
}

extension PlainRead {
  /// The program that shows it.
  fileprivate func program(
    on canvas: CanvasFormat, _ orientation: Orientation?
  ) -> PictureProgram {
    let layer = Layer(
      content: .picture(Picture(source: .video(read))), placement: .at(x: 0, y: 0))
    let part = Part(frameCount: frameCount, background: .black, layers: [layer])
    return PictureProgram(canvas: canvas, parts: [part], orientation: orientation)
  }
}

extension VideoEncoding {
  /// libavcodec's name of the codec; empty for one of which nothing is copied.
  fileprivate var codec: String { encoder == "libx264" ? "h264" : "" }

  /// The same for frames that stand in one film with packets that are copied: of their profile and
  /// level, with parameter sets of a number that is free.
  fileprivate func beside(_ planner: CopyPlanner) -> VideoEncoding {
    guard let record = planner.record, let number = record.freeNumber else { return self }
    var encoding = self
    if let level = VideoEncoding.levels[record.level] {
      encoding.options.append(EncoderOption("level", level))
    }
    let isLossless = options.contains { $0.name == "qp" }
    if let profile = VideoEncoding.profiles[record.profile], !isLossless {
      encoding.options.append(EncoderOption("profile", profile))
    }
    for index in encoding.options.indices where encoding.options[index].name == "x264-params" {
      encoding.options[index].value += ":sps-id=\(number)"
    }
    return encoding
  }

  /// Names of levels (ITU-T H.264, A.3), by `level_idc`.
  private static let levels: [UInt8: String] = [
    10: "1", 12: "1.2", 13: "1.3", 20: "2", 21: "2.1", 22: "2.2", 30: "3", 31: "3.1", 32: "3.2",
    40: "4", 41: "4.1", 42: "4.2", 50: "5", 51: "5.1", 52: "5.2",
  ]

  /// x264's names of profiles with 8 bits and 4:2:0 (ITU-T H.264, A.2), by `profile_idc`.
  private static let profiles: [UInt8: String] = [66: "baseline", 77: "main", 100: "high"]
}
