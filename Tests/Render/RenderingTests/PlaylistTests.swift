// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Muxing

/// The names of files in playlists of streams.
@Suite struct PlaylistTests {
  @Test(arguments: [
    ("index-video.m3u8", "index-video.m3u8"), ("a_b~1.m4s", "a_b~1.m4s"),
    ("#1.m3u8", "%231.m3u8"), ("a\"b.m3u8", "a%22b.m3u8"), ("what?.m3u8", "what%3F.m3u8"),
    ("12:30.m3u8", "12%3A30.m3u8"), ("a b%20.m3u8", "a%20b%2520.m3u8"),
    ("\u{e9}t\u{e9}.m3u8", "%C3%A9t%C3%A9.m3u8"),
  ])
  func `names are relative references`(name: String, reference: String) {
    #expect(PlaylistURI(name).text == reference)
  }
}
