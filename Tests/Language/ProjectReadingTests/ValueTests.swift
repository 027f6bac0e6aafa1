// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import Testing

@testable import Parsing
@testable import ProjectModel

@Suite struct ValueTests {
  private func time(_ text: String) -> TimeExpression? {
    Reading("reel: 1\ntracks: {main: [{clip: a.mov, at: '\(text)'}]}").clips.first?.at
  }

  private func range(_ text: String) -> RangeExpression? {
    Reading("reel: 1\ntracks: {main: [{clip: a.mov, range: '\(text)'}]}").clips.first?.playback
      .range
  }

  private func layer(_ text: String) -> LayerInstruction? {
    Reading(
      "reel: 1\ntracks: {main: [a.mov]}\ninstructions:\n- {during: 0.., layers: {main: {\(text)}}}"
    ).project.instructions.first?.layers.first
  }

  private func overlay(_ text: String) -> Overlay? {
    Reading("reel: 1\ntracks: {main: [a.mov]}\noverlays: {o: {text: x, \(text)}}").project.overlays
      .first
  }

  @Test(arguments: [
    ("2", Time(2)), ("2s", Time(2)), ("2.5s", Time(5, over: 2)), ("250ms", Time(1, over: 4)),
    ("3m", Time(180)), ("1h", Time(3600)), ("1m30s", Time(90)),
    ("1h2m3s4ms", Time(3_723_004, over: 1000)),
    ("0.1s", Time(1, over: 10)), ("00:01:02.500", Time(125, over: 2)), ("1:02", Time(62)),
    ("01:00:00", Time(3600)), ("1s + 2s * 3", Time(7)), ("(1s + 2s) * 3", Time(9)),
    ("10s / 4", Time(5, over: 2)), ("3 * 2s - 1", Time(5)), ("5s-1s", Time(4)), ("2 + 3", Time(5)),
    ("-(1s - 3s)", Time(2)), ("0.000000001s", Time(1, over: 1_000_000_000)),
  ])
  func `A time is exact`(text: String, expected: Time) {
    #expect(time(text)?.constant == expected)
  }

  @Test func `A thousand tenths are a hundred seconds`() {
    let tenth = time("0.1s")?.constant ?? .zero
    #expect((0..<1000).reduce(Time.zero) { sum, _ in sum + tenth } == Time(100))
  }

  @Test func `Frames and timecodes wait for the canvas rate`() {
    #expect(time("48f")?.kind == .frames(48))
    #expect(time("48f")?.constant == nil)
    let plain = Timecode(hours: 0, minutes: 1, seconds: 2, frames: 12, isDropFrame: false)
    #expect(time("00:01:02:12")?.kind == .timecode(plain))
    #expect(plain.frameIndex(base: 30) == 1872)
    #expect(plain.frameIndex(base: 12) == nil)
  }

  @Test func `Drop-frame timecode skips labels at all but every tenth minute`() {
    func index(_ text: String) -> Int64? {
      guard case .timecode(let code)? = time(text)?.kind else { return nil }
      return code.isDropFrame ? code.frameIndex(base: 30) : nil
    }
    #expect(index("00:00:59;29") == 1799)
    #expect(index("00:01:00;02") == 1800)
    #expect(index("00:01:00;01") == nil)
    #expect(index("00:10:00;00") == 17982)
    #expect(index("01:00:00;00") == 107_892)
  }

  @Test func `Drop-frame timecode is that within a range and a sum, too`() {
    func isDropFrame(_ time: TimeExpression?) -> Bool? {
      switch time?.kind {
      case .timecode(let code), .sourceTimecode(let code): code.isDropFrame
      case .binary(_, let left, _): isDropFrame(left)
      case .time, .frames, .share, .beats, .beat, .anchor, nil: nil
      }
    }
    let both = range("00:01:00;02..00:02:00;02")
    #expect(isDropFrame(both?.start) == true && isDropFrame(both?.end) == true)
    #expect(isDropFrame(range("00:01:00:02..")?.start) == false)
    #expect(isDropFrame(time("00:01:00;02 + 1s")) == true)
    #expect(isDropFrame(range("tc(00:01:00;02)..")?.start) == true)
    #expect(isDropFrame(range("tc(00:01:00:02)..")?.start) == false)
  }

  @Test(arguments: [
    ("beach.end", "beach", AnchorReference.Edge.end), ("my-clip.start", "my-clip", .start),
    ("20231104_1200.middle", "20231104_1200", .middle), ("clip.v2.end", "clip.v2", .end),
    ("größe.start", "größe", .start), ("end.end", "end", .end),
  ])
  func `An anchor is a name and an edge`(text: String, name: String, edge: AnchorReference.Edge) {
    guard case .anchor(let anchor)? = time(text)?.kind else {
      Issue.record("no anchor")
      return
    }
    #expect(anchor.name.value == name)
    #expect(anchor.edge == edge)
  }

  @Test func `Every part of a time knows its place`() {
    let reading = Reading("reel: 1\ntracks: {main: [{clip: a.mov, at: beach.end - (1s + 48f)}]}")
    let at = reading.clips.first?.at
    #expect(reading.slice(at?.span) == "beach.end - (1s + 48f)")
    guard case .binary(.subtract, let left, let right)? = at?.kind,
      case .anchor(let anchor) = left.kind, case .binary(.add, let one, let frames) = right.kind
    else {
      Issue.record("another shape")
      return
    }
    #expect(reading.slice(left.span) == "beach.end")
    #expect(reading.slice(anchor.name.span) == "beach")
    #expect(reading.slice(right.span) == "(1s + 48f)")
    #expect(reading.slice(one.span) == "1s")
    #expect(reading.slice(frames.span) == "48f")
  }

  /// The description of `layer` without its positions in the text.
  private func withoutPlaces(_ layer: LayerSettings) -> String {
    "\(layer)".replacing(/start: \d+, end: \d+/, with: "")
  }

  @Test(arguments: [
    ("size: 12 * 2px", "size: 24px"), ("size: 2px*12", "size: 24px"),
    ("size: 100% / 4", "size: 25%"),
    ("size: [100% / 3 + 0%, 50%]", "size: [33.333333333333%, 50%]"),
    ("size: (1 + 2) * 10%", "size: 30%"),
    ("position: [10% + 5%, 3 * 20px]", "position: [15%, 60px]"),
    ("position: 10% + 5% 3 * 20px", "position: 15% 60px"),
    ("position: [-2 * 5px, -(3px - 13px)]", "position: [-10px, 10px]"),
    ("rotation: 90deg / 4", "rotation: 22.5deg"), ("opacity: 1 / 4", "opacity: 25%"),
    ("opacity: 1 / 4 -> 3 / 4", "opacity: 25% -> 75%"),
    (
      "position: {0s: 10% * 2 0%, 1s: 10% 5% ease-in}", "position: {0s: 20% 0%, 1s: 10% 5% ease-in}"
    ),
    ("blur: 2 * 4px", "blur: 8px"),
  ])
  func `Numbers are calculated`(text: String, same: String) throws {
    let (made, expected) = (try #require(overlay(text)), try #require(overlay(same)))
    // Thirds have no end in decimals.
    if text.contains("/ 3") { return #expect("\(made)".contains("0.3333333333")) }
    #expect(withoutPlaces(made.layer) == withoutPlaces(expected.layer))
  }

  @Test(arguments: [
    ("size: 100% - 20px", "'%' and 'px' cannot be added"),
    ("size: 2px * 3px", "'px' cannot be multiplied by 'px'"),
    ("size: 100% / 0", "division by zero"), ("size: (2px", "a ')' is missing"),
    ("size: 2px * 3 +", "a number is missing at the end"),
    ("size: 6 / 2px", "a plain number cannot be divided by 'px'"),
  ])
  func `A calculation says what is wrong with it`(text: String, message: String) {
    let reading = Reading(
      "reel: 1\ntracks: {main: [a.mov]}\noverlays: {o: {fill: red, \(text)}}")
    #expect(reading.diagnostics.map(\.message) == [message])
  }

  @Test func `A product counts before a sum`() {
    guard case .binary(.subtract, _, let right)? = time("a.end - b.end / 2")?.kind,
      case .binary(.divide, _, _) = right.kind
    else {
      Issue.record("another shape")
      return
    }
  }

  @Test func `A range has a start, an end, or both`() {
    #expect(range("2s..8s")?.start?.constant == Time(2))
    #expect(range("2s..8s")?.end?.constant == Time(8))
    #expect(range("2s..")?.end == nil)
    #expect(range("2s..")?.start?.constant == Time(2))
    #expect(range("..8s")?.start == nil)
    #expect(range("..8s")?.end?.constant == Time(8))
    #expect(range("2..5")?.end?.constant == Time(5))
    #expect(range("1.5..2.5")?.start?.constant == Time(3, over: 2))
    #expect(range("2s..+3s")?.isEndRelative == true)
    #expect(range("2s..+3s")?.end?.constant == Time(3))
    #expect(range("a.start .. a.start + 4s")?.end?.hasAnchors == true)
    #expect(range("a.end..b.start")?.start?.hasAnchors == true)
  }

  @Test func `A duration is a range from the start`() {
    let clip = Reading("reel: 1\ntracks: {main: [{clip: a.png, duration: 3s}]}").clips.first
    #expect(clip?.playback.range?.start?.constant == .zero)
    #expect(clip?.playback.range?.end?.constant == Time(3))
    #expect(clip?.playback.range?.isEndRelative == true)
  }

  @Test(arguments: [
    ("1 -> 0", 1.0, 0.0, Easing.linear), ("0% -> 50% ease-in", 0, 0.5, .easeIn),
    ("0 -> 1 ease", 0, 1, .cubicBezier(0.25, 0.1, 0.25, 1)),
    ("1->0.25 hold", 1, 0.25, .hold), ("0 -> 1 spring", 0, 1, .settling),
    ("0 -> 1 spring(1, 300, 20)", 0, 1, .spring(Spring(mass: 1, stiffness: 300, damping: 20))),
    ("0 -> 1 steps(4)", 0, 1, .steps(4, .end)),
    ("0 -> 1 steps(2 jump-none)", 0, 1, .steps(2, .none)),
    ("0 -> 1 bounce-out", 0, 1, .swing(.bounce, .out)),
    ("0 -> 1 elastic-in-out", 0, 1, .swing(.elastic, .inOut)),
    ("0 -> 1 cubic-bezier(0.4, 0, 0.2, 1)", 0, 1, .cubicBezier(0.4, 0, 0.2, 1)),
    (".5 -> .25 cubic-bezier(.2, 0, 0, 1)", 0.5, 0.25, .cubicBezier(0.2, 0, 0, 1)),
  ])
  func `A ramp has two ends and an easing`(text: String, from: Double, to: Double, easing: Easing) {
    guard case .ramp(let ramp)? = layer("opacity: '\(text)'")?.properties[.opacity] else {
      Issue.record("no ramp")
      return
    }
    #expect(ramp.from == PropertyValue(from))
    #expect(ramp.to == PropertyValue(to))
    #expect(ramp.easing == easing)
  }

  @Test func `An easing stands at the value it leads to`() {
    let layer = layer("scale: {0s: 100%, 2s: 120% ease-in-out, 96f: 100%}")
    guard case .keyframes(let keys)? = layer?.properties[.scale] else {
      Issue.record("no keyframes")
      return
    }
    #expect(keys.map(\.value) == [1, 1.2, 1].map { PropertyValue($0, $0) })
    #expect(keys.map(\.easing) == [.easeInOut, .linear, .linear])
    #expect(keys[1].time.constant == Time(2))
    #expect(keys[2].time.kind == .frames(96))
  }

  @Test(arguments: [
    "{0s: '[-20%, 50%]', 1s: '[25%, 50%] ease-out'}", "{0s: [-20%, 50%], 1s: 25% 50% ease-out}",
  ])
  func `A list in brackets may have an easing behind it`(text: String) {
    guard case .keyframes(let keys)? = layer("position: \(text)")?.properties[.position] else {
      Issue.record("no keyframes")
      return
    }
    #expect(keys.map(\.easing) == [.easeOut, .linear])
    #expect(
      keys.map(\.value) == [-0.2, 0.25].map { PropertyValue([.share($0), .share(0.5)]) })
    #expect(
      layer("scale: '[1, 2] -> [.5, 1] ease-in'")?.properties[.scale]?.values
        == [PropertyValue(1, 2), PropertyValue(0.5, 1)])
  }

  @Test func `Transforms and positions are lists or words`() {
    #expect(
      layer("transform: [0, 1, -1, 0, 720, 0]")?.properties[.transform]?.values
        == [PropertyValue(Affine(0, 1, -1, 0, 720, 0))])
    #expect(
      layer("transform: 1 0 0 1 0 0 -> 1 0 0 1 -30.5 10")?.properties[.transform]?.values
        == [PropertyValue(Affine.identity), PropertyValue(Affine.translation(-30.5, 10))])
    #expect(
      layer("position: center -> 60% 10px")?.properties[.position]?.values
        == [PropertyValue(.center), PropertyValue([.share(0.6), .pixels(10)])])
    #expect(layer("scale: [110%, 0.5]")?.properties[.scale]?.values == [PropertyValue(1.1, 0.5)])
  }

  @Test(arguments: [("0.25", 0.25), ("50%", 0.5), ("0dB", 1), ("-20dB", 0.1), ("20db", 10)])
  func `A volume is a factor`(text: String, expected: Double) {
    guard case .constant(let value)? = layer("volume: \(text)")?.properties[.volume] else {
      Issue.record("no constant")
      return
    }
    #expect(abs((value.value.number ?? -1) - expected) < 1e-8)
  }

  @Test(arguments: [
    ("black", Color.black), ("'#fff'", .white), ("'#1234'", Color(0x11, 0x22, 0x33, alpha: 0x44)),
    ("'#20304080'", Color(0x20, 0x30, 0x40, alpha: 0x80)),
    ("white@50%", Color(255, 255, 255, alpha: 128)),
    ("'#203040@0.25'", Color(0x20, 0x30, 0x40, alpha: 64)),
    ("RebeccaPurple", Color(0x66, 0x33, 0x99)),
    ("transparent", Color(0, 0, 0, alpha: 0)),
  ])
  func `A colour has a name or digits`(text: String, expected: Color) {
    guard case .text(let content)? = overlay("color: \(text)")?.content else {
      Issue.record("no text")
      return
    }
    #expect(content.look.color == expected)
  }

  @Test func `A position by name is its own anchor`() {
    #expect(overlay("position: top-right")?.layer.anchor == .topRight)
    #expect(
      overlay("position: top-right")?.layer.properties[.position]?.values
        == [PropertyValue(Anchor.topRight.point)])
    #expect(overlay("position: [50%, 90%]")?.layer.anchor == .center)
    #expect(overlay("position: top-right, anchor: left")?.layer.anchor == .left)
    #expect(overlay("color: red")?.layer.place == PropertyValue(.center))
  }

  @Test func `A position that changes has the middle as its anchor`() {
    let moving = overlay("position: top-left -> 110% 50%")
    #expect(moving?.layer.anchor == .center)
    #expect(
      moving?.layer.properties[.position]?.values
        == [PropertyValue(Anchor.topLeft.point), PropertyValue([.share(1.1), .share(0.5)])])
  }

  @Test(arguments: [
    ("90deg", 90.0), ("-45deg", -45), ("0.25turn", 90), ("0", 0), ("1.5turn", 540),
  ])
  func `An angle has a unit`(text: String, degrees: Double) {
    #expect(overlay("rotation: \(text)")?.layer.constant(.rotation)?.number == degrees)
  }

  @Test func `Lengths are shares of the canvas or pixels`() {
    let clip = Reading(
      "reel: 1\ntracks: {main: [{clip: a.mov, size: [25%, 100px], position: [-10, 5%]}]}"
    ).clips.first
    #expect(clip?.layer.size?.value == BoxSize(width: .share(0.25), height: .pixels(100)))
    #expect(clip?.layer.place == PropertyValue([.pixels(-10), .share(0.05)]))
    #expect(Length.share(0.25).pixels(of: 1280) == 320)
  }

  @Test(arguments: [
    ("30", FrameRate(30)), ("29.97", FrameRate(30000, over: 1001)),
    ("24000/1001", FrameRate(24000, over: 1001)), ("12.5", FrameRate(25, over: 2)),
    ("59.94", FrameRate(60000, over: 1001)),
  ])
  func `A frame rate is exact`(text: String, expected: FrameRate) {
    let project = Reading("reel: 1\ncanvas: {rate: \(text)}\ntracks: {main: [a.mov]}").project
    #expect(project.canvas.rate?.value == expected)
  }
}
