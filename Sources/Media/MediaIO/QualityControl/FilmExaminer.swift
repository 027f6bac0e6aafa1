// SPDX-License-Identifier: Apache-2.0

import Base
import Bitstreams
import Glibc
import LibAV
public import RenderProtocol

/// Decodes the pictures of the file of `request` to the end, and says what it found.
///
/// Memory does not grow with the length of the film but by what is listed, of which there are limits. Damage is no failure.
///
/// - Parameter progress: Called with the number of additional frames that have been decoded.
public func examineFilm(
  _ request: ExamineRequest, progress: (Int) -> Void = { _ in }
) throws(RenderFailure) -> FilmExamination {
  var film = try openedFile(request.path)
  guard request.shown.count <= ExamineRequest.mostShown else {
    throw RenderFailure(kind: .limit, message: "copies of too many frames")
  }
  do throws(AVError) {
    var demuxer = try Demuxer(path: request.path, maximumPixels: request.maximumPixels)
    demuxer.select([request.pictures, request.sound].compactMap(\.self))
    var pass: PicturePass?
    if let stream = request.pictures {
      pass = try PicturePass(stream: stream, of: demuxer, request)
    }
    let packet = try Packet()
    do throws(AVError) {
      while try demuxer.read(into: packet) {
        CrashBreadcrumbs.touch()
        if packet.stream == request.sound { film.soundBytes += Int64(packet.bytes.count) }
        guard packet.stream == request.pictures else { continue }
        film.pictureBytes += Int64(packet.bytes.count)
        try pass?.take(packet, progress: progress)
      }
      film.breakOff = demuxer.lastLog.first
    } catch {
      guard error.kind == .invalidData || error.kind == .other else { throw error }
      film.breakOff = error.log.first ?? error.plainReason
    }
    film.pictures = try pass?.finish(progress: progress)
  } catch { throw RenderFailure(reading: error) }
  return film
}

/// The size of the file at `path`, and what its boxes say.
private func openedFile(_ path: String) throws(RenderFailure) -> FilmExamination {
  let head = try fileHead(path, count: 4096)
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else {
    throw RenderFailure(
      kind: .disk, message: "cannot open the file: \(String(cString: strerror(errno)))")
  }
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0 else {
    throw RenderFailure(
      kind: .disk, message: "cannot read the file: \(String(cString: strerror(errno)))")
  }
  var film = FilmExamination(bytes: Int64(status.st_size))
  film.movie = MovieBoxScan.boxes(of: file, size: film.bytes)
  if head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
    // The type of document is among the first elements (RFC 8794, 11.2.5).
    let text = String(decoding: head.prefix(64).filter { (32...126).contains($0) }, as: UTF8.self)
    film.document = text.contains("webm") ? "webm" : "matroska"
  }
  return film
}

/// One pass over the pictures of a film.
private final class PicturePass {
  private var decoder: Decoder
  private let color: ColorTags
  private let request: ExamineRequest
  private var found = ExaminedPictures()
  private var pace: FrameTimingMeter
  private var stretches = FrameRangeFinder()
  private var shown = 0
  private let frame: Frame
  private let timeBase: Time
  private var firstTicks: Int64?
  private var keyTicks: Int64?
  private var lastTicks: Int64?

  init(
    stream: Int, of demuxer: borrowing Demuxer, _ request: ExamineRequest
  ) throws(AVError) {
    // A stream that is not there is refused by the decoder.
    let info = demuxer.streams.first { $0.index == stream }
    decoder = try Decoder(
      stream: stream, of: demuxer, isStrict: true, threads: 2,
      maximumPixels: request.maximumPixels)
    frame = try Frame()
    color = info?.color ?? .bt709
    self.request = request
    timeBase = info?.timeBase ?? Time(1, over: 90_000)
    pace = FrameTimingMeter(timeBase: timeBase)
    found.claimedFrames = info?.claimedFrames ?? 0
    if info?.codec == "h264" {
      found.isLossless = demuxer.parameters(of: stream).flatMap {
        H264Losslessness.isGiven(by: $0.extradata)
      }
    }
  }

  func take(_ packet: borrowing Packet, progress: (Int) -> Void) throws(AVError) {
    do throws(AVError) {
      try decoder.send(packet)
      try receive(progress)
    } catch {
      try note(error)
    }
    if packet.isDamaged { note("a packet is marked as damaged") }
  }

  func finish(progress: (Int) -> Void) throws(AVError) -> ExaminedPictures {
    do throws(AVError) {
      try decoder.sendEnd()
      try receive(progress)
    } catch {
      try note(error)
    }
    stretches.finish()
    pace.finish(&found)
    noteGroup(until: lastTicks.map { $0 + ticks(found.interval) })
    (found.black, found.still) = (stretches.black, stretches.still)
    found.hasMoreStretches = stretches.hasMore
    return found
  }

  private func receive(_ progress: (Int) -> Void) throws(AVError) {
    while true {
      do throws(AVError) {
        guard try decoder.receive(into: frame) == .filled else { return }
      } catch {
        try note(error)
        continue
      }
      if frame.isDamaged { note(decoder.takeLog().first ?? "a picture is damaged") }
      if let ticks = frame.timestamp {
        pace.add(ticks)
        firstTicks = firstTicks ?? ticks
        if frame.isKey {
          noteGroup(until: ticks)
          keyTicks = ticks
        }
        lastTicks = ticks
      }
      let isFullRange =
        frame.color.completed(by: color).isFullRange || frame.pixelFormat.isFullRangeJPEG
      stretches.add(LumaGrid(frame), isFullRange: isFullRange)
      try copyIfShown()
      found.frames += 1
      progress(1)
    }
  }

  private func copyIfShown() throws(AVError) {
    while shown < request.shown.count, request.shown[shown] < found.frames { shown += 1 }
    guard shown < request.shown.count, request.shown[shown] == found.frames else { return }
    found.proofs.append(
      try ProofMaker.proof(of: frame, number: found.frames, color: color, width: request.width))
  }

  /// Ends a group of pictures.
  private func noteGroup(until end: Int64?) {
    guard let keyTicks, let end, let firstTicks else { return }
    let length = Time(ticks: end - keyTicks, base: timeBase)
    guard length > found.longestGroup else { return }
    found.longestGroup = length
    found.longestGroupStart = Time(ticks: keyTicks - firstTicks, base: timeBase)
  }

  private func ticks(_ time: Time?) -> Int64 { time.map { ($0 / timeBase).rounded } ?? 0 }

  /// Notes what could not be decoded; throws again what has nothing to do with the data.
  private func note(_ error: AVError) throws(AVError) {
    switch error.kind {
    case .invalidData, .other: note(error.log.first ?? error.plainReason)
    default: throw error
    }
  }

  private func note(_ reason: String) {
    found.damageCount += 1
    if found.damage.count < ExaminedPictures.mostPlaces {
      found.damage.append(
        ExaminedPictures.Damage(frame: found.frames, reason: String(reason.prefix(200))))
    }
  }
}
