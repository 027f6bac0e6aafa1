// SPDX-License-Identifier: Apache-2.0

public import Actions
import Basics

/// Performs what is asked about sound: mixes chunks of it, and encodes them as one sound.
///
/// One worker owns it for its whole life; it keeps sources open from one chunk to the next, and
/// nothing of that changes a sample.
public final class SoundRenderer {
  private let pool = SoundPool()

  /// A renderer that has nothing open yet.
  public init() {}

  /// Mixes the program of `request` into its file of samples.
  ///
  /// - Parameter progress: Told how many hundredths of a second have been mixed since it was last told.
  public func mix(
    _ request: MixRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SegmentFacts {
    let program = request.program
    var mixer = try SoundMixer(program, keepsGoing: request.keepsGoing, pool: pool)
    var writer = try SampleWriter(
      path: request.output, rate: program.sampleRate, lead: program.leadCount)
    var tally = Tally(rate: program.sampleRate)
    let block = Block()
    var isFirst = true
    while case let count = try mixer.mix(into: block.left, block.right), count > 0 {
      if isFirst { try writer.write(lead: mixer.lead) }
      isFirst = false
      try writer.write(block.left, block.right, count: count)
      if let hundredths = tally.add(count) { progress(hundredths) }
    }
    let trail = try mixer.mixTrail(into: block.left, block.right)
    if trail > 0 { try writer.write(block.left, block.right, count: trail) }
    var facts = try writer.finish(count: program.sampleCount)
    facts.notes = mixer.notes
    return facts
  }

  /// Copies the packets of one clip.
  ///
  /// - Parameter progress: Told how many hundredths of a second have been copied since it was last told.
  public func copy(
    _ request: CopySoundRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SegmentFacts {
    try SoundCopier(request).copy(progress: progress)
  }

  /// Encodes what `request` lists, once from the first sample to the last.
  ///
  /// - Parameter progress: Told how many hundredths of a second have been encoded since it was last told.
  public func encode(
    _ request: EncodeRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SegmentFacts {
    let rate = request.sampleRate
    guard (1000...768_000).contains(rate), request.sampleCount > 0 else {
      throw RenderFailure(kind: .program, message: "a sound of no usable length or rate")
    }
    var encoder = try SoundEncoder(
      request.encoding, rate: rate, count: request.sampleCount, output: request.output)
    var tally = Tally(rate: rate)
    var trail = StereoSamples()
    for stretch in request.stretches {
      switch stretch {
      case .silence(var rest):
        while rest > 0 {
          var block = StereoSamples()
          block.appendSilence(Int(min(rest, Int64(SoundMixer.blockSize))))
          try encoder.write(block)
          rest -= Int64(block.count)
          if let hundredths = tally.add(block.count) { progress(hundredths) }
        }
        trail.removeAll()
      case .mixed(let path, let count):
        var reader = try SampleReader(path: path, rate: rate, count: count)
        var place = 0
        while var block = try reader.read() {
          block.fadeOver(from: trail, to: reader.lead, at: place)
          try encoder.write(block)
          place += block.count
          if let hundredths = tally.add(block.count) { progress(hundredths) }
        }
        trail = reader.trail
      }
    }
    return try encoder.finish()
  }
}

extension EncodeRequest {
  /// The length of the whole, in samples.
  var sampleCount: Int64 {
    stretches.reduce(0) {
      switch $1 {
      case .silence(let count), .mixed(_, let count): $0 + count
      }
    }
  }
}

/// Room for one block of stereo samples.
private final class Block {
  let left = UnsafeMutablePointer<Float>.allocate(capacity: SoundMixer.blockSize)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: SoundMixer.blockSize)

  deinit {
    left.deallocate()
    right.deallocate()
  }
}

/// Counts samples and tells when another second is full.
private struct Tally {
  private let rate: Int64
  private var samples: Int64 = 0
  private var told: Int64 = 0

  init(rate: Int) { self.rate = Int64(rate) }

  /// Hundredths of a second since it last told some, when they are a second or more.
  mutating func add(_ count: Int) -> Int? {
    samples += Int64(count)
    let hundredths = samples * 100 / rate
    guard hundredths >= told + 100 else { return nil }
    defer { told = hundredths }
    return Int(hundredths - told)
  }
}
