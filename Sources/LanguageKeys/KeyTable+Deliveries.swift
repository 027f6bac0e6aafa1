// SPDX-License-Identifier: Apache-2.0

// How outputs are written that are more than one file.

extension KeyTable {
  /// The keys of an output about its files, where these are several.
  package static let deliveryOfOutput: [KeyShape] = [
    .key(
      "segment", .time,
      "The length of the media segments of a stream, an .m3u8, from 1 s to 60 s; they are cut where pieces of the film meet.",
      default: "6s")
  ]
}
