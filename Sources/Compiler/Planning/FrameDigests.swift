// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// The comparison of frames by strength: by a cheap digest of the place in the take; for equal ones
/// by one of all inputs; then by one of the two seconds from there.
final class FrameDigests {
  private let parts: [LayerInterval]
  private let starts: [Int]
  private let rate: FrameRate
  /// The first part that is equal to each, whichever clip it is of: the turns of a loop, and cuts of the
  /// same frames, are all alike and are worked out once.
  private let models: [Int]
  private var places: [Int: UInt64] = [:]
  private var frames: [Int: Fingerprint] = [:]
  private var wholes: [Int: Fingerprint] = [:]
  /// The digests of the two seconds that begin with each part.
  private var stretches: [Fingerprint?]
  /// The same by the models of the parts that begin within them.
  private var modelStretches: [[Int]: Fingerprint] = [:]

  init(_ parts: [LayerInterval], _ rate: FrameRate) {
    (self.parts, self.rate) = (parts, rate)
    stretches = Array(repeating: nil, count: parts.count)
    var start = 0
    starts = parts.map { part in
      defer { start += part.frameCount }
      return start
    }
    var first: [LayerInterval: Int] = [:]
    models = parts.indices.map { index in
      let part = parts[index].anonymous
      if let known = first[part] { return known }
      first[part] = index
      return index
    }
  }

  /// Returns true if `frame` is stronger than `other`; both are the first of a part.
  func isStronger(_ frame: Int, than other: Int) -> Bool {
    let (part, otherPart) = (part(at: frame), part(at: other))
    let (model, otherModel) = (models[part], models[otherPart])
    if model != otherModel {
      let (own, its) = (place(model), place(otherModel))
      if own != its { return own > its }
      let (ownDigest, itsDigest) = (digest(ofFirstFrame: model), digest(ofFirstFrame: otherModel))
      if ownDigest != itsDigest { return ownDigest > itsDigest }
    }
    return stretch(from: part) > stretch(from: otherPart)
  }

  /// A digest of the part's first source frame; 0 where it shows no take.
  private func place(_ part: Int) -> UInt64 {
    if let known = places[part] { return known }
    let digest = parts[part].take?.digest() ?? 0
    places[part] = digest
    return digest
  }

  private func part(at frame: Int) -> Int { starts.partitioningIndex { $0 > frame } - 1 }

  private func digest(ofFirstFrame part: Int) -> Fingerprint {
    if let known = frames[part] { return known }
    let digest = Fingerprint(ofCanonical: parts[part].slice(0..<1, at: rate))
    frames[part] = digest
    return digest
  }

  private func stretch(from part: Int) -> Fingerprint {
    if let known = stretches[part] { return known }
    let digest = modelStretch(from: part)
    stretches[part] = digest
    return digest
  }

  private func modelStretch(from part: Int) -> Fingerprint {
    let reach = BorderRule(rate).reach
    var end = part
    var count = 0
    while end < parts.count, count < reach {
      count += parts[end].frameCount
      end += 1
    }
    let key = Array(models[part..<end])
    if let known = modelStretches[key] { return known }
    var left = reach
    let digests = key.map { model in
      defer { left -= parts[model].frameCount }
      return whole(model, first: left)
    }
    let digest = Fingerprint(ofCanonical: digests)
    modelStretches[key] = digest
    return digest
  }

  private func whole(_ part: Int, first count: Int) -> Fingerprint {
    if count < parts[part].frameCount {
      return Fingerprint(ofCanonical: parts[part].slice(0..<count, at: rate))
    }
    if let known = wholes[part] { return known }
    let digest = Fingerprint(ofCanonical: parts[part])
    wholes[part] = digest
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
