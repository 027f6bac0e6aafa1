// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Builds that are disrupted: a renderer is killed, a disk is full.
@Suite(.serialized, .enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct CalamityTests {
  /// The child processes of the `reel` that runs in `folder`.
  private static func renderers(in folder: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let processes = names.compactMap { pid_t($0) }
    func parent(of process: pid_t) -> pid_t? {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")")
      else { return nil }
      let words = text[text.index(after: end)...].split(separator: " ")
      return words.count > 1 ? pid_t(words[1]) : nil
    }
    func folderOf(_ process: pid_t) -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
    }
    return processes.filter { process in
      guard folderOf(process) == folder, let parent = parent(of: process) else { return false }
      return folderOf(parent) == folder
    }
  }

  private func film(_ reel: Reel, _ name: String = "film.mkv") throws -> Data {
    try Data(contentsOf: URL(filePath: reel.folder / name))
  }

  /// In some of these places libavcodec would end the process if threads of its own decoded the stream.
  @Test func damageInMPEG4IsReportedWithItsTime() async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    let clip = reel.folder / "clip.avi"
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-c:v",
      "mpeg4",
      "-b:v", "400k", "-threads", "1", clip,
    ])
    let whole = try Data(contentsOf: URL(filePath: clip))
    for place in stride(from: whole.count / 5, to: whole.count * 4 / 5, by: whole.count / 20) {
      var data = whole
      data.replaceSubrange(place..<place + 200, with: Data(count: 200))
      try data.write(to: URL(filePath: clip))
      let outcome = try await reel.build(
        """
        reel: 1
        canvas: {size: 160x96, rate: 25}
        tracks: {main: [clip.avi]}
        outputs: {film: {file: film.mkv, preset: low}}

        """)
      #expect(outcome.status == 1 && outcome.errors.contains("clip.avi"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("renderer died"), "\(outcome.errors)")
    }
  }

  @Test func aRendererThatIsKilledCostsNothingButTime() async throws {
    let whole = try Reel()
    let options = try await Examples.copy(
      "titles", into: whole,
      change: { _ in
        Examples.plain(size: "480x270", seconds: 4)
      })
    let built = try await whole.run(["build", "--quiet"] + options, seconds: 300)
    try #require(built.status == 0, "\(built.errors)")

    // Otherwise Swift prints a backtrace, and an external signal does not end the process.
    let reel = try Reel(environment: ["SWIFT_BACKTRACE": "enable=no"])
    _ = try await Examples.copy(
      "titles", into: reel,
      change: { _ in
        Examples.plain(size: "480x270", seconds: 4)
      })
    let folder = reel.folder.path
    let killed = Task.detached {
      let unfinished = folder + "/.reel/tmp"
      while !Task.isCancelled {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: unfinished)) ?? []
        if names.contains(where: { $0.hasSuffix(".segment") }),
          let process = Self.renderers(in: folder).first
        {
          kill(process, SIGSEGV)
          return true
        }
        try? await Task.sleep(for: .milliseconds(5))
      }
      return false
    }
    let outcome = try await reel.run(["build", "-j1", "--json"] + options, seconds: 300)
    killed.cancel()
    #expect(await killed.value)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("warning[renderer-died]"), "\(outcome.errors)")
    #expect(outcome.errors.contains("died of signal 11"), "\(outcome.errors)")
    #expect(outcome.text.contains(#""code":"renderer-died""#))
    #expect(try film(reel) == film(whole))
  }

  /// True if small file systems can be mounted here.
  private static let canMount: Bool = {
    guard geteuid() == 0, let folder = try? TemporaryFolder(), mountDisk(folder.path, "1m") else {
      return false
    }
    return umount2(folder.path, 0) == 0
  }()

  private static func mountDisk(_ path: String, _ size: String, isAnew: Bool = true) -> Bool {
    mount("reel-test", path, "tmpfs", isAnew ? 0 : UInt(MS_REMOUNT), "size=\(size)") == 0
  }

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"), arguments: [8, 16])
  func aDiskWithoutRoomForMoreFilesIsToldAsThat(inodes: Int) async throws {
    let reel = try Reel()
    let disk = reel.folder / "disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    try #require(Self.mountDisk(disk, "64m,nr_inodes=\(inodes)"))
    defer { umount2(disk, Int32(MNT_DETACH)) }
    try reel.folder.write(
      "reel: 1\ncanvas: {size: 64x36, rate: 10}\ntracks: {main: [{fill: red, duration: 1s}]}\n",
      to: "disk/p.reel.yaml")
    let outcome = try await reel.run(["build", "disk/p.reel.yaml"], seconds: 60)
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("no room for more files (df -i)"), "\(outcome.errors)")
  }

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func aFullDiskIsToldAndTheNextBuildGoesOn() async throws {
    let reel = try Reel()
    var options = try await Examples.copy("titles", into: reel, change: { _ in Examples.plain() })
    let built = try await reel.run(["build", "--quiet"] + options, seconds: 300)
    try #require(built.status == 0, "\(built.errors)")
    let pieces = try FileManager.default.subpathsOfDirectory(atPath: reel.folder / ".reel/store")
    let sizes = try pieces.map {
      try FileManager.default.attributesOfItem(atPath: reel.folder / ".reel/store/\($0)")[.size]
        as? Int ?? 0
    }
    // Space for a part of it.
    let room = (sizes.reduce(0, +) * 2 / 3) >> 10
    let disk = reel.folder / "disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    try #require(Self.mountDisk(disk, "\(room)k"))
    defer { umount2(disk, Int32(MNT_DETACH)) }
    for name in try FileManager.default.contentsOfDirectory(atPath: reel.folder.path)
    where name.hasSuffix(".yaml") || name.hasSuffix(".svg") {
      try FileManager.default.copyItem(atPath: reel.folder / name, toPath: disk + "/" + name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: disk + "/media", withDestinationPath: reel.folder / "media")
    options[0] = "disk/titles.reel.yaml"

    let full = try await reel.run(["build", "--json"] + options, seconds: 300)
    #expect(full.status == 3, "\(full.errors)")
    #expect(full.errors.contains("error[disk-failed]"), "\(full.errors)")
    #expect(full.errors.contains("No space left on device"), "\(full.errors)")
    #expect(full.text.contains(#""kind":"disk""#), "\(full.text)")
    #expect(!FileManager.default.fileExists(atPath: disk + "/film.mkv"))
    let cache = try await reel.run(["cache", options[0], "--json"])
    #expect(cache.status == 0, "\(cache.errors)")
    // No stored file is damaged.
    let broken = cache.text.matches(of: /"broken":\{"bytes":(\d+)/).map { $0.output.1 }
    #expect(!broken.isEmpty && broken.allSatisfy { $0 == "0" }, "\(cache.text)")

    try #require(Self.mountDisk(disk, "200m", isAnew: false))
    let again = try await reel.run(["build", "--verify-all", "--json"] + options, seconds: 300)
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.text.contains(#""verdict":"same""#), "\(again.text)")
    #expect(!again.text.contains(#""verdict":"repaired""#))
    #expect(try film(reel, "disk/film.mkv") == film(reel))
  }
}
