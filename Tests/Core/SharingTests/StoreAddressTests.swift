// SPDX-License-Identifier: Apache-2.0

import RenderProtocol
import Testing

@Suite struct StoreAddressTests {
  @Test(arguments: [
    ("http://cache", "http://cache", "http://cache"),
    ("http://cache:8080/", "http://cache:8080", "http://cache:8080"),
    ("HTTPS://cache.example.org/team/reel//", "https://cache.example.org/team/reel", nil),
    ("http://me:s3cr%40t@cache/x", "http://me:s3cr%40t@cache/x", "http://cache/x"),
    ("https://token@cache", "https://token@cache", "https://cache"),
    ("http://a@b:c@cache/x", "http://a@b:c@cache/x", "http://cache/x"),
    ("http://[::1]:8080/x", "http://[::1]:8080/x", nil),
  ])
  func `an address is asked in full and shown without a password`(
    text: String, url: String, shown: String?
  ) throws {
    let address = try #require(StoreAddress(text))
    #expect(address.url == url)
    #expect(address.shown == shown ?? url)
  }

  @Test(arguments: [
    "", "cache", "ftp://cache", "file:///tmp", "http://", "https:///x", "http://user@",
    "http://:80", "http://cache/a b", "http://cache/a\nb", "http://cache/?a", "http://cache/#a",
    "http://cache/../x", "http://cache/a//b", "http://cache\\x", "http://cache/a@b", "http://caché",
    "http://" + String(repeating: "a", count: 3000),
  ])
  func `nothing else is an address`(text: String) {
    #expect(StoreAddress(text) == nil)
  }
}
