// SPDX-License-Identifier: Apache-2.0

public import Actions
import SoundShaping

extension SoundRenderer {
  /// How loud the mix of `program` is over its time.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been measured.
  public func measure(
    _ program: SoundProgram, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SoundLevels {
    var mixer = try SoundMixer(program, keepsGoing: true, pool: pool)
    let loudness = try LoudnessMeter(rate: program.sampleRate)
    var meter = LevelMeter(rate: program.sampleRate)
    var tally = SoundTally(rate: program.sampleRate)
    let block = SoundBlock()
    while case let count = try mixer.mix(into: block.left, block.right), count > 0 {
      let samples = block.samples(count)
      try loudness.add(samples)
      meter.add(samples.left, samples.right)
      if let hundredths = tally.add(count) { progress(hundredths) }
    }
    mixer.close()
    _ = try loudness.finish()
    var levels = meter.finish()
    levels.momentary = loudness.momentary
    return levels
  }
}
