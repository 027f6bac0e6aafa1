// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where things are that tests need.
public enum Places {
  /// The root of the package.
  public static let package = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of real media: `REEL_MEDIA`, else `../shared/media`; nil when it is not there.
  public static let media: String? = {
    let wanted =
      ProcessInfo.processInfo.environment["REEL_MEDIA"] ?? package + "/../shared/media"
    let resolved = URL(filePath: wanted).resolvingSymlinksInPath().standardizedFileURL.path
    return FileManager.default.fileExists(atPath: resolved + "/MANIFEST.tsv") ? resolved : nil
  }()

  /// `ffmpeg` and `ffprobe`, when both are installed.
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

  /// Whether expectations are written anew (and the tests that do so fail).
  public static let updatesGoldens =
    ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
}

/// The tools that reference renderings are made with.
public struct FFmpeg: Sendable {
  /// The tool that renders.
  public var ffmpeg: Command
  /// The tool that tells what is in a file.
  public var ffprobe: Command
}
