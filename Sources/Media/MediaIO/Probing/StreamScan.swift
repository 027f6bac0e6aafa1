// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol

/// The properties of one stream, determined from its packets in one pass over the file.
final class StreamScan {
  let info: StreamInfo
  /// Number of packets that are shown or heard.
  private(set) var count = 0
  /// The minimum and maximum PTS, in ticks.
  private(set) var first: Int64?
  private(set) var last: Int64 = .min
  /// PTS of key frames, in ticks and in file order.
  private(set) var keys: [Int64] = []
  /// Number of frames before each key frame in the file.
  private var keyPlaces: [Int] = []
  private(set) var damagedPackets = 0
  /// Where the first of these are in the file, and how long.
  private var damaged: [(position: Int64, size: Int)] = []
  /// The first frame that could be decoded, without its pixels.
  private(set) var firstFrame: FirstFrame?
  /// Why no frame could be decoded, as far as known.
  private(set) var failure: AVError?

  private var openingScan: OpeningScan?

  /// True if a key frame before the first frame could not be decoded.
  ///
  /// Then data is missing, which rendering reports; frames before the first key frame are ignored.
  private var isBrokenAtStart = false

  /// PTS of all pictures, in file order, as far as these are kept.
  private var times: [Int64] = []
  private var codingScan: CodingScan?
  private var sceneScan: SceneScan?
  /// The latest decoding time, and where times go back to one that is far before it.
  private var latest = Int64.min
  /// In ticks.
  private let second: Int64
  private(set) var restart: Time?
  /// The decoding time behind which there is none for more than ten seconds.
  private(set) var jump: Time?
  private var lastDuration: Int64 = 0
  private var lastTrim = 0
  /// The samples of the last packet that are heard; nil where that is not known.
  private var lastHeard: Int64?
  private var durationBefore: Int64 = 0
  private var decoder: Decoder?
  private var packetsTried = 0
  /// A decoder without output after this many packets is given up.
  private static let patience = 600
  private static let maximumKeys = 200_000
  /// Nine hours at 60 frames a second; of more, the grid is not looked for.
  private static let maximumTimes = 2_000_000

  /// The properties of a frame without its pixels.
  struct FirstFrame {
    var time: Int64?
    var size: PixelSize
    var pixelFormat: PixelFormat
    var color: ColorTags
    var fields: FieldOrder?
    var sampleAspect: Time?
    var displayMatrix: [Int32]?
    var light: LightTags?
    var sampleRate: Int
    var channels: Int
    /// The name of its channel layout.
    var layout: String
    var timecode: String?
  }

  private var soundScan: AudioScan?
  private var soundTimes: AudioTimes?
  private(set) var mp3Scan: MP3Scan?
  /// Samples at the start that the container says are none, but that no decoder drops.
  private var padding = Time.zero
  /// True if libavformat has a decoder drop samples at the start.
  private var skipsLead = false
  /// True if the container does not know how long it is.
  let isOpenEnded: Bool

  init(_ info: StreamInfo, of demuxer: borrowing Demuxer, maximumPixels: Int) {
    self.info = info
    second = max(1, (Time(1) / info.timeBase).rounded)
    isOpenEnded = demuxer.isOpenEnded(info.index)
    if info.kind == .video, PictureCodings.contains(info.codec) {
      codingScan = demuxer.parameters(of: info.index).map {
        CodingScan($0, timeBase: info.timeBase)
      }
    }
    if info.kind == .video {
      openingScan = OpeningScan(info, of: demuxer)
      sceneScan = SceneScan(info, of: demuxer, maximumPixels: maximumPixels)
    }
    if info.kind == .audio {
      soundScan = AudioScan(info, of: demuxer)
      soundTimes = AudioTimes(info, of: demuxer)
      mp3Scan = MP3Scan(info, of: demuxer)
      if demuxer.format.hasPrefix("matroska"), info.sampleRate > 0 {
        // libavformat takes the codec's delay off the times of its packets.
        let samples = demuxer.parameters(of: info.index)?.initialPadding ?? 0
        padding = Time(Int64(samples), over: Int64(info.sampleRate))
      }
    }
    do throws(AVError) {
      decoder = try Decoder(
        stream: info.index, of: demuxer, isStrict: false, maximumPixels: maximumPixels)
    } catch { failure = error }
    decoder?.skipsPixels = true
  }

  /// True if a frame was decoded.
  var isDecodable: Bool { firstFrame != nil }

  /// Takes packets for whole that were not, where `isWhole` says so of a position and a size.
  func forgive(_ isWhole: (Int64, Int) -> Bool) {
    damagedPackets -= damaged.count { isWhole($0.position, $0.size) }
    damaged = []
  }

  /// Adds the next packet of the stream.
  func take(_ packet: borrowing Packet) throws(AVError) {
    if openingScan?.hides(packet) == true {
      if openingScan?.hasNoEntry == false { noteOrder(packet) }
      return
    }
    soundTimes?.take(packet)
    if firstFrame == nil, packet.trim.start > 0 { skipsLead = true }
    if firstFrame == nil && packetsTried < StreamScan.patience { try attempt(packet) }
    if packet.isDamaged {
      damagedPackets += 1
      if damaged.count < 100 { damaged.append((packet.position, packet.bytes.count)) }
    }
    codingScan?.take(packet)
    soundScan?.take(packet)
    mp3Scan?.take(packet)
    guard !packet.isDiscarded, !isHidden(packet), let time = packet.presentation ?? packet.decoding
    else { return }
    if packet.isKey, info.kind == .video, keys.count < StreamScan.maximumKeys {
      keys.append(time)
      keyPlaces.append(count)
    }
    noteOrder(packet)
    if info.kind == .video, times.count <= StreamScan.maximumTimes, let own = packet.presentation {
      times.append(own)
    }
    count += 1
    sceneScan?.take(packet, at: time)
    first = min(first ?? time, time)
    if time >= last {
      last = time
      durationBefore = lastDuration
      lastDuration = packet.duration
      lastTrim = packet.trim.end
      lastHeard = soundTimes?.latestCount.map { max(0, $0 - Int64(lastTrim)) }
    }
  }

  /// Packets are decoded in the order of the file: where their times go back by more than any error of rounding, another
  /// recording begins.
  private func noteOrder(_ packet: borrowing Packet) {
    guard let time = packet.decoding ?? (packet.isKey ? packet.presentation : nil) else { return }
    if latest != .min {
      if restart == nil, (latest - time) * 2 > second {
        restart = Time(ticks: latest, base: info.timeBase)
      }
      // As ffmpeg has it for formats whose clocks may begin anew.
      if jump == nil, time - latest > second * 10 {
        jump = Time(ticks: latest, base: info.timeBase)
      }
    }
    latest = max(latest, time)
  }

  /// Signals that there are no more packets.
  func finish() throws(AVError) {
    fit = findGrid()
    times = []
    sceneScan?.finish()
    soundTimes?.finish()
    guard firstFrame == nil else { return }
    let frame = try Frame()
    do throws(AVError) {
      try decoder?.sendEnd()
      if try decoder?.receive(into: frame) == .filled { note(frame) }
    } catch { failure = failure ?? error }
    decoder = nil
  }

  /// The end of the last frame or sample, in container time.
  var end: Time {
    if let end = soundTimes?.heardEnd { return end }
    var duration = lastDuration
    if duration <= 0, count > 1, let first { duration = (last - first) / Int64(count - 1) }
    var length = Time(duration)
    // The length of a packet may be that of a field.
    if let fit, length * Time(2) <= fit.interval { length = fit.interval }
    var end = Time(ticks: last, base: info.timeBase) + length * info.timeBase
    if info.kind == .audio, info.sampleRate > 0 {
      // Some containers take what is dropped off a packet's length, and others do not; some give a last packet of fewer
      // samples the length of the others.
      func samples(_ count: Int64) -> Time { Time(count, over: Int64(info.sampleRate)) }
      if let lastHeard {
        end = min(
          end, Time(ticks: last, base: info.timeBase) + samples(lastHeard) * (drift ?? Time(1)))
      } else if lastDuration >= durationBefore {
        end = end - samples(Int64(lastTrim))
      }
    }
    return end
  }

  /// The start of the first frame or sample, in container time.
  var start: Time {
    let packets = Time(ticks: first ?? 0, base: info.timeBase)
    guard let time = firstFrame?.time, !isBrokenAtStart else { return packets }
    let start = soundTimes?.start ?? max(packets, Time(ticks: time, base: info.timeBase))
    return start + (dropsLead ? .zero : padding)
  }

  /// The start of all that the file has of it, shown or not.
  var openingStart: Time {
    openingScan?.hidden.map { min(start, Time(ticks: $0, base: info.timeBase)) } ?? start
  }

  /// The number of hidden pictures before its first key frame.
  var hiddenCount: Int { openingScan?.hiddenCount ?? 0 }

  /// Where its pictures begin to be shown; nil where all are.
  var opening: PictureOpening? { openingScan?.opening }

  /// True if it has pictures, and no entry from which they can be decoded.
  var hasNoEntry: Bool { openingScan?.hasNoEntry ?? false }

  /// True if a decoder drops samples before the first one that is heard.
  private var dropsLead: Bool { skipsLead || soundTimes?.lead ?? 0 > 0 }

  /// True if there are samples before the first one that is heard.
  var hasLead: Bool { dropsLead || padding > .zero }

  /// The time that usual encoders put before the first sample: 1024 to 2112 samples for AAC
  /// (FFmpeg, Apple), 1105 for MP3 (LAME), 481 for MP2, 256 for AC-3.
  var encoderDelay: Time {
    let samples: Int64 =
      switch info.codec {
      case "aac": 2112
      case "mp3": 1105
      case "mp2": 481
      case "ac3", "eac3": 256
      default: 0
      }
    return info.sampleRate > 0 ? Time(samples, over: Int64(info.sampleRate)) : .zero
  }

  /// True if the times of its packets run ahead of their samples and come back.
  var isUneven: Bool { soundTimes?.isUneven ?? false }

  /// The seconds of the container in which one second of its samples goes by; nil for 1.
  var drift: Time? { soundTimes?.drift }

  /// PTS of frames at which a scene seems to begin, in ticks, ascending.
  var sceneStarts: [Int64] {
    let keys = zip(keys, keyPlaces).sorted { $0 < $1 }
    let groups = zip(keys, keys.dropFirst()).map { GroupLength($1.0 - $0.0, $1.1 - $0.1) }
    let cuts = groups.indices.filter { GroupLength.endsAtCut($0, of: groups) }
      .map { keys[$0 + 1].0 }
    return Set(cuts + (sceneScan?.starts ?? [])).sorted()
  }

  /// Which field of the first frame is shown first; nil where it is progressive.
  var fields: FieldOrder? { firstFrame?.fields }

  /// HDR metadata of the container or of the first frame.
  var light: LightTags? { info.light ?? firstFrame?.light }

  /// The coding of the pictures, with source time 0 at `zero`; nil if it was not analysed.
  func coding(zero: Time, isCutOff: Bool) -> CodingFacts? {
    codingScan?.facts(
      zero: zero, rate: rate, fields: firstFrame?.fields, isCutOff: isCutOff)
  }

  /// The coding of the audio, with source time 0 at `zero`; nil if its packets cannot be copied.
  func soundCoding(zero: Time) -> AudioCoding? { soundScan?.coding(zero: zero) }

  /// The even times of its pictures; nil where these vary.
  private(set) var fit: GridFit?

  /// The number of pictures with the time of the one before them.
  private(set) var crowded = 0

  private func findGrid() -> GridFit? {
    guard info.kind == .video, times.count <= StreamScan.maximumTimes, info.timeBase > .zero else {
      return nil
    }
    let times = times.sorted()
    crowded = zip(times, times.dropFirst()).count { $0 == $1 }
    var intervals: [Time] = []
    func add(_ interval: Time) {
      if interval > .zero, !intervals.contains(interval) { intervals.append(interval) }
    }
    // The rates that are claimed, and those that are measured: of all frames, and of what most of them last.
    for rate in [averageRate, info.rate] {
      if let rate { add(rate.frameDuration / info.timeBase) }
    }
    if let first = times.first, let last = times.last, times.count > 2 {
      add(Time(last - first, over: Int64(times.count - 1)))
      let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
      let middle = steps[steps.count / 2]
      let usual = steps.filter { $0 > middle / 2 && $0 < middle + middle / 2 }
      if middle > 0, !usual.isEmpty {
        let mean = Time(usual.reduce(0, +), over: Int64(usual.count))
        let rate = Time(1) / (mean * info.timeBase)
        for usual in StreamScan.usualRates where near(rate, usual, 200) {
          add(Time(1) / (usual * info.timeBase))
        }
      }
    }
    return GridFit(
      times, intervals: intervals,
      tolerance: TimeRemap.tolerance(timeBase: info.timeBase) / info.timeBase)
  }

  /// The rate of the grid of its pictures, else the average.
  var rate: FrameRate? {
    guard let fit else { return averageRate }
    let rate = Time(1) / (fit.interval * info.timeBase)
    return FrameRate(rate.numerator, over: rate.denominator)
  }

  /// The average rate: the container's, if the packets confirm it.
  private var averageRate: FrameRate? {
    guard let first, count > 1, last > first else { return info.rate }
    let measured = Time(Int64(count - 1)) / Time(ticks: last - first, base: info.timeBase)
    guard measured > .zero, measured <= Time(1000) else { return nil }
    var rate = measured
    if let claimed = info.rate?.perSecond, near(claimed, measured, 20) { rate = claimed }
    let said = rate
    for usual in StreamScan.usualRates where near(rate, usual, 2000) { rate = usual }
    // Some cameras keep exactly to their stated rate, slightly off a usual one.
    if rate != said, let codingScan, codingScan.keeps(to: said), !codingScan.keeps(to: rate) {
      rate = said
    }
    return FrameRate(rate.numerator, over: rate.denominator)
  }

  private static let usualRates: [Time] = [
    Time(24), Time(25), Time(30), Time(48), Time(50), Time(60), Time(100), Time(120),
    Time(24000, over: 1001), Time(30000, over: 1001), Time(60000, over: 1001),
    Time(120_000, over: 1001), Time(15), Time(10), Time(12),
  ]

  /// Returns true if `a` and `b` differ by less than one part in `parts`.
  private func near(_ a: Time, _ b: Time, _ parts: Int64) -> Bool {
    let difference = a < b ? b - a : a - b
    return difference * Time(parts) < b
  }

  /// Returns true if the packet is a VP8 or VP9 frame that is only a reference, never shown.
  private func isHidden(_ packet: borrowing Packet) -> Bool {
    let bytes = packet.bytes
    guard let head = bytes.first, let tail = bytes.last else { return false }
    if info.codec == "vp8" { return head & 0x10 == 0 }
    // A superframe (marked by its last byte) always contains a shown frame.
    guard info.codec == "vp9", head >> 6 == 2, tail & 0xe0 != 0xc0 else { return false }
    let isProfile3 = head & 0x30 == 0x30
    let bits = isProfile3 ? head << 5 : head << 4
    let showsExisting = bits & 0x80 != 0
    return !showsExisting && bits & 0x20 == 0
  }

  private func attempt(_ packet: borrowing Packet) throws(AVError) {
    packetsTried += 1
    let frame = try Frame()
    if packetsTried == 1, codingScan?.isShownFirst(packet) == true, isDecoded(packet, into: frame) {
      note(frame)
      decoder = nil
      return
    }
    do throws(AVError) {
      try decoder?.send(packet)
      while try decoder?.receive(into: frame) == .filled {
        note(frame)
        soundTimes?.begin(
          with: frame.sampleCount, at: frame.timestamp, trimmed: packet.trim.end)
        decoder = nil
        return
      }
    } catch {
      failure = failure ?? error
      if packet.isKey, info.kind == .video { isBrokenAtStart = true }
    }
  }

  /// Returns true if `packet` alone produces a frame.
  ///
  /// If so, the decoder needs no further packets for the first shown frame; if not, it has been reset.
  private func isDecoded(_ packet: borrowing Packet, into frame: borrowing Frame) -> Bool {
    do throws(AVError) {
      try decoder?.send(packet)
      try decoder?.sendEnd()
      if try decoder?.receive(into: frame) == .filled { return true }
    } catch {}  // The packet is tried again, and that failure is reported.
    decoder?.flush()
    return false
  }

  private func note(_ frame: borrowing Frame) {
    firstFrame = FirstFrame(
      time: frame.timestamp, size: frame.size, pixelFormat: frame.pixelFormat, color: frame.color,
      fields: frame.fields, sampleAspect: frame.sampleAspect, displayMatrix: frame.displayMatrix,
      light: frame.light, sampleRate: frame.sampleRate, channels: frame.channels,
      layout: frame.channelLayout, timecode: frame.timecode)
  }
}
