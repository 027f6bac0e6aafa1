// SPDX-License-Identifier: Apache-2.0

import Base
public import RenderProtocol

extension AudioRenderer {
  /// Mixes `program`, and hands `listener` one block after the other; broken media are silent.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been mixed.
  package func listen(
    to program: AudioProgram, progress: (Int) -> Void = { _ in },
    _ listener: (AudioBuffer) throws(RenderFailure) -> Void
  ) throws(RenderFailure) {
    var mixer = try AudioMixer(program, keepsGoing: true, pool: pool)
    var tally = AudioTally(rate: program.sampleRate)
    let block = AudioBlock(channels: program.layout.count)
    while case let count = try mixer.mix(into: block.memory), count > 0 {
      try listener(block.samples(count))
      if let hundredths = tally.add(count) { progress(hundredths) }
    }
    mixer.close()
  }

  /// The loudness of the mix of `program` over its time.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been measured.
  public func measure(
    _ program: AudioProgram, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> AudioLevels {
    let loudness = try LoudnessMeter(rate: program.sampleRate, layout: program.layout)
    var meter = LevelMeter(rate: program.sampleRate, channels: program.layout.count)
    try listen(to: program, progress: progress) { (samples) throws(RenderFailure) in
      try loudness.add(samples)
      meter.add(samples)
    }
    _ = try loudness.finish()
    var levels = meter.finish()
    levels.momentary = loudness.momentary
    return levels
  }
}
