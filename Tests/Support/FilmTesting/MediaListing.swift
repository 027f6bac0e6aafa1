// SPDX-License-Identifier: Apache-2.0

import Foundation

/// ffprobe's description of a media file.
public struct MediaListing: Sendable {
  /// A stream as described by ffprobe.
  public struct Stream: Decodable, Sendable {
    /// Its index in the file.
    public var index: Int
    /// Its kind, such as `video`.
    public var codec_type: String?
    /// The codec, such as `aac`.
    public var codec_name: String?
    /// The coded size.
    public var width: Int?
    /// The coded size.
    public var height: Int?
    /// Ticks, as `1/90000`.
    public var time_base: String?
    /// Frames per second, as `30/1`.
    public var r_frame_rate: String?
    /// Average frames per second, as `30000/1001`.
    public var avg_frame_rate: String?
    /// The name of the pixel format.
    public var pix_fmt: String?
    /// `tv` or `pc`.
    public var color_range: String?
    /// The matrix.
    public var color_space: String?
    /// The transfer characteristic.
    public var color_transfer: String?
    /// The primaries.
    public var color_primaries: String?
    /// Samples per second.
    public var sample_rate: String?
    /// The number of channels.
    public var channels: Int?
    /// The stream's disposition flags, by name.
    public var disposition: [String: Int]?
  }

  /// A decoded frame.
  public struct Frame: Sendable {
    /// Its timestamp in ticks.
    public var timestamp: Int64
    /// Its duration in ticks, if known.
    public var duration: Int64
  }

  private struct Answer: Decodable {
    struct Format: Decodable { var start_time: String? }
    struct Frame: Decodable {
      var best_effort_timestamp: Int64?
      var pkt_duration: Int64?
      var duration: Int64?
      var color_space: String?
      var color_range: String?
      var color_transfer: String?
      var color_primaries: String?
    }
    var format: Format?
    var streams: [Stream]?
    var frames: [Frame]?
  }

  /// All streams.
  public var streams: [Stream]
  /// The time of the container that counts as 0, in microseconds.
  public var start: Int64
  /// By how many microseconds pictures of nearly its rate are earlier, to begin a whole number of frames after that.
  private var late: Int64 = 0
  /// The time from the container's start to that, in microseconds: nothing is heard or seen before,
  /// or nothing that was recorded, as an encoder delays its sound.
  public var leadIn: Int64 = 0
  /// The picture stream that is shown: the first that is no cover picture.
  public var video: Stream?
  /// The audio stream that is heard: the first.
  public var audio: Stream?
  /// The frames of `video`.
  public var frames: [Frame]

  /// The description of the file at `path`; its frames are decoded if `listsFrames`.
  public init(_ path: String, with tools: FFmpeg, listsFrames: Bool = true) async throws {
    let entries = "format=start_time:stream:stream_disposition"
    let head = try await MediaListing.ask(
      ["-show_entries", entries, "-of", "json", path], tools)
    let streams = head.streams ?? []
    self.streams = streams
    start = Int64(((Double(head.format?.start_time ?? "") ?? 0) * 1_000_000).rounded())
    video = streams.first { $0.codec_type == "video" && $0.disposition?["attached_pic"] != 1 }
    audio = streams.first { $0.codec_type == "audio" }
    frames = []
    guard listsFrames else { return }
    let heard = try await firstHeard(path, tools)
    guard let video else {
      begin(at: heard)
      return
    }
    let list = try await MediaListing.ask(
      [
        "-select_streams", "\(video.index)",
        "-show_entries",
        "frame=best_effort_timestamp,pkt_duration,duration,color_space,color_range,color_transfer,"
          + "color_primaries", "-of", "json", path,
      ], tools)
    // A codec's colour information is more reliable than its container's.
    if let first = list.frames?.first {
      self.video?.color_space = first.color_space ?? video.color_space
      self.video?.color_range = first.color_range ?? video.color_range
      self.video?.color_transfer = first.color_transfer ?? video.color_transfer
      self.video?.color_primaries = first.color_primaries ?? video.color_primaries
    }
    frames = (list.frames ?? []).compactMap { frame in
      frame.best_effort_timestamp.map {
        Frame(timestamp: $0, duration: frame.duration ?? frame.pkt_duration ?? 0)
      }
    }
    guard let base = Ratio(video.time_base), let first = frames.first else { return }
    let seen = Int64((Double(first.timestamp) * base.value * 1_000_000).rounded())
    begin(at: min(seen, heard ?? seen))
    if let audio, let rate = Double(audio.sample_rate ?? ""), let heard, heard < seen,
      let delay = MediaListing.encoderDelays[audio.codec_name ?? ""],
      Double(seen - heard) <= delay / rate * 1_000_000 + 1000
    {
      begin(at: seen)
    }
    guard let own = ownRate else { return }
    let (late, length) = (Double(seen - start), 1_000_000 / own)
    let part = late < length ? max(0, late) : late - length * (late / length).rounded()
    if isEven(own), abs(part) < 100_000 { self.late = Int64(part.rounded()) }
  }

  /// Makes `time` source time 0, if it is after the container's start.
  private mutating func begin(at time: Int64?) {
    guard let time, time > start, time - start < 250_000 else { return }
    leadIn += time - start
    start = time
  }

  /// The time of the first samples, in microseconds of the container.
  private func firstHeard(_ path: String, _ tools: FFmpeg) async throws -> Int64? {
    guard let audio, let base = Ratio(audio.time_base) else { return nil }
    let list = try await MediaListing.ask(
      [
        "-select_streams", "\(audio.index)", "-read_intervals", "%+#9", "-show_entries",
        "frame=best_effort_timestamp", "-of", "json", path,
      ], tools)
    let first = list.frames?.compactMap(\.best_effort_timestamp).first
    return first.map { Int64((Double($0) * base.value * 1_000_000).rounded()) }
  }

  /// The number of samples of sound that was not recorded that may lie before the first picture.
  private static let encoderDelays = ["aac": 2112.0, "mp3": 1105, "mp2": 481, "ac3": 256]

  /// Returns true if frames swing about even times, `rate` in a second, by less than they are
  /// apart.
  private func isEven(_ rate: Double) -> Bool {
    guard let base = Ratio(video?.time_base), let first = frames.first else { return false }
    let offsets = frames.enumerated().map {
      Double($1.timestamp - first.timestamp) * base.value - Double($0) / rate
    }
    guard let low = offsets.min(), let high = offsets.max() else { return false }
    return high - low < 1 / rate
  }

  /// The time of the container that counts as 0 for the pictures in a film of `rate`, in microseconds.
  private func pictureStart(at rate: Ratio) -> Int64 {
    guard let own = ownRate, abs(own / rate.value - 1) <= 0.01 else { return start }
    return start + late
  }

  /// The number of frames in a second, measured.
  private var ownRate: Double? {
    guard let base = Ratio(video?.time_base), let first = frames.first, let last = frames.last,
      last.timestamp > first.timestamp
    else { return nil }
    return Double(frames.count - 1) / (Double(last.timestamp - first.timestamp) * base.value)
  }

  private static func ask(_ arguments: [String], _ tools: FFmpeg) async throws -> Answer {
    let output = try await tools.ffprobe.data(["-v", "error"] + arguments)
    return try JSONDecoder().decode(Answer.self, from: output)
  }
}

/// A fraction in ffprobe's syntax.
public struct Ratio: Hashable, Sendable, CustomStringConvertible {
  /// The numerator.
  public var numerator: Int64
  /// The denominator.
  public var denominator: Int64

  /// `numerator` over `denominator`.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Reads a fraction such as `30000/1001`; nil for anything else, including 0/0.
  public init?(_ text: String?) {
    let parts = (text ?? "").split(whereSeparator: { "/:".contains($0) }).compactMap { Int64($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    self.init(parts[0], parts[1])
  }

  /// The fraction as a number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The fraction in its original syntax; a whole number without denominator.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

extension MediaListing {
  /// The index in `frames` that a clip starting at source time `start` (in milliseconds) shows in its frame `index`.
  ///
  /// It is the last frame that has begun, or begins within a tick of the source's time base, but at most a millisecond. Where
  /// the source has nearly as many frames as the film, and they merely swing about even times, these count.
  public func sourceFrame(at index: Int, rate: Ratio, startingAt start: Int64 = 0) -> Int? {
    guard let base = Ratio(video?.time_base), !frames.isEmpty else { return nil }
    let seconds = Double(start) / 1000 + Double(index) / rate.value
    if let place = evenFrame(at: seconds, rate: rate.value, base) { return place }
    // timestamp × base − container start ≤ start + index ÷ rate + tolerance, on one denominator.
    let scale = Int128(base.denominator) * Int128(rate.numerator) * 1_000_000
    let perTick = scale * Int128(base.numerator) / Int128(base.denominator)
    let micro = scale / 1_000_000
    let perFrame = scale * Int128(rate.denominator) / Int128(rate.numerator)
    let wanted =
      micro * (Int128(pictureStart(at: rate)) + Int128(start) * 1000) + perFrame * Int128(index)
      + min(perTick, micro * 1000)
    let last = frames.lastIndex { Int128($0.timestamp) * perTick <= wanted }
    return last ?? 0
  }

  /// The frame shown `seconds` after the start of a source of nearly `rate`; nil if it has another
  /// rate, or its times vary.
  private func evenFrame(at seconds: Double, rate: Double, _ base: Ratio) -> Int? {
    guard var own = ownRate, abs(own / rate - 1) <= 0.01 else { return nil }
    let isSame = abs(own / rate - 1) < 0.0005
    if isSame { own = rate }
    guard isEven(own) else { return nil }
    let first = Double(frames[0].timestamp) * base.value
    let passed = seconds + Double(start + late) / 1_000_000 - first
    let place = Int((passed * own + (isSame ? 0.001 : 0.5)).rounded(.down))
    return min(max(0, place), frames.count - 1)
  }

  /// The end of the last frame, in film frames at `rate` from the container's start, rounded half up.
  public func frameCount(rate: Ratio) -> Int? {
    guard let base = Ratio(video?.time_base),
      let last = frames.max(by: { $0.timestamp < $1.timestamp })
    else { return nil }
    let scale = Int128(base.denominator) * 1_000_000 * Int128(rate.denominator)
    let end =
      Int128(last.timestamp + last.duration) * Int128(base.numerator) * 1_000_000
      * Int128(rate.numerator) - Int128(pictureStart(at: rate)) * Int128(base.denominator)
      * Int128(rate.numerator)
    return Int((2 * end + scale) / (2 * scale))
  }
}
