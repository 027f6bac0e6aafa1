// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Sums the clips of a program, block by block, in 32-bit float.
///
/// A program of one channel is mixed in stereo, and is half the sum of the left and the right.
///
/// Sound that continues across the ends of the program is also output separately, as `lead` and trail, for the
/// crossfade.
///
/// A clip's source is open only while the clip plays, so memory does not grow with the length of the film or
/// the number of clips.
struct AudioMixer {
  private struct Voice {
    var clip: AudioClip
    var isUnderWay: Bool
    var gains: GainCurve
    /// The clip's first sample on the clock that it is played on, at the mix's rate.
    var first: Int64
    var sound: RemappedAudio
    var filtered: FilteredAudio?
    var hasBroken = false
    var hasNote = false
  }

  private let program: AudioProgram
  private let keepsGoing: Bool
  private let pool: AudioPool
  private var voices: [Voice] = []
  private var next = 0
  private var position: Int64 = 0
  /// The channels in which it is mixed.
  private let layout: ChannelLayout
  /// The samples of a clip.
  private let own: AudioBlock
  /// The stereo mix of a program of one channel; nil for others.
  private let sides: AudioBlock?
  private var mixedLead: AudioBuffer
  /// Problems that were skipped.
  private(set) var notes: [RenderNote] = []

  /// The start of the clips that were already playing, once mixed.
  var lead: AudioBuffer {
    guard sides != nil else { return mixedLead }
    let (left, right) = (mixedLead.channels[0], mixedLead.channels[1])
    return AudioBuffer(channels: [zip(left, right).map { ($0 + $1) * 0.5 }])
  }

  /// A mixer of `program` with sources from `pool`; throws if the program is invalid.
  init(
    _ program: AudioProgram, keepsGoing: Bool, pool: AudioPool = AudioPool()
  ) throws(RenderFailure) {
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
    where clip.start < 0 || clip.count < 0 || !GainCurve(clip.gains).isValid
      || !(clip.remap?.isPlayable ?? true)
      || !(clip.channels.map { ChannelChoice.isPossible($0, of: program.layout) } ?? true)
    {
      throw RenderFailure(
        kind: .program, message: "a sound clip of no usable place or gain", origin: clip.origin)
    }
    guard (0...program.clips.count).contains(program.underWay) else {
      throw RenderFailure(kind: .program, message: "a sound program of fewer clips than it says")
    }
    self.program = program
    layout = program.layout.mixed
    own = AudioBlock(channels: layout.count)
    sides = program.layout == layout ? nil : AudioBlock(channels: layout.count)
    mixedLead = AudioBuffer(channels: layout.count)
    mixedLead.appendSilence(program.leadCount)
    self.keepsGoing = keepsGoing
    self.pool = pool
    pool.begin(rate: program.sampleRate, layout: layout, keepsGoing: keepsGoing)
  }

  /// Mixes the next `count` samples, or one block, into `memory`, which has the program's channels and room for
  /// `AudioBuffer.blockSize`.
  ///
  /// - Returns: The number of samples; 0 at the end.
  mutating func mix(
    into memory: ChannelMemory, atMost count: Int64 = Int64(AudioBuffer.blockSize)
  ) throws(RenderFailure) -> Int {
    precondition(count > 0, "a block of nothing")
    return try mix(into: memory, until: min(program.sampleCount, position + count))
  }

  /// Mixes the continuation after the end into `memory`, up to `AudioProgram.overlap` samples.
  ///
  /// Call it once, after the end.
  ///
  /// - Returns: The number of samples; 0 if nothing continues.
  mutating func mixTrail(into memory: ChannelMemory) throws(RenderFailure) -> Int {
    precondition(position == program.sampleCount, "the mix is not at its end")
    return try mix(into: memory, until: program.sampleCount + Int64(program.trailCount))
  }

  /// Problems that were skipped since the last call.
  mutating func takeNotes() -> [RenderNote] {
    defer { notes = [] }
    return notes
  }

  /// Returns the sources of clips that have not ended to the pool.
  mutating func close() {
    for voice in voices { pool.give(voice.sound, of: voice.clip) }
    voices = []
  }

  private mutating func mix(
    into memory: ChannelMemory, until limit: Int64
  ) throws(RenderFailure) -> Int {
    let count = Int(min(Int64(AudioBuffer.blockSize), limit - position))
    guard count > 0 else { return 0 }
    guard let sides else {
      try mix(count, into: memory)
      return count
    }
    try mix(count, into: sides.memory)
    let (left, right, middle) = (sides.memory[0], sides.memory[1], memory[0])
    for n in 0..<count { middle[n] = (left[n] + right[n]) * 0.5 }
    return count
  }

  private mutating func mix(_ count: Int, into memory: ChannelMemory) throws(RenderFailure) {
    memory.silence(count)
    let end = position + Int64(count)
    // The program's order keeps the sums deterministic.
    var sounding: [Voice] = []
    for voice in voices { try add(voice, until: end, memory, &sounding) }
    while next < program.clips.count, program.clips[next].start < end {
      if let voice = try open(program.clips[next], isUnderWay: next < program.underWay) {
        try add(voice, until: end, memory, &sounding)
      }
      next += 1
    }
    voices = sounding
    position = end
  }

  private mutating func open(
    _ clip: AudioClip, isUnderWay: Bool
  ) throws(RenderFailure) -> Voice? {
    let gains = GainCurve(clip.gains, layout: layout)
    if clip.count == 0 || gains.isSilent { return nil }
    let first = clip.firstSample(program.sampleRate)
    let time = clip.sourceTime(of: 0, program.sampleRate)
    CrashBreadcrumbs.note(WorkerStatus(.opening, origin: clip.origin, sourceTime: time))
    do {
      let filtered = try clip.chain.map { (chain) throws(AVError) in
        try FilteredAudio(
          chain, count: clip.count, rate: program.sampleRate, layout: layout)
      }
      let sound = try pool.take(for: clip, from: first + (filtered?.first ?? 0))
      return Voice(
        clip: clip, isUnderWay: isUnderWay, gains: gains, first: first, sound: sound,
        filtered: filtered)
    } catch {
      throw RenderFailure(
        reading: error, origin: clip.origin, sourceTime: time, frame: Int(clip.start))
    }
  }

  /// Adds the part of `voice` before `end`; keeps the voice in `sounding` if more follows.
  private mutating func add(
    _ voice: Voice, until end: Int64, _ memory: ChannelMemory, _ sounding: inout [Voice]
  ) throws(RenderFailure) {
    var voice = voice
    let clip = voice.clip
    let from = max(position, clip.start)
    let to = min(end, clip.start + clip.count)
    let count = Int(to - from)
    let inside = from - clip.start
    let offset = Int(from - position)
    var failure: AVError?
    let time = clip.sourceTime(of: inside, program.sampleRate)
    CrashBreadcrumbs.note(WorkerStatus(.decoding, origin: clip.origin, sourceTime: time))
    do throws(AVError) {
      if let filtered = voice.filtered {
        try filtered.read(count, into: own.memory) { (from, count, memory) throws(AVError) in
          try voice.sound.read(from: voice.first + from, count: count, into: memory)
        }
      } else {
        try voice.sound.read(from: voice.first + inside, count: count, into: own.memory)
      }
      voice.gains.apply(from: inside, count: count, to: own.memory)
      for channel in 0..<layout.count {
        let (sum, samples) = (memory[channel] + offset, own.memory[channel])
        for n in 0..<count { sum[n] += samples[n] }
      }
      if voice.isUnderWay { mixedLead.add(own.memory, count: count, at: Int(from)) }
    } catch {
      failure = error
    }
    let problems = voice.sound.takeMixProblems()
    for var note in problems.notes {
      note.frame = Int(from)
      notes.append(note)
    }
    if var failure = problems.failure {
      failure.frame = Int(from)
      throw failure
    }
    let problem = voice.sound.takeProblem()
    if failure == nil, let problem, let note = problem.note {
      if !voice.hasNote {
        let place = clip.sample(at: problem.time, program.sampleRate)
        notes.append(
          RenderNote(
            message: note, origin: clip.origin, sourceTime: problem.time,
            frame: Int(clip.start + min(max(place, 0), clip.count - 1))))
      }
      voice.hasNote = true
    } else if let error = failure ?? problem?.error, !voice.hasBroken {
      let time = problem?.time ?? time
      let place = clip.sample(at: time, program.sampleRate)
      let sample = Int(clip.start + min(max(place, 0), clip.count - 1))
      guard keepsGoing, error.kind.isOfMedia else {
        throw RenderFailure(
          reading: error, origin: clip.origin, sourceTime: time, frame: sample)
      }
      voice.hasBroken = true
      notes.append(
        RenderNote(
          message: "cannot decode the sound; there is silence instead", origin: clip.origin,
          sourceTime: time, frame: sample, log: error.log))
    }
    if failure != nil { return }
    if to < clip.start + clip.count {
      sounding.append(voice)
    } else {
      pool.give(voice.sound, of: clip)
    }
  }
}

extension AudioProgram {
  /// The length of the crossfade at the start.
  var leadCount: Int { underWay > 0 ? Int(min(AudioProgram.overlap, sampleCount)) : 0 }

  /// The length of the crossfade after the end.
  var trailCount: Int {
    let end = clips.reduce(sampleCount) { max($0, $1.start + $1.count) }
    return Int(min(AudioProgram.overlap, end - sampleCount))
  }
}
