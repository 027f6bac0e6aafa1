// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Subtitles as they are seen in films.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct SubtitleFilmTests {
  private static let look = "font: {family: DejaVu Sans, size: 16px}"
  private static let place =
    "position: [50%, 95%], anchor: bottom, wrap: 90%, outline: {width: 0.96px}"

  private func cue(_ start: String, _ end: String, _ text: String) -> String {
    "1\n00:00:\(start) --> 00:00:\(end)\n\(text)\n\n"
  }

  private func frames(_ numbers: [Int], _ overlay: String, _ file: String = "") async throws
    -> [GreyFrame]
  {
    try await GreyFrame.frames(
      numbers, of: "tracks: {main: [{fill: '#404040', duration: 2s}]}\noverlays: {a: {\(overlay)}}",
      files: ["rome.srt": file])
  }

  /// A text that is laid out where it is shown is the same to the last sample as one that is laid out before.
  @Test(arguments: [
    "", ", color: gold, background: black@50%", ", opacity: 50%", ", rotation: 20deg",
    ", scale: 60%", ", shadow: {blur: 4px}", ", align: left, letter-spacing: 5%",
  ])
  func aSubtitleLooksAsATextDoes(keys: String) async throws {
    let words = "Hello, AVA: gjy\nand a second line of it that is wrapped somewhere"
    let text = words.replacing("\n", with: "\\n")
    let look = "\(Self.look), \(Self.place)\(keys)"
    let file = cue("00,400", "01,600", words)
    let shown = try await frames([5, 20], "subtitles: rome.srt, \(look)", file)
    let wanted = try await frames([20], "text: \"\(text)\", \(look)")
    let plain = try await frames([20], "fill: '#404040'")
    #expect(shown[0].samples == plain[0].samples, "nothing is seen before it")
    let differences = zip(shown[1].samples, wanted[0].samples).map { abs(Int($0) - Int($1)) }
    if keys.contains("rotation") || keys.contains("scale") {
      // They turn about the very place that is said, a text about the pixel next to it.
      let seen = zip(wanted[0].samples, plain[0].samples).map { abs(Int($0) - Int($1)) }
      let share = Double(differences.reduce(0, +)) / Double(seen.reduce(0, +))
      #expect(share < 0.4, "\(keys)")
    } else {
      #expect(differences.max() ?? 0 <= (keys.contains("shadow") ? 3 : 0), "\(keys)")
    }
    #expect(shown[1].area > plain[0].area + 20 || keys.contains("background"))
  }

  @Test func usuallyTheyStandAtTheBottomWithALineAroundThem() async throws {
    let file = cue("00,000", "01,000", "<b>Hello</b>")
    let own = try await frames([3], "subtitles: rome.srt, \(Self.look)", file)
    let wanted = try await frames(
      [3],
      "text: Hello, font: {family: DejaVu Sans, size: 16px, weight: bold}, \(Self.place)")
    #expect(own[0].samples == wanted[0].samples)
    // All of it is in the lowest quarter, and has dark pixels around light ones.
    #expect(own[0].samples[..<(320 * 135)].allSatisfy { $0 == own[0].samples[0] })
    #expect(own[0].samples.contains { $0 < 30 } && own[0].samples.contains { $0 > 220 })
  }

  @Test func aTextAtTheTopOfTheFileIsAtTheTop() async throws {
    let file = cue("00,000", "01,000", "{\\an8}Hello")
    let own = try await frames([3], "subtitles: rome.srt, \(Self.look)", file)
    #expect(own[0].samples[(320 * 45)...].allSatisfy { $0 == own[0].samples[0] })
    #expect(own[0].samples.contains { $0 > 220 })
  }

  @Test func inAGroupTheyLieOnItsCanvas() async throws {
    let file = cue("00,000", "01,000", "Hello")
    let own = try await frames(
      [3], "group: {a: {subtitles: rome.srt, \(Self.look)}}, size: 50%, position: top-left", file)
    // The lower edge of the group is the middle of the film.
    #expect(own[0].samples[(320 * 92)...].allSatisfy { $0 == own[0].samples[0] })
    #expect(own[0].samples[(320 * 65)..<(320 * 90)].contains { $0 > 220 })
  }

  /// After a change of one text only what shows it is rendered, and the film is that of a clean build.
  @Test func aChangedTextIsRenderedAlone() async throws {
    let texts = (0..<20).map { cue("\(10 + $0),000", "\(10 + $0),700", "Line \($0)") }
    var other = texts
    other[10] = cue("20,000", "20,700", "Another")
    let project = """
      reel: 1
      canvas: {size: 160x90, rate: 10}
      tracks: {main: [{fill: navy, duration: 40s}]}
      overlays: {a: {subtitles: rome.srt, \(Self.look)}}

      """
    let reel = try Reel()
    try reel.folder.write(texts.joined(), to: "rome.srt")
    let first = try await reel.build(project)
    try #require(first.status == 0, "\(first.errors)")
    try reel.folder.write(other.joined(), to: "rome.srt")
    try reel.folder.write(project, to: "project.reel.yaml")
    let again = try await reel.run(["build", "project.reel.yaml", "--json"])
    try #require(again.status == 0, "\(again.errors)")
    let rendered = again.text.split(separator: "\n").filter { $0.contains("\"stored\"") }
    let clean = try Reel()
    try clean.folder.write(other.joined(), to: "rome.srt")
    let whole = try await clean.build(project)
    try #require(whole.status == 0, "\(whole.errors)")
    let film = try Data(contentsOf: URL(filePath: reel.folder / "project.mp4"))
    #expect(film == (try Data(contentsOf: URL(filePath: clean.folder / "project.mp4"))))
    #expect((1...2).contains(rendered.count), "\(again.text)")
  }
}
