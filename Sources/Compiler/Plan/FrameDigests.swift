// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Digests

/// What makes a frame stronger than another: a digest of the place in its take, which costs little; for equal
/// ones of all that it is made of; for equal ones of the two seconds that begin with it.
final class FrameDigests {
  private let parts: [Part]
  private let starts: [Int]
  private let rate: FrameRate
  private var frames: [Int: Fingerprint] = [:]
  private var stretches: [Int: Fingerprint] = [:]
  private var wholes: [Int: Fingerprint] = [:]

  init(_ parts: [Part], _ rate: FrameRate) {
    (self.parts, self.rate) = (parts, rate)
    var start = 0
    starts = parts.map { part in
      defer { start += part.frameCount }
      return start
    }
  }

  /// Whether `frame` is stronger than `other`; both are the first of a part.
  func isStronger(_ frame: Int, than other: Int) -> Bool {
    let (own, its) = (place(of: frame), place(of: other))
    if own != its { return own > its }
    let (ownDigest, itsDigest) = (digest(of: frame), digest(of: other))
    if ownDigest != itsDigest { return ownDigest > itsDigest }
    return stretch(from: frame) > stretch(from: other)
  }

  /// A digest of what the frame shows of its take; 0 where it has none.
  private func place(of frame: Int) -> UInt64 {
    guard let read = parts[part(at: frame)].take else { return 0 }
    var mixer = Mixer()
    mixer.add(UInt64(read.file.digest.hex.prefix(16), radix: 16) ?? 0)
    mixer.add(UInt64(bitPattern: read.start.numerator))
    mixer.add(UInt64(bitPattern: read.start.denominator))
    return mixer.value
  }

  private func part(at frame: Int) -> Int { starts.partitioningIndex { $0 > frame } - 1 }

  private func digest(of frame: Int) -> Fingerprint {
    if let known = frames[frame] { return known }
    let digest = Fingerprint(ofCanonical: parts[part(at: frame)].slice(0..<1, at: rate))
    frames[frame] = digest
    return digest
  }

  private func stretch(from frame: Int) -> Fingerprint {
    if let known = stretches[frame] { return known }
    var digests: [Fingerprint] = []
    var left = BorderRule(rate).reach
    for index in part(at: frame)..<parts.count where left > 0 {
      digests.append(whole(index, first: left))
      left -= parts[index].frameCount
    }
    let digest = Fingerprint(ofCanonical: digests)
    stretches[frame] = digest
    return digest
  }

  private func whole(_ index: Int, first count: Int) -> Fingerprint {
    let part = parts[index]
    if count < part.frameCount { return Fingerprint(ofCanonical: part.slice(0..<count, at: rate)) }
    if let known = wholes[index] { return known }
    let digest = Fingerprint(ofCanonical: part)
    wholes[index] = digest
    return digest
  }
}

/// Mixes numbers as splitmix64 does, alike on every machine.
struct Mixer {
  private(set) var value: UInt64 = 0

  mutating func add(_ number: UInt64) {
    value = (value ^ number) &+ 0x9e37_79b9_7f4a_7c15
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    value ^= value >> 31
  }
}
