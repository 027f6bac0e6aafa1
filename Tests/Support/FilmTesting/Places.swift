// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Paths and tools that tests need.
public enum Places {
  /// The root of the package.
  public static let package = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The folder of real media: `REEL_MEDIA`, else `../shared/media`; nil if it does not exist.
  public static let media: String? = {
    let wanted =
      ProcessInfo.processInfo.environment["REEL_MEDIA"] ?? package + "/../shared/media"
    let resolved = URL(filePath: wanted).resolvingSymlinksInPath().standardizedFileURL.path
    return FileManager.default.fileExists(atPath: resolved + "/MANIFEST.tsv") ? resolved : nil
  }()

  /// `ffmpeg` and `ffprobe`, if both are installed.
  public static let ffmpeg: FFmpeg? = {
    guard let ffmpeg = Command.named("ffmpeg"), let ffprobe = Command.named("ffprobe") else {
      return nil
    }
    return FFmpeg(ffmpeg: ffmpeg, ffprobe: ffprobe)
  }()

  /// The `reel` executable: `REEL`, else the one built with these tests.
  public static let reel: String? = {
    if let path = ProcessInfo.processInfo.environment["REEL"], !path.isEmpty { return path }
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let beside = own.deletingLastPathComponent().appending(path: "reel").path
    return FileManager.default.isExecutableFile(atPath: beside) ? beside : nil
  }()

  /// True if expectations are rewritten (and the tests that do so fail).
  public static let updatesGoldens =
    ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
}

/// The tools for reference renderings.
public struct FFmpeg: Sendable {
  /// The tool that renders.
  public var ffmpeg: Command
  /// The tool that describes media files.
  public var ffprobe: Command
}
