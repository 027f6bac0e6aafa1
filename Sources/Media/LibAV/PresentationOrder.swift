// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import CFFmpegShims

/// Gives pictures their presentation times where a container has none, as AVI and Matroska's compatibility mode, or has some, as
/// MPEG's program streams.
///
/// Such a container says when packets are decoded. The n-th picture that is shown has the time of the n-th packet: by how
/// many packets pictures are reordered is no time that passes. Where AVI lets time pass between two packets, that is
/// between the pictures that come out of a decoder with them, which are as many before. Which one is shown when, codecs
/// say: by numbers of pictures (H.264 and HEVC), or as some are shown at once and all others after the next of these.
///
/// A transport stream may leave those times unknown that are after the next pictures': such pictures are shown when the next one
/// like them is decoded. A program stream tells the time of one picture of each of its packets (`PackTimes`); the others are
/// counted from it in the order in which they are shown.
final class PresentationOrder {
  /// By the stream's index; nil for one whose packets are handed out as they are.
  private var streams: [StreamOrder?] = []
  /// The error that ended the reading; it is thrown after the packets read before.
  private var failure: AVError?
  private var hasEnded = false
  /// The demuxer's log of the packet that was handed out last; nil where it was read just now.
  private(set) var log: [String]?

  /// True if times are counted, of which those in the file are few.
  let counts: Bool

  /// Of the open file `context` at `path`; nil where its container tells all presentation times.
  init?(_ context: UnsafeMutablePointer<AVFormatContext>, path: String) {
    let format = String(cString: context.pointee.iformat.pointee.name)
    let isAVI = format == "avi"
    counts = format == "mpeg"
    guard isAVI || counts || format == "mpegts" || format.hasPrefix("matroska") else { return nil }
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let source = context.pointee.streams[index] else { return nil }
      streams.append(
        StreamOrder(
          source.pointee.codecpar, isWithoutTimes: isAVI, hasSomeTimes: format == "mpegts",
          told: counts ? PackTimes(path, of: source.pointee.codecpar.pointee.codec_id) : nil))
    }
    if streams.allSatisfy({ $0 == nil }) { return nil }
  }

  /// Begins anew at another place of the file.
  func restart() {
    for stream in streams { stream?.restart() }
    (failure, hasEnded, log) = (nil, false, nil)
  }

  /// Returns true if presentation times of `stream` are worked out.
  func isOf(_ stream: Int) -> Bool { order(stream)?.worksOutTimes ?? false }

  /// Returns true if the times of `stream` are known only where it is read from the start of the file: a picture that is reached
  /// elsewhere has a number, but not of the pictures before it.
  func mustBeCounted(_ stream: Int) -> Bool { order(stream)?.mustBeCounted ?? false }

  private func order(_ stream: Int) -> StreamOrder? {
    streams.indices.contains(stream) ? streams[stream] : nil
  }

  /// Puts the next packet into `packet`, which `next` reads from the file with its log; false at the end.
  func read(
    into packet: borrowing Packet,
    _ next: (borrowing Packet) throws(AVError) -> [String]?
  ) throws(AVError) -> Bool {
    while true {
      for stream in streams {
        if let log = stream?.take(into: packet) {
          self.log = log
          return true
        }
      }
      if hasEnded {
        // What the container said at the end was said last.
        log = nil
        defer { failure = nil }
        if let failure { throw failure }
        return false
      }
      do throws(AVError) {
        guard let log = try next(packet) else {
          end()
          continue
        }
        guard let stream = order(packet.stream), stream.wants(packet) else {
          self.log = log
          return true
        }
        stream.append(try packet.reference(), log)
      } catch {
        // What was read before it comes first.
        failure = error
        end()
      }
    }
  }

  private func end() {
    hasEnded = true
    for stream in streams { stream?.finish() }
  }
}

/// The packets of a stream whose places in the order of presentation are not known yet.
private final class StreamOrder {
  private final class Held {
    let packet: Packet
    let log: [String]
    let number: Int
    /// Its presentation time in the container; nil for none.
    var told: Int64?
    var isPlaced = false

    init(_ packet: consuming Packet, _ log: [String], number: Int) {
      self.packet = packet
      (self.log, self.number) = (log, number)
    }
  }

  /// True if the container is known to have no presentation times for it.
  private(set) var isWithoutTimes: Bool
  /// True if the container has presentation times, but not of each picture.
  private let hasSomeTimes: Bool
  /// The times that packets of a program stream tell; nil for another container.
  private let told: PackTimes?
  /// By how much pictures follow each other between two of which the container tells times, where their own durations do not
  /// fit; else nil.
  private var step: Int64?
  /// The duration of the picture with the last time.
  private var lastDuration: Int64 = 0
  /// The packets since reading has moved to another place, up to a picture that is shown behind all that are before that place and
  /// of which the container tells the time; nil behind it.
  private var sinceMove: Int?
  /// When the packet that was read last has been decoded.
  private var decodedUpTo: Int64?
  /// True if pictures are numbered.
  private let isNumbered: Bool
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private var context: UnsafeMutablePointer<AVCodecContext>?
  /// In the order of the file.
  private var held: [Held] = []
  /// Those whose place is not known.
  private var waiting: [Held] = []
  /// Those without a time, in the order of presentation.
  private var shown: [Held] = []
  /// By how many packets a decoder gives a picture later.
  private let delay: Int
  /// The last time that was given.
  private var last: Int64?
  /// Decoding times that no picture has been given yet.
  private var times: [Int64] = []
  private var highest = Int.min
  /// True if the last packet had two pictures, the second of which comes out with the next.
  private var isPacked = false

  /// No codec shows a picture after more than so many that follow it.
  private static let longest = 16
  /// A program stream tells a time every 0.7 seconds (ISO/IEC 13818-1, 2.7.4), so that of one of these.
  private static let mostCounted = 256
  /// A packet of MPEG-4 that says that nothing changes is at most so long.
  private static let emptyBytes = 19

  /// Of a stream with `parameters`; nil for a codec that shows pictures in the order of the file.
  init?(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, isWithoutTimes: Bool, hasSomeTimes: Bool,
    told: PackTimes?
  ) {
    let codec = parameters.pointee.codec_id
    switch codec {
    case AV_CODEC_ID_H264 where hasSomeTimes, AV_CODEC_ID_HEVC where hasSomeTimes: return nil
    case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC: isNumbered = true
    case AV_CODEC_ID_MPEG4, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_VC1,
      AV_CODEC_ID_WMV3:
      isNumbered = false
    default: return nil
    }
    guard
      let parser = reel_parser(codec.rawValue)?.assumingMemoryBound(to: AVCodecParserContext.self)
    else { return nil }
    guard let context = avcodec_alloc_context3(nil) else {
      av_parser_close(parser)
      return nil
    }
    avcodec_parameters_to_context(context, parameters)
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    (self.parser, self.context) = (parser, context)
    (self.isWithoutTimes, self.hasSomeTimes, self.told) = (isWithoutTimes, hasSomeTimes, told)
    delay =
      isWithoutTimes ? min(max(0, Int(parameters.pointee.video_delay)), StreamOrder.longest) : 0
  }

  deinit {
    av_parser_close(parser)
    avcodec_free_context(&context)
  }

  func restart() {
    (held, waiting, shown, times, highest, isPacked) = ([], [], [], [], .min, false)
    (decodedUpTo, last, step, lastDuration) = (nil, nil, nil, 0)
    sinceMove = mustBeCounted ? nil : 0
    told?.restart()
  }

  /// True if few pictures have a time in the file, and the others follow by their numbers.
  var mustBeCounted: Bool { told != nil && isNumbered }

  /// True if hardly any presentation time is the container's.
  var worksOutTimes: Bool { isWithoutTimes || mustBeCounted }

  /// Returns true if a packet needs a presentation time, or follows one that does: from the first
  /// one without a time on.
  func wants(_ packet: borrowing Packet) -> Bool {
    if told != nil { return true }
    if hasSomeTimes {
      return !held.isEmpty || (packet.presentation == nil && packet.decoding != nil)
    }
    guard packet.decoding != nil else { return false }
    if packet.presentation == nil { isWithoutTimes = true }
    return isWithoutTimes
  }

  /// Puts the next packet that has its time into `packet`, and returns its log; nil where there is none.
  func take(into packet: borrowing Packet) -> [String]? {
    guard let first = held.first, first.isPlaced else { return nil }
    held.removeFirst()
    av_packet_unref(packet.pointer)
    av_packet_move_ref(packet.pointer, first.packet.pointer)
    return first.log
  }

  func append(_ packet: consuming Packet, _ log: [String]) {
    if !hasSomeTimes, told == nil {
      times.append(packet.decoding ?? 0)
      giveTimes()
    }
    var data: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    let raw = packet.pointer.pointee
    _ = av_parser_parse2(
      parser, context, &data, &size, raw.data, raw.size, raw.pts, raw.dts, raw.pos)
    let isKey = parser.pointee.key_frame == 1
    let isShownAtOnce = parser.pointee.pict_type == AV_PICTURE_TYPE_B.rawValue
    let wasPacked = isPacked && packet.bytes.count <= StreamOrder.emptyBytes
    isPacked = context?.pointee.codec_id == AV_CODEC_ID_MPEG4 && packet.bytes.pictures > 1
    let number = Int(parser.pointee.output_picture_number)
    let item = Held(packet, log, number: number)
    held.append(item)
    if let told { note(told.time(of: item.packet), of: item) }
    if hasSomeTimes {
      complete(item, isShownAtOnce: isShownAtOnce)
      return
    }
    guard isNumbered else {
      if isShownAtOnce || wasPacked {
        place(item)
      } else {
        placeAll()
        waiting.append(item)
      }
      return
    }
    // Numbers begin anew.
    if isKey, number <= highest {
      placeAll()
      highest = .min
    }
    highest = max(highest, number)
    waiting.append(item)
    if waiting.count > StreamOrder.longest {
      waiting.sort { $0.number < $1.number }
      place(waiting.removeFirst())
    }
    // Numbers that make no sense would keep all of a file.
    if told == nil, held.count > 8 * StreamOrder.longest { placeAll() }
  }

  func finish() {
    if hasSomeTimes { return showWaiting(at: decodedUpTo) }
    placeAll()
    if told != nil { return countOn() }
    for item in shown {
      give(max(times[0], last.map { $0 + item.packet.duration } ?? .min), to: item)
    }
    shown = []
  }

  /// Keeps the time of a packet that has one, and looks for that of one that has none.
  private func complete(_ item: Held, isShownAtOnce: Bool) {
    let decoding = item.packet.decoding
    if !isShownAtOnce || held.count > StreamOrder.longest {
      showWaiting(at: decoding ?? decodedUpTo)
    }
    decodedUpTo = decoding.map { $0 + item.packet.duration } ?? decodedUpTo
    if item.packet.presentation == nil, !isShownAtOnce {
      waiting.append(item)
    } else {
      item.packet.presentation = item.packet.presentation ?? decoding
      item.isPlaced = true
    }
  }

  private func showWaiting(at time: Int64?) {
    for item in waiting {
      item.packet.presentation = time
      item.isPlaced = true
    }
    waiting = []
  }

  private func placeAll() {
    for item in waiting.sorted(by: { $0.number < $1.number }) { place(item) }
    waiting = []
  }

  private func place(_ item: Held) {
    shown.append(item)
    if told == nil {
      giveTimes()
    } else if item.told != nil {
      countUpToLast()
    } else if shown.count > StreamOrder.mostCounted {
      countOn()
    }
  }

  // MARK: - Counted times

  /// Notes the time that the container tells of a packet, and counts when it is decoded.
  private func note(_ time: PackTimes.Told?, of item: Held) {
    item.told = time?.presentation
    item.packet.presentation = nil
    let length = step ?? item.packet.duration
    item.packet.decoding = time?.decoding ?? decodedUpTo
    decodedUpTo = item.packet.decoding.map { $0 + length }
    guard let since = sinceMove else { return }
    if time != nil, item.packet.isKey || since >= StreamOrder.longest {
      sinceMove = nil
    } else {
      // Of what is shown before it, some may be before the place to which reading has moved.
      sinceMove = since + 1
      item.packet.isKey = false
    }
  }

  /// Gives the last picture in the order of presentation the time that is told, and those before it times up to that.
  private func countUpToLast() {
    guard let item = shown.popLast(), let time = item.told else { return }
    let sum = shown.reduce(0) { $0 + $1.packet.duration }
    if let last {
      let (free, usual) = (time - last, lastDuration + sum)
      let isOff = 2 * (free - usual).magnitude > lastDuration.magnitude
      let number = Int64(shown.count) + 1
      // More time is that of a hole or a leap.
      let isSpread =
        isOff && number > 1 && free >= number && free < 2 * usual + usual / number * 50
      if isSpread || !isOff { step = isSpread ? free / number : nil }
      for (place, other) in shown.enumerated() {
        settle(other, at: isSpread ? last + free * Int64(place + 1) / number : nil)
      }
    } else {
      var start = time - sum
      for other in shown {
        settle(other, at: start)
        start += other.packet.duration
      }
    }
    shown = []
    settle(item, at: time)
  }

  /// Gives all pictures times after the last one.
  private func countOn() {
    for item in shown { settle(item, at: nil) }
    shown = []
  }

  /// Gives a picture `time`, or where that is nil the end of the one before it.
  private func settle(_ item: Held, at time: Int64?) {
    last = time ?? last.map { $0 + (step ?? lastDuration) }
    lastDuration = item.packet.duration
    item.packet.presentation = last
    item.isPlaced = true
  }

  private func giveTimes() {
    while times.count > delay, let first = shown.first {
      shown.removeFirst()
      let length = first.packet.duration
      let isLength = length > 0 && length < Int64(1) << 48
      give(isLength ? times[delay] - Int64(delay) * length : times[0], to: first)
    }
  }

  private func give(_ time: Int64, to item: Held) {
    times.removeFirst()
    last = time
    item.packet.presentation = time
    item.isPlaced = true
  }
}

extension UnsafeRawBufferPointer {
  /// The number of pictures that a packet of MPEG-4 has.
  fileprivate var pictures: Int {
    var (found, zeros) = (0, 0)
    for index in 0..<Swift.max(0, count - 1) {
      if zeros >= 2, self[index] == 1, self[index + 1] == 0xb6 { found += 1 }
      zeros = self[index] == 0 ? zeros + 1 : 0
    }
    return found
  }
}
