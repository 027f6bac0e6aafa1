// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
public import RenderProtocol

/// Looks for what viewers look at.
public final class SubjectScan {
  /// Loaded for the first request, and kept.
  private var finder: FaceFinder?

  /// The longer side of the pictures in which faces are looked for: of films, which show a face many times, and of stills.
  private static let (longest, longestStill) = (320, 640)
  private static let maximumPixels = 100_000_000

  /// One that has looked at nothing.
  public init() {}

  /// The identity of the face finder.
  public func identity() throws(RenderFailure) -> FaceFinderIdentity { try loaded().identity }

  private func loaded() throws(RenderFailure) -> FaceFinder {
    if let finder { return finder }
    let loaded = try FaceFinder()
    finder = loaded
    return loaded
  }

  /// The salient regions and motion in the frames of `request`; damaged if some cannot be decoded.
  ///
  /// - Parameter progress: Called with the number of additional frames that have been looked at.
  public func look(
    at request: SubjectRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> PictureSubjects {
    guard request.range.duration <= SubjectRequest.longest, request.sampleAspect > .zero else {
      throw RenderFailure(kind: .program, message: "too long a stretch to look at")
    }
    let finder = try loaded()
    guard let stream = request.stream else { return try still(request, finder) }
    do throws(AVError) {
      return try pictures(of: request, stream, finder, progress)
    } catch { throw RenderFailure(reading: error) }
  }

  private func still(
    _ request: SubjectRequest, _ finder: FaceFinder
  ) throws(RenderFailure) -> PictureSubjects {
    guard let kind = try ImageKind(head: try fileHead(request.path, count: 1 << 16)) else {
      throw RenderFailure(kind: .program, message: "no still")
    }
    var damage: [String] = []
    let frame = try StillDecoder.decode(
      kind, path: request.path, maximumPixels: SubjectScan.maximumPixels, damage: &damage)
    do throws(AVError) {
      let picture = try GreyPicture(
        frame, longest: SubjectScan.longestStill, sampleAspect: request.sampleAspect.approximate,
        request.orientation)
      return PictureSubjects(
        samples: [.init(time: .zero, faces: try finder.faces(in: picture))], cuts: [])
    } catch { throw RenderFailure(reading: error) }
  }

  /// Each picture is looked at for what moves, so that the first one of a scene is known; faces are looked for twice a second.
  private func pictures(
    of request: SubjectRequest, _ stream: Int, _ finder: FaceFinder, _ progress: (Int) -> Void
  ) throws(AVError) -> PictureSubjects {
    let source = try VideoSource(
      path: request.path, restarts: request.restarts, openings: request.openings, stream: stream,
      threads: 1,
      maximumPixels: SubjectScan.maximumPixels)
    let (range, interval) = (request.range, PictureSubjects.interval)
    // What moves at the start is seen beside what was there before.
    let first = range.start - Time(1, over: 2) + request.zero
    guard var frame = try source.frame(upTo: (first / source.timeBase).floor) else {
      return PictureSubjects(samples: [], cuts: [])
    }
    var meter = MotionMeter(range, request.orientation)
    var samples: [PictureSubjects.Sample] = []
    var next = interval * Time((range.start / interval).ceiling)
    while true {
      let time = source.time(frame.ticks) - request.zero
      // The first picture after the interval says whether the last one in it is a flash or a scene.
      if let grid = LumaGrid(frame.frame) { meter.add(grid, at: time) }
      progress(1)
      if time >= range.end { break }
      let after = source.after
      // Of the last picture it is not known how long it lasts.
      let end = after.map { source.time($0.ticks) - request.zero } ?? time + interval
      var faces: [PictureSubjects.Face]?
      while next < min(end, range.end) {
        if next >= time {
          if faces == nil { faces = try self.faces(in: frame, request, finder) }
          samples.append(.init(time: next, faces: faces ?? []))
        }
        next = next + interval
      }
      guard let after, after.ticks > frame.ticks, let found = try source.frame(upTo: after.ticks)
      else { break }
      // Damage may leave nothing new to show.
      if found.ticks <= frame.ticks { break }
      frame = found
    }
    meter.finish()
    for index in samples.indices { samples[index].motion = meter.motion(from: samples[index].time) }
    return PictureSubjects(samples: samples, cuts: meter.cuts)
  }

  private func faces(
    in frame: ImageBuffer, _ request: SubjectRequest, _ finder: FaceFinder
  ) throws(AVError) -> [PictureSubjects.Face] {
    try finder.faces(
      in: try GreyPicture(
        frame.frame, longest: SubjectScan.longest,
        sampleAspect: request.sampleAspect.approximate, request.orientation))
  }
}
