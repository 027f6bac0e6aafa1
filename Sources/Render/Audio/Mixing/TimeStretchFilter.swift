// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// One run of libavfilter's `rubberband` over a part of a path: sound at its own pitch, at the speeds of the path.
///
/// Its output depends on all its earlier input. It always gets the same, in the same blocks from
/// one place on, so that a sample is the same whoever requests it.
final class TimeStretchFilter {
  /// The samples of a block at a steady speed.
  private static let block = 1024
  /// The samples of the result for which the speed is the same where it changes.
  private static let step: Int64 = 240
  /// The samples that it is given at once there.
  private static let handful: Int64 = 128

  private let path: AudioPath
  /// The first sample that it is made for.
  private let origin: Int64
  /// After this one the last speed holds.
  private let end: Int64
  private let rate: Int
  private let layout: ChannelLayout
  private let memory: AudioBlock
  private var graph: FilterGraph
  private let result: Frame
  private let window: Int64
  /// The samples made and not dropped.
  private(set) var made: AudioBuffer
  /// The number of the first of `made`.
  private(set) var start: Int64
  /// The number of samples that come out before `origin`.
  private let lead: Int64
  /// The sample of the source that it begins with.
  let firstSource: Int64
  /// The number of samples that went in.
  private var fed: Int64 = 0
  /// Its place on the path.
  private var reached: Int64

  /// A run along `path`, which is made for samples from `origin` on, of a part that ends at `end`.
  init(
    _ path: AudioPath, rate: Int, layout: ChannelLayout, origin: Int64, end: Int64
  ) throws(AVError) {
    (self.path, self.rate, self.origin, self.end) = (path, rate, origin, end)
    self.layout = layout
    made = AudioBuffer(channels: layout.count)
    memory = AudioBlock(channels: layout.count, capacity: TimeStretchFilter.block)
    graph = try FilterGraph(
      .sound(
        rate: rate, format: .floatPlanar, channelLayout: layout.rawValue,
        timeBase: Time(1, over: Int64(rate))),
      [TimeStretchFilter.filter(tempo: path.steady?.approximate ?? path.speed(origin))],
      isSound: true)
    result = try Frame()
    window = TimeStretchFilter.window(at: rate)
    let speed = path.speed(origin)
    // The sound before the first sample is heard in it, as it would be if the clip had begun earlier.
    let before = TimeStretchFilter.preroll(at: speed, rate: rate)
    let place = path.place(origin)
    firstSource = Int64(place.rounded(.down)) - before
    let (way, delay) = (place - Double(firstSource), TimeStretchFilter.delay(at: speed, window))
    lead = Int64((delay + (way - delay) / speed).rounded())
    start = origin - lead
    // The filter is given the sound up to a window after the place that it has come to.
    reached = origin - Int64(((way + Double(window)) / speed).rounded(.up))
  }

  /// The filter at `tempo`.
  ///
  /// The third engine of the library, which libavfilter has no word for, keeps the pitch and the loudness of tones and
  /// the times of onsets; the second does not keep them all, whatever its options are.
  static func filter(tempo: Double) -> Filter {
    Filter(
      "rubberband",
      ["tempo": String(tempo), "smoothing": String(0x2000_0000), "channels": "together"])
  }

  /// The samples of the window in which the filter looks at sound, about.
  private static func window(at rate: Int) -> Int64 {
    rate < 44_100 ? 1024 : rate < 88_200 ? 2048 : 4096
  }

  /// The number of samples of the source before the sound that a run is made for, which begins at
  /// `speed`.
  static func preroll(at speed: Double, rate: Int) -> Int64 {
    let window = window(at: rate)
    return max(4 * window, min(Int64((Double(4 * window) * speed).rounded()), Int64(2 * rate)))
  }

  /// The largest number of samples of the source that a run gets after the place that it has
  /// reached.
  static func lookahead(rate: Int) -> Int64 { 4 * window(at: rate) + Int64(block) }

  /// The sample of the source, counted from the first, that comes out as the sample of the same number at any speed.
  ///
  /// That was measured, from a quarter to four times; tests would find it changed.
  private static func delay(at speed: Double, _ window: Int64) -> Double {
    Double(window) * (speed < 1 ? 1.1 : 1)
  }

  /// The number of the first sample that is not made yet.
  private var madeEnd: Int64 { start + Int64(made.count) }

  /// Makes all samples before `index`, of which those before `kept` are not needed.
  func make(before index: Int64, keeping kept: Int64, of source: AudioResampler.Reader)
    throws(AVError)
  {
    drop(before: kept)
    while madeEnd < index {
      if path.steady == nil {
        try followPath(source)
      } else {
        try feed(TimeStretchFilter.block, source)
      }
      drop(before: kept)
    }
  }

  private func drop(before index: Int64) {
    let count = min(made.count, Int(index - start))
    guard count > 0, count == made.count || count > 1 << 16 else { return }
    made.removeFirst(count)
    start += Int64(count)
  }

  /// The place at sample `index`, along which the speeds at both ends hold.
  private func place(_ index: Int64) -> Double {
    if index < origin { return path.place(origin) + path.speed(origin) * Double(index - origin) }
    let last = max(origin, end - 1)
    if index > last { return path.place(last) + path.speed(last) * Double(index - last) }
    return path.place(index)
  }

  /// Feeds the sound of some samples more, at the speed at which they come out in time.
  ///
  /// The filter hears of a speed between what it is given, so it is given little at once, and is told each time: then what
  /// comes out follows the sum of the speeds to a hundred samples. Without that it works in steps of its whole window.
  private func followPath(_ source: AudioResampler.Reader) throws(AVError) {
    let next = reached + TimeStretchFilter.step
    let way = place(next) - place(reached)
    let tempo = String(max(0.01, min(100, way / Double(TimeStretchFilter.step))))
    let target = Int64((place(next) - Double(firstSource)).rounded()) + window
    reached = next
    while fed < target {
      try graph.set("tempo", to: tempo, ofFilter: 0)
      try feed(Int(min(target - fed, TimeStretchFilter.handful)), source)
    }
  }

  private func feed(_ count: Int, _ source: AudioResampler.Reader) throws(AVError) {
    let frame = try Frame(samples: count, channels: layout.count, rate: rate)
    try source(firstSource + fed, count, memory.memory)
    for channel in 0..<layout.count {
      let samples = memory.memory[channel]
      frame.samples(channel: channel)?.baseAddress?.update(from: samples, count: count)
    }
    frame.timestamp = fed
    fed += Int64(count)
    try graph.push(frame)
    while try graph.pull(into: result) == .filled {
      _ = made.append(result)
    }
  }
}
