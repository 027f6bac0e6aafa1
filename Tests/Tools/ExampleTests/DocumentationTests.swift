// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The projects of the documentation are valid.
///
/// The info string of a fence decides: `yaml` is a whole project, `yaml fragment` a part of one, and
/// `yaml NAME` or `csv NAME` a file of that name for the blocks after it on the page.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct DocumentationTests {
  static let pages: [String] = (try? Documentation.pages()) ?? []

  /// A file of each kind of media, in place of the files that documents name; made once.
  private static let standIns = Task {
    let tools = try #require(Places.ffmpeg)
    let folder = try TemporaryFolder()
    let quiet = ["-nostdin", "-v", "error"]
    let sine = ["-f", "lavfi", "-i", "sine=frequency=440"]
    let picture = ["-f", "lavfi", "-i", "color=navy:size=1280x720:rate=25"]
    let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
    for kind in ["mp4", "mov", "mkv"] {
      let arguments: [String] = quiet + picture + sine + h264
      let file = folder / "a.\(kind)"
      _ = try await tools.ffmpeg.data(arguments + ["-t", "100", file])
    }
    for kind in ["ogg", "wav", "flac", "m4a", "mp3"] {
      let file = folder / "a.\(kind)"
      _ = try await tools.ffmpeg.data(quiet + sine + ["-t", "100", file])
    }
    for kind in ["jpg", "png", "gif"] {
      let file = folder / "a.\(kind)"
      _ = try await tools.ffmpeg.data(quiet + picture + ["-frames:v", "1", file])
    }
    let square = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
    try folder.write(square + "<rect width='9' height='9'/></svg>\n", to: "a.svg")
    try folder.write("1\n00:00:01,000 --> 00:00:03,000\nGood morning.\n", to: "a.srt")
    try folder.write("WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n", to: "a.vtt")
    try folder.write("[{\"word\": \"Good\", \"start\": 1.0, \"end\": 1.5}]\n", to: "a.json")
    try folder.write("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n", to: "a.cube")
    return folder
  }

  /// Puts stand-ins into `folder` for the media that a project in it names.
  private static func prepare(
    _ folder: String, for project: String, from standIns: TemporaryFolder
  ) throws {
    // Outputs are made, unless they show media.
    var isOutput = false
    var shown = ""
    for line in project.split(separator: "\n") {
      if line.first != " ", line.first != "#" { isOutput = line.hasPrefix("outputs:") }
      if !isOutput { shown += "\(line)\n" }
    }
    let files = FileManager.default
    for match in project.matches(of: /[\w.*\/-]+/) {
      let name = String(match.output)
      guard let suffix = name.split(separator: ".").last, suffix.count < name.count,
        files.fileExists(atPath: standIns / "a.\(suffix)"),
        shown.contains(name) || name.hasPrefix("media/")
      else { continue }
      let file = folder + "/" + name.replacingOccurrences(of: "*", with: "1")
      if files.fileExists(atPath: file) { continue }
      try files.createDirectory(atPath: parent(of: file), withIntermediateDirectories: true)
      try files.copyItem(atPath: standIns / "a.\(suffix)", toPath: file)
    }
  }

  private static func parent(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
  }

  @Test(arguments: pages)
  func projectsOfADocumentAreValid(_ page: String) async throws {
    let standIns = try await DocumentationTests.standIns.value
    let reel = try Reel()
    for block in try Documentation.blocks(of: page) where block.isFile || block.isProject {
      let name = block.isFile ? block.detail : "project.reel.yaml"
      let folder = DocumentationTests.parent(of: reel.folder / name)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try reel.folder.write(block.text, to: name)
      guard block.language == "yaml" else { continue }
      try DocumentationTests.prepare(folder, for: block.text, from: standIns)
      #expect(block.hasVersion, "\(page):\(block.line) is no whole project")
      guard block.isProject else { continue }
      let check = try await reel.run(["check", name])
      #expect(check.status == 0, "\(page):\(block.line): \(check.text)\(check.errors)")
    }
  }

  @Test func stepsOfTheTutorialAreValidBesideTheFootageOfTheExamples() async throws {
    let reel = try Reel()
    // It links the footage, too.
    let options = try await Examples.copy("smallest", into: reel).dropFirst()
    let steps = try Documentation.blocks(of: "docs/tutorial.md").filter(\.isProject)
    #expect(steps.count >= 8)
    for step in steps {
      try reel.folder.write(step.text, to: "vlog.reel.yaml")
      let check = try await reel.run(["check", "vlog.reel.yaml"] + options)
      #expect(check.status == 0, "line \(step.line): \(check.errors)")
      #expect(!check.errors.contains("warning["), "line \(step.line): \(check.errors)")
    }
  }

  @Test func commandsOfTheDocumentsExist() async throws {
    let help = try await Reel().run(["--help"]).text
    for page in DocumentationTests.pages {
      for match in try Documentation.text(of: page).matches(of: /`reel ([a-z]+)/)
      where match.1 != "help" {
        #expect(help.contains("\n  \(match.1) "), "\(page): reel \(match.1)")
      }
    }
  }
}
