// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProjectModel

/// Places for numbers in names of files, and percent signs that are none.
@Suite struct NumberedNameTests {
  @Test(arguments: [
    ("%d.png", "", 0, ".png"), ("a%05d.png", "a", 5, ".png"), ("50% %09d%.png", "50% ", 9, "%.png"),
    ("%%d.png", "%", 0, ".png"), ("%0%01dé.png", "%0", 1, "é.png"),
  ])
  func `there is one place`(_ name: String, _ before: String, _ digits: Int, _ after: String) {
    let found = NumberedName(name)
    #expect(found?.before == before && found?.digits == digits && found?.after == after)
    #expect(OutputFormat(path: "50%d/" + name)?.isSequence == true)
  }

  @Test(arguments: [
    "50% off.png", "100%.png", "%5d.png", "%00d.png", "%i.png", "% d.png", "%", "a%", "%0.png",
    "%010d.png", "%x%s%n.png",
  ])
  func `any other percent sign is one`(_ name: String) {
    #expect(NumberedName(name) == nil)
    #expect(OutputFormat(path: name)?.isSequence != true)
    #expect(!name.hasSuffix(".png") || OutputFormat(path: name)?.isStill == true)
  }

  @Test func `of several places none is meant`() {
    #expect(NumberedName("%d-%d.png") == nil && OutputFormat(path: "%d-%05d.png") == nil)
    #expect(OutputFormat(path: "%d.mp4") == nil)
  }

  @Test(arguments: [("a%5d.png", "%5d"), ("%003i.png", "%003i"), ("50% off.png", nil)])
  func `what is nearly a place is found`(_ name: String, _ place: String?) {
    #expect(NumberedName.nearPlace(in: name[...]).map { String($0) } == place)
  }
}
