// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Digests
import Pacing

extension SoundClip {
  /// The same with only as much of the mix that it plays as it depends on, so that an edit of the rest does not change it.
  func trimmed(_ sampleRate: Int) -> SoundClip {
    guard let mix else { return self }
    let first = firstSample(sampleRate)
    let start = first - (chain?.before ?? 0)
    // A part that lies far behind the end of the source, in a long tail, depends on none of its samples.
    let heard = start..<max(start, first + count + (chain?.after ?? 0))
    let read = tempo?.source(of: heard, rate: sampleRate) ?? heard
    let whole = mix.start..<(mix.start + mix.program.sampleCount)
    let window = read.clamped(to: whole)
    // Beyond the mix there is silence; a mix has a sample at least.
    let kept = window.isEmpty ? whole.lowerBound..<(whole.lowerBound + 1) : window
    var program = mix.program.slice(kept.earlier(by: mix.start))
    program.clips = program.clips.map { $0.trimmed(sampleRate) }
    var result = self
    result.mix = PlayedMix(program, from: kept.lowerBound)
    result.file.digest = result.mix.map { $0.digest } ?? file.digest
    return result
  }
}

extension PlayedMix {
  /// What stands for it in keys.
  var digest: Fingerprint {
    struct Identity: Encodable {
      var program: SoundProgram
      var start: Int64
    }
    return Fingerprint(ofCanonical: Identity(program: program, start: start))
  }
}

extension Range<Int64> {
  /// The same range counted from `origin`.
  fileprivate func earlier(by origin: Int64) -> Range<Int64> {
    (lowerBound - origin)..<(upperBound - origin)
  }
}
