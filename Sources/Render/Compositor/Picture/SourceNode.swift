// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// A picture of one part, which provides the image to draw in each of the part's frames.
final class SourceNode {
  private let picture: Picture
  /// Its number of frames in a second.
  private let rate: FrameRate
  private let run: RenderRun
  private let filter: PictureFilter
  /// The interpolation of frames between those of its stream, where that is asked for.
  private let between: FramesBetween?
  /// The deinterlacer, where one is asked for.
  private let deinterlacer: Deinterlacer?
  /// The texts of a script; nil for any other source.
  private let script: ScriptPicture?
  private var source: VideoSource?
  private var still: ImageBuffer?
  /// The input of `still` before its filters, where it is made anew in some frames.
  private var stillSource: ImageBuffer?
  /// The picture that `still` shows.
  private var stillPicture: Picture?
  /// The frame that is held when the stream fails.
  private var lastShown: ImageBuffer?
  /// The frame of the part that showed it, where it has been given up since.
  private var givenUp: Int?
  private var hasFailed = false

  init(_ picture: Picture, rate: FrameRate, run: RenderRun) {
    self.picture = picture
    self.rate = rate
    self.run = run
    script =
      if case .script(let read) = picture.source {
        ScriptPicture(read, isWhole: !picture.steps.isEmpty, rate: rate, run: run)
      } else { nil }
    var (mode, fields): (Interpolation?, Deinterlacing?)
    var size: PixelSize?
    if case .video(let read) = picture.source {
      (mode, fields, size) = (read.between, read.fields, read.size)
    }
    filter = PictureFilter(picture.steps, of: size, color: run.canvas.color)
    between = mode.map { FramesBetween($0, in: run.canvas.color) }
    deinterlacer = fields.map { Deinterlacer($0) }
  }

  /// True if it is drawn anew in the course of the part.
  private var changes: Bool {
    switch picture.source {
    case .drawing, .letters(_, .perFrame, _, _): true
    case .letters, .video, .script, .image, .svg, .raster, .caption, .graphic: false
    }
  }

  /// Releases the resources it holds.
  func close() {
    if let source { run.context.sources.release(source) }
    source = nil
    filter.forgetFrames()
    script?.close()
    between?.forget()
    deinterlacer?.forget()
  }

  /// The picture in frame `index` of the part; nil if there is none.
  func frame(_ index: Int) throws(RenderFailure) -> ImageBuffer? {
    if let script { return try scriptFrame(script, index) }
    guard case .video(let read) = picture.source else {
      let picture = picture.still(index)
      if let still, picture == stillPicture { return still }
      if hasFailed { return nil }
      let origin = picture.source.origin
      CrashBreadcrumbs.note(WorkerStatus(.decoding, origin: origin, frame: run.frameBase + index))
      do throws(RenderFailure) {
        let stills = run.context.stills
        let (frame, damage) =
          changes
          ? try stills.drawn(picture, in: run.canvas.color)
          : try stills.frame(of: picture, in: run.canvas.color)
        if !damage.isEmpty {
          let failure = RenderFailure(
            kind: .media, message: "the picture is damaged", origin: origin, sourceTime: .zero,
            frame: run.frameBase + index, log: damage)
          try run.carryOn(after: failure, with: "what could be decoded is shown")
        }
        (still, stillPicture) = (frame, picture)
        return frame
      } catch {
        hasFailed = true
        var failure = error
        failure.frame = run.frameBase + index
        try run.carryOn(after: failure)
        return nil
      }
    }
    return try videoFrame(read, index)
  }

  /// Gives up the picture of frame `index`, if the next frame shows another: whoever has it may then draw on it.
  func giveUp(_ index: Int) throws(AVError) {
    guard !hasFailed, case .video(let read) = picture.source, let source, between == nil,
      deinterlacer == nil, index + 1 < run.partFrames,
      try source.giveUp(before: limit(read, time(read, index + 1), of: source))
    else { return }
    filter.forgetFrames()
    (lastShown, givenUp) = (nil, index)
  }

  /// Returns true if the picture of frame `index` may be drawn on, if its samples are put back
  /// before the next one is requested.
  ///
  /// If the part shows it in its next frame, too, it may not: what is composed with a copy of it is shown again.
  func lends(_ index: Int) -> Bool {
    guard !hasFailed, let source, source.lends else { return false }
    return givenUp == index || index + 1 == run.partFrames
  }

  /// The texts that are seen in frame `index`; nil where there are none.
  private func scriptFrame(
    _ script: ScriptPicture, _ index: Int
  ) throws(RenderFailure) -> ImageBuffer? {
    if hasFailed { return nil }
    CrashBreadcrumbs.note(
      WorkerStatus(.decoding, origin: picture.source.origin, frame: run.frameBase + index))
    do throws(RenderFailure) {
      guard let drawn = try script.frame(index) else { return nil }
      if picture.steps.isEmpty || drawn === stillSource {
        return picture.steps.isEmpty ? drawn : still
      }
      do throws(AVError) { still = try filter.apply(drawn) } catch {
        throw RenderFailure(reading: error)
      }
      stillSource = drawn
      return still
    } catch {
      hasFailed = true
      var failure = error
      (failure.origin, failure.frame) = (picture.source.origin, run.frameBase + index)
      try run.carryOn(after: failure)
      return nil
    }
  }

  private func videoFrame(_ read: VideoRead, _ index: Int) throws(RenderFailure) -> ImageBuffer? {
    if hasFailed { return lastShown }
    let wanted = time(read, index)
    CrashBreadcrumbs.note(
      WorkerStatus(
        source == nil ? .opening : .decoding, origin: read.origin, sourceTime: wanted - read.zero,
        frame: run.frameBase + index))
    let found: (shown: ImageBuffer, broken: StreamBreak?)
    do throws(AVError) { found = try decode(read, wanted, index) } catch {
      hasFailed = true
      if let source { run.context.sources.discard(source) }
      source = nil
      try run.carryOn(
        after: RenderFailure(
          reading: error, origin: read.origin, sourceTime: wanted - read.zero,
          frame: run.frameBase + index))
      if lastShown == nil, let givenUp {
        // The failure is known; where this fails, too, there is nothing to hold.
        lastShown = try? decode(read, time(read, givenUp), givenUp).0
      }
      return lastShown
    }
    if let broken = found.broken {
      let time = Time(ticks: broken.ticks, base: source?.timeBase ?? Time(1)) - read.zero
      try run.carryOn(
        after: RenderFailure(
          kind: .media,
          message: "cannot decode '\(name(read))' at \(time.milliseconds) s",
          origin: read.origin, sourceTime: time, frame: run.frameBase + index, log: broken.log))
    }
    lastShown = found.shown
    return found.shown
  }

  private func decode(
    _ read: VideoRead, _ wanted: Time, _ index: Int
  ) throws(AVError) -> (ImageBuffer, StreamBreak?) {
    if let deinterlacer { return try whole(read, wanted, index, deinterlacer) }
    let (decoded, source, limit) = try self.read(read, wanted, index)
    let broken = source.takeBreak(upTo: limit)
    guard let between else { return (try filter.apply(decoded), broken) }
    // What is damaged is not mixed with what follows it.
    guard let pair = source.pair(at: wanted, begin: { begin(read, $0, of: source) }) else {
      return (try between.filtered(decoded, filter), broken)
    }
    return (try between.frame(pair, filter), broken)
  }

  /// The same of an interlaced source: the picture of a frame, or of a field of it.
  private func whole(
    _ read: VideoRead, _ wanted: Time, _ index: Int, _ deinterlacer: Deinterlacer
  ) throws(AVError) -> (ImageBuffer, StreamBreak?) {
    let source = try open(read, wanted)
    let tolerance = TimeRemap.tolerance(timeBase: source.timeBase)
    let limit = self.limit(read, wanted, of: source)
    let found =
      read.map.speed < .zero
      ? try source.neighbours(backTo: limit, ahead: ahead(read, index, of: source))
      : try source.neighbours(upTo: limit)
    guard let found else {
      throw AVError(unreadable: "decode '\(name(read))'", because: "no frame comes out of it")
    }
    let broken = source.takeBreak(upTo: limit)
    let pictures = try deinterlacer.pictures(
      of: found.current, before: found.before, after: found.after)
    let begin = begin(read, found.current.ticks, of: source)
    let length = source.rate?.frameDuration ?? .zero
    let end = found.after.map { self.begin(read, $0.ticks, of: source) } ?? begin + length
    // The second field is shown in the middle of the frame.
    let middle = begin + min(end - begin, source.longestMixed) / Time(2)
    let isSecond = pictures.count > 1 && wanted + tolerance >= middle
    let shown = pictures[isSecond ? 1 : 0]
    guard let between else { return (try filter.apply(shown), broken) }
    var pair: FramePair?
    if source.isBroken {
      pair = nil
    } else if pictures.count > 1, !isSecond {
      pair = FramePair(
        shown, from: begin, pictures[1], from: middle, at: wanted, tolerance: tolerance,
        longest: source.longestMixed)
    } else if let after = found.after {
      let next = try deinterlacer.pictures(of: after, before: found.current, after: found.second)
      pair = FramePair(
        shown, from: isSecond ? middle : begin, next[0], from: end, at: wanted,
        tolerance: tolerance, longest: source.longestMixed)
    }
    guard let pair else { return (try between.filtered(shown, filter), broken) }
    return (try between.frame(pair, filter), broken)
  }

  /// The source's frame at `wanted`, the source, and the last tick that the frame may have.
  private func read(
    _ read: VideoRead, _ wanted: Time, _ index: Int
  ) throws(AVError) -> (ImageBuffer, VideoSource, limit: Int64) {
    let source = try open(read, wanted)
    let limit = self.limit(read, wanted, of: source)
    let found =
      read.map.speed < .zero
      ? try source.frame(backTo: limit, ahead: ahead(read, index, of: source))
      : try source.frame(upTo: limit)
    guard let decoded = found else {
      throw AVError(unreadable: "decode '\(name(read))'", because: "no frame comes out of it")
    }
    return (decoded, source, limit)
  }

  /// The last tick of `source` that a frame may have to be shown at `wanted`, a time of the container.
  private func limit(_ read: VideoRead, _ wanted: Time, of source: VideoSource) -> Int64 {
    let late = wanted + TimeRemap.tolerance(timeBase: source.timeBase)
    guard let grid = read.grid else { return (late / source.timeBase).floor }
    return ((grid.end(at: late - read.zero) + read.zero) / source.timeBase).ceiling - 1
  }

  /// From which time of the container on the frame at `ticks` is shown.
  private func begin(_ read: VideoRead, _ ticks: Int64, of source: VideoSource) -> Time {
    let time = source.time(ticks)
    return read.grid.map { $0.begin(of: time - read.zero) + read.zero } ?? time
  }

  /// The times shown from frame `index` to the end of the part.
  private func ahead(
    _ read: VideoRead, _ index: Int, of source: VideoSource
  ) -> VideoSource.Ahead {
    VideoSource.Ahead(needsOthers: between != nil) { [self] in
      // Frames of a film within the film are not those of the part.
      let end = index < run.partFrames ? run.partFrames : .max
      return (index..<min(end, index + SourceNode.mostAhead)).map {
        limit(read, time(read, $0), of: source)
      }
    }
  }

  private static let mostAhead = 1000

  /// The filter chains for its first frame, and what is done between them.
  func chains() throws(RenderFailure) -> [PictureFilter.Stage] {
    if script != nil { return [] }
    guard case .video(let read) = picture.source else {
      return try run.context.stills.filters(of: picture.still(0), in: run.canvas.color)
    }
    let wanted = time(read, 0)
    do throws(AVError) { return filter.filters(for: try self.read(read, wanted, 0).0) } catch {
      throw RenderFailure(
        reading: error, origin: read.origin, sourceTime: wanted - read.zero,
        frame: run.frameBase)
    }
  }

  /// The frame rate of its source, once open.
  var sourceRate: FrameRate? { source?.rate }

  /// The container time of frame `index`.
  private func time(_ read: VideoRead, _ index: Int) -> Time {
    read.zero + read.map.sourceTime(index, rate: rate)
  }

  private func open(_ read: VideoRead, _ start: Time) throws(AVError) -> VideoSource {
    if let source { return source }
    let opened = try run.context.sources.take(read, threads: run.decoderThreads, start: start)
    // What needs others than the frame that is shown decodes them.
    if between == nil, deinterlacer == nil, read.map.speed >= .zero {
      opened.take(gathered: run.gathered(read))
    }
    source = opened
    return opened
  }

  private func name(_ read: VideoRead) -> String {
    read.file.name
  }
}

extension Picture {
  /// The picture in frame `index` of the part: a drawing that changes is a still there.
  fileprivate func still(_ index: Int) -> Picture {
    switch source {
    case .drawing(let graphic, let values, let size, let origin):
      Picture(
        source: .graphic(graphic.with(values[index]), size: size, origin), steps: steps)
    case .letters(let file, let letters, let size, let origin):
      Picture(
        source: .letters(file, .constant(letters[index]), size: size, origin), steps: steps)
    case .video, .image, .svg, .raster, .caption, .script, .graphic: self
    }
  }
}
