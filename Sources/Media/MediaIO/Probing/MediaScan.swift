// SPDX-License-Identifier: Apache-2.0

import Base
import Bitstreams
import LibAV
import RenderProtocol

/// One pass over all packets of a file, and the facts derived from it.
struct MediaScan {
  private let format: String
  private let containerStart: Time?
  private let infos: [StreamInfo]
  private let tags: ContainerScan
  private var streams: [StreamScan] = []
  /// Picture streams of which the container has no presentation times.
  private var ordered: Set<Int> = []
  private var warnings: [String] = []
  private let restarts: [TimeRestart]
  /// Where the last packet ends in the file, in bytes.
  private var readEnd: Int64 = 0
  /// Where it begins.
  private var lastPosition: Int64 = 0
  /// True if the durations of streams are estimates, and not the container's.
  private let isDurationEstimated: Bool
  /// Streams whose times went on where others began anew.
  private let torn: Set<Int>

  /// Reads all packets of `demuxer`, of the file at `path`; decodes only until each stream has produced a frame.
  init(_ demuxer: inout Demuxer, path: String, maximumPixels: Int) throws(RenderFailure) {
    format = demuxer.format
    containerStart = demuxer.start
    infos = demuxer.streams
    tags = ContainerScan(demuxer)
    isDurationEstimated = demuxer.isDurationEstimated || TornEnd.isOpenAVI(path, format)
    for info in infos where info.kind != .other && !info.isAttachedPicture {
      // The multiplication cannot overflow, since libav's sizes have 32 bits.
      guard info.size.width * info.size.height <= maximumPixels else {
        throw RenderFailure(
          kind: .limit, message: "a picture of \(info.size) is larger than allowed")
      }
      streams.append(StreamScan(info, of: demuxer, maximumPixels: maximumPixels))
    }
    do throws(AVError) {
      demuxer.select(streams.map(\.info.index))
      let packet = try Packet()
      do throws(AVError) {
        while try demuxer.read(into: packet) {
          CrashBreadcrumbs.touch()
          lastPosition = max(lastPosition, packet.position)
          readEnd = max(readEnd, packet.position + Int64(packet.bytes.count))
          if let stream = streams.first(where: { $0.info.index == packet.stream }) {
            try stream.take(packet)
          }
        }
      } catch {
        // The data before the damage can be used.
        guard error.kind == .invalidData || error.kind == .other else { throw error }
        warnings.append("the file is damaged or cut off: " + (error.log.first ?? error.plainReason))
      }
      if warnings.isEmpty, let line = demuxer.lastLog.first {
        warnings.append("the file is damaged or cut off: " + line)
      }
      if warnings.isEmpty, let end = TornEnd(in: path, of: format, from: lastPosition) {
        warnings.append(end.words)
      }
      for stream in streams {
        stream.forgive { demuxer.isLastOfPart(at: $0, size: $1) }
        try stream.finish()
      }
      ordered = Set(streams.map(\.info.index).filter { demuxer.orders($0) })
    } catch { throw RenderFailure(reading: error) }
    restarts = demuxer.restarts
    torn = Set(streams.map(\.info.index).filter { demuxer.isTorn($0) })
  }

  /// The facts about the file at `path`.
  func facts(of path: String) throws(RenderFailure) -> MediaFacts {
    var warnings = warnings
    let video = try choose(.video, &warnings)
    let audio = try choose(.audio, &warnings)
    guard video != nil || audio != nil else {
      throw nothing()
    }
    let chosen = [video, audio].compactMap { $0 }
    let isBroadcast = ["mpegts", "mpeg"].contains(format)
    let jumps = isBroadcast && chosen.allSatisfy { $0.jump != nil } ? chosen.first?.jump : nil
    if let restart = chosen.lazy.compactMap(\.restart).first ?? jumps {
      throw RenderFailure(
        kind: .media,
        message: "its times begin anew after \((restart - start).rounded) s, as of recordings"
          + " that were put one behind the other",
        remedy: isBroadcast
          ? MediaScan.rewriting : MediaScan.joining)
    }
    if let whole = chosen.first(where: { torn.contains($0.info.index) }), let place = restarts.first
    {
      let (own, other) = whole.info.kind == .video ? ("pictures", "sound") : ("sound", "pictures")
      throw RenderFailure(
        kind: .media,
        message:
          "the times of its \(other) begin anew after \((place.start - start).rounded) s, and those"
          + " of its \(own) do not",
        remedy: MediaScan.rewriting)
    }
    if format == "ogg", let place = restarts.first,
      let stream = chosen.first(where: { ["opus", "theora", "flac"].contains($0.info.codec) })
    {
      // libavformat 59 gives wrong times to Opus there, takes FLAC for another stream, and the decoder of Theora cannot begin
      // anew.
      throw RenderFailure(
        kind: .media,
        message:
          "its \(stream.info.codec) begins anew after \((place.start - start).rounded) s, as of"
          + " recordings that were put one behind the other",
        remedy: MediaScan.joining)
    }
    if let joined = JoinedFile(in: path, of: format, behind: readEnd) {
      warnings.append(joined.words)
    }
    let zero = start(video, audio)
    var facts = MediaFacts(
      format: format, start: zero, video: video.flatMap { describe($0, zero) },
      audio: audio.flatMap { describe(sound: $0, zero) }, warnings: warnings)
    facts.pictures = list(.video, usual: facts.video.map(\.stream)) { describe($0, zero) }
    facts.sounds = list(.audio, usual: facts.audio.map(\.stream)) { describe(sound: $0, zero) }
    facts.restarts = restarts.isEmpty ? nil : restarts
    let openings = streams.compactMap(\.opening)
    facts.openings = openings.isEmpty ? nil : openings
    let uneven = streams.filter(\.isUneven)
      .map { UnevenAudio(stream: $0.info.index, start: $0.start) }
    facts.uneven = uneven.isEmpty ? nil : uneven
    facts.container = tags.facts(
      video: video?.info, rate: facts.video?.rate, timecode: video?.firstFrame?.timecode,
      audio: audio?.info,
      light: facts.video?.color.isHDR == true ? video?.light : nil, zero: zero)
    for stream in [video, audio].compactMap({ $0 }) { note(stream, &facts.warnings) }
    return facts
  }

  static let joining = "join the parts anew: ffmpeg -f concat -i LIST -c copy FILE.mkv"
  private static let rewriting =
    "write it with times that go on: ffmpeg -fflags +genpts -i FILE -c copy FILE.mkv"

  /// All streams of a kind, of which `usual` has been described.
  private func list<Facts>(
    _ kind: StreamInfo.Kind, usual: Int?, _ describe: (StreamScan) -> Facts?
  ) -> [StreamOfFile<Facts>] {
    streams.filter { $0.info.kind == kind }.prefix(StreamOfFile<Facts>.most).map { stream in
      let isUsual = stream.info.index == usual
      let isKnown = isUsual || stream.count == 0 || !stream.isDecodable
      return StreamOfFile(
        isUsual: isUsual, codec: stream.info.codec,
        language: stream.info.language.flatMap(plainTag),
        title: stream.info.title.flatMap(plainTitle), facts: isKnown ? nil : describe(stream))
    }
  }

  /// The even times of the pictures of `stream`, with source time 0 at `zero`.
  private func grid(of stream: StreamScan, _ zero: Time) -> FrameGrid? {
    stream.fit.map { fit in
      let base = stream.info.timeBase
      var grid = FrameGrid(start: fit.start * base - zero, interval: fit.interval * base)
      grid.align(stream.start - zero)
      return grid
    }
  }

  /// The container's start time, made exact with the stream that determines it.
  private var start: Time {
    guard let containerStart else { return .zero }
    let tolerance = Time(1, over: 1_000_000)
    for info in infos {
      guard let ticks = info.claimedStart else { continue }
      let exact = Time(ticks: ticks, base: info.timeBase)
      let difference = exact - containerStart
      if difference <= tolerance && -difference <= tolerance { return exact }
    }
    return containerStart
  }

  /// When something is seen or heard of the file first, where that is soon after the container's start time; else that.
  ///
  /// Of a single stream of sound it is its first sample, as exactly as that is known.
  private func start(_ video: StreamScan?, _ audio: StreamScan?) -> Time {
    // Pictures that are not shown are no start.
    let leadsUnseen = video.map { $0.openingStart < $0.start } ?? false
    guard let audio else { return leadsUnseen ? video?.start ?? start : start }
    let far = Time(1, over: 4)
    if streams.count == 1, (audio.start - start).magnitude < far { return audio.start }
    // What leads is nothing that was recorded where an encoder delays its sound by as much, and no container tells.
    if let video, !audio.hasLead, audio.start < video.start,
      video.start - audio.start <= audio.encoderDelay + audio.info.timeBase
    {
      return video.start
    }
    let used = [video, audio].compactMap { $0 }
    guard let first = used.map(\.start).min(), first > start, leadsUnseen || first - start < far
    else { return start }
    return first
  }

  /// The stream to use: the first of the streams that can be decoded and have a sufficient share of the packets
  /// (not a thumbnail track), preferably one marked as default.
  private func choose(
    _ kind: StreamInfo.Kind, _ warnings: inout [String]
  ) throws(RenderFailure) -> StreamScan? {
    let all = streams.filter { $0.info.kind == kind && ($0.count > 0 || $0.hasNoEntry) }
    let usable = all.filter(\.isDecodable)
    let what = kind == .video ? "picture" : "sound"
    for stream in all where !stream.isDecodable {
      let reason = stream.failure.map { ": " + ($0.log.first ?? $0.plainReason) } ?? ""
      warnings.append(
        "the \(what) of stream \(stream.info.index) (\(stream.info.codec)) cannot be decoded"
          + reason)
    }
    guard let most = usable.map(\.count).max() else {
      // Pictures that cannot be decoded make the file unusable; audio next to pictures does not.
      if kind == .video, let broken = all.first { throw failure(of: broken, "picture") }
      return nil
    }
    let many = usable.filter { $0.count * 2 >= most }
    return many.first(where: \.info.isDefault) ?? many.first
  }

  private func failure(of stream: StreamScan, _ what: String) -> RenderFailure {
    if stream.hasNoEntry {
      return RenderFailure(
        kind: .media,
        message: "its \(stream.info.codec) has no key frame from which pictures can be decoded")
    }
    guard let error = stream.failure else {
      return RenderFailure(
        kind: .media, message: "no \(what) comes out of its \(stream.info.codec) data")
    }
    var failure = RenderFailure(reading: error)
    if error.kind == .unsupported {
      failure.message = "there is no decoder for its \(what) (\(stream.info.codec))"
    }
    return failure
  }

  private func nothing() -> RenderFailure {
    if let broken = streams.first(where: { $0.info.kind == .audio && $0.count > 0 }) {
      return failure(of: broken, "sound")
    }
    return RenderFailure(
      kind: .media,
      message: warnings.first ?? "there is neither a picture nor sound in it", log: warnings)
  }

  private func describe(_ stream: StreamScan, _ zero: Time) -> VideoFacts? {
    guard let frame = stream.firstFrame else { return nil }
    let info = stream.info
    var aspect = info.sampleAspect ?? frame.sampleAspect ?? Time(1)
    if aspect < Time(1, over: 20) || aspect > Time(20) { aspect = Time(1) }
    let first = stream.start - zero
    var facts = VideoFacts(
      stream: info.index, codec: info.codec, size: frame.size, sampleAspect: aspect,
      firstFrame: first, end: max(stream.end - zero, first), frameCount: stream.count,
      rate: stream.rate, keyFrames: times(stream.keys.sorted(), of: stream, zero, first),
      sceneStarts: times(stream.sceneStarts, of: stream, zero, first),
      pixels: PixelLayout(frame.pixelFormat), hasAlpha: frame.pixelFormat.hasAlpha,
      color: frame.color.completed(by: info.color),
      // At this point `warnings` only contains damage and truncation.
      coding: stream.coding(zero: zero, isCutOff: !warnings.isEmpty), fields: stream.fields,
      grid: grid(of: stream, zero), swing: stream.fit.map { $0.swing * info.timeBase } ?? .zero)
    facts.apply(DisplayMatrix(info.displayMatrix ?? frame.displayMatrix))
    if ordered.contains(info.index) { facts.coding?.refuse(.noTimes) }
    if let said = frame.sampleAspect, !isLike(said, aspect) { facts.coding?.refuse(.aspect) }
    return facts
  }

  /// Returns true if two sample aspect ratios are equal, apart from rounding by the container.
  private func isLike(_ a: Time, _ b: Time) -> Bool {
    let difference = a < b ? b - a : a - b
    return difference * Time(100) < b
  }

  private func times(
    _ ticks: [Int64], of stream: StreamScan, _ zero: Time, _ first: Time
  ) -> [Time] {
    ticks.map { Time(ticks: $0, base: stream.info.timeBase) - zero }
      .filter { $0 >= first }
  }

  private func describe(sound stream: StreamScan, _ zero: Time) -> AudioFacts? {
    // Other rates cannot be resampled; usable audio has 8 to 192 kHz.
    guard let frame = stream.firstFrame, (1000...768_000).contains(frame.sampleRate) else {
      return nil
    }
    let first = stream.start - zero
    return AudioFacts(
      stream: stream.info.index, codec: stream.info.codec, sampleRate: frame.sampleRate,
      channels: frame.channels, layout: frame.layout, firstSample: first,
      end: max(stream.end - zero, first), drift: stream.drift,
      coding: stream.soundCoding(zero: zero))
  }

  /// Fewer pictures of one time are errors of rounding.
  private static let leastCrowded = 5

  /// Adds warnings about a chosen stream.
  private func note(_ stream: StreamScan, _ warnings: inout [String]) {
    let what = stream.info.kind == .video ? "picture" : "sound"
    if stream.damagedPackets > 0 {
      warnings.append("\(stream.damagedPackets) packets of its \(what) are damaged")
    }
    // What precedes an open group on the screen is no loss.
    if stream.start - stream.openingStart > Time(1, over: 2) {
      warnings.append(
        "\(stream.hiddenCount) pictures before its first key frame cannot be decoded, and are not seen"
      )
    }
    if stream.crowded >= MediaScan.leastCrowded, stream.crowded * 50 >= stream.count {
      warnings.append(
        "\(stream.crowded) of its \(stream.count) pictures have the time of another, and are not seen"
      )
    }
    let early = stream.mp3Scan?.warnings ?? []
    warnings += early
    guard early.isEmpty, !isDurationEstimated, let claimed = stream.info.claimedDuration,
      !stream.isOpenEnded
    else { return }
    let promised = Time(ticks: claimed, base: stream.info.timeBase)
    let found = stream.end - stream.openingStart
    if promised > found + Time(1) && promised * Time(100) > found * Time(105) {
      warnings.append(
        "the container promises \(promised.rounded) s of \(what), but there are only "
          + "\(found.rounded) s")
    }
  }
}
