// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// A film being linked: one picture stream made of segments, one sound stream, or either.
struct FilmWriter: ~Copyable {
  private var muxer: Muxer
  private let request: LinkRequest
  private let rate: FrameRate

  private let pictures: SegmentStream?
  private var pictureIndex: Int
  private var pictureTicks = TickScale(from: Time(1), to: Time(1))
  private var framesBefore: Int64 = 0

  private var sound: SoundTrack?
  private var soundIndex = -1
  private var soundTicks = TickScale(from: Time(1), to: Time(1))
  /// The frame before which sound is written next.
  private var nextSound = Int64.min

  /// A film in the container and at the place that `request` says.
  init(_ request: LinkRequest) throws(RenderFailure) {
    var muxer = try FilmWriter.open(request)
    let rate = request.canvas.rate
    var pictures: SegmentStream?
    var index = -1
    if let first = request.segments.first {
      let stream = try SegmentReader(path: first).stream
      guard !stream.isSound else {
        throw FilmWriter.program("a segment of sound among the pictures")
      }
      index = try FilmWriter.add(stream, to: &muxer, timeBase: rate.frameDuration, rate: rate)
      pictures = stream
    }
    self.muxer = muxer
    self.request = request
    self.rate = rate
    self.pictures = pictures
    pictureIndex = index
  }

  private static func open(_ request: LinkRequest) throws(RenderFailure) -> Muxer {
    do { return try Muxer(path: request.output, container: request.container) } catch {
      throw RenderFailure(writing: error)
    }
  }

  private static func program(_ message: String) -> RenderFailure {
    RenderFailure(kind: .program, message: message)
  }

  private static func add(
    _ stream: SegmentStream, to muxer: inout Muxer, timeBase: Time, rate: FrameRate?
  ) throws(RenderFailure) -> Int {
    do { return try muxer.addStream(stream.parameters, timeBase: timeBase, rate: rate) } catch {
      throw RenderFailure(writing: error)
    }
  }

  /// Adds the sound segment file at `path`, before `start`.
  mutating func addSound(_ path: String) throws(RenderFailure) {
    let track = try SoundTrack(path: path)
    guard track.stream.isSound else { throw FilmWriter.program("a sound file of pictures") }
    soundIndex = try FilmWriter.add(
      track.stream, to: &muxer, timeBase: track.stream.timeBase, rate: nil)
    sound = track
  }

  private var isMovie: Bool { ["mp4", "mov", "ipod"].contains(request.container) }

  /// How far apart in the film pictures and sound alternate.
  ///
  /// In runs of half a second, a movie's index stays small; Matroska wants strict order.
  private var run: Time { isMovie ? Time(1, over: 2) : .zero }

  /// Writes the header.
  mutating func start() throws(RenderFailure) {
    var options: [(String, String)] = []
    if isMovie {
      options.append(("movie_timescale", String(movieTimescale)))
      // libavformat still calls FLAC in MP4 an experiment; it is in the format's registry.
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
  }

  /// Ticks of a movie's own clock: a number that both tracks' durations are whole multiples of.
  private var movieTimescale: Int64 {
    let pictures = pictureIndex >= 0 ? rate.perSecond.numerator : 1
    let samples = Int64(sound?.stream.sampleRate ?? 1)
    let product = pictures.multipliedReportingOverflow(by: samples)
    guard !product.overflow else { return max(pictures, samples) }
    let common = Time(pictures, over: samples)  // in lowest terms
    let multiple = product.partialValue / max(1, pictures / max(1, common.numerator))
    guard multiple <= 100_000_000 else { return min(max(pictures, samples), 100_000_000) }
    return max(multiple, 1000)
  }

  /// Room enough for a movie's index, so that it can be in front without writing the film twice.
  private func indexSize() throws(RenderFailure) -> Int64 {
    var bytes: Int64 = 16384
    var duration = Time.zero
    if let pictures {
      var count: Int64 = 0
      for path in request.segments { count += try SegmentTrailer(path: path).packets }
      // Size, key-frame entry, and reordering offset.
      bytes += count * (pictures.delay > 0 ? 16 : 8) + Int64(4 * pictures.extradata.count)
      duration = rate.time(of: Int(count))
    }
    if let sound {
      let trailer = sound.trailer
      // Size, and duration where that varies.
      bytes += trailer.packets * (sound.stream.frameSize > 0 ? 4 : 12)
      bytes += Int64(4 * sound.stream.extradata.count)
      duration = max(
        duration, Time(trailer.frames, over: Int64(max(1, sound.stream.sampleRate))))
    }
    // Two chunks a run, one more a megabyte: an offset and a length each.
    bytes += 20 * ((duration / Time(1, over: 2)).ceiling * 2 + 8)
    var size: Int64 = 0
    for path in request.segments { size += try SegmentTrailer(path: path).fileSize }
    if let sound { size += sound.trailer.fileSize }
    return bytes + 40 * (size >> 20)
  }

  // MARK: - Copying

  /// Copies the next segment; returns the number of its frames.
  mutating func copyPictures(_ path: String) throws(RenderFailure) -> Int {
    var reader = try SegmentReader(path: path)
    guard reader.stream == pictures else {
      throw RenderFailure(
        kind: .encoder, message: "segments were encoded differently and cannot be joined",
        log: [path])
    }
    let delay = Int64(reader.stream.delay)
    var index: Int64 = 0
    while let packet = try reader.next() {
      let decoding = framesBefore + index - delay
      let shown = framesBefore + (packet.presentation ?? index)
      guard decoding <= shown else {
        throw RenderFailure(
          kind: .encoder, message: "the encoder reorders frames further than it says", log: [path])
      }
      if decoding >= nextSound { try copySound(from: decoding) }
      packet.stream = pictureIndex
      packet.decoding = pictureTicks(decoding)
      packet.presentation = pictureTicks(shown)
      packet.duration = pictureTicks(shown + 1) - pictureTicks(shown)
      try write(packet)
      index += 1
    }
    guard reader.frames == index else {
      throw FilmWriter.program("a segment with packets that are not frames")
    }
    framesBefore += index
    return Int(index)
  }

  /// Copies the sound that belongs before the next run of pictures, which starts at `frame`.
  private mutating func copySound(from frame: Int64) throws(RenderFailure) {
    guard let sound else {
      nextSound = Int64.max
      return
    }
    nextSound = frame + max(1, (run * rate.perSecond).floor)
    let limit = Time(ticks: nextSound, base: rate.frameDuration) / sound.stream.timeBase
    try copySound(until: limit.ceiling, progress: { _ in })
  }

  /// Copies the sound up to the tick `limit` of its own time base, or all.
  mutating func copySound(
    until limit: Int64?, progress: (Int) -> Void
  ) throws(RenderFailure) {
    guard let sound else { return }
    let hundredth = (Time(1, over: 100) / sound.stream.timeBase).floor
    var told: Int64 = 0
    while let start = try sound.nextStart() {
      if let limit, start >= limit { return }
      guard let packet = try sound.take() else { return }
      packet.stream = soundIndex
      packet.duration = soundTicks(start + packet.duration) - soundTicks(start)
      packet.presentation = soundTicks(start)
      packet.decoding = soundTicks(start)
      try write(packet)
      let hundredths = start / max(1, hundredth)
      if hundredths >= told + 100 {
        progress(Int(hundredths - told))
        told = hundredths
      }
    }
  }

  private mutating func write(_ packet: borrowing Packet) throws(RenderFailure) {
    do { try muxer.write(packet) } catch { throw RenderFailure(writing: error) }
  }

  /// Writes what is left and closes the file.
  mutating func finish() throws(RenderFailure) {
    do { try muxer.finish() } catch { throw RenderFailure(writing: error) }
  }
}
