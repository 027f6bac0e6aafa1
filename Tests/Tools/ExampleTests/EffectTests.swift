// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Filters of libavfilter in films.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct EffectTests {
  private static let project = """
    reel: 1
    canvas: {size: 160x90, rate: 25}
    effects: [eq: {contrast: 1.2}]
    tracks:
      main:
        - {fill: {linear: [red, blue], angle: 90deg}, duration: 1s, effects: [gblur: {sigma: 0 -> 8}]}
        - {fill: {linear: [white, black], angle: 90deg}, duration: 1s, effects: [hue: {h: "n*10"}]}
    overlays:
      plate: {shape: rect, size: [40px, 30px], fill: lime, effects: [negate], during: 0.5s..1.5s}
    outputs: {film: {file: film.mkv, preset: lossless}}

    """

  @Test func `what is known of filters is kept, and asked for by no project without them`()
    async throws
  {
    let folder = try TemporaryFolder()
    // A worker that counts how often it is started.
    let worker = folder / "worker"
    let real = try #require(Places.reel).replacing(/reel$/, with: "reel-render")
    try folder.write(
      "#!/bin/sh\necho started >> \(folder.path)/starts\nexec \(real) \"$@\"\n", to: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
    func starts() -> Int {
      let text = try? String(contentsOfFile: folder / "starts", encoding: .utf8)
      return text?.split(separator: "\n").count ?? 0
    }
    let reel = try Reel(environment: ["REEL_RENDER": worker])
    let first = try await reel.build(Self.project)
    try #require(first.status == 0, "\(first.errors)")
    let count = starts()
    #expect(count > 0)
    for arguments in [["check"], ["build", "--quiet"]] {
      let outcome = try await reel.run(arguments + ["project.reel.yaml"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(starts() == count)
  }

  @Test func `a frame by itself is that of the film`() async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    let outcome = try await reel.build(Self.project)
    try #require(outcome.status == 0, "\(outcome.errors)")
    var films: [Data] = []
    for frame in [3, 20, 30, 44] {
      let film = try await tools.frames(
        [frame], of: reel.folder / "film.mkv", stream: 0, format: "rgb24")
      films.append(film)
      let asked = try await reel.run([
        "frame", "project.reel.yaml", "--at", "\(frame)f", "-o", "\(frame).png", "--force",
      ])
      try #require(asked.status == 0, "\(asked.errors)")
      let alone = try await tools.frames(
        [0], of: reel.folder / "\(frame).png", stream: 0, format: "rgb24")
      let likeness = try await tools.likeness(
        of: film, and: alone, width: 160, height: 90, format: "rgb24")
      #expect(likeness.allSatisfy { $0 > 50 }, "frame \(frame): \(likeness)")
    }
    // What the filters do changes from frame to frame.
    #expect(Set(films).count == 4)
  }

  @Test func `a filter that fails is reported at what goes through it`() async throws {
    let reel = try Reel()
    try reel.folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><rect width="160" height="90"/></svg>"#,
      to: "plate.svg")
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 160x90, rate: 25}
      tracks: {main: [{clip: plate.svg, duration: 1s, effects: [boxblur: {lr: 4000}]}]}
      outputs: {film: film.mkv}

      """)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[effect-failed]"), "\(outcome.errors)")
    #expect(outcome.errors.contains("project.reel.yaml:3:"), "\(outcome.errors)")
    #expect(outcome.errors.contains("boxblur") && outcome.errors.contains("4000"))
  }

  @Test func `the catalogue lists filters and describes their options`() async throws {
    let reel = try Reel()
    let list = try await reel.run(["effects"])
    #expect(list.status == 0)
    let lines = list.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("gblur ") } && !lines.contains { $0.hasPrefix("crop ") })
    let all = try await reel.run(["effects", "--all"])
    #expect(all.text.contains("refused: it gives pictures of another size"))
    let one = try await reel.run(["effects", "gblur"])
    #expect(one.text.contains("sigma: number, from 0 to 1024, by default 0.5, takes curves"))
    let json = try await reel.run(["effects", "eq", "--json"])
    let object = try #require(
      JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect(object["allowed"] as? Bool == true)
    let options = try #require(object["options"] as? [[String: Any]])
    #expect(
      options.contains { $0["name"] as? String == "contrast" && $0["curves"] as? Bool == true })
    #expect(try await reel.run(["effects", "gblurr"]).errors.contains("did you mean 'gblur'?"))
  }
}
