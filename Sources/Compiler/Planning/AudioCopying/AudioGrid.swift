// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// The grid on which the packets of a film lie, and which sounds have theirs there.
struct AudioGrid {
  /// Film samples at which packets start are this and whole packets before and after.
  let phase: Int64
  private let kind: PlainAudio.Kind
  private let sounds: [PlainAudio]
  /// The largest shift of audio, in samples.
  private let slip: Int64

  /// The grid that most of `sounds`, which are of one `kind`, lie on.
  init(_ sounds: [PlainAudio], _ kind: PlainAudio.Kind) {
    slip = kind.packetSamples > 1 ? Int64(kind.sampleRate) / 1000 : 0
    phase = AudioGrid.phase(of: sounds, every: kind.packetSamples, slip: slip)
    (self.sounds, self.kind) = (sounds, kind)
  }

  /// The place between 0 and `length` that most of `sounds` are no farther from than `slip`.
  private static func phase(of sounds: [PlainAudio], every length: Int64, slip: Int64) -> Int64 {
    guard length > 1 else { return 0 }
    let places = sounds.map { (phase: $0.phase, weight: Int64($0.heard.count)) }
      .sorted { ($0.phase, $0.weight) < ($1.phase, $1.weight) }
    // Once more behind itself, as what is past the end is at the start again.
    let circle = places + places.map { (phase: $0.phase + length, weight: $0.weight) }
    var best: (weight: Int64, phase: Int64) = (0, 0)
    var (first, weight) = (0, Int64(0))
    for (last, place) in circle.enumerated() {
      weight += place.weight
      while place.phase - circle[first].phase > 2 * slip || last - first >= places.count {
        weight -= circle[first].weight
        first += 1
      }
      if weight > best.weight {
        best = (weight, (circle[first].phase + place.phase) / 2 % length)
      }
    }
    return best.phase
  }

  /// The signed distance of packets of `sound` from the grid, by which they are moved if it is
  /// small.
  private func distance(of sound: PlainAudio) -> Int64 {
    let length = kind.packetSamples
    let distance = (sound.phase - phase) % length
    if distance * 2 > length { return distance - length }
    return distance * 2 < -length ? distance + length : distance
  }

  /// Why not more of it is copied.
  var obstacle: String { distant ?? "too little of it is untouched" }

  /// Why some of it is encoded, where most is copied.
  var obstacleOfRest: AudioCopyObstacle {
    AudioCopyObstacle(distant ?? "clips are cut within packets")
  }

  /// The description of the longest audio off the grid; nil if all is on it.
  private var distant: String? {
    let worst = sounds.filter { abs(distance(of: $0)) > slip }.max {
      $0.heard.count < $1.heard.count
    }
    guard let worst else { return nil }
    let count = abs(distance(of: worst))
    return "its packets do not meet those of the next clip: they would be heard \(count) samples"
      + " too early or too late"
  }

  /// Packets `numbers` of the grid, copied from a sound that has been moved onto it.
  private struct PacketRun {
    var sound: PlainAudio
    var numbers: Range<Int64>
  }

  /// The sound of `program`, `count` samples long, made of copied packets on the grid and encoded packets between them.
  func copy(of program: AudioProgram, _ count: Int64, _ encoding: AudioEncoding) -> AudioCopy {
    let runs = runs(count)
    var copy = AudioCopy(
      sampleRate: kind.sampleRate, packetSamples: kind.packetSamples, start: 0, sampleCount: count,
      intervals: [], mix: moved(program.resampled(to: kind.sampleRate), with: runs.map(\.sound)),
      encoding: encoding)
    let last = number(atOrAfter: count)
    var next = firstEncoded
    if let first = runs.first?.numbers.lowerBound, phase + first * kind.packetSamples <= 0 {
      next = first
    }
    copy.start = phase + next * kind.packetSamples
    func encode(until end: Int64) {
      guard next < end else { return }
      copy.intervals.append(.encoded(packets: end - next))
      next = end
    }
    for run in runs {
      encode(until: run.numbers.lowerBound)
      copy.intervals.append(.copied(source(run), packets: Int64(run.numbers.count)))
      next = run.numbers.upperBound
    }
    encode(until: last)
    return copy
  }

  /// The first packet of a film that begins with encoded ones: what an encoder puts in front is one that is
  /// not heard.
  private var firstEncoded: Int64 {
    kind.packetSamples > 1 ? number(atOrAfter: 1) - 2 : 0
  }

  /// The first packet of the grid that does not start before `sample`.
  private func number(atOrAfter sample: Int64) -> Int64 {
    Time(sample - phase, over: kind.packetSamples).ceiling
  }

  /// The copied runs, in order: packets all of whose samples are audible.
  private func runs(_ count: Int64) -> [PacketRun] {
    let length = kind.packetSamples
    return sounds.compactMap { sound in
      let distance = distance(of: sound)
      guard abs(distance) <= slip else { return nil }
      var moved = sound
      moved.offset += distance
      let first = moved.firstPacket - moved.offset
      var lower = number(atOrAfter: max(sound.heard.lowerBound, first))
      if sound.heard.lowerBound <= 0 {
        // With what a decoder needs before the first that is heard.
        let needed = number(atOrAfter: 1) - 1 - Int64(sound.coding.leadPackets)
        lower = max(needed, number(atOrAfter: first))
      }
      // A packet goes over into the next one: before an encoded one, both are of this sound.
      let last = length > 1 ? 2 * length : length
      let upper =
        sound.heard.upperBound >= count
        ? number(atOrAfter: count) : number(atOrAfter: sound.heard.upperBound - last + 1)
      // Less is not worth the joints at its ends, where there are such.
      let least = length > 1 ? Int64(kind.sampleRate) : 1
      guard (upper - lower) * length >= least else { return nil }
      return PacketRun(sound: moved, numbers: lower..<upper)
    }
  }

  private func source(_ run: PacketRun) -> AudioCopy.Source {
    AudioCopy.Source(
      file: run.sound.clip.file, stream: run.sound.clip.stream,
      sample: phase + run.numbers.lowerBound * kind.packetSamples + run.sound.offset,
      origin: run.sound.clip.origin)
  }

  /// The mix with the clips where `sounds` have them: to the sample, what is encoded goes over into what is
  /// copied.
  private func moved(_ mix: AudioProgram, with sounds: [PlainAudio]) -> AudioProgram {
    var mix = mix
    let rate = Int64(kind.sampleRate)
    for sound in sounds {
      for index in sound.clips {
        let clip = mix.clips[index]
        // Counted on the container's own clock, whose ticks are samples.
        mix.clips[index].zero = .zero
        mix.clips[index].sourceStart = Time(clip.start + sound.offset, over: rate)
      }
    }
    return mix
  }
}
