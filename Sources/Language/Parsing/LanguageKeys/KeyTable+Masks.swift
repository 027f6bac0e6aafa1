// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel

extension KeyTable {
  /// A mask: what an overlay may be, in the box of the layer that it masks.
  package static let mask = ObjectShape(
    name: "mask", doc: "A picture that decides how much is seen of a layer.",
    keys: ContentKind.items.map { content($0).optional } + [
      .key("layer", .name, "An overlay, or a member of a group, that is drawn as this mask alone."),
      .key(
        "by", .choice(LayerMask.Channel.allCases.map(\.rawValue)),
        "What of it counts: its alpha, or its luminance times its alpha.", default: "alpha"),
      .key("invert", .flag, "Whether the rest is seen instead.", default: "false"),
    ]
      + playbackOfAny.filter { !isLeftOut($0.name) }
      + layerKeys(size: "that of the layer's box").filter { !isLeftOut($0.name) }.map { key in
        key.name == "size"
          ? .key(
            "size", .animated(.boxSize),
            "Its size in the layer's box; one that changes is a percentage of it.",
            default: key.fallback) : key
      } + parameters.map { parameter($0) } + textKeys.filter { $0.name != textFit.name },
    exclusive: ContentKind.exclusive(ContentKind.items) + playbackExcludes + textExcludes
      + ContentKind.items.map { ["layer", $0.key] })

  /// Keys that say how a layer is drawn over others, or masks it, or is heard: a mask is neither drawn nor heard.
  private static func isLeftOut(_ key: String) -> Bool {
    [
      "mask", "blend", "backdrop", "audio", "mute", "channels", "sync", "duck", "loudness", "peak",
      "denoise", "gate", "de-ess", "eq", "compress", "reverb", "tail", "pitch",
    ]
    .contains(key)
  }
}
