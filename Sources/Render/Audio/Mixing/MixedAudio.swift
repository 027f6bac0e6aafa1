// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol

/// A mix as a source, on the channels of the mix around it: sample m is its sample m, and before its start and after its end
/// there is silence.
///
/// Where reading jumps, it is mixed anew from there on, so that samples depend only on where that is, as those of a
/// decoder do.
final class MixedAudio: PlayableAudio {
  /// The longest jump forwards that is read through, in seconds; a longer one is mixed anew.
  private static let patience: Int64 = 5

  private let program: AudioProgram
  /// Its sample 0, on the clock of the source that it is.
  private let origin: Int64
  private let keepsGoing: Bool
  /// Its sources are its own, so that nothing that is heard beside it has an effect on it.
  private let pool = AudioPool()
  private var mixer: AudioMixer?
  /// The samples mixed and not dropped, from `start` on.
  private var samples: AudioBuffer
  private var start: Int64 = 0
  private let block: AudioBlock
  /// The way to the channels around it; nil where it has the same.
  private let matrix: ChannelMatrix?
  private var problems = MixProblems()

  /// `mix` on the channels of `layout`, silent after errors in media if it `keepsGoing`.
  init(_ mix: PlayedMix, layout: ChannelLayout, keepsGoing: Bool) {
    (program, origin, self.keepsGoing) = (mix.program, mix.start, keepsGoing)
    let own = program.layout
    samples = AudioBuffer(channels: layout.count)
    block = AudioBlock(channels: own.count)
    matrix = own == layout ? nil : ChannelMatrix(from: own, to: layout)
  }

  var filters: [Filter] { [] }
  var sourceRate: Int { program.sampleRate }
  private var end: Int64 { start + Int64(samples.count) }

  func renew(at index: Int64) throws(AVError) -> Bool {
    close()
    return true
  }

  func takeProblem() -> AudioStreamSource.Problem? { nil }

  func takeMixProblems() -> MixProblems {
    defer { problems = MixProblems() }
    return problems
  }

  func distance(to index: Int64) -> Int64? {
    guard mixer != nil else { return 0 }
    let index = index - origin
    return index >= start ? max(0, index - end) : nil
  }

  func read(
    from index: Int64, count: Int, into memory: ChannelMemory
  ) throws(AVError) {
    let index = index - origin
    let last = index + Int64(count)
    do throws(RenderFailure) {
      let isNear = index >= start && index - end <= MixedAudio.patience * Int64(sourceRate)
      if mixer == nil || !isNear { try open(at: index) }
      while end < last {
        try append(atMost: last - end)
        if index - start > 1 << 14 {
          let dropped = min(Int(index - start), samples.count)
          samples.removeFirst(dropped)
          start += Int64(dropped)
        }
      }
    } catch {
      close()
      problems.failure = error
      throw AVError(unreadable: "mix a film within the film", because: error.message)
    }
    samples.copy(from: Int(index - start), count: count, to: memory)
  }

  private func close() {
    mixer?.close()
    mixer = nil
    samples.removeAll()
  }

  private func open(at index: Int64) throws(RenderFailure) {
    close()
    start = index
    let first = min(max(index, 0), max(program.sampleCount - 1, 0))
    mixer = try AudioMixer(
      program.slice(first..<max(program.sampleCount, 1)), keepsGoing: keepsGoing, pool: pool)
  }

  /// Mixes some samples more, or adds some of the silence around them.
  private func append(atMost count: Int64) throws(RenderFailure) {
    let most = min(count, Int64(AudioBuffer.blockSize))
    guard end >= 0 else { return samples.appendSilence(Int(min(most, -end))) }
    guard end < program.sampleCount else { return samples.appendSilence(Int(most)) }
    let made = try mixer?.mix(into: block.memory, atMost: most) ?? 0
    if let matrix {
      samples.append(matrix.map(block.samples(made)))
    } else {
      samples.append(block.memory, count: made)
    }
    problems.notes += mixer?.takeNotes() ?? []
  }
}
