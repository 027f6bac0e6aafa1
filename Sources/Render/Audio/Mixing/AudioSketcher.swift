// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
public import RenderProtocol

extension AudioRenderer {
  /// The description of how the samples of `program` are made; this decodes the first ones of every clip.
  public func sketch(_ program: AudioProgram) throws(RenderFailure) -> FilterGraphDescription {
    // It checks the program and begins it in the pool.
    _ = try AudioMixer(program, keepsGoing: false, pool: pool)
    var inputs: [FilterGraphDescription.Input] = []
    var steps: [String] = []
    for clip in program.clips where clip.count > 0 {
      do throws(AVError) {
        inputs.append(try input(clip, rate: program.sampleRate, program.layout.mixed))
      } catch {
        throw RenderFailure(
          reading: error, origin: clip.origin,
          sourceTime: clip.sourceTime(of: 0, program.sampleRate)
        )
      }
      let start = Time(clip.start, over: Int64(program.sampleRate))
      let gains = clip.gains.compactMap(\.words).map { ", " + $0 }.joined()
      steps.append("input \(steps.count) from \(start.microseconds) s on\(gains)")
    }
    return FilterGraphDescription(parts: [
      FilterGraphDescription.Interval(count: program.sampleCount, inputs: inputs, steps: steps)
    ])
  }

  private func input(
    _ clip: AudioClip, rate: Int, _ layout: ChannelLayout
  ) throws(AVError) -> FilterGraphDescription.Input {
    let first = clip.firstSample(rate)
    let sound = try pool.take(for: clip, from: first)
    defer { pool.give(sound, of: clip) }
    let block = AudioBlock(channels: layout.count)
    try sound.read(
      from: first, count: Int(min(clip.count, Int64(AudioBuffer.blockSize))), into: block.memory)
    // At another speed it is read in another time.
    let (one, other) = (clip.sourceTime(of: 0, rate), clip.sourceTime(of: clip.count, rate))
    let start = clip.remap == nil ? Time(first, over: Int64(rate)) : min(one, other)
    let length = max(one, other) - min(one, other)
    var words = "samples from \(start.microseconds) s to \((start + length).microseconds) s"
    if let remap = clip.remap {
      words +=
        remap.curve == nil
        ? " at \(remap.speed.approximate) times their speed" : " at a speed that changes"
      if remap.followsPitch { words += " and pitch" }
    }
    if let mix = clip.mix?.program {
      words += ", mixed of \(mix.clips.count) \(mix.clips.count == 1 ? "clip" : "clips")"
    } else if sound.sourceRate != rate {
      words += ", \(sound.sourceRate) resampled to \(rate) a second"
    }
    if let drift = clip.drift {
      words += ", whose clock goes \(drift.approximate) times as slow as the file's"
    }
    if let mapping = sound.mapping { words += ", channels of \(mapping)" }
    var options: [String]? = ["-t", length.microseconds]
    if clip.mix != nil {
      options = nil
    } else if start > .zero {
      options = [
        "-seek_timestamp", "1", "-ss", (clip.zero + start).microseconds, "-t",
        length.microseconds,
      ]
    }
    let chain = clip.chain?.filters ?? []
    // A room is none of libavfilter's filters.
    if chain.contains(where: \.isOwn) { words += ", heard in a room" }
    let filters = sound.filters + chain.filter { !$0.isOwn }.map { Filter($0) }
    let graphs = filters.isEmpty ? [] : [FilterGraph.text(filters)]
    return FilterGraphDescription.Input(
      path: clip.file.path, reads: words, options: options,
      graphs: graphs.map { "[0:\(clip.stream)]" + $0 }, kernels: graphs.map { _ in nil })
  }
}

extension Gain {
  /// A description for people; nil where it changes nothing.
  fileprivate var words: String? {
    switch self {
    case .constant(1): nil
    case .constant(let value): "gain \((value * 1000).rounded() / 1000)"
    case .keys(let keys, let kind, _):
      (kind == .volume ? "gain" : kind == .balance ? "balance" : "pan")
        + (keys.count == 1
          ? " \((keys[0].value * 1000).rounded() / 1000)" : " along \(keys.count) keys")
    case .routed(let route): "channels: \(route.rawValue)"
    }
  }
}
