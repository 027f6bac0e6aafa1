// SPDX-License-Identifier: Apache-2.0

public import Actions
import Basics

/// A part of what a key is the fingerprint of, in words.
public struct KeyContent: Hashable, Sendable {
  /// What it is and what it is made of, such as
  /// `layers: content.picture.source.video.start 5/2, placement 0,0`; digests are cut short.
  public var text: String
  /// The clip or overlay it shows or lets hear.
  public var origin: Origin
}

extension BuildPlan {
  /// Everything that the key of `segment` is made of.
  public func keyContents(of segment: PlannedSegment) -> [KeyContent] {
    KeyContent.list(SegmentIdentity(segment.program, segment.encoding, setup))
  }

  /// Everything that the key of `chunk` is made of.
  public func keyContents(of chunk: PlannedChunk) -> [KeyContent] {
    KeyContent.list(ChunkIdentity(chunk.program, setup))
  }

  /// Everything that the key of `sound` is made of; what it lets hear stands in those of its chunks.
  public func keyContents(of sound: PlannedSound) -> [KeyContent] {
    KeyContent.list(
      SoundIdentity(sampleRate: sound.sampleRate, sound.stretches, sound.encoding, setup))
  }
}

extension KeyContent {
  /// Of one group no more is told.
  private static let itemLimit = 64

  fileprivate static func list(_ identity: some Encodable) -> [KeyContent] {
    let (ingredients, origins) = Ingredients.of(identity)
    return zip(ingredients.groups, origins).map { group, origin in
      let items = group.items.prefix(itemLimit).map {
        $0.name.isEmpty ? $0.value : "\($0.name) \($0.value)"
      }
      let rest = group.items.count - items.count
      let list = items.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
      let name = group.parent < 0 ? "everything" : group.role
      return KeyContent(text: "\(name): \(list.isEmpty ? "nothing" : list)", origin: origin)
    }
  }
}
