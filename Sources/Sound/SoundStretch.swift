// SPDX-License-Identifier: Apache-2.0

import AV
import Basics
import Pacing

/// Sound at another speed and at its own pitch, by libavfilter's `rubberband`.
///
/// What it makes depends on all that it got before. It always gets the same, in blocks of one size from one place on, so
/// that a sample is the same whoever asks for it, and from wherever on. Sample m is the sound at `m * speed` of what it is
/// made of.
final class SoundStretch {
  /// The samples of a block.
  private static let block = 1024

  let filters: [Filter]
  private let rate: Int
  private var graph: FilterGraph
  private let result: Frame
  /// What is made and not dropped; its first sample is `start`.
  private var made = StereoSamples()
  /// Counted from the filter's first sample.
  private var start: Int64 = 0
  /// How many samples come out before sample 0.
  private let lead: Int64
  /// The sample of the source that the next block begins with.
  private var next: Int64

  /// Sound of `rate` samples a second at `speed`, more than zero.
  init(speed: Time, rate: Int) throws(AVError) {
    self.rate = rate
    // The third engine of the library, which libavfilter has no word for, keeps the pitch and the loudness of tones and
    // the times of onsets; the second does not keep them all, whatever its options are.
    filters = [
      Filter(
        "rubberband",
        [
          "tempo": String(speed.approximate), "smoothing": String(0x2000_0000),
          "channels": "together",
        ])
    ]
    graph = try FilterGraph(
      .sound(
        rate: rate, format: .floatPlanar, channelLayout: "stereo",
        timeBase: Time(1, over: Int64(rate))),
      filters, isSound: true)
    result = try Frame()
    // The sound before the first sample is heard in it, as it would be if the clip had begun earlier.
    let window = SoundStretch.window(at: rate)
    let before = max(4 * window, min((Time(4 * window) * speed).rounded, Int64(2 * rate)))
    next = -before
    lead = (Time(before) / speed).rounded + SoundStretch.latency(at: speed, window)
  }

  /// The samples of the window in which the filter looks at sound, about.
  private static func window(at rate: Int) -> Int64 {
    rate < 44_100 ? 1024 : rate < 88_200 ? 2048 : 4096
  }

  /// How many samples late a sound comes out, or early where that is negative.
  ///
  /// The filter leaves out as much at its start as it would be late by at another speed. That was measured, from a quarter to
  /// four times; tests would find it changed.
  private static func latency(at speed: Time, _ window: Int64) -> Int64 {
    let delay = speed < Time(1) ? Time(window * 11, over: 10) : Time(window)
    return (delay - delay / speed).rounded
  }

  /// The number of samples to skip before sample `index`; nil if that was dropped.
  func distance(to index: Int64) -> Int64? {
    let place = index + lead
    return place >= start ? max(0, place - start) : nil
  }

  /// Copies `count` samples, starting with sample `index`, which was not dropped.
  func read(
    from index: Int64, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, of source: Resampling.Reader
  ) throws(AVError) {
    let first = index + lead
    precondition(first >= start, "samples that were dropped")
    drop(before: first)
    while start + Int64(made.count) < first + Int64(count) {
      try feed(source)
      drop(before: first)
    }
    let offset = Int(first - start)
    for (samples, target) in [(made.left, left), (made.right, right)] {
      samples.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return }
        target.update(from: base + offset, count: count)
      }
    }
  }

  private func drop(before place: Int64) {
    let count = min(made.count, Int(place - start))
    guard count > 0, count == made.count || count > 1 << 16 else { return }
    made.removeFirst(count)
    start += Int64(count)
  }

  private func feed(_ source: Resampling.Reader) throws(AVError) {
    let frame = try Frame(samples: SoundStretch.block, channels: 2, rate: rate)
    var failure: AVError?
    _ = frame.withPlane(0) { left, _ in
      frame.withPlane(1) { right, _ in
        left.withMemoryRebound(to: Float.self, capacity: SoundStretch.block) { left in
          right.withMemoryRebound(to: Float.self, capacity: SoundStretch.block) { right in
            do throws(AVError) { try source(next, SoundStretch.block, left, right) } catch {
              failure = error
            }
          }
        }
      }
    }
    if let failure { throw failure }
    frame.timestamp = next
    next += Int64(SoundStretch.block)
    try graph.push(frame)
    while try graph.pull(into: result) == .filled { _ = made.append(result) }
  }
}
