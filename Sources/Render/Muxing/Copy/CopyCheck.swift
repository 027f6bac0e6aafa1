// SPDX-License-Identifier: Apache-2.0

import Base
import Compositor
import LibAV
import MediaIO
public import RenderProtocol

extension SegmentRenderer {
  /// Decodes the packets that `request` copies, as stored in a film and starting with the first, and compares
  /// every picture with the source; nil if all are equal.
  ///
  /// - Parameter progress: Called with the number of additional frames that have been compared.
  public func check(
    _ request: SegmentRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> CopyFault? {
    guard let read = request.program.read else {
      throw RenderFailure(kind: .program, message: "the program to copy is not a single video read")
    }
    return try CopyCheck(read, request).run(progress)
  }
}

/// A copied section and its source, both decoded.
///
/// The source is decoded as for drawing: from a position known to its container, including what precedes the section.
private final class CopyCheck {
  private let read: VideoRead
  private let rate: FrameRate
  private let frameCount: Int
  private let packets: SourcePackets
  private let source: VideoSource
  private var decoder: Decoder
  private let packet: Packet
  private let frame: Frame
  /// Number of frames compared.
  private var shown = 0
  /// The first frame that differs.
  ///
  /// The cause may be a damaged frame that is shown later, which is detected within the same group.
  private var suspect: CopyFault?

  /// The same tolerance as for drawing.
  private var tolerance: Time { TimeRemap.tolerance(timeBase: source.timeBase) }

  init(_ read: VideoRead, _ request: SegmentRequest) throws(RenderFailure) {
    let program = request.program
    packets = try SourcePackets(
      read, frameCount: program.frameCount, rate: program.canvas.rate,
      number: request.encoding.copyNumber)
    do throws(AVError) {
      // With one thread, all packets of a frame are known when it is output.
      decoder = try Decoder(packets.stream.stored, isStrict: true)
      source = try VideoSource(
        read.file, stream: read.stream, threads: max(1, request.decoderThreads),
        maximumPixels: SourcePool.maximumPixels)
      frame = try Frame()
      packet = try Packet()
    } catch { throw RenderFailure(reading: error, origin: read.origin) }
    self.read = read
    (rate, frameCount) = (program.canvas.rate, program.frameCount)
  }

  /// Compares the whole section; returns the first fault.
  func run(_ progress: (Int) -> Void) throws(RenderFailure) -> CopyFault? {
    while let place = try packets.next(into: packet) {
      if packet.isKey, let suspect { return suspect }
      packet.presentation = Int64(place)
      CrashBreadcrumbs.note(
        WorkerStatus(
          .decoding, origin: read.origin, sourceTime: time(place) - read.zero, frame: place))
      do throws(AVError) { try decoder.send(packet) } catch { return damage(at: place, error.log) }
      if let fault = try compare(progress) { return fault }
    }
    do throws(AVError) { try decoder.sendEnd() } catch { return damage(at: shown, error.log) }
    if let fault = try compare(progress) { return fault }
    return suspect ?? (shown == frameCount ? nil : fault(.different, shown))
  }

  /// Compares the frames that the decoder has ready; returns a definite fault.
  private func compare(_ progress: (Int) -> Void) throws(RenderFailure) -> CopyFault? {
    while true {
      do throws(AVError) {
        guard try decoder.receive(into: frame) == .filled else { return nil }
      } catch { return damage(at: shown, error.log) }
      if frame.isDamaged { return damage(at: shown, decoder.lastLog) }
      if suspect != nil { continue }
      let limit = ((time(shown) + tolerance) / source.timeBase).floor
      let drawn: ImageBuffer?
      do throws(AVError) { drawn = try source.frame(upTo: limit) } catch {
        return damage(at: shown, error.log)
      }
      if let broken = source.takeBreak(upTo: limit) { return damage(at: shown, broken.log) }
      if let drawn, frame.timestamp == Int64(shown), drawn.frame.hasSamples(of: frame) {
        shown += 1
        progress(1)
      } else {
        suspect = fault(.different, shown)
      }
    }
  }

  /// The fault of a frame that cannot be decoded, which is also the cause if an earlier frame differed.
  private func damage(at place: Int, _ log: [String]) -> CopyFault {
    fault(.damaged, suspect == nil ? min(place, frameCount - 1) : shown, log)
  }

  /// The container time of frame `place`.
  private func time(_ place: Int) -> Time { read.zero + read.map.sourceTime(place, rate: rate) }

  private func fault(_ kind: CopyFault.Kind, _ place: Int, _ log: [String] = []) -> CopyFault {
    CopyFault(
      kind, origin: read.origin, frame: Int64(place), sourceTime: time(place) - read.zero, log: log)
  }
}
