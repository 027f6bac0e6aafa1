// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// Finds how much later one sound is heard than another, from changes of their power, stretch by stretch.
///
/// Both are heard side by side. Of each there is a value for 2 ms; in a stretch of some seconds the products of all values
/// and those of the other sound that lie up to 1.5 s before and after them are summed. What is alike gives the greatest sum
/// where it lies. Memory does not grow with the length of the sounds.
package struct ShiftFinder {
  private let rate: Int64
  private var one = Envelope()
  private var other = Envelope()
  /// Values of `one` and of `other` that are still needed; the first ones have the number `base`.
  private var base: Int64 = 0
  private var (films, plans): ([Float], [Float]) = ([], [])
  /// The number of the next value of `one` that is looked at.
  private var next: Int64 = 0
  private var sums = [Double](repeating: 0, count: 2 * ShiftFinder.reach + 1)
  private var filmPower = 0.0
  private var planPower = 0.0
  private var start: Int64 = 0
  private(set) var shifts: [AudioShift] = []

  /// Values in a second.
  static let valuesPerSecond: Int64 = 500
  /// The farthest shift, in values.
  static let reach = Int((AudioShift.farthest * Time(valuesPerSecond)).floor)
  private static let stretch = (AudioShift.stretch * Time(valuesPerSecond)).floor

  /// For sounds of `rate` samples a second.
  package init(rate: Int) { self.rate = Int64(rate) }

  /// Adds as many samples of both sounds.
  package mutating func add(_ film: AudioBuffer, _ plan: AudioBuffer) {
    films += one.add(film, rate)
    plans += other.add(plan, rate)
    look(upTo: base + Int64(min(films.count, plans.count)) - Int64(ShiftFinder.reach))
  }

  /// The shifts of all stretches, in their order; those in which there is nothing to be compared are left out.
  package mutating func finish() -> [AudioShift] {
    let count = base + Int64(min(films.count, plans.count))
    films += Array(repeating: 0, count: ShiftFinder.reach)
    plans += Array(repeating: 0, count: ShiftFinder.reach)
    look(upTo: count)
    close(at: next)
    return shifts
  }

  private mutating func look(upTo end: Int64) {
    while next < end {
      let place = Int(next - base)
      let film = films[place]
      if film != 0 {
        filmPower += Double(film * film)
        let first = max(0, place - ShiftFinder.reach)
        let last = min(plans.count - 1, place + ShiftFinder.reach)
        let offset = first - place + ShiftFinder.reach
        plans.withUnsafeBufferPointer { plans in
          sums.withUnsafeMutableBufferPointer { sums in
            let factor = Double(film)
            for index in 0...(last - first) {
              sums[offset &+ index] += factor * Double(plans[first &+ index])
            }
          }
        }
      }
      // How much power the other sound has beside the stretch changes hardly with the shift.
      let plan = Double(plans[place])
      planPower += plan * plan
      next += 1
      if next - start == ShiftFinder.stretch { close(at: next) }
    }
    let dropped = Int(next - base) - ShiftFinder.reach
    if dropped > 4096 {
      films.removeFirst(dropped)
      plans.removeFirst(dropped)
      base += Int64(dropped)
    }
  }

  private mutating func close(at end: Int64) {
    defer {
      start = end
      for index in sums.indices { sums[index] = 0 }
      (filmPower, planPower) = (0, 0)
    }
    let scale = (filmPower * planPower).squareRoot()
    guard scale > 1e-9, end - start > ShiftFinder.valuesPerSecond else { return }
    var best = ShiftFinder.reach
    for index in sums.indices where sums[index] > sums[best] { best = index }
    // A sum at index i is with values of the other sound i - reach later: then the first sound is that much earlier.
    let shift = Time(Int64(ShiftFinder.reach - best), over: ShiftFinder.valuesPerSecond)
    shifts.append(
      AudioShift(
        range: TimeRange(start..<end, ticks: Time(ShiftFinder.valuesPerSecond)), shift: shift,
        likeness: min(1, sums[best] / scale),
        likenessInPlace: max(0, sums[ShiftFinder.reach] / scale)))
  }
}

/// The change of a sound's power from one 2 ms to the next.
private struct Envelope {
  private var sum = 0.0
  private var count: Int64 = 0
  private var values: Int64 = 0
  private var last = 0.0

  /// The values that are complete with some more samples.
  mutating func add(_ samples: AudioBuffer, _ rate: Int64) -> [Float] {
    var found: [Float] = []
    var powers = [Float](repeating: 0, count: samples.count)
    for channel in samples.channels {
      for n in channel.indices { powers[n] += channel[n] * channel[n] }
    }
    for power in powers {
      sum += Double(power)
      count += 1
      if count == (values + 1) * rate / ShiftFinder.valuesPerSecond {
        // Roots make quiet and loud passages count more alike.
        let level = sum.squareRoot().squareRoot()
        // What changes by less is a steady tone, and noise of coding.
        let change = level - last
        found.append(abs(change) < 0.01 * level ? 0 : Float(change))
        (last, sum) = (level, 0)
        values += 1
      }
    }
    return found
  }
}
