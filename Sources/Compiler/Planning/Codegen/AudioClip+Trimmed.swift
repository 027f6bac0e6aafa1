// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension AudioClip {
  /// The clip with only the part of its mix that it depends on, so that edits elsewhere do not
  /// change it.
  ///
  /// A clip with a clock of its own begins at 0 of that, so that it is the same anywhere in a film.
  ///
  /// - Parameter ends: The places at which all clips of its mix up to one have ended, if known.
  func trimmed(_ sampleRate: Int, ends: [Int64]? = nil) -> AudioClip {
    guard let mix else { return self }
    let first = firstSample(sampleRate)
    let start = first - (chain?.before ?? 0)
    // A part that lies far behind the end of the source, in a long tail, depends on none of its samples.
    let heard = start..<max(start, first + count + (chain?.after ?? 0))
    let read = remap?.source(of: heard, rate: sampleRate) ?? heard
    let range = mix.start..<(mix.start + mix.program.sampleCount)
    let window = read.clamped(to: range)
    // Beyond the mix there is silence; a mix has a sample at least.
    let kept = window.isEmpty ? range.lowerBound..<(range.lowerBound + 1) : window
    let part = kept.earlier(by: mix.start)
    var whole = mix.program
    if let ends {
      // Going through all of them for each part of a long film would take long.
      let first = ends.partitioningIndex { $0 > part.lowerBound }
      let last = whole.clips.partitioningIndex { $0.start >= part.upperBound }
      whole.clips = Array(whole.clips[min(first, last)..<last])
    }
    var program = whole.slice(part)
    program.clips = program.clips.map { $0.trimmed(sampleRate) }
    var result = self
    if remap == nil { result.sourceStart = .zero }
    result.mix = PlayedMix(program, from: kept.lowerBound - (remap == nil ? first : 0))
    result.file.digest = result.mix.map { $0.digest } ?? file.digest
    return result
  }
}

extension PlayedMix {
  /// The digest that represents it in keys.
  var digest: Fingerprint {
    struct Identity: Encodable {
      var program: AudioProgram
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
