// SPDX-License-Identifier: Apache-2.0

extension KeySynonym {
  /// Names of players, and of profiles of codecs, which are another key.
  package static let profiles = [
    KeySynonym(["browser", "browsers", "website", "html", "html5", "internet"], "web"),
    KeySynonym(
      [
        "youtube", "instagram", "tiktok", "facebook", "vimeo", "reels", "shorts", "stories",
        "whatsapp", "twitter", "x",
      ], "social"),
    KeySynonym(["television", "broadcast", "ebu", "hdtv", "dlna"], "tv"),
    KeySynonym(
      ["photo", "apple", "iphone", "ios", "google-photos", "gallery", "quicktime"], "photos"),
    KeySynonym(["preservation", "master", "lossless", "ffv1"], "archive"),
    KeySynonym(["baseline", "main", "high"], "video: {profile: high}", "the profile of a codec"),
  ]
}
