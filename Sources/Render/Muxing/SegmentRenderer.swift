// SPDX-License-Identifier: Apache-2.0

import Base
import Compositor
import LibAV
import MediaIO
public import RenderProtocol

/// Renders picture programs: draws their frames and encodes them.
///
/// One worker owns it for its whole life. It keeps decoders and still pictures between requests, which does not
/// affect the output.
public final class SegmentRenderer {
  private let context = RenderContext()
  private let beforeEncoding: (SegmentRequest) -> Void
  private let afterOpening: () -> Void

  /// A renderer without open files.
  ///
  /// - Parameters:
  ///   - afterOpening: Called when the encoders of a segment are open, and have no frames yet.
  ///   - beforeEncoding: Called when the photos of a segment are decoded, and its encoder is not open yet.
  public init(
    afterOpening: @escaping () -> Void = {},
    beforeEncoding: @escaping (SegmentRequest) -> Void = { _ in }
  ) {
    (self.afterOpening, self.beforeEncoding) = (afterOpening, beforeEncoding)
  }

  /// Renders and encodes one segment into its file.
  ///
  /// - Parameter progress: Called with the number of additional frames that are done.
  public func render(
    _ request: SegmentRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SegmentFacts {
    guard request.encoding.isCopy else {
      return try encode(request, request.encoding, progress: progress)
    }
    var repeated = RepeatedProgress()
    do {
      return try SegmentCopier().copy(request) {
        repeated.record($0)
        progress($0)
      }
    } catch {
      guard error.kind == .media, let otherwise = request.otherwise else { throw error }
      // The fallback program draws the picture in its coded orientation, so it is not rotated back.
      var coded = request
      coded.program.canvas.size = request.program.codedSize
      coded.program.orientation = nil
      var facts = try encode(coded, otherwise) {
        if let new = repeated.unreported(of: $0) { progress(new) }
      }
      facts.note(error)
      return facts
    }
  }

  private func encode(
    _ request: SegmentRequest, _ encoding: VideoEncoding, progress: (Int) -> Void
  ) throws(RenderFailure) -> SegmentFacts {
    let program = request.program
    context.prepare(for: program)
    let run = RenderRun(
      context: context, canvas: program.canvas, decoderThreads: max(1, request.decoderThreads),
      keepsGoing: request.keepsGoing, gathered: request.gathered ?? [])
    let bytes: Int64
    if encoding.hasTwoPasses {
      let file = PassFile(beside: request.output)
      defer { file.remove() }
      // The file of the first pass is whole once its encoder is closed.
      let statistics = try encode(request, encoding, run, .first(file: file.path)) { _ in }
        .statistics
      try file.settle(encoding.encoder)
      bytes = try encode(
        request, encoding, run, .second(file: file.path, statistics: statistics),
        progress: progress
      ).bytes
    } else {
      bytes = try encode(request, encoding, run, nil, progress: progress).bytes
    }
    return SegmentFacts(frames: Int64(program.frameCount), bytes: bytes, notes: run.notes)
  }

  /// Draws all frames and encodes them in one pass.
  private func encode(
    _ request: SegmentRequest, _ encoding: VideoEncoding, _ run: RenderRun, _ pass: EncoderPass?,
    progress: (Int) -> Void
  ) throws(RenderFailure) -> (bytes: Int64, statistics: String?) {
    let program = request.program
    let others = request.others ?? []
    let frames = try FrameRenderer(program, also: others.map(\.finish), run: run)
    context.decodePhotos(of: program)
    beforeEncoding(request)
    if encoding.isPictures {
      return (try encodePictures(frames, request, progress: progress), nil)
    }
    let encoding = try SegmentEncoding(
      encoding, size: program.codedSize, sampleAspect: program.sampleAspect,
      rate: program.canvas.rate, color: program.canvas.color, pass: pass, path: request.output)
    var encodings = [encoding]
    for other in others {
      encodings.append(
        try SegmentEncoding(
          other.encoding, size: other.finish?.size ?? program.canvas.size,
          sampleAspect: program.sampleAspect, rate: program.canvas.rate,
          color: program.canvas.color, path: other.output))
    }
    afterOpening()
    run.lends = frames.isComposedAlone && encodings.count == 1 && encoding.copiesFrames
    defer { run.lends = false }
    while let shapes = try frames.nextShapes() {
      for (encoding, frame) in zip(encodings, shapes) { try encoding.encode(frame) }
      progress(1)
    }
    let bytes = try encoding.finish()
    for other in encodings.dropFirst() { _ = try other.finish() }
    return (bytes, encoding.statistics)
  }

  /// Keeps decoded frames in a file, from which segments take them.
  ///
  /// - Parameter progress: Called with the number of additional frames that are kept.
  public func gather(
    _ request: GatherRequest, progress: (Int) -> Void
  ) throws(RenderFailure) -> SegmentFacts {
    var gatherer = try FrameGatherer(request)
    return try gatherer.gather(progress: progress)
  }

  /// The description of how the frames of `program` are made.
  public func sketch(_ program: RenderProgram) throws(RenderFailure) -> FilterGraphDescription {
    context.prepare(for: program)
    let run = RenderRun(
      context: context, canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
    var sketcher = FilterGraphDescriber(run: run)
    return try sketcher.sketch(program)
  }

  /// A run that draws `program` for a look at it; broken clips hold their last good picture.
  func lookingRun(_ program: RenderProgram) throws(RenderFailure) -> FrameRenderer {
    context.prepare(for: program)
    let run = RenderRun(
      context: context, canvas: program.canvas, decoderThreads: 1, keepsGoing: true)
    return try FrameRenderer(program, run: run)
  }

  /// Renders one frame as a small copy; broken clips hold their last good picture.
  public func proof(of request: ProofRequest) throws(RenderFailure) -> ProofPicture {
    guard let frame = try lookingRun(request.program).next() else {
      throw RenderFailure(kind: .program, message: "a program without frames")
    }
    do throws(AVError) {
      return try ProofMaker.proof(
        of: frame.frame, number: request.frame, color: request.program.canvas.color.tags,
        width: request.width)
    } catch { throw RenderFailure(writing: error) }
  }

  /// Renders one frame into a picture file.
  public func render(_ request: FrameRequest) throws(RenderFailure) -> [RenderNote] {
    context.prepare(for: request.program)
    let run = RenderRun(
      context: context, canvas: request.program.canvas, decoderThreads: 1,
      keepsGoing: request.keepsGoing)
    guard let frame = try FrameRenderer(request.program, run: run).next() else {
      throw RenderFailure(kind: .program, message: "a program without frames")
    }
    let bytes = try encodeStill(
      frame, color: request.program.canvas.color, encoder: request.encoder)
    let parts = request.output.split(separator: "/", omittingEmptySubsequences: false)
    do {
      try WholeFile.write(
        bytes, folder: parts.dropLast().joined(separator: "/"), name: String(parts.last ?? ""))
    } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot write the picture: \(error.reason)", log: [error.path])
    }
    return run.notes
  }
}
