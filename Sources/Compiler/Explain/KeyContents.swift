// SPDX-License-Identifier: Apache-2.0

import Base
public import Planning
public import RenderProtocol

/// A readable part of the contents of a key.
public struct KeyContent: Hashable, Sendable {
  /// The name and the parts of an input of the key, such as `layers:
  /// content.picture.source.video.start 5/2, placement 0,0`; digests are cut short.
  public var text: String
  /// The clip or overlay that is seen or heard.
  public var origin: Origin
}

extension BuildPlan {
  /// Everything that the key of `segment` is made of.
  public func keyContents(of segment: PlannedSegment) -> [KeyContent] {
    KeyContent.list(segment.identity(setup))
  }

  /// Everything that the key of `chunk` is made of.
  public func keyContents(of chunk: PlannedChunk) -> [KeyContent] {
    KeyContent.list(ChunkIdentity(chunk.program, setup))
  }

  /// Everything that the key of `passage` is made of; what it lets hear stands in those of its chunks.
  public func keyContents(of passage: PlannedPassage) -> [KeyContent] {
    KeyContent.list(
      PassageIdentity(
        sound: AudioIdentity(
          sampleRate: passage.sampleRate, passage.intervals, passage.encoding, setup),
        passage: passage.passage))
  }

  /// Everything that the key of `sound` is made of; what it lets hear stands in those of its chunks.
  public func keyContents(of sound: PlannedAudio) -> [KeyContent] {
    if let copy = sound.copy {
      return KeyContent.list(
        CopiedAudioIdentity(copy, otherwise: sound.program, sound.encoding, setup))
    }
    return KeyContent.list(
      AudioIdentity(sampleRate: sound.sampleRate, sound.intervals, sound.encoding, setup))
  }
}

extension KeyContent {
  /// The maximum number of items listed for one group.
  private static let itemLimit = 64

  fileprivate static func list(_ identity: some Encodable) -> [KeyContent] {
    let (ingredients, origins) = Ingredients.of(identity)
    var contents: [KeyContent] = []
    var libraries: [Ingredients.Item] = []
    for (group, origin) in zip(ingredients.groups, origins) {
      libraries += group.items.filter { $0.name.hasPrefix(libraryPrefix) }
      let items = group.items.filter { !$0.name.hasPrefix(libraryPrefix) }
      contents.append(
        KeyContent(group.parent < 0 ? "everything" : group.role, items, origin: origin))
    }
    // They are many, and the last that one looks at.
    return contents + [KeyContent("libraries", libraries, origin: .none)]
  }

  private static let libraryPrefix = "libraries."

  private init(_ name: String, _ items: [Ingredients.Item], origin: Origin) {
    let words = items.prefix(KeyContent.itemLimit).map { item in
      let isLibrary = item.name.hasPrefix(KeyContent.libraryPrefix)
      let path = isLibrary ? item.name.dropFirst(KeyContent.libraryPrefix.count) : item.name[...]
      return [String(path), item.value].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let rest = items.count - words.count
    let list = words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    text = "\(name): \(list.isEmpty ? "nothing" : list)"
    self.origin = origin
  }
}
