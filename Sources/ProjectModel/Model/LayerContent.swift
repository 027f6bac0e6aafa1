// SPDX-License-Identifier: Apache-2.0

public import Basics

/// What a layer draws: a clip of a track, an overlay or a member of a group.
public enum LayerContent: Hashable, Sendable {
  /// Footage, a still image or sound; a list (glob) is its members in a row.
  case clip(MediaReference)
  /// One still image, SVG included.
  case image(MediaReference)
  /// A text.
  indirect case text(TextContent)
  /// A colour that fills the layer's box.
  case fill(Color)
  /// Those overlays whose `group` the layer is, in drawing order, on a canvas of the film's size.
  case group

  /// The file or asset that is shown or heard.
  public var media: MediaReference? {
    switch self {
    case .clip(let media), .image(let media): media
    case .text, .fill, .group: nil
    }
  }

  /// What messages call a layer that has no name: its media's name, the first line of its text.
  public var label: String {
    switch self {
    case .clip(let media), .image(let media): media.defaultName
    case .text(let text):
      String(
        text.text.value.split(whereSeparator: \.isNewline).first?.prefix(30)
          .map { $0.isWhitespace || $0.asciiValue.map { $0 < 32 } ?? false ? " " : $0 } ?? [])
    case .fill(let color): "\(color)"
    case .group: "group"
    }
  }
}

/// The kinds of content; the raw value is the key that says what a layer draws.
package enum ContentKind: String, Hashable, Sendable, CaseIterable {
  case clip, image, text, fill, group

  /// The kinds that overlays and members of groups may have.
  package static let overlays = allCases.filter { $0 != .clip }

  /// The keys of `kinds` for messages: `'image', 'text' or 'group'`.
  package static func list(_ kinds: [ContentKind], and others: [String] = []) -> String {
    let keys = (kinds.map(\.rawValue) + others).map { "'\($0)'" }
    return keys.dropLast().joined(separator: ", ") + " or " + keys[keys.count - 1]
  }
}
