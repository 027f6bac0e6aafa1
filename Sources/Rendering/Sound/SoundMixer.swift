// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Sums the clips of a program, block by block, in 32-bit float.
///
/// A clip's source is open only while the clip sounds, so memory does not grow with the length of
/// the film or the number of its clips.
struct SoundMixer {
  /// Samples of one block at most.
  static let blockSize = 4096

  private struct Voice {
    var clip: SoundClip
    var gains: GainCurve
    /// The clip's first sample on its source's clock, at the mix's rate.
    var first: Int64
    var sound: ClockedSound
    var hasBroken = false
  }

  private let program: SoundProgram
  private let keepsGoing: Bool
  private var pool: SoundPool
  private var voices: [Voice] = []
  private var next = 0
  private var position: Int64 = 0
  private var clipLeft = [Float](repeating: 0, count: blockSize)
  private var clipRight = [Float](repeating: 0, count: blockSize)
  /// What broke and was carried on with.
  private(set) var notes: [RenderNote] = []

  /// A mixer of `program`; what it can never perform is refused.
  init(_ program: SoundProgram, keepsGoing: Bool) throws(RenderFailure) {
    guard (1000...768_000).contains(program.sampleRate), program.sampleCount > 0,
      program.sampleCount / Int64(program.sampleRate) <= 1_000_000
    else {
      throw RenderFailure(kind: .program, message: "a sound program of no usable length or rate")
    }
    for (clip, following) in zip(program.clips, program.clips.dropFirst())
    where clip.start > following.start {
      throw RenderFailure(
        kind: .program, message: "sound clips out of order", origin: following.origin)
    }
    for clip in program.clips
    where clip.start < 0 || clip.count < 0 || !GainCurve(clip.gains).isSound {
      throw RenderFailure(
        kind: .program, message: "a sound clip of no usable place or gain", origin: clip.origin)
    }
    self.program = program
    self.keepsGoing = keepsGoing
    pool = SoundPool(rate: program.sampleRate)
  }

  /// Puts the next block into `left` and `right`, which have room for `blockSize` samples.
  ///
  /// - Returns: The number of samples; 0 at the end.
  mutating func mix(
    into left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) throws(RenderFailure) -> Int {
    let count = Int(min(Int64(SoundMixer.blockSize), program.sampleCount - position))
    guard count > 0 else { return 0 }
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
    let end = position + Int64(count)
    // Always in the program's order, so that the sums are always the same.
    var sounding: [Voice] = []
    for voice in voices { try add(voice, until: end, left, right, &sounding) }
    while next < program.clips.count, program.clips[next].start < end {
      if let voice = try open(program.clips[next]) {
        try add(voice, until: end, left, right, &sounding)
      }
      next += 1
    }
    voices = sounding
    position = end
    return count
  }

  private mutating func open(_ clip: SoundClip) throws(RenderFailure) -> Voice? {
    let gains = GainCurve(clip.gains)
    if clip.count == 0 || gains.isSilent { return nil }
    let first = (clip.sourceStart * Time(Int64(program.sampleRate))).rounded
    do {
      let sound = try pool.take(for: clip, from: first)
      return Voice(clip: clip, gains: gains, first: first, sound: sound)
    } catch {
      throw RenderFailure(reading: error, origin: clip.origin, sourceTime: clip.sourceStart)
    }
  }

  /// Adds what sounds of `voice` before `end`; keeps it in `sounding` when there is more.
  private mutating func add(
    _ voice: Voice, until end: Int64, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, _ sounding: inout [Voice]
  ) throws(RenderFailure) {
    var voice = voice
    let clip = voice.clip
    let from = max(position, clip.start)
    let to = min(end, clip.start + clip.count)
    let count = Int(to - from)
    let inside = from - clip.start
    let offset = Int(from - position)
    var failure: AVError?
    clipLeft.withUnsafeMutableBufferPointer { clipLeft in
      clipRight.withUnsafeMutableBufferPointer { clipRight in
        guard let a = clipLeft.baseAddress, let b = clipRight.baseAddress else { return }
        do throws(AVError) {
          try voice.sound.read(from: voice.first + inside, count: count, left: a, right: b)
        } catch {
          failure = error
          return
        }
        voice.gains.apply(from: inside, count: count, left: a, right: b)
        for n in 0..<count {
          left[offset &+ n] += a[n]
          right[offset &+ n] += b[n]
        }
      }
    }
    let time = clip.sourceStart + Time(inside, over: Int64(program.sampleRate))
    let problem = voice.sound.takeProblem()
    if let error = failure ?? problem?.error, !voice.hasBroken {
      guard keepsGoing else {
        throw RenderFailure(
          reading: error, origin: clip.origin, sourceTime: problem?.time ?? time)
      }
      voice.hasBroken = true
      notes.append(
        RenderNote(
          message: "cannot decode the sound; there is silence instead", origin: clip.origin,
          sourceTime: problem?.time ?? time, log: error.log))
    }
    if failure != nil { return }
    if to < clip.start + clip.count {
      sounding.append(voice)
    } else {
      pool.give(voice.sound, of: clip)
    }
  }
}
