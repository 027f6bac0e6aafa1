// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

struct EditDistanceTests {
  private static let keys = ["start", "range", "speed", "opacity", "at", "id", "fit", "fade"]

  @Test(arguments: [
    ("strat", "start"), ("opactiy", "opacity"), ("Speed", "speed"), ("rnge", "range"),
    ("opacityy", "opacity"), ("fits", "fit"),
  ])
  func `a misspelt word finds what was meant`(word: String, meant: String) {
    #expect(nearest(word, in: Self.keys) == meant)
  }

  @Test(arguments: ["easeInOut", "ease_in_out", "Ease-in-out"])
  func `another spelling of a name is that name`(word: String) {
    #expect(nearest(word, in: ["ease-out", "ease-in", "ease-in-out"]) == "ease-in-out")
  }

  @Test(arguments: ["volume", "x", "", "zz", "background", "opaque-ness"])
  func `a word like none finds none`(word: String) {
    #expect(nearest(word, in: Self.keys) == nil)
  }

  @Test func `among equals the first wins`() {
    #expect(nearest("cap", in: ["cat", "car"]) == "cat")
    #expect(nearest("cap", in: []) == nil)
  }

  @Test func `names that begin with the word are all asked for`() {
    let names = ["slides", "slide-up", "slide-down", "slide-left", "fade", "fade-black"]
    #expect(
      didYouMean("Slide", in: names) == "did you mean 'slide-up', 'slide-down' or 'slide-left'?")
    #expect(didYouMean("fad", in: names) == "did you mean 'fade'?")
    #expect(didYouMean("zoom", in: names) == nil)
  }

  @Test func `a hostile word costs nothing`() {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(nearest(word, in: [word + "b"]) == nil)
  }
}
