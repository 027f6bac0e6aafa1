// SPDX-License-Identifier: Apache-2.0

public import Actions
public import Facilities
import SoundPackets
import SoundShaping

extension SoundRenderer {
  /// Mixes `program`, and hands `listener` one block of both channels after the other; broken media are silent.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been mixed.
  package func listen(
    to program: SoundProgram, progress: (Int) -> Void = { _ in },
    _ listener: (_ left: [Float], _ right: [Float]) throws(RenderFailure) -> Void
  ) throws(RenderFailure) {
    var mixer = try SoundMixer(program, keepsGoing: true, pool: pool)
    var tally = SoundTally(rate: program.sampleRate)
    let block = SoundBlock()
    while case let count = try mixer.mix(into: block.left, block.right), count > 0 {
      let samples = block.samples(count)
      try listener(samples.left, samples.right)
      if let hundredths = tally.add(count) { progress(hundredths) }
    }
    mixer.close()
  }

  /// How loud the mix of `program` is over its time.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been measured.
  public func measure(
    _ program: SoundProgram, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SoundLevels {
    let loudness = try LoudnessMeter(rate: program.sampleRate)
    var meter = LevelMeter(rate: program.sampleRate)
    try listen(to: program, progress: progress) { (left, right) throws(RenderFailure) in
      try loudness.add(StereoSamples(left: left, right: right))
      meter.add(left, right)
    }
    _ = try loudness.finish()
    var levels = meter.finish()
    levels.momentary = loudness.momentary
    return levels
  }
}
