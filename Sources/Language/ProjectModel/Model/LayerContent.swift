// SPDX-License-Identifier: Apache-2.0

package import Catalog

/// The content of a layer, which is a clip of a track, an overlay or a member of a group.
public enum LayerContent: Hashable, Sendable {
  /// Footage, a still image or sound; a list (glob) is its members in a row.
  case clip(MediaReference)
  /// One still image, SVG included.
  case image(MediaReference)
  /// A text, or a number in its place.
  indirect case text(TextContent)
  /// Texts of a file, each at its time.
  indirect case subtitles(SubtitlesContent)
  /// A drawing that fills the layer's box, such as a colour.
  case graphic(GraphicContent)
  /// Those overlays whose `group` the layer is, in drawing order, on a canvas of the film's size.
  case group

  /// The file or asset that is shown or heard.
  public var media: MediaReference? {
    switch self {
    case .clip(let media), .image(let media): media
    case .text, .subtitles, .graphic, .group: nil
    }
  }

  /// The name in messages of a layer without a name: its media's name, the first line of its text.
  public var label: String {
    switch self {
    case .clip(let media), .image(let media): media.defaultName
    case .text(let text):
      String(
        text.text.value.split(whereSeparator: \.isNewline).first?.prefix(30)
          .map { $0.isWhitespace || $0.asciiValue.map { $0 < 32 } ?? false ? " " : $0 } ?? [])
    case .subtitles(let subtitles):
      String(subtitles.file.value.split(separator: "/").last ?? "subtitles")
    case .graphic(let graphic): graphic.label
    case .group: "group"
    }
  }

  /// The kind of content, by which messages name a layer without sound.
  package var kind: ContentKind {
    switch self {
    case .clip: .clip
    case .image: .image
    case .text(let text): text.counter == nil ? .text : .counter
    case .subtitles(let subtitles): subtitles.highlight == nil ? .subtitles : .words
    case .graphic(let graphic):
      graphic.style == .particles ? .particles : .graphic(graphic.style)
    case .group: .group
    }
  }
}

/// The kinds of content.
package enum ContentKind: Hashable, Sendable {
  case clip, image, text
  case graphic(GraphicStyle)
  case group, counter, particles, subtitles, words

  /// All kinds, in the order in which messages list them.
  package static let all: [ContentKind] =
    [.clip, .image, .text] + GraphicStyle.all.map { .graphic($0) }
    + [.group, .counter, .particles, .subtitles, .words]

  /// The kinds that items of tracks and masks draw.
  package static let items = all.filter { !$0.isOfFile }

  /// The kinds of them that last as long as one likes and have no sound.
  package static let drawn = items.filter { $0 != .clip }

  /// True if it may have sound.
  package var isHeard: Bool {
    switch self {
    case .clip, .group: true
    case .image, .text, .counter, .graphic, .particles, .subtitles, .words: false
    }
  }

  /// The key that says that a layer draws it.
  package var key: String {
    switch self {
    case .clip: "clip"
    case .image: "image"
    case .text: "text"
    case .graphic(let style): style.key
    case .group: "group"
    case .counter: "counter"
    case .particles: "particles"
    case .subtitles: "subtitles"
    case .words: "words"
    }
  }

  /// True if it has a font.
  package var isText: Bool { self == .text || self == .counter || isOfFile }

  /// True if it is the texts of a file, each at its time.
  package var isOfFile: Bool { self == .subtitles || self == .words }

  /// The kind that `key` asks for.
  package init?(key: String) {
    guard let kind = ContentKind.byKey[key] else { return nil }
    self = kind
  }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  /// The keys of its own, beside the one that asks for it.
  package var parameters: [GraphicStyle.Parameter] {
    switch self {
    case .clip, .image, .text, .group, .counter, .particles, .subtitles, .words: []
    case .graphic(let style): style.parameters
    }
  }

  /// Those of `keys` that ask for a kind of content, without those that are parameters of such a kind: in
  /// `{shape: rect, fill: red}` the first.
  package static func asked<Key>(by keys: [Key], _ name: (Key) -> String) -> [(ContentKind, Key)] {
    let found = keys.compactMap { key in ContentKind(key: name(key)).map { ($0, key) } }
    guard found.count > 1 else { return found }
    return found.filter { kind, _ in
      !found.contains { other, _ in other.parameters.contains { $0.name == kind.key } }
    }
  }

  /// Sets of keys of which one layer has at most one.
  package static func exclusive(_ kinds: [ContentKind]) -> [[String]] {
    let taken = Set(kinds.flatMap { $0.parameters.map(\.name) })
    let all = kinds.map(\.key)
    let takers = Set(kinds.filter { !$0.parameters.isEmpty }.map(\.key))
    if taken.isDisjoint(with: all) { return [all] }
    return [all.filter { !taken.contains($0) }, all.filter { !takers.contains($0) }]
  }

  /// The keys of `kinds` for messages: `'image', 'text' or 'group'`.
  package static func list(_ kinds: [ContentKind], and others: [String] = []) -> String {
    let keys = (kinds.map(\.key) + others).map { "'\($0)'" }
    return keys.dropLast().joined(separator: ", ") + " or " + keys[keys.count - 1]
  }
}
