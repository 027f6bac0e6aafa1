// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// A film being linked: one picture stream made of segments, one audio stream, or both.
///
/// Packets are passed to the muxer in the memory into which their files are read; none is copied or allocated.
struct FilmWriter: ~Copyable {
  var muxer: Muxer
  let request: LinkRequest
  let rate: FrameRate

  let pictures: PictureTrack?
  private(set) var pictureIndex = -1
  private var pictureTicks = TickScale(from: Time(1), to: Time(1))

  let sound: AudioTrack?
  private(set) var soundIndex = -1
  private var soundTicks = TickScale(from: Time(1), to: Time(1))
  /// The offset added to audio times.
  ///
  /// Matroska counts Opus times from the first decoded sample and stores the number of inaudible ones (RFC
  /// 7845; `CodecDelay`), which readers subtract.
  private var soundDelay: Int64 = 0
  /// Audio ticks per hundredth of a second.
  private var hundredth: Int64 = 1
  /// The bytes of the cover where it is a packet; 0 for none.
  private(set) var coverSize: Int64 = 0
  var captions: CaptionPackets
  /// The index of the first stream of captions.
  var captionIndex = -1
  var captionTicks: [TickScale] = []
  /// The frame before which captions are written next.
  var nextCaption = Int64.max
  /// The frame before which audio is written next.
  private var nextSound = Int64.min

  /// A film with the container and path of `request`.
  init(_ request: LinkRequest) throws(RenderFailure) {
    var pictures: PictureTrack?
    if !request.segments.isEmpty {
      pictures = try PictureTrack(request.segments, rate: request.canvas.rate)
    }
    var sound: AudioTrack?
    if let path = request.sound { sound = try AudioTrack(path: path) }
    let muxer = try FilmWriter.open(request)
    self.request = request
    rate = request.canvas.rate
    (self.pictures, self.sound) = (pictures, sound)
    self.muxer = muxer
    let format = CaptionFormat(container: request.container)
    captions = CaptionPackets(
      format == nil ? [] : request.facts?.captions ?? [], as: format ?? .subRip)
  }

  private static func open(_ request: LinkRequest) throws(RenderFailure) -> Muxer {
    do { return try Muxer(path: request.output, container: request.container) } catch {
      throw RenderFailure(writing: error)
    }
  }

  /// Adds the streams and writes the header.
  mutating func start() throws(RenderFailure) {
    try addStreams()
    if let facts = request.facts {
      try say(facts)
      try addCaptions(facts.captions)
    }
    let cover = try request.facts?.cover.flatMap { cover throws(RenderFailure) in try add(cover) }
    coverSize = Int64(cover?.bytes.count ?? 0)
    try writeHeader()
    if let cover { try write(cover) }
  }

  private mutating func addStreams() throws(RenderFailure) {
    if let stream = pictures?.stream {
      guard !stream.parameters.isSound else {
        throw FilmWriter.program("a segment of sound among the pictures")
      }
      pictureIndex = try add(
        stream, timeBase: rate.frameDuration, rate: rate,
        displayMatrix: request.orientation?.displayMatrix(for: stream.parameters.size),
        sampleAspect: request.sampleAspect ?? Time(1))
    }
    if let stream = sound?.stream {
      guard stream.parameters.isSound else { throw FilmWriter.program("a sound file of pictures") }
      soundIndex = try add(stream, timeBase: stream.timeBase)
      hundredth = max(1, (Time(1, over: 100) / stream.timeBase).floor)
      if ["matroska", "webm"].contains(request.container), stream.parameters.codec == "opus" {
        soundDelay = Int64(stream.parameters.initialPadding)
      }
    }
  }

  /// The code of a profile of ProRes, by libavcodec's number; libavformat writes that of 422 for all.
  private static func tagOfProRes(_ profile: Int) -> String {
    let tags = ["apco", "apcs", "apcn", "apch", "ap4h", "ap4x"]
    return tags.indices.contains(profile) ? tags[profile] : "ap4h"
  }

  private static func program(_ message: String) -> RenderFailure {
    RenderFailure(kind: .program, message: message)
  }

  private mutating func add(
    _ stream: SegmentStream, timeBase: Time, rate: FrameRate? = nil, displayMatrix: [Int32]? = nil,
    sampleAspect: Time = Time(1)
  ) throws(RenderFailure) -> Int {
    let tag: String? =
      switch stream.parameters.codec {
      // All HEVC parameter sets are in the record, none in packets.
      case "hevc" where isMovie: "hvc1"
      case "prores" where isMovie: FilmWriter.tagOfProRes(stream.parameters.profile)
      default: nil
      }
    do {
      return try muxer.addStream(
        stream.stored, timeBase: timeBase, rate: rate, tag: tag, displayMatrix: displayMatrix,
        sampleAspect: sampleAspect)
    } catch { throw RenderFailure(writing: error) }
  }

  /// The interval at which pictures and audio alternate in the film.
  ///
  /// Runs of half a second keep the index of MP4 and QuickTime small; Matroska requires strict order.
  private var run: Time { isMovie ? Time(1, over: 2) : .zero }

  private mutating func writeHeader() throws(RenderFailure) {
    var options: [(String, String)] = []
    if isMovie {
      options.append(("movie_timescale", String(movieTimescale)))
      // libavformat still treats FLAC in MP4 as experimental, although it is registered.
      options.append(("strict", "experimental"))
      if request.fastStart { options.append(("moov_size", String(try indexSize()))) }
    }
    if request.container == "wav" { options.append(("rf64", "auto")) }
    do throws(AVError) {
      for (name, value) in options { try muxer.set(name, to: value) }
      try muxer.start()
    } catch { throw RenderFailure(writing: error) }
    if pictureIndex >= 0 {
      pictureTicks = TickScale(from: rate.frameDuration, to: muxer.timeBase(of: pictureIndex))
    }
    if let sound {
      soundTicks = TickScale(from: sound.stream.timeBase, to: muxer.timeBase(of: soundIndex))
    }
    captionTicks = captionTicks.indices.map {
      TickScale(from: FilmWriter.millisecond, to: muxer.timeBase(of: captionIndex + $0))
    }
    awaitCaption()
  }

  // MARK: - Copying

  /// Copies `segment`, which comes next; returns its number of frames.
  mutating func copyPictures(_ segment: LinkedSegment) throws(RenderFailure) -> Int {
    guard let pictures else { preconditionFailure("pictures in a film of sound alone") }
    try pictures.open(segment)
    while let (decoding, shown) = try pictures.next() {
      if decoding >= nextSound { try copySound(before: decoding) }
      if decoding >= nextCaption { try copyCaptions(until: decoding) }
      let start = pictureTicks(shown)
      pictures.packet.stream = pictureIndex
      pictures.packet.decoding = pictureTicks(decoding)
      pictures.packet.presentation = start
      pictures.packet.duration = pictureTicks(shown + 1) - start
      do { try write(pictures.packet) } catch { throw pictures.cause(of: error) }
    }
    return pictures.frames
  }

  /// Copies the audio that belongs before the next run of pictures, which starts at `frame`.
  private mutating func copySound(before frame: Int64) throws(RenderFailure) {
    guard let sound else {
      nextSound = Int64.max
      return
    }
    nextSound = frame + max(1, (run * rate.perSecond).floor)
    let limit = Time(ticks: nextSound, base: rate.frameDuration) / sound.stream.timeBase
    try copySound(until: limit.ceiling, progress: { _ in })
  }

  /// Copies the audio up to the tick `limit` of its own time base, or all of it.
  mutating func copySound(
    until limit: Int64?, progress: (Int) -> Void
  ) throws(RenderFailure) {
    guard let sound else { return }
    var reported: Int64 = 0
    while let start = try sound.nextStart() {
      if let limit, start >= limit { return }
      let time = soundTicks(start + soundDelay)
      sound.packet.stream = soundIndex
      sound.packet.duration = soundTicks(start + soundDelay + sound.packet.duration) - time
      sound.packet.presentation = time
      sound.packet.decoding = time
      do { try write(sound.packet) } catch { throw sound.cause(of: error) }
      sound.advance()
      let hundredths = start / hundredth
      if hundredths >= reported + 100 {
        progress(Int(hundredths - reported))
        reported = hundredths
      }
    }
  }

  private mutating func write(_ packet: borrowing Packet) throws(RenderFailure) {
    CrashBreadcrumbs.touch()
    do { try muxer.write(packet) } catch { throw RenderFailure(writing: error) }
  }

  /// True if the container's times include inaudible samples.
  var hidesSound: Bool { soundDelay > 0 }

  /// The duration of a film of `frames` frames, including audio.
  func duration(frames: Int) -> Time {
    let heard = sound.map {
      Time($0.trailer.frames, over: Int64(max(1, $0.stream.parameters.sampleRate)))
    }
    return max(rate.time(of: frames), heard ?? .zero)
  }

  /// Writes remaining data and closes the file.
  mutating func finish() throws(RenderFailure) {
    do { try muxer.finish() } catch { throw RenderFailure(writing: error) }
  }
}
