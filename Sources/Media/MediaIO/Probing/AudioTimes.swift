// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// When a stream's samples are heard, by counting what its packets hold.
///
/// Containers round the times of packets, and samples that a decoder drops at the start count as time in some of them.
/// Where packets' times and counted samples part at a constant ratio, the clock of the sound was slow or fast beside that of
/// the container: then that ratio is its drift. Where packets are missing, counting begins anew.
struct AudioTimes: ~Copyable {
  /// A packet's time in ticks, and the samples before it.
  private struct Point {
    var time: Int64
    var count: Int64
    /// The number of the interval without holes that it lies in.
    var run: Int
  }

  private let timeBase: Time
  private let rate: Int64
  private var length: PacketLength?
  /// The samples of all packets, and how many of these are dropped behind the first one that is heard.
  private var count: Int64 = 0
  private var dropped: Int64 = 0
  /// The samples before the first one that a decoder gives; nil until it has given some.
  private(set) var lead: Int64?
  /// The samples of the last packet, with those that are dropped; nil where they cannot be counted.
  private(set) var latestCount: Int64?
  /// The first packets that are heard: their times, and the samples that are heard before them.
  private var opening: [(time: Time, count: Int64)] = []
  private var end: Time?
  private var run = 0
  private var points: [Point] = []
  /// Every so many packets one point is kept.
  private var stride = 1
  private var packets = 0

  /// Packets by whose times the start is found: as many as a `AudioPlacer` looks at.
  private static let openingCount = 16
  private static let mostPoints = 8192

  /// An interval in which times are about as far ahead of the counted samples.
  private struct Lead {
    /// The samples before it.
    var count: Int64
    /// The range by which times are ahead, in samples.
    var ahead: ClosedRange<Int64>
  }

  /// Nil where times are too far apart, or too many.
  private var leads: [Lead]? = []

  /// The times of `stream`; nil where the samples of its packets cannot be counted.
  init?(_ stream: StreamInfo, of demuxer: borrowing Demuxer) {
    guard stream.sampleRate > 0, let length = PacketLength(stream: stream.index, of: demuxer)
    else { return nil }
    (timeBase, rate) = (stream.timeBase, Int64(stream.sampleRate))
    self.length = consume length
  }

  /// Adds the next packet.
  mutating func take(_ packet: borrowing Packet) {
    guard let samples = length?.decodedSamples(in: packet) else {
      length = nil
      latestCount = nil
      return
    }
    latestCount = Int64(samples)
    let trim = packet.trim
    defer {
      count += Int64(samples)
      // What is dropped before anything is heard is known by what is heard first.
      if lead != nil { dropped += Int64(min(samples, trim.start + trim.end)) }
    }
    guard let ticks = packet.presentation ?? packet.decoding else { return }
    let time = Time(ticks: ticks, base: timeBase)
    if let end {
      let hole = (time - end).magnitude
      if hole
        > max(
          min(seconds(Int64(samples)) / Time(2), Time(1, over: 50)), timeBase * Time(5, over: 2))
      {
        run += 1
      }
    }
    noteAhead(time)
    end = time + seconds(Int64(samples))
    if let lead, opening.count < AudioTimes.openingCount { opening.append((time, count - lead)) }
    if packets % stride == 0 { points.append(Point(time: ticks, count: count, run: run)) }
    packets += 1
    if points.count > AudioTimes.mostPoints {
      points = points.indices.filter { $0 % 2 == 0 }.map { points[$0] }
      stride *= 2
    }
  }

  /// Adds the first frame, which a decoder has made of the last packet taken.
  mutating func begin(with samples: Int, at ticks: Int64?, trimmed: Int) {
    let before = count - Int64(samples) - Int64(trimmed)
    guard before >= 0, let ticks else {
      length = nil
      return
    }
    lead = before
    dropped = Int64(trimmed)
    opening = [(Time(ticks: ticks, base: timeBase), 0)]
  }

  /// Signals that there are no more packets.
  mutating func finish() {
    drift = findDrift()
    base = findBase()
    (points, leads) = ([], [])
  }

  private func seconds(_ samples: Int64) -> Time { Time(samples, over: rate) }

  /// When the first sample that is heard begins, in container time; nil where that is not known better than by the time of
  /// its frame.
  var start: Time? {
    if let base, let lead { return seconds(base + lead) }
    guard length != nil, !isExact, let first = opening.first else { return nil }
    let places = opening.map { $0.time - seconds($0.count) * (drift ?? Time(1)) }
      // A packet far from the first one is behind a hole.
      .filter { ($0 - first.time).magnitude <= Time(1, over: 20) }
    return places.sorted()[places.count / 2]
  }

  /// When the last sample that is heard ends, in container time; nil where that is not known better than by the time of its
  /// packet.
  var heardEnd: Time? {
    guard let start, let lead, run == 0 else { return nil }
    return start + seconds(count - lead - dropped) * (drift ?? Time(1))
  }

  /// True if times are exact to the sample.
  private var isExact: Bool {
    (Time(1) / (timeBase * Time(rate))).denominator == 1
  }

  // MARK: - Uneven times

  /// More than this is a step of times, in seconds; less is heard as it is.
  private static let step = Time(1, over: 100)
  /// Times that are further off are believed, in seconds.
  private static let mostUneven = Time(1, over: 10)
  /// Times come back within this, in seconds.
  private static let comingBack = Time(2)
  private static let mostLeads = 1 << 16

  /// The least lead of times over the counted samples, in samples, if they run ahead and come back
  /// to that; else nil.
  ///
  /// Nothing is missing between such packets: transcoding copies the uneven times of Vorbis to
  /// another codec.
  private var base: Int64?

  /// True if times run ahead of the samples and come back.
  var isUneven: Bool { base != nil }

  /// Notes how far a packet of that time is ahead of the samples before it.
  private mutating func noteAhead(_ time: Time) {
    guard let known = leads else { return }
    let place = time * Time(rate)
    guard place.magnitude < Time(1 << 48), count < 1 << 48, known.count < AudioTimes.mostLeads
    else {
      leads = nil
      return
    }
    let ahead = place.rounded - count
    if let last = known.last {
      let joined = min(last.ahead.lowerBound, ahead)...max(last.ahead.upperBound, ahead)
      if Time(joined.upperBound - joined.lowerBound, over: rate) <= AudioTimes.step {
        leads?[known.count - 1].ahead = joined
        return
      }
    }
    leads?.append(Lead(count: count, ahead: ahead...ahead))
  }

  private func findBase() -> Int64? {
    guard length != nil, drift == nil, let leads, leads.count > 1 else { return nil }
    // The minimum of each interval and all later ones.
    var rest = leads.map(\.ahead.lowerBound)
    for index in rest.indices.dropLast().reversed() {
      rest[index] = min(rest[index], rest[index + 1])
    }
    let spread = (leads.map(\.ahead.upperBound).max() ?? rest[0]) - rest[0]
    guard seconds(spread) <= AudioTimes.mostUneven else { return nil }
    let margin = min((AudioTimes.comingBack * Time(rate)).rounded, count / 4)
    var (least, most) = (leads[0].ahead.lowerBound, leads[0].ahead.upperBound)
    var (isAhead, comesBack) = (false, false)
    for (index, lead) in leads.enumerated().dropFirst() {
      // Behind missing samples all times are further on; and a clock that runs away does not come back.
      let isGone =
        seconds(rest[index] - least) > AudioTimes.step && count - lead.count >= margin
      let isBack = seconds(least - rest[index]) > AudioTimes.step && lead.count >= margin
      if isGone || isBack { return nil }
      comesBack = comesBack || isAhead && seconds(most - lead.ahead.lowerBound) > AudioTimes.step
      isAhead = isAhead || seconds(lead.ahead.upperBound - least) > AudioTimes.step
      (least, most) = (min(least, lead.ahead.lowerBound), max(most, lead.ahead.upperBound))
    }
    guard comesBack else { return nil }
    return rest[0]
  }

  // MARK: - Drift

  /// The least that counted samples run away from times to count as drift; less is heard as it is.
  private static let least = Time(1, over: 100)
  /// In millionths.
  private static let most: Int128 = 50_000

  /// The seconds of the container in which one second of samples goes by; nil for 1.
  private(set) var drift: Time?

  /// A clock that is off is so all the time: times are near one line, by less than a quarter of how far it runs away.
  private func findDrift() -> Time? {
    guard length != nil else { return nil }
    let runs = stretches
    // Sums of their squares then fit into 128 bits.
    let isBounded = runs.allSatisfy { run in
      run.allSatisfy { point in
        let first = run[run.startIndex]
        return (Int128(point.time) - Int128(first.time)).magnitude < 1 << 48
          && (Int128(point.count) - Int128(first.count)).magnitude < 1 << 48
      }
    }
    guard isBounded else { return nil }
    var (squares, products): (Int128, Int128) = (0, 0)
    var counted: Int128 = 0
    for run in runs {
      let (sums, number) = (AudioTimes.sums(run), Int128(run.count))
      squares += (number * sums.squares - sums.counts * sums.counts) / number
      products += (number * sums.products - sums.counts * sums.times) / number
      counted += Int128(run[run.endIndex - 1].count - run[run.startIndex].count)
    }
    guard squares > 0, counted > 0 else { return nil }
    while squares.magnitude > 1 << 56 || products.magnitude > 1 << 56 {
      (squares, products) = (squares >> 1, products >> 1)
    }
    // One sample lasts products/squares ticks.
    let whole = squares * Int128(timeBase.denominator)
    let excess = products * Int128(timeBase.numerator) * Int128(rate) - whole
    guard whole > 0, excess.magnitude < 1 << 100 else { return nil }
    let millionths = (excess * 2_000_000 + (excess < 0 ? -whole : whole)) / (2 * whole)
    guard millionths.magnitude <= AudioTimes.most.magnitude else { return nil }
    let ratio = Time(1_000_000 + Int64(millionths), over: 1_000_000)
    let runaway = Time(Int64(counted), over: rate) * (ratio - Time(1)).magnitude
    guard runaway > AudioTimes.least else { return nil }
    let spread = runs.reduce(Time.zero) { max($0, self.spread(of: $1, at: ratio)) }
    let bound = min(runaway / Time(4), Time(1, over: 50)) + timeBase
    return spread <= bound ? ratio : nil
  }

  /// The points of each interval without holes that has enough of them to tell anything.
  private var stretches: [ArraySlice<Point>] {
    var stretches: [ArraySlice<Point>] = []
    var first = 0
    for index in points.indices
    where index + 1 == points.count || points[index + 1].run != points[index].run {
      if index - first >= 8 { stretches.append(points[first...index]) }
      first = index + 1
    }
    return stretches
  }

  private static func sums(
    _ run: ArraySlice<Point>
  ) -> (counts: Int128, times: Int128, squares: Int128, products: Int128) {
    let first = run[run.startIndex]
    return run.reduce(into: (0, 0, 0, 0)) { sums, point in
      let (x, y) = (Int128(point.count - first.count), Int128(point.time - first.time))
      sums.counts += x
      sums.times += y
      sums.squares += x * x
      sums.products += x * y
    }
  }

  /// The spread of times about those of a clock that is off by `ratio`.
  private func spread(of run: ArraySlice<Point>, at ratio: Time) -> Time {
    let first = run[run.startIndex]
    var (least, most) = (Time.zero, Time.zero)
    for point in run {
      let off =
        Time(ticks: point.time - first.time, base: timeBase)
        - seconds(point.count - first.count) * ratio
      (least, most) = (min(least, off), max(most, off))
    }
    return most - least
  }
}
