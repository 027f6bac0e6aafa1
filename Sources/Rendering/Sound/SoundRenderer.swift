// SPDX-License-Identifier: Apache-2.0

public import Actions

/// Performs sound requests: mixes all clips and encodes the mix once.
public struct SoundRenderer {
  /// A renderer; it keeps nothing from one request to the next.
  public init() {}

  /// Mixes and encodes the program of `request` into its output file.
  ///
  /// - Parameter progress: Told how many hundredths of a second have been rendered since it was last told.
  public func render(
    _ request: SoundRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SegmentFacts {
    let rate = request.program.sampleRate
    var mixer = try SoundMixer(request.program, keepsGoing: request.keepsGoing)
    var encoder = try SoundEncoder(
      request.encoding, rate: rate, count: request.program.sampleCount, output: request.output)
    let left = UnsafeMutablePointer<Float>.allocate(capacity: SoundMixer.blockSize)
    let right = UnsafeMutablePointer<Float>.allocate(capacity: SoundMixer.blockSize)
    defer {
      left.deallocate()
      right.deallocate()
    }
    var (done, told): (Int64, Int64) = (0, 0)
    while true {
      let count = try mixer.mix(into: left, right)
      if count == 0 { break }
      try encoder.write(left, right, count: count)
      done += Int64(count)
      let hundredths = done * 100 / Int64(rate)
      if hundredths >= told + 100 {
        progress(Int(hundredths - told))
        told = hundredths
      }
    }
    var facts = try encoder.finish()
    facts.notes = mixer.notes
    return facts
  }
}
