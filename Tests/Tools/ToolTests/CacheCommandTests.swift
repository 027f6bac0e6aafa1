// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Testing

@testable import Planning
@testable import reel

@Suite struct CacheCommandTests {
  @Test(arguments: [
    ("0", 0), ("7B", 7), ("1k", 1000), ("500M", 500_000_000), ("20G", 20_000_000_000),
    ("1.5G", 1_500_000_000), ("2T", 2_000_000_000_000), ("1Ki", 1024), ("1.5MiB", 1_572_864),
    ("0.25GB", 250_000_000), ("0.0000001k", 0),
  ])
  func `sizes`(text: String, bytes: Int64) throws {
    #expect(try ArgumentQuantity.bytes(text) == bytes)
  }

  @Test(arguments: [
    "", "20", "G", "-1G", "20 G", "20Q", "20GG", "1.2.3G", ".5G", "5.G", "1e3k", "10000000T",
    "20 gigs", "٣G", "20i", "1BB", "9999999999999999999B",
  ])
  func `what is no size is refused`(text: String) {
    #expect(throws: (any Error).self) { try ArgumentQuantity.bytes(text) }
  }

  @Test(arguments: [
    ("30d", 2_592_000), ("12h", 43_200), ("90min", 5400), ("1.5h", 5400), ("0s", 0),
    ("2w", 1_209_600),
  ])
  func `ages`(text: String, seconds: Int64) throws {
    #expect(try ArgumentQuantity.age(text) == seconds * 1_000_000_000)
  }

  @Test(arguments: ["", "30", "d", "30 d", "30m", "30days", "-1d", "1d12h", "99999999w"])
  func `what is no age is refused`(text: String) {
    #expect(throws: (any Error).self) { try ArgumentQuantity.age(text) }
  }

  @Test(arguments: [
    ["cache"], ["cache", "x", "--max-size", "1G"], ["cache", "x", "--gc", "--stats"],
    ["cache", "x", "--gc", "--max-size", "20"], ["cache", "x", "--gc", "--older", "never"],
    ["cache", "x", "--dry-run"],
  ])
  func `command lines that make no sense`(arguments: [String]) async {
    #expect(await ReelMain.run(arguments) == .badUsage)
  }

  private func item(_ label: String, _ size: Int64, _ use: CacheItem.Use) -> CacheItem {
    CacheItem(label: label, paths: [], size: size, lastUse: 0, use: use)
  }

  @Test func `a table for people`() {
    let items = [
      item("facts", 2000, .unneeded), item("segments", 4_000_000, .needed),
      item("segments", 3_000_000, .needed), item("segments", 500, .unneeded),
      item("films", 100, .needed),
    ]
    #expect(
      CacheReport(items: items).text == """
                  all             in films that stand  in none
        segments  7.0 MB in 3     7.0 MB in 2          500 bytes in 1
        facts     2.0 kB in 1
        films     100 bytes in 1  100 bytes in 1
        all       7.0 MB in 5

        """)
    #expect(CacheReport(items: []).text == "nothing is kept\n")
    let broken = CacheReport(items: items + [item("pieces", 7, .broken)]).text
    #expect(broken.split(separator: "\n").first?.hasSuffix("damaged") == true)
  }

  @Test func `removed entries are listed for people and as JSON`() {
    let items = [
      item("segments", 4_000_000, .unneeded), item("texts", 500, .broken),
      item("segments", 1000, .needed),
    ]
    let report = CacheReport(removed: Array(items.prefix(2)), of: items, isDryRun: false)
    #expect(report.text == "removed 4.0 MB (1 segments, 1 texts); 1.0 kB kept\n")
    #expect(
      CacheReport(removed: [items[1]], of: items, isDryRun: true).text
        == "would remove 500 bytes (1 texts); 4.0 MB kept\n")
    #expect(
      CacheReport(removed: [], of: items, isDryRun: true).text
        == "nothing to remove; 4.0 MB kept\n")
    #expect(report.json.contains(#""left":{"bytes":1000,"count":1}"#))
    #expect(report.json.contains(#""isDryRun":false"#))
  }
}
