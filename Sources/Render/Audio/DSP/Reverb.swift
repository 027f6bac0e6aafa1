// SPDX-License-Identifier: Apache-2.0

package import Base

/// A room that a sound is heard in.
///
/// It follows the design of Schroeder and Moorer with the lengths of Wakefield's Freeverb, which is in the public domain: for
/// each side eight combs with a low-pass in their loops beside each other, then four all-passes, all a little longer on the
/// right. In surround each channel is such a side, all of other lengths and together as loud as two, but that of low
/// frequencies, which are not heard in the room and stay as they are.
///
/// It depends on nothing but its settings and what it has heard, and rings on without end, ever softer.
package struct Reverb {
  private var sides: [(channel: Int, side: Side)]
  private let gain: Float
  private let wet: Float
  private let dry: Float

  /// A silent room for `rate` samples a second on the channels of `layout`.
  ///
  /// - Parameters:
  ///   - feedback: What comes back from its walls, from 0 to less than 1.
  ///   - damping: How much of high frequencies they take, from 0 to 1.
  ///   - mix: How much is heard of it, from 0 to 1.
  package init(feedback: Double, damping: Double, mix: Double, rate: Int, layout: ChannelLayout) {
    let channels = (0..<layout.count).filter { $0 != layout.lowFrequency }
    sides = channels.enumerated().map { place, channel in
      let side = Side(
        feedback: Float(feedback), damping: Float(0.4 * damping), rate: rate, spread: 23 * place)
      return (channel, side)
    }
    gain = Reverb.gain * (layout.isSurround ? Float((2 / Double(channels.count)).squareRoot()) : 1)
    let mix = Float(mix)
    // Beside half of each the sound stays about as loud as it is.
    (wet, dry) = (mix * 3, 1 - mix / 2)
  }

  /// Exchanges the samples for those that are heard in the room.
  package mutating func pass(_ samples: inout AudioBuffer) {
    var input = [Float](repeating: 0, count: samples.count)
    for (channel, _) in sides {
      let own = samples.channels[channel]
      for n in own.indices { input[n] += own[n] }
    }
    for n in input.indices { input[n] *= gain }
    var channels = samples.channels
    for index in sides.indices {
      let channel = sides[index].channel
      for n in input.indices {
        channels[channel][n] = channels[channel][n] * dry + sides[index].side.next(input[n]) * wet
      }
    }
    samples = AudioBuffer(channels: channels)
  }

  private static let gain: Float = 0.015

  /// The room as one ear hears it.
  private struct Side {
    private var combs: [Comb]
    private var passes: [AllPass]

    init(feedback: Float, damping: Float, rate: Int, spread: Int) {
      func length(_ samples: Int) -> Int { max(1, (samples + spread) * rate / 44_100) }
      combs = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617].map {
        Comb(length: length($0), feedback: feedback, damping: damping)
      }
      passes = [556, 441, 341, 225].map { AllPass(length: length($0)) }
    }

    mutating func next(_ input: Float) -> Float {
      var sum: Float = 0
      for index in combs.indices { sum += combs[index].next(input) }
      for index in passes.indices { sum = passes[index].next(sum) }
      return sum
    }
  }

  private struct Comb {
    private var line: [Float]
    private var place = 0
    private var store: Float = 0
    private let feedback: Float
    private let damping: Float

    init(length: Int, feedback: Float, damping: Float) {
      line = [Float](repeating: 0, count: length)
      (self.feedback, self.damping) = (feedback, damping)
    }

    mutating func next(_ input: Float) -> Float {
      let output = line[place]
      store = Reverb.plain(output * (1 - damping) + store * damping)
      line[place] = Reverb.plain(input + store * feedback)
      place = place + 1 == line.count ? 0 : place + 1
      return output
    }
  }

  private struct AllPass {
    private var line: [Float]
    private var place = 0

    init(length: Int) { line = [Float](repeating: 0, count: length) }

    mutating func next(_ input: Float) -> Float {
      let delayed = line[place]
      line[place] = Reverb.plain(input + delayed * 0.5)
      place = place + 1 == line.count ? 0 : place + 1
      return delayed - input
    }
  }

  /// A sample without the tiny numbers that processors are slow with.
  private static func plain(_ sample: Float) -> Float { abs(sample) < 1e-20 ? 0 : sample }
}
