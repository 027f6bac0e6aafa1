// SPDX-License-Identifier: Apache-2.0

// How outputs are written that are more than one file.

extension KeyTable {
  /// The keys of an output about its files, where these are several.
  package static let deliveryOfOutput: [KeyShape] = [
    .key(
      "segment", .time,
      "The length of the media segments of a stream, an .m3u8, from 1 s to 60 s; they are cut where pieces of the film meet.",
      default: "6s"),
    .key(
      "every", .time,
      "The time from one numbered picture, such as frames/%05d.png, to the next.",
      default: "each frame"),
    .key("rate", .integer(1...240), "Numbered pictures for each second.", default: "each frame"),
    .key(
      "start-number", .integer(0...99_999_999), "The number of the first numbered picture.",
      default: "1"),
  ]
}
